package complete

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// storage executes the op and compares what it does with what it says of storage: on the ops of
// its example, on random instances of all element types, and on large ones. What is in results,
// views among them, references say.
func (p *inspection) storage() {
	if _, kernel := interp.Kernel.Get(p.def); !kernel {
		return
	}
	defer parallel.SetWorkers(parallel.Workers())
	check := func(g *opgen.Generator, o *ir.Op) bool {
		err := agreesOnStorage(g, o)
		if err != nil {
			p.problem("analysis.StorageOf: say what the kernel does: %s : %v -> %v: %v", o.Props(), o.OperandTypes(), o.ResultTypes(), err)
		}
		return err == nil
	}
	for seed, o := range p.ops {
		if !check(&opgen.Generator{Rand: rand.New(rand.NewPCG(uint64(seed), 5)), Ctx: o.Context()}, o) {
			return
		}
	}
	if opgen.Unknown(p.def) != "" {
		return
	}
	c := p.context()
	all := opgen.Elements(c)
	for i, n := range []struct {
		elems         []*ir.Type
		base, extents []int64
		each          int
	}{
		{all, []int64{3, 2}, []int64{1, 2, 3}, 2},
		{all, []int64{20, 20}, []int64{1, 20}, 1}, // what moves stays in shape, and is more than a kernel holds at once
		{all, []int64{1, 130}, []int64{1, 5, 130}, 1},
		{[]*ir.Type{c.I64(), c.F32()}, []int64{40, 180, 10}, []int64{1, 10}, 1}, // enough for several workers
	} {
		for seed, elem := range n.elems {
			g := &opgen.Generator{
				Rand: rand.New(rand.NewPCG(uint64(seed), uint64(6+i))), Ctx: c, Elem: elem, Base: n.base, Extents: n.extents, MaxRank: 3,
			}
			for range n.each {
				if o := g.RandomOp(p.def); o != nil && !check(g, o) {
					return
				}
			}
		}
	}
}

// limits bound what an instance may take: there are others.
func limits() *interp.Limits {
	const steps = 2e7
	return &interp.Limits{Steps: steps, Work: interp.NewWork(steps)}
}

// operandsOf are values for the operands of an op.
func operandsOf(g *opgen.Generator, o *ir.Op) []*tensor.Tensor {
	list := g.Inputs(o, opgen.Small) // of integers, some of which are positions
	for i, t := range o.OperandTypes() {
		if e := t.ElemOrSelf(); e.IsFloat() || e.IsComplex() {
			list[i] = g.Tensor(t, opgen.Ordinary)
		}
	}
	return list
}

// agreesOnStorage is an error if the op does something else than it says of storage.
func agreesOnStorage(g *opgen.Generator, o *ir.Op) error {
	for _, t := range slices.Concat(o.OperandTypes(), o.ResultTypes()) {
		if spec, err := interp.SpecOf(t); err != nil || slices.ContainsFunc(spec.Shape, func(n int) bool { return n < 0 }) {
			return nil
		}
	}
	of, ok := analysis.StorageOf.Get(o.Def())
	if !ok {
		return nil // which is a problem already
	}
	s := of(ir.InferenceOf(o))
	if err := consistent(o, s); err != nil || s.Handed {
		return err
	}
	parallel.SetWorkers(1)
	operands := operandsOf(g, o)
	before := clones(operands)
	want, err := interp.Evaluate(o, operands, limits())
	if err != nil { // integers may be no divisors, or no positions
		for _, x := range operands {
			if !x.DType().Part().IsFloat() {
				x.Fill(1)
			}
		}
		before = clones(operands)
		want, err = interp.Evaluate(o, operands, limits())
	}
	if err != nil {
		return nil // an error of the op, or too much for here
	}
	if i := differ(operands, before); i >= 0 {
		return fmt.Errorf("operand #%d is changed where nothing takes it over", i)
	}
	switch {
	case !slices.ContainsFunc(want, func(t *tensor.Tensor) bool { return t.Len() > 0 }):
		return nil // nothing runs
	case s.Views != nil:
		return areViews(s, operands, want)
	}
	for _, workers := range []int{1, 3} {
		parallel.SetWorkers(workers)
		if err := writesAll(o, s, operands, want); err != nil {
			return fmt.Errorf("with %d workers, %w", workers, err)
		}
		for _, t := range s.Takes {
			if err := takes(o, s, t, operands, want); err != nil {
				return fmt.Errorf("with %d workers, result #%d in the place of operand #%d: %w", workers, t.Result, t.Operand, err)
			}
		}
	}
	return nil
}

// consistent looks at what needs no execution.
func consistent(o *ir.Op, s analysis.Storage) error {
	_, calls := analysis.Callee.Get(o.Def())
	switch {
	case s.Handed && o.NumRegions() == 0 && !calls:
		return fmt.Errorf("results are said to be handed over, but there is neither a region nor a callee")
	case s.Handed && s.Views != nil:
		return fmt.Errorf("results are said to be handed over, and to be views")
	case s.Views != nil && len(s.Views) != o.NumResults():
		return fmt.Errorf("there are %d results, but %d views", o.NumResults(), len(s.Views))
	case s.Views != nil && (s.Takes != nil || s.Workspace != nil):
		return fmt.Errorf("results are said to be views, but nothing takes over storage or needs a workspace then")
	}
	for i, v := range s.Views {
		if v.Operand < 0 || v.Operand >= o.NumOperands() || v.Offset < 0 || v.Offset+bytesOf(o.Result(i)) > bytesOf(o.Operand(v.Operand)) {
			return fmt.Errorf("result #%d is said to be operand #%d from byte %d on", i, v.Operand, v.Offset)
		}
	}
	for _, t := range s.Takes {
		if t.Operand < 0 || t.Operand >= o.NumOperands() || t.Result < 0 || t.Result >= o.NumResults() {
			return fmt.Errorf("there is no result #%d or no operand #%d", t.Result, t.Operand)
		}
	}
	return nil
}

