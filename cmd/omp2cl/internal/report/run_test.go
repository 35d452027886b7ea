package report

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestGenerated runs the report on a realistic trace and looks at the page. With
// OMP2CL_KEEP_REPORT=DIR its files are left there, to look at in a browser.
func TestGenerated(t *testing.T) {
	name := generate(t)
	var out strings.Builder
	if err := Run([]string{name}, Terminal{Out: &out}); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(name + ".html")
	if err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(name + ".html"); info.Mode().Perm() != 0o600 {
		t.Errorf("the page has mode %v, the trace 0600", info.Mode())
	}
	for _, want := range []string{"stencil_c_step_0", "NVIDIA H200", "a[0:n*n]", "src/halo.c:88:9", "is sent to the device again", "picture.c:17:5", "476 MiB"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if found := regexp.MustCompile(`(?i)(src|href|url)\s*[=(]\s*["']?https?:|@import`).Find(page); found != nil {
		t.Errorf("the page needs something from elsewhere: %s", found)
	}
	keep(t, name, page, out.String())
}

// TestInBrowser lets a browser run the page's script, where one is installed: the
// drawing must come to its end.
func TestInBrowser(t *testing.T) {
	browser := ""
	for _, name := range []string{"chromium-headless-shell", "chromium", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil && browser == "" {
			browser = path
		}
	}
	if browser == "" {
		t.Skip("SKIPPED: no browser (chromium) is installed; the page's script is not tested")
	}
	name := generate(t)
	if err := Run([]string{name}, Terminal{Out: io.Discard}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(),
		"--virtual-time-budget=2000", "--dump-dom", "file://"+name+".html").Output()
	if err != nil {
		t.Fatalf("%s: %v", browser, err)
	}
	for _, want := range []string{`data-drawn="8"`, "from device</label>"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the page has no %s after its script has run", want)
		}
	}
}

func keep(t *testing.T, name string, page []byte, summary string) {
	dir := os.Getenv("OMP2CL_KEEP_REPORT")
	if dir == "" {
		return
	}
	text, _ := os.ReadFile(name)
	for file, content := range map[string][]byte{"trace.json": text, "page.html": page, "summary.txt": []byte(summary)} {
		if err := os.WriteFile(filepath.Join(dir, file), content, 0o644); err != nil {
			t.Error(err)
		}
	}
}

// TestPageIsDeterministic makes a page twice.
func TestPageIsDeterministic(t *testing.T) {
	name := generate(t)
	var pages [2]strings.Builder
	for i := range pages {
		tr, err := load(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := writePage(&pages[i], tr, name); err != nil {
			t.Fatal(err)
		}
	}
	if pages[0].String() != pages[1].String() {
		t.Error("two pages of one trace differ")
	}
}

// TestArguments reads command lines.
func TestArguments(t *testing.T) {
	for words, want := range map[string]string{
		"t.json":             "t.json t.json.html",
		"t.json -o p.html":   "t.json p.html",
		"-o p.html t.json":   "t.json p.html",
		"-op.html t.json":    "t.json p.html",
		"":                   "error",
		"-o p.html":          "error",
		"t.json -o":          "error",
		"t.json -x":          "error",
		"t.json other.json":  "error",
		"--output=p t.json":  "error",
		"a.json b.json -o c": "error",
	} {
		in, out, err := parse(strings.Fields(words))
		got := in + " " + out
		if err != nil {
			got = "error"
			if !strings.Contains(err.Error(), "usage: omp2cl report FILE [-o PAGE]") {
				t.Errorf("%q: %v", words, err)
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", words, got, want)
		}
	}
}

// TestFiles checks what happens to files when something is wrong.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "t.json")
	if err := os.WriteFile(name, []byte(text(launch)), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.json")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{{name, "-o", name}, {name, "-o", link}, {name, "-o", dir}, {name, "-o", filepath.Join(dir, "no", "p")}, {dir}, {filepath.Join(dir, "no")}} {
		if err := Run(words, Terminal{Out: io.Discard}); err == nil {
			t.Errorf("%q: no error", words)
		}
	}
	if after, _ := os.ReadFile(name); string(after) != text(launch) {
		t.Error("the trace has changed")
	}
	if err := Run([]string{name, "-o", "/dev/null"}, Terminal{Out: io.Discard}); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode().IsRegular() {
		t.Fatal("/dev/null has been replaced")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".omp2cl-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
