package pipeline

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tg-opt/tg/ir"
)

// outcome is all that a run shows to the outside.
type outcome struct {
	Log    string // diagnostics and dumps in order
	IR     string
	Failed bool
	Stats  string
}

type setup struct {
	text      string
	functions int
	workers   int
	configure func(*Manager)
}

func (s setup) run(t *testing.T) outcome {
	t.Helper()
	c := ir.NewContext(toy)
	p, err := ParsePipeline(s.text, toyRegistry())
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	m := &Manager{Ctx: c, Pipeline: p, Workers: s.workers, Statistics: NewStatistics(),
		Emit: func(d *ir.Diag) { log.WriteString(c.Render(d)) }}
	if s.configure != nil {
		s.configure(m)
	}
	if m.Dumps != nil {
		m.Dumps.Out, m.Dumps.Print = &log, printToy
	}
	root := newModule(c, s.functions)
	err = m.Run(root)
	var stats strings.Builder
	m.Statistics.Report(&stats, false)
	return outcome{log.String(), toyText(root), err != nil, stats.String()}
}

func TestRunOrder(t *testing.T) {
	o := setup{text: "toy.module(toy.func(grow{by=2 where=start},grow{loud}),look)", functions: 2}.run(t)
	f := "    toy.op 1\n    toy.op 0\n    toy.op\n    toy.op\n    toy.op\n    toy.op 0\n"
	if diff := cmp.Diff("toy.module\n  toy.func @f0\n"+f+"  toy.func @f1\n"+f, o.IR); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff("<unknown>:0: remark: grew @f0\n<unknown>:0: remark: grew @f1\n", o.Log); diff != "" {
		t.Error(diff)
	}
	if o.Failed {
		t.Error("failed")
	}
}

func TestRunFailures(t *testing.T) {
	tests := []struct {
		name, text string
		configure  func(*Manager)
		want       string // the log
	}{
		{"wrong root", "toy.func(look)", nil, "error: can't run 'toy.func' pass manager on 'toy.module' op, did you intend to nest? Try 'toy.module(toy.func(...))'"},
		{"unknown anchor", "toy.module(toy.fnc(look))", nil,
			"error: can't run a pass manager on 'toy.fnc': no registered operation has this name; did you mean 'toy.func'?"},
		{"not isolated", "toy.module(toy.func(toy.op(look)))", nil,
			"error: 'toy.op' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'\n" +
				"error: 'toy.op' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'\n" +
				"error: 'toy.op' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'"},
		{"siblings go on, nothing after", "toy.module(toy.func(fail-odd,grow{loud}),emit-error)", nil,
			"warning: looking at @f0\nremark: grew @f0\nwarning: looking at @f1\nerror: @f1 is odd\nerror: very odd\n" +
				"warning: looking at @f2\nremark: grew @f2"},
		{"emitted", "toy.module(emit-error,toy.func(grow{loud}))", nil, "error: emitted"},
		{"panic", "toy.module(crash)", nil,
			"error: pass 'crash' crashed on 'toy.module' op: runtime error: index out of range [10] with length 0"},
		{"nested panic", "toy.module(toy.func(crash))", nil, strings.TrimSuffix(strings.Repeat(
			"error: pass 'crash' crashed on 'toy.func' op: runtime error: index out of range [8] with length 0\n", 3), "\n")},
		{"undeclared statistic", "toy.module(miscount)", nil,
			"error: pass 'miscount' crashed on 'toy.module' op: pass 'miscount' declares no statistic 'nothing'"},
		{"verifier", "toy.module(corrupt,emit-error)", nil, "error: redefinition of symbol named 'same'\n" +
			"note: see existing symbol definition here\nnote: the IR is invalid after pass 'corrupt'"},
		{"no verifier", "toy.module(corrupt,emit-error)", func(m *Manager) { m.SkipVerify = true }, "error: emitted"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, workers := range []int{1, 2, 8} {
				o := setup{text: tt.text, functions: 3, workers: workers, configure: tt.configure}.run(t)
				got := strings.TrimSuffix(strings.ReplaceAll(o.Log, "<unknown>:0: ", ""), "\n")
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("%d workers: %s", workers, diff)
				}
				if !o.Failed {
					t.Error("should fail")
				}
			}
		})
	}
}

