/* failure.c - the end of a program whose pages cannot be fetched. */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>

#include "service.h"

static void (*tell_owner)(uintptr_t, size_t, int);

void omp2cl_pages_on_failure(void (*tell)(uintptr_t, size_t, int))
{
	__atomic_store_n(&tell_owner, tell, __ATOMIC_RELEASE);
}

struct text {
	char bytes[256];
	size_t n;
};

static void put(struct text *t, const char *s)
{
	while (*s && t->n < sizeof t->bytes)
		t->bytes[t->n++] = *s++;
}

static void put_number(struct text *t, uint64_t v, unsigned base)
{
	char digits[24];
	size_t at = sizeof digits - 1;
	digits[at] = 0;
	do {
		digits[--at] = "0123456789abcdef"[v % base];
		v /= base;
	} while (v);
	put(t, digits + at);
}

static const char *meaning(int error)
{
#if __GLIBC_PREREQ(2, 32)
	return strerrordesc_np(error);
#else
	return error == ENOMEM ? "Cannot allocate memory" : NULL;
#endif
}

static void say(uintptr_t address, uint64_t bytes, int code, int of_device)
{
	struct text t = {.n = 0};
	put(&t, "omp2cl: error: cannot bring ");
	put_number(&t, bytes, 10);
	put(&t, " bytes at 0x");
	put_number(&t, address, 16);
	put(&t, " home from the device: ");
	put(&t, of_device ? "reading failed with OpenCL code " : "Linux refused to fill the pages, with errno ");
	put(&t, code < 0 && of_device ? "-" : "");
	put_number(&t, (uint64_t)(code < 0 ? -(long)code : code), 10);
	const char *why = of_device ? NULL : meaning(code < 0 ? -code : code);
	put(&t, why ? ": " : "");
	put(&t, why ? why : "");
	put(&t, "\n");
	k_write(2, t.bytes, t.n);
}

/* Who left the values on the device that were to come to an address of the object. */
static void say_origin(const object *o, uintptr_t address)
{
	size_t page = omp2cl_pt_absent_run(o, (address - o->lo) >> PAGE_SHIFT, pages_of(o)).lo;
	if (page == pages_of(o) || !is_absent(o->state[page]))
		return;
	const char *const *origin = o->places[o->state[page] - 1].source.origin;
	const char *text = origin ? __atomic_load_n(origin, __ATOMIC_ACQUIRE) : NULL;
	if (text)
		k_write(2, text, strlen(text));
}

static void abort_process(void)
{
	struct sigaction none = {.sa_handler = SIG_DFL};
	extern int __sigaction(int, const struct sigaction *, struct sigaction *);
	__sigaction(SIGABRT, &none, NULL);
	uint64_t mask = ~(1ull << (SIGABRT - 1));
	k_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&mask, 0, sizeof mask, 0, 0);
	k_call(SYS_tgkill, getpid(), k_call(SYS_gettid, 0, 0, 0, 0, 0, 0), SIGABRT, 0, 0, 0);
	k_call(SYS_exit_group, 134, 0, 0, 0, 0, 0);
}

_Noreturn void omp2cl_pt_fatal(uintptr_t address, uint64_t bytes, int code)
{
	uint32_t serial;
	object *o = omp2cl_pt_index_find(address, address + 1, &serial);
	int of_device = o && code == -EIO ? __atomic_load_n(&o->device_error, __ATOMIC_RELAXED) : 0;
	if (of_device)
		code = of_device;
	say(address, bytes, code, of_device != 0);
	if (o)
		say_origin(o, address);
	void (*tell)(uintptr_t, size_t, int) = __atomic_load_n(&tell_owner, __ATOMIC_ACQUIRE);
	if (tell)
		tell(address, bytes, code);
	for (;;)
		abort_process();
}
