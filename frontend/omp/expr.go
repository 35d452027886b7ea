package omp

import (
	"strings"

	"omp2cl/ompir"
)

// maxDepth bounds the nesting of expressions.
const maxDepth = 256

// binaryOperators are the operators between operands, assignments included.
// Precedence does not matter: only the extent and the form of expressions do.
var binaryOperators = wordSet(`* / % + - << >> < > <= >= == != & ^ | && || = *= /= %=
	+= -= <<= >>= &= ^= |=`)

var prefixOperators = wordSet(`+ - ! ~ * & && ++ -- __extension__ __real__ __imag__`)

// typeOperators take a parenthesized type name or an operand.
var typeOperators = wordSet(`sizeof _Alignof __alignof__ __alignof alignof`)

// exprChecker reads C expressions off a cursor. It knows no types, so it tells
// casts from operands by their looks.
type exprChecker struct {
	*cursor
	depth int
}

// assignment passes one assignment expression (no comma outside brackets).
func (c *cursor) assignment() *ompir.Diagnostic {
	return (&exprChecker{cursor: c}).assignment()
}

func (e *exprChecker) assignment() *ompir.Diagnostic {
	e.depth++
	defer func() { e.depth-- }()
	if e.depth > maxDepth {
		d := ompir.Errorf(e.peek().pos, "syntax", "expression is nested too deeply")
		return &d
	}
	for {
		if err := e.operand(); err != nil {
			return err
		}
		switch t := e.peek(); {
		case t.kind == tokPunct && binaryOperators[t.text]:
			e.next()
		case e.accept("?"):
			if err := e.middle(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// middle passes what stands between '?' and its ':', and the ':'.
func (e *exprChecker) middle() *ompir.Diagnostic {
	if e.accept(":") { // GNU C: x ?: y
		return nil
	}
	if err := e.commaList(); err != nil {
		return err
	}
	if !e.accept(":") {
		return expected("':'", e.peek())
	}
	return nil
}

// commaList passes assignment expressions between commas.
func (e *exprChecker) commaList() *ompir.Diagnostic {
	for {
		if err := e.assignment(); err != nil {
			return err
		}
		if !e.accept(",") {
			return nil
		}
	}
}

// operand passes a unary expression.
func (e *exprChecker) operand() *ompir.Diagnostic {
	for {
		t := e.peek()
		switch {
		case (t.kind == tokPunct || t.kind == tokIdent) && prefixOperators[t.text]:
			e.next()
		case t.kind == tokIdent && typeOperators[t.text]:
			e.next()
			if e.peek().is("(") {
				if _, err := e.group(); err != nil {
					return err
				}
				e.literalBraces()
				return e.postfix()
			}
		case t.is("(") && e.atCast():
			if _, err := e.group(); err != nil {
				return err
			}
			if e.literalBraces() {
				return e.postfix()
			}
		default:
			if err := e.primary(); err != nil {
				return err
			}
			return e.postfix()
		}
	}
}

// literalBraces passes the initializer of a compound literal, if one follows.
func (e *exprChecker) literalBraces() bool {
	if !e.peek().is("{") {
		return false
	}
	_, err := e.group()
	return err == nil
}

// atCast reports whether the parenthesis ahead encloses a type name.
func (e *exprChecker) atCast() bool {
	close, err := e.matching(e.at)
	if err != nil || close == e.at+1 {
		return false
	}
	inner := e.toks[e.at+1 : close]
	after := e.peekAt(close + 1 - e.at)
	switch {
	case inner[0].kind != tokIdent:
		return false
	case after.is("{"), hasTypeMarks(inner):
		return true
	case len(inner) > 1:
		return false
	}
	switch after.kind {
	case tokIdent, tokNumber, tokString, tokChar:
		return true
	}
	return after.is("~") || after.is("!")
}

// hasTypeMarks reports whether the tokens have what a type name has and an
// expression has not: a keyword of types, two words in a row, a star at the end or
// before a parenthesis.
func hasTypeMarks(toks []token) bool {
	depth := 0
	for i, t := range toks {
		last := i == len(toks)-1
		switch {
		case t.is("("), t.is("["):
			depth++
		case t.is(")"), t.is("]"):
			depth--
		case t.is("*") && (last || toks[i+1].is(")")):
			return true
		case depth > 0 || t.kind != tokIdent || typeOperators[t.text]:
		case typeWords[t.text], !last && toks[i+1].kind == tokIdent && !keywords[t.text]:
			return true
		}
	}
	return false
}

// primary passes an identifier, a constant, strings or a parenthesized expression.
func (e *exprChecker) primary() *ompir.Diagnostic {
	t := e.peek()
	switch t.kind {
	case tokNumber, tokChar:
		e.next()
		return nil
	case tokString:
		for e.peek().kind == tokString {
			e.next()
		}
		return nil
	case tokIdent:
		return e.name()
	}
	if t.is("(") {
		return e.parenthesized()
	}
	return expected("expression", t)
}

// name passes an identifier, with its parentheses where those may hold types.
func (e *exprChecker) name() *ompir.Diagnostic {
	t := e.peek()
	generic := t.text == "_Generic"
	if keywords[t.text] && !generic {
		return expected("expression", t)
	}
	e.next()
	if (generic || strings.HasPrefix(t.text, "__builtin_")) && e.peek().is("(") {
		_, err := e.group()
		return err
	}
	return nil
}

// parenthesized passes "( expression )" or a GNU statement expression.
func (e *exprChecker) parenthesized() *ompir.Diagnostic {
	inner, err := e.group()
	if err != nil {
		return err
	}
	if inner.peek().is("{") {
		return nil
	}
	return e.whole(inner)
}

// whole checks that inner is one comma expression.
func (e *exprChecker) whole(inner *cursor) *ompir.Diagnostic {
	sub := &exprChecker{cursor: inner, depth: e.depth}
	if err := sub.commaList(); err != nil {
		return err
	}
	if !inner.done() {
		return expected("'"+inner.end.text+"'", inner.peek())
	}
	return nil
}

// postfix passes calls, subscripts, members and ++ and --.
func (e *exprChecker) postfix() *ompir.Diagnostic {
	for {
		t := e.peek()
		switch {
		case t.is("++"), t.is("--"):
			e.next()
		case t.is("."), t.is("->"):
			e.next()
			if name := e.next(); name.kind != tokIdent {
				return expected("a member's name", name)
			}
		case t.is("("), t.is("["):
			inner, err := e.group()
			if err != nil {
				return err
			}
			if t.is("(") && inner.done() {
				continue
			}
			if err := e.whole(inner); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}
