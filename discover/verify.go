package discover

import (
	"slices"

	"github.com/tg-opt/tg/te/field"
)

// verify computes both sides of an equality on other inputs, in trials from one number up to
// another, and reports whether all that is defined on both sides is equal, and something is. The
// fingerprints of an equality are the same by chance at times: among millions of programs, for
// those that differ only where several numbers have certain signs.
func (e *enumerator) verify(q equality, from, to int) bool {
	compared := false
	for t := from; t < to; t++ {
		v := e.trial(t)
		left := v.apply(q.application)
		right := v.program(q)
		for i, x := range left {
			if !v.domain.equal(x, right[i%len(right)]) { // a number is all elements, whatever the shape
				return false
			}
			compared = compared || x != field.Undefined
		}
	}
	return compared
}

// trial is what computes in a trial. Those that all equalities have remember small values.
func (e *enumerator) trial(t int) *evaluation {
	if t < len(e.trials) {
		clear(e.trials[t].data)
		return e.trials[t]
	}
	v := &evaluation{enumerator: e, trial: t + 1, small: map[int32][]field.Element{}, data: map[int32][]field.Element{}}
	if t < screening {
		e.trials = append(e.trials, v)
	}
	return v
}

// confirm verifies an equality as often as it takes to be sure enough, after the trials that it has
// passed. If the search is to stop, it makes no more.
func (e *enumerator) confirm(q equality, stopped bool) (Evidence, bool) {
	o := e.oddsOf(q)
	n := e.domain.Trials
	if n == 0 {
		n = o.trials()
	}
	if stopped {
		n = screening
	}
	evidence := Evidence{Trials: n, Bound: 1}
	if e.domain.Trials == 0 {
		evidence.Bound = o.bound(n)
	}
	return evidence, e.verify(q, screening, n) || n <= screening
}

// evaluation computes values on other inputs. It remembers small ones, of which others consist.
type evaluation struct {
	*enumerator
	trial       int
	small, data map[int32][]field.Element
	held        int // elements of small values
}

// What is remembered from one equality to the next: values of so many ops, which are few, and of
// all of them so many elements.
const (
	smallOps = 2
	mostHeld = 1 << 21
)

func (v *evaluation) program(q equality) []field.Element {
	if q.value < 0 {
		return v.apply(q.other)
	}
	return v.value(q.value)
}

func (v *evaluation) value(n int32) []field.Element {
	x := &v.values[n]
	d, ok := v.small[n]
	if !ok {
		d, ok = v.data[n]
	}
	switch {
	case ok:
		return d
	case x.typed >= 0:
		d = v.apply(application{typed: x.typed, args: x.args})
	case v.leafOf(x).input >= 0:
		d = v.domain.Input(v.leafOf(x).input, v.trial)
	default:
		d = x.data
	}
	if int(x.size) <= smallOps && v.held+len(d) <= mostHeld {
		v.small[n] = d
		v.held += len(d)
	} else {
		v.data[n] = d
	}
	return d
}

// apply computes with the plans of the vocabulary, as nobody else does while programs are judged.
func (v *evaluation) apply(a application) []field.Element {
	t := &v.vocabulary.typed[a.typed]
	args := make([][]field.Element, len(t.operands))
	for i := range args {
		args[i] = v.value(a.args[i])
	}
	r := v.recomputers[0].runner(a.typed, false)
	return slices.Clone(r.on(args))
}
