package trace

import (
	"strconv"
	"unicode/utf8"
)

// object appends the members of one JSON object to a buffer.
type object struct {
	b     []byte
	comma bool
}

// open begins an object; close ends it.
func (o *object) open() {
	o.b, o.comma = append(o.b, '{'), false
}

func (o *object) close() {
	o.b, o.comma = append(o.b, '}'), true
}

// key appends the name of a member. Names are ours and need no escapes.
func (o *object) key(name string) {
	if o.comma {
		o.b = append(o.b, ',')
	}
	o.comma = true
	o.b = append(o.b, '"')
	o.b = append(o.b, name...)
	o.b = append(o.b, '"', ':')
}

// inner begins a member that is an object.
func (o *object) inner(name string) {
	o.key(name)
	o.open()
}

func (o *object) text(name, value string) {
	o.key(name)
	o.b = appendQuoted(o.b, value)
}

// textIf appends a text unless it is empty.
func (o *object) textIf(name, value string) {
	if value != "" {
		o.text(name, value)
	}
}

func (o *object) number(name string, value int64) {
	o.key(name)
	o.b = strconv.AppendInt(o.b, value, 10)
}

func (o *object) size(name string, value uint64) {
	o.key(name)
	o.b = strconv.AppendUint(o.b, value, 10)
}

// address appends an address as text: JSON's readers know no 64-bit integers.
func (o *object) address(name string, value uint64) {
	if value == 0 {
		return
	}
	o.key(name)
	o.b = append(o.b, `"0x`...)
	o.b = strconv.AppendUint(o.b, value, 16)
	o.b = append(o.b, '"')
}

// micros appends nanoseconds as microseconds, exactly.
func (o *object) micros(name string, ns int64) {
	o.key(name)
	if ns < 0 {
		o.b = append(o.b, '-')
		ns = -ns
	}
	o.b = strconv.AppendInt(o.b, ns/1000, 10)
	if rest := ns % 1000; rest != 0 {
		o.b = append(o.b, '.', byte('0'+rest/100), byte('0'+rest/10%10), byte('0'+rest%10))
	}
}

// appendQuoted appends s as a JSON string; bytes that are no UTF-8 become U+FFFD.
func appendQuoted(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ' || r == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
