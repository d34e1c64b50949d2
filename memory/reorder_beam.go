package memory

import "slices"

// beam goes through the sets of nodes that are done, one node more each time, and
// keeps of each size only those with the least live. What needs more than level
// is left out. Unlike setSearch it misses orders, and gets to the end soon.
type beam struct {
	r     *region
	level int64
	width int
	steps int64
	// sets and live are those of the present layer; history has all layers.
	sets    []uint64
	live    []int64
	history [][]link
	next    []offer
	list    []int32
}

// link says how a state was made: by node via, from a state of the layer before.
type link struct{ parent, via int32 }

// offer is a state of the next layer.
type offer struct {
	live int64
	hash uint64
	link
}

// run finds an order of a peak of level at most, or nil.
func (b *beam) run(spend func(int64) bool) []int32 {
	b.sets, b.live = make([]uint64, b.r.words), []int64{b.r.start}
	b.history = b.history[:0]
	for range b.r.n {
		if !b.expand(spend) || len(b.next) == 0 {
			return nil
		}
		b.keep()
	}
	order := make([]int32, b.r.n)
	at := int32(0)
	for k := b.r.n - 1; k >= 0; k-- {
		x := b.history[k][at]
		order[k], at = x.via, x.parent
	}
	return order
}

// expand makes the offers of all states.
func (b *beam) expand(spend func(int64) bool) bool {
	words := b.r.words
	b.next = b.next[:0]
	for i := range b.live {
		set, live := b.sets[i*words:(i+1)*words], b.live[i]
		at, before := len(b.next), b.steps
		b.list = b.r.ready(set, b.list[:0])
		for _, v := range b.list {
			b.steps++
			foot, next := b.r.step(set, live, int(v))
			if foot > b.level {
				continue
			}
			word, bit := v>>6, uint64(1)<<(v&63)
			set[word] |= bit
			o := offer{next, hash(set), link{int32(i), v}}
			set[word] &^= bit
			if next <= live {
				b.next = append(b.next[:at], o)
				break
			}
			b.next = append(b.next, o)
		}
		if !spend(b.steps - before) {
			return false
		}
	}
	return true
}

// keep makes the best of the offers the present layer.
func (b *beam) keep() {
	slices.SortFunc(b.next, func(x, y offer) int {
		switch {
		case x.live != y.live && x.live < y.live, x.live == y.live && x.hash < y.hash:
			return -1
		case x.live == y.live && x.hash == y.hash:
			return 0
		}
		return 1
	})
	words := b.r.words
	var sets []uint64
	var live []int64
	var links []link
	for i, o := range b.next {
		if len(live) == b.width {
			break
		}
		// Equal hashes are taken for equal sets: that loses an order at worst.
		if i > 0 && o.live == b.next[i-1].live && o.hash == b.next[i-1].hash {
			continue
		}
		from := len(sets)
		sets = append(sets, b.sets[int(o.parent)*words:(int(o.parent)+1)*words]...)
		sets[from+int(o.via>>6)] |= 1 << (o.via & 63)
		live = append(live, o.live)
		links = append(links, o.link)
	}
	b.sets, b.live = sets, live
	b.history = append(b.history, links)
}