func TestAllowUnregisteredAnchor(t *testing.T) {
	o := setup{text: "toy.module(other.op(look))", functions: 1, configure: func(m *Manager) { m.Ctx.AllowUnregistered = true }}.run(t)
	if o.Failed || o.Log != "" {
		t.Errorf("failed %v, log %q", o.Failed, o.Log)
	}
}

func TestMarkUnchangedSkipsVerifier(t *testing.T) {
	c := ir.NewContext(toy)
	p, err := ParsePipeline("any(look)", toyRegistry())
	if err != nil {
		t.Fatal(err)
	}
	root := newModule(c, 2)
	for o := root.RegionAt(0).First().First(); o != nil; o = o.Next() {
		o.SetAttr("sym_name", c.StringAttr("same"))
	}
	if err := (&Manager{Ctx: c, Pipeline: p}).Run(root); err != nil {
		t.Error(err)
	}
}

// TestBuilderIsReset: what a pass leaves in its builder does not reach the next.
func TestBuilderIsReset(t *testing.T) {
	created := 0
	leave := &Pass{Name: "leave", Title: "Leave", Doc: "Leave a hook.", Run: func(r *Run) error {
		r.Builder.AtEnd(r.Op.RegionAt(0).First()).Created = func(*ir.Op) { created++ }
		return nil
	}}
	build := &Pass{Name: "build", Title: "Build", Doc: "Build.", Run: func(r *Run) error {
		if o := r.Builder.OpWithTypes(toyOp, 0, nil, nil); o.Block() != nil {
			return fmt.Errorf("inserted")
		}
		return nil
	}}
	c := ir.NewContext(toy)
	p, err := ParsePipeline("any(leave,build)", NewRegistry(leave, build))
	if err != nil {
		t.Fatal(err)
	}
	if err := (&Manager{Ctx: c, Pipeline: p}).Run(newModule(c, 0)); err != nil || created != 0 {
		t.Error(err, created)
	}
}

func TestParallelDeterminism(t *testing.T) {
	text := "toy.module(toy.func(grow{by=3 loud},look),toy.func(fail-odd,grow{loud}))"
	dumps := func(m *Manager) { m.Dumps = &Dumps{BeforeAll: true, AfterAll: true} }
	want := setup{text: text, functions: 60, workers: 1, configure: dumps}.run(t)
	if !strings.Contains(want.Log, "error: @f59 is odd") || !strings.Contains(want.Stats, "180 num-grown") {
		t.Fatalf("unexpected outcome:\n%s%s", want.Log, want.Stats)
	}
	for _, workers := range []int{2, 8, 100} {
		if diff := cmp.Diff(want, setup{text: text, functions: 60, workers: workers, configure: dumps}.run(t)); diff != "" {
			t.Errorf("%d workers:\n%s", workers, diff)
		}
	}
}

func TestStack(t *testing.T) {
	o := setup{text: "toy.module(crash)", functions: 1, configure: func(m *Manager) { m.Stacks = true }}.run(t)
	if !strings.Contains(o.Log, "note: the stack:\n") || !strings.Contains(o.Log, "toy_test.go:") {
		t.Error(o.Log)
	}
}

