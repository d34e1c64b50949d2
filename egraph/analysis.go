package egraph

import "fmt"

// Analysis keeps a value for each class, as in egg (section 4): Make is that of
// a node, from those of its children; Merge joins those of classes that become
// one. Values are to form a semilattice, of finite height where classes can
// contain themselves. A class whose value changes is touched, and so are the nodes
// of which it is a child.
type Analysis[D any] struct {
	Make func(g *Graph, n ID) D
	// Merge joins two values and says which of them it changed. An error is a
	// contradiction: it stops the runner, and the rule that did it is named.
	Merge func(a, b D) (joined D, changedA, changedB bool, err error)
	// Modify may add nodes and unite them with a class whose value is new: nil
	// changes nothing. It is called by Rebuild.
	Modify func(g *Graph, class ID)
	// Modifies says of which values Modify makes anything, so that it is not called
	// for classes that have others: nil says all.
	Modifies func(d D) bool
	// Witness is a node that a value is from, for the proof of a contradiction:
	// nil knows none.
	Witness func(d D) (ID, bool)
}

// Data are the values of an analysis.
type Data[D any] struct {
	a      Analysis[D]
	values []D
	number int
	// done is whether Modify has seen a class as it is.
	done []bool
}

// analysis is an Analysis whose values nobody needs to know the type of.
type analysis interface {
	made(g *Graph, n ID)
	merged(g *Graph, winner, loser ID)
	remade(g *Graph, n ID)
	modify(g *Graph, class ID)
}

// dirty is a class whose value changed, or, if fresh, was made.
type dirty struct {
	class    ID
	analysis int32
	fresh    bool
	why      Reason
}

// Contradiction is an error that an analysis found when classes became one.
type Contradiction struct {
	// A and B are nodes that are equal and may not be: Explain says why they are.
	A, B ID
	// Why is the union that led there, a rule's also where congruence was between.
	Why Reason
	Err error
}

func (c *Contradiction) Error() string { return c.Err.Error() }

func (c *Contradiction) Unwrap() error { return c.Err }

// Attach has a graph without nodes keep the values of an analysis.
func Attach[D any](g *Graph, a Analysis[D]) *Data[D] {
	if len(g.nodes) > 0 {
		panic("egraph: an analysis is attached before the first node is added")
	}
	d := &Data[D]{a: a, number: len(g.analyses), values: make([]D, 0, cap(g.nodes))}
	g.analyses = append(g.analyses, d)
	return d
}

// Of is the value of a class.
func (d *Data[D]) Of(g *Graph, class ID) D { return d.values[g.Find(class)] }

// Set changes the value of a class, which counts for its parents at the next
// Rebuild.
func (d *Data[D]) Set(g *Graph, class ID, value D) {
	class = g.Find(class)
	d.values[class] = value
	d.soil(g, class, false)
}

func (d *Data[D]) soil(g *Graph, class ID, fresh bool) {
	if d.a.Modify != nil && (d.a.Modifies == nil || d.a.Modifies(d.values[class])) {
		d.done[class] = false
	} else if fresh {
		return
	}
	if !fresh {
		g.classes[class].stamp = g.epoch
	}
	g.dirty = append(g.dirty, dirty{class, int32(d.number), fresh, g.cause})
}

func (d *Data[D]) made(g *Graph, n ID) {
	value := d.a.Make(g, n)
	d.values = append(d.values, value)
	if d.a.Modify != nil {
		d.done = append(d.done, true)
	}
	class := g.Find(n)
	if class != n {
		d.joined(g, class, value, n)
	}
	d.soil(g, class, true)
}

// joined joins a value with that of a class.
func (d *Data[D]) joined(g *Graph, class ID, value D, n ID) {
	joined, changed, _, err := d.a.Merge(d.values[class], value)
	if err != nil {
		d.contradict(g, d.values[class], value, class, n, err)
		return
	}
	if changed {
		d.values[class] = joined
		d.soil(g, class, false)
	}
}

func (d *Data[D]) merged(g *Graph, winner, loser ID) {
	joined, changedW, changedL, err := d.a.Merge(d.values[winner], d.values[loser])
	if err != nil {
		d.contradict(g, d.values[winner], d.values[loser], winner, loser, err)
		return
	}
	d.values[winner] = joined
	d.soil(g, winner, !changedW)
	if changedL && !changedW {
		// Only the loser's parents have something to learn.
		g.pending[len(g.pending)-1].remake |= 1 << min(d.number, 31)
	}
}

func (d *Data[D]) remade(g *Graph, n ID) { d.joined(g, g.Find(n), d.a.Make(g, n), n) }

func (d *Data[D]) modify(g *Graph, class ID) {
	if d.a.Modify != nil && !d.done[class] {
		d.done[class] = true
		d.a.Modify(g, class)
	}
}

// contradict keeps the first error.
func (d *Data[D]) contradict(g *Graph, a, b D, na, nb ID, err error) {
	if g.failure != nil {
		return
	}
	if d.a.Witness != nil {
		if n, ok := d.a.Witness(a); ok {
			na = n
		}
		if n, ok := d.a.Witness(b); ok {
			nb = n
		}
	}
	g.failure = &Contradiction{A: na, B: nb, Why: g.cause, Err: err}
}

// Err is the first contradiction that an analysis found, or nil.
func (g *Graph) Err() error {
	if g.failure == nil {
		return nil
	}
	return g.failure
}

// Fail makes the graph contradictory, for those who watch it without an
// Analysis. The first failure counts.
func (g *Graph) Fail(a, b ID, why Reason, err error) {
	if g.failure == nil {
		g.failure = &Contradiction{A: a, B: b, Why: why, Err: err}
	}
}

// analyse makes the parents' values of classes whose values changed anew, and
// lets analyses modify those classes.
func (g *Graph) analyse() {
	for len(g.pending) == 0 && g.remakeAt < len(g.remakes) {
		m := g.remakes[g.remakeAt]
		g.remakeAt++
		g.cause = m.why
		if g.nodes[m.class][0]&codeGone != 0 {
			continue
		}
		for i, a := range g.analyses {
			if m.remake>>min(i, 31)&1 == 1 {
				g.work++
				a.remade(g, m.class)
			}
		}
	}
	if g.remakeAt == len(g.remakes) {
		g.remakes, g.remakeAt = g.remakes[:0], 0
	}
	for len(g.pending) == 0 && g.dirtyAt < len(g.dirty) {
		d := g.dirty[g.dirtyAt]
		g.dirtyAt++
		g.cause = d.why
		class := g.Find(d.class)
		a := g.analyses[d.analysis]
		if !d.fresh {
			g.Parents(class, func(n ID, _ int) bool {
				g.work++
				g.changed(n)
				a.remade(g, n)
				return true
			})
		}
		a.modify(g, class) // congruence comes first if it unites classes
	}
	if g.dirtyAt == len(g.dirty) {
		g.dirty, g.dirtyAt = g.dirty[:0], 0
	}
}

// Conflict is the usual error of Merge: two values that exclude each other.
func Conflict(a, b any) error { return fmt.Errorf("%v and %v are not equal", a, b) }
