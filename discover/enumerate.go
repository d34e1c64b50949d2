package discover

import (
	"math"
	"slices"
	"sync"

	"github.com/tg-opt/tg/te/field"
)

// application is a form on values.
type application struct {
	typed int32
	args  [3]int32
}

// enumerator makes all programs of up to so many ops that are not equal to smaller ones, and
// tells which are.
type enumerator struct {
	vocabulary  *vocabulary
	domain      *Domain
	values      []value
	leaves      []leaf
	room        *int64                // how many bytes of what values are may still be kept
	bySize      [][]int32             // of values; 0 for leaves
	prints      map[uint64]int32      // the last value with a fingerprint
	known       map[application]int32 // what programs that were enumerated are equal to
	parts       parts
	commutes    map[int]bool // forms whose operands need to be tried in one order only
	workers     int
	fingerprint fingerprint
	trials      []*evaluation
	recomputers []*recomputer // of each worker
	// judge is asked about programs with one fingerprint.
	judge func(equality) verdict
}

// verdict is what becomes of programs with one fingerprint.
type verdict uint8

const (
	refused  verdict = iota // they are not equal
	believed                // they are, as far as executions tell
	follows                 // they are, if rules that were accepted are right
)

// fingerprint is equal for what is equal: elements of all worlds give a number.
type fingerprint func(s shape, data []field.Element) uint64

// newEnumerator begins with the inputs and the constants of a domain.
func newEnumerator(v *vocabulary, d *Domain, workers int, print fingerprint) *enumerator {
	e := &enumerator{
		vocabulary: v, domain: d, prints: map[uint64]int32{}, known: map[application]int32{}, commutes: map[int]bool{}, workers: max(1, workers),
		bySize: [][]int32{nil}, fingerprint: print, judge: func(equality) verdict { return believed }, room: new(int64),
	}
	*e.room = math.MaxInt64
	for range e.workers {
		e.recomputers = append(e.recomputers, newRecomputer(e))
	}
	for i := range d.Worlds[0] {
		w := make(world, len(d.Worlds))
		for k := range d.Worlds {
			w[k] = d.Worlds[k][i]
		}
		e.addLeaf(v.shapeOf(w), leaf{input: i}, d.Input(i, 0))
	}
	for _, x := range d.Constants {
		e.addLeaf(v.shapeOf(x.Types), leaf{input: -1, number: x.Number}, slices.Repeat([]field.Element{x.Element}, len(d.Worlds)))
	}
	return e
}

// mixed is a hash of a shape and elements.
func mixed(s shape, data []field.Element) uint64 {
	h := uint64(s) + 1
	for _, x := range data {
		h = field.Mix(h ^ uint64(x))
	}
	return h
}

// elements is how many elements a value of a shape has in all worlds.
func (e *enumerator) elements(s shape) int {
	n := 0
	for _, c := range e.vocabulary.counts[s] {
		n += c
	}
	return n
}

// equality is a program that computes what one that was met before does: a value, or a program that
// was not kept.
type equality struct {
	application
	value int32 // -1 for what was not kept
	other application
}

// unit is a part of the programs of one size: those with results of one shape, and of these those
// with certain fingerprints. What programs of one unit are equal to, no other unit needs to know.
type unit struct {
	typed        []int32
	programs     int64 // what is computed, of which one of so many passes looks at a part
	pass, passes int
}

// entryBytes is what the table of a unit needs for a program.
const entryBytes = 32

// operands are shapes of operands, and how many programs of an op on them there are.
type operands struct {
	shapes             []shape
	programs, commuted int64 // the latter where the first two come in one order only; -1 for not counted
}

// operandsOf lists those of so many shapes that consist of so many ops together, where there are
// any.
func (e *enumerator) operandsOf(arity, ops int, stopped func() bool) []operands {
	list := []operands{} // nil is for what was not counted
	tuples(e.parts.shapes, arity, func(shapes []shape) {
		if stopped() {
			return
		}
		if n := e.count(shapes, false, ops, stopped); n > 0 {
			list = append(list, operands{slices.Clone(shapes), n, -1})
		}
	})
	return list
}

// count is how many operands of some shapes consist of so many ops together.
func (e *enumerator) count(shapes []shape, commutes bool, ops int, stopped func() bool) (n int64) {
	e.combine(shapes, commutes, ops, func([3]int32) bool {
		n++
		return n%(1<<20) != 0 || !stopped()
	})
	return n
}

