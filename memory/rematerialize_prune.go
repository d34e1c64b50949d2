package memory

import (
	"cmp"
	"slices"
)

// A pruner takes copies out of a list that the budget does not need.
type pruner struct {
	*annealer
	// at is the place of each cell in the list as it was, and live is what is live
	// there, not counting what is taken over since.
	at   []int32
	live *Segments
}

// gone is added to what is live at a place whose cell is not there any more.
const gone = -1 << 61

// prune takes copies out of the best schedule that the budget does not need, those of
// the longest duration first, and the copies that only they read with them.
func (s *search) prune() {
	p := pruner{annealer: s.annealer}
	p.step = 0
	if p.load(s.own) != nil || p.excess > 0 {
		return
	}
	p.at = make([]int32, len(p.cells))
	numbers := make([]int64, len(p.all)+1)
	var copies []int32
	for i, c := range p.all { // in order, as they have just been loaded
		p.at[c], numbers[i+1] = int32(i+1), p.cells[c].live
		if v := p.cells[c].node; p.events[v][0] != c {
			copies = append(copies, c)
		}
	}
	p.at[head], p.at[tail] = 0, int32(len(numbers))
	p.live = NewSegments(numbers)
	slices.SortStableFunc(copies, func(x, y int32) int {
		return cmp.Compare(p.g.Nodes[p.cells[y].node].Duration, p.g.Nodes[p.cells[x].node].Duration)
	})
	for _, c := range copies {
		if p.has(c) {
			p.withdraw(c)
		}
	}
	p.undo = p.undo[:0]
	s.met(p.schedule(nil), p.duration)
}

// has says that a cell is in the list.
func (p *pruner) has(c int32) bool {
	events, key := p.events[p.cells[c].node], p.cells[c].key
	i := p.behind(events, key)
	return i > 0 && events[i-1] == c
}

// withdraw takes out a copy, and then those that nobody reads any more, if the
// budget is still met.
func (p *pruner) withdraw(c int32) {
	p.removeSpans(c)
	var bytes int64
	for _, s := range p.spans {
		bytes += s.bytes
	}
	end := p.at[c]
	for _, s := range p.spans {
		if from := p.at[s.stop] + 1; from < end {
			if bytes > 0 && p.live.MaxOf(int(from), int(end)) > p.budget-bytes {
				return
			}
			end = from
		}
		bytes -= s.bytes
	}
	spans := slices.Clone(p.spans)
	p.undo = p.undo[:0]
	if p.drop(c); p.excess > 0 { // something is not taken over any more
		p.revert()
		return
	}
	for _, s := range spans {
		p.live.Add(int(p.at[s.stop])+1, int(p.at[c]), s.bytes)
	}
	p.live.Add(int(p.at[c]), int(p.at[c])+1, gone)
	v, key := p.cells[c].node, p.cells[c].key
	for _, u := range p.g.Nodes[v].Reads {
		events := p.events[u]
		if i := p.behind(events, key); i > 1 && p.cells[events[i-1]].node == u && !p.held(events, i, u) {
			p.withdraw(events[i-1])
		}
	}
}
