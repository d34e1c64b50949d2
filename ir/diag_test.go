package ir

import (
	"strings"
	"testing"
)

// TestRenderDiag: what is underlined, what a note repeats and what is cut.
func TestRenderDiag(t *testing.T) {
	c := NewContext()
	src, err := c.AddSource("f", []byte("one two\nthree"), 0)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 3*maxMessage)
	for _, tt := range []struct {
		name string
		d    *Diag
		want string
	}{
		{"caret", Errorf(src.Loc(4), "m"), "f:1:5: error: m\none two\n    ^\n"},
		{"underlined", &Diag{Loc: src.Loc(4), Message: "m", Width: 3}, "f:1:5: error: m\none two\n    ^~~\n"},
		{"to the end of the line", &Diag{Loc: src.Loc(4), Message: "m", Width: 30}, "f:1:5: error: m\none two\n    ^~~\n"},
		{"behind the line", &Diag{Loc: src.Loc(7), Message: "m", Width: 3}, "f:1:8: error: m\none two\n       ^\n"},
		{"note at the same place", Errorf(src.Loc(8), "m").WithNote(src.Loc(8), "n"), "f:2:1: error: m\nthree\n^\nf:2:1: note: n\n"},
		{"notes there and back", Errorf(src.Loc(8), "m").WithNote(src.Loc(0), "n").WithNote(src.Loc(0), "o").WithNote(src.Loc(8), "p"),
			"f:2:1: error: m\nthree\n^\nf:1:1: note: n\none two\n^\nf:1:1: note: o\nf:2:1: note: p\nthree\n^\n"},
		{"verbatim", &Diag{Message: long, Verbatim: true}, "<unknown>:0: error: " + long + "\n"},
	} {
		if got := c.Render(tt.d); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, tt.want)
		}
	}
	if got := c.Render(Errorf(0, "%s", long)); len(got) > maxMessage+100 {
		t.Errorf("a long message is shown in full: %d bytes", len(got))
	}
}
