package machine

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/discover"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/field"
)

func options(size, inputs int, ops ...*ir.OpDef) Options {
	return Options{Options: discover.Options{Ops: ops, Size: size, Inputs: inputs, Workers: 2}}
}

func (o Options) with(numbers ...float64) Options {
	o.Numbers = numbers
	return o
}

func (o Options) on(types ...*ir.Type) Options {
	o.Types = types
	return o
}

// found are the levels of what is found, by its text.
func found(t *testing.T, c *ir.Context, o Options) map[string]string {
	t.Helper()
	r, err := Find(context.Background(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete || r.Covered != 1 {
		t.Errorf("the search is not complete: %+v", r)
	}
	got, ops := map[string]string{}, 0
	for _, q := range r.Equalities {
		if got[q.String()] != "" {
			t.Errorf("%s is told twice", q)
		}
		if q.Ops < ops {
			t.Errorf("%s comes after larger programs", q)
		}
		if q.Trials == 0 || q.Bound != 1 {
			t.Errorf("%s: %+v", q, q.Evidence)
		}
		got[q.String()], ops = q.Level.String(), q.Ops
	}
	return got
}

// What is known of the ops is found at the level at which it holds, and nothing at a level at which
// it does not.
func TestFind(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	f32, f16, i1, i8, i32 := c.F32(), c.Float("f16"), c.Bool(), c.Int(8, ir.Signless), c.I32()
	const not = "" // must not be found
	for _, tt := range []struct {
		name    string
		options Options
		want    map[string]string
	}{
		{"lattice", options(2, 2, tg.Max, tg.Min, tg.Neg, tg.Abs).on(f32), map[string]string{
			"max(?x, ?x) = ?x": "exact", "neg(neg(?x)) = ?x": "exact", "abs(neg(?x)) = abs(?x)": "exact", "max(?x, max(?x, ?y)) = max(?x, ?y)": "exact",
			"max(?x, ?y) = max(?y, ?x)": "exact", "max(?x, min(?x, ?y)) = ?x": "finite", "max(?x, abs(?x)) = abs(?x)": "exact",
			"max(?x, neg(?x)) = abs(?x)": "exact", "abs(?x) = ?x": not, "max(?x, ?y) = ?x": not, "abs(?x) = neg(?x)": not,
		}},
		{"choice", options(2, 3, tg.Select, tg.Not).on(f32, i1), map[string]string{
			"select(?x, ?y, ?y) = ?y": "exact", "select(not(?x), ?y, ?z) = select(?x, ?z, ?y)": "exact", "not(not(?x)) = ?x": "exact",
		}},
		{"rounding", options(2, 1, tg.Floor, tg.Ceil, tg.Neg, tg.Sign, tg.Abs, tg.RoundEven).on(f16), map[string]string{
			"floor(floor(?x)) = floor(?x)": "exact", "ceil(floor(?x)) = floor(?x)": "exact", "floor(neg(?x)) = neg(ceil(?x))": "exact",
			"sign(sign(?x)) = sign(?x)": "exact", "round_even(neg(?x)) = neg(round_even(?x))": "exact", "abs(sign(?x)) = sign(abs(?x))": "exact",
			"neg(floor(?x)) = floor(neg(?x))": not, "abs(floor(?x)) = floor(abs(?x))": not,
		}},
		{"orders", options(2, 2, tg.Compare, tg.Not).on(f32), map[string]string{
			`not(compare(?x, ?y) {direction = "lt"}) = compare(?y, ?x) {direction = "le"}`: "finite",
			`not(compare(?x, ?y) {direction = "eq"}) = compare(?x, ?y) {direction = "ne"}`: "exact",
			`compare(?x, ?y) {direction = "gt"} = compare(?y, ?x) {direction = "lt"}`:      "exact",
		}},
		{"orders of integers", options(2, 2, tg.Compare, tg.Not).on(i32), map[string]string{
			`not(compare(?x, ?y) {direction = "lt"}) = compare(?y, ?x) {direction = "le"}`: "exact",
		}},
		{"differences", options(1, 2, tg.Sub, tg.Add, tg.Mul).on(f32).with(0, math.Copysign(0, -1), math.NaN(), math.Inf(1)), map[string]string{
			"sub(?x, ?x) = 0": "finite", "mul(?x, 0) = 0": "finite", "add(?x, -0) = ?x": "exact", "sub(?x, 0) = ?x": "exact", "add(?x, nan) = nan": "exact",
			"sub(?x, inf) = -inf": not,
		}},
		{"zeros", options(2, 1, tg.Add, tg.Abs).on(f32).with(0), map[string]string{
			"add(?x, 0) = ?x": "finite", "add(abs(?x), 0) = abs(?x)": "exact",
		}},
		{"integers", options(2, 2, tg.Sub, tg.Xor, tg.Not, tg.Neg).on(i8).with(0, -1), map[string]string{
			"sub(?x, ?x) = 0": "exact", "xor(?x, -1) = sub(-1, ?x)": "exact", "sub(-1, ?x) = not(?x)": "exact", "neg(sub(?x, ?y)) = sub(?y, ?x)": "exact",
		}},
		{"conversions", options(2, 1, tg.Convert).on(f16), map[string]string{
			"(convert((convert(?x) : tensor(shape(?x), f32))) : tensor(shape(?x), f16)) = ?x": "exact",
			"(convert((convert(?x) : tensor(shape(?x), i32))) : tensor(shape(?x), f16)) = ?x": not,
		}},
		{"arithmetic of truth values", options(1, 2, tg.Add, tg.Or, tg.Mul).on(f32, i1), map[string]string{
			"or(?x, ?y) = add(?x, ?y)": "exact", "add(?x, ?y) = add(?y, ?x)": "exact", "mul(?x, ?x) = ?x": "exact",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := found(t, c, tt.options)
			for key, level := range tt.want {
				l, r, _ := strings.Cut(key, " = ")
				if got[key] != level && got[r+" = "+l] != level {
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

// What follows from an equality of one type is told if that says nothing of another type.
func TestFindOfEachType(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	got := found(t, c, options(3, 1, tg.Mul, tg.Relu, tg.Sign).on(c.F32(), c.Bool()))
	for _, key := range []string{"mul(?x, ?x) = ?x", "mul(relu(sign(?x)), relu(sign(?x))) = relu(sign(?x))"} {
		if got[key] != "exact" { // the first one is of truth values
			t.Errorf("%s is found as %q", key, got[key])
		}
	}
	got = found(t, c, options(3, 1, tg.Max, tg.Abs).on(c.F32()))
	for key := range got {
		if strings.Contains(key, "abs(abs(") && key != "abs(abs(?x)) = abs(?x)" {
			t.Errorf("%s follows from a smaller one", key)
		}
	}
}

// TestBrokenFirstTrial has programs told apart by nothing: what verifies refuses what is wrong. If
// that is broken, too, it is told.
func TestBrokenFirstTrial(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	o := options(2, 1, tg.Neg, tg.Abs, tg.Floor).on(c.F32())
	want := found(t, c, o)
	search := func(broken func(trial int) int) (list []string) {
		a := o.arithmetic()
		domains := a.Domains
		a.Domains = func(c *ir.Context, x *discover.Options) ([]discover.Domain, error) {
			list, err := domains(c, x)
			for i := range list {
				input := list[i].Input
				list[i].Input = func(i, trial int) []field.Element {
					x := slices.Clone(input(i, broken(trial)))
					if broken(trial) == 0 { // all lanes are one that is positive and whole
						for k := range x {
							x[k] = x[2]
						}
					}
					return x
				}
			}
			return list, err
		}
		r, err := discover.FindWith(context.Background(), c, o.Options, a)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range r.Equalities {
			list = append(list, q.String())
		}
		return list
	}
	for _, key := range search(func(trial int) int { return trial }) {
		if want[key] == "" {
			t.Errorf("%s is believed", key)
		}
	}
	if !slices.Contains(search(func(int) int { return 0 }), "abs(?x) = ?x") {
		t.Error("abs(?x) = ?x is not found by a search that verifies nothing, so that this test shows nothing")
	}
}

func TestFindAlikeWithAnyWorkers(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	var first discover.Result
	for _, workers := range []int{1, 2, 5} {
		o := options(2, 1, tg.Max, tg.Compare, tg.Select, tg.Floor).on(c.F32()).with(0)
		o.Workers, o.Seed = workers, 3
		calls := 0
		o.Progress = func(discover.Progress) { calls++ }
		r, err := Find(context.Background(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		if calls == 0 {
			t.Error("nobody is told how far it is")
		}
		if workers == 1 {
			first = r
		} else if !reflect.DeepEqual(r, first) {
			t.Errorf("%d workers find other equalities than 1", workers)
		}
	}
}

// A search that is stopped says what it found, and goes on from there.
func TestFindIsStopped(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	o := options(3, 1, tg.Max, tg.Neg, tg.Not, tg.Floor).on(c.F32())
	whole, err := Find(context.Background(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int64{0, 10, whole.Programs / 2, whole.Programs - 10} {
		ctx, cancel := context.WithCancel(context.Background())
		o.Resume, o.Progress = nil, func(p discover.Progress) {
			if p.Programs >= at {
				cancel()
			}
		}
		part, err := Find(ctx, c, o)
		if err != nil || part.Complete || part.Checkpoint == nil || part.Covered >= 1 && part.Size == o.Size {
			t.Fatalf("stopped after %d programs: %+v, %v", at, part, err)
		}
		o.Resume, o.Progress = part.Checkpoint, nil
		rest, err := Find(context.Background(), c, o)
		if err != nil || !rest.Complete || !reflect.DeepEqual(rest.Equalities, whole.Equalities) {
			t.Errorf("what was stopped after %d programs finds something else when it goes on: %v", at, err)
		}
		o.Types = []*ir.Type{c.Float("f16")}
		if _, err := Find(context.Background(), c, o); err == nil || !strings.Contains(err.Error(), "arithmetic was f32, not f16") {
			t.Errorf("resumed with other types: %v", err)
		}
		o.Types = []*ir.Type{c.F32()}
	}
}

func TestFindRefuses(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	f32 := c.F32()
	for _, tt := range []struct {
		options Options
		want    string
	}{
		{options(2, 2).on(f32), "name at least one op"},
		{options(0, 2, tg.Add).on(f32), "from 1 to 5 ops, not 0"},
		{options(12, 2, tg.Add).on(f32), "from 1 to 5 ops, not 12"},
		{options(2, 0, tg.Add).on(f32), "from 1 to 4 inputs, not 0"},
		{options(2, 2, tg.Add), "name at least one element type"},
		{options(2, 2, tg.Add).on(nil), "elements of type '<<NULL TYPE>>': nothing computes with them"},
		{options(2, 2, tg.Add).on(f32, f32), "the element type 'f32' is named twice"},
		{options(2, 2, tg.Add).on(c.Int(4, ir.Signless)), "elements of type 'i4': nothing computes with them"},
		{options(2, 2, tg.Add).on(c.Complex(f32)), "'complex<f32>': complex numbers are pairs"},
		{options(2, 2, tg.Add).on(f32).with(0.1), "0.1 is no number of the element types of inputs"},
		{options(2, 2, tg.Add).on(c.I32()).with(0.5), "0.5 is no number of the element types of inputs"},
		{options(2, 2, tg.Add).on(c.I32()).with(1 << 40), "1.099511627776e+12 is no number"},
		{options(2, 2, tg.Add).on(f32).with(1, 1), "the number 1 is named twice"},
		{options(2, 2, tg.Add, tg.Add).on(f32), "'tg.add' is named twice"},
		{options(2, 2, tg.MatMul).on(f32), "'tg.matmul' cannot be tried: it is not elementwise"},
		{options(2, 2, tg.While).on(f32), "'tg.while' cannot be tried: its regions are programs"},
		{options(2, 2, c.LookupOp("stablehlo.add")).on(f32), "only ops of tg can"},
		{options(2, 2, tg.Exp).on(c.I32()), "there are no programs: none of the ops takes 2 inputs of i32"},
	} {
		if _, err := Find(context.Background(), c, tt.options); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}
