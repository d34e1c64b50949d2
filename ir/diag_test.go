package ir

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// TestLocate: places are looked up, of notes too, and notes come as Render has
// them.
func TestLocate(t *testing.T) {
	c := NewContext()
	src, err := c.AddSource("f", []byte("one two\nthree"), 2)
	if err != nil {
		t.Fatal(err)
	}
	at := func(line int) *Attr { return c.FileLoc(FileLine{File: "model.py", Line: line, Col: 1}) }
	called := c.ExplicitLoc(c.CallLoc(at(3), c.CallLoc(at(2), at(1))))
	for _, tt := range []struct {
		d    *Diag
		want Located
	}{
		{Errorf(0, "m"), Located{Message: "m"}},
		{Errorf(src.Loc(4), "m").WithNote(src.Loc(8), "n").WithNote(0, "o"), Located{Position: FileLine{File: "f", Line: 3, Col: 5}, Message: "m", Notes: []Located{
			{Severity: Note, Position: FileLine{File: "f", Line: 4, Col: 1}, Message: "n"}, {Severity: Note, Message: "o"},
		}}},
		{(&Diag{Severity: Warning, Loc: called, Message: "m"}).WithNote(called, "n"), Located{Severity: Warning, Position: FileLine{File: "model.py", Line: 3, Col: 1}, Message: "m", Notes: []Located{
			{Severity: Note, Position: FileLine{File: "model.py", Line: 2, Col: 1}, Message: "called from"},
			{Severity: Note, Position: FileLine{File: "model.py", Line: 1, Col: 1}, Message: "called from"},
			{Severity: Note, Position: FileLine{File: "model.py", Line: 3, Col: 1}, Message: "n"},
		}}},
	} {
		got := c.Locate(tt.d)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if lines := strings.Count(c.Render(tt.d), ": note: "); lines != len(got.Notes) {
			t.Errorf("Render shows %d notes, Locate %d", lines, len(got.Notes))
		}
	}
}