func TestStatistics(t *testing.T) {
	o := setup{text: "toy.module(toy.func(grow{by=5},look),look,toy.func(grow{by=7}))", functions: 2}.run(t)
	want := banners("Pass statistics report") + `'toy.func' Pipeline
  Grow
    (S)  2 funcs     - Number of functions
    (S) 10 num-grown - Number of ops added
  Look
Look
'toy.func' Pipeline
  Grow
    (S)  2 funcs     - Number of functions
    (S) 14 num-grown - Number of ops added

`
	if diff := cmp.Diff(want, o.Stats); diff != "" {
		t.Error(diff)
	}

	c := ir.NewContext(toy)
	p, err := ParsePipeline("toy.module(toy.func(grow{by=5},look),look,toy.func(grow{by=7}))", toyRegistry())
	if err != nil {
		t.Fatal(err)
	}
	m := &Manager{Ctx: c, Pipeline: p, Statistics: NewStatistics()}
	for range 2 { // as for the chunks of a split file
		if err := m.Run(newModule(c, 1)); err != nil {
			t.Fatal(err)
		}
	}
	var list strings.Builder
	m.Statistics.Report(&list, true)
	want = banners("Pass statistics report") + `Grow
  (S)  4 funcs     - Number of functions
  (S) 24 num-grown - Number of ops added

`
	if diff := cmp.Diff(want, list.String()); diff != "" {
		t.Error(diff)
	}
	data := []PassCounts{
		{"grow", map[string]int64{"funcs": 2, "num-grown": 10}}, {"look", map[string]int64{}},
		{"look", map[string]int64{}}, {"grow", map[string]int64{"funcs": 2, "num-grown": 14}},
	}
	if diff := cmp.Diff(data, m.Statistics.Passes()); diff != "" {
		t.Error(diff)
	}
	if list := NewStatistics().Passes(); list != nil {
		t.Errorf("nothing has run, but there is %v", list)
	}
}

func banners(title string) string {
	return rule + "\n" + strings.Repeat(" ", (80-len(title)-8)/2) + "... " + title + " ...\n" + rule + "\n"
}

// timeless replaces what differs from run to run in a time report.
func timeless(s string) string {
	s = regexp.MustCompile(`\d+\.\d{4} seconds`).ReplaceAllString(s, "T seconds")
	return regexp.MustCompile(` +-?\d+\.\d{4} \( *-?\d+\.\d%\)`).ReplaceAllString(s, " T")
}

func TestTiming(t *testing.T) {
	timing := NewTiming()
	timing.Phase("Parser")()
	run := func() {
		setup{text: "toy.module(toy.func(look,look),look)", functions: 2, configure: func(m *Manager) { m.Timing = timing }}.run(t)
	}
	run()
	run()
	timing.Phase("Output")()
	report := func(list, serial bool) string {
		var b strings.Builder
		timing.Report(&b, TimeReport{List: list, Serial: serial})
		return timeless(b.String())
	}
	head := banners("Execution time report") + "  Total Execution Time: T seconds\n\n"
	want := head + `  ----User Time----  ----Wall Time----  ----Name----
 T T  Parser
 T T  'toy.func' Pipeline
 T T    Look
 T T    Look
 T T  Look
 T T  Output
 T T  Rest
 T T  Total
`
	if diff := cmp.Diff(want, report(false, false)); diff != "" {
		t.Error(diff)
	}
	serial := strings.ReplaceAll(strings.ReplaceAll(want, "T T", "T"), "  ----User Time----", "")
	if diff := cmp.Diff(serial, report(false, true)); diff != "" {
		t.Error(diff)
	}
	lines := strings.Split(strings.TrimPrefix(report(true, false), head), "\n")
	if len(lines) != 9 || lines[1] != " T T  root" || strings.Count(report(true, false), "  Look\n") != 1 {
		t.Errorf("%q", lines)
	}
	var none *Timing
	none.Phase("Parser")()
}

