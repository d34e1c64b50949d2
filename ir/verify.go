package ir

import (
	"fmt"
	"strings"
)

// Verify checks root and everything inside of it: the structure that op
// definitions declare, the ops' own verifiers, terminators, successors,
// symbols, isolation and dominance. It returns the first violation as a *Diag,
// or nil.
func Verify(root *Op) error {
	v := &verifier{ctx: root.name.ctx, dom: NewDominance(), tables: map[*Op]SymbolMap{}}
	v.verifyTree(root)
	if v.err == nil {
		v.verifyDominance(root)
	}
	if v.err != nil {
		return v.err
	}
	return nil
}

type verifier struct {
	ctx *Context
	dom *Dominance
	err *Diag
	// tables are the symbol tables that symbol uses have been looked up in.
	tables map[*Op]SymbolMap
}

func (v *verifier) fail(o *Op, format string, args ...any) {
	if v.err == nil {
		v.err = Errorf(o.loc, "'%s' op %s", o.name.Name, fmt.Sprintf(format, args...))
	}
}

func (v *verifier) verifyTree(root *Op) {
	Walk(root, func(o *Op) WalkAction {
		v.verifyOp(o)
		if v.err != nil {
			return Stop
		}
		return Advance
	})
	if v.err != nil {
		return
	}
	WalkPost(root, func(o *Op) {
		d := o.name.Def
		if v.err != nil || d == nil {
			return
		}
		if d.Has(SymbolTable) {
			v.verifySymbolTable(o)
		}
		if d.VerifyRegions != nil && v.err == nil {
			if err := d.VerifyRegions(o); err != nil {
				v.own(o, err)
			}
		}
		if d.VerifySymbols != nil && v.err == nil {
			v.verifySymbols(root, o)
		}
	})
}

// verifySymbols lets o check what its symbols refer to, as far as that lies
// inside of root: what is outside may be changing at this moment.
func (v *verifier) verifySymbols(root, o *Op) {
	if !root.IsAncestorOf(NearestSymbolTable(o)) {
		return
	}
	err := o.name.Def.VerifySymbols(o, func(ref *Attr) *Op {
		for table := NearestSymbolTable(o); table != nil; table = NearestSymbolTable(table.Parent()) {
			if p := v.symbol(table, ref.Text()); p != nil {
				for _, n := range ref.Nested() {
					if p = v.symbol(p, n); p == nil {
						return nil
					}
				}
				return p
			}
			if table == root {
				break
			}
		}
		return nil
	})
	if err != nil {
		v.own(o, err)
	}
}

// symbol is LookupSymbol in one table, which is indexed once.
func (v *verifier) symbol(table *Op, name string) *Op {
	m, ok := v.tables[table]
	if !ok {
		m = Symbols(table)
		v.tables[table] = m
	}
	return m[name]
}

// own reports what an op's own verifier found. A *Diag passes as it is, so
// that a verifier can point elsewhere and add notes.
func (v *verifier) own(o *Op, err error) {
	if d, ok := err.(*Diag); ok {
		v.err = d
		return
	}
	v.fail(o, "%s", err)
}

func (v *verifier) verifyOp(o *Op) {
	if v.verifyReferences(o); v.err != nil {
		return
	}
	v.verifyBlocks(o)
	d := o.name.Def
	if d == nil || v.err != nil {
		return
	}
	steps := []func(*Op, *OpDef){v.verifyOperands, v.verifyAttrs, v.verifyShape, v.verifyTypes}
	for _, step := range steps {
		if step(o, d); v.err != nil {
			return
		}
	}
	if d.Verify != nil {
		if err := d.Verify(o); err != nil {
			v.own(o, err)
		}
	}
}

// verifyReferences finds what DropAllReferences, or a forward reference that
// nobody resolved, has left behind.
func (v *verifier) verifyReferences(o *Op) {
	for i := range o.operands {
		if o.operands[i].val == nil {
			v.fail(o, "operand #%d is no value", i)
		}
	}
	for i, s := range o.Successors() {
		if s == nil {
			v.fail(o, "successor #%d is no block", i)
		}
	}
}

// VerifyOp checks one op: its own structure, types and attributes, and that
// its regions fit it, but not the ops in them.
func VerifyOp(o *Op) error {
	v := &verifier{ctx: o.name.ctx}
	v.verifyOp(o)
	if d := o.name.Def; v.err == nil && d != nil && d.VerifyRegions != nil {
		if err := d.VerifyRegions(o); err != nil {
			v.own(o, err)
		}
	}
	if v.err != nil {
		return v.err
	}
	return nil
}

