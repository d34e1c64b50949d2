// Package convert translates function bodies of foreign dialects into tg, and
// those of tg into StableHLO. What becomes of an op stands in the definition of
// the op; this package holds what all of them need.
package convert

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// ToTG is filled by the ops of foreign dialects: it makes in tg what o computes
// and tells the rewriter which values stand for the results of o. An error is a
// sentence without the op's name.
var ToTG = ir.NewSlot[Translation]("conversion to tg")

// Translation is what becomes of an op in another dialect.
type Translation = func(c *Rewriter, o *ir.Op) error

// Surroundings is what the conversion of a body asks about what is outside of it.
type Surroundings struct {
	// Symbol finds what a symbol reference inside the body stands for; nil when
	// there is nothing.
	Symbol func(ref *ir.Attr) *ir.Op
	// Keeps says which ops without a conversion stay as they are.
	Keeps func(*ir.Op) bool
	// Declared says which targets of custom calls the program declares, though nobody
	// here knows what they compute; nil for none.
	Declared func(target string) bool
}

// Rewriter builds the translation of one function body next to the original,
// which stays as it is: a body that cannot be converted has not been touched.
type Rewriter struct {
	*ir.Builder
	Surroundings

	to      string // what is translated to
	slot    func(*ir.OpDef) (Translation, bool)
	values  map[*ir.Value]*ir.Value
	parts   map[*ir.Value][]*ir.Value // of those that are not one tensor
	blocks  map[*ir.Block]*ir.Block
	missing bool // an op asked for a value that has no translation

	decompositions *Decompositions // of ops that StableHLO has no name for
}

// Body translates the region of a function. Blocks that control never reaches
// are left out. The error is a *ir.Diag at the first op that cannot be
// converted.
func Body(b *ir.Builder, body *ir.Region, around Surroundings) (*ir.Region, error) {
	c := newRewriter(b, "tg", ToTG.Get)
	c.Surroundings = around
	return c.Region(body)
}

func newRewriter(b *ir.Builder, to string, slot func(*ir.OpDef) (Translation, bool)) *Rewriter {
	return &Rewriter{Builder: b, to: to, slot: slot, values: map[*ir.Value]*ir.Value{}, parts: map[*ir.Value][]*ir.Value{}, blocks: map[*ir.Block]*ir.Block{}}
}

func (c *Rewriter) errMissing() error {
	return errors.New("uses a value that has no counterpart in " + c.to)
}

