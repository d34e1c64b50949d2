package extract

import (
	"fmt"
	"math"
	"slices"
)

// Method is how a choice is found. Its text is how options spell it.
type Method int

// Methods.
const (
	Exact  Method = iota // the cheapest DAG, with a proof where the work allowed suffices
	Greedy               // greedy DAG extraction: the cheapest that operands' DAGs make together
	Tree                 // each class its cheapest tree, as if nothing were shared
)

// Methods are how the methods are spelled.
var Methods = []string{"exact", "greedy", "tree"}

func (m Method) String() string { return Methods[m] }

// ParseMethod is the method that is spelled so.
func ParseMethod(text string) (Method, error) {
	if m := slices.Index(Methods, text); m >= 0 {
		return Method(m), nil
	}
	return 0, fmt.Errorf("there is no extraction '%s'", text)
}

// DefaultWork is the work that is allowed where Options do not say. Together with what is read it
// takes some seconds.
const DefaultWork = 400_000_000

// Options of Run.
type Options struct {
	Method Method
	// Work is how much may be done before the best found so far is returned: a count of steps, so
	// that the result is the same on every machine. 0 is DefaultWork.
	Work int64
	// Interrupt ends the work early when it says so; the result then depends on when that was, and
	// says so. It is asked now and then.
	Interrupt func() bool
}

// Ends: why Run came to one.
const (
	EndProven      = "proven"
	EndWork        = "work limit"
	EndInterrupted = "interrupted"
	EndMethod      = "heuristic" // the method looks for no proof
)

// Result is a choice, and what is known of it.
type Result struct {
	Choice []int32 // for each class its node, or -1 where the roots do not need it
	Cost   float64 // the sum of what is chosen, each class once
	Bound  float64 // nothing is cheaper than this
	Gap    float64 // how much of the cost is above the bound, as a part of the larger of both
	Proven bool    // nothing is cheaper, but for rounding: less than 1e-9 of the cost
	Ended  string  // one of the Ends
	Work   int64   // that was done

	Nodes, Classes int // that were left after simplification
}

// Run extracts. It fails where p is malformed, or where a root has no choice of finite cost.
func Run(p *Problem, o Options) (*Result, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if o.Work <= 0 {
		o.Work = DefaultWork
	}
	m := &meter{limit: o.Work, interrupt: o.Interrupt}
	g := newGraph(p)
	tree := g.tree()
	for _, r := range p.Roots {
		if tree.choice[r] < 0 {
			return nil, p.withoutChoice(int(r), tree.choice)
		}
	}
	var r *Result
	switch o.Method {
	case Tree:
		r = p.heuristic(g, tree.choice)
	case Greedy:
		r = p.heuristic(g, g.greedy(tree, m, mostSets))
	default:
		r = p.exact(g, tree, m)
	}
	r.Work = m.done
	return r, nil
}

// heuristic is the result of a method without a proof.
func (p *Problem) heuristic(g *graph, choice []int32) *Result {
	r := &Result{Bound: g.bound(), Ended: EndMethod, Nodes: len(p.Cost), Classes: p.NumClasses}
	p.finish(r, choice)
	return r
}

// finish completes a result whose bound is known.
func (p *Problem) finish(r *Result, choice []int32) {
	var err error
	if r.Choice, err = p.reached(choice); err != nil {
		panic(err) // what methods choose is complete and free of cycles
	}
	r.Cost, _ = p.CostOf(r.Choice)
	if r.Gap = r.Cost - r.Bound; r.Gap <= 1e-9*max(1e-300, math.Abs(r.Cost)) {
		r.Gap, r.Proven, r.Ended, r.Bound = 0, true, EndProven, r.Cost
	} else {
		r.Gap /= max(math.Abs(r.Cost), math.Abs(r.Bound))
	}
}

// withoutChoice says why a root cannot be extracted.
func (p *Problem) withoutChoice(root int, choice []int32) error {
	count, infinite := 0, 0
	for n, c := range p.Class {
		if int(c) == root {
			count++
			if math.IsInf(p.Cost[n], 1) {
				infinite++
			}
		}
	}
	reason := "each of its nodes needs a class without a finite choice, or itself"
	switch {
	case count == 0:
		reason = "it has no node"
	case count == infinite:
		reason = "each of its nodes costs infinitely much"
	}
	return &Error{fmt.Sprintf("class %d, a root, cannot be extracted: %s", root, reason), -1, root}
}

// meter counts work.
type meter struct {
	done, limit int64
	next        int64 // when interrupt is asked again
	interrupt   func() bool
	stopped     bool
}

// spend counts work, and reports whether more may be done.
func (m *meter) spend(work int64) bool {
	m.done += work
	if m.interrupt != nil && m.done >= m.next {
		m.next = m.done + 1<<20
		m.stopped = m.stopped || m.interrupt()
	}
	return m.done < m.limit && !m.stopped
}

// ended is why no more may be done.
func (m *meter) ended() string {
	if m.stopped {
		return EndInterrupted
	}
	return EndWork
}
