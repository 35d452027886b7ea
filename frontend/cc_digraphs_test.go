package frontend

import "testing"

func TestRespell(t *testing.T) {
	for in, want := range map[string]string{
		"int a<:2:> = <% 1, 2 %>;":         "int a[ 2]  = {  1, 2 } ;",
		"a<:0:>[1] = '<:' + \"<%\\\"<:\";": "a[ 0] [1] = '<:' + \"<%\\\"<:\";",
		"#pragma it's\nf<:0:>;":            "#pragma it's\nf[ 0] ;",
		"x ? y :>z; \":>\"":                "x ? y :>z; \":>\"", // no digraph opens
	} {
		if got := string(Respell([]byte(in))); got != want {
			t.Errorf("Respell(%q) = %q, want %q", in, got, want)
		}
	}
}
