package fingerprint

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Plain reports whether o has no effects and hides nothing, so that it may be computed once for
// all its equals.
func (t *Table) Plain(o *ir.Op) bool {
	return !o.Has(ir.Terminator|ir.Opaque|ir.Symbol) && t.purity.Pure(o)
}

// head is what an op is apart from operands and regions.
func (t *Table) head(o *ir.Op) Class {
	m := t.Term("h").Text(o.Name())
	m.Class(t.dictionary(o, o.Props(), func(e ir.NamedAttr) bool { return counts(o, e) }))
	m.Class(t.dictionary(o, o.Attrs(), func(ir.NamedAttr) bool { return true }))
	m.Number(int64(o.NumResults()))
	for i := range o.NumResults() {
		m.Class(t.Type(o.Result(i).Type()))
	}
	return m.End()
}

// counts reports whether an inherent attribute is a part of what o computes. The name of a
// function is none, unless nothing else is known of it, and neither is a list that says what
// its absence means.
func counts(o *ir.Op, e ir.NamedAttr) bool {
	switch e.Name {
	case "sym_name":
		return !o.Has(ir.Symbol) || analysis.IsCallable(o) && analysis.CallableBody(o) == nil
	case "sym_visibility":
		return !o.Has(ir.Symbol)
	}
	if o.Def() == nil {
		return true
	}
	arg := o.Def().AttrDef(e.Name)
	return arg == nil || arg.Missing == nil || !slices.Equal(arg.Missing.Of(o), e.Value.Ints())
}

// Shape is the structure of an op, whatever its operands are but for their types, and the values
// from outside that its regions use, in the order of their first use: they are operands as well.
func (t *Table) Shape(o *ir.Op) (c Class, captured []*ir.Value) {
	e := newEvaluator(t, o)
	c = e.run()
	return c, e.holes
}

// evaluator finds the structure of an op with all that is in it. It keeps a stack of its own:
// nesting is data.
type evaluator struct {
	t      *Table
	root   *ir.Op
	values map[*ir.Value]Class
	// numbers are those of blocks in regions of several.
	numbers map[*ir.Block]int
	// holes are values from outside, forward those inside that are used before they are defined.
	holes   []*ir.Value
	forward map[*ir.Value]int
	stack   []nest
	ops     int
	effects bool // there are ops with effects
}

// nest is an op whose regions are looked at.
type nest struct {
	op      *ir.Op
	region  int
	blocks  []*ir.Block // of the region, in the order in which they are looked at
	block   int
	next    *ir.Op
	regions []Class
	done    []Class // blocks, by number
	ordered []Class // ops of the block whose order counts
	plain   []Class // the others
}

func newEvaluator(t *Table, root *ir.Op) *evaluator {
	return &evaluator{t: t, root: root, values: map[*ir.Value]Class{}, numbers: map[*ir.Block]int{}, forward: map[*ir.Value]int{}}
}

// run is the structure of the root.
func (e *evaluator) run() Class {
	if e.root.NumRegions() == 0 {
		return e.shape(nil)
	}
	e.push(e.root)
	for {
		f := &e.stack[len(e.stack)-1]
		switch {
		case f.next != nil:
			o := f.next
			f.next = o.Next()
			e.ops++
			if o.NumRegions() > 0 && !isOwnSymbol(o) {
				e.push(o)
			} else {
				e.op(f, o, nil)
			}
		case f.block < len(f.blocks):
			e.endBlock(f)
		case f.region+1 < f.op.NumRegions():
			e.endRegion(f)
			e.beginRegion(f)
		default:
			e.endRegion(f)
			o, regions := f.op, f.regions
			e.stack = e.stack[:len(e.stack)-1]
			if len(e.stack) == 0 {
				return e.shape(regions)
			}
			e.op(&e.stack[len(e.stack)-1], o, regions)
		}
	}
}

// isOwnSymbol reports whether o is a function or module that uses nothing from around it: it has
// a structure of its own.
func isOwnSymbol(o *ir.Op) bool { return o.Has(ir.Symbol) && o.Has(ir.IsolatedFromAbove) }

func (e *evaluator) push(o *ir.Op) {
	e.stack = append(e.stack, nest{op: o, region: -1})
	e.beginRegion(&e.stack[len(e.stack)-1])
}

// beginRegion begins the next region of f. Blocks come in an order in which definitions, where
// they can, come before uses.
func (e *evaluator) beginRegion(f *nest) {
	f.region++
	r := f.op.RegionAt(f.region)
	f.blocks, f.block = f.blocks[:0], 0
	if r.Empty() {
		f.done = f.done[:0]
		return
	}
	if r.HasOneBlock() {
		f.blocks = append(f.blocks, r.First())
	} else {
		f.blocks = append(f.blocks, ir.ReversePostorder(r)...)
		reached := map[*ir.Block]bool{}
		for _, b := range f.blocks {
			reached[b] = true
		}
		n := 0
		for b := r.First(); b != nil; b = b.Next() {
			e.numbers[b] = n
			n++
			if !reached[b] {
				f.blocks = append(f.blocks, b)
			}
		}
	}
	f.done = slices.Repeat([]Class{0}, len(f.blocks))
	e.beginBlock(f)
}

