package driver

import (
	"slices"
	"strings"
	"testing"
)

func TestSplitWords(t *testing.T) {
	for text, want := range map[string][]string{
		"":                        nil,
		" a\tb\n\rc\v\f ":         {"a", "b", "c"},
		`'a b' "c d" e\ f`:        {"a b", "c d", "e f"},
		`a'b'"c"d`:                {"abcd"},
		`'a"b' "a'b"`:             {`a"b`, `a'b`},
		`"a\"b" 'a\'b' \\`:        {`a"b`, `a'b`, `\`},
		`"" ''`:                   {"", ""},
		`'unterminated word`:      {"unterminated word"},
		`-DX="a b" -DY=\"str\"`:   {"-DX=a b", `-DY="str"`},
		"line\\\nwith a newline":  {"line\nwith", "a", "newline"},
		`trailing\`:               {`trailing\`},
		"-o\nfile # no comment\n": {"-o", "file", "#", "no", "comment"},
	} {
		if got := splitWords(text); !slices.Equal(got, want) {
			t.Errorf("splitWords(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzQuoteWord checks that any word, quoted, is split into itself.
func FuzzQuoteWord(f *testing.F) {
	for _, seed := range []string{"", "a b", `\`, `'"`, "\n\t", "-DX=\"a\\ b\"", "é\x80"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, word string) {
		if got := splitWords("first " + quoteWord(word) + "\nlast"); !slices.Equal(got, []string{"first", word, "last"}) {
			t.Errorf("%q comes back as %q", word, got)
		}
	})
}

// TestOptionTable checks what each spelling of an option is taken for.
func TestOptionTable(t *testing.T) {
	for _, c := range []struct {
		words       string
		class       class
		name, value string
	}{
		{"-o x", output, "-o", "x"}, {"-ox", output, "-o", "x"}, {"--output x", output, "-o", "x"}, {"--output=x", output, "-o", "x"},
		{"-I dir", preprocess, "-I", "dir"}, {"-Idir", preprocess, "-I", "dir"}, {"--include-directory=d", preprocess, "-I", "d"},
		{"-x c", language, "-x", "c"}, {"-xc", language, "-x", "c"}, {"--language=c", language, "-x", "c"},
		{"-MF f", depend, "-MF", "f"}, {"-MFf", depend, "-MF", "f"}, {"-MD", depend, "-MD", ""}, {"-MMD", depend, "-MMD", ""},
		{"-MT t", depend, "-MT", "t"}, {"-MQt", depend, "-MQ", "t"}, {"-M", mode, "-M", ""}, {"-MM", mode, "-MM", ""},
		{"-Xlinker a", linking, "-Xlinker", "a"}, {"-Wl,a,b", linking, "-Wl,", "a,b"}, {"-Xpreprocessor a", preprocess, "-Xpreprocessor", "a"},
		{"-Wp,-MD,f", preprocess, "-Wp,", "-MD,f"}, {"-Xassembler a", common, "-Xassembler", "a"}, {"-Wa,a", common, "-Wa,a", ""},
		{"-include f", preprocess, "-include", "f"}, {"-includef", preprocess, "-include", "f"}, {"-imacros f", preprocess, "-imacros", "f"},
		{"-isystem d", preprocess, "-isystem", "d"}, {"-isystemd", preprocess, "-isystem", "d"}, {"-iquote d", preprocess, "-iquote", "d"},
		{"-idirafter d", preprocess, "-idirafter", "d"}, {"-isysroot d", common, "-isysroot", "d"},
		{"--sysroot d", common, "--sysroot", "d"}, {"--sysroot=d", common, "--sysroot", "d"}, {"--param a=1", common, "--param", "a=1"},
		{"--param=a=1", common, "--param", "a=1"}, {"-T script", linking, "-T", "script"}, {"-Ttext 0", linking, "-Ttext", "0"},
		{"-u sym", linking, "-u", "sym"}, {"-usym", linking, "-u", "sym"}, {"-undef", preprocess, "-undef", ""}, {"-z defs", linking, "-z", "defs"},
		{"-L d", linking, "-L", "d"}, {"-Ld", linking, "-L", "d"}, {"-l m", linking, "-l", "m"}, {"-lm", linking, "-l", "m"},
		{"-framework F", linking, "-framework", "F"}, {"-D A", preprocess, "-D", "A"}, {"-DA=1", preprocess, "-D", "A=1"}, {"-U A", preprocess, "-U", "A"},
		{"-e main", linking, "-e", "main"}, {"-B d", common, "-B", "d"}, {"-aux-info f", common, "-aux-info", "f"}, {"-dumpbase b", common, "-dumpbase", "b"},
		{"-dM", shaping, "-dM", ""}, {"-dumpversion", query, "-dumpversion", ""}, {"-print-file-name=x", query, "-print-", "file-name=x"},
		{"-shared", linking, "-shared", ""}, {"-s", linking, "-s", ""}, {"-static", linking, "-static", ""}, {"-std=c99", common, "-std=c99", ""},
		{"-save-temps", observation, "-save-temps", ""}, {"-save-temps=obj", observation, "-save-temps", "obj"}, {"-v", observation, "-v", ""},
		{"-c", mode, "-c", ""}, {"-S", mode, "-S", ""}, {"-E", mode, "-E", ""}, {"-fsyntax-only", mode, "-fsyntax-only", ""},
		{"-O2", common, "-O2", ""}, {"-fopenmp", common, "-fopenmp", ""}, {"-pthread", common, "-pthread", ""}, {"-pipe", common, "-pipe", ""},
		{"-nostdinc", preprocess, "-nostdinc", ""}, {"-nostdlib", linking, "-nostdlib", ""}, {"-no-pie", linking, "-no-pie", ""}, {"-Wall", common, "-Wall", ""},
		{"-", input, "", "-"}, {"a.c", input, "", "a.c"}, {"", input, "", ""},
	} {
		words := strings.Split(c.words, " ")
		args := parseArguments(append(slices.Clone(words), "-g"))
		if len(args) != 2 || args[1].name != "-g" {
			t.Errorf("%q takes the wrong number of words: %+v", c.words, args)
			continue
		}
		a := args[0]
		if a.class != c.class || a.name != c.name || a.value != c.value || a.short || !slices.Equal(a.words, words) {
			t.Errorf("%q is taken for %+v", c.words, a)
		}
	}
}

