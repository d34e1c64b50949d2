package discover

import (
	"slices"

	"github.com/tg-opt/tg/te/field"
)

// value is a program with one result, which stands for all that are equal to it: an input, a
// number, or a form on values. Its operands are such representatives, too, so that a program is
// enumerated only if all that it is made of is as small as it gets. There are millions.
type value struct {
	shape shape
	typed int32    // -1 for leaves
	args  [3]int32 // as many as the form has operands; the first one of a leaf is which it is
	next  int32    // another value with the same fingerprint; -1 for none
	of    [MaxSize]int32
	size  int8            // how many of these there are
	data  []field.Element // in all worlds, one after the other; nil for what is computed when it is needed
}

// ops are the values with an op that it consists of, itself among them, sorted.
func (v *value) ops() []int32 { return v.of[:v.size] }

// leaf is an input or a number.
type leaf struct {
	input  int // -1 for a number
	number float64
}

// leafOf is what a value without ops is.
func (e *enumerator) leafOf(v *value) leaf { return e.leaves[v.args[0]] }

// addLeaf makes the value of an input or a number.
func (e *enumerator) addLeaf(s shape, l leaf, data []field.Element) {
	e.leaves = append(e.leaves, l)
	e.add(value{shape: s, typed: -1, args: [3]int32{int32(len(e.leaves) - 1)}}, nil, data)
}

// add makes a value of an op on operands that consist of some ops, which nothing equals so far.
func (e *enumerator) add(v value, ops []int32, data []field.Element) int32 {
	n := int32(len(e.values))
	if v.typed >= 0 {
		v.size = int8(copy(v.of[:], ops) + 1)
		v.of[v.size-1] = n // the last one so far
	}
	if bytes := int64(len(data)) * 8; v.typed < 0 || bytes <= *e.room {
		v.data = slices.Clone(data)
		*e.room -= bytes
	}
	for len(e.bySize) <= int(v.size) {
		e.bySize = append(e.bySize, nil)
	}
	p := e.fingerprint(v.shape, data)
	v.next = -1
	if same, ok := e.prints[p]; ok {
		v.next = same
	}
	e.values = append(e.values, v)
	e.bySize[v.size] = append(e.bySize[v.size], n)
	e.prints[p] = n
	return n
}

// recomputer computes values of which there was no room to keep what they are, for one goroutine.
type recomputer struct {
	*enumerator
	runners map[int32]*runner
	last    [maxOperands]recomputed // the last one as each operand: there are others beside it
}

type recomputed struct {
	value int32
	data  []field.Element
}

// mostRunners is how many a recomputer remembers.
const mostRunners = 1 << 10

func newRecomputer(e *enumerator) *recomputer {
	r := &recomputer{enumerator: e, runners: map[int32]*runner{}}
	for i := range r.last {
		r.last[i].value = -1
	}
	return r
}

// operand is what a value is as operand i, until the next value as that.
func (r *recomputer) operand(i int, v int32) []field.Element {
	if d := r.values[v].data; d != nil {
		return d
	}
	if l := &r.last[i]; l.value != v {
		l.value, l.data = v, append(l.data[:0], r.value(v)...)
	}
	return r.last[i].data
}

func (r *recomputer) value(v int32) []field.Element {
	x := &r.values[v]
	if x.data != nil {
		return x.data
	}
	run, ok := r.runners[x.typed]
	if !ok {
		if len(r.runners) >= mostRunners {
			clear(r.runners)
		}
		run = r.runner(x.typed, true)
		r.runners[x.typed] = run
	}
	args := make([][]field.Element, len(run.typed.operands))
	for i := range args {
		if args[i] = r.value(x.args[i]); r.values[x.args[i]].data == nil {
			args[i] = slices.Clone(args[i]) // a runner that is needed again overwrites it
		}
	}
	return run.on(args)
}
