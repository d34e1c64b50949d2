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

// repairBuffers is how many buffers a repair may have to look at: those placed again
// and those they must not overlap. One with more takes too long.
const repairBuffers = 10_000

// again makes some repairs.
func (p *stretch) again(goal int64, a *assigner) {
	r := p.repairing()
	for range repairs {
		above := p.above(goal)
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

// repairing is the state of the repairs.
func (p *stretch) repairing() *repair {
	if p.repair == nil {
		r := &repair{offsets: slices.Clone(p.offsets)}
		for b := range p.buffers {
			list := p.of(b)
			r.from, r.to = append(r.from, list[0].from), append(r.to, list[len(list)-1].to)
		}
		p.repair = r
	}
	return p.repair
}

// above are the buffers that end above a height.
func (p *stretch) above(height int64) (list []int32) {
	for b := range p.buffers {
		if p.chosen(b) && p.repair.offsets[b]+p.buffers[b].Size > height {
			list = append(list, int32(b))
		}
	}
	return list
}

// taken are the buffers to be placed again: v, and others that are live near a
// section of its life, up to a number of them that grows with failure.
func (p *stretch) taken(v int32) []int32 {
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
func (p *stretch) mend(v int32, goal int64, a *assigner) bool {
	return p.replace(p.taken(v), nil, goal, a)
}

// replace places some buffers again, where others may have got new offsets, and
// says whether less is above the goal. A plan that is no worse is kept.
func (p *stretch) replace(free []int32, moved map[int32]int64, goal int64, a *assigner) bool {
	r := p.repair
	excess := func(b int32, offset int64) int64 { return max(0, offset+p.buffers[b].Size-goal) }
	out := make([]bool, len(p.buffers))
	from, to := int32(math.MaxInt32), int32(0)
	var before, after int64
	for _, b := range free {
		out[b] = true
		from, to = min(from, r.from[b]), max(to, r.to[b])
		before += excess(b, r.offsets[b])
	}
	for b, offset := range moved {
		before += excess(b, r.offsets[b])
		after += excess(b, offset)
	}
	busy := make([]int32, max(0, to-from)+1)
	for _, b := range free {
		busy[r.from[b]-from]++
		busy[r.to[b]-from]--
	}
	for s := 1; s < len(busy); s++ {
		busy[s] += busy[s-1]
	}
	ids := slices.Clone(free)
	for b := range p.buffers {
		if !out[b] && r.from[b] < to && r.to[b] > from &&
			slices.ContainsFunc(busy[max(r.from[b], from)-from:min(r.to[b], to)-from], func(n int32) bool { return n > 0 }) {
			ids = append(ids, int32(b))
		}
	}
	if len(ids) > repairBuffers {
		return false
	}
	buffers := make([]Buffer, len(ids))
	for i, id := range ids {
		buffers[i] = p.buffers[id]
		if offset, is := moved[id]; is {
			buffers[i].Fixed, buffers[i].Offset = true, offset
		} else if i >= len(free) {
			buffers[i].Fixed, buffers[i].Offset = true, r.offsets[id]
		}
	}
	l, err := newLayout(buffers)
	if err != nil {
		return false
	}
	offsets, least := p.fill(l, len(free), goal, before-after, a)
	if offsets == nil {
		return false
	}
	for i, b := range free {
		r.offsets[b] = offsets[i]
	}
	for b, offset := range moved {
		r.offsets[b] = offset
	}
	return after+least < before
}

// fill places the buffers that are not fixed, of which there are n, and says what
// is above the goal; nil if that is always more than most.
func (p *stretch) fill(l *layout, n int, goal, most int64, a *assigner) (best []int64, least int64) {
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
		if a.limit.spend(int64(len(l.buffers)/3+1)) || above == 0 {
			break
		}
	}
	return best, least
}
