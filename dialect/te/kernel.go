package tedialect

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/interp/points"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// How a compute is executed.

// computeStorage: results have storage of their own, if all extents are known; else the step, which
// finds them out, hands the results over.
func computeStorage(in *ir.Inference) analysis.Storage {
	s := analysis.Storage{Whole: true, Handed: !knownExtents(in)}
	if c := in.Attr(te.CombinerAttr); s.Handed || c == nil || c.Text() != te.Dot {
		return s
	}
	// It may be a contraction, which needs a workspace.
	site, err := siteOf(in.Regions[0].Parent())
	if err != nil {
		return s
	}
	if p, err := programOf(site, te.Compute{Op: site.Op}.All()); err == nil {
		s.Workspace = p.Workspace
	}
	return s
}

// siteOf is a compute of known extents as a kernel gets it.
func siteOf(o *ir.Op) (*interp.Site, error) {
	s := &interp.Site{Op: o, Captured: analysis.Captures(o)}
	for _, v := range append(o.Operands(), s.Captured...) {
		spec, err := interp.SpecOf(v.Type())
		if err != nil {
			return nil, err
		}
		s.In = append(s.In, spec)
	}
	for _, t := range o.ResultTypes() {
		spec, err := interp.SpecOf(t)
		if err != nil {
			return nil, err
		}
		s.Out = append(s.Out, spec)
	}
	return s, nil
}

// knownExtents reports whether all extents are known: of axes and of what is read.
func knownExtents(in *ir.Inference) bool {
	if slices.Contains(in.Attr(te.ExtentsAttr).Ints(), ir.Dynamic) {
		return false
	}
	for _, r := range in.Regions {
		for o := r.First().First(); o != nil; o = o.Next() {
			for _, v := range o.Operands() {
				if t := v.Type(); t.IsShaped() && !t.IsStatic() {
					return false
				}
			}
		}
	}
	return true
}

// prepared stands for the regions, which nobody compiles: the kernel reads them.
type prepared struct{}

func computeKernel(s *interp.Site) (interp.Step, error) {
	c := te.Compute{Op: s.Op}
	if !s.Storage.Handed {
		p, err := programOf(s, c.All())
		if err != nil {
			return interp.Step{}, err
		}
		return interp.Step{Work: interp.WorkOf(p.Points(), opsIn(s.Op)), Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
			return p.Execute(f.Workspace(), out, in, f)
		}}, nil
	}
	return interp.Step{Run: func(f *interp.Frame, out, in []*tensor.Tensor) error { return runDynamic(f, s, out, in) }}, nil
}

// opsIn is how many ops the regions have.
func opsIn(o *ir.Op) (ops int) {
	for _, r := range o.Regions() {
		for p := r.First().First(); p != nil; p = p.Next() {
			ops++
		}
	}
	return ops
}

// runDynamic finds the extents out, and runs the compute with these.
func runDynamic(f *interp.Frame, s *interp.Site, out, in []*tensor.Tensor) error {
	c := te.Compute{Op: s.Op}
	axes, sizes := c.All(), in
	for i := range axes {
		if a := &axes[i]; a.Size != nil {
			a.Extent, sizes = sizes[0].Int64At(0), sizes[1:]
			if a.Extent < 0 {
				return fmt.Errorf("axis '%s' cannot have %d values", a.Name, a.Extent)
			}
		}
	}
	shape := make([]int, len(axes)-c.NumReduced())
	for i := range shape {
		shape[i] = int(axes[i].Extent)
	}
	p, err := programOf(s, axes)
	if err != nil {
		return err
	}
	for i, spec := range s.Out {
		size, err := tensor.ByteSize(spec.DType, shape)
		if err == nil {
			err = f.Reserve(size)
		}
		if err != nil {
			return err
		}
		out[i] = tensor.New(spec.DType, shape...)
	}
	if err := f.Spend(interp.WorkOf(p.Points(), opsIn(s.Op))); err != nil {
		return err
	}
	size := p.Workspace(parallel.Workers())
	if err := f.Reserve(size); err != nil {
		return err
	}
	return p.Execute(tensor.Uninitialised(size), out, in, f)
}

// programOf makes the program of a compute with such axes.
func programOf(s *interp.Site, axes []te.Axis) (*points.Program, error) {
	c := te.Compute{Op: s.Op}
	d := &points.Compute{Reduced: c.NumReduced(), Combiner: c.Combiner()}
	for _, a := range axes {
		d.Axes = append(d.Axes, points.Axis{Lower: a.Lower, Extent: int(a.Extent)})
	}
	for _, spec := range s.Out {
		d.Results = append(d.Results, spec.DType)
	}
	operands := c.NumOperands()
	for i := range c.Inits() {
		d.Inits = append(d.Inits, operands-len(c.Inits())+i)
	}
	if c.Combiner() == te.Dot {
		d.Factor, _ = interp.DTypeOf(c.Elements()[0].Type().Elem())
	}
	body, err := bodyOf(s, c.Body())
	if err != nil {
		return nil, err
	}
	d.Body = *body
	if combine := c.Combine(); combine != nil {
		if d.Combine, err = bodyOf(s, combine); err != nil {
			return nil, err
		}
	}
	return points.Compile(d)
}
