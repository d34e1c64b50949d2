package pipeline

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/ir"
)

// acting tells about an action of its own.
var acting = &Pass{Name: "act", Title: "Act", Doc: "Act.", Run: func(r *Run) error {
	end := r.Action(r.Op, "act", "`act` on @"+ir.SymbolName(r.Op))
	end()
	r.Passed(r.Op, "acting", "on @%s", ir.SymbolName(r.Op))
	return nil
}}

// TestCollections: neighbours that nest are run together, op by op, in the
// order of the ops and for any number of workers; what nests on any op is not.
func TestCollections(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"toy.module(toy.func(look),toy.func(act))", "toy.module(toy.func(look,act))"},
		{"toy.module(toy.func(look),toy.module(look),toy.func(act),look)", "toy.module(toy.func(look,act),toy.module(look), look)"},
		{"toy.module(toy.module(look),toy.func(act),toy.module(act))", "toy.module(toy.func(act),toy.module(look,act))"},
		{"toy.module(toy.func(look),any(act),any(look))", "toy.module(toy.func(look), any(act), any(look))"},
		{"toy.module(toy.module(toy.func(look),toy.func(act)),toy.func(look))", "toy.module(toy.func(look),toy.module(toy.func(look,act)))"},
	} {
		reg := toyRegistry()
		reg.Register(acting)
		p, err := ParsePipeline(tt.text, reg)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, p.asRun()); diff != "" {
			t.Errorf("%s: %s", tt.text, diff)
		}
		if p.String() != tt.text {
			t.Errorf("%s changed to %s", tt.text, p)
		}
	}
}

// ops is the text of an op in a log of actions.
var ops = regexp.MustCompile(" \\([^()]*toy\\..*\\)`\n")

// TestActionsAndRemarks: what passes tell about themselves comes in the order
// of the ops, for any number of workers.
func TestActionsAndRemarks(t *testing.T) {
	reg := toyRegistry()
	reg.Register(acting)
	want := ""
	for i := range 20 {
		want += fmt.Sprintf("[thread t] begins (no breakpoint) Action `pass-execution` running `Act` on Operation `toy.func` (OP)`\n"+
			"[thread t] begins (no breakpoint) Action `act` on @f%d (OP)`\n[thread t] completed `act`\n"+
			"[Passed] act | Category:acting | Function=f%d | Remark=\"on @f%d\"\n[thread t] completed `pass-execution`\n", i, i, i)
	}
	for _, workers := range []int{1, 2, 8} {
		var log strings.Builder
		remarks := &Remarks{Emit: func(m *Remark) { log.WriteString(m.String() + "\n") }}
		if err := remarks.Want(RemarkPassed, "act.*"); err != nil {
			t.Fatal(err)
		}
		ctx := ir.NewContext(toy)
		p, err := ParsePipeline("toy.module(toy.func(act))", reg)
		if err != nil {
			t.Fatal(err)
		}
		m := &Manager{Ctx: ctx, Pipeline: p, Workers: workers, Remarks: remarks, Actions: &Actions{Log: &log, Thread: "t"}}
		if err := m.Run(newModule(ctx, 20)); err != nil {
			t.Fatal(err)
		}
		// The first and the last line are about the module.
		lines := strings.SplitAfter(strings.TrimSuffix(log.String(), "\n"), "\n")
		got := ops.ReplaceAllString(strings.Join(lines[1:len(lines)-1], ""), " (OP)`\n")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
	}
}