func TestMissingArgument(t *testing.T) {
	for _, word := range []string{"-o", "-x", "-I", "-MF", "-Xlinker", "--param"} {
		args := parseArguments([]string{"a.c", word})
		if len(args) != 2 || !args[1].short {
			t.Errorf("%q at the end: %+v", word, args)
		}
	}
}

func TestHostFlags(t *testing.T) {
	flags := func(line string) HostFlags {
		inv := newInvocation(strings.Fields(line))
		return inv.hostFlags()
	}
	if f := flags("-c a.c"); f.Optimize != "" || f.FastMath || !f.MathErrno || f.Contract != "fast" || f.Std != "" || f.Debug || f.UnsignedChar {
		t.Errorf("defaults: %+v", f)
	}
	if f := flags("-O2 -O -g -std=c99"); f.Optimize != "1" || !f.Debug || f.Contract != "off" || f.Std != "c99" {
		t.Errorf("-O2 -O -g -std=c99: %+v", f)
	}
	if f := flags("-std=gnu11 -g -g0"); f.Contract != "fast" || f.Debug {
		t.Errorf("-std=gnu11 -g -g0: %+v", f)
	}
	if f := flags("-ansi -ffp-contract=on"); f.Contract != "on" || f.Std != "c90" {
		t.Errorf("-ansi -ffp-contract=on: %+v", f)
	}
	if f := flags("-Ofast"); !f.FastMath || !f.Unsafe || !f.FiniteOnly || !f.NoSignedZeros || !f.Reciprocal || !f.Associative || f.MathErrno {
		t.Errorf("-Ofast: %+v", f)
	}
	if f := flags("-ffast-math -fno-fast-math"); f.FastMath || f.Unsafe || !f.MathErrno {
		t.Errorf("-ffast-math -fno-fast-math: %+v", f)
	}
	if f := flags("-ffast-math -fno-finite-math-only"); !f.FastMath || f.FiniteOnly || !f.Unsafe {
		t.Errorf("-ffast-math -fno-finite-math-only: %+v", f)
	}
	if f := flags("-funsigned-char -fshort-enums -fwrapv -I x -lm"); !f.UnsignedChar || !f.ShortEnums || !f.Wrapv ||
		!slices.Equal(f.Args, []string{"-funsigned-char", "-fshort-enums", "-fwrapv"}) {
		t.Errorf("-funsigned-char -fshort-enums -fwrapv: %+v", f)
	}
	if f := flags("-funsigned-char -fsigned-char"); f.UnsignedChar {
		t.Errorf("-funsigned-char -fsigned-char: %+v", f)
	}
	for line, strict := range map[string]bool{"": false, "-O": false, "-Og": false, "-O2": true, "-O3": true, "-Os": true, "-Ofast": true,
		"-O2 -O1": false, "-O2 -fno-strict-aliasing": false, "-fstrict-aliasing": true, "-fno-strict-aliasing -fstrict-aliasing -O0": true} {
		if flags(line).StrictAliasing != strict {
			t.Errorf("%s: strict aliasing is %t", line, !strict)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	known := []string{"split", "outline", "elide"}
	for word, want := range map[string]string{
		"splt": "; did you mean 'split'?", "elid": "; did you mean 'elide'?", "zzzzzzzzz": "", "outlines": "; did you mean 'outline'?",
	} {
		if got := didYouMean(word, known, ""); got != want {
			t.Errorf("didYouMean(%q) = %q", word, got)
		}
	}
}
