package frontend

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// attributes are the GNU attributes that change a type or a layout.
type attributes struct {
	packed bool
	align  int64 // bytes, 0 = none
	mode   string
	vector bool
}

// defaultAligned is what aligned without an argument means: the largest alignment
// of the target.
const defaultAligned = 16

// attributesOf adds the attributes of a list to a. cc/v4 drops some values of a
// long list, so that the text is read; its tree serves to evaluate arguments.
func (c *conv) attributesOf(l *cc.AttributeSpecifierList, a *attributes) {
	for ; l != nil; l = l.AttributeSpecifierList {
		s := l.AttributeSpecifier
		from, to := s.Token3.Position(), s.Token4.Position()
		if from.Filename == builtinFile || from.Offset >= to.Offset {
			continue
		}
		text := string(c.marked.Text[from.Offset+1 : to.Offset])
		for _, value := range splitTop(text) {
			c.attribute(value, s.AttributeValueList, a)
		}
	}
}

// splitTop splits text at commas outside of parentheses.
func splitTop(text string) []string {
	var parts []string
	depth, start := 0, 0
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}

// attribute adds one attribute, written name or name(argument).
func (c *conv) attribute(text string, l *cc.AttributeValueList, a *attributes) {
	name, arg, _ := strings.Cut(text, "(")
	arg = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(arg), ")"))
	switch bareName(name) {
	case "packed", "gcc_struct packed":
		a.packed = true
	case "aligned":
		a.align = max(a.align, c.alignedValue(arg, l))
	case "mode":
		a.mode = bareName(arg)
	case "vector_size", "ext_vector_type":
		a.vector = true
	}
}

// bareName removes the underscores around an attribute's name.
func bareName(s string) string {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "__") && strings.HasSuffix(s, "__") && len(s) > 4 {
		return s[2 : len(s)-2]
	}
	return s
}

// alignedValue evaluates the argument of aligned.
func (c *conv) alignedValue(arg string, l *cc.AttributeValueList) int64 {
	if arg == "" {
		return defaultAligned
	}
	if v, err := strconv.ParseInt(arg, 0, 64); err == nil {
		return v
	}
	for ; l != nil; l = l.AttributeValueList {
		v := l.AttributeValue
		if v == nil || v.ArgumentExpressionList == nil || bareName(v.Token.SrcStr()) != "aligned" {
			continue
		}
		if n, ok := c.constInt(c.quiet(v.ArgumentExpressionList.AssignmentExpression)); ok {
			return n
		}
	}
	return 0
}

// alignment evaluates _Alignas.
func (c *conv) alignment(as *cc.AlignmentSpecifier, b *base) {
	switch as.Case {
	case cc.AlignmentSpecifierType:
		t, _ := c.typeName(as.TypeName)
		b.align = max(b.align, alignOf(t))
	case cc.AlignmentSpecifierExpr:
		if v, ok := c.constInt(c.quiet(as.ConstantExpression)); ok {
			b.align = max(b.align, v)
		}
	}
}