// units lists those of the programs of so many ops. A unit whose programs would take more memory
// than there is has several passes. It returns nil if the count was stopped.
func (e *enumerator) units(size int, memory int64, stopped func() bool) []unit {
	e.index(size - 1)
	var list []unit
	byResult := map[shape]int{}
	add := func(t int, programs int64) {
		result := e.vocabulary.typed[t].result
		n, ok := byResult[result]
		if !ok {
			n = len(list)
			byResult[result] = n
			list = append(list, unit{passes: 1})
		}
		list[n].typed = append(list[n].typed, int32(t))
		list[n].programs += programs
	}
	var of [maxOperands + 1][]operands
	for _, def := range e.vocabulary.ops {
		n := arity(def)
		if of[n] == nil {
			of[n] = e.operandsOf(n, size-1, stopped)
		}
		for i := range of[n] {
			o := &of[n][i]
			if stopped() { // forms on many shapes take long to make
				return nil
			}
			for _, t := range e.vocabulary.formsOn(def, o.shapes) {
				programs := o.programs
				if e.commutes[e.vocabulary.typed[t].form] {
					if o.commuted < 0 {
						o.commuted = e.count(o.shapes, true, size-1, stopped)
					}
					programs = o.commuted
				}
				add(t, programs)
			}
		}
	}
	var out []unit
	for _, u := range list {
		most := memory / entryBytes
		u.passes = int(max(1, (u.programs+most-1)/most))
		for u.pass = range u.passes {
			out = append(out, u)
		}
	}
	return out
}

// run makes the programs of a unit. Those that equal nothing become values if they are kept, and
// else are remembered in seen; those that equal something are told, with what is thought of that.
// After every few programs step is told how many they were; if it says no, run stops and does, too.
func (e *enumerator) run(size int, u unit, seen *seen, step func(programs int) bool, found func(equality, verdict)) bool {
	if u.programs == 0 {
		return true
	}
	if seen != nil {
		seen.reset(u.programs / int64(u.passes))
	}
	tell := func(a application, print uint64, data []field.Element) {
		if u.passes == 1 || int(print%uint64(u.passes)) == u.pass {
			e.meet(a, print, data, seen, found)
		}
	}
	for _, t := range u.typed {
		if !e.evaluate(t, size-1, step, tell) {
			return false
		}
	}
	return true
}

// meet looks at one program.
func (e *enumerator) meet(a application, print uint64, data []field.Element, seen *seen, found func(equality, verdict)) {
	s := e.vocabulary.typed[a.typed].result
	equals := func(q equality) bool {
		v := e.judge(q)
		if v != refused {
			found(q, v)
		}
		return v != refused
	}
	if v := e.number(data); v >= 0 && equals(equality{application: a, value: v}) {
		return
	}
	if v, ok := e.prints[print]; ok {
		for ; v >= 0; v = e.values[v].next {
			if e.values[v].shape == s && equals(equality{application: a, value: v}) {
				return
			}
		}
	}
	if seen == nil {
		e.known[a] = e.add(value{shape: s, typed: a.typed, args: a.args}, e.union(a.args[:e.arity(a.typed)]), data)
		return
	}
	if !seen.find(print, func(other application) bool { return equals(equality{application: a, value: -1, other: other}) }) {
		seen.add(print, a)
	}
}

// number is the value of the number that all elements are, -1 if there is none.
func (e *enumerator) number(data []field.Element) int32 {
	for _, x := range data[1:] {
		if x != data[0] {
			return -1
		}
	}
	for _, v := range e.bySize[0] {
		if x := &e.values[v]; e.leafOf(x).input < 0 && x.data[0] == data[0] {
			return v
		}
	}
	return -1
}

func (e *enumerator) arity(typed int32) int { return len(e.vocabulary.typed[typed].operands) }

