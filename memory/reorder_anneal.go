package memory

import (
	"math"
	"math/rand/v2"
)

// orderAnnealer moves nodes of an order, each along with those that depend on it or
// that it depends on. What it lowers is the sum over all steps of the bytes above
// a target that is below the best peak so far: when nothing is above the best
// peak any more, there is a better order.
type orderAnnealer struct {
	l *ordering
	// target is the peak to reach, peak the best so far.
	target, peak int64
	// above counts the steps that need as much as the best peak, or more; excess
	// is what is to be lowered.
	above  int
	excess float64
	rng    *rand.Rand
	// mark are the nodes that a move takes along; those of the present one have
	// the number turn.
	mark  []int64
	turn  int64
	saved []int32
}

func newOrderAnnealer(l *ordering, rng *rand.Rand) *orderAnnealer {
	return &orderAnnealer{l: l, rng: rng, mark: make([]int64, len(l.seq))}
}

// reset sets the best peak and the target.
func (a *orderAnnealer) reset(peak, target int64) {
	a.peak, a.target = peak, target
	a.above, a.excess = a.measure(0, len(a.l.seq))
}

// measure is what the steps from i on and before j have above the limits.
func (a *orderAnnealer) measure(i, j int) (above int, excess float64) {
	for _, x := range a.l.foot[i:j] {
		if x > a.target {
			excess += float64(x - a.target)
			if x >= a.peak {
				above++
			}
		}
	}
	return above, excess
}

// run makes moves, at temperatures from hot to cold bytes, and calls better for
// each order with a lower peak than all before. Spend says whether to go on.
func (a *orderAnnealer) run(moves int64, hot, cold float64, spend func(int64) bool, better func()) {
	const patch = 64
	for done := int64(0); done < moves; done += patch {
		heat := hot * math.Pow(cold/hot, float64(done)/float64(moves))
		var work int64
		for range patch {
			work += a.try(heat)
			if a.above == 0 {
				better()
			}
		}
		if !spend(work) {
			return
		}
	}
}

// try makes one move or takes it back. It says how many steps it looked at, in
// units of a step of setSearch.
func (a *orderAnnealer) try(heat float64) int64 {
	k, to := a.choose()
	if k == to {
		return 1
	}
	i, j := min(k, to), max(k, to)+1
	above, excess := a.measure(i, j)
	a.saved = append(a.saved[:0], a.l.seq[i:j]...)
	if k < to {
		a.delay(i, j)
	} else {
		a.advance(i, j)
	}
	a.l.refresh(i, j)
	newAbove, newExcess := a.measure(i, j)
	cost := int64(j-i)/4 + 1
	if d := newExcess - excess; d > 0 && a.rng.Float64() >= math.Exp(-d/heat) {
		copy(a.l.seq[i:j], a.saved)
		a.l.refresh(i, j)
		return 2 * cost
	}
	a.above += newAbove - above
	a.excess += newExcess - excess
	return cost
}

// choose picks a step and where its node is to go, most often past a step that
// needs much.
func (a *orderAnnealer) choose() (from, to int) {
	n := len(a.l.seq)
	k := a.rng.IntN(n)
	for range 3 {
		if x := a.rng.IntN(n); a.l.foot[x] > a.l.foot[k] {
			k = x
		}
	}
	far := int(math.Exp2(a.rng.Float64() * math.Log2(float64(min(n, 4096)))))
	from = k - far/2 + a.rng.IntN(far+1)
	far = int(math.Exp2(a.rng.Float64() * math.Log2(float64(min(n, 4096)))))
	to = from + far
	if a.rng.Uint64()&1 == 0 {
		to = from - far
	}
	return min(max(from, 0), n-1), min(max(to, 0), n-1)
}

// delay takes the node at step i, and those of the steps before j that come
// behind it in all orders, to the end of these steps.
func (a *orderAnnealer) delay(i, j int) {
	a.turn++
	a.mark[a.saved[0]] = a.turn
	at := i
	rest := a.l.spare[:0]
	for _, v := range a.saved {
		if a.mark[v] != a.turn && !a.marked(a.l.reads.of(v)) && !a.marked(a.l.after.of(v)) {
			a.l.seq[at] = v
			at++
			continue
		}
		a.mark[v] = a.turn
		rest = append(rest, v)
	}
	copy(a.l.seq[at:j], rest)
}

func (a *orderAnnealer) marked(list []int32) bool {
	for _, u := range list {
		if a.mark[u] == a.turn {
			return true
		}
	}
	return false
}

// advance takes the node at the last step before j, and those from i on that it
// needs, to the start of these steps.
func (a *orderAnnealer) advance(i, j int) {
	a.turn++
	at := j
	rest := a.l.spare[:0]
	a.mark[a.saved[len(a.saved)-1]] = a.turn
	for k := len(a.saved) - 1; k >= 0; k-- {
		v := a.saved[k]
		if a.mark[v] != a.turn {
			at--
			a.l.seq[at] = v
			continue
		}
		rest = append(rest, v)
		for _, u := range a.l.reads.of(v) {
			a.mark[u] = a.turn
		}
		for _, u := range a.l.after.of(v) {
			a.mark[u] = a.turn
		}
	}
	for k := range rest {
		a.l.seq[i+k] = rest[len(rest)-1-k]
	}
}
