package kernel

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// withLoops resolves with the given machine functions instead of the fastest ones.
func withLoops(machine machineLoops, resolve func()) {
	before := fastest
	defer use(before)
	use(machine)
	resolve()
}

// counted returns machine functions that note their calls by key.
func counted(m machineLoops, calls map[string]int) machineLoops {
	one, two, three := map[string]machine1{}, map[string]machine2{}, map[string]machine3{}
	for key, f := range m.one {
		one[key] = func(out, x *byte, n int) int { calls[key]++; return f(out, x, n) }
	}
	for key, f := range m.two {
		two[key] = func(out, x, y *byte, n int) int { calls[key]++; return f(out, x, y, n) }
	}
	for key, f := range m.three {
		three[key] = func(out, x, y, z *byte, n int) int { calls[key]++; return f(out, x, y, z, n) }
	}
	return machineLoops{one: one, two: two, three: three}
}

// loopCase is one loop as the Resolve functions find it: resolve gives it with the machine
// functions of the moment.
type loopCase struct {
	what     string
	result   tensor.DType
	operands []tensor.DType
	resolve  func() any // a loop1, loop2 or loop3, nil where the type does not have the op
}

// loopCases lists every loop that has machine functions for some type, for all types.
func loopCases() []loopCase {
	var cases []loopCase
	add := func(what string, result tensor.DType, resolve func() any, operands ...tensor.DType) {
		for _, d := range operands {
			what += " " + d.String()
		}
		cases = append(cases, loopCase{what, result, operands, resolve})
	}
	for _, d := range tensor.DTypes() {
		for _, name := range slices.Sorted(maps.Keys(binaryNames)) {
			add(name, d, func() any { loop, _ := binaryLoop(name, d); return loop }, d, d)
		}
		for _, name := range slices.Sorted(maps.Keys(unaryNames)) {
			if test, ok := unaryTests[name]; !ok {
				result := d
				if d.IsComplex() {
					result = complexResult(name, d)
				}
				add(name, result, func() any { return unaryLoop(name, d) }, d)
			} else if d.IsFloat() {
				add(name, tensor.Bool, func() any { return test(d) }, d)
			}
		}
		for _, direction := range []string{"lt", "le", "gt", "ge", "eq", "ne"} {
			for _, total := range []bool{false, true} {
				add(fmt.Sprint(direction, " total=", total), tensor.Bool, func() any { loop, _ := comparisonLoop(direction, d, total); return loop }, d, d)
			}
		}
		for _, to := range tensor.DTypes() {
			add("convert to "+to.String()+" from", to, func() any { loop, _ := convertLoop(d, to); return loop }, d)
		}
		add("select", d, func() any { return selectLoopOf(d.Size()) }, tensor.Bool, d, d)
		add("clamp", d, func() any { return clampLoopOf(d) }, d, d, d)
	}
	return cases
}

// run calls a loop, which may be nil; it says whether there was one.
func run(loop any, out []byte, x [][]byte) bool {
	switch loop := loop.(type) {
	case loop1:
		if loop != nil {
			loop(out, x[0])
		}
		return loop != nil
	case loop2:
		if loop != nil {
			loop(out, x[0], x[1])
		}
		return loop != nil
	case loop3:
		if loop != nil {
			loop(out, x[0], x[1], x[2])
		}
		return loop != nil
	}
	return false
}

// operandFor returns edge values, each next to each as far as operands differ by their number, and
// random bits.
func operandFor(d tensor.DType, number, count int) *tensor.Tensor {
	values, rng := edges(d), rand.New(rand.NewPCG(uint64(number), uint64(d)))
	bits := samples(d, false, count)
	out := tensor.New(d, count)
	for i := range count {
		switch rng.IntN(3) {
		case 0:
			out.SetFloat64(i, values[rng.IntN(len(values))])
		case 1:
			out.SetFloat64(i, rng.NormFloat64()*3)
		default:
			copyElement(out, i, bits, bits.Len()-1-rng.IntN(count))
		}
	}
	return out
}

// Every machine function of every instruction set that this processor has gives the bits of the
// portable loop, for all lengths around those of vectors and turns, at
// unaligned addresses, in place, and touches nothing outside its result.
func TestMachineLoops(t *testing.T) {
	levels := machineLevels()
	for number, level := range levels[:len(levels)-1] {
		calls := map[string]int{}
		counting := counted(level, calls)
		for _, c := range loopCases() {
			var machine, portable any
			before := maps.Clone(calls)
			withLoops(counting, func() { machine = c.resolve() })
			withLoops(machineLoops{}, func() { portable = c.resolve() })
			checkLoop(t, fmt.Sprintf("level %d: %s", number, c.what), c, machine, portable, func() bool { return !maps.Equal(before, calls) })
		}
		for _, keys := range [][]string{slices.Collect(maps.Keys(level.one)), slices.Collect(maps.Keys(level.two)), slices.Collect(maps.Keys(level.three))} {
			for _, key := range keys {
				if calls[key] == 0 {
					t.Errorf("level %d: nothing calls %s", number, key)
				}
			}
		}
	}
}

// checkLoop compares two loops; once the machine function was seen not to be called there is
// nothing to compare.
func checkLoop(t *testing.T, what string, c loopCase, machine, portable any, called func() bool) {
	t.Helper()
	const most, guard = 70, 64
	size := c.result.Size()
	full := make([]*tensor.Tensor, len(c.operands))
	for i, d := range c.operands {
		full[i] = operandFor(d, i, most+8)
	}
	for n := 0; n <= most; n++ {
		from := n % 8
		x := make([][]byte, len(full))
		for i, v := range full {
			x[i] = v.Bytes()[from*v.DType().Size() : (from+n)*v.DType().Size()]
		}
		want, got := tensor.New(c.result, n), tensor.New(c.result, n+2*guard)
		for i := range got.Bytes() {
			got.Bytes()[i] = 0xA5
		}
		inner := got.Bytes()[guard*size : (guard+n)*size]
		if !run(portable, want.Bytes(), x) {
			return
		}
		run(machine, inner, x)
		if n == most && !called() {
			return
		}
		result := tensor.New(c.result, n)
		copy(result.Bytes(), inner)
		same(t, fmt.Sprintf("%s, %d elements", what, n), result, want)
		for i, v := range got.Bytes() {
			if v != 0xA5 && (i < guard*size || i >= (guard+n)*size) {
				t.Fatalf("%s: %d elements: wrote byte %d of a result of %d", what, n, i-guard*size, n*size)
			}
		}
		for i, d := range c.operands { // in place of each operand of the same size
			if d.Size() == size {
				copy(inner, x[i])
				shared := slices.Clone(x)
				shared[i] = inner
				run(machine, inner, shared)
				copy(result.Bytes(), inner)
				same(t, fmt.Sprintf("%s, %d elements in place of operand %d", what, n, i), result, want)
			}
		}
	}
}
