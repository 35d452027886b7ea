package driver

import "strings"

// class says which step of a compilation an argument belongs to.
type class uint8

const (
	common      class = iota // every step: -O2, -g, -W…, -f…, -m…, -std=…
	preprocess               // only the preprocessor: -D, -I, -include, -Wp,…
	depend                   // dependency files: -MD, -MF f, …
	linking                  // only the linker: -l, -L, -Wl,…, -shared
	mode                     // -c, -S, -E, -M, -MM
	output                   // -o
	language                 // -x
	query                    // the host compiler prints something and compiles nothing
	observation              // -v, -save-temps: says or keeps what the steps do
	shaping                  // how -E's text looks (-P, -C, -dD): no step of a translation gets these
	devices                  // other compilers' devices: no step gets these, omp2cl does the offloading
	input                    // a file
)

// form says how an option takes its argument.
type form uint8

const (
	flag     form = iota // takes none
	separate             // the next word
	joined               // the rest of the word
	either               // the rest of the word, or the next word when that is empty
	equals               // after "=", or the next word
	both                 // the rest of the word, and the next word
)

// option is one row of the table of host compiler options. An option that is
// not in the table takes no argument and belongs to every step.
type option struct {
	name  string
	form  form
	class class
	same  string // canonical spelling, when name is another one
}

