package ir

import (
	"fmt"
	"slices"
	"strings"
)

// Verify checks root and everything inside of it: the structure that op
// definitions declare, the ops' own verifiers, terminators, successors,
// symbols, isolation, dominance, and that nothing is left of ops that are not
// there any more. It returns the first violation as a *Diag, or nil.
func Verify(root *Op) error {
	v := &verifier{ctx: root.name.ctx, dom: NewDominance(), tables: map[*Op]SymbolMap{}, scopes: map[*Op]symbolScope{}}
	v.verifyTree(root)
	if v.err == nil {
		v.verifyDominance(root)
	}
	if v.err == nil {
		v.verifyLinks(root)
	}
	if v.err == nil {
		v.verifyMarked(root)
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
	// scopes are where symbols are looked up from inside of an op, of ops with
	// regions around symbol uses.
	scopes map[*Op]symbolScope
	way    []*Op  // scratch space of scopeOf
	links  uint64 // of sumLinks
	groups []int  // scratch space for segments
	marked []marked
}

// marked are the ops that have the marker of a dialect.
type marked struct {
	dialect *Dialect
	ops     []*Op
}

// mark notes that o has the marker of a dialect.
func (v *verifier) mark(o *Op, d *Dialect) {
	i := slices.IndexFunc(v.marked, func(m marked) bool { return m.dialect == d })
	if i < 0 {
		i = len(v.marked)
		v.marked = append(v.marked, marked{dialect: d})
	}
	v.marked[i].ops = append(v.marked[i].ops, o)
}

func (v *verifier) verifyMarked(root *Op) {
	for _, m := range v.marked {
		if err := m.dialect.VerifyMarked(root, m.ops); err != nil {
			v.own(root, err)
			return
		}
	}
}

func (v *verifier) fail(o *Op, format string, args ...any) {
	if v.err == nil {
		v.err = o.NamedErrorf(format, args...)
	}
}

func (v *verifier) verifyTree(root *Op) {
	Walk(root, func(o *Op) WalkAction {
		if v.verifyOp(o); o != root {
			v.sumLinks(o)
		}
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

// own reports what an op's own verifier found. A *Diag passes as it is, so
// that a verifier can point elsewhere and add notes.
func (v *verifier) own(o *Op, err error) {
	if d, ok := err.(*Diag); ok {
		if d.Op == nil {
			d.Op = o
		}
		v.err = d
		return
	}
	v.fail(o, "%s", err)
}

func (v *verifier) verifyOp(o *Op) {
	if v.verifyReferences(o); v.err != nil {
		return
	}
	if v.verifyDialectAttrs(o); v.err != nil {
		return
	}
	d := o.name.Def
	if d == nil {
		if v.verifyUnregistered(o); v.err == nil {
			v.verifyBlocks(o)
		}
		return
	}
	steps := []func(*Op, *OpDef){v.verifyOperands, v.verifyAttrs, v.verifyShape, v.verifyTypes}
	for _, step := range steps {
		if step(o, d); v.err != nil {
			return
		}
	}
	if v.verifyBlocks(o); v.err != nil {
		return
	}
	if d.Has(Symbol) {
		if err := verifySymbol(o); err != nil {
			v.own(o, err)
			return
		}
	}
	if d.Verify != nil {
		if err := d.Verify(o); err != nil {
			v.own(o, err)
		}
	}
}

// verifyDialectAttrs checks the attributes that dialects define for any op.
func (v *verifier) verifyDialectAttrs(o *Op) {
	for _, a := range o.attrs.Entries() {
		name, _, named := strings.Cut(a.Name, ".")
		if !named {
			continue
		}
		d := v.ctx.LookupDialect(name)
		if d != nil && d.VerifyAttr != nil {
			if err := d.VerifyAttr(o, a); err != nil {
				v.own(o, err)
				return
			}
		}
		if d != nil && d.Marker == a.Name {
			v.mark(o, d)
		}
	}
}

// UnregisteredDialect is what MLIR says of what is made with a dialect that
// nobody registered.
const UnregisteredDialect = "created with unregistered dialect. If this is intended, please call " +
	"allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"

// verifyUnregistered rejects an op that nobody defines, unless the context
// allows such ops and no registered dialect claims to know all of its own.
func (v *verifier) verifyUnregistered(o *Op) {
	d := v.ctx.LookupDialect(o.name.Dialect)
	if len(o.name.Name) <= len(o.name.Dialect)+len(".") {
		d = nil // a name of nothing but a dialect is no name in it
	}
	switch {
	case v.ctx.AllowUnregistered && (d == nil || d.Lacks(OpMembers)):
	case d == nil:
		v.fail(o, "%s", UnregisteredDialect)
	default:
		v.err = o.Errorf("unregistered operation '%s' found in dialect ('%s') that does not allow unknown operations%s%s",
			o.name.Name, d.Name, d.NearOp(o.name.Name), d.Incomplete(OpMembers))
	}
}

// verifyReferences finds what DropAllReferences, or a forward reference that
// nobody resolved, has left behind, and branches out of the middle of a block.
func (v *verifier) verifyReferences(o *Op) {
	for i := range o.uses() {
		if o.uses()[i].val == nil {
			v.fail(o, "operand #%d is no value", i)
		}
	}
	for i, s := range o.Successors() {
		if s == nil {
			v.fail(o, "successor #%d is no block", i)
		}
	}
	if v.err == nil && o.next != nil && len(o.Successors()) > 0 {
		v.err = o.Errorf("operation with block successors must terminate its parent block")
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
	groups, err := v.segments(o, d.Operands, o.NumOperands(), d.Has(SizedOperands), "operand")
	if err != nil {
		v.fail(o, "%s", err)
		return
	}
	v.verifyArgs(o, d.Operands, groups, "operand", func(i int) *Type { return o.uses()[i].val.typ })
}

func (v *verifier) verifyOperands(o *Op, d *OpDef) {
	if v.verifyOperandTypes(o, d); v.err != nil {
		return
	}
	groups, err := v.segments(o, d.Results, o.NumResults(), d.Has(SizedResults), "result")
	if err != nil {
		v.fail(o, "%s", err)
		return
	}
	v.verifyArgs(o, d.Results, groups, "result", func(i int) *Type { return o.values()[i].typ })
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
	return segmentsInto(make([]int, len(args)), segmentSizes(o, sized, what), args, n, sized, what)
}

// segments is Segments in the verifier's scratch space.
func (v *verifier) segments(o *Op, args []ArgDef, n int, sized bool, what string) ([]int, error) {
	v.groups = slices.Grow(v.groups[:0], len(args))[:len(args)]
	clear(v.groups)
	return segmentsInto(v.groups, segmentSizes(o, sized, what), args, n, sized, what)
}

// segmentSizes is the attribute that says how operands or results are grouped, nil
// if that is not sized.
func segmentSizes(o *Op, sized bool, what string) *Attr {
	if !sized {
		return nil
	}
	return o.Attr(what + "SegmentSizes")
}

// segmentsInto is Segments in a list of as many zeros as args, with the attribute
// that says the sizes, if sized.
func segmentsInto(groups []int, sizes *Attr, args []ArgDef, n int, sized bool, what string) ([]int, error) {
	if sized {
		return groups, explicitSegments(sizes, args, groups, n, what)
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
		return nil, countError(fixed, n, what)
	case flexible < 0:
		return groups, nil
	case n < fixed:
		return nil, fmt.Errorf("expected %d or more %ss, but found %d", fixed, what, n)
	case args[flexible].Count == AtMostOne && n > fixed+1:
		return nil, fmt.Errorf("%s group starting at #%d requires 0 or 1 element, but found %d", what, flexible, n-fixed)
	}
	groups[flexible] = n - fixed
	return groups, nil
}

func explicitSegments(attr *Attr, args []ArgDef, groups []int, n int, what string) error {
	name, sizes := what+"SegmentSizes", attr.Ints()
	if attr == nil && n > 0 {
		fixed := 0
		for _, a := range args {
			if a.Count == One {
				fixed++
			}
		}
		if n < fixed {
			return fmt.Errorf("expected %d or more %ss, but found %d", fixed, what, n)
		}
		return fmt.Errorf("%s count (%d) does not match with the total size (0) specified in attribute '%s'", what, n, name)
	}
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

// countError says that there are n operands, results or regions instead of want.
func countError(want, n int, what string) error {
	switch {
	case want == 0:
		return fmt.Errorf("requires zero %ss, but has %d", what, n)
	case want == 1 && what == "operand":
		return fmt.Errorf("requires a single operand, but has %d", n)
	case want == 1:
		return fmt.Errorf("requires one %s, but has %d", what, n)
	}
	return fmt.Errorf("expected %d %ss, but found %d", want, what, n)
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
		v.fail(o, "%s", countError(len(d.Regions), nr, "region"))
	case variadic && nr < len(d.Regions)-1:
		v.fail(o, "expected %d or more regions, but found %d", len(d.Regions)-1, nr)
	}
}

func (v *verifier) verifyShape(o *Op, d *OpDef) {
	v.verifyRegionCount(o, d)
	switch {
	case d.Successors >= 0 && len(o.Successors()) != d.Successors:
		v.fail(o, "requires %s but found %d", countOf(d.Successors, "successor"), len(o.Successors()))
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
		v.err = o.Errorf("branch has %d operands for successor #%d, but target block has %d", count, i, len(s.args))
		return
	}
	for k, a := range s.args {
		if t := o.uses()[first+k].val.typ; t != a.typ {
			v.err = o.Errorf("type mismatch for bb argument #%d of successor #%d: passes '%s' but the block takes '%s'", k, i, t, a.typ)
			return
		}
	}
}

func (v *verifier) verifyTypes(o *Op, d *OpDef) {
	if d.Has(SameTypes) {
		// Where all types are equal there is nothing to infer.
		other := otherType(o)
		if other == nil {
			return
		}
		if d.Infer == nil {
			v.fail(o, "requires the same type for all operands and results, but got '%s' and '%s'", firstType(o), other)
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

// firstType is the type of the first operand, or else of the first result.
func firstType(o *Op) *Type {
	switch {
	case o.NumOperands() > 0:
		return o.uses()[0].val.typ
	case o.NumResults() > 0:
		return o.values()[0].typ
	}
	return nil
}

// otherType is a type of an operand or result that is not firstType, or nil.
func otherType(o *Op) *Type {
	first := firstType(o)
	for i := range o.uses() {
		if t := o.uses()[i].val.typ; t != first {
			return t
		}
	}
	for i := range o.values() {
		if t := o.values()[i].typ; t != first {
			return t
		}
	}
	return nil
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
	for _, a := range b.args {
		v.links -= hashUse(a.uses)
	}
	for _, s := range b.Successors() {
		switch {
		case s.region != b.region:
			v.fail(b.last, "branches to a block that is not in the same region")
		case s.IsEntry():
			v.err = o.Errorf("entry block of region may not have predecessors")
		}
	}
	d := o.name.Def
	if b.region.HasOneBlock() && (d == nil || d.Has(NoTerminator)) {
		return
	}
	switch {
	case b.last == nil:
		v.err = Errorf(o.loc, "empty block: expect at least a terminator in region #%d", region)
	case b.last.name.Def != nil && !b.last.Has(Terminator):
		v.err = b.last.Errorf("block with no terminator, has '%s'", b.last.name.Name)
	}
}
