package interp

import (
	"cmp"
	"slices"
	"time"

	"github.com/tg-opt/tg/ir"
)

// clock starts timing o; the function it returns stops.
func (r *run) clock(o *ir.Op) (stop func()) {
	outer := r.inner
	r.inner = 0
	start := time.Now()
	return func() {
		d := time.Since(start)
		t := r.times[o]
		if t == nil {
			t = &OpTime{Op: o}
			r.times[o] = t
		}
		t.Count++
		t.Total += d
		t.Self += d - r.inner
		r.inner = outer + d
		if r.events == 0 {
			return
		}
		if len(r.result.Events) == r.events {
			r.result.MoreEvents++
			return
		}
		r.result.Events = append(r.result.Events, Event{o, start.Sub(r.began), d})
	}
}

// sortTimes lists the most expensive op first, equal ones by position.
func sortTimes(times map[*ir.Op]*OpTime) []OpTime {
	list := make([]OpTime, 0, len(times))
	for _, t := range times {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b OpTime) int {
		return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(a.Op.Loc(), b.Op.Loc()))
	})
	return list
}
