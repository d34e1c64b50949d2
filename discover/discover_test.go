package discover

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
)

func TestFind(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	result, err := Find(context.Background(), c, Options{Ops: []*ir.OpDef{tg.Mul, tg.Relu, tg.Concat}, Size: 3, Inputs: 2, Numbers: []float64{0, 1}, Seed: 7, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	ops, got := 0, map[string]bool{}
	for _, q := range result.Equalities {
		text := textOf(q)
		if got[text] {
			t.Errorf("%s is told twice", text)
		}
		got[text] = true
		if ops > q.Ops {
			t.Errorf("%s comes after larger programs", text)
		}
		ops = q.Ops
	}
	for _, want := range []string{
		"mul(?x, ?y) = mul(?y, ?x)", "mul(?x, 1) = ?x", "relu(relu(?x)) = relu(?x)", "relu(mul(?x, ?x)) = mul(?x, ?x)",
		"concat(relu(?x), relu(?y)) {dim = 0} = relu(concat(?x, ?y) {dim = 0})", "concat(relu(?x), relu(?y)) {dim = 1} = relu(concat(?x, ?y) {dim = 1})",
	} {
		if !got[want] {
			t.Errorf("%s is not found", want)
		}
	}
}

func TestFindRefuses(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	add := []*ir.OpDef{tg.Add}
	for _, tt := range []struct {
		options Options
		want    string
	}{
		{Options{Size: 2, Inputs: 2}, "name at least one op"},
		{Options{Ops: add, Size: 0, Inputs: 2}, "from 1 to 5 ops, not 0"},
		{Options{Ops: add, Size: 12, Inputs: 2}, "from 1 to 5 ops, not 12"},
		{Options{Ops: add, Size: 2}, "from 1 to 4 inputs, not 0"},
		{Options{Ops: add, Size: 2, Inputs: 5}, "from 1 to 4 inputs, not 5"},
		{Options{Ops: add, Size: 2, Inputs: 2, Numbers: []float64{math.Inf(1)}}, "+Inf is no number that programs are tried with"},
		{Options{Ops: add, Size: 2, Inputs: 2, Numbers: []float64{0, 1, 0}}, "the number 0 is named twice"},
		{Options{Ops: add, Size: 2, Inputs: 2, Memory: 100}, "need 1024 bytes of memory at least, not 100"},
		{Options{Ops: []*ir.OpDef{tg.Add, tg.Add}, Size: 2, Inputs: 2}, "'tg.add' is named twice"},
		{Options{Ops: []*ir.OpDef{tg.While}, Size: 2, Inputs: 2}, "'tg.while' cannot be tried: its regions are programs"},
		{Options{Ops: []*ir.OpDef{tg.Conj}, Size: 2, Inputs: 2}, "'tg.conj' cannot be tried: complex numbers are pairs of elements"},
		{Options{Ops: []*ir.OpDef{c.LookupOp("stablehlo.add")}, Size: 2, Inputs: 2}, "'stablehlo.add' cannot be tried: only ops of tg can"},
	} {
		if _, err := Find(context.Background(), c, tt.options); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %s", tt.options, err, tt.want)
		}
	}
}

func textOf(q Equality) string {
	return q.String()
}

// TestResume interrupts a search at many places, and goes on from what was written. Whatever the
// number of workers and the memory, it finds what one without interruption does.
func TestResume(t *testing.T) {
	o := Options{Ops: []*ir.OpDef{tg.Add, tg.Transpose, tg.Relu, tg.Concat, tg.Split}, Size: 3, Inputs: 2, Seed: 7, Workers: 2}
	find := func(ctx context.Context, o Options) Result {
		t.Helper()
		r, err := Find(ctx, ir.NewContext(tool.Dialects()...), o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	steps := 0
	o.Progress = func(Progress) { steps++ }
	want := find(context.Background(), o)
	all := steps
	if !want.Complete || want.Checkpoint == nil || want.Covered != 1 || len(want.Equalities) == 0 {
		t.Fatalf("not complete: size %d, covered %v", want.Size, want.Covered)
	}
	o.Memory = 1 << 16 // several passes
	if got := find(context.Background(), o); len(got.Equalities) != len(want.Equalities) || got.Programs != want.Programs {
		t.Errorf("with little memory, there are %d equalities of %d programs, want %d of %d", len(got.Equalities), got.Programs, len(want.Equalities), want.Programs)
	} else {
		want = got
	}
	for k := 1; k < all; k += 1 + all/9 {
		o.Resume = nil
		for round := 0; ; round++ {
			ctx, stop := context.WithCancel(context.Background())
			o.Workers, steps = 1+round%3, 0
			o.Progress = func(Progress) {
				if steps++; round < 2 && steps == k*(round+1) {
					stop()
				}
			}
			r := find(ctx, o)
			stop()
			if r.Complete {
				if !reflect.DeepEqual(r.Equalities, want.Equalities) || r.Programs != want.Programs {
					t.Errorf("interrupted after %d steps, %d equalities of %d programs are found, want %d of %d", k, len(r.Equalities), r.Programs, len(want.Equalities), want.Programs)
				}
				break
			}
			text, err := json.Marshal(r.Checkpoint)
			if err != nil {
				t.Fatal(err)
			}
			o.Resume = &Checkpoint{}
			if err := json.Unmarshal(text, o.Resume); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestResumeRefuses is told to go on with what does not fit.
func TestResumeRefuses(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	o := Options{Ops: []*ir.OpDef{tg.Add, tg.Neg, tg.Transpose, tg.Slice}, Size: 2, Inputs: 2, Workers: 1}
	ctx, stop := context.WithCancel(context.Background())
	o.Progress = func(p Progress) {
		if p.Share > 0.8 && p.Size == 2 {
			stop()
		}
	}
	r, err := Find(ctx, c, o)
	if err != nil || r.Checkpoint == nil || r.Checkpoint.Units == 0 || len(r.Checkpoint.Met) == 0 {
		t.Fatalf("nothing to resume: %+v, %v", r.Checkpoint, err)
	}
	o.Progress = nil
	for want, change := range map[string]func(*Options, *Checkpoint){
		"other options: size was 2, not 3; seed was 0, not 5": func(o *Options, _ *Checkpoint) { o.Size, o.Seed = 3, 5 },
		"ops was tg.add,tg.neg,tg.transpose,tg.slice, not":    func(o *Options, _ *Checkpoint) { o.Ops = o.Ops[:2] },
		"numbers was [], not [2]":                             func(o *Options, _ *Checkpoint) { o.Numbers = []float64{2} },
		"has version 9, but only version 2":                   func(_ *Options, c *Checkpoint) { c.Version = 9 },
		"of another version of the program":                   func(_ *Options, c *Checkpoint) { c.Rules++ },
		"now there are":                                       func(_ *Options, c *Checkpoint) { c.Units = 1000 },
		"the checkpoint is damaged":                           func(_ *Options, c *Checkpoint) { c.Met[0][1] = 1 << 20 },
		"is no equality":                                      func(_ *Options, c *Checkpoint) { c.Met[0][2] = -1 },
	} {
		o, c2 := o, *r.Checkpoint
		c2.Met = slices.Clone(c2.Met)
		change(&o, &c2)
		o.Resume = &c2
		if _, err := Find(context.Background(), c, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestSeveralResults finds that one op makes what several do.
func TestSeveralResults(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	r, err := Find(context.Background(), c, Options{Ops: []*ir.OpDef{tg.MatMul, tg.Relu, tg.Concat, tg.Split}, Size: 3, Inputs: 3, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, q := range r.Equalities {
		if got[textOf(q)] = true; len(q.Left) > 1 {
			t.Log(textOf(q))
		}
		if len(q.Left) != len(q.Right) {
			t.Errorf("%s has sides of different lengths", textOf(q))
		}
	}
	for _, want := range []string{
		"split(matmul(?x, concat(?y, ?z) {dim = 1})) {dim = 1, sizes = [2, 2]}#0, split(matmul(?x, concat(?y, ?z) {dim = 1})) {dim = 1, sizes = [2, 2]}#1 = matmul(?x, ?y), matmul(?x, ?z)",
		"split(matmul(concat(?x, ?y) {dim = 0}, ?z)) {dim = 0, sizes = [2, 2]}#0, split(matmul(concat(?x, ?y) {dim = 0}, ?z)) {dim = 0, sizes = [2, 2]}#1 = matmul(?x, ?z), matmul(?y, ?z)",
	} {
		if !got[want] {
			t.Errorf("%s is not found", want)
		}
	}
}
