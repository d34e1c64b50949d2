package ir

import (
	"fmt"
	"slices"
	"unsafe"
)

// Builder makes ops and inserts them at a point. It owns an Arena and serves
// one goroutine.
type Builder struct {
	Ctx   *Context
	arena *Arena
	block *Block
	point *Op // insert before this op; nil for the end of block
	// Created, when set, is told of every op the builder makes.
	Created func(*Op)
}

// NewBuilder makes a builder without an insertion point: ops it makes belong to
// no block until one is set.
func NewBuilder(c *Context) *Builder { return &Builder{Ctx: c, arena: &Arena{}} }

// Before inserts in front of o from now on.
func (b *Builder) Before(o *Op) *Builder { b.block, b.point = o.block, o; return b }

// After inserts behind o from now on.
func (b *Builder) After(o *Op) *Builder { b.block, b.point = o.block, o.next; return b }

// AtEnd inserts at the end of block.
func (b *Builder) AtEnd(block *Block) *Builder { b.block, b.point = block, nil; return b }

// AtStart inserts at the start of block.
func (b *Builder) AtStart(block *Block) *Builder {
	b.block, b.point = block, block.first
	return b
}

// Insert puts a detached op at the insertion point.
func (b *Builder) Insert(o *Op) *Op {
	if b.block != nil {
		b.block.InsertBefore(o, b.point)
	}
	return o
}

// Create makes the op that st describes and inserts it. A nil Results of a
// registered op with inference is filled in; a failing inference is an error.
func (b *Builder) Create(st *OpState) (*Op, error) {
	props, attrs := splitAttrs(b.Ctx, st)
	results := st.Results
	if def := st.Name.Def; results == nil && def != nil && def.Infer != nil {
		in := &Inference{Ctx: b.Ctx, Def: def, Values: st.Operands, Props: props, Regions: st.Regions}
		for _, v := range st.Operands {
			in.Operands = append(in.Operands, v.typ)
		}
		var err error
		if results, err = in.Types(); err != nil {
			return nil, Errorf(st.Loc, "'%s' op %s", st.Name.Name, err)
		}
	}
	o := b.arena.newOp(st, results)
	o.props, o.attrs = props, attrs
	b.Insert(o)
	if b.Created != nil {
		b.Created(o)
	}
	return o, nil
}

func splitAttrs(c *Context, st *OpState) (props, attrs *Attr) {
	if len(st.Attrs) == 0 {
		return nilIfEmpty(st.Props), nil
	}
	def := st.Name.Def
	if def == nil || len(def.Attrs) == 0 && st.Props == nil {
		return nilIfEmpty(st.Props), nilIfEmpty(c.Dict(st.Attrs))
	}
	inherent := slices.Clone(st.Props.Entries())
	var rest []NamedAttr
	for _, e := range st.Attrs {
		if def.AttrDef(e.Name) == nil {
			rest = append(rest, e)
			continue
		}
		if def.IsDefault(c, e.Name, e.Value) {
			e.Value = nil // left out
		}
		if i := slices.IndexFunc(inherent, func(p NamedAttr) bool { return p.Name == e.Name }); i >= 0 {
			inherent[i] = e
		} else {
			inherent = append(inherent, e)
		}
	}
	if len(inherent) > 0 {
		props = c.Dict(inherent)
	}
	if len(rest) > 0 {
		attrs = c.Dict(rest)
	}
	return nilIfEmpty(props), nilIfEmpty(attrs)
}

func (a *Arena) newOp(st *OpState, results []*Type) *Op {
	o := a.ops.one()
	o.name, o.loc = st.Name, st.Loc
	o.setUses(a.uses.take(len(st.Operands)))
	uses := o.uses()
	for i, v := range st.Operands {
		uses[i].owner = o
		uses[i].link(v)
	}
	a.SetResults(o, results)
	if len(st.Regions) > 0 || len(st.Successors) > 0 {
		o.rest = a.rests.one()
		o.rest.regions = slices.Clone(st.Regions)
		a.setSuccessors(o, st.Successors)
		for _, r := range st.Regions {
			r.parent = o
		}
	}
	return o
}

// SetResults gives an op without results its results.
func (a *Arena) SetResults(o *Op, types []*Type) {
	results := a.values.take(len(types))
	o.firstResult, o.resultCount = unsafe.SliceData(results), uint32(len(types))
	for i, t := range types {
		v := &results[i]
		v.typ, v.owner, v.index = t, unsafe.Pointer(o), int32(i)
	}
}

// NewOp makes an op from st with exactly the given dictionaries and results,
// not inserted anywhere: the parser's way in, which has sorted everything
// already.
func (a *Arena) NewOp(st *OpState, props, attrs *Attr) *Op {
	o := a.newOp(st, st.Results)
	o.props, o.attrs = props, nilIfEmpty(attrs)
	if o.name.Def != nil { // an op that nobody defines may have an empty dictionary, or anything else
		o.props = nilIfEmpty(props)
	}
	return o
}

