package printer

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/tg-opt/tg/ir"
)

// alias is an attribute or type that was seen while looking for those to be
// given a name in front of the text (or behind it).
type alias struct {
	attr *ir.Attr
	typ  *ir.Type
	name string // without its number; empty when it gets no alias
	// depth orders aliases such that one comes behind those it uses.
	depth int
	// deferred: may be written behind the text, because only locations use it.
	deferred bool
	children []int
	text     string
}

// aliasFinder goes through IR in the order in which it is printed, and through
// attributes and types in the order of their text. It is an ir.OpPrinter, so
// that custom forms show it what they print.
type aliasFinder struct {
	opt   *Options
	ctx   *ir.Context
	found []alias
	attrs map[*ir.Attr]int
	types map[*ir.Type]int
	lists typeLists

	// nested is what the attribute or type being visited consists of, or nil
	// when an op is visited.
	nested *nestedAliases
}

type nestedAliases struct {
	deferred bool
	depth    int
	children []int
}

// findAliases decides which aliases the text of op gets.
func (p *printer) findAliases(op *ir.Op) {
	f := &aliasFinder{opt: &p.opt, ctx: p.Ctx, attrs: map[*ir.Attr]int{}, types: map[*ir.Type]int{}}
	f.op(op)
	p.AttrAliases, p.TypeAliases = map[*ir.Attr]string{}, map[*ir.Type]string{}
	p.aliases = slices.DeleteFunc(f.found, func(a alias) bool { return a.name == "" })
	slices.SortStableFunc(p.aliases, func(a, b alias) int {
		if c := cmp.Compare(a.depth, b.depth); c != 0 {
			return c
		}
		if isType := a.typ != nil; isType != (b.typ != nil) {
			if isType {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.name, b.name)
	})
	counts := map[string]int{}
	for i := range p.aliases {
		a := &p.aliases[i]
		prefix, number := "#", ""
		if a.typ != nil {
			prefix = "!"
		}
		if n := counts[a.name]; n > 0 {
			number = strconv.Itoa(n)
		}
		counts[a.name]++
		a.text = prefix + a.name + number
		if a.typ != nil {
			p.TypeAliases[a.typ] = a.text
		} else {
			p.AttrAliases[a.attr] = a.text
		}
	}
}

// printAliases writes the definitions of the aliases that are deferred, or of
// those that are not.
func (p *printer) printAliases(deferred bool) {
	for i := range p.aliases {
		a := &p.aliases[i]
		if a.deferred != deferred {
			continue
		}
		p.Str(a.text)
		p.Str(" = ")
		if a.typ != nil {
			p.TypeBody(a.typ)
		} else {
			p.AttrBody(a.attr)
		}
		p.Byte('\n')
		p.flushLong()
	}
}

// attr visits a. withType says whether its type is written with it.
func (f *aliasFinder) attr(a *ir.Attr, deferred, withType bool) {
	if a == nil {
		return
	}
	i, ok := f.attrs[a]
	if ok {
		if !deferred {
			f.keep(i)
		}
	} else {
		i = len(f.found)
		f.attrs[a] = i
		f.visit(alias{attr: a, name: a.AttrAliasName(), deferred: deferred}, func() { f.insideAttr(a, withType) })
	}
	f.record(i)
}

func (f *aliasFinder) typ(t *ir.Type, deferred bool) {
	if t == nil {
		return
	}
	i, ok := f.types[t]
	if ok {
		if !deferred {
			f.keep(i)
		}
	} else {
		i = len(f.found)
		f.types[t] = i
		f.visit(alias{typ: t, name: t.TypeAliasName(), deferred: deferred}, func() { f.insideType(t) })
	}
	f.record(i)
}

// visit adds a and looks at what it is made of.
func (f *aliasFinder) visit(a alias, inside func()) {
	if a.name != "" {
		a.depth = 1
	}
	i := len(f.found)
	f.found = append(f.found, a)
	outer, n := f.nested, &nestedAliases{deferred: a.deferred}
	f.nested = n
	inside()
	f.nested = outer
	f.found[i].children = n.children
	if n.depth > 0 {
		f.found[i].depth = n.depth + 1
	}
}

// record tells the attribute or type around that alias i is part of it.
func (f *aliasFinder) record(i int) {
	if f.nested != nil {
		f.nested.children = append(f.nested.children, i)
		f.nested.depth = max(f.nested.depth, f.found[i].depth)
	}
}

// keep takes the permission to be deferred from alias i and all it consists of.
func (f *aliasFinder) keep(i int) {
	if a := &f.found[i]; a.deferred {
		a.deferred = false
		for _, c := range a.children {
			f.keep(c)
		}
	}
}

func (f *aliasFinder) insideAttr(a *ir.Attr, withType bool) {
	switch a.Kind() {
	case ir.AffineMapAttr, ir.IntegerSetAttr, ir.DenseArrayAttr, ir.FloatAttr, ir.IntegerAttr, ir.UnitAttr:
		return
	case ir.TypeAttr:
		f.Type(a.Type())
		return
	case ir.DefinedAttr:
		if d := a.Def(); d.Print != nil {
			d.Print(f, a)
		}
	case ir.FusedLocAttr:
		f.Attr(a.Metadata())
		for _, e := range a.Parts() {
			f.Attr(e)
		}
	case ir.NameLocAttr:
		for _, e := range a.Elems() {
			if !e.Is(ir.UnknownLocAttr) {
				f.Attr(e)
			}
		}
	case ir.SparseAttr:
	default:
		for _, e := range a.Elems() {
			f.Attr(e)
		}
		for _, e := range a.Entries() {
			f.Attr(e.Value)
		}
	}
	if t := a.Type(); withType && t != nil {
		f.Type(t)
	}
}

func (f *aliasFinder) insideType(t *ir.Type) {
	if d := t.Def(); d != nil {
		if d.Print != nil {
			d.Print(f, t.Params())
		}
		return
	}
	f.Type(t.Elem())
	f.Attr(t.Encoding())
	f.Attr(t.MemorySpace())
	f.Types(t.Types())
}

// op visits an op in the order in which its text mentions things.
func (f *aliasFinder) op(o *ir.Op) {
	if f.opt.DebugInfo {
		f.attr(f.ctx.LocAttr(o.Loc()), true, true)
	}
	if d := o.Def(); d != nil && !f.opt.Generic && (d.Print != nil || d.Format != "") {
		printCustom(f, o, d, &f.lists)
		return
	}
	for _, r := range o.Regions() {
		f.Region(r, true, true)
	}
	for i := range o.NumOperands() {
		if v := o.Operand(i); v != nil {
			f.Type(v.Type())
		}
	}
	for i := range o.NumResults() {
		f.Type(o.Result(i).Type())
	}
	if o.Def() == nil {
		// MLIR does not look into the properties of ops that it does not know.
		for _, e := range o.Attrs().Entries() {
			f.Attr(e.Value)
		}
		return
	}
	ir.ForEachAttr(o, func(e ir.NamedAttr) { f.Attr(e.Value) })
}

func (f *aliasFinder) block(b *ir.Block, args, terminator bool) {
	if args {
		for _, a := range b.Args() {
			f.RegionArg(a)
		}
	}
	for o := b.First(); o != nil; o = o.Next() {
		if terminator || o.Next() != nil || !o.Has(ir.Terminator) {
			f.op(o)
		}
	}
}

// ---- ir.OpPrinter

func (f *aliasFinder) Context() *ir.Context { return f.ctx }

func (f *aliasFinder) Attr(a *ir.Attr) { f.attr(a, f.nested != nil && f.nested.deferred, true) }

func (f *aliasFinder) AttrWithoutType(a *ir.Attr) {
	f.attr(a, f.nested != nil && f.nested.deferred, f.nested == nil)
}

func (f *aliasFinder) Type(t *ir.Type) { f.typ(t, f.nested != nil && f.nested.deferred) }

func (f *aliasFinder) Types(ts []*ir.Type) {
	for _, t := range ts {
		f.Type(t)
	}
}

func (f *aliasFinder) FuncType(in, out []*ir.Type) {
	f.Types(in)
	f.Types(out)
}

func (f *aliasFinder) AttrDict(o *ir.Op, elide ...string) {
	ir.ForEachPrettyAttr(o, elide, func(e ir.NamedAttr) { f.Attr(e.Value) })
}

func (f *aliasFinder) AttrDictKeyword(o *ir.Op, elide ...string) { f.AttrDict(o, elide...) }

func (f *aliasFinder) Region(r *ir.Region, entryArgs, terminator bool) {
	if f.opt.SkipRegions {
		return
	}
	for b := r.First(); b != nil; b = b.Next() {
		f.block(b, entryArgs || !b.IsEntry(), terminator || !b.IsEntry())
	}
}

// RegionArg visits an argument, but not its attributes, as in MLIR.
func (f *aliasFinder) RegionArg(v *ir.Value, _ ...*ir.Attr) {
	f.Type(v.Type())
	if f.opt.DebugInfo {
		f.attr(f.ctx.LocAttr(v.Loc()), false, true)
	}
}

// What is neither an attribute nor a type has no alias.

func (f *aliasFinder) Str(string)    {}
func (f *aliasFinder) Int(int64)     {}
func (f *aliasFinder) Ints([]int64)  {}
func (f *aliasFinder) Quoted(string) {}

func (f *aliasFinder) IndexExpr(*ir.AffineExpr, []string, func(int64)) {}

func (f *aliasFinder) IndexConstraint(*ir.AffineExpr, bool, []string, func(int64)) {}

func (f *aliasFinder) Symbol(string)        {}
func (f *aliasFinder) Operand(*ir.Value)    {}
func (f *aliasFinder) Operands([]*ir.Value) {}
func (f *aliasFinder) Successor(*ir.Block)  {}
func (f *aliasFinder) Newline()             {}