func TestDumps(t *testing.T) {
	const (
		f0    = "toy.func @f0\n  toy.op\n  toy.op\n  toy.op\n"
		f1    = "toy.func @f1\n  toy.op\n  toy.op\n  toy.op\n"
		grown = "  toy.op 0\n"
	)
	module := func(g0, g1 string) string {
		indent := func(s string) string {
			return "  " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n  ") + "\n"
		}
		return "toy.module\n" + indent(f0+g0) + indent(f1+g1) + "\n"
	}
	head := func(s string) string { return "// -----// IR Dump " + s + " //----- //\n" }
	tests := []struct {
		name, text string
		dumps      Dumps
		want       string
	}{
		{"before one", "toy.module(toy.func(look,grow))", Dumps{Before: []string{"look"}},
			head("Before Look (look)") + f0 + "\n" + head("Before Look (look)") + f1 + "\n"},
		{"after several", "toy.module(look,toy.func(look,grow),look)", Dumps{After: []string{"grow", "fail-odd"}},
			head("After Grow (grow)") + f0 + grown + "\n" + head("After Grow (grow)") + f1 + grown + "\n"},
		{"all", "toy.module(look,look)", Dumps{BeforeAll: true, AfterAll: true},
			head("Before Look (look)") + module("", "") + "\n" + head("After Look (look)") + module("", "") + "\n" +
				head("Before Look (look)") + module("", "") + "\n" + head("After Look (look)") + module("", "") + "\n"},
		{"change", "toy.module(look,toy.func(look,grow,look),look)", Dumps{OnlyChange: true},
			head("After Grow (grow)") + f0 + grown + "\n" + head("After Grow (grow)") + f1 + grown + "\n"},
		{"change of one pass", "toy.module(toy.func(look,grow))", Dumps{OnlyChange: true, After: []string{"look"}}, ""},
		{"change as a diff", "toy.module(toy.func(look,grow))", Dumps{OnlyChange: true, Diff: true},
			head("After Grow (grow)") + "@@ -2,3 +2,4 @@\n   toy.op\n   toy.op\n   toy.op\n+  toy.op 0\n\n" +
				head("After Grow (grow)") + "@@ -2,3 +2,4 @@\n   toy.op\n   toy.op\n   toy.op\n+  toy.op 0\n\n"},
		{"failure", "toy.module(toy.func(look,fail-odd,look))", Dumps{OnlyFailure: true},
			"<unknown>:0: warning: looking at @f0\n<unknown>:0: warning: looking at @f1\n" +
				head("After FailOdd Failed (fail-odd)") + f1 + "\n<unknown>:0: error: @f1 is odd\n<unknown>:0: error: very odd\n"},
		{"module scope", "toy.module(toy.func(grow),look)", Dumps{AfterAll: true, ModuleScope: true},
			head("After Grow (grow) ('toy.func' operation: @f0)") + module(grown, "") + "\n" +
				head("After Grow (grow) ('toy.func' operation: @f1)") + module(grown, grown) + "\n" +
				head("After Look (look) ('toy.module' operation)") + module(grown, grown) + "\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, workers := range []int{1, 8} {
				d := tt.dumps
				o := setup{text: tt.text, functions: 2, workers: workers, configure: func(m *Manager) { m.Dumps = &d }}.run(t)
				if diff := cmp.Diff(tt.want, o.Log); diff != "" {
					t.Errorf("%d workers: %s", workers, diff)
				}
			}
		})
	}
}

func TestUnifiedDiff(t *testing.T) {
	number := func(from, to int) string {
		var b strings.Builder
		for i := from; i <= to; i++ {
			fmt.Fprintf(&b, "line %d\n", i)
		}
		return b.String()
	}
	trim := func(s string) string { return strings.TrimSuffix(s, "\n") }
	before := number(1, 30)
	after := strings.ReplaceAll(strings.ReplaceAll(before, "line 5\n", "line five\n"), "line 25\n", "")
	want := `@@ -2,7 +2,7 @@
 line 2
 line 3
 line 4
-line 5
+line five
 line 6
 line 7
 line 8
@@ -22,7 +22,6 @@
 line 22
 line 23
 line 24
-line 25
 line 26
 line 27
 line 28
`
	if diff := cmp.Diff(want, unifiedDiff(trim(before), trim(after), false)); diff != "" {
		t.Error(diff)
	}
	colored := unifiedDiff("a", "b", true)
	if diff := cmp.Diff("\x1b[36m@@ -1,1 +1,1 @@\x1b[0m\n\x1b[31m-a\x1b[0m\n\x1b[32m+b\x1b[0m\n", colored); diff != "" {
		t.Error(diff)
	}
	// More different lines than there are runes below the surrogates.
	big := number(1, 70000)
	got := unifiedDiff(trim(big), trim(strings.Replace(big, "line 66000\n", "", 1)), false)
	if diff := cmp.Diff("@@ -65997,7 +65997,6 @@\n"+
		" line 65997\n line 65998\n line 65999\n-line 66000\n line 66001\n line 66002\n line 66003\n", got); diff != "" {
		t.Error(diff)
	}
}
