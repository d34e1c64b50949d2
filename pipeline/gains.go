package pipeline

import (
	"cmp"
	"slices"
	"sync"
)

// Gain is a change to a program that a search has kept.
type Gain struct {
	// Pass is the name of the pass that searched.
	Pass string
	// Seconds is what the change saves, as predicted, in the unit of the machine's profile;
	// negative where it costs more than it saves.
	Seconds float64
	// By is what led to it, each once, in the order in which it was first applied.
	By []Applied
}

// Applied is a rule of a file, or what a pass does by itself.
type Applied struct {
	Name string
	// Place is where the rule stands, as file:line:column; "" for what stands in no file.
	Place string
}

// Gains collects what was gained by what, as Manager.Gains. The zero value is empty.
type Gains struct {
	mu   sync.Mutex
	list []Gain
}

func (g *Gains) add(x Gain) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.list = append(g.list, x)
}

// List is what has been collected, in an order that is the same for any number of workers.
func (g *Gains) List() []Gain {
	g.mu.Lock()
	defer g.mu.Unlock()
	slices.SortFunc(g.list, func(a, b Gain) int {
		return cmp.Or(cmp.Compare(a.Pass, b.Pass), cmp.Compare(b.Seconds, a.Seconds), slices.CompareFunc(a.By, b.By, func(a, b Applied) int {
			return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Name, b.Name))
		}))
	})
	return slices.Clone(g.list)
}

// Gaining reports whether anybody asks what is gained by what, for passes that would have to work
// for what they say.
func (r *Run) Gaining() bool { return r.manager.Gains != nil }

// Gained tells that a change was kept that saves so many seconds, and what was applied on the way
// to it, in this order. A rule that is read in both directions is one.
func (r *Run) Gained(seconds float64, applied []Applied) {
	if r.manager.Gains == nil {
		return
	}
	x := Gain{Pass: r.pass.Name, Seconds: seconds}
	for _, a := range applied {
		if !slices.ContainsFunc(x.By, func(b Applied) bool { return a.Place == b.Place && (a.Place != "" || a.Name == b.Name) }) {
			x.By = append(x.By, a)
		}
	}
	r.manager.Gains.add(x)
}
