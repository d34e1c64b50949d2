package substitute

import (
	"math"
	"math/rand/v2"
)

// annealing is the strategy that draws moves at random and makes them by
// Metropolis's rule: those to cheaper programs always, those to dearer ones the
// less likely, the dearer and the colder it is (Kirkpatrick, Gelatt and Vecchi,
// "Optimization by simulated annealing", Science 220, 1983). It cools down
// geometrically, and begins again when it is cold, at the start and at the best
// program in turns, each time cooling a little slower: some rules cannot be
// undone, so that many short walks find more than a long one. What the draws are
// does not depend on how many there are: of one subgraph, more find what fewer
// find, or better.
type annealing struct {
	seed     uint64
	left     int // draws
	budget   int // draws left for the round
	ahead    *waiting
	searched uint64 // subgraphs
	room     int    // ops that the states of a space may have together before it forgets them
}

func newAnnealing(seed uint64, draws int) *annealing {
	return &annealing{seed: seed, left: draws, room: 1 << 16}
}

// Temperatures are costs, here as parts of that of the start. From warm on a walk
// passes over what an op or two cost; every fourth begins hot, for programs behind
// others of several times the cost. At cold it does not notice what could be gained.
const (
	hot  = 4
	warm = 0.1
	cold = 1e-3
)

// A draw takes a part of the temperature away: the first walk takes quick, each one
// after it slower times as much, down to slowest. A walk also ends where any move
// would take more than unlikely times the temperature.
const (
	quick    = 0.2
	slower   = 0.95
	slowest  = 1e-3
	unlikely = 5
)

// round sets draws aside: half of those that are left, because what is replaced is
// searched again together with what is around it, and in the last round all.
func (a *annealing) round(last bool, ahead func() *waiting) {
	a.budget, a.ahead = a.left, ahead()
	if !last {
		a.budget = a.left - a.left/2
	}
}

// share is how many draws of the budget a space gets: the part that the subgraph
// and its equals cost of what is still to be searched.
func (a *annealing) share(s *state) int {
	cost, expected := a.ahead.cost[s.key]
	if !expected { // something has been replaced at its border
		cost = s.cost
		a.ahead.total += cost
	}
	part := cost / a.ahead.total
	a.ahead.total = max(0, a.ahead.total-cost)
	delete(a.ahead.cost, s.key)
	if draws := math.Round(part * float64(a.budget)); draws < float64(a.budget) {
		return int(draws)
	}
	return a.budget // also where nothing costs anything
}

func (a *annealing) search(sp *space) {
	draws := a.share(sp.start)
	rng := rand.New(rand.NewPCG(a.seed, a.searched))
	a.searched++
	w := walk{space: sp, rng: rng, left: draws, room: a.room}
	cooling := quick
	for n := 0; w.goesOn(); n++ {
		w.at = sp.start
		if n%2 == 1 {
			w.at = sp.best
		}
		heat := warm
		if n%4 == 3 {
			heat = hot
		}
		w.cool(heat*sp.start.cost, 1-cooling)
		cooling = max(cooling*slower, slowest)
	}
	if sp.untried > 0 {
		sp.run.Count("num-cut", 1)
	}
	sp.run.Count("num-drawn", int64(draws-w.left))
	a.left -= draws - w.left
	a.budget -= draws - w.left
}

// walk is a random walk through a space.
type walk struct {
	*space
	rng  *rand.Rand
	at   *state
	left int // draws
	room int // as that of annealing
}

// goesOn reports whether there is something left to find, and to find it with.
// Nothing is cheaper than what costs nothing.
func (w *walk) goesOn() bool {
	return w.left > 0 && w.untried > 0 && w.work > 0 && w.start.cost > 0 && !math.IsInf(w.start.cost, 1)
}

// cool walks until it is cold, from a temperature on that a draw multiplies by a
// factor.
func (w *walk) cool(heat, factor float64) {
	for ; heat > cold*w.start.cost && w.goesOn(); heat *= factor {
		moves := w.movesOf(w.at)
		if len(moves) == 0 {
			return
		}
		w.left--
		w.work--
		next, _ := w.try(w.at, &moves[w.rng.IntN(len(moves))])
		// Metropolis: with the probability exp(-(next.cost-cost)/heat).
		switch {
		case next != nil && next.cost-w.at.cost <= heat*w.rng.ExpFloat64():
			w.at = next
		case w.stuck(moves, unlikely*heat):
			return
		}
		if w.ops > w.room {
			w.forget(w.at)
		}
	}
}

// stuck reports whether all moves are known to lead nowhere, or to what is dearer
// by more than a limit.
func (w *walk) stuck(moves []move, limit float64) bool {
	for i := range moves {
		m := &moves[i]
		if !m.tried || m.to != nil && m.to != w.at && m.to.cost-w.at.cost <= limit {
			return false
		}
	}
	return true
}
