package memoryreport

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/ir"
)

// peak is what is live at the peak of a frame.
func (w *writer) peak(f *lifetimes.Frame) *Peak {
	at := f.Point
	p := &Peak{Moment: momentOf(f, at, f.Peak), Buffers: []Buffer{}, Idle: []Buffer{}, Recompute: []Recomputation{}}
	p.Further = further(f)
	live := liveAt(f, at)
	holders := w.holdersAt(f, at, live)
	touched := touchedAt(f, at)
	for _, n := range live {
		b := &f.Buffers[n]
		p.Classes.add(b.Class, lifetimes.Rounded(b.Live))
		described := w.buffer(f, b, holders[n])
		p.Buffers = append(p.Buffers, described)
		if touched[n] || b.Class != lifetimes.Intermediate && b.Class != lifetimes.Result {
			continue
		}
		p.Idle = append(p.Idle, described)
		p.IdleBytes += described.Bytes
		if b.Class == lifetimes.Intermediate {
			w.recompute(p, f, described, holders[n], holders)
		}
	}
	slices.SortStableFunc(p.Recompute, func(a, b Recomputation) int {
		// Bytes per second, without a division by zero.
		return cmp.Or(cmp.Compare(min(a.Gone, 1), min(b.Gone, 1)), cmp.Compare(float64(b.Bytes)*a.Seconds, float64(a.Bytes)*b.Seconds))
	})
	return p
}

// recompute notes a value if it can be computed again.
func (w *writer) recompute(p *Peak, f *lifetimes.Frame, b Buffer, v *ir.Value, holders map[int32]*ir.Value) {
	o := v.Def()
	if o == nil || !w.purity.Pure(o) {
		return
	}
	gone := 0
	for operand := range operandsOf(o) {
		if at := f.Place(operand); at.Buffer != lifetimes.Borrowed && !w.holds(holders[at.Buffer], operand) {
			gone++
		}
	}
	p.Recompute = append(p.Recompute, Recomputation{b, w.estimator.Op(o).Seconds, gone})
}

// operandsOf are the values from outside that an op, and what is inside of it, read.
func operandsOf(o *ir.Op) map[*ir.Value]bool {
	set := map[*ir.Value]bool{}
	ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
		for _, v := range inner.Operands() {
			if !o.IsAncestorOf(v.Block().Parent()) {
				set[v] = true
			}
		}
		return ir.Advance
	})
	return set
}

// holds reports whether the value that lies in a buffer is v, or has its bytes.
func (w *writer) holds(held, v *ir.Value) bool {
	for held != nil && held != v {
		of, ok := w.viewed(v)
		if !ok {
			return false
		}
		v = of
	}
	return held != nil
}

// viewed is the operand whose bytes a value is.
func (w *writer) viewed(v *ir.Value) (of *ir.Value, ok bool) {
	o := v.Def()
	if o == nil {
		return nil, false
	}
	fill, executed := analysis.StorageOf.Get(o.Def())
	if !executed || o.NumOperands() == 0 {
		return nil, false
	}
	w.in.Reset(o)
	if views := fill(&w.in).Views; views != nil {
		return o.Operand(views[v.Index()].Operand), true
	}
	return nil, false
}

// liveAt are the numbers of the buffers that are live at a point, the largest
// first.
func liveAt(f *lifetimes.Frame, at int32) (list []int32) {
	for i := range f.Buffers {
		if b := &f.Buffers[i]; b.Lower <= at && at <= b.Upper && b.Live > 0 {
			list = append(list, int32(i))
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(f.Buffers[b].Live, f.Buffers[a].Live) })
	return list
}

// holdersAt are the values that lie in the buffers at a point: what was last put
// there in the order of the text. Views of it do not count.
func (w *writer) holdersAt(f *lifetimes.Frame, at int32, live []int32) map[int32]*ir.Value {
	holders := make(map[int32]*ir.Value, len(live))
	for _, n := range live {
		holders[n] = f.Buffers[n].Value
	}
	for _, o := range f.Ops[:at+1] {
		for _, v := range o.Results() {
			place := f.Place(v)
			held, isLive := holders[place.Buffer]
			if !isLive || place.Offset != 0 || held == v {
				continue
			}
			if _, isView := w.viewed(v); !isView {
				holders[place.Buffer] = v
			}
		}
	}
	return holders
}

// touchedAt are the buffers that the op at a point makes or reads.
func touchedAt(f *lifetimes.Frame, at int32) map[int32]bool {
	o := f.Ops[at]
	touched := map[int32]bool{}
	for _, v := range o.Results() {
		touched[f.Place(v).Buffer] = true
	}
	for _, v := range o.Operands() {
		touched[f.Place(v).Buffer] = true
	}
	return touched
}

// further are the highest points of the other stretches in which at most 5 % less
// is live than at the peak.
func further(f *lifetimes.Frame) []Moment {
	list := []Moment{}
	live := f.Live()
	high := func(p int) bool { return p < len(live) && live[p] >= f.Peak-f.Peak/20 }
	for p := 0; p < len(live); p++ {
		if !high(p) {
			continue
		}
		first, best := p, p
		for ; high(p); p++ {
			if live[p] > live[best] {
				best = p
			}
		}
		if int(f.Point) < first || int(f.Point) >= p {
			list = append(list, momentOf(f, int32(best), live[best]))
		}
	}
	slices.SortStableFunc(list, func(a, b Moment) int { return cmp.Compare(b.Live, a.Live) })
	return list
}

func momentOf(f *lifetimes.Frame, at int32, live int64) Moment {
	return Moment{SiteOf(f.Ops[at]), int(at), live}
}

func (c *Classes) add(class lifetimes.Class, size int64) {
	switch class {
	case lifetimes.Result:
		c.Results += size
	case lifetimes.Workspace, lifetimes.Packed:
		c.Workspace += size
	case lifetimes.State:
		c.State += size
	case lifetimes.Callee:
		c.Callees += size
	default:
		c.Intermediates += size
	}
}

// buffer describes a buffer in which v lies; nil for workspace and frames.
func (w *writer) buffer(f *lifetimes.Frame, b *lifetimes.Buffer, v *ir.Value) Buffer {
	d := Buffer{Class: b.Class.String(), Bytes: lifetimes.Rounded(b.Live), Made: SiteOf(b.Op), LastUsed: SiteOf(f.Ops[b.Upper])}
	switch {
	case v != nil:
		d.Name, d.Type = w.names.Of(v), v.Type().String()
		if o := v.Def(); o != nil {
			d.Made = SiteOf(o)
		}
	case b.Class == lifetimes.Callee:
		d.Name = "@" + ir.SymbolName(f.Callee(b.Op).Func)
	}
	return d
}

func locationOf(o *ir.Op) string {
	f, ok := o.Context().FilePosition(o.Loc())
	if !ok {
		return "unknown"
	}
	return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Col)
}
