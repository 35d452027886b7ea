package driver

import (
	"fmt"
	"strings"
)

// completion prints the script that completes omp2cl's subcommands and own
// options in a shell, and files otherwise.
func (s *session) completion(shells []string) error {
	if len(shells) != 1 {
		return fmt.Errorf("completion takes one shell; usage: omp2cl completion bash|zsh|fish")
	}
	script, ok := map[string]func() string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}[shells[0]]
	if !ok {
		return fmt.Errorf("no completion for '%s'%s; usage: omp2cl completion bash|zsh|fish", shells[0], didYouMean(shells[0], []string{"bash", "zsh", "fish"}, ""))
	}
	_, err := fmt.Fprint(s.stdout, script())
	return err
}

// ownWords are the own options as one types them, with "=" where an argument
// must follow.
func ownWords() []string {
	var words []string
	for _, r := range ownTable {
		word := ownPrefix + r.name
		if strings.HasPrefix(r.value, "=") {
			word += "="
		}
		words = append(words, word)
	}
	return words
}

const bashTemplate = `# bash completion for omp2cl: eval "$(omp2cl completion bash)"
_omp2cl() {
    local word=${COMP_WORDS[COMP_CWORD]} IFS=$'\n'
    case $word in
    --omp2cl-*) COMPREPLY=($(compgen -W "@OPTIONS@" -- "$word")) ;;
    *)
        COMPREPLY=($(compgen -f -- "$word"))
        [ "$COMP_CWORD" -eq 1 ] && COMPREPLY+=($(compgen -W "@COMMANDS@" -- "$word"))
        [ "${COMP_WORDS[1]}" = completion ] && COMPREPLY=($(compgen -W $'bash\nzsh\nfish' -- "$word"))
        ;;
    esac
}
complete -o filenames -F _omp2cl omp2cl
`

func bashCompletion() string {
	r := strings.NewReplacer(
		`"@OPTIONS@"`, `$'`+strings.Join(ownWords(), `\n`)+`'`,
		`"@COMMANDS@"`, `$'`+strings.Join(subcommands, `\n`)+`'`)
	return r.Replace(bashTemplate)
}

func zshCompletion() string {
	var b strings.Builder
	b.WriteString("#compdef omp2cl\n# zsh completion for omp2cl: eval \"$(omp2cl completion zsh)\"\n_omp2cl() {\n")
	b.WriteString("    if [[ $words[2] == completion ]]; then compadd bash zsh fish; return; fi\n")
	fmt.Fprintf(&b, "    (( CURRENT == 2 )) && compadd -- %s\n", strings.Join(subcommands, " "))
	fmt.Fprintf(&b, "    [[ $PREFIX == --omp2cl* ]] && compadd -S '' -- %s\n", strings.Join(ownWords(), " "))
	b.WriteString("    _files\n}\ncompdef _omp2cl omp2cl\n")
	return b.String()
}

func fishCompletion() string {
	var b strings.Builder
	b.WriteString("# fish completion for omp2cl: omp2cl completion fish | source\n")
	for _, name := range subcommands {
		fmt.Fprintf(&b, "complete -c omp2cl -n __fish_is_first_token -a %s\n", name)
	}
	b.WriteString("complete -c omp2cl -f -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'\n")
	for _, r := range ownTable {
		more := ""
		if strings.HasPrefix(r.value, "=") {
			more = " -r"
		}
		fmt.Fprintf(&b, "complete -c omp2cl -l %s%s -d '%s'\n", strings.TrimPrefix(ownPrefix, "--")+r.name, more, strings.ReplaceAll(r.help, "'", "\\'"))
	}
	return b.String()
}
