package lifetimes

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Which values share a buffer.

// home is the class in whose storage a class lies, and where: its own, or for
// state that of the result of the loop. For what is collected it is where that would
// lie in the first round.
func (b *builder) home(n int32) (root int32, offset int64) {
	root, offset = b.root(n)
	for k := b.facts[root].kind; k == carried || k == collected; k = b.facts[root].kind {
		next, more := b.root(b.carriers[root])
		if k == carried && b.facts[next].kind == carried && more == 0 {
			b.carriers[root] = b.carriers[next] // half of the way next time
		}
		root, offset = next, offset+more
	}
	return root, offset
}

// takeOver lets results take over operands, in the order of the ops.
func (b *builder) takeOver() {
	for i := range b.facts {
		f := &b.facts[i]
		if f.until >= 0 {
			f.last = max(f.last, b.closes[f.until])
		}
		if root, _ := b.root(int32(i)); root != int32(i) { // what a view needs, its class does
			b.facts[root].last = max(b.facts[root].last, f.last)
		}
	}
	for t := range b.takes.all() {
		list := b.lists[t.list]
		o := b.frame.Ops[t.point]
		first, _ := b.number(o.Result(0))
		for _, s := range list {
			n := first + int32(s.Result)
			operand, known := b.number(o.Operand(s.Operand))
			if root, _ := b.root(n); known && root == n && b.mayTake(t, n, operand, s) {
				if to, _ := b.root(operand); b.facts[to].last == t.point {
					b.join(n, to, 0)
				}
			}
		}
	}
}

// mayTake reports whether a result may take over an operand, if its class dies here:
// all of a class that no operand reads which must not be overwritten by this result, and
// that no other result has taken.
func (b *builder) mayTake(t *taking, result, operand int32, as analysis.Taking) bool {
	root, offset := b.root(operand)
	c, f := &b.facts[root], &b.facts[result]
	if c.kind == borrowed || offset != 0 || f.size == 0 || c.size != f.size || c.level != f.level {
		return false
	}
	o, list := b.frame.Ops[t.point], b.lists[t.list]
	for i := range o.NumOperands() {
		n, known := b.number(o.Operand(i))
		if !known || i == as.Operand {
			continue
		}
		if r, _ := b.root(n); r == root && !slices.Contains(list, analysis.Taking{Result: as.Result, Operand: i}) {
			return false
		}
	}
	for i := range o.NumResults() {
		if r, _ := b.root(result - int32(as.Result) + int32(i)); r == root {
			return false
		}
	}
	return true
}

// handOver lets what a region hands over be made where it is to go, where nobody
// needs what is there.
func (b *builder) handOver() {
	var taken []spans // of the results of the op to which they go
	var around *ir.Op
	for h := range b.hands.all() {
		result := b.frame.numbers.At(h.to)
		if o := result.Def(); o != around {
			around = o
			taken = slices.Grow(taken[:0], o.NumResults())[:o.NumResults()]
			for i := range taken {
				taken[i] = taken[i][:0]
			}
		}
		from, offset := b.root(h.from)
		if h.carry == rounds {
			if offset == 0 {
				b.collect(from, h)
			}
			continue
		}
		to, at := b.home(h.to)
		f, t := &b.facts[from], &b.facts[to]
		if f.kind != own || offset != 0 || at != 0 || from == to || f.size != t.size || f.birth <= h.begin {
			continue
		}
		if h.carry >= 0 {
			if arg, _ := b.root(h.carry); b.facts[arg].last >= f.birth {
				continue
			}
		}
		if taken[result.Index()].add(span{f.birth, f.last}) {
			b.join(from, to, 0)
		}
	}
}

// collect lets a class be made where the result of a loop has a place for it in each
// round, if that is aligned as storage is.
func (b *builder) collect(from int32, h *hand) {
	f, t := b.facts[from], &b.facts[h.to]
	if f.kind != own || f.birth <= h.begin || f.size == 0 || f.size != b.facts[h.from].size || f.size%Alignment != 0 || t.size == 0 {
		return
	}
	b.facts[from].kind = collected
	b.carriers[from], b.collects = h.to, true
}

// collector is the result of a loop in which a value lies, where the round that runs has its
// place; -1 for none.
func (b *builder) collector(n int32) int32 {
	for {
		root, _ := b.root(n)
		switch b.facts[root].kind {
		case collected:
			return b.carriers[root]
		case carried:
			n = b.carriers[root]
		default:
			return -1
		}
	}
}

