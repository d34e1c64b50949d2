package fusematmul

import (
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
)

// The layout of a convolution says what each dimension of its arrays is, so that
// it can read a transposed operand where it was, and write a transposed result.
// Every sum keeps its order: that of the kernel's spatial dimensions as they are
// named, then of the input features.

// relayOperands makes the convolution o read what its operands were before they
// were transposed, if that pays, and a constant kernel in order.
func (f *fuser) relayOperands(o *ir.Op) {
	o = f.orderKernel(o)
	layout, err := tg.ParseConvLayout(o.Attr("layout").Text())
	if err != nil {
		return
	}
	operands, before, absorbed := o.Operands(), f.machine.Op(o), 0
	var gone []*ir.Op
	for i := range 2 {
		t := operands[i].Def()
		// A constant is transposed at compile time.
		if !t.Is(tg.Transpose) || t.Block() != o.Block() || elementsOf(t.Operand(0)) != nil {
			continue
		}
		users := contractionUsers(t)
		if users == 0 {
			continue
		}
		permutation := t.Attr("permutation").Ints()
		through := func(dim int) int { return int(permutation[dim]) }
		if i == 0 {
			layout = relaidInput(layout, through)
		} else {
			layout = relaidKernel(layout, through)
		}
		operands[i], absorbed = t.Operand(0), absorbed+1
		before += f.machine.Op(t) / float64(users)
		if !slices.Contains(gone, t) { // both operands may be one
			gone = append(gone, t)
		}
	}
	if absorbed == 0 {
		return
	}
	types := make([]*ir.Type, len(operands))
	for i, v := range operands {
		types[i] = v.Type()
	}
	props, result := f.withLayout(o, layout), o.Result(0).Type()
	after := f.seconds(tg.Conv, result, props, types...)
	if !f.readInPlace(o, absorbed, before, after) {
		return
	}
	f.replace(o, f.create(tg.Conv, o, result, props, operands...))
	for _, t := range gone {
		if !t.HasUses() {
			f.erase(t)
		}
	}
}

// relayResult makes a convolution that only t uses, a transpose, write what t
// makes of its result, if that pays.
func (f *fuser) relayResult(t *ir.Op) {
	if t.Block() == nil { // something else has taken it in
		return
	}
	o := t.Operand(0).Def()
	if !o.Is(tg.Conv) || !transposedOnly(o, t) {
		return
	}
	layout, err := tg.ParseConvLayout(o.Attr("layout").Text())
	if err != nil {
		return
	}
	permutation := t.Attr("permutation").Ints()
	layout = relaidOutput(layout, func(dim int) int { return slices.Index(permutation, int64(dim)) })
	props, result := f.withLayout(o, layout), t.Result(0).Type()
	before := f.machine.Op(o) + f.machine.Op(t)
	after := f.seconds(tg.Conv, result, props, o.OperandTypes()...)
	if !(after < before) {
		f.run.Count("num-left", 1)
		f.run.Missed(t, "FuseMatmul", "left a transpose behind '%s': writing in another order would take %.3g us instead of %.3g us",
			o.Name(), microseconds(after), microseconds(before))
		return
	}
	f.run.Count("num-transposes", 1)
	f.run.Passed(t, "FuseMatmul", "made '%s' write its result transposed: %.3g us instead of %.3g us",
		o.Name(), microseconds(after), microseconds(before))
	f.replace(t, f.create(tg.Conv, o, result, props, o.Operands()...))
	f.erase(o)
}

// orderKernel brings the elements of a constant kernel into the order in which
// they are used, if that pays: those of all output features side by side where
// the output has features innermost, else those that one feature adds up.
func (f *fuser) orderKernel(o *ir.Op) *ir.Op {
	kernel := ir.ConstantValue(o.Operand(1))
	layout, err := tg.ParseConvLayout(o.Attr("layout").Text())
	if err != nil || !kernel.Is(ir.DenseAttr) || kernel.IsSplat() || !o.Operand(1).Type().IsStatic() {
		return o
	}
	order := append(append([]int{layout.KernelOutput}, layout.KernelSpatial...), layout.KernelInput)
	if layout.OutputFeature == len(order)-1 {
		order = append(order[1:], layout.KernelOutput)
	}
	if slices.IsSorted(order) {
		return o
	}
	layout = relaidKernel(layout, func(dim int) int { return slices.Index(order, dim) })
	types, props, result := o.OperandTypes(), f.withLayout(o, layout), o.Result(0).Type()
	shape := make([]int64, len(order))
	for i, dim := range order {
		shape[i] = types[1].Shape()[dim]
	}
	from := types[1].Shape()
	types[1] = f.run.Ctx.WithShape(types[1], shape)
	before, after := f.machine.Op(o), f.seconds(tg.Conv, result, props, types...)
	if !(after < before) {
		return o
	}
	f.run.Count("num-transposes", 1)
	f.run.Passed(o, "FuseMatmul", "brought the kernel of '%s' into the order of its use: %.3g us instead of %.3g us",
		o.Name(), microseconds(after), microseconds(before))
	operands := o.Operands()
	operands[1] = newJoiner(f.run.Builder.Before(o)).constant(permutedRaw(kernel.Raw(), from, order, ir.StorageBytes(types[1].Elem())), types[1], o)
	v := f.create(tg.Conv, o, result, props, operands...)
	f.replace(o, v)
	return v.Def()
}

// permutedRaw is row-major elements of some bytes with dimension order[i] as
// dimension i.
func permutedRaw(raw []byte, shape []int64, order []int, size int) []byte {
	out := make([]byte, 0, len(raw)+ir.RawHead)
	if len(raw) == 0 {
		return out
	}
	strides := shapes.Strides(shape)
	index, at := make([]int64, len(shape)), int64(0) // at counts elements
	for len(out) < len(raw) {
		out = append(out, raw[int(at)*size:][:size]...)
		for i := len(order) - 1; i >= 0; i-- {
			dim := order[i]
			at += strides[dim]
			if index[i]++; index[i] < shape[dim] {
				break
			}
			at -= strides[dim] * shape[dim]
			index[i] = 0
		}
	}
	return out
}

// withLayout is the properties of o with another layout.
func (f *fuser) withLayout(o *ir.Op, d contract.ConvDims) *ir.Attr {
	entries := slices.Clone(o.Props().Entries())
	for i := range entries {
		if entries[i].Name == "layout" {
			entries[i].Value = f.run.Ctx.StringAttr(tg.FormatConvLayout(d))
		}
	}
	return f.run.Ctx.Dict(entries)
}

// relaidInput is d with the dimensions of the input where `to` says; the other two
// are the same for the kernel and the output.
func relaidInput(d contract.ConvDims, to func(dim int) int) contract.ConvDims {
	d.InputBatch, d.InputFeature, d.InputSpatial = to(d.InputBatch), to(d.InputFeature), mapped(d.InputSpatial, to)
	return d
}

func relaidKernel(d contract.ConvDims, to func(dim int) int) contract.ConvDims {
	d.KernelInput, d.KernelOutput, d.KernelSpatial = to(d.KernelInput), to(d.KernelOutput), mapped(d.KernelSpatial, to)
	return d
}

func relaidOutput(d contract.ConvDims, to func(dim int) int) contract.ConvDims {
	d.OutputBatch, d.OutputFeature, d.OutputSpatial = to(d.OutputBatch), to(d.OutputFeature), mapped(d.OutputSpatial, to)
	return d
}

func mapped(list []int, to func(int) int) []int {
	out := make([]int, len(list))
	for i, dim := range list {
		out[i] = to(dim)
	}
	return out
}