// VerifyInputs checks what result types are inferred from: the operands, the
// inherent attributes and the number of regions of an op that may lack its
// results yet.
func VerifyInputs(o *Op) error {
	v := &verifier{ctx: o.name.ctx}
	d := o.name.Def
	if v.verifyOperandTypes(o, d); v.err == nil {
		v.verifyAttrs(o, d)
	}
	if v.err == nil {
		v.verifyRegionCount(o, d)
	}
	if v.err != nil {
		return v.err
	}
	return nil
}

func (v *verifier) verifyOperandTypes(o *Op, d *OpDef) {
	groups, err := Segments(o, d.Operands, len(o.operands), d.Has(SizedOperands), "operand")
	if err != nil {
		v.fail(o, "%s", err)
		return
	}
	v.verifyArgs(o, d.Operands, groups, "operand", func(i int) *Type { return o.operands[i].val.typ })
}

func (v *verifier) verifyOperands(o *Op, d *OpDef) {
	if v.verifyOperandTypes(o, d); v.err != nil {
		return
	}
	groups, err := Segments(o, d.Results, len(o.results), d.Has(SizedResults), "result")
	if err != nil {
		v.fail(o, "%s", err)
		return
	}
	v.verifyArgs(o, d.Results, groups, "result", func(i int) *Type { return o.results[i].typ })
}

func (v *verifier) verifyArgs(o *Op, args []ArgDef, groups []int, what string, typ func(int) *Type) {
	i := 0
	for g, n := range groups {
		for range n {
			if t := typ(i); !args[g].Type.Ok(t) {
				v.fail(o, "%s #%d must be %s, but got '%s'", what, i, args[g].Type.Desc, t)
				return
			}
			i++
		}
	}
}

// Segments is how many of n values each of args stands for. At most one of
// args may be optional or variadic, unless sized says that the property
// operandSegmentSizes or resultSegmentSizes tells.
func Segments(o *Op, args []ArgDef, n int, sized bool, what string) ([]int, error) {
	groups := make([]int, len(args))
	if sized {
		return groups, explicitSegments(o, args, groups, n, what)
	}
	flexible, fixed := -1, 0
	for i, a := range args {
		groups[i] = 1
		if a.Count != One {
			flexible = i
		} else {
			fixed++
		}
	}
	switch {
	case flexible < 0 && n != fixed:
		return nil, fmt.Errorf("expected %s, but found %d", countOf(fixed, what), n)
	case flexible < 0:
		return groups, nil
	case n < fixed:
		return nil, fmt.Errorf("expected %d or more %ss, but found %d", fixed, what, n)
	case args[flexible].Count == AtMostOne && n > fixed+1:
		return nil, fmt.Errorf("expected at most %s, but found %d", countOf(fixed+1, what), n)
	}
	groups[flexible] = n - fixed
	return groups, nil
}

func explicitSegments(o *Op, args []ArgDef, groups []int, n int, what string) error {
	name := what + "SegmentSizes"
	sizes := o.Attr(name).Ints()
	if len(sizes) != len(args) {
		return fmt.Errorf("'%s' attribute for specifying %s segments must have %d elements, but got %d", name, what, len(args), len(sizes))
	}
	sum := 0
	for i, s := range sizes {
		switch {
		case s < 0:
			return fmt.Errorf("'%s' attribute cannot have negative elements", name)
		case args[i].Count == One && s != 1, args[i].Count == AtMostOne && s > 1:
			return fmt.Errorf("%s group starting at #%d requires %s, but found %d", what, sum, [...]string{"1 element", "0 or 1 element"}[args[i].Count], s)
		}
		groups[i] = int(s)
		sum += int(s)
	}
	if sum != n {
		return fmt.Errorf("%s count (%d) does not match with the total size (%d) specified in attribute '%s'", what, n, sum, name)
	}
	return nil
}

