package charset

import (
	"strings"
	"testing"
)

func TestFault(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"module {}":                    "",
		"\xe2\x82\xac":                 "", // UTF-8
		"a\x00b":                       "",
		"\x00\x00a\x00":                "",
		"\xef\xbb\xbfmodule {}":        "byte order mark of UTF-8 (EF BB BF)",
		"\xff\xfem\x00":                "UTF-16, little-endian (it starts with",
		"\xfe\xff\x00m":                "UTF-16, big-endian (it starts with",
		"m\x00o\x00":                   "UTF-16, little-endian (every second",
		"\x00m\x00o":                   "UTF-16, big-endian (every second",
		"\xff\xfe":                     "UTF-16, little-endian",
		"module \xff\xfe \xef\xbb\xbf": "",
	} {
		if got := Fault(text); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
