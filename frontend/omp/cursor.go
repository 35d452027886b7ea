package omp

import "omp2cl/ompir"

// cursor reads a range of tokens. Past the last one it yields end, a token of kind
// tokEnd with the place and the text of what follows the range.
type cursor struct {
	toks []token
	at   int
	end  token
}

// peek returns the next token without passing it.
func (c *cursor) peek() token { return c.peekAt(0) }

// peekAt returns the token n places ahead.
func (c *cursor) peekAt(n int) token {
	if c.at+n < len(c.toks) {
		return c.toks[c.at+n]
	}
	return c.end
}

// next passes the next token and returns it.
func (c *cursor) next() token {
	t := c.peek()
	if !c.done() {
		c.at++
	}
	return t
}

// done reports whether all tokens are passed.
func (c *cursor) done() bool { return c.at >= len(c.toks) }

// accept passes the next token if it is s.
func (c *cursor) accept(s string) bool {
	if c.done() || !c.peek().is(s) {
		return false
	}
	c.at++
	return true
}

// since returns the tokens passed after place start.
func (c *cursor) since(start int) []token { return c.toks[start:c.at] }

var closers = map[string]string{"(": ")", "[": "]", "{": "}"}

// matching returns the place of the bracket that closes the one at place open.
// The error is nil if there is one.
func (c *cursor) matching(open int) (int, *ompir.Diagnostic) {
	var want []string
	for i := open; i < len(c.toks); i++ {
		t := c.toks[i]
		if t.kind != tokPunct {
			continue
		}
		if closer, ok := closers[t.text]; ok {
			want = append(want, closer)
			continue
		}
		if t.text != ")" && t.text != "]" && t.text != "}" {
			continue
		}
		if t.text != want[len(want)-1] {
			return 0, expected("'"+want[len(want)-1]+"'", t)
		}
		want = want[:len(want)-1]
		if len(want) == 0 {
			return i, nil
		}
	}
	return 0, expected("'"+want[len(want)-1]+"'", c.end)
}

// group passes the bracketed group that starts at the next token and returns a
// cursor over what is inside.
func (c *cursor) group() (*cursor, *ompir.Diagnostic) {
	close, err := c.matching(c.at)
	if err != nil {
		return nil, err
	}
	end := c.toks[close]
	end.kind = tokEnd
	inner := &cursor{toks: c.toks[c.at+1 : close], end: end}
	c.at = close + 1
	return inner, nil
}

// expected is the error that something else stands where what should be.
func expected(what string, found token) *ompir.Diagnostic {
	d := ompir.Errorf(found.pos, "syntax", "expected %s before %s", what, found.describe())
	return &d
}
