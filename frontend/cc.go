package frontend

import (
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// prelude stands before cc/v4's own declarations of compiler builtins. The text is
// preprocessed already, so of the host's predefined macros only those are needed
// that these declarations use.
const prelude = `#define __SIZE_TYPE__ unsigned long
#define __PTRDIFF_TYPE__ long
#define __WCHAR_TYPE__ int
#define __UINT16_TYPE__ unsigned short
#define __UINT32_TYPE__ unsigned
#define __UINT64_TYPE__ unsigned long
`

// markerDeclarations declares the functions that marked text calls.
const markerDeclarations = "int " + prefixMarker + "();\nint " + standaloneMarker + "();\n"

// endDeclarations end the text: on some syntax errors cc/v4 skips tokens until it
// finds one that may go on, and would do so for ever at the end of the file.
const endDeclarations = "\nextern int __omp_end_a[1], (*__omp_end_b)(int);\nextern int __omp_end_c;\n"

// Names of the sources in cc/v4's positions; what is in the prelude is not the
// user's.
const (
	builtinFile = "<builtin>"
	markedFile  = "<preprocessed>"
)

// parseC parses marked text. cc/v4's checker is not used: it refuses programs
// that the host compiler takes, and its types are wrong in places.
func parseC(text []byte) (*cc.AST, error) {
	abi, err := cc.NewABI("linux", runtime.GOARCH)
	if err != nil {
		return nil, err
	}
	ast, err := parseSafely(&cc.Config{ABI: abi}, []cc.Source{
		{Name: builtinFile, Value: prelude + cc.Builtin + markerDeclarations},
		{Name: markedFile, Value: append(text[:len(text):len(text)], endDeclarations...)},
	})
	if ast != nil && harmless(err) {
		return ast, nil
	}
	return ast, err
}

// parseSafely makes cc/v4's panics on some wrong programs errors: the host compiler
// says what is wrong.
func parseSafely(cfg *cc.Config, sources []cc.Source) (ast *cc.AST, err error) {
	defer func() {
		if p := recover(); p != nil {
			ast, err = nil, fmt.Errorf("%v", p)
		}
	}()
	return cc.Parse(cfg, sources)
}

// harmless reports whether all that cc/v4 found wrong is that it does not see a
// label: it loses the labels around nested functions, and the tree is right.
func harmless(err error) bool {
	if err == nil {
		return true
	}
	for _, line := range strings.Split(err.Error(), "\n") {
		if !strings.Contains(line, ": label undefined: ") {
			return false
		}
	}
	return true
}

// ccMessage is the form of cc/v4's messages.
var ccMessage = regexp.MustCompile(`^(.*?):(\d+):(\d+): (.*)$`)

// parseErrors converts cc/v4's errors, one message a line.
func parseErrors(lines lineMap, file string, err error) []ompir.Diagnostic {
	var out []ompir.Diagnostic
	for _, line := range strings.Split(err.Error(), "\n") {
		pos := ompir.Pos{File: file}
		if m := ccMessage.FindStringSubmatch(line); m != nil {
			line = m[4]
			row, _ := strconv.Atoi(m[2])
			col, _ := strconv.Atoi(m[3])
			if m[1] == markedFile {
				pos = lines.position(row, col)
			}
		}
		out = append(out, ompir.Errorf(pos, CannotParse, "omp2cl's C front end cannot parse this file: %s", line))
	}
	return out
}

// pos returns the user's position of a node; last is used for nodes that a
// builtin macro made.
func (b *builder) pos(n cc.Node) ompir.Pos {
	p := n.Position()
	if b.inUserText(n) {
		b.lastPos = b.lines.position(p.Line, p.Column)
		if n := wordLength(b.marked.Text[p.Offset:]); n > 1 {
			b.lastPos.EndCol = p.Column + n
		}
		if c := b.inClause; c.IsValid() && b.inPragma.Line <= b.lastPos.Line && b.lastPos.Line <= c.Line {
			b.lastPos = c
		}
	}
	return b.lastPos
}

// inUserText reports whether a node starts in the preprocessed text, not in what is
// added before or after it.
func (b *builder) inUserText(n cc.Node) bool {
	p := n.Position()
	return p.Filename == markedFile && p.Line > 0 && p.Offset < len(b.marked.Text)
}

// start returns the offset in the original text of a statement's first byte.
func (b *builder) start(s *cc.Statement) int {
	return b.marked.origOffset(s.Position().Offset)
}

// end returns the offset in the original text past a statement's last byte.
func (b *builder) end(s *cc.Statement) int {
	tok := lastToken(s)
	return b.marked.origOffset(tok.Position().Offset) + len(tok.Src())
}

// lastToken returns the token that a statement ends with: a semicolon or a brace.
func lastToken(s *cc.Statement) cc.Token {
	for {
		switch s.Case {
		case cc.StatementLabeled:
			s = s.LabeledStatement.Statement
		case cc.StatementCompound:
			return s.CompoundStatement.Token2
		case cc.StatementExpr:
			return s.ExpressionStatement.Token
		case cc.StatementSelection:
			next := s.SelectionStatement.Statement
			if s.SelectionStatement.Case == cc.SelectionStatementIfElse {
				next = s.SelectionStatement.Statement2
			}
			s = next
		case cc.StatementIteration:
			if s.IterationStatement.Case == cc.IterationStatementDo {
				return s.IterationStatement.Token5
			}
			s = s.IterationStatement.Statement
		case cc.StatementJump:
			j := s.JumpStatement
			if j.Token3.Src() != nil {
				return j.Token3
			}
			return j.Token2
		default:
			return s.AsmStatement.Token
		}
	}
}