func countOf(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (v *verifier) verifyAttrs(o *Op, d *OpDef) {
	for i := range d.Attrs {
		a := &d.Attrs[i]
		val := o.props.Get(a.Name)
		switch {
		case val == nil && !a.Optional && a.Default == nil:
			v.fail(o, "requires attribute '%s'", a.Name)
			return
		case val != nil && !a.Is.Ok(val):
			v.fail(o, "attribute '%s' failed to satisfy constraint: %s", a.Name, a.Is.Desc)
			return
		}
	}
}

func (v *verifier) verifyRegionCount(o *Op, d *OpDef) {
	nr := o.NumRegions()
	variadic := len(d.Regions) > 0 && d.Regions[len(d.Regions)-1].Variadic
	switch {
	case !variadic && nr != len(d.Regions):
		v.fail(o, "requires %s", countOf(len(d.Regions), "region"))
	case variadic && nr < len(d.Regions)-1:
		v.fail(o, "requires at least %s", countOf(len(d.Regions)-1, "region"))
	}
}

func (v *verifier) verifyShape(o *Op, d *OpDef) {
	v.verifyRegionCount(o, d)
	switch {
	case d.Successors >= 0 && len(o.Successors()) != d.Successors:
		v.fail(o, "requires %s", countOf(d.Successors, "successor"))
	case d.Has(Terminator) && (o.block == nil || o.next != nil):
		v.fail(o, "must be the last operation in the parent block")
	}
	if d.Has(SingleBlock) {
		for i, r := range o.Regions() {
			if r.first != r.last {
				v.fail(o, "expects region #%d to have 0 or 1 blocks", i)
			}
		}
	}
	for i, s := range o.Successors() {
		if v.err != nil || d.SuccessorOperands == nil {
			return
		}
		v.verifySuccessor(o, d, i, s)
	}
}

func (v *verifier) verifySuccessor(o *Op, d *OpDef, i int, s *Block) {
	first, count := d.SuccessorOperands(o, i)
	if count != len(s.args) {
		v.fail(o, "branch has %s for successor #%d, but target block has %d", countOf(count, "operand"), i, len(s.args))
		return
	}
	for k, a := range s.args {
		if t := o.operands[first+k].val.typ; t != a.typ {
			v.fail(o, "type mismatch for bb argument #%d of successor #%d: passes '%s' but the block takes '%s'", k, i, t, a.typ)
			return
		}
	}
}

func (v *verifier) verifyTypes(o *Op, d *OpDef) {
	if d.Has(SameTypes) {
		var first *Type
		for i := range o.operands {
			v.sameType(o, &first, o.operands[i].val.typ)
		}
		for i := range o.results {
			v.sameType(o, &first, o.results[i].typ)
		}
	}
	if d.Infer == nil || v.err != nil {
		return
	}
	want, err := d.Infer(InferenceOf(o))
	if err != nil {
		v.own(o, err)
		return
	}
	got := o.ResultTypes()
	ok := len(want) == len(got)
	for i := 0; ok && i < len(want); i++ {
		ok = Compatible(want[i], got[i])
	}
	if !ok {
		v.fail(o, "inferred type(s) %s are incompatible with return type(s) of operation %s", quoteTypes(want), quoteTypes(got))
	}
}

func (v *verifier) sameType(o *Op, first **Type, t *Type) {
	if *first == nil {
		*first = t
	} else if *first != t {
		v.fail(o, "requires the same type for all operands and results, but got '%s' and '%s'", *first, t)
	}
}

func quoteTypes(ts []*Type) string {
	s := make([]string, len(ts))
	for i, t := range ts {
		s[i] = "'" + t.String() + "'"
	}
	return strings.Join(s, ", ")
}

// Compatible reports whether values of both types can be the same value: the
// types are equal, or tensors of one element type whose extents agree where
// both are static.
func Compatible(a, b *Type) bool {
	if a == b {
		return true
	}
	if !a.IsTensor() || !b.IsTensor() || a.elem != b.elem {
		return false
	}
	if !a.HasRank() || !b.HasRank() {
		return true
	}
	if len(a.shape) != len(b.shape) {
		return false
	}
	for i, d := range a.shape {
		if e := b.shape[i]; d != e && d != Dynamic && e != Dynamic {
			return false
		}
	}
	return true
}

func (v *verifier) verifyBlocks(o *Op) {
	if o.next != nil && len(o.Successors()) > 0 {
		v.fail(o, "operation with block successors must terminate its parent block")
	}
	for i, r := range o.Regions() {
		if r.first == nil || v.err != nil {
			continue
		}
		for b := r.first; b != nil; b = b.next {
			v.verifyBlock(o, i, b)
		}
	}
}

func (v *verifier) verifyBlock(o *Op, region int, b *Block) {
	for _, s := range b.Successors() {
		switch {
		case s.region != b.region:
			v.fail(b.last, "branches to a block that is not in the same region")
		case s.IsEntry():
			v.fail(o, "entry block of region may not have predecessors")
		}
	}
	d := o.name.Def
	if d == nil || d.Has(NoTerminator) {
		return
	}
	switch {
	case b.last == nil:
		v.fail(o, "region #%d has an empty block: expect at least a terminator", region)
	case b.last.name.Def != nil && !b.last.Has(Terminator):
		v.err = Errorf(b.last.loc, "block with no terminator, has '%s'", b.last.name.Name)
	}
}

func (v *verifier) verifySymbolTable(o *Op) {
	seen := map[string]*Op{}
	for _, r := range o.Regions() {
		for b := r.first; b != nil; b = b.next {
			for p := b.first; p != nil; p = p.next {
				name := SymbolName(p)
				if name == "" {
					continue
				}
				if first := seen[name]; first != nil {
					v.err = Errorf(p.loc, "redefinition of symbol named '%s'", name).
						WithNote(first.loc, "see existing symbol definition here")
					return
				}
				seen[name] = p
			}
		}
	}
}

func (v *verifier) verifyDominance(root *Op) {
	var dead *Block
	p := newPath()
	Walk(root, func(o *Op) WalkAction {
		if b := o.block; b != nil && o != root {
			if b == dead {
				return Skip
			}
			if o.prev == nil && !v.dom.Reachable(b) {
				dead = b // any use is allowed where control never comes
				return Skip
			}
		}
		p.enter(o)
		for i := range o.operands {
			if v.checkUse(p, o, i); v.err != nil {
				return Stop
			}
		}
		return Advance
	})
}

// path is the way from the root of a walk to the op it is at, so that a use
// need not climb through the nest to find where its value is defined.
type path struct {
	at     []*Op // by depth, the op that the walk is at or inside of
	depth  map[*Region]int
	region *Region // of the op last entered
	here   int     // its depth
	// isolated is, by depth, the depth of the innermost region around an op whose
	// parent is isolated from above; -1 for none.
	isolated []int
}

func newPath() *path { return &path{depth: map[*Region]int{}, here: -1} }

// enter moves on to o, which a walk that shows parents first comes to next.
func (p *path) enter(o *Op) {
	if r := o.Region(); r != p.region || p.here < 0 {
		p.region = r
		depth, known := p.depth[r]
		if !known {
			if len(p.at) > 0 {
				depth = p.depth[o.Parent().Region()] + 1
			}
			p.depth[r] = depth
		}
		p.here = depth
		p.at = append(p.at[:depth], o)
		p.isolated = append(p.isolated[:depth], -1)
		if depth > 0 {
			p.isolated[depth] = p.isolated[depth-1]
		}
		if parent := o.Parent(); parent != nil && parent.Has(IsolatedFromAbove) {
			p.isolated[depth] = depth
		}
	}
	p.at[p.here] = o
}

// around is the op that the walk is at or inside of in region r, and the
// isolated op that separates the walk from r, if there are such; r is nil for
// no region.
func (p *path) around(r *Region) (o, wall *Op) {
	depth, known := p.depth[r]
	if r == nil || !known || depth > p.here || p.at[depth].Region() != r {
		depth = -1
	}
	if depth >= 0 {
		o = p.at[depth]
	}
	if w := p.isolated[p.here]; w > depth {
		wall = p.at[w].Parent()
	}
	return o, wall
}

func (v *verifier) checkUse(p *path, o *Op, i int) {
	val := o.operands[i].val
	def := val.Block()
	if def == o.block && val.op != nil {
		// The common case: both in one block, or in none, where there is no
		// order.
		before := val.op != o && (def == nil || val.op.IsBefore(o))
		if before || o.Parent() != nil && mayBeGraph(o.Parent()) {
			return
		}
	} else {
		var region *Region
		if def != nil {
			region = def.region
		}
		ancestor, wall := p.around(region)
		switch {
		case wall != nil:
			v.err = Errorf(o.loc, "'%s' op using value defined outside the region", o.name.Name).
				WithNote(wall.loc, "required by region isolation constraints")
			return
		case ancestor != nil && v.dom.reaches(val, ancestor),
			region == nil && val.op != nil && val.op.block == nil: // detached IR
			return
		}
	}
	v.err = Errorf(o.loc, "operand #%d does not dominate this use", i)
	switch {
	case val.op == nil:
		v.err.WithNote(val.Loc(), "operand defined as a block argument")
	case val.op.block == o.block:
		v.err.WithNote(val.op.loc, "operand defined here (op in the same block)")
	case val.op.block != nil && o.block != nil && val.op.block.region == o.block.region:
		v.err.WithNote(val.op.loc, "operand defined here (op in the same region)")
	default:
		v.err.WithNote(val.op.loc, "operand defined here")
	}
}
