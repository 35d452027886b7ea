package driver

// argument is one option or input of the command line.
type argument struct {
	class class
	name  string   // canonical spelling of the option; "" for an input
	value string   // the option's argument, or the input's path
	words []string // as the user wrote it
	lang  string   // inputs: what -x said, "" for "by suffix"
	short bool     // the command line ends where the option's argument should be
}

// parseArguments splits the words of a command line, response files already
// expanded, into options and inputs, without those for other compilers' devices,
// which the makefiles of offloading programs are full of. A missing last argument is left to the
// host compiler to complain about.
func parseArguments(words []string) []argument {
	var args []argument
	lang := ""
	for i := 0; i < len(words); i++ {
		a := parseWord(words[i])
		if _, _, more := lookUp(words[i]); a.class != input && more {
			i++
			a.take(words[i:])
		}
		if a.class == devices {
			continue
		}
		if a.class == language {
			lang = a.value
		}
		if a.class == input && lang != "none" {
			a.lang = lang
		}
		args = append(args, a)
	}
	return args
}

// take makes the first of the words that follow the option's argument.
func (a *argument) take(words []string) {
	if len(words) == 0 {
		a.short = true
		return
	}
	a.value = words[0]
	a.words = append(a.words, words[0])
}

func parseWord(word string) argument {
	if word == "-" || word == "" || word[0] != '-' {
		return argument{class: input, value: word, words: []string{word}}
	}
	o, rest, _ := lookUp(word)
	name := o.name
	if o.same != "" {
		name = o.same
	}
	return argument{class: o.class, name: name, value: rest, words: []string{word}}
}

// wordsOf gives the words of the arguments that keep accepts, in order.
func wordsOf(args []argument, keep func(argument) bool) []string {
	var words []string
	for _, a := range args {
		if keep(a) {
			words = append(words, a.words...)
		}
	}
	return words
}
