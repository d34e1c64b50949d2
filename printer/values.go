package printer

import (
	"strconv"

	"github.com/tg-opt/tg/ir"
)

// valueID is how a value is called. Zero is a value that was not numbered; the
// two top bits tell the rest apart.
type valueID uint32

const (
	idKind valueID = 3 << 30
	// numberID: `%n`, with n+1 in the low bits.
	numberID valueID = 0 << 30
	// nameID: the low bits index names.texts.
	nameID valueID = 1 << 30
	// memberID: a result that shares the name of the result whose index is in
	// the low bits, as `%0#1`.
	memberID valueID = 2 << 30
)

// names are the names of all values and blocks below the numbering root. A
// result carries its id itself (ir.Value.SetNumber), a block its index.
type names struct {
	ctx    *ir.Context
	opt    *Options
	texts  []string
	blocks []blockName
	args   []valueID
	ops    map[*ir.Op]valueID // of ops without results, when users are printed

	used map[string]struct{}
	// undo lists the names in used, in order, scopes where the lists of the
	// enclosing regions end.
	undo   []string
	scopes []int

	counters
}

// counters are the next numbers of each kind. A region goes on where its
// parent region ended; regions side by side start alike.
type counters struct{ value, arg, conflict int }

type blockName struct {
	block    *ir.Block
	ordinal  int32
	firstArg int32 // index into names.args
}

// pending is a region that is still to be numbered.
type pending struct {
	region *ir.Region
	counters
	scope int // length of names.scopes in the parent region
}

// numberValues numbers the values in root breadth-first, region by region.
func numberValues(root *ir.Op, opt *Options) *names {
	n := &names{ctx: root.Context(), opt: opt, used: map[string]struct{}{}}
	if opt.ValueUsers {
		n.ops = map[*ir.Op]valueID{}
	}
	n.scopes = append(n.scopes, 0)
	var stack []pending
	push := func(o *ir.Op) {
		for _, r := range o.Regions() {
			stack = append(stack, pending{r, n.counters, len(n.scopes)})
		}
	}
	push(root)
	n.op(root)
	var nested []*ir.Op
	for len(stack) > 0 {
		next := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !opt.UniqueSSAIDs && !opt.Generic {
			n.counters = next.counters
		}
		n.enter(next.scope)
		nested = n.region(next.region, nested[:0])
		for _, o := range nested {
			push(o)
		}
	}
	return n
}

// enter leaves the scopes below depth and opens one.
func (n *names) enter(depth int) {
	if len(n.scopes) > depth {
		start := n.scopes[depth]
		for _, s := range n.undo[start:] {
			delete(n.used, s)
		}
		n.undo, n.scopes = n.undo[:start], n.scopes[:depth]
	}
	n.scopes = append(n.scopes, len(n.undo))
}

// region numbers what r holds directly and appends the ops with regions to
// nested.
func (n *names) region(r *ir.Region, nested []*ir.Op) []*ir.Op {
	ordinal := int32(0)
	for b := r.First(); b != nil; b = b.Next() {
		b.SetNumber(uint32(len(n.blocks)))
		n.blocks = append(n.blocks, blockName{b, ordinal, int32(len(n.args))})
		ordinal++
		n.blockArgs(b)
		for o := b.First(); o != nil; o = o.Next() {
			n.op(o)
			if o.NumRegions() > 0 {
				nested = append(nested, o)
			}
		}
	}
	return nested
}

func (n *names) blockArgs(b *ir.Block) {
	if n.shareArgs(b) {
		return
	}
	for _, a := range b.Args() {
		name := ""
		if b.IsEntry() {
			name = "arg" + strconv.Itoa(n.counters.arg)
			n.counters.arg++
		}
		n.args = append(n.args, n.id(n.prefer(a, name)))
	}
}

// shareArgs gives the entry block of an op that writes the arguments of all its
// regions once the names that a sibling has got.
func (n *names) shareArgs(b *ir.Block) bool {
	o := b.Parent()
	if o == nil || o.Def() == nil || !o.Def().SharedArgs || n.opt.Generic || !b.IsEntry() {
		return false
	}
	for _, r := range o.Regions() {
		named, ok := n.block(r.First())
		if !ok || r == b.Region() || r.First().NumArgs() != b.NumArgs() {
			continue
		}
		for i := range b.Args() {
			id := n.args[int(named.firstArg)+i]
			n.args = append(n.args, id)
			if id&idKind == nameID {
				n.used[n.texts[id&^idKind]] = struct{}{}
				n.undo = append(n.undo, n.texts[id&^idKind])
			}
		}
		return true
	}
	return false
}