// union are the values with an op that some values consist of, sorted.
func (e *enumerator) union(args []int32) []int32 {
	var all []int32
	for _, a := range args {
		all = append(all, e.values[a].ops()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// tuples calls f with all tuples of so many shapes.
func tuples(shapes []shape, n int, f func([]shape)) {
	tuple := make([]shape, n)
	var fill func(i int)
	fill = func(i int) {
		if i == n {
			f(tuple)
			return
		}
		for _, s := range shapes {
			tuple[i] = s
			fill(i + 1)
		}
	}
	fill(0)
}

// chunk is how many programs a worker evaluates at a time.
const chunk = 4096

// share is what one worker computes at a time.
type share struct {
	args   [][3]int32
	prints []uint64 // 0 for what is undefined
	data   []field.Element
}

// compute fills in what the programs of a share are.
func (s *share) compute(r *runner) {
	s.prints, s.data = s.prints[:0], s.data[:0]
	for _, args := range s.args {
		data, print := r.run(args), uint64(0)
		if !undefined(data) {
			print = r.fingerprint(r.typed.result, data)
		}
		s.prints, s.data = append(s.prints, print), append(s.data, data...)
	}
}

// evaluate computes a typed form on all operands that consist of so many ops together, in parallel,
// and tells what it computes in the order of the operands. After every few programs step is told
// how many they were; if it says no, evaluate stops and does, too.
func (e *enumerator) evaluate(typed int32, ops int, step func(programs int) bool, tell func(application, uint64, []field.Element)) bool {
	if e.vocabulary.plansOf(typed) == nil {
		return true
	}
	shares, n := make([]share, e.workers), 0
	runners := make([]*runner, e.workers)
	t := e.vocabulary.typed[typed]
	size := e.elements(t.result)
	flush := func() bool {
		var group sync.WaitGroup
		for i := range shares {
			if len(shares[i].args) == 0 {
				break
			}
			if runners[i] == nil {
				runners[i] = e.recomputers[i].runner(typed, true)
			}
			group.Go(func() { shares[i].compute(runners[i]) })
		}
		group.Wait()
		for i := range shares {
			s := &shares[i]
			for k, args := range s.args {
				if s.prints[k] != 0 {
					tell(application{typed, args}, s.prints[k], s.data[k*size:(k+1)*size])
				}
			}
			s.args = s.args[:0]
		}
		programs := n
		n = 0
		return step(programs)
	}
	goOn := true
	e.combine(t.operands, e.commutes[t.form], ops, func(args [3]int32) bool {
		s := &shares[n/chunk]
		s.args = append(s.args, args)
		if n++; n == chunk*e.workers {
			goOn = flush()
		}
		return goOn
	})
	return goOn && (n == 0 || flush())
}

// undefined reports whether nothing of a value is defined.
func undefined(data []field.Element) bool {
	return !slices.ContainsFunc(data, func(x field.Element) bool { return x != field.Undefined })
}

// runner computes a typed form on values, in all worlds.
type runner struct {
	*recomputer
	typed    *typedForm
	plans    []*plan
	args     [][]field.Element // of all worlds
	operands [][]field.Element // of one
	data     []field.Element
}

// runner makes one, with plans of its own for another goroutine, or with those of the vocabulary.
func (c *recomputer) runner(typed int32, own bool) *runner {
	t := &c.vocabulary.typed[typed]
	r := &runner{recomputer: c, typed: t, args: make([][]field.Element, len(t.operands)), operands: make([][]field.Element, len(t.operands))}
	plans := c.vocabulary.plansOf(typed)
	for w, p := range plans {
		switch same := slices.Index(plans[:w], p); {
		case !own:
			r.plans = append(r.plans, p)
		case same >= 0:
			r.plans = append(r.plans, r.plans[same])
		default:
			r.plans = append(r.plans, p.clone())
		}
	}
	return r
}

// run computes the form on values. The result is overwritten by the next run.
func (r *runner) run(args [3]int32) []field.Element {
	for i := range r.args {
		r.args[i] = r.operand(i, args[i])
	}
	return r.on(r.args)
}

// on computes the form on elements of all worlds.
func (r *runner) on(args [][]field.Element) []field.Element {
	r.data = r.data[:0]
	offsets := [3]int{}
	for w, p := range r.plans {
		for i, s := range r.typed.operands {
			n := r.vocabulary.counts[s][w]
			r.operands[i] = args[i][offsets[i]:][:n]
			offsets[i] += n
		}
		r.data = append(r.data, p.run(r.operands)...)
	}
	return r.data
}

// String is a value as text, for tests and messages.
func (e *enumerator) String(v int32) string {
	return e.vocabulary.forms.text(e.patternOf(v, map[int]int{}))
}
