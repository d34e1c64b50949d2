package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
)

// What random instances of reductions and contractions look like: what fills opgen.InstanceOf.

// withInit is the operand of a reduction, or its initial value.
func withInit(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	if i == 0 {
		return g.Ranked(1)
	}
	return g.Ctx.Tensor(nil, before[0].Elem())
}

func reduceAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	a := opgen.Attrs{"kind": g.Word("sum", "sum", "prod", "max", "max", "min", "and", "or", "xor", "mean", "argmax", "argmin"), "dims": g.Ints(g.Subset(in[0].Rank()))}
	g.Sometimes(a, "keep_dims", 3)
	if len(in) == 1 && g.Chance(1, 4) {
		a["element_type"] = g.Ctx.TypeAttr(opgen.Pick(g, []*ir.Type{g.Ctx.I32(), g.Ctx.Int(8, ir.Signless), g.Ctx.Int(64, ir.Unsigned)}))
	}
	return a
}

func windowAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	list := func(values ...int64) *ir.Attr {
		out := make([]int64, in[0].Rank())
		for i := range out {
			out[i] = opgen.Pick(g, values)
		}
		return g.Ints(out)
	}
	a := opgen.Attrs{"kind": g.Word("sum", "prod", "max", "min", "and", "or", "xor", "mean"), "window": list(1, 1, 2, 3)}
	for _, name := range []string{"strides", "base_dilation", "window_dilation"} {
		if g.Chance(1, 4) {
			a[name] = list(1, 1, 2)
		}
	}
	if g.Chance(1, 3) {
		pads := make([]int64, 2*in[0].Rank())
		for i := range pads {
			pads[i] = g.Int64N(2)
		}
		a["pads"] = g.Ints(pads)
	}
	return a
}

// withBias is the number of operands of a contraction.
func withBias(g *opgen.Generator, _ []*ir.Type) int {
	if g.Chance(1, 4) {
		return 3
	}
	return 2
}

// biasOf is a type that broadcasts to the result of an op on two operands.
func biasOf(g *opgen.Generator, def *ir.OpDef, before []*ir.Type) *ir.Type {
	_, results, ok := g.Op(def, before)
	if !ok {
		return nil
	}
	s := results[0].Shape()
	s = slices.Clone(s[g.IntN(len(s)+1):])
	for i := range s {
		if g.Chance(1, 3) {
			s[i] = 1
		}
	}
	return g.Ctx.Tensor(s, before[0].Elem())
}

func epilogueAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	a := opgen.Attrs{}
	switch e := in[0].Elem(); {
	case g.Chance(1, 2) || e.IsBool():
	case e.IsFloat():
		a["activation"] = g.Word("relu", "relu6", "sigmoid", "tanh", "gelu", "gelu_tanh", "silu")
	default:
		a["activation"] = g.Word("relu", "relu6")
	}
	if in[0].Elem() != in[1].Elem() || len(in) == 2 && g.Chance(1, 6) {
		a["element_type"] = g.Ctx.TypeAttr(opgen.Pick(g, []*ir.Type{in[0].Elem(), g.Ctx.F32(), g.Ctx.I32()}))
	}
	return a
}

func matMulOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	switch i {
	case 0:
		if g.Chance(2, 3) {
			return g.OfRank(2)
		}
		return g.Ranked(1)
	case 2:
		return biasOf(g, MatMul, before)
	}
	l := before[0].Shape()
	if len(l) == 0 {
		return nil
	}
	k := l[len(l)-1]
	s := []int64{k, g.Extent()}
	switch g.IntN(6) {
	case 0:
		s = []int64{k}
	case 1:
		if len(l) > 2 {
			s = append(slices.Clone(l[:len(l)-2]), s...)
		}
	case 2:
		if len(l) < 4 {
			s = append([]int64{g.Extent()}, s...)
		}
	}
	return g.Ctx.Tensor(s, before[0].Elem())
}

func dotOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	switch i {
	case 0:
		return g.Any()
	case 2:
		return biasOf(g, DotGeneral, before)
	}
	s := slices.Clone(before[0].Shape())
	g.Shuffle(len(s), func(i, k int) { s[i], s[k] = s[k], s[i] })
	for d := range s {
		if g.Chance(1, 4) {
			s[d] = g.Extent()
		}
	}
	return g.Ctx.Tensor(s, before[0].Elem())
}

