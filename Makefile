# omp2cl: build, install, test. `make help` lists the targets.

PREFIX  ?= /usr/local
DESTDIR ?=
GO      ?= $(shell scripts/setup --which-go)
PACKAGES ?= ./...
export GO
export PATH := $(CURDIR)/.cache/go/bin:$(PATH):/usr/local/go/bin

# What `make install` installs, relative to the tree and to PREFIX alike.
COMMAND = bin/omp2cl
ARCHIVE = lib/libomp2cl.a
NAMES   = lib/omp2cl_heap.o
HEADER  = include/omp2cl.h
HELPER  = libexec/omp2cl/omp2cl-devices
PRODUCTS = $(COMMAND) $(ARCHIVE) $(NAMES) $(HEADER) $(HELPER)

.PHONY: help build install uninstall test bench bench-dtm fuzz lint check demo clean setup

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: ## install what is missing on this machine (Debian, Ubuntu)
	@scripts/setup

# Go decides itself what is out of date, so this always runs it, on a staging
# directory. The lock and the renames let tests that build run side by side with
# programs that use what is there.
STAGE = .cache/build

build: ## build bin/omp2cl with its library and header, usable in the tree
	@mkdir -p $(STAGE)
	@flock $(STAGE)/lock $(MAKE) --no-print-directory outputs

.PHONY: outputs
outputs:
	$(GO) build -trimpath -o $(STAGE)/$(COMMAND) ./cmd/omp2cl
	rtlib/capi/archive.sh $(CURDIR)/$(STAGE)/$(ARCHIVE)
	$(GO) build -trimpath -ldflags='-s -w' -o $(STAGE)/$(HELPER) ./cmd/omp2cl-devices
	@mkdir -p $(STAGE)/include && cp rtlib/capi/omp2cl.h $(STAGE)/$(HEADER)
	@for f in $(PRODUCTS); do \
		cmp -s $(STAGE)/$$f $$f && continue; \
		mkdir -p $$(dirname $$f) && cp $(STAGE)/$$f $$f.new && mv -f $$f.new $$f || exit 1; \
	done

install: build ## install below PREFIX (default /usr/local), DESTDIR in front
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/libexec/omp2cl
	install -m 755 $(COMMAND) $(DESTDIR)$(PREFIX)/$(COMMAND)
	install -m 644 $(ARCHIVE) $(DESTDIR)$(PREFIX)/$(ARCHIVE)
	install -m 644 $(NAMES) $(DESTDIR)$(PREFIX)/$(NAMES)
	install -m 644 $(HEADER) $(DESTDIR)$(PREFIX)/$(HEADER)
	install -m 755 $(HELPER) $(DESTDIR)$(PREFIX)/$(HELPER)

uninstall: ## remove what install installed
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,$(PRODUCTS))
	-rmdir $(DESTDIR)$(PREFIX)/libexec/omp2cl 2>/dev/null

test: setup ## set up, build, and run every test; the last line counts them
	@$(MAKE) --no-print-directory build
	$(GO) vet $(PACKAGES)
	$(GO) run ./scripts/gotest -timeout 25m $(PACKAGES)

bench: setup ## measure regions, start-up, translation, and the kernels of 24 programs (QUICK=1: only that it works)
	@$(MAKE) --no-print-directory build
	benchmarks/run.sh $(if $(QUICK),--quick)
	@echo
	benchmarks/ppe/run.sh $(if $(QUICK),--quick)

bench-dtm: setup ## measure data-transfer minimization on programs of our own (QUICK=1: only that it works)
	@$(MAKE) --no-print-directory build
	benchmarks/dtm/run.sh $(if $(QUICK),--quick --check)

FUZZTIME ?= 20s
fuzz: ## run every fuzz test, and random programs, for FUZZTIME each (default 20s)
	FUZZTIME="$(FUZZTIME)" scripts/fuzz

lint: ## gofmt, go vet, shell syntax
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo "not gofmt-ed:"; gofmt -l $$(git ls-files '*.go'); exit 1; }
	$(GO) vet $(PACKAGES)
	@for f in scripts/setup scripts/fuzz demo/run.sh benchmarks/run.sh benchmarks/dtm/run.sh benchmarks/ppe/run.sh .ci/run; do bash -n $$f || exit 1; done

check: lint test ## lint and test

demo: setup ## set up, build, and run Jacobi 4096x4096 on the default device
	@$(MAKE) --no-print-directory build
	demo/run.sh

clean: ## remove what build and demo made
	rm -rf bin lib libexec include demo/out benchmarks/out $(STAGE)