// Region translates a region, with everything in it, and leaves the insertion
// point where it was.
func (c *Rewriter) Region(r *ir.Region) (*ir.Region, error) {
	point := *c.Builder
	defer func() { *c.Builder = point }()
	out := &ir.Region{}
	order := ir.ReversePostorder(r)
	reached := make(map[*ir.Block]bool, len(order))
	for _, b := range order {
		reached[b] = true
	}
	for b := r.First(); b != nil; b = b.Next() {
		if !reached[b] {
			continue
		}
		nb := &ir.Block{}
		for _, a := range b.Args() {
			c.argument(a, nb)
		}
		c.blocks[b] = nb
		out.Append(nb)
	}
	// In this order a definition comes before its uses, wherever their blocks
	// stand in the text.
	for _, b := range order {
		c.AtEnd(c.blocks[b])
		for o := b.First(); o != nil; o = o.Next() {
			if err := c.op(o); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// Inline translates the ops of a block at the insertion point, where the values stand for its
// arguments, and returns what stands for the values that the block ends with.
func (c *Rewriter) Inline(b *ir.Block, args []*ir.Value) ([]*ir.Value, error) {
	for i, a := range b.Args() {
		c.Map(a, args[i])
	}
	end := b.Last()
	for o := b.First(); o != end; o = o.Next() {
		if err := c.op(o); err != nil {
			return nil, err
		}
	}
	return c.Operands(end), nil
}

func (c *Rewriter) op(o *ir.Op) error {
	to, foreign := c.slot(o.Def())
	var err error
	switch {
	case foreign:
		err = to(c, o)
	case c.Keeps(o):
		err = c.Keep(o)
	default:
		err = c.unable("it has no counterpart there")
	}
	if err == nil && c.missing {
		err = c.errMissing()
	}
	if err == nil {
		return nil
	}
	if d, ok := err.(*ir.Diag); ok {
		return d
	}
	return ir.Errorf(o.Loc(), "'%s' op %s", o.Name(), err)
}

// unable is the error of an op that has no translation, and why.
func (c *Rewriter) unable(format string, args ...any) error {
	return fmt.Errorf("cannot be converted to "+c.to+": "+format, args...)
}

// Convert translates an op that is inside of one which is being translated, where that
// is: for ops whose regions become a part of what is around them.
func (c *Rewriter) Convert(o *ir.Op) error { return c.op(o) }

// Map makes translated stand for v.
func (c *Rewriter) Map(v, translated *ir.Value) { c.values[v] = translated }

// Value is the translation of v, which is no tuple and no token.
func (c *Rewriter) Value(v *ir.Value) *ir.Value {
	w := c.values[v]
	if w == nil {
		c.missing = true
	}
	return w
}

// Operands are the translations of the operands of o, those of the parts of a tuple
// in the place of the tuple.
func (c *Rewriter) Operands(o *ir.Op) []*ir.Value {
	vs := make([]*ir.Value, 0, o.NumOperands())
	for _, v := range o.Operands() {
		vs = append(vs, c.Parts(v)...)
	}
	return vs
}

// Replace translates o into one op of definition def, which keeps the result
// types, the location and the discardable attributes of o.
func (c *Rewriter) Replace(o *ir.Op, def *ir.OpDef, operands []*ir.Value, attrs ...ir.NamedAttr) error {
	return c.ReplaceWithRegions(o, def, operands, nil, attrs...)
}

// ReplaceReturn is Replace for the end of a function. Nothing is verified: the
// block is in no function yet, and what o returns has been compared with its own.
func (c *Rewriter) ReplaceReturn(o *ir.Op, def *ir.OpDef) error {
	operands := c.Operands(o)
	if c.missing {
		return c.errMissing()
	}
	n, err := c.Create(&ir.OpState{Name: c.Ctx.OpName(def.Name()), Loc: o.Loc(), Operands: operands})
	if err == nil {
		c.Finish(o, n)
	}
	return err
}

// ReplaceWithRegions is Replace for an op with regions, which Region has
// translated.
func (c *Rewriter) ReplaceWithRegions(o *ir.Op, def *ir.OpDef, operands []*ir.Value, regions []*ir.Region, attrs ...ir.NamedAttr) error {
	n, err := c.Make(o, def, operands, PartTypes(o.ResultTypes()), regions, attrs...)
	if err != nil {
		return err
	}
	c.Finish(o, n)
	return nil
}

// Make creates an op on the way to the translation of o, at o's location.
func (c *Rewriter) Make(o *ir.Op, def *ir.OpDef, operands []*ir.Value, results []*ir.Type, regions []*ir.Region, attrs ...ir.NamedAttr) (*ir.Op, error) {
	if c.missing {
		return nil, c.errMissing()
	}
	st := &ir.OpState{
		Name: c.Ctx.OpName(def.Name()), Loc: o.Loc(), Operands: operands,
		Results: append([]*ir.Type{}, results...), Regions: regions,
	}
	for _, a := range attrs {
		// What goes without saying is not said, so that equal ops are equal.
		if d := def.AttrDef(a.Name); d == nil || d.Default == nil || d.Default(c.Ctx) != a.Value {
			st.Attrs = append(st.Attrs, a)
		}
	}
	n, err := c.Create(st)
	if err != nil {
		return nil, c.unable("%w", err)
	}
	if err := ir.VerifyOp(n); err != nil { // there may be no op for these types
		n.Erase()
		return nil, c.unable("%w", err)
	}
	return n, nil
}

// Finish makes the results of n stand for those of o and annotates n.
func (c *Rewriter) Finish(o, n *ir.Op) {
	c.mapResults(o, n.Results())
	c.Annotate(o, n)
}

// FinishWith makes values stand for the results of o, where several ops do what o
// did, and hands the op of the first one the discardable attributes of o.
// A first value that is an operand of o is no part of the translation, and gets none.
func (c *Rewriter) FinishWith(o *ir.Op, values []*ir.Value) error {
	types := PartTypes(o.ResultTypes())
	if len(values) != len(types) {
		return c.unable("%d results would be %d", len(types), len(values))
	}
	for i, v := range values {
		if got, want := v.Type(), types[i]; got != want {
			return c.unable("result #%d would have type '%s', not '%s'", i, got, want)
		}
	}
	c.mapResults(o, values)
	if len(values) > 0 && values[0].Def() != nil && !slices.Contains(c.Operands(o), values[0]) {
		c.Annotate(o, values[0].Def())
	}
	return nil
}

// Annotate hands n the discardable attributes of o, but for those that say how o
// is to be translated. One whose name n reserves for itself gets the dialect of o in
// front.
func (c *Rewriter) Annotate(o, n *ir.Op) {
	entries := slices.DeleteFunc(slices.Clone(o.Attrs().Entries()), func(e ir.NamedAttr) bool { return e.Name == Sequential || e.Name == Algorithm })
	for i, e := range entries {
		if n.Def().AttrDef(e.Name) != nil {
			entries[i].Name = o.OpName().Dialect + "." + e.Name
		}
	}
	if len(entries) > 0 {
		n.SetAttrs(c.Ctx.Dict(entries))
	}
}

// Keep copies o as it is, with its regions translated.
func (c *Rewriter) Keep(o *ir.Op) error {
	st := &ir.OpState{Name: o.OpName(), Loc: o.Loc(), Operands: c.Operands(o), Results: PartTypes(o.ResultTypes())}
	if c.missing {
		return c.errMissing()
	}
	if len(st.Operands) != o.NumOperands() && o.Attr("operandSegmentSizes") != nil {
		return c.unable("it passes a tuple or a token on, which only calls, returns, jumps without a condition and ops of StableHLO do")
	}
	for _, r := range o.Regions() {
		nr, err := c.Region(r)
		if err != nil {
			return err
		}
		st.Regions = append(st.Regions, nr)
	}
	for _, s := range o.Successors() {
		st.Successors = append(st.Successors, c.blocks[s])
	}
	n, err := c.Create(st)
	if err != nil {
		return err
	}
	n.SetProps(o.Props())
	n.SetAttrs(o.Attrs())
	c.mapResults(o, n.Results())
	return nil
}
