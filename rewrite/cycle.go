package rewrite

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Patterns may undo each other's work for ever. A sweep is therefore bounded,
// and one that is suspiciously long is watched: ops that come of each other and
// are the same over and over again name the patterns to blame.
const (
	// maxRewritesPerOp is the bound, apart from freeRewrites: no set of patterns
	// that ends has been seen to come near it.
	maxRewritesPerOp = 64
	freeRewrites     = 1 << 14
	// watchAfter is how many rewrites, per op and besides watchFree, make a sweep
	// suspicious, for the first time; it is watched again whenever the number has
	// doubled. watchFor is how many rewrites are watched.
	watchAfter = 4
	watchFree  = 1 << 10
	watchFor   = 1 << 11
	// returns is how often the same op must come of itself to be a cycle.
	returns = 8
	// recentNames is how many applications are remembered to name a cycle that
	// grows, and so never meets the same op again; its period must fit in
	// several times.
	recentNames = 256
)

// watch is what the driver keeps to find cycles.
type watch struct {
	patience int64 // rewrites in this sweep until it is watched, counted down
	next     int64 // the patience after that
	left     int64 // rewrites until the sweep ends
	recent   [recentNames]*Pattern
	count    int64 // of rewrites in this sweep

	watching int // rewrites still to be watched
	seed     maphash.Seed
	events   []event
	made     map[*ir.Op]int32 // the event that made an op
	cycle    []*Pattern
}

// event is one rewrite that was watched.
type event struct {
	pattern *Pattern
	hash    uint64 // of the op that was rewritten
	parent  int32  // the event that made it, or -1
}

// start begins a sweep over so many ops.
func (w *watch) start(ops int) {
	w.patience = watchFree + watchAfter*int64(ops)
	w.next, w.count, w.watching = w.patience, 0, 0
	w.left = freeRewrites + maxRewritesPerOp*int64(ops)
}

// before is called before p is tried on o, while watching.
func (w *watch) before(p *Pattern, o *ir.Op) {
	parent, ok := w.made[o]
	if !ok {
		parent = -1
	}
	w.events = append(w.events, event{p, w.hash(o, 4), parent})
}

// failed takes back the last event: p did not apply.
func (w *watch) failed() { w.events = w.events[:len(w.events)-1] }

// creates notes that an op was made by what goes on.
func (w *watch) creates(o *ir.Op) {
	if w.watching > 0 && len(w.events) > 0 {
		w.made[o] = int32(len(w.events) - 1)
	}
}

// applied counts a rewrite and reports whether the patterns go round in a
// circle; cycle then names them.
func (w *watch) applied(p *Pattern) bool {
	w.recent[w.count%recentNames] = p
	w.count++
	if w.watching > 0 {
		w.watching--
		if w.returned() {
			return true
		}
		if w.watching == 0 {
			w.forget()
		}
	}
	if w.patience--; w.patience == 0 {
		w.patience, w.next = w.next, 2*w.next
		w.watching, w.made, w.seed = watchFor, map[*ir.Op]int32{}, maphash.MakeSeed()
	}
	if w.left--; w.left > 0 {
		return false
	}
	w.cycle = w.period()
	return true
}

func (w *watch) forget() {
	w.watching, w.events, w.made = 0, nil, nil
}

// returned reports whether the last event came of an equal one, which came of
// an equal one, and so on.
func (w *watch) returned() bool {
	last := w.events[len(w.events)-1]
	var since []*Pattern
	n := 0
	for e := last.parent; e >= 0; e = w.events[e].parent {
		if n == 0 {
			since = append(since, w.events[e].pattern)
		}
		if w.events[e].hash == last.hash && w.events[e].pattern == last.pattern {
			if n++; n == returns {
				slices.Reverse(since)
				w.cycle = canonicalCycle(since)
				return true
			}
		}
	}
	return false
}

// hash tells ops apart by their definitions, attributes and types, and those of
// what they use down to a depth.
func (w *watch) hash(o *ir.Op, depth int) uint64 {
	type key struct {
		name     *ir.OpName
		props    *ir.Attr
		typ      *ir.Type
		operands uint64
	}
	k := key{name: o.OpName(), props: o.Props()}
	if o.NumResults() > 0 {
		k.typ = o.Result(0).Type()
	}
	for i := range o.NumOperands() {
		v := o.Operand(i)
		h := uint64(v.Index())
		if d := v.Def(); d != nil && depth > 1 {
			h += w.hash(d, depth-1)
		} else {
			h = maphash.Comparable(w.seed, v)
		}
		k.operands = k.operands*0x9E3779B97F4A7C15 + h
	}
	return maphash.Comparable(w.seed, k)
}

// period is the shortest list that, repeated, is what was applied at the end;
// when there is none, the patterns applied.
func (w *watch) period() []*Pattern {
	n := int(min(w.count, recentNames))
	last := make([]*Pattern, n)
	for i := range n {
		last[i] = w.recent[(w.count-int64(n)+int64(i))%recentNames]
	}
	for p := 1; p <= n/4; p++ {
		if slices.Equal(last[p:], last[:n-p]) {
			return canonicalCycle(last[:p])
		}
	}
	seen := map[*Pattern]bool{}
	return canonicalCycle(slices.DeleteFunc(last, func(p *Pattern) bool {
		again := seen[p]
		seen[p] = true
		return again
	}))
}

// canonicalCycle starts a cycle at the pattern whose name comes first, so that
// it does not matter where it was entered.
func canonicalCycle(c []*Pattern) []*Pattern {
	if len(c) == 0 {
		return nil
	}
	c = slices.Clone(c)
	for p := 1; p <= len(c)/2; p++ {
		if len(c)%p == 0 && slices.Equal(c[p:], c[:len(c)-p]) {
			c = c[:p]
			break
		}
	}
	at := 0
	for i := range c {
		if slices.CompareFunc(rotated(c, i), rotated(c, at), func(a, b *Pattern) int { return cmp.Compare(a.Name, b.Name) }) < 0 {
			at = i
		}
	}
	return rotated(c, at)
}

func rotated(c []*Pattern, at int) []*Pattern { return append(slices.Clone(c[at:]), c[:at]...) }

// CycleText says which patterns rewrite each other without end, in order and,
// for rules, with their places.
func CycleText(cycle []*Pattern) string {
	names := make([]string, len(cycle))
	var places []string
	for i, p := range cycle {
		names[i] = "'" + p.Name + "'"
		if p.Matcher != nil {
			places = append(places, p.Pos.String())
		}
	}
	at := ""
	if len(places) > 0 {
		at = " (at " + strings.Join(places, ", ") + ")"
	}
	if len(cycle) == 1 {
		return fmt.Sprintf("rule %s applies to what comes of it without end%s", names[0], at)
	}
	return fmt.Sprintf("rules %s rewrite each other without end%s", strings.Join(names, ", "), at)
}

// mergeCycles keeps one cycle of several, the same one in whatever order they
// are found.
func mergeCycles(a, b []*Pattern) []*Pattern {
	if a == nil || b != nil && strings.Compare(CycleText(b), CycleText(a)) < 0 {
		return b
	}
	return a
}
