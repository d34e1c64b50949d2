package complete

import (
	"fmt"
	"math/rand/v2"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// reference compares the kernel with the reference that the op has. That of an elementwise op it
// compares, on many elements at once, with what it makes of each element by itself, and with the op
// as a part of a fusion. What elements are to be, tests of packages kernel and tg say.
func (p *inspection) reference() {
	_, kernel := interp.Kernel.Get(p.def)
	_, tiles := interp.Tile.Get(p.def)
	if of, ok := opgen.ReferenceOf.Get(p.def); ok && kernel {
		c := p.context()
		if err := compareAll(c, p.def, wide(c), of); err != nil {
			p.problem("opgen.ReferenceOf and interp.Kernel: compute the same: %v", err)
		}
	}
	if !p.def.Has(ir.Elementwise) || !kernel || !tiles || opgen.Unknown(p.def) != "" {
		return
	}
	const each = 3
	c := p.context()
	for seed, elem := range opgen.Elements(c) {
		g := &opgen.Generator{
			Rand: rand.New(rand.NewPCG(uint64(seed), 1)), Ctx: c, Elem: elem,
			Base: []int64{5, 130}, Extents: []int64{1, 5, 130}, MaxRank: 2,
		}
		for range each {
			if err := p.compare(g); err != nil {
				p.problem("interp.Kernel and interp.Tile: compute the same bits on many elements, on one, and in a fusion: %v", err)
				return
			}
		}
	}
}

// compare makes an instance and executes it in the three ways; there may be none for these types.
func (p *inspection) compare(g *opgen.Generator) error {
	o := g.RandomOp(p.def)
	if o == nil {
		return nil
	}
	types, inputs := o.OperandTypes(), make([]*tensor.Tensor, o.NumOperands())
	for i, t := range types {
		spec, err := interp.SpecOf(t)
		if err != nil {
			return nil
		}
		inputs[i] = hard(spec, uint64(g.Uint32()))
	}
	whole, err := interp.Evaluate(o, inputs, nil)
	if err != nil {
		return fmt.Errorf("%s on %v: %w", o.Name(), types, err)
	}
	if err := apart(o, inputs, whole[0]); err != nil {
		return fmt.Errorf("%s on %v: %w", o.Name(), types, err)
	}
	return inFusion(o, inputs, whole[0])
}

// hard is a tensor of numbers at which arithmetic changes its ways, and of others.
func hard(s interp.Spec, seed uint64) *tensor.Tensor {
	whole, edges := tensor.Random(s.DType, s.Shape, seed), opgen.Edges(s.DType)
	x := whole.Parts()
	for i := range x.Len() {
		if at := i / s.DType.Parts(); at%2 == 0 {
			opgen.CopyElement(x, i, edges, (i/2+int(seed%97))%edges.Len())
		}
	}
	return whole
}

// apart compares each element of the result with what the op makes of one element of each operand.
func apart(o *ir.Op, inputs []*tensor.Tensor, whole *tensor.Tensor) error {
	one := make([]*tensor.Tensor, len(inputs))
	for k := range whole.Len() {
		if k%7 > 0 && k > 40 { // enough of them
			continue
		}
		for i, x := range inputs {
			one[i] = tensor.New(x.DType())
			opgen.CopyElement(one[i], 0, x, source(x.Shape(), whole.Shape(), k))
		}
		got, err := interp.EvaluateElement(o, one)
		if err != nil {
			return err
		}
		want := tensor.New(whole.DType())
		opgen.CopyElement(want, 0, whole, k)
		if !tensor.SameValues(got[0], want) {
			return fmt.Errorf("element %d is %v among others, and %v by itself, of %v", k, want, got[0], one)
		}
	}
	return nil
}

// source is the number of the element of an operand that element k of the result is made of.
func source(own, result []int, k int) int {
	at, stride := 0, 1
	for d := len(result) - 1; d >= 0; d-- {
		index := k % result[d]
		k /= result[d]
		if i := d - (len(result) - len(own)); i >= 0 {
			if own[i] != 1 {
				at += index * stride
			}
			stride *= own[i]
		}
	}
	return at
}

// inFusion compares the result with that of the op in a tile program.
func inFusion(o *ir.Op, inputs []*tensor.Tensor, whole *tensor.Tensor) error {
	if !tg.MayBeFused(o) {
		return fmt.Errorf("%s may not be a part of tg.fusion", o.Name())
	}
	node, err := interp.TileNode(o, o.OperandTypes(), o.ResultTypes())
	if err != nil {
		return err
	}
	g := &fusion.Graph{Results: []int{len(inputs)}}
	for i, x := range inputs {
		g.Nodes = append(g.Nodes, fusion.Node{Kind: fusion.Operand, DType: x.DType(), Shape: x.Shape()})
		node.Args = append(node.Args, i)
	}
	g.Nodes = append(g.Nodes, node)
	program, err := fusion.Compile(g)
	if err != nil {
		return err
	}
	out := tensor.New(whole.DType(), whole.Shape()...)
	program.Execute(tensor.Uninitialised(program.Workspace(1)), []*tensor.Tensor{out}, inputs)
	if !tensor.SameValues(out, whole) {
		return fmt.Errorf("%s in a fusion computes %v, by itself %v", o.Name(), out, whole)
	}
	return nil
}

// wide are the element types on which references compute: nothing is rounded there.
func wide(c *ir.Context) []*ir.Type { return []*ir.Type{c.Float("f64"), c.I64()} }

// compareAll compares the kernel with a reference on random instances.
func compareAll(c *ir.Context, def *ir.OpDef, elems []*ir.Type, of opgen.Reference) error {
	const instances, least = 200, 5
	compared := 0
	for seed := range uint64(instances) {
		g := &opgen.Generator{
			Rand: rand.New(rand.NewPCG(seed, 2)), Ctx: c, Elem: elems[seed%uint64(len(elems))], Base: []int64{3, 2}, Extents: []int64{1, 2, 3}, MaxRank: 3,
		}
		done, err := agrees(g, def, of)
		if err != nil {
			return err
		}
		if done {
			compared++
		}
	}
	if compared < least {
		return fmt.Errorf("only %d of %d random instances were compared with the reference", compared, instances)
	}
	return nil
}

// agrees compares an instance with the reference; there may be none for some types.
func agrees(g *opgen.Generator, def *ir.OpDef, of opgen.Reference) (compared bool, err error) {
	o := g.RandomOp(def)
	if o == nil {
		return false, nil
	}
	in, want := g.Inputs(o, opgen.Small), make([]*tensor.Tensor, o.NumResults())
	for i, t := range o.ResultTypes() {
		if !t.IsTensor() {
			t = g.Ctx.Tensor(nil, t)
		}
		spec, err := interp.SpecOf(t)
		if err != nil {
			return false, err
		}
		want[i] = tensor.New(spec.DType, spec.Shape...)
	}
	if !of(o, in, want) {
		return false, nil
	}
	got, err := interp.Evaluate(o, in, nil)
	for i := range want {
		if err == nil && !tensor.SameValues(got[i], want[i]) {
			err = fmt.Errorf("%v of %v makes %v, but the reference says %v", o.Props(), in, got[i], want[i])
		}
	}
	return true, err
}
