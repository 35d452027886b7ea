package driver

import (
	"strings"
	"testing"
)

func TestFoldHeaders(t *testing.T) {
	source := func(file string, line int) string {
		lines := strings.Split("#include <stdio.h>\n #  include \"own.h\"\nint a;", "\n")
		if file == "own.h" {
			lines = []string{"#include <sys.h>", "int own;"}
		}
		if file == "<command-line>" || line > len(lines) {
			return ""
		}
		return lines[line-1]
	}
	in := `# 0 "x.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "x.c"
# 1 "/usr/include/stdio.h" 1 3 4
# 1 "<omp2cl>" 3
int before;
# 27 "/usr/include/stdio.h" 3 4
# 1 "/usr/include/features.h" 1 3 4
typedef int deep;
# 28 "/usr/include/stdio.h" 2 3 4
extern int printf(const char *, ...);
# 2 "x.c" 2
# 1 "own.h" 1
# 1 "/usr/include/sys.h" 1 3 4
int sys;
# 2 "own.h" 2
int own;
# 3 "x.c" 2
int a;



int b;
# 40 "x.c"
int c;
# 40 "x.c" 3
{
# 40 "x.c" 3
int generated;
# 40 "x.c" 3
}
# 41 "x.c"
int d;
# 1 "<omp2cl>" 3
int tail;
int more;
`
	want := `#line 1 "<omp2cl>"
int before;
#line 1 "x.c"
#include <stdio.h>
#line 1 "own.h"
#include <sys.h>
int own;
#line 3 "x.c"
int a;



int b;
#line 40 "x.c"
int c;
{
int generated;
}
#line 41 "x.c"
int d;
#line 1 "<omp2cl>"
int tail;
int more;
`
	if got := string(foldHeaders([]byte(in), source)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestParseMarker(t *testing.T) {
	for text, want := range map[string]marker{
		`# 12 "a b.c" 1 3 4`: {line: 12, file: "a b.c", enter: true, system: true},
		`# 3 "x\\y\".c" 2`:   {line: 3, file: `x\y".c`, leave: true},
		`# 0 "<stdin>"`:      {file: "<stdin>"},
	} {
		if got, ok := parseMarker(text); !ok || got != want {
			t.Errorf("parseMarker(%q) = %+v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"#pragma omp target", "# pragma once", `#line 3 "x"`, "int a;", "# 3", `# 3 "x`, ""} {
		if got, ok := parseMarker(text); ok {
			t.Errorf("parseMarker(%q) = %+v", text, got)
		}
	}
}
