package pipeline

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tg-opt/tg/ir"
)

// What a pass cannot prepare is told once, all of it, and nothing runs: neither
// the pass, however many ops it would have run on, nor those before it.
func TestPrepare(t *testing.T) {
	var prepared []string
	pass := &Pass{
		Name: "read", Title: "Read", Doc: "Read a file.",
		Options: func() any {
			return &struct {
				Files []string `opt:"files" doc:"Files to read"`
			}{}
		},
		Prepare: func(_ *ir.Context, options any) error {
			var errs []error
			for _, name := range fieldsOf(options)[0].value.Interface().([]string) {
				prepared = append(prepared, name)
				if name != "right" {
					errs = append(errs, ir.Errorf(0, "there is no '%s'", name))
				}
			}
			return errors.Join(errs...)
		},
		Run: func(*Run) error { return nil },
	}
	for _, tt := range []struct {
		text, log, prepared string
		lists               []string
	}{
		{"toy.func(grow{by=1 loud},read{files=right})", "<unknown>:0: remark: grew @f0\n<unknown>:0: remark: grew @f1\n", "right", []string{"right"}},
		{"toy.func(grow{by=1 loud},read{files=a,b},read{files=c,a}),read{files=right}", "<unknown>:0: error: there is no 'a'\n<unknown>:0: error: there is no 'b'\n", "a b", []string{"a", "b", "c", "right"}},
	} {
		prepared = nil
		c := ir.NewContext(toy)
		reg := toyRegistry()
		reg.Register(pass)
		p, err := ParsePipeline("toy.module("+tt.text+")", reg)
		if err != nil {
			t.Fatal(err)
		}
		var log strings.Builder
		root := newModule(c, 2)
		before := toyText(root)
		m := &Manager{Ctx: c, Pipeline: p, Emit: func(d *ir.Diag) { log.WriteString(c.Render(d)) }}
		fails := strings.Contains(tt.log, "error")
		if err := m.Run(root); (err != nil) != fails {
			t.Errorf("%s: %v", tt.text, err)
		}
		if changed := toyText(root) != before; changed == fails {
			t.Errorf("%s: changed: %v", tt.text, changed)
		}
		if d := cmp.Diff(tt.log, log.String()); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
		if got := strings.Join(prepared, " "); got != tt.prepared {
			t.Errorf("%s: prepared %s", tt.text, got)
		}
		if d := cmp.Diff(tt.lists, p.Lists("files")); d != "" {
			t.Errorf("%s: %s", tt.text, d)
		}
	}
}