// bindResults lets what the function returns be made where the caller wants it.
func (b *builder) bindResults() {
	var bound []spans // by the number of the result
	var counted []bool
	for _, r := range b.returns {
		if more := int(r.result) + 1 - len(bound); more > 0 {
			bound, counted = append(bound, make([]spans, more)...), append(counted, make([]bool, more)...)
		}
		root, offset := b.root(r.from)
		f := &b.facts[root]
		if home, _ := b.home(root); b.facts[home].kind == own && !counted[r.result] {
			counted[r.result] = true
			b.frame.Results += Rounded(b.facts[r.from].size)
		}
		if _, is := b.bound[root]; is || f.kind != own || offset != 0 || f.size != b.facts[r.from].size {
			continue
		}
		if bound[r.result].add(span{f.birth, f.last}) {
			b.bound[root] = r.result
		}
	}
}

// stages makes room for what is moved and lies where something else is moved to.
func (b *builder) stages() {
	var homes []home
	for m := range b.moves.all() {
		if m.carries != nil {
			loop := m.op.Parent()
			homes = b.stage(loop, m, homes, m.carries.Yield, loop.Results()[:m.carries.State(loop)])
			continue
		}
		for i, s := range m.op.Successors() {
			if first, count := m.op.Def().SuccessorOperands(m.op, i); count > 0 {
				homes = b.stage(m.op, m, homes, first, s.Args()[:min(count, s.NumArgs())])
			}
		}
	}
}

// home is where something is moved to, with its number among what is moved.
type home struct{ root, index int32 }

// stage makes room at an op for what it moves to values from its operand first on. It
// uses the list, and returns it for the next time.
func (b *builder) stage(at *ir.Op, m *moves, homes []home, first int, to []*ir.Value) []home {
	homes = homes[:0]
	for i, v := range to {
		n, _ := b.number(v)
		root, _ := b.home(n)
		homes = append(homes, home{root, int32(i)})
	}
	slices.SortFunc(homes, func(x, y home) int { return cmp.Or(cmp.Compare(x.root, y.root), cmp.Compare(x.index, y.index)) })
	var size int64
	for i := range to {
		from, known := b.number(m.op.Operand(first + i))
		if !known {
			continue
		}
		root, offset := b.home(from)
		k, written := slices.BinarySearchFunc(homes, root, func(h home, root int32) int { return cmp.Compare(h.root, root) })
		if written && (homes[k].index != int32(i) || offset != 0) {
			size += Rounded(b.facts[from].size)
		}
	}
	if size == 0 {
		return homes
	}
	x := b.extraOf(at)
	if x.Stage < 0 {
		x.Stage = b.buffer(Buffer{Class: Workspace, Op: at, Lower: m.begin, Upper: m.end, Size: size, Live: size})
		b.remember(at, x)
	} else if s := &b.frame.Buffers[x.Stage]; s.Size < size {
		s.Size, s.Live = size, size
	}
	return homes
}

// makeBuffers makes the buffers of all classes.
func (b *builder) makeBuffers() {
	f := b.frame
	f.Buffers = slices.Grow(f.Buffers, b.roots())
	f.places = make([]int32, len(b.facts))
	for i := range b.facts {
		if b.owns(i) {
			f.places[i] = b.buffer(b.bufferOf(int32(i)))
		}
	}
	for i := range b.facts {
		if b.owns(i) {
			continue
		}
		root, offset := b.home(int32(i))
		if b.facts[root].kind != own {
			f.places[i] = Borrowed
			continue
		}
		f.places[i] = f.places[root]
		if offset != 0 {
			f.within[int32(i)] = offset
		}
		if !b.collects {
			continue
		}
		if to := b.collector(int32(i)); to >= 0 {
			f.collected[int32(i)] = to
		}
	}
}

// owns reports whether a value is the root of a class that has a buffer of its own.
func (b *builder) owns(i int) bool { return b.facts[i].parent == int32(i) && b.facts[i].kind == own }

// roots is how many of them there are.
func (b *builder) roots() (count int) {
	for i := range b.facts {
		if b.owns(i) {
			count++
		}
	}
	return count
}

// bufferOf is the buffer of a class of its own.
func (b *builder) bufferOf(root int32) Buffer {
	f := &b.facts[root]
	class := Intermediate
	result, is := b.bound[root]
	switch {
	case is:
		class = Result
	case f.state:
		class = State
	}
	if !is {
		result = -1
	}
	v := b.frame.numbers.At(root)
	o := v.Def()
	if o == nil {
		o = v.Block().Parent()
	}
	return Buffer{Class: class, Value: v, Op: o, Lower: f.birth, Upper: f.last, Result: result, Size: f.size, Live: f.size}
}

// peak finds the first point at which most bytes are live.
func (b *builder) peak() {
	live := b.frame.Live()
	for p, bytes := range live {
		if bytes > b.frame.Peak {
			b.frame.Peak, b.frame.Point = bytes, int32(p)
		}
	}
	b.frame.live(live, func(c Class) bool { return c != Result })
	for _, bytes := range live {
		b.frame.inside = max(b.frame.inside, bytes)
	}
}
