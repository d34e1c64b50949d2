package discover

import (
	"slices"

	"github.com/tg-opt/tg/discover/field"
)

// verify computes both sides of an equality on other inputs, so many times, and reports whether all
// that is defined on both sides is equal, and something is. The fingerprints of an equality are the
// same by chance at times: among millions of programs, for those that differ only where several
// numbers have certain signs.
func (e *enumerator) verify(q equality, trials int) bool {
	compared := false
	for t := range trials {
		if t == len(e.trials) {
			e.trials = append(e.trials, &evaluation{enumerator: e, seed: field.Mix(e.seed + uint64(t) + 1), small: map[int32][]field.Element{}, data: map[int32][]field.Element{}})
		}
		v := e.trials[t]
		clear(v.data)
		left := v.apply(q.application)
		right := v.program(q)
		for i, x := range left {
			if x != right[i%len(right)] { // a number is all elements, whatever the shape
				return false
			}
			compared = compared || x != field.Undefined
		}
	}
	return compared
}

// evaluation computes values on other inputs. It remembers small ones, of which others consist.
type evaluation struct {
	*enumerator
	seed        uint64
	small, data map[int32][]field.Element
}

// smallOps is how many ops the values have at most that are remembered: those are few.
const smallOps = 2

func (v *evaluation) program(q equality) []field.Element {
	if q.value < 0 {
		return v.apply(q.other)
	}
	return v.value(q.value)
}

func (v *evaluation) value(n int32) []field.Element {
	x := &v.values[n]
	data := v.data
	if len(x.nodes) <= smallOps {
		data = v.small
	}
	if d, ok := data[n]; ok {
		return d
	}
	var d []field.Element
	switch {
	case x.typed >= 0:
		d = v.apply(application{typed: x.typed, args: x.args})
	case x.leaf.input >= 0:
		d = v.input(x.shape, x.leaf.input, v.seed)
	default:
		d = x.data
	}
	data[n] = d
	return d
}

// apply computes with the plans of the vocabulary, as nobody else does while programs are judged.
func (v *evaluation) apply(a application) []field.Element {
	t := &v.vocabulary.typed[a.typed]
	args := make([][]field.Element, len(t.operands))
	for i := range args {
		args[i] = v.value(a.args[i])
	}
	r := v.runner(a.typed, false)
	return slices.Clone(r.on(args))
}
