package pipeline

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tg-opt/tg/ir"
)

const growDefaults = "grow{by=1 chance=0.5 label= loud=false  seed=0 where=end}"

func TestPipelineText(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "toy.module()", "toy.module()"},
		{"pass", "toy.module(look)", "toy.module(look)"},
		{"any", "any(look)", "any(look)"},
		{"blanks", " toy.module( look ,\n\ttoy.func( look ) ) ", "toy.module(look,toy.func(look))"},
		{"empty options", "any(look{})", "any(look)"},
		{"defaults", "any(toy.func(grow))", "any(toy.func(" + growDefaults + "))"},
		{"values", "toy.func(grow{by=-0x10 where=start   loud chance=1e3 seed=18446744073709551615})",
			"toy.func(grow{by=-16 chance=1000 label= loud=true  seed=18446744073709551615 where=start})"},
		{"bool", "toy.func(grow{loud=1})", "toy.func(grow{by=1 chance=0.5 label= loud=true  seed=0 where=end})"},
		{"string", "toy.func(grow{label=a.b(c,d)=e})",
			"toy.func(grow{by=1 chance=0.5 label=a.b(c,d)=e loud=false  seed=0 where=end})"},
		{"quoted string", `toy.func(grow{label="a b"})`,
			"toy.func(grow{by=1 chance=0.5 label={a b} loud=false  seed=0 where=end})"},
		{"unbalanced string", `toy.func(grow{label="a}b"})`,
			`toy.func(grow{by=1 chance=0.5 label="a}b" loud=false  seed=0 where=end})`},
		{"quote in string", `toy.func(grow{label='a"b'})`,
			`toy.func(grow{by=1 chance=0.5 label='a"b' loud=false  seed=0 where=end})`},
		{"list", "toy.func(grow{only=f0,f1})",
			"toy.func(grow{by=1 chance=0.5 label= loud=false only={f0,f1} seed=0 where=end})"},
		{"list in braces", "toy.func(grow{only={f0,{f 1},\"f,2\",g(a,b)}})",
			"toy.func(grow{by=1 chance=0.5 label= loud=false only={f0,{f 1},{f,2},g(a,b)} seed=0 where=end})"},
		{"empty element", "toy.func(grow{only={{}}})",
			"toy.func(grow{by=1 chance=0.5 label= loud=false only={{}} seed=0 where=end})"},
		{"empty list", "toy.func(grow{only={}})", "toy.func(" + growDefaults + ")"},
		{"nested in nested", "any(toy.module(toy.func(look),look))", "any(toy.module(toy.func(look),look))"},
		{"given twice", "toy.func(grow{by=1 only=a by=2 only={b,c}})",
			"toy.func(grow{by=2 chance=0.5 label= loud=false only={a,b,c} seed=0 where=end})"},
		{"bare", " look,any(look) ", "builtin.module(look,any(look))"},
		{"bare with brackets in front", "toy.func(look),look", "builtin.module(toy.func(look),look)"},
		{"named", "toy.module(twice)",
			"toy.module(look,toy.func(grow{by=2 chance=0.5 label= loud=false  seed=0 where=end},look))"},
		{"named in named", "toy.module(thrice,look)",
			"toy.module(look,toy.func(grow{by=2 chance=0.5 label= loud=false  seed=0 where=end},look),look,look)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := ParsePipeline(tt.text, toyRegistry())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, p.String()); diff != "" {
				t.Error(diff)
			}
			for _, text := range []string{p.String(), strings.SplitAfterN(p.Pretty(), "\n", 2)[1]} {
				again, err := ParsePipeline(text, toyRegistry())
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				if diff := cmp.Diff(p.String(), again.String()); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestPipelineErrors(t *testing.T) {
	const (
		wrap  = "1:1: error: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'"
		noEnd = "; the text does not end with ')'"
	)
	tests := []struct{ text, want string }{
		{"", wrap + "; the text is empty"},
		{"  ", wrap + "; the text is empty"},
		{"lok", "1:1: error: 'lok' does not refer to a registered pass or pass pipeline; did you mean 'look'?"},
		{"look,lok", "1:6: error: 'lok' does not refer to a registered pass or pass pipeline; did you mean 'look'?"},
		{"look)", "1:5: error: encountered extra closing ')' creating unbalanced parentheses while parsing pipeline"},
		{"look,any(look", "1:9: error: encountered unbalanced parentheses while parsing pipeline"},
		{"(look)", wrap},
		{`look{a="}(,"}`, "1:6: error: no such option a: pass 'look' has no options"},
		{"any(loop)", "<pipeline loop>:1:6: error: pipeline 'loop' contains itself"},
		{"any(broken)", "<pipeline broken>:2:1: error: 'lok' does not refer to a registered pass or pass pipeline; did you mean 'look'?"},
		{"any(thrice{a=b})", "1:1: error: pipeline 'thrice' takes no options"},
		{"any(lok)", "1:1: error: 'lok' does not refer to a registered pass or pass pipeline; did you mean 'look'?"},
		{"any(look,\n  qqqqqqqqq)", "2:3: error: 'qqqqqqqqq' does not refer to a registered pass or pass pipeline"},
		{"any(look(look))", "1:1: error: 'look' is not the name of an operation to nest on: expected 'any' or a name such as 'func.func'"},
		{"toy.module(grow)", "1:1: error: Can't add pass 'grow' restricted to 'toy.func' on a PassManager intended to run on 'toy.module', did you intend to nest? Try 'toy.func(grow)'"},
		{"any(grow)", "1:1: error: Can't add pass 'grow' restricted to 'toy.func' on a PassManager intended to run on 'any', did you intend to nest? Try 'toy.func(grow)'"},
		{"toy.module(toy.func(look)", "1:9: error: encountered unbalanced parentheses while parsing pipeline"},
		{"toy.module(toy.func(look", wrap + noEnd},
		{"toy.module(look))", "1:5: error: encountered extra closing ')' creating unbalanced parentheses while parsing pipeline"},
		{"any(look,)", "1:6: error: '' does not refer to a registered pass or pass pipeline: expected a name at the end"},
		{"any(,look)", "1:1: error: '' does not refer to a registered pass or pass pipeline: expected a name, but got ','"},
		{"any(look,,look)", "1:6: error: '' does not refer to a registered pass or pass pipeline: expected a name, but got ','"},
		{"any(look),", "1:11: error: '' does not refer to a registered pass or pass pipeline: expected a name at the end"},
		{"any(look look)", "1:6: error: expected ',' after parsing pipeline, but got 'look'"},
		{"any(look)x", wrap + noEnd},
		{"any(toy.func(look look))", "1:15: error: expected ',' after parsing pipeline, or ')', but got 'look'"},
		{"any(look)x()", "1:5: error: encountered extra closing ')' creating unbalanced parentheses while parsing pipeline"},
		{"any(toy.func{a=b}(look))", "1:14: error: expected ',' after parsing pipeline, but got '('"},
		{"any(lo'ok)", "1:3: error: expected ',' after parsing pipeline, but got '''"},
		{"any(é)", "1:1: error: '' does not refer to a registered pass or pass pipeline: expected a name, but got 'é'"},
		{"any(\xff)", "1:1: error: '' does not refer to a registered pass or pass pipeline: expected a name, but got '�'"},
		{"any(look})", "1:5: error: expected ',' after parsing pipeline, but got '}'"},
		{"any(look{a=b)", "1:5: error: missing closing '}' while processing pass options"},
		{"any(look{a=b", wrap + noEnd},
		{"any(look{a=(b})", "1:8: error: missing closing ')' while processing pass options"},
		{"any(look{a=\"b})", "1:8: error: missing closing quote while processing pass options"},
		{"any(look{=b})", "1:6: error: expected an option 'name=value' or '}', but got '='"},
		{"any(look{a{b}})", "1:7: error: expected an option 'name=value' or '}', but got '{'"},
		{"any(look{a=b})", "1:6: error: no such option a: pass 'look' has no options"},
		{"any(toy.func(grow{bye=1}))", "1:15: error: no such option bye of pass 'grow'; did you mean 'by'?"},
		{"any(toy.func(grow{internal=1}))", "1:15: error: no such option internal of pass 'grow'"},
		{"toy.func(grow{by})", "1:6: error: option 'by' of pass 'grow' requires a value"},
		{"toy.func(grow{by=})", "1:6: error: option 'by' of pass 'grow': '' is not an integer of 64 bits"},
		{"toy.func(grow{by=abc})", "1:6: error: option 'by' of pass 'grow': 'abc' is not an integer of 64 bits"},
		{"toy.func(grow{by=9223372036854775808})", "1:6: error: option 'by' of pass 'grow': '9223372036854775808' is not an integer of 64 bits"},
		{"toy.func(grow{by=1,loud=1})", "1:6: error: option 'by' of pass 'grow': '1,loud=1' is not an integer of 64 bits"},
		{"toy.func(grow{seed=-1})", "1:6: error: option 'seed' of pass 'grow': '-1' is not a non-negative integer of 64 bits"},
		{"toy.func(grow{chance=x})", "1:6: error: option 'chance' of pass 'grow': 'x' is not a number"},
		{"toy.func(grow{loud=maybe})", "1:6: error: option 'loud' of pass 'grow': 'maybe' is not a boolean; try true or false"},
		{"toy.func(grow{where=ende})", "1:6: error: option 'where' of pass 'grow': 'ende' is none of start, end; did you mean 'end'?"},
		{strings.Repeat("any(", 102) + strings.Repeat(")", 102), "1:404: error: brackets are nested deeper than 100"},
		{"any(look{a=" + strings.Repeat("{", 1e6) + "})", "1:107: error: brackets are nested deeper than 100"},
	}
	for _, tt := range tests {
		name := tt.text
		if len(name) > 40 {
			name = name[:40]
		}
		t.Run(name, func(t *testing.T) {
			p, err := ParsePipeline(tt.text, toyRegistry())
			if err == nil {
				t.Fatalf("got %s", p)
			}
			want := tt.want
			if want[0] != '<' {
				want = "MLIR Textual PassPipeline Parser:" + want
			}
			if diff := cmp.Diff(want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTextErrorDiag(t *testing.T) {
	_, err := ParsePipeline("any(look,\n    lok)", toyRegistry())
	c := ir.NewContext()
	got := c.Render(err.(*TextError).Diag(c))
	want := "<unknown>:0: error: MLIR Textual PassPipeline Parser:2:5: error: 'lok' does not refer to a registered pass or pass pipeline; did you mean 'look'?\n" +
		"    lok\n    ^\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSequence(t *testing.T) {
	tests := []struct {
		name, anchor string
		uses         []Use
		want         string
	}{
		{"nothing", "toy.module", nil, "toy.module()"},
		{"order", "toy.module", []Use{{"look", ""}, {"corrupt", ""}, {"look", ""}}, "toy.module(look,corrupt,look)"},
		{"nested by itself", "toy.module", []Use{{"grow", ""}, {"look", ""}, {"grow", "by=2 loud"}},
			"toy.module(toy.func(" + growDefaults + "),look,toy.func(grow{by=2 chance=0.5 label= loud=true  seed=0 where=end}))"},
		{"on its own op", "toy.func", []Use{{"grow", ""}}, "toy.func(" + growDefaults + ")"},
		{"named", "toy.module", []Use{{"twice", ""}},
			"toy.module(look,toy.func(grow{by=2 chance=0.5 label= loud=false  seed=0 where=end},look))"},
		{"unknown", "toy.module", []Use{{"lok", ""}}, "--lok:1:1: error: 'lok' does not refer to a registered pass or pass pipeline; did you mean 'look'?"},
		{"bad option", "toy.module", []Use{{"grow", "by=1 bi=2"}}, "--grow:1:6: error: no such option bi of pass 'grow'; did you mean 'by'?"},
		{"bad value", "toy.module", []Use{{"grow", "by=x"}}, "--grow:1:1: error: option 'by' of pass 'grow': 'x' is not an integer of 64 bits"},
		{"syntax", "toy.module", []Use{{"grow", "by=1} x"}}, "--grow:1:5: error: encountered extra closing '}' while processing pass options"},
		{"open brace", "toy.module", []Use{{"grow", "label={"}}, "--grow:1:1: error: missing closing '}' while processing pass options"},
		{"options of a pipeline", "toy.module", []Use{{"twice", "a"}}, "--twice:1:1: error: pipeline 'twice' takes no options"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := toyRegistry().Sequence(tt.anchor, tt.uses)
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = p.String()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPretty(t *testing.T) {
	p, err := ParsePipeline("toy.module(toy.func(grow,look),look,any())", toyRegistry())
	if err != nil {
		t.Fatal(err)
	}
	want := `Pass Manager with 3 passes:
toy.module(
  toy.func(
    ` + growDefaults + `,
    look
  ),
  look,
  any(

  )
)

`
	if diff := cmp.Diff(want, p.Pretty()); diff != "" {
		t.Error(diff)
	}
}

func TestOptionList(t *testing.T) {
	want := []Option{
		{Name: "by", Doc: "How many ops to add", Default: "1", Kind: "int"},
		{Name: "chance", Doc: "Ignored", Default: "0.5", Kind: "float"},
		{Name: "label", Doc: "What to call it", Kind: "string"},
		{Name: "loud", Doc: "Say so", Default: "false", Kind: "bool"},
		{Name: "only", Doc: "Functions to grow; all if empty", Kind: "list"},
		{Name: "seed", Doc: "Ignored", Default: "0", Kind: "uint"},
		{Name: "where", Doc: "Where to add them", OneOf: []string{"start", "end"}, Default: "end", Kind: "value"},
	}
	if diff := cmp.Diff(want, grow.OptionList()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Option(nil), look.OptionList()); diff != "" {
		t.Error(diff)
	}
}

func TestSummary(t *testing.T) {
	if diff := cmp.Diff([]string{"Add ops", "Look only"}, []string{grow.Summary(), look.Summary()}); diff != "" {
		t.Error(diff)
	}
}

func TestRegistry(t *testing.T) {
	reg := toyRegistry()
	var names []string
	for _, p := range reg.Passes() {
		names = append(names, p.Name)
	}
	for _, a := range reg.Pipelines() {
		names = append(names, a.Name)
	}
	want := "corrupt crash emit-error fail-odd grow look miscount broken loop thrice twice"
	if diff := cmp.Diff(want, strings.Join(names, " ")); diff != "" {
		t.Error(diff)
	}
	defer func() {
		if recover() == nil {
			t.Error("registering a name twice must panic")
		}
	}()
	reg.Register(&Pass{Name: "twice"})
}

// FuzzPipeline: no text makes the parser panic, and what it accepts prints as
// text that parses to the same.
func FuzzPipeline(f *testing.F) {
	for _, s := range []string{
		"toy.module(look,toy.func(grow{by=2 where=start},look))",
		"any(toy.func(grow{label={a b} only={x,{y z},\"q}\",''}}))",
		"any(toy.func(grow{only=a,,b label=\"a}b\"}))",
		"any(look{", "any(thrice)", "any(look{a='\"'})", "))(({{}}", "any(\xff)",
	} {
		f.Add(s)
	}
	reg := toyRegistry()
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePipeline(text, reg)
		if err != nil {
			_ = err.Error()
			c := ir.NewContext()
			if r := c.Render(err.(*TextError).Diag(c)); !strings.Contains(r, ": error: ") {
				t.Fatal(r)
			}
			return
		}
		again, err := ParsePipeline(p.String(), reg)
		if err != nil {
			t.Fatalf("%q prints as %q: %v", text, p, err)
		}
		if p.String() != again.String() {
			t.Fatalf("%q prints as %q, which prints as %q", text, p, again)
		}
	})
}

func BenchmarkParsePipeline(b *testing.B) {
	reg := toyRegistry()
	for b.Loop() {
		if _, err := ParsePipeline("toy.module(toy.func(look,grow{by=5 where=start}),look)", reg); err != nil {
			b.Fatal(err)
		}
	}
}
