package memory

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// stretch is buffers that share no section with the others: it is placed on its own.
type stretch struct {
	*layout
	// ids are the numbers of its buffers in the whole.
	ids []int32
	// offsets are the lowest plan so far.
	offsets       []int64
	height, bound int64
	// unit divides all ends of all plans that need to be looked at.
	unit       int64
	m          *measures
	neighbours [][]int32
	// turns counts how often it was searched.
	turns int
	// searched and repaired are the work of both searches.
	searched, repaired int64
	r                  *rand.Rand
	// repair is the search by placing some buffers again.
	repair *repair
}

// exactBuffers and exactPairs are how many buffers, and pairs of neighbours, a part
// may have that is searched exactly: with more, all that is left over from a place
// takes too long to look at.
const (
	exactBuffers = 1500
	exactPairs   = 1 << 20
)

// search looks for a lower plan until there is nothing to be found, or no time.
func (a *assigner) search(seed uint64) {
	if a.done() {
		return
	}
	parts := a.parts(seed)
	for !a.limit.over {
		slices.SortStableFunc(parts, func(x, y *stretch) int { return cmp.Compare(y.height, x.height) })
		busy := false
		for _, p := range parts {
			if p.height <= max(a.target, a.bound) || a.limit.over {
				continue
			}
			busy = true
			p.turn(a)
			a.bound = max(a.bound, p.bound)
		}
		a.merge(parts)
		if !busy || a.bound > a.target && a.capacity > 0 {
			return
		}
	}
}

// merge offers the plan that the parts have together.
func (a *assigner) merge(parts []*stretch) {
	offsets := slices.Clone(a.best)
	for _, p := range parts {
		for i, id := range p.ids {
			offsets[id] = p.offsets[i]
		}
	}
	a.offer(offsets)
}

// parts cuts where no buffer is live in two sections beside each other. Only parts
// that are higher than they need be are searched.
func (a *assigner) parts(seed uint64) []*stretch {
	var list []int32
	for b := range a.buffers {
		if a.first[b] < a.first[b+1] {
			list = append(list, int32(b))
		}
	}
	from := func(b int32) int32 { return a.pieces[a.first[b]].from }
	to := func(b int32) int32 { return a.pieces[a.first[b+1]-1].to }
	slices.SortStableFunc(list, func(x, y int32) int { return cmp.Compare(from(x), from(y)) })
	var parts []*stretch
	for begin := 0; begin < len(list); {
		end, last, height := begin, to(list[begin]), int64(0)
		for end < len(list) && (end == begin || from(list[end]) < last) {
			last = max(last, to(list[end]))
			height = max(height, a.best[list[end]]+a.buffers[list[end]].Size)
			end++
		}
		if height > max(a.target, a.bound) {
			ids := slices.Clone(list[begin:end])
			slices.Sort(ids)
			parts = append(parts, a.stretch(ids, seed+uint64(len(parts))))
		}
		begin = end
	}
	return parts
}

// stretch is a part of the whole.
func (a *assigner) stretch(ids []int32, seed uint64) *stretch {
	buffers, offsets := make([]Buffer, len(ids)), make([]int64, len(ids))
	var unit int64
	for i, id := range ids {
		b := a.buffers[id]
		buffers[i], offsets[i] = b, a.best[id]
		unit = divisor(unit, b.Size)
		if b.Alignment > 1 {
			unit = divisor(unit, b.Alignment)
		}
		if b.Fixed {
			unit = divisor(unit, b.Offset)
		}
		for _, g := range b.Gaps {
			unit = divisor(divisor(unit, g.From), g.To)
		}
	}
	// The buffers have been checked.
	l, _ := newLayout(buffers)
	p := &stretch{layout: l, ids: ids, offsets: offsets, height: l.heightOf(offsets), bound: l.bound, unit: unit,
		m: l.measures(), r: rand.New(rand.NewPCG(seed, 1))}
	if !l.windows && len(ids) <= exactBuffers {
		p.neighbours = l.neighbourhood(exactPairs)
	}
	return p
}

// divisor is the greatest common one.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// offer keeps offsets if they are the lowest so far.
func (p *stretch) offer(offsets []int64) bool {
	height := p.heightOf(offsets)
	if height >= p.height {
		return false
	}
	copy(p.offsets, offsets)
	p.height = height
	return true
}

