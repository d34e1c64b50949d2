package memory

import "slices"

// peakBuffers is how many buffers about a peak are placed exactly.
const peakBuffers = 250

// peaks looks at what is live near a section where a buffer is above the goal, and
// places it exactly as if there were no other time. If that cannot be, then no plan
// is as low as the goal. Else the plan gets it, and what is in its way is placed
// again: buffers that overlap anywhere, and both are live in a range of sections,
// overlap in that range, so those that were placed there do not clash elsewhere.
func (p *stretch) peaks(goal int64, a *assigner) {
	r := p.repairing()
	for width := int32(1); !a.limit.over && p.bound <= goal; width *= 2 {
		above := p.above(goal)
		if len(above) == 0 || int(width/2) > len(p.live) {
			return
		}
		a.limit.spend(1 + int64(len(p.buffers)/64))
		v := above[p.r.IntN(len(above))]
		at := p.steepest(v)
		from, to := max(0, at-width), min(int32(len(p.live)), at+width+1)
		ids, buffers := p.clip(from, to)
		if len(ids) > peakBuffers {
			return
		}
		l, err := newLayout(buffers)
		if err != nil {
			return
		}
		neighbours := l.neighbourhood(exactPairs)
		if neighbours == nil {
			return
		}
		sub := &stretch{layout: l, m: l.measures(), neighbours: neighbours, r: p.r, unit: p.unit, height: goal + 1, bound: l.bound,
			offsets: make([]int64, len(buffers))}
		sub.exactly(goal, 0, a)
		switch {
		case sub.bound > goal:
			p.exclude(goal)
			return
		case sub.height > goal:
			return
		}
		p.adopt(ids, sub.offsets, goal, a)
		p.offer(r.offsets)
	}
}

// steepest is the section of the life of a buffer in which most is live; the first
// one or, at times, any other.
func (p *stretch) steepest(v int32) int32 {
	r := p.repair
	if p.r.IntN(3) == 0 {
		return r.from[v] + p.r.Int32N(r.to[v]-r.from[v])
	}
	at := r.from[v]
	for s := at; s < r.to[v]; s++ {
		if p.live[s] > p.live[at] {
			at = s
		}
	}
	return at
}

// clip are the buffers that are live in some sections, as if there were no others.
// Times are numbers of sections.
func (p *stretch) clip(from, to int32) (ids []int32, buffers []Buffer) {
	r := p.repair
	for id := range p.buffers {
		if r.from[id] >= to || r.to[id] <= from {
			continue
		}
		b := p.buffers[id]
		b.Gaps, b.Lower = nil, -1
		for _, piece := range p.of(id) {
			lower, upper := int64(max(from, piece.from)), int64(min(to, piece.to))
			if lower >= upper {
				continue
			}
			if b.Lower < 0 {
				b.Lower = lower
			} else if b.Upper < lower {
				b.Gaps = append(b.Gaps, Gap{Lower: b.Upper, Upper: lower})
			}
			b.Upper = upper
		}
		if b.Lower >= 0 {
			ids, buffers = append(ids, int32(id)), append(buffers, b)
		}
	}
	return ids, buffers
}

// adopt moves buffers, and places again what is in their way.
func (p *stretch) adopt(ids []int32, offsets []int64, goal int64, a *assigner) {
	r := p.repair
	moved := map[int32]int64{}
	from, to := r.from[ids[0]], r.to[ids[0]]
	for i, b := range ids {
		if p.chosen(int(b)) {
			moved[b] = offsets[i]
			from, to = min(from, r.from[b]), max(to, r.to[b])
		}
	}
	var free []int32
	for b := range p.buffers {
		if _, is := moved[int32(b)]; is || r.from[b] >= to || r.to[b] <= from || !p.chosen(b) {
			continue
		}
		if slices.ContainsFunc(ids, func(c int32) bool {
			offset, is := moved[c]
			return is && p.clash(b, r.offsets[b], int(c), offset)
		}) {
			free = append(free, int32(b))
		}
	}
	p.replace(free, moved, goal, a)
}