// beginBlock begins block f.block: its arguments are known by their place, which one of the same
// place beside it cannot be mixed up with, because only one is in sight at a time.
func (e *evaluator) beginBlock(f *nest) {
	b := f.blocks[f.block]
	f.next, f.ordered, f.plain = b.First(), f.ordered[:0], f.plain[:0]
	for i, v := range b.Args() {
		e.values[v] = e.place("a", f, i).Class(e.t.Type(v.Type())).End()
	}
}

// place begins a term about number i of a block.
func (e *evaluator) place(kind string, f *nest, i int) *Term {
	depth := len(e.stack)
	return e.t.Term(kind).Number(int64(depth)).Number(int64(f.region)).Number(int64(e.numbers[f.blocks[f.block]])).Number(int64(i))
}

func (e *evaluator) endBlock(f *nest) {
	b := f.blocks[f.block]
	m := e.t.Term("b").Number(int64(b.NumArgs()))
	for _, v := range b.Args() {
		m.Class(e.t.Type(v.Type()))
	}
	slices.SortFunc(f.plain, e.t.Compare)
	f.done[e.numbers[b]] = m.List(f.ordered).List(f.plain).End()
	if f.block++; f.block < len(f.blocks) {
		e.beginBlock(f)
	}
}

func (e *evaluator) endRegion(f *nest) {
	f.regions = append(f.regions, e.t.Term("g").List(f.done).End())
}

// op finds the structure of an op in the block of f, and with it that of its results.
func (e *evaluator) op(f *nest, o *ir.Op, regions []Class) {
	t := e.t
	m := t.Term("o").Class(t.head(o))
	if isOwnSymbol(o) {
		m.Text(ir.SymbolName(o)).Class(t.symbol(o))
	}
	operands := make([]Class, o.NumOperands())
	for i := range operands {
		operands[i] = e.value(o.Operand(i))
	}
	t.commute(o, operands)
	m.List(operands).Number(int64(len(o.Successors())))
	for _, s := range o.Successors() {
		m.Number(int64(e.numbers[s]))
	}
	m.List(regions)
	for i := range o.NumResults() {
		if n, used := e.forward[o.Result(i)]; used {
			m.Number(int64(i)).Number(int64(n))
		}
	}
	c := m.End()
	if !o.Has(ir.Terminator|ir.Symbol) && t.purity.Pure(o) {
		f.plain = append(f.plain, c)
	} else {
		f.ordered = append(f.ordered, c)
		e.effects = e.effects || !o.Has(ir.Terminator)
		c = e.place("e", f, len(f.ordered)).Class(c).End()
	}
	for i := range o.NumResults() {
		e.values[o.Result(i)] = t.Term("v").Class(c).Number(int64(i)).End()
	}
}

// value is the structure of a value: how it is computed.
func (e *evaluator) value(v *ir.Value) Class {
	if c, known := e.values[v]; known {
		return c
	}
	if n, known := e.forward[v]; known {
		return e.t.Term("f").Number(int64(n)).End()
	}
	if e.inside(v) {
		n := len(e.forward)
		e.forward[v] = n
		return e.t.Term("f").Number(int64(n)).End()
	}
	c := e.t.Term("x").Number(int64(len(e.holes))).Class(e.t.Type(v.Type())).End()
	e.holes = append(e.holes, v)
	e.values[v] = c
	return c
}

// inside reports whether v is defined in the root.
func (e *evaluator) inside(v *ir.Value) bool {
	if v.Block() == nil {
		return false
	}
	for r := v.Block().Region(); r != nil; {
		p := r.Parent()
		if p == e.root {
			return true
		}
		if p == nil {
			return false
		}
		r = p.Region()
	}
	return false
}

// shape is the structure of the root: its operands are known by their types.
func (e *evaluator) shape(regions []Class) Class {
	t, o := e.t, e.root
	operands := make([]Class, o.NumOperands())
	for i := range operands {
		operands[i] = t.Type(o.Operand(i).Type())
	}
	t.commute(o, operands)
	m := t.Term("s").Class(t.head(o)).List(operands).Number(int64(len(e.holes)))
	for _, v := range e.holes {
		m.Class(t.Type(v.Type()))
	}
	return m.List(regions).End()
}

// commute brings what is known of the operands of an op into an order that does not depend on that
// of the first two, if o commutes.
func (t *Table) commute(o *ir.Op, operands []Class) {
	if o.Has(ir.Commutative) && len(operands) >= 2 && t.Compare(operands[0], operands[1]) > 0 {
		operands[0], operands[1] = operands[1], operands[0]
	}
}
