package memory

import (
	"math"
	"slices"
)

// repair is a search that takes some buffers out and places them again, around
// those that are above the goal.
type repair struct {
	// offsets are a plan that is not always the lowest one.
	offsets []int64
	// hull is the first section of each buffer and the one after its last.
	from, to []int32
	// failed counts the repairs in a row after which no less was above the goal.
	failed int
}

// repairs is how many repairs a turn makes.
const repairs = 60

// again makes some repairs.
func (p *part) again(goal int64, a *assigner) {
	r := p.repair
	if r == nil {
		r = &repair{offsets: slices.Clone(p.offsets)}
		for b := range p.buffers {
			list := p.of(b)
			r.from, r.to = append(r.from, list[0].from), append(r.to, list[len(list)-1].to)
		}
		p.repair = r
	}
	for range repairs {
		var above []int32
		for b := range p.buffers {
			if p.chosen(b) && r.offsets[b]+p.buffers[b].Size > goal {
				above = append(above, int32(b))
			}
		}
		if len(above) == 0 {
			p.offer(r.offsets)
			return
		}
		if a.limit.spend(int64(len(p.buffers) / 64)) {
			return
		}
		if p.mend(above[p.r.IntN(len(above))], goal, a) {
			r.failed = 0
		} else if r.failed++; r.failed > 2000 {
			copy(r.offsets, p.offsets)
			r.failed = 0
		}
		p.offer(r.offsets)
	}
}

// taken are the buffers to be placed again: v, and others that are live near a
// section of its life, up to a number of them that grows with failure.
func (p *part) taken(v int32) []int32 {
	r := p.repair
	most := 6 + p.r.IntN(20+min(r.failed/4, 150))
	at := r.from[v] + p.r.Int32N(r.to[v]-r.from[v])
	list := []int32{v}
	for width := int32(1); ; width *= 2 {
		list = list[:1]
		for b := range p.buffers {
			if int32(b) != v && p.chosen(b) && r.from[b] < at+width && r.to[b] > at-width {
				list = append(list, int32(b))
			}
		}
		if len(list) >= most || int(width) > len(p.live) {
			break
		}
	}
	rest := list[1:]
	p.r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	return list[:min(len(list), most)]
}

// mend places v and some others again, and says whether less is above the goal.
// A plan that is no worse is kept.
func (p *part) mend(v int32, goal int64, a *assigner) bool {
	r := p.repair
	free := p.taken(v)
	out := make([]bool, len(p.buffers))
	from, to := r.from[v], r.to[v]
	var before int64
	for _, b := range free {
		out[b] = true
		from, to = min(from, r.from[b]), max(to, r.to[b])
		before += max(0, r.offsets[b]+p.buffers[b].Size-goal)
	}
	busy := make([]bool, to-from)
	for _, b := range free {
		for s := r.from[b]; s < r.to[b]; s++ {
			busy[s-from] = true
		}
	}
	ids := slices.Clone(free)
	for b := range p.buffers {
		if !out[b] && r.from[b] < to && r.to[b] > from && slices.Contains(busy[max(r.from[b], from)-from:min(r.to[b], to)-from], true) {
			ids = append(ids, int32(b))
		}
	}
	buffers := make([]Buffer, len(ids))
	for i, id := range ids {
		buffers[i] = p.buffers[id]
		if i >= len(free) {
			buffers[i].Fixed, buffers[i].Offset = true, r.offsets[id]
		}
	}
	l, err := newLayout(buffers)
	if err != nil {
		return false
	}
	offsets, after := p.fill(l, len(free), goal, before, a)
	if offsets == nil || after > before {
		return false
	}
	for i, b := range free {
		r.offsets[b] = offsets[i]
	}
	return after < before
}

// fill places the buffers that are not fixed, of which there are n, and says what
// is above the goal; nil if that is always more than most.
func (p *part) fill(l *layout, n int, goal, most int64, a *assigner) (best []int64, least int64) {
	m := l.measures()
	arena := newArena(l)
	offsets := make([]int64, len(l.buffers))
	for try := range 8 {
		o := orders[p.r.IntN(len(orders)-1)]
		noise := 0.0
		if try > 2 {
			noise = 0.4
		}
		keys, list := make([][3]float64, n), make([]int32, n)
		for b := range n {
			for k, v := range o(m, b) {
				keys[b][k] = float64(v) * math.Exp(noise*p.r.NormFloat64())
			}
			list[b] = int32(b)
		}
		slices.SortStableFunc(list, func(x, y int32) int { return slices.Compare(keys[y][:], keys[x][:]) })
		arena.clear()
		for b := n; b < len(l.buffers); b++ {
			offsets[b] = l.buffers[b].Offset
			arena.occupy(b, offsets[b])
		}
		var above int64
		for _, b := range list {
			offsets[b] = arena.find(int(b), try%2 == 1)
			arena.occupy(int(b), offsets[b])
			above += max(0, offsets[b]+l.buffers[b].Size-goal)
		}
		if above <= most {
			best, least, most = slices.Clone(offsets), above, above
		}
		if a.limit.spend(int64(len(l.buffers)/8+1)) || above == 0 {
			break
		}
	}
	return best, least
}
