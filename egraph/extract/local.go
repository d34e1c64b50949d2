package extract

import (
	"math"
	"math/rand/v2"
)

// local is a choice that is changed step by step, with what it costs.
type local struct {
	g       *graph
	cost    []int64
	add     []float64 // what a class costs at most where it is not extracted
	choice  []int32   // also of classes that are not extracted
	uses    []int32   // by chosen nodes and roots; 0 for what is not extracted
	total   int64
	present []uint32 // extracted classes that have several nodes
	place   []int32  // of a class in present
	state   []uint32 // of a walk
	walk    uint32
	path    []step
	work    int64
}

// step is a class on the path of a walk.
type step struct{ class, at uint32 }

// newLocal begins with a choice, which is complete and free of cycles.
func newLocal(g *graph, cost []int64, t *trees, choice []int32) *local {
	l := &local{g: g, cost: cost, add: t.cost, choice: make([]int32, g.classes), uses: make([]int32, g.classes)}
	l.place, l.state = make([]int32, g.classes), make([]uint32, g.classes)
	for c := range l.choice {
		if l.choice[c] = choice[c]; choice[c] < 0 {
			l.choice[c] = t.choice[c]
		}
		l.place[c] = -1
	}
	for _, r := range g.roots {
		l.use(r)
	}
	return l
}

// use counts a use of a class, and extracts it if it is the first.
func (l *local) use(c uint32) {
	work := []uint32{c}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if l.uses[c]++; l.uses[c] > 1 {
			continue
		}
		l.total += l.cost[l.choice[c]]
		if len(l.g.nodes(c)) > 1 {
			l.place[c] = int32(len(l.present))
			l.present = append(l.present, c)
		}
		work = append(work, l.g.operands(int(l.choice[c]))...)
		l.work++
	}
}

// drop takes back a use.
func (l *local) drop(c uint32) {
	work := []uint32{c}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if l.uses[c]--; l.uses[c] > 0 {
			continue
		}
		l.total -= l.cost[l.choice[c]]
		if at := l.place[c]; at >= 0 {
			last := l.present[len(l.present)-1]
			l.present[at], l.place[last] = last, at
			l.present, l.place[c] = l.present[:len(l.present)-1], -1
		}
		work = append(work, l.g.operands(int(l.choice[c]))...)
		l.work++
	}
}

// exchange gives an extracted class another node.
func (l *local) exchange(c uint32, n int32) {
	old := l.choice[c]
	for _, o := range l.g.operands(int(n)) {
		l.use(o)
	}
	l.total += l.cost[n] - l.cost[old]
	l.choice[c] = n
	for _, o := range l.g.operands(int(old)) {
		l.drop(o)
	}
}

// fits reports whether an extracted class can have the node n: whether what n needs then does not
// need the class. Classes that are not extracted are given the node that adds least.
func (l *local) fits(c uint32, n int32) bool {
	l.walk += 2
	open, done := l.walk, l.walk+1
	g := l.g
	old := l.choice[c]
	l.choice[c] = n
	l.path = append(l.path[:0], step{c, g.start[n]})
	l.state[c] = open
	ok := true
	for len(l.path) > 0 && ok {
		top := &l.path[len(l.path)-1]
		if top.at == g.start[l.choice[top.class]+1] {
			l.state[top.class] = done
			l.path = l.path[:len(l.path)-1]
			continue
		}
		o := g.child[top.at]
		top.at++
		switch l.state[o] {
		case done:
		case open:
			ok = false
		default:
			l.work++
			if l.uses[o] == 0 {
				l.least(o)
			}
			if l.choice[o] < 0 { // all of its nodes have been dropped, and nobody has told its users
				ok = false
				break
			}
			l.state[o] = open
			l.path = append(l.path, step{o, g.start[l.choice[o]]})
		}
	}
	l.choice[c] = old
	return ok
}

// least gives a class that is not extracted the node that seems to add least.
func (l *local) least(c uint32) {
	best := math.Inf(1)
	for _, n := range l.g.nodes(c) {
		sum := float64(l.cost[n])
		for _, o := range l.g.operands(int(n)) {
			if l.uses[o] == 0 {
				sum += l.add[o]
			}
		}
		l.work++
		if sum < best {
			best = sum
			l.choice[c] = int32(n)
		}
	}
}

// anneal changes the choice for so much work, at first also for the worse. It returns the best one
// that it saw. S. Kirkpatrick and others, "Optimization by Simulated Annealing", 1983.
func (l *local) anneal(m *meter, work int64) []int32 {
	best, least := append([]int32(nil), l.choice...), l.total
	r := rand.New(rand.NewPCG(1, 2))
	heat := 0.0
	for round := 0; l.work < work && len(l.present) > 0; round++ {
		part := float64(l.work) / float64(work)
		c := l.present[r.IntN(len(l.present))]
		nodes := l.g.nodes(c)
		n := int32(nodes[r.IntN(len(nodes))])
		l.work++
		old, before := l.choice[c], l.total
		if n == old || !l.fits(c, n) {
			continue
		}
		l.exchange(c, n)
		worse := float64(l.total - before)
		if worse > 0 {
			if round < 200 {
				heat = max(heat, worse/4)
			}
			if r.Float64() >= math.Exp(-worse/(heat*math.Pow(1e-3, part))) {
				l.exchange(c, old)
			}
		}
		if l.total < least {
			least = l.total
			copy(best, l.choice)
			l.work += int64(len(best) / 16)
		}
		if round%1024 == 0 && !m.spend(0) {
			break
		}
	}
	m.spend(l.work)
	return best
}