// options lists every option of gcc and clang that takes a separate argument,
// and every option that does not belong to all steps.
var options = []option{
	{"-c", flag, mode, ""}, {"--compile", flag, mode, "-c"},
	{"-S", flag, mode, ""}, {"--assemble", flag, mode, "-S"},
	{"-E", flag, mode, ""}, {"--preprocess", flag, mode, "-E"},
	{"-M", flag, mode, ""}, {"--dependencies", flag, mode, "-M"},
	{"-MM", flag, mode, ""}, {"--user-dependencies", flag, mode, "-MM"},
	{"-fsyntax-only", flag, mode, ""},

	{"-o", either, output, ""}, {"--output", equals, output, "-o"},
	{"-x", either, language, ""}, {"--language", equals, language, "-x"},

	{"-MD", flag, depend, ""}, {"--write-dependencies", flag, depend, "-MD"},
	{"-MMD", flag, depend, ""}, {"--write-user-dependencies", flag, depend, "-MMD"},
	{"-MF", either, depend, ""}, {"-MT", either, depend, ""}, {"-MQ", either, depend, ""},
	{"-MJ", either, depend, ""}, {"-MP", flag, depend, ""}, {"-MG", flag, depend, ""}, {"-MV", flag, depend, ""},
	{"--print-missing-file-dependencies", flag, depend, "-MG"},

	{"-D", either, preprocess, ""}, {"--define-macro", equals, preprocess, "-D"},
	{"-U", either, preprocess, ""}, {"--undefine-macro", equals, preprocess, "-U"},
	{"-I", either, preprocess, ""}, {"--include-directory", equals, preprocess, "-I"},
	{"-A", either, preprocess, ""}, {"--assert", equals, preprocess, "-A"},
	{"-F", either, preprocess, ""},
	{"-include", either, preprocess, ""}, {"--include", equals, preprocess, "-include"},
	{"-imacros", either, preprocess, ""}, {"--imacros", equals, preprocess, "-imacros"},
	{"-include-pch", separate, preprocess, ""},
	{"-idirafter", either, preprocess, ""}, {"--include-directory-after", equals, preprocess, "-idirafter"},
	{"-iquote", either, preprocess, ""}, {"-isystem", either, preprocess, ""},
	{"-isysroot", either, common, ""}, {"-imultilib", either, preprocess, ""}, {"-imultiarch", separate, preprocess, ""},
	{"-iprefix", either, preprocess, ""}, {"--include-prefix", equals, preprocess, "-iprefix"},
	{"-iwithprefix", either, preprocess, ""}, {"--include-with-prefix", equals, preprocess, "-iwithprefix"},
	{"--include-with-prefix-after", equals, preprocess, "-iwithprefix"},
	{"-iwithprefixbefore", either, preprocess, ""}, {"--include-with-prefix-before", equals, preprocess, "-iwithprefixbefore"},
	{"-iframework", either, preprocess, ""}, {"-ivfsoverlay", either, preprocess, ""},
	{"-Xpreprocessor", separate, preprocess, ""}, {"-Wp,", joined, preprocess, ""},
	{"-nostdinc", flag, preprocess, ""}, {"-undef", flag, preprocess, ""}, {"-remap", flag, preprocess, ""}, {"-H", flag, preprocess, ""},
	{"-traditional-cpp", flag, preprocess, ""}, {"-trigraphs", flag, preprocess, ""}, {"-fpreprocessed", flag, preprocess, ""},
	{"-fdirectives-only", flag, preprocess, ""}, {"-finput-charset=", joined, preprocess, ""},

	{"-C", flag, shaping, ""}, {"-CC", flag, shaping, ""}, {"-P", flag, shaping, ""},
	{"-dM", flag, shaping, ""}, {"-dD", flag, shaping, ""}, {"-dN", flag, shaping, ""}, {"-dI", flag, shaping, ""}, {"-dU", flag, shaping, ""},

	{"-l", either, linking, ""}, {"-L", either, linking, ""}, {"--library-directory", equals, linking, "-L"},
	{"-Wl,", joined, linking, ""}, {"-Xlinker", separate, linking, ""}, {"--for-linker", equals, linking, "-Xlinker"},
	{"-T", either, linking, ""}, {"-Tdata", either, linking, ""}, {"-Ttext", either, linking, ""}, {"-Tbss", either, linking, ""},
	{"-u", either, linking, ""}, {"--force-link", equals, linking, "-u"},
	{"-z", either, linking, ""}, {"-e", either, linking, ""}, {"--entry", equals, linking, "-e"}, {"-R", either, linking, ""},
	{"-framework", separate, linking, ""}, {"-rpath", separate, linking, ""},
	{"-install_name", separate, linking, ""}, {"-soname", separate, linking, ""},
	{"-shared", flag, linking, ""}, {"--shared", flag, linking, "-shared"},
	{"-static", flag, linking, ""}, {"--static", flag, linking, "-static"}, {"-static-pie", flag, linking, ""},
	{"-r", flag, linking, ""}, {"-s", flag, linking, ""}, {"-pie", flag, linking, ""}, {"-no-pie", flag, linking, ""},
	{"-nopie", flag, linking, "-no-pie"}, {"-rdynamic", flag, linking, ""}, {"-symbolic", flag, linking, ""},
	{"-nostdlib", flag, linking, ""}, {"--no-standard-libraries", flag, linking, "-nostdlib"},
	{"-nodefaultlibs", flag, linking, ""}, {"-nostartfiles", flag, linking, ""}, {"-nolibc", flag, linking, ""},
	{"-static-libgcc", flag, linking, ""}, {"-shared-libgcc", flag, linking, ""}, {"-static-libasan", flag, linking, ""},
	{"-static-libubsan", flag, linking, ""}, {"-static-libtsan", flag, linking, ""}, {"-static-liblsan", flag, linking, ""},
	{"-fuse-ld=", joined, linking, ""}, {"-t", flag, linking, ""}, {"-n", flag, linking, ""}, {"-N", flag, linking, ""},

	{"-Xassembler", separate, common, ""}, {"--for-assembler", equals, common, "-Xassembler"},
	{"-Xclang", separate, common, ""}, {"-mllvm", separate, common, ""},
	{"-foffload=", joined, devices, ""}, {"-foffload-options=", joined, devices, ""}, {"-fopenmp-targets=", joined, devices, ""},
	{"-Xopenmp-target", separate, devices, ""}, {"-Xopenmp-target=", both, devices, ""}, {"--offload-arch=", joined, devices, ""},
	{"--cuda-gpu-arch=", joined, devices, ""}, {"--cuda-path=", joined, devices, ""},
	{"-B", either, common, ""}, {"--prefix", equals, common, "-B"},
	{"--param", equals, common, ""}, {"--sysroot", equals, common, ""}, {"-target", separate, common, ""}, {"-arch", separate, common, ""},
	{"-gcc-toolchain", separate, common, ""}, {"-resource-dir", equals, common, ""}, {"-wrapper", separate, observation, ""},
	{"-aux-info", separate, common, ""}, {"-specs", equals, common, ""}, {"--specs", equals, common, "-specs"},
	{"-dumpbase", separate, common, ""}, {"-dumpbase-ext", separate, common, ""}, {"-dumpdir", separate, common, ""},
	{"--dumpbase", equals, common, "-dumpbase"}, {"--dumpbase-ext", equals, common, "-dumpbase-ext"}, {"--dumpdir", equals, common, "-dumpdir"},
	{"-working-directory", equals, common, ""}, {"--serialize-diagnostics", separate, common, ""},
	{"-dependency-file", separate, common, ""},

	{"-save-temps", flag, observation, ""}, {"-save-temps=", joined, observation, "-save-temps"}, {"--save-temps", flag, observation, "-save-temps"},
	{"-v", flag, observation, ""}, {"--verbose", flag, observation, "-v"}, {"-time", flag, observation, ""}, {"-time=", joined, observation, "-time"},

	{"-###", flag, query, ""}, {"--version", flag, query, ""}, {"-dumpversion", flag, query, ""}, {"-dumpfullversion", flag, query, ""},
	{"-dumpmachine", flag, query, ""}, {"-dumpspecs", flag, query, ""}, {"-print-", joined, query, ""}, {"--print-", joined, query, ""},
	{"--help", flag, query, ""}, {"--help=", joined, query, ""}, {"--target-help", flag, query, ""},
}

// byName finds a whole word of the table; prefixes holds the rows whose
// argument may follow in the same word, the longest name first.
var byName, prefixes = indexOptions()

func indexOptions() (map[string]option, []option) {
	names := map[string]option{}
	var open []option
	for _, o := range options {
		names[o.name] = o
		if o.form == joined || o.form == either || o.form == both {
			open = append(open, o)
		}
	}
	for i := 1; i < len(open); i++ {
		for j := i; j > 0 && len(open[j].name) > len(open[j-1].name); j-- {
			open[j], open[j-1] = open[j-1], open[j]
		}
	}
	return names, open
}

// lookUp finds the row that word is spelled with. rest is the argument that
// stands in the same word; more tells that the next word is the argument.
func lookUp(word string) (o option, rest string, more bool) {
	if o, ok := byName[word]; ok {
		return o, "", o.form == separate || o.form == either || o.form == equals
	}
	if name, value, found := strings.Cut(word, "="); found {
		if o, ok := byName[name]; ok && o.form == equals {
			return o, value, false
		}
	}
	for _, o := range prefixes {
		if strings.HasPrefix(word, o.name) {
			return o, word[len(o.name):], o.form == both
		}
	}
	return option{name: word}, "", false
}
