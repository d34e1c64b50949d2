package lifetimes

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
)

// Which values share a buffer.

// home is the class in whose storage a class lies, and where: its own, or for
// state that of the result of the loop.
func (b *builder) home(n int32) (root int32, offset int64) {
	root, offset = b.root(n)
	for b.facts[root].kind == carried {
		var more int64
		root, more = b.root(b.facts[root].result)
		offset += more
	}
	return root, offset
}

// takeOver lets results take over operands, in the order of the ops.
func (b *builder) takeOver() {
	for i := range b.facts { // what a view needs, its class does
		if root, _ := b.root(int32(i)); root != int32(i) {
			b.facts[root].last = max(b.facts[root].last, b.facts[i].last)
		}
	}
	for i := range b.takes {
		t := &b.takes[i]
		if root, _ := b.root(t.result); root == t.result && b.mayTake(t) {
			to, _ := b.root(t.operand)
			b.join(t.result, to, 0)
		}
	}
}

// mayTake reports whether a result may take over an operand: all of a class that
// dies here, and that no operand reads which must not be overwritten.
func (b *builder) mayTake(t *taking) bool {
	root, offset := b.root(t.operand)
	c := &b.facts[root]
	if c.kind == borrowed || offset != 0 || c.last != t.point || c.size != b.facts[t.result].size || c.level != b.facts[t.result].level {
		return false
	}
	for i := range t.op.NumOperands() {
		n, known := b.frame.numbers[t.op.Operand(i)]
		if !known || i == t.index {
			continue
		}
		if r, _ := b.root(n); r == root && !slices.ContainsFunc(t.storage, func(s analysis.Taking) bool { return s.Operand == i }) {
			return false
		}
	}
	return true
}

// handOver lets what a region hands over be made where it is to go, where nobody
// needs what is there.
func (b *builder) handOver() {
	taken := map[int32][]span{}
	for _, h := range b.hands {
		from, offset := b.root(h.from)
		to, at := b.home(h.to)
		f, t := &b.facts[from], &b.facts[to]
		if f.kind != own || offset != 0 || at != 0 || from == to || f.size != t.size || f.birth <= h.begin || f.result >= 0 {
			continue
		}
		if h.carry >= 0 {
			if arg, _ := b.root(h.carry); b.facts[arg].last >= f.birth {
				continue
			}
		}
		s := span{f.birth, f.last}
		if slices.ContainsFunc(taken[h.to], s.meets) {
			continue
		}
		taken[h.to] = append(taken[h.to], s)
		b.join(from, to, 0)
	}
}

// span is the points from first to last.
type span struct{ first, last int32 }

func (s span) meets(o span) bool { return s.first <= o.last && o.first <= s.last }

// bindResults lets what the function returns be made where the caller wants it.
func (b *builder) bindResults() {
	bound := map[int32][]span{}
	counted := map[int32]bool{}
	for _, r := range b.returns {
		root, offset := b.root(r.from)
		f := &b.facts[root]
		if home, _ := b.home(root); b.facts[home].kind == own && !counted[r.result] {
			counted[r.result] = true
			b.frame.Results += Rounded(b.facts[r.from].size)
		}
		if f.kind != own || offset != 0 || f.size != b.facts[r.from].size || f.result >= 0 {
			continue
		}
		s := span{f.birth, f.last}
		if slices.ContainsFunc(bound[r.result], s.meets) {
			continue
		}
		bound[r.result] = append(bound[r.result], s)
		f.result = r.result
	}
}

// stages makes room for what is moved and lies where something else is moved to.
func (b *builder) stages() {
	for _, m := range b.moves {
		if m.block != nil {
			for i := range m.to {
				m.to[i] = b.frame.numbers[m.block.Arg(i)]
			}
		}
		homes := map[int32]int{}
		for i, to := range m.to {
			root, _ := b.home(to)
			homes[root] = i
		}
		var size int64
		for i, from := range m.from {
			if from < 0 {
				continue
			}
			root, offset := b.home(from)
			if k, written := homes[root]; written && (k != i || offset != 0) {
				size += Rounded(b.facts[from].size)
			}
		}
		if size == 0 {
			continue
		}
		x := b.extraOf(m.op)
		if x.Stage < 0 {
			x.Stage = b.buffer(Buffer{Class: Workspace, Op: m.op, Lower: m.begin, Upper: m.end, Size: size, Live: size})
			b.remember(m.op, x)
		} else if s := &b.frame.Buffers[x.Stage]; s.Size < size {
			s.Size, s.Live = size, size
		}
	}
}

// makeBuffers makes the buffers of all classes.
func (b *builder) makeBuffers() {
	for i := range b.facts {
		f := &b.facts[i]
		if f.parent != int32(i) || f.kind != own {
			continue
		}
		class := Intermediate
		switch {
		case f.result >= 0:
			class = Result
		case f.state:
			class = State
		}
		o := f.value.Def()
		if o == nil {
			o = f.value.Block().Parent()
		}
		f.buffer = b.buffer(Buffer{Class: class, Value: f.value, Op: o, Lower: f.birth, Upper: f.last, Result: f.result, Size: f.size, Live: f.size})
	}
	b.frame.places = make([]Place, len(b.facts))
	for i := range b.facts {
		b.frame.places[i] = Place{Borrowed, 0}
		if root, offset := b.home(int32(i)); b.facts[root].kind == own {
			b.frame.places[i] = Place{b.facts[root].buffer, offset}
		}
	}
}

// peak finds the first point at which most bytes are live.
func (b *builder) peak() {
	for p, live := range b.frame.Live() {
		if live > b.frame.Peak {
			b.frame.Peak, b.frame.Point = live, int32(p)
		}
	}
	b.frame.inside = slices.Max(append(b.frame.live(func(c Class) bool { return c != Result }), 0))
}