// NewBlock makes an empty block.
func (a *Arena) NewBlock() *Block { return a.blocks.one() }

// NewRegion makes an empty region.
func (a *Arena) NewRegion() *Region { return a.regions.one() }

// SetBlockArgs gives a block without arguments its arguments, at once.
func (a *Arena) SetBlockArgs(b *Block, types []*Type, locs []Loc) {
	vs := a.values.take(len(types))
	b.args = a.args.take(len(types))
	for i := range vs {
		vs[i] = Value{typ: types[i], owner: unsafe.Pointer(b), index: ^int32(i), loc: locs[i]}
		b.args[i] = &vs[i]
	}
}

// Op makes an op of definition def with inferred result types. It panics when
// inference fails: use it where the operands are known to fit, Create
// elsewhere.
func (b *Builder) Op(def *OpDef, l Loc, operands []*Value, attrs ...NamedAttr) *Op {
	return b.must(&OpState{Name: b.Ctx.OpName(def.name), Loc: l, Operands: operands, Attrs: attrs})
}

// OpWithTypes makes an op of definition def with the given result types.
func (b *Builder) OpWithTypes(def *OpDef, l Loc, results []*Type, operands []*Value, attrs ...NamedAttr) *Op {
	if results == nil {
		results = []*Type{}
	}
	return b.must(&OpState{Name: b.Ctx.OpName(def.name), Loc: l, Operands: operands, Results: results, Attrs: attrs})
}

func (b *Builder) must(st *OpState) *Op {
	o, err := b.Create(st)
	if err != nil {
		panic(fmt.Sprintf("building %s: %v", st.Name.Name, err))
	}
	return o
}

// Clone copies o with its regions and inserts the copy. values translates what
// is defined outside of o; a value without an entry is used as it is. Results
// and block arguments of the copy are added to it.
func (b *Builder) Clone(o *Op, values map[*Value]*Value) *Op {
	c := newCloner(b, values, map[*Block]*Block{})
	n := c.op(o)
	c.patch()
	b.Insert(n)
	if b.Created != nil {
		b.Created(n)
	}
	return n
}

// CloneRegion copies r; values and blocks translate what lies outside and gain
// an entry for everything copied.
func (b *Builder) CloneRegion(r *Region, values map[*Value]*Value, blocks map[*Block]*Block) *Region {
	c := newCloner(b, values, blocks)
	n := c.region(r)
	c.patch()
	return n
}

// cloner copies ops for a builder, whose insertion point it leaves alone.
type cloner struct {
	*Builder
	values map[*Value]*Value
	blocks map[*Block]*Block
	// open are the uses in the copy of what had no translation when they were
	// made. Only these may be translated later: a translation may itself be a
	// value that is copied, as when a function is copied into itself.
	open []*Use
}

func newCloner(b *Builder, values map[*Value]*Value, blocks map[*Block]*Block) *cloner {
	return &cloner{&Builder{Ctx: b.Ctx, arena: b.arena, Created: b.Created}, values, blocks, nil}
}

func (c *cloner) op(o *Op) *Op {
	st := &OpState{Name: o.name, Loc: o.loc, Operands: make([]*Value, o.NumOperands())}
	for i := range o.uses() {
		v := o.uses()[i].val
		if w := c.values[v]; w != nil {
			v = w
		}
		st.Operands[i] = v
	}
	for _, s := range o.Successors() {
		if t := c.blocks[s]; t != nil {
			s = t
		}
		st.Successors = append(st.Successors, s)
	}
	for _, r := range o.Regions() {
		st.Regions = append(st.Regions, c.region(r))
	}
	n := c.arena.newOp(st, o.ResultTypes())
	n.props, n.attrs = o.props, o.attrs
	for i := range o.uses() {
		if c.values[o.uses()[i].val] == nil {
			c.open = append(c.open, &n.uses()[i])
		}
	}
	for i := range o.values() {
		c.values[&o.values()[i]] = &n.values()[i]
	}
	return n
}

func (c *cloner) region(r *Region) *Region {
	out := c.arena.regions.one()
	for src := r.first; src != nil; src = src.next {
		dst := c.arena.blocks.one()
		out.Append(dst)
		c.blocks[src] = dst
		for _, a := range src.args {
			c.values[a] = dst.AddArg(a.typ, a.loc)
		}
	}
	for src, dst := r.first, out.first; src != nil; src, dst = src.next, dst.next {
		for o := src.first; o != nil; o = o.next {
			n := c.op(o)
			dst.Append(n)
			if c.Created != nil {
				c.Created(n)
			}
		}
	}
	return out
}

// patch translates uses that come before their definition, as graph regions
// and the order of blocks allow.
func (c *cloner) patch() {
	for _, u := range c.open {
		if w := c.values[u.val]; w != nil {
			u.Set(w)
		}
	}
}