// goal is the height to look for in a turn: the least that is asked for, or where
// that may be impossible, at times one between it and what was reached.
func (p *stretch) goal(a *assigner) int64 {
	least := max(a.target, a.bound, p.bound)
	if a.capacity > 0 {
		return least
	}
	most := p.height - 1
	goal := least
	switch p.turns % 3 {
	case 1:
		goal = least + (most-least)/2
	case 2:
		goal = most
	}
	return max(least, goal/p.unit*p.unit)
}

// turn searches for a while; longer at later turns.
func (p *stretch) turn(a *assigner) {
	goal := p.goal(a)
	round := min(p.turns/3, 40)
	p.turns++
	before := a.limit.used
	a.limit.spend(1)
	if p.neighbours != nil {
		p.exactly(goal, round, a)
	}
	p.searched += a.limit.used - before
	// Few buffers are best searched exactly: then repairs get a fifth of the work.
	if !p.windows && (len(p.buffers) < 40 || p.neighbours != nil && len(p.buffers) < 600 && p.searched < 8*p.repaired) {
		return
	}
	before = a.limit.used
	if !p.windows {
		p.peaks(goal, a)
	}
	p.again(max(goal, p.bound), a)
	p.repaired += a.limit.used - before
}

// exactly searches in several orders, each for a while: what is the best one
// differs, and in most of them the search does not end.
func (p *stretch) exactly(goal int64, round int, a *assigner) {
	work := int64(1000) << min(2*round, 40)
	offsets := make([]int64, len(p.buffers))
	try := func(list []int32, work int64) (over bool) {
		switch newPlacing(p.layout, list, p.neighbours).run(goal, work, &a.limit, offsets) {
		case placed:
			p.offer(offsets)
			return true
		case impossible:
			p.exclude(goal)
			return true
		}
		return a.limit.over
	}
	for _, o := range ranks {
		if try(p.ranked(func(b int) [3]float64 { return o(p, b) }), work) {
			return
		}
	}
	for range 2 * len(ranks) {
		o := ranks[p.r.IntN(len(ranks))]
		list := p.ranked(func(b int) [3]float64 {
			k := o(p, b)
			return [3]float64{k[0] * math.Exp(0.3*p.r.NormFloat64()), k[1] * math.Exp(0.3*p.r.NormFloat64())}
		})
		if try(list, min(work, 4000)) {
			return
		}
	}
}

// exclude says that no plan is as low as a height.
func (p *stretch) exclude(height int64) { p.bound = max(p.bound, (height/p.unit+1)*p.unit) }

// rank is a way to sort buffers, the greatest first.
type rank func(p *stretch, b int) [3]float64

// ranks are by width, area, total, and the number of neighbours: of the first three
// as MiniMalloc does.
var ranks = []rank{
	func(p *stretch, b int) [3]float64 { return [3]float64{p.width(b), p.area(b), p.total(b)} },
	func(p *stretch, b int) [3]float64 { return [3]float64{p.total(b), p.width(b), p.area(b)} },
	func(p *stretch, b int) [3]float64 { return [3]float64{p.total(b), p.area(b), p.width(b)} },
	func(p *stretch, b int) [3]float64 { return [3]float64{p.total(b) * p.area(b), p.width(b)} },
	func(p *stretch, b int) [3]float64 { return [3]float64{float64(len(p.neighbours[b])), p.area(b)} },
	func(p *stretch, b int) [3]float64 {
		return [3]float64{p.total(b), float64(len(p.neighbours[b])), p.area(b)}
	},
}

func (p *stretch) width(b int) float64 { return float64(p.m.length[b]) }
func (p *stretch) total(b int) float64 { return float64(p.m.total[b]) }
func (p *stretch) area(b int) float64  { return float64(p.m.length[b]) * float64(p.m.size(b)) }

// ranked are all buffers in an order.
func (p *stretch) ranked(key func(b int) [3]float64) []int32 {
	keys, list := make([][3]float64, len(p.buffers)), make([]int32, len(p.buffers))
	for b := range p.buffers {
		keys[b], list[b] = key(b), int32(b)
	}
	slices.SortStableFunc(list, func(x, y int32) int { return slices.Compare(keys[y][:], keys[x][:]) })
	return list
}
