package machine_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/discover/machine"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
)

func find(t *testing.T, o machine.Options, elem func(*ir.Context) *ir.Type) map[string]string {
	t.Helper()
	c := ir.NewContext(tool.Dialects()...)
	o.Elem = elem(c)
	r, err := machine.Find(context.Background(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	got, ops := map[string]string{}, 0
	for _, q := range r.Equalities {
		key := q.Left + " = " + q.Right
		if got[key] != "" {
			t.Errorf("%s is told twice", key)
		}
		if q.Ops < ops {
			t.Errorf("%s comes after larger programs", key)
		}
		got[key], ops = q.Level.String(), q.Ops
	}
	return got
}

func f32(c *ir.Context) *ir.Type   { return c.F32() }
func f16(c *ir.Context) *ir.Type   { return c.Float("f16") }
func i8(c *ir.Context) *ir.Type    { return c.Int(8, ir.Signless) }
func i32(c *ir.Context) *ir.Type   { return c.I32() }
func truth(c *ir.Context) *ir.Type { return c.Bool() }

// What is known of the ops is found at the level at which it holds, and nothing at a level at which
// it does not.
func TestFind(t *testing.T) {
	for _, tt := range []struct {
		name    string
		elem    func(*ir.Context) *ir.Type
		options machine.Options
		want    map[string]string // "" for what must not be found
	}{
		{"lattice", f32, machine.Options{Ops: []*ir.OpDef{tg.Max, tg.Min, tg.Neg}, Size: 2, Inputs: 2}, map[string]string{
			"max(?x, ?x) = ?x": "exact", "neg(neg(?x)) = ?x": "exact", "max(?x, max(?x, ?y)) = max(?x, ?y)": "exact", "max(?x, min(?x, ?y)) = ?x": "finite",
		}},
		{"choice", f32, machine.Options{Ops: []*ir.OpDef{tg.Select, tg.Not}, Size: 2, Inputs: 2, Predicates: 1}, map[string]string{
			"select(?x, ?y, ?y) = ?y": "exact", "select(not(?x), ?y, ?z) = select(?x, ?z, ?y)": "exact",
		}},
		{"rounding", f16, machine.Options{Ops: []*ir.OpDef{tg.Floor, tg.Ceil, tg.Neg}, Size: 3, Inputs: 1}, map[string]string{
			"floor(floor(?x)) = floor(?x)": "exact", "ceil(floor(?x)) = floor(?x)": "exact", "neg(floor(neg(?x))) = ceil(?x)": "", "floor(neg(?x)) = neg(ceil(?x))": "exact",
		}},
		{"orders of floats", f32, machine.Options{Ops: []*ir.OpDef{tg.Compare, tg.Not}, Size: 2, Inputs: 2}, map[string]string{
			`not(compare(?x, ?y) {direction = "lt"}) = compare(?x, ?y) {direction = "ge"}`: "finite",
			`not(compare(?x, ?y) {direction = "eq"}) = compare(?x, ?y) {direction = "ne"}`: "exact",
		}},
		{"orders of integers", i32, machine.Options{Ops: []*ir.OpDef{tg.Compare, tg.Not}, Size: 2, Inputs: 2}, map[string]string{
			`not(compare(?x, ?y) {direction = "lt"}) = compare(?x, ?y) {direction = "ge"}`: "exact",
		}},
		{"differences", f32, machine.Options{Ops: []*ir.OpDef{tg.Sub, tg.Add}, Size: 1, Inputs: 2, Numbers: []float64{0, math.Copysign(0, -1)}}, map[string]string{
			"sub(?x, ?x) = 0": "finite", "add(?x, 0) = ?x": "finite", "add(?x, -0) = ?x": "exact", "sub(?x, 0) = ?x": "exact",
		}},
		{"differences of integers", i8, machine.Options{Ops: []*ir.OpDef{tg.Sub, tg.Xor, tg.Not}, Size: 2, Inputs: 2, Numbers: []float64{0, -1}}, map[string]string{
			"sub(?x, ?x) = 0": "exact", "xor(?x, -1) = not(?x)": "exact", "sub(-1, ?x) = not(?x)": "exact",
		}},
		{"conversions", f16, machine.Options{Ops: []*ir.OpDef{tg.Convert}, Size: 2, Inputs: 1}, map[string]string{
			"(convert((convert(?x) : tensor(shape(?x), f32))) : tensor(shape(?x), f16)) = ?x": "exact",
			"(convert((convert(?x) : tensor(shape(?x), i32))) : tensor(shape(?x), f16)) = ?x": "",
		}},
		{"logic", truth, machine.Options{Ops: []*ir.OpDef{tg.And, tg.Or, tg.Not, tg.Xor}, Size: 3, Inputs: 2}, map[string]string{
			"not(not(?x)) = ?x": "exact", "xor(?x, not(?y)) = not(xor(?x, ?y))": "exact", "and(?x, or(?x, ?y)) = ?x": "exact",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := find(t, tt.options, tt.elem)
			for key, level := range tt.want {
				if got[key] != level {
					t.Errorf("%s is found as %q, not as %q", key, got[key], level)
				}
			}
			if t.Failed() {
				for key, level := range got {
					t.Log(level, key)
				}
			}
		})
	}
}

// A rule that follows from another one, at the root or inside, is not told again.
func TestFindLeavesOutWhatFollows(t *testing.T) {
	got := find(t, machine.Options{Ops: []*ir.OpDef{tg.Sub, tg.Abs}, Size: 3, Inputs: 2, Numbers: []float64{0}}, f32)
	for key := range got {
		if strings.Contains(key, "sub(?x, ?x)") && key != "sub(?x, ?x) = 0" && got[key] == "finite" || strings.Contains(key, "abs(abs(") && key != "abs(abs(?x)) = abs(?x)" {
			t.Errorf("%s (%s) follows from a smaller one", key, got[key])
		}
	}
}

func TestFindAlikeWithAnyWorkers(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	var first machine.Result
	for _, workers := range []int{1, 2, 5} {
		o := machine.Options{Ops: []*ir.OpDef{tg.Max, tg.Relu, tg.Compare, tg.Select, tg.Floor}, Size: 3, Inputs: 1, Elem: c.F32(), Numbers: []float64{0}, Workers: workers, Seed: 3}
		calls := 0
		o.Progress = func(machine.Progress) { calls++ }
		r, err := machine.Find(context.Background(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		if calls == 0 {
			t.Error("nobody is told how far it is")
		}
		if workers == 1 {
			first = r
		} else if r.Programs != first.Programs || r.Kept != first.Kept || !slices.EqualFunc(r.Equalities, first.Equalities, func(a, b machine.Equality) bool {
			return a.Rule("a") == b.Rule("a") && a.Left == b.Left && a.Level == b.Level
		}) {
			t.Errorf("%d workers find other equalities than 1", workers)
		}
	}
}

func TestFindRefuses(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	add := []*ir.OpDef{tg.Add}
	for _, tt := range []struct {
		options machine.Options
		want    string
	}{
		{machine.Options{Size: 2, Inputs: 2, Elem: c.F32()}, "name at least one op"},
		{machine.Options{Ops: add, Inputs: 2, Elem: c.F32()}, "from 1 to 4 ops, not 0"},
		{machine.Options{Ops: add, Size: 12, Inputs: 2, Elem: c.F32()}, "from 1 to 4 ops, not 12"},
		{machine.Options{Ops: add, Size: 2, Elem: c.F32()}, "from 1 to 3 inputs, not 0"},
		{machine.Options{Ops: add, Size: 2, Inputs: 4, Elem: c.F32()}, "from 1 to 3 inputs, not 4"},
		{machine.Options{Ops: add, Size: 2, Inputs: 2, Predicates: 2, Elem: c.F32()}, "up to 3 inputs with those of truth values, not 2 and 2"},
		{machine.Options{Ops: add, Size: 2, Inputs: 2, Predicates: -1, Elem: c.F32()}, "not 2 and -1"},
		{machine.Options{Ops: add, Size: 2, Inputs: 2}, "say which element type"},
		{machine.Options{Ops: add, Size: 2, Inputs: 2, Elem: c.Int(4, ir.Signless)}, "elements of type 'i4': nothing computes with them"},
		{machine.Options{Ops: add, Size: 2, Inputs: 2, Elem: c.Complex(c.F32())}, "'complex<f32>': complex numbers have no edge values"},
		{machine.Options{Ops: add, Size: 2, Inputs: 2, Elem: c.F32(), Numbers: []float64{0.1}}, "0.1 is no number of type 'f32'"},
		{machine.Options{Ops: add, Size: 2, Inputs: 2, Elem: c.I32(), Numbers: []float64{0.5}}, "0.5 is no number of type 'i32'"},
		{machine.Options{Ops: add, Size: 2, Inputs: 2, Elem: c.F32(), Numbers: []float64{1, 1}}, "1 is named twice"},
		{machine.Options{Ops: []*ir.OpDef{tg.Add, tg.Add}, Size: 2, Inputs: 2, Elem: c.F32()}, "'tg.add' is named twice"},
		{machine.Options{Ops: []*ir.OpDef{tg.Matmul}, Size: 2, Inputs: 2, Elem: c.F32()}, "'tg.matmul' cannot be tried: it is not elementwise"},
		{machine.Options{Ops: []*ir.OpDef{tg.While}, Size: 2, Inputs: 2, Elem: c.F32()}, "'tg.while' cannot be tried: its regions are programs"},
		{machine.Options{Ops: []*ir.OpDef{c.LookupOp("stablehlo.add")}, Size: 2, Inputs: 2, Elem: c.F32()}, "only ops of tg can"},
	} {
		if _, err := machine.Find(context.Background(), c, tt.options); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %s", tt.options, err, tt.want)
		}
	}
}

func TestFindIsCancelled(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := machine.Find(ctx, c, machine.Options{Ops: []*ir.OpDef{tg.Add}, Size: 2, Inputs: 1, Elem: c.F32()}); err != context.Canceled {
		t.Errorf("a search that is cancelled ends with %v", err)
	}
}
