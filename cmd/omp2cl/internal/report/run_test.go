package report

import (
	"os"
	"strings"
	"testing"
)

// keep makes TestGenerated leave its files in a directory, to look at them.
var keep = os.Getenv("OMP2CL_KEEP_REPORT")

// TestGenerated runs the report on a realistic trace.
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
	if keep != "" {
		text, _ := os.ReadFile(name)
		for file, content := range map[string][]byte{"/trace.json": text, "/page.html": page, "/summary.txt": []byte(out.String())} {
			if err := os.WriteFile(keep+file, content, 0o644); err != nil {
				t.Error(err)
			}
		}
	}
}
