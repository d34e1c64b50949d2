package opt

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/ir"
)

// produced is a diagnostic for expectations to check.
type produced struct {
	severity ir.Severity
	line     int // of the file, 0 for none
	message  string
}

func TestExpectations(t *testing.T) {
	tests := []struct {
		name, text string
		onlyMine   bool
		produced   []produced
		want       []string
	}{
		{"nothing", "", false, nil, nil},
		{"met", "op // expected-error {{bad}}\n", false, []produced{{ir.Error, 1, "a bad op"}}, nil},
		{"literal", "op // expected-error {{(a|b) [}}\n", false, []produced{{ir.Error, 1, "the (a|b) [ op"}}, nil},
		{"offset", "// expected-error@+2 {{bad}}\n\nop\n// expected-note @-1 {{here}}", false,
			[]produced{{ir.Error, 3, "bad"}, {ir.Note, 3, "here"}}, nil},
		{"above and below", "op\n// expected-warning@above {{w}}\n// expected-remark@above {{r}}\n// expected-error@below {{e}}\n// expected-note@below {{n}}\nop", false,
			[]produced{{ir.Warning, 1, "w"}, {ir.Remark, 1, "r"}, {ir.Error, 6, "e"}, {ir.Note, 6, "n"}}, nil},
		{"unknown place", "// expected-error@unknown {{e}}", false, []produced{{ir.Error, 0, "e"}}, nil},
		{"unknown place, in vain", "// expected-error@unknown {{e}}\n// expected-note {{n}}", false, nil,
			[]string{`2: expected note "n" was not produced`, `0: expected error "e" was not produced`}},
		{"regex", "op // expected-error-re {{un{{.*}}wn (}}", false, []produced{{ir.Error, 1, "unkown ("}}, nil},
		{"regex is not met", "op // expected-error-re {{un{{x*}}wn}}", false, []produced{{ir.Error, 1, "unkown"}},
			[]string{"1: unexpected error: unkown", `1: expected error "un{{x*}}wn" was not produced`}},
		{"bad regex", "op // expected-error-re {{a{{(}}}}", false, nil, []string{"1: invalid regex: parentheses not balanced"}},
		{"open regex", "op // expected-error-re {{a{{b}}", false, nil, []string{"1: found start of regex with no end '}}'"}},
		{"wrong line", "op // expected-error {{bad}}\nop", false, []produced{{ir.Error, 2, "bad"}},
			[]string{"2: unexpected error: bad", `1: expected error "bad" was not produced`}},
		{"wrong severity", "op // expected-error {{bad}}", false, []produced{{ir.Warning, 1, "bad"}},
			[]string{"1: 'warning' diagnostic emitted when expecting a 'error'", `1: expected error "bad" was not produced`}},
		{"several times", "op // expected-error {{bad}}", false, []produced{{ir.Error, 1, "bad"}, {ir.Error, 1, "bad"}}, nil},
		{"one of two", "// expected-error@+2 {{bad}}\n// expected-error@+1 {{bad}}\nop", false, []produced{{ir.Error, 3, "bad"}, {ir.Error, 3, "bad"}},
			[]string{`2: expected error "bad" was not produced`}},
		{"only expected", "op // expected-error {{bad}}", true, []produced{{ir.Error, 2, "other"}},
			[]string{`1: expected error "bad" was not produced`}},
		{"before the file", "// expected-error@-1 {{bad}}", false, []produced{{ir.Error, 0, "bad"}},
			[]string{"0: unexpected error: bad", `1: expected error "bad" was not produced`}},
		{"nothing above", "// expected-error@above {{bad}}", false, []produced{{ir.Error, 0, "bad"}},
			[]string{"0: unexpected error: bad", `1: expected error "bad" was not produced`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			e, err := newExpectations("f.mlir", []byte(tt.text), tt.onlyMine, func(ctx *ir.Context, d *ir.Diag) {
				p, _ := ctx.FilePosition(d.Loc)
				got = append(got, fmt.Sprintf("%d: %s", p.Line, d.Message))
			})
			if err != nil {
				t.Fatal(err)
			}
			ctx := ir.NewContext()
			for _, p := range tt.produced {
				var loc ir.Loc
				if p.line > 0 {
					loc = ctx.ExplicitLoc(ctx.FileLoc(ir.FileLine{File: "f.mlir", Line: p.line, Col: 1}))
				}
				e.check(ctx, &ir.Diag{Severity: p.severity, Loc: loc, Message: p.message})
			}
			if ok := e.finish(); ok != (tt.want == nil) {
				t.Errorf("finish says %v", ok)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestExpectationsOfNotes(t *testing.T) {
	e, err := newExpectations("f", []byte("// expected-error@unknown {{e}}\n// expected-note@unknown {{n}}\n"), false, func(_ *ir.Context, d *ir.Diag) { t.Error(d) })
	if err != nil {
		t.Fatal(err)
	}
	e.check(ir.NewContext(), ir.Errorf(0, "e").WithNote(0, "n"))
	if !e.finish() {
		t.Error("finish says no")
	}
}
