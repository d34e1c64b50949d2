package convert

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Functions of tg that no op of StableHLO rounds alike are written as
// `stablehlo.composite "tg.silu"`, with the attributes of the op and a function
// that any other compiler can run. Read back, they are the ops that they were.

// CompositePrefix begins the names of composites that are ops of tg.
const CompositePrefix = "tg."

// Decompositions are the functions that composites name, of one symbol table.
type Decompositions struct {
	taken func(name string) bool
	known map[decomposition]*ir.Attr
	names map[string]bool
	made  []*ir.Op
}

// decomposition is what a function is for: two ops alike share one.
type decomposition struct {
	def       *ir.OpDef
	props     *ir.Attr
	signature *ir.Type
}

// NewDecompositions makes functions whose names are not taken.
func NewDecompositions(taken func(name string) bool) *Decompositions {
	return &Decompositions{taken: taken, known: map[decomposition]*ir.Attr{}, names: map[string]bool{}}
}

// Made are the functions, in the order in which they were needed; they are in no
// block yet.
func (d *Decompositions) Made() []*ir.Op { return d.made }

// name is the first of tg.OP.impl, tg.OP.impl_1, ... that is free.
func (d *Decompositions) name(def *ir.OpDef) string {
	base := def.Name() + ".impl"
	name := base
	for i := 1; d.names[name] || d.taken(name); i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	d.names[name] = true
	return name
}

// Composite writes the op as a composite of its own name and attributes, given the
// translated operands. f says in StableHLO what it computes, about, of arguments that
// stand for these.
func (w *Writer) Composite(operands []*ir.Value, f func(x []*ir.Value) []*ir.Value) []*ir.Value {
	if w.err != nil {
		return nil
	}
	o, d := w.op, w.decompositions
	if d == nil {
		w.Fail("no symbol table has room for the function that says what it is made of")
		return nil
	}
	signature := w.Ctx.Func(o.OperandTypes(), o.ResultTypes())
	key := decomposition{o.Def(), o.Props(), signature}
	symbol := d.known[key]
	if symbol == nil {
		name := d.name(o.Def())
		symbol = w.Ctx.Symbol(name)
		d.known[key] = symbol
		d.made = append(d.made, w.decomposition(name, signature, f))
	}
	attrs := []ir.NamedAttr{{Name: "name", Value: w.Ctx.StringAttr(o.Name())}, {Name: "decomposition", Value: symbol}}
	if o.Props() != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "composite_attributes", Value: o.Props()})
	}
	if n := w.Make("stablehlo.composite", o.ResultTypes(), operands, nil, attrs...); n != nil {
		return n.Results()
	}
	return nil
}

// decomposition makes a private function of that name.
func (w *Writer) decomposition(name string, signature *ir.Type, f func(x []*ir.Value) []*ir.Value) *ir.Op {
	body := w.block(signature.Inputs(), "func.return", f)
	if w.err != nil {
		return nil
	}
	st := &ir.OpState{Name: w.Ctx.OpName("func.func"), Loc: w.op.Loc(), Regions: []*ir.Region{body}, Results: []*ir.Type{}}
	st.SetAttr("sym_name", w.Ctx.StringAttr(name))
	st.SetAttr("sym_visibility", w.Ctx.StringAttr("private"))
	st.SetAttr("function_type", w.Ctx.TypeAttr(signature))
	var fn *ir.Op
	fn, w.err = ir.NewBuilder(w.Ctx).Create(st)
	return fn
}

// FromComposite makes the op of tg that a composite stands for; false where it
// stands for none, so that its decomposition has to be called.
func FromComposite(c *Rewriter, o *ir.Op) (done bool, err error) {
	name := o.Attr("name").Text()
	def := c.Ctx.LookupOp(name)
	if !strings.HasPrefix(name, CompositePrefix) || def == nil || !def.Has(ir.Pure|ir.RecursiveEffects) || def.Has(ir.Terminator) || o.NumRegions() > 0 {
		return false, nil
	}
	entries := o.Attr("composite_attributes").Entries()
	for _, e := range entries {
		if def.AttrDef(e.Name) == nil {
			return false, nil
		}
	}
	operands := c.Operands(o)
	if c.missing {
		return false, c.errMissing()
	}
	// What does not fit is somebody else's composite.
	n, err := c.Make(o, def, operands, o.ResultTypes(), nil, entries...)
	if err != nil {
		return false, nil
	}
	c.Finish(o, n)
	return true, nil
}