// bytesOf is what a value of static extents takes.
func bytesOf(v *ir.Value) int {
	spec, err := interp.SpecOf(v.Type())
	if err != nil {
		return 0
	}
	size, err := tensor.ByteSize(spec.DType, spec.Shape)
	if err != nil {
		return 0
	}
	return size
}

// areViews checks that results are the bytes of operands that they are said to be.
func areViews(s analysis.Storage, operands, results []*tensor.Tensor) error {
	for i, v := range s.Views {
		of, is := operands[v.Operand].Bytes(), results[i].Bytes()
		if len(is) > 0 && (v.Offset+len(is) > len(of) || &is[0] != &of[v.Offset]) {
			return fmt.Errorf("result #%d does not begin at byte %d of operand #%d", i, v.Offset, v.Operand)
		}
	}
	return nil
}

// writesAll checks that results do not depend on what was in their storage and in the workspace,
// and that operands are left alone.
func writesAll(o *ir.Op, s analysis.Storage, operands, want []*tensor.Tensor) error {
	for _, garbage := range []byte{0xaa, 0x55} {
		got, before := make([]*tensor.Tensor, len(want)), clones(operands)
		for i, t := range want {
			got[i] = tensor.New(t.DType(), t.Shape()...)
			poison(got[i].Bytes(), garbage)
		}
		if err := interp.EvaluateInto(o, operands, got, workspace(s, ^garbage)); err != nil {
			return err
		}
		if i := differ(got, want); i >= 0 {
			return fmt.Errorf("result #%d depends on what its storage or the workspace held", i)
		}
		if i := differ(operands, before); i >= 0 {
			return fmt.Errorf("operand #%d is changed where nothing takes it over", i)
		}
	}
	return nil
}

// takes computes a result where an operand is, and once more where other operands that it may take
// over are the same value.
func takes(o *ir.Op, s analysis.Storage, t analysis.Taking, operands, want []*tensor.Tensor) error {
	if len(operands[t.Operand].Bytes()) != len(want[t.Result].Bytes()) {
		return nil
	}
	if err := inPlace(o, s, t, operands, want); err != nil {
		return err
	}
	equal := slices.Clone(operands)
	for _, other := range s.Takes {
		if other.Result == t.Result && o.Operand(other.Operand).Type() == o.Operand(t.Operand).Type() {
			equal[other.Operand] = operands[t.Operand]
		}
	}
	want, err := interp.Evaluate(o, equal, nil)
	if err != nil {
		return nil // an error of the op
	}
	return inPlace(o, s, t, equal, want)
}

// inPlace computes a result where an operand is; others that are the same tensor are there, too.
func inPlace(o *ir.Op, s analysis.Storage, t analysis.Taking, operands, want []*tensor.Tensor) error {
	taken := operands[t.Operand]
	in, got := clones(operands), make([]*tensor.Tensor, len(want))
	for i, x := range want {
		got[i] = tensor.New(x.DType(), x.Shape()...)
		poison(got[i].Bytes(), 0xaa)
	}
	x := in[t.Operand]
	got[t.Result] = tensor.Wrap(want[t.Result].DType(), want[t.Result].Shape(), x.Bytes())
	for i, y := range operands {
		if y == taken {
			in[i] = x
		}
	}
	if err := interp.EvaluateInto(o, in, got, workspace(s, 0x55)); err != nil {
		return err
	}
	if i := differ(got, want); i >= 0 {
		return fmt.Errorf("result #%d is another one then", i)
	}
	for i, y := range in {
		if operands[i] != taken && differ([]*tensor.Tensor{y}, []*tensor.Tensor{operands[i]}) >= 0 {
			return fmt.Errorf("operand #%d is changed, too", i)
		}
	}
	return nil
}

// workspace is one of the size that the op asks for, full of garbage.
func workspace(s analysis.Storage, garbage byte) []byte {
	if s.Workspace == nil {
		return nil
	}
	w := tensor.New(tensor.U8, s.Workspace(parallel.Workers())).Bytes()
	poison(w, garbage)
	return w
}

func poison(storage []byte, garbage byte) {
	for i := range storage {
		storage[i] = garbage
	}
}

func clones(ts []*tensor.Tensor) []*tensor.Tensor {
	list := make([]*tensor.Tensor, len(ts))
	for i, t := range ts {
		list[i] = t.Clone()
	}
	return list
}

// differ is the number of the first tensor that is another one, -1 if none is. There is one NaN.
func differ(a, b []*tensor.Tensor) int {
	for i := range a {
		if !tensor.Equal(a[i].WithOneNaN(), b[i].WithOneNaN()) {
			return i
		}
	}
	return -1
}