// dotAttrs pairs dimensions of equal extents.
func dotAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	var lists [4][]int64 // batching and contracting of lhs, then rhs
	used := map[int]bool{}
	for _, l := range g.Perm(in[0].Rank()) {
		for _, r := range g.Perm(in[1].Rank()) {
			if used[r] || in[0].Shape()[l] != in[1].Shape()[r] || g.Chance(1, 3) {
				continue
			}
			used[r] = true
			role := g.IntN(3) / 2 // batching is rarer
			lists[1-role] = append(lists[1-role], int64(l))
			lists[3-role] = append(lists[3-role], int64(r))
			break
		}
	}
	a := epilogueAttrs(g, in)
	for i, name := range []string{"lhs_batching", "lhs_contracting", "rhs_batching", "rhs_contracting"} {
		a[name] = g.Ints(lists[i])
	}
	return a
}

// convOperand makes images and kernels in a layout that convAttrs guesses: the
// kernel's feature extents are those of any two dimensions of the image.
func convOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	switch i {
	case 0:
		return g.OfRank(3 + g.IntN(2))
	case 2:
		return biasOf(g, Conv, before)
	}
	s := make([]int64, before[0].Rank())
	for d := range s {
		s[d] = 1 + g.Int64N(3)
	}
	if len(s) > 2 {
		input := before[0].Shape()[opgen.Pick(g, []int{1, len(s) - 1})]
		s[opgen.Pick(g, []int{1, len(s) - 2})] = opgen.Pick(g, []int64{input, input, 1})
	}
	return g.Ctx.Tensor(s, before[0].Elem())
}

func convAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	spatial := in[0].Rank() - 2
	if spatial < 0 {
		return nil
	}
	a := epilogueAttrs(g, in)
	a["layout"] = g.Ctx.StringAttr(anyLayout(g, spatial))
	list := func(values ...int64) *ir.Attr {
		out := make([]int64, spatial)
		for i := range out {
			out[i] = opgen.Pick(g, values)
		}
		return g.Ints(out)
	}
	for _, name := range []string{"strides", "input_dilation", "kernel_dilation"} {
		if g.Chance(1, 5) {
			a[name] = list(1, 2)
		}
	}
	if g.Chance(1, 2) {
		pads := make([]int64, 2*spatial)
		for i := range pads {
			pads[i] = opgen.Pick(g, []int64{0, 1, 1, 2, -1})
		}
		a["pads"] = g.Ints(pads)
	}
	if g.Chance(1, 5) {
		flips := make([]int64, spatial)
		for i := range flips {
			flips[i] = g.Int64N(2)
		}
		a["reversal"] = g.Ctx.IntArray(g.Ctx.Bool(), flips)
	}
	switch g.IntN(6) {
	case 0:
		a["groups"] = g.I64(1 + g.Int64N(3))
	case 1:
		a["batch_groups"] = g.I64(1 + g.Int64N(2))
	}
	return a
}

// anyLayout is a usual layout, or any.
func anyLayout(g *opgen.Generator, spatial int) string {
	d := contract.ConvDims{InputBatch: 0, OutputBatch: 0}
	for i := range spatial {
		d.InputSpatial, d.KernelSpatial, d.OutputSpatial = append(d.InputSpatial, i+1), append(d.KernelSpatial, i), append(d.OutputSpatial, i+1)
	}
	d.InputFeature, d.OutputFeature, d.KernelInput, d.KernelOutput = spatial+1, spatial+1, spatial, spatial+1
	shuffle := func(first, second *int, rest []int) {
		p := g.Perm(spatial + 2)
		*first, *second = p[0], p[1]
		copy(rest, p[2:])
	}
	switch g.IntN(4) {
	case 0: // channels first
		d.InputFeature, d.OutputFeature, d.KernelOutput, d.KernelInput = 1, 1, 0, 1
		for i := range spatial {
			d.InputSpatial[i], d.KernelSpatial[i], d.OutputSpatial[i] = i+2, i+2, i+2
		}
	case 1:
		shuffle(&d.InputBatch, &d.InputFeature, d.InputSpatial)
		shuffle(&d.KernelInput, &d.KernelOutput, d.KernelSpatial)
		shuffle(&d.OutputBatch, &d.OutputFeature, d.OutputSpatial)
	}
	return FormatConvLayout(d)
}
