package ir_test

import (
	"errors"
	"testing"

	"github.com/tg-opt/tg/ir"
)

// TestForget: a forgotten text keeps its positions; its lines are shown while
// they can be had again.
func TestForget(t *testing.T) {
	const text = "first\n  second line\nthird"
	const where = "a.mlir:2:3: error: wrong\n"
	for name, c := range map[string]struct {
		again func() []byte
		want  string
	}{
		"there": {func() []byte { return []byte(text) }, where + "  second line\n  ^\n"},
		"gone":  {func() []byte { return nil }, where},
		"other": {func() []byte { return []byte("something else") }, where},
	} {
		ctx := ir.NewContext()
		s, err := ctx.AddSource("a.mlir", []byte(text), 0)
		if err != nil {
			t.Fatal(err)
		}
		s.Forget(c.again)
		if s.Text != nil {
			t.Errorf("%s: the text is still there", name)
		}
		if got := ctx.Render(ir.Errorf(s.Loc(8), "wrong")); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", name, got, c.want)
		}
	}
}

// TestOpenSource: a file is read once, and is no other text of that name.
func TestOpenSource(t *testing.T) {
	ctx := ir.NewContext()
	other, err := ctx.AddSource("a.rules", []byte("other"), 0)
	if err != nil {
		t.Fatal(err)
	}
	missing := errors.New("missing")
	if _, err := ctx.OpenSource("a.rules", func() ([]byte, error) { return nil, missing }); err != missing {
		t.Errorf("a file that cannot be read: %v", err)
	}
	first, err := ctx.OpenSource("a.rules", func() ([]byte, error) { return []byte("text"), nil })
	if err != nil || first == other || string(first.Text) != "text" {
		t.Errorf("%v, %q", err, first.Text)
	}
	again, err := ctx.OpenSource("a.rules", func() ([]byte, error) { return nil, missing })
	if err != nil || again != first {
		t.Errorf("it was read again: %v", err)
	}
}
