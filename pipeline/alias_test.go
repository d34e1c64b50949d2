package pipeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPipelineOptions(t *testing.T) {
	reg := toyRegistry()
	reg.RegisterPipeline(Alias{Name: "flexible", Text: "look,toy.func(grow{by=2},look)", Options: []string{"by"}})
	reg.RegisterPipeline(Alias{Name: "around", Text: "flexible,toy.func(grow)", Options: []string{"by"}})
	others := strings.NewReplacer(" chance=0.5 label= loud=false  seed=0 where=end", "")
	for _, tt := range []struct{ text, want string }{
		{"flexible", "any(look,toy.func(grow{by=2},look))"},
		{"flexible{by=5}", "any(look,toy.func(grow{by=5},look))"},
		{"around{by=7}", "any(look,toy.func(grow{by=7},look),toy.func(grow{by=7}))"},
		{"around{}", "any(look,toy.func(grow{by=2},look),toy.func(grow{by=1}))"},
		{"flexible{bye=5}", "1:10: error: no such option bye of pipeline 'flexible'; did you mean 'by'?"},
		{"flexible{by=x}", "1:10: error: option 'by' of pipeline 'flexible': 'x' is not an integer of 64 bits"},
		{"flexible{by}", "1:10: error: option 'by' of pipeline 'flexible' requires a value"},
	} {
		got := ""
		if p, err := ParsePipeline("any("+tt.text+")", reg); err != nil {
			_, got, _ = strings.Cut(err.Error(), "Parser:")
		} else {
			got = others.Replace(p.String())
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
	p, err := reg.Sequence("toy.module", []Use{{"flexible", "by=9"}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("toy.module(look,toy.func(grow{by=9},look))", others.Replace(p.String())); diff != "" {
		t.Error(diff)
	}
}

func TestPipelineOrder(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		order      Order
		options    []string
		want       string // of the panic
	}{
		{"after", "look,crash,look,miscount", Order{Pass: "miscount", Place: After, Other: "crash"}, nil, ""},
		{"not after", "look,miscount,crash,miscount", Order{"miscount", After, "crash", "it counts"}, nil,
			"pipeline 'p': pass #1 is out of order: 'miscount' runs after 'crash': it counts"},
		{"before", "look,crash,look", Order{Pass: "crash", Place: Before, Other: "look"}, nil, ""},
		{"not before", "look,crash", Order{"crash", Before, "look", "one must see"}, nil,
			"pipeline 'p': pass #1 is out of order: 'crash' runs before 'look': one must see"},
		{"never after", "look,look,crash", Order{Pass: "look", Place: NeverAfter, Other: "crash"}, nil, ""},
		{"but after", "toy.func(look),crash,toy.func(look)", Order{"look", NeverAfter, "crash", "it would see"}, nil,
			"pipeline 'p': pass #2 is out of order: 'look' runs never after 'crash': it would see"},
		{"of nobody", "look", Order{Pass: "look", Place: After, Other: "crash"}, nil,
			"pipeline 'p': its order speaks of 'crash', which it does not run"},
		{"option of nobody", "look,crash", Order{Pass: "crash", Place: After, Other: "look"}, []string{"by"},
			"pipeline 'p': none of its passes has an option 'by'"},
		{"broken", "look,crsh", Order{Pass: "crash", Place: After, Other: "look"}, nil,
			"pipeline 'p': <pipeline p>:1:6: error: 'crsh' does not refer to a registered pass or pass pipeline; did you mean 'crash'?"},
	} {
		got := ""
		func() {
			defer func() {
				if r := recover(); r != nil {
					got = r.(string)
				}
			}()
			toyRegistry().RegisterPipeline(Alias{Name: "p", Text: tt.text, Order: []Order{tt.order}, Options: tt.options})
		}()
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// What a pass says about the options that its pipeline was given is said where
// the user gave them.
func TestPipelineAnchorAndBind(t *testing.T) {
	type options struct {
		Size int `opt:"size" doc:"Size"`
	}
	reg := NewRegistry(&Pass{
		Name: "weigh", Title: "Weigh", Doc: "Weigh.", Options: func() any { return &options{1} },
		Bind: func(b *Binding) error {
			if n := b.Options.(*options).Size; n < 0 {
				return fmt.Errorf("%d is no size", n)
			}
			return nil
		},
	})
	reg.RegisterPipeline(Alias{Name: "twice", On: "toy.module", Text: "weigh,weigh", Options: []string{"size"}})
	reg.RegisterPipeline(Alias{Name: "bad", Text: "weigh,weigh{size=-2}"})
	for _, tt := range []struct{ text, want string }{
		{"toy.module(twice{size=3})", "toy.module(weigh{size=3},weigh{size=3})"},
		{"any(twice)", "any(weigh{size=1},weigh{size=1})"},
		{"toy.module(weigh, twice{size=-3})", "MLIR Textual PassPipeline Parser:1:14: error: pipeline 'twice': -3 is no size"},
		{"toy.module(weigh, toy.func(twice))", "MLIR Textual PassPipeline Parser:1:17: error: pipeline 'twice' runs on 'toy.module', but is nested on 'toy.func'"},
		{"any(bad)", "<pipeline bad>:1:7: error: -2 is no size"},
		{"any(weigh,weigh{size=-4})", "MLIR Textual PassPipeline Parser:1:7: error: -4 is no size"},
	} {
		got := ""
		if p, err := ParsePipeline(tt.text, reg); err != nil {
			got = err.Error()
		} else {
			got = p.String()
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}

func TestWords(t *testing.T) {
	type options struct {
		Files []string `opt:"files" doc:"Files" words:"true"`
		Loud  bool     `opt:"loud" doc:"Noise"`
	}
	reg := NewRegistry(&Pass{Name: "read", Title: "Read", Doc: "Read files.", Options: func() any { return &options{} }})
	for _, tt := range []struct{ text, want string }{
		{"read{a.rules}", "any(read{files={a.rules} loud=false})"},
		{"read{dir/a.rules loud b.rules files=c,d}", "any(read{files={dir/a.rules,b.rules,c,d} loud=true})"},
		{"read{laud=true}", "1:6: error: no such option laud of pass 'read'; did you mean 'loud'?"},
	} {
		got := ""
		if p, err := ParsePipeline("any("+tt.text+")", reg); err != nil {
			_, got, _ = strings.Cut(err.Error(), "Parser:")
		} else {
			got = p.String()
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}

// What a registry says of an order, all its pipelines keep that run both passes.
func TestOrderOfRegistry(t *testing.T) {
	reg := toyRegistry()
	reg.Order = []Order{{"look", NeverAfter, "crash", "it would see"}}
	for text, want := range map[string]string{
		"look,crash":                "",
		"look":                      "",
		"crash":                     "",
		"nobody,crash":              "",
		"crash,look":                "pass #1 is out of order: 'look' runs never after 'crash': it would see",
		"look,crash,toy.func(look)": "pass #2 is out of order: 'look' runs never after 'crash': it would see",
	} {
		got := ""
		if err := reg.Clone().AddPipeline(Alias{Name: "p", Text: text}); err != nil {
			got = err.Error()
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