func (n *names) op(o *ir.Op) {
	results := o.NumResults()
	if results == 0 {
		if n.ops != nil {
			n.ops[o] = n.number()
		}
		return
	}
	var suggest func(*ir.Op, int) string
	if d := o.Def(); d != nil && !n.opt.Generic {
		suggest = d.ResultName
	}
	if results == 1 && suggest == nil && !n.opt.NameLocAsPrefix {
		o.Result(0).SetNumber(uint32(n.number()))
		return
	}
	head := 0
	for i := range results {
		name := ""
		if suggest != nil {
			name = suggest(o, i)
		}
		if i == 0 || name != "" {
			head = i
			o.Result(i).SetNumber(uint32(n.id(n.prefer(o.Result(i), name))))
		} else {
			o.Result(i).SetNumber(uint32(memberID | valueID(head)))
		}
	}
}

// prefer is the name that v's location suggests, or name.
func (n *names) prefer(v *ir.Value, name string) string {
	if n.opt.NameLocAsPrefix {
		if l := nameLoc(n.ctx.LocAttr(v.Loc())); l != nil {
			return l.LocName()
		}
	}
	return name
}

// nameLoc is the first name location in l, or nil.
func nameLoc(l *ir.Attr) *ir.Attr {
	var inside []*ir.Attr
	switch l.Kind() {
	case ir.NameLocAttr:
		return l
	case ir.CallLocAttr:
		inside = l.Elems()
	case ir.FusedLocAttr:
		inside = l.Parts()
	}
	for _, e := range inside {
		if found := nameLoc(e); found != nil {
			return found
		}
	}
	return nil
}

func (n *names) number() valueID {
	n.value++
	return numberID | valueID(n.value)
}

// id is the id of a value that would like to be called name.
func (n *names) id(name string) valueID {
	if name == "" {
		return n.number()
	}
	n.texts = append(n.texts, n.unique(sanitize(name)))
	return nameID | valueID(len(n.texts)-1)
}

// unique is name, with a number behind it when it is taken.
func (n *names) unique(name string) string {
	for base := name; ; {
		if _, taken := n.used[name]; !taken {
			break
		}
		name = base + "_" + strconv.Itoa(n.conflict)
		n.conflict++
	}
	n.used[name] = struct{}{}
	n.undo = append(n.undo, name)
	return name
}

// sanitize makes a legal SSA name of s: a blank becomes `_`, other characters
// that names cannot have their code in hex. A name must not look like a number.
func sanitize(s string) string {
	legal := func(c byte) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '$' || c == '.' || c == '_' || c == '-'
	}
	var b []byte
	if s[0] >= '0' && s[0] <= '9' {
		b = append(b, '_')
	}
	for i := range len(s) {
		switch c := s[i]; {
		case legal(c):
			b = append(b, c)
		case c == ' ':
			b = append(b, '_')
		default:
			const digits = "0123456789ABCDEF"
			if c > 15 {
				b = append(b, digits[c>>4])
			}
			b = append(b, digits[c&15])
		}
	}
	if string(b) == s {
		return s
	}
	return string(b)
}

// block finds the name of b; ok is false when b was not numbered.
func (n *names) block(b *ir.Block) (name blockName, ok bool) {
	if b == nil {
		return name, false
	}
	if i := int(b.Number()); i < len(n.blocks) && n.blocks[i].block == b {
		return n.blocks[i], true
	}
	return name, false
}

// of is the id of v, or 0 when it has none.
func (n *names) of(v *ir.Value) valueID {
	if !v.IsArg() {
		return valueID(v.Number())
	}
	b, ok := n.block(v.Block())
	if i := int(b.firstArg) + v.Index(); ok && i < len(n.args) {
		return n.args[i]
	}
	return 0
}

// head is the index of the first of the results that share a name with result
// i of o.
func (n *names) head(o *ir.Op, i int) int {
	if id := valueID(o.Result(i).Number()); id&idKind == memberID {
		return int(id &^ idKind)
	}
	return i
}

// shares reports whether result i of o goes by the name of result head, which
// comes before it.
func (n *names) shares(o *ir.Op, head, i int) bool {
	return i < o.NumResults() && valueID(o.Result(i).Number()) == memberID|valueID(head)
}

// appendID appends the text of a name that is a number or a name.
func (n *names) appendID(buf []byte, id valueID) []byte {
	switch id & idKind {
	case nameID:
		return append(append(buf, '%'), n.texts[id&^idKind]...)
	case numberID:
		if id != 0 {
			return strconv.AppendUint(append(buf, '%'), uint64(id-1), 10)
		}
	}
	return append(buf, "<<UNKNOWN SSA VALUE>>"...)
}
