package random

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// A loop of which something is used ends after optimising if and only if it did
// before: passes take and leave time, but not the end of it.
func TestLoopsEndAsBefore(t *testing.T) {
	endless, ending := 0, 0
	first, count := campaign.Cases(60)
	for k := range uint64(count) {
		rng := rand.New(rand.NewPCG(first+k, 0x6c6f6f70))
		text := randomLoop(rng)
		module, err := agree.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		passes := "optimize"
		if rng.IntN(2) == 0 {
			passes = randomPipeline(rng.Uint64(), "strict")
		}
		after, err := agree.Optimised(module, passes)
		if err != nil {
			t.Fatalf("%s: %v\n%s", passes, err, text)
		}
		for range 2 {
			var inputs []*tensor.Tensor
			for range 2 {
				x := tensor.New(tensor.I8)
				x.SetInt64(0, int64(rng.IntN(9)-4))
				inputs = append(inputs, x)
			}
			was, is := endsWithin(t, module, inputs, 2000), endsWithin(t, after, inputs, 2000)
			if is && !was { // it may have become shorter
				was = endsWithin(t, module, inputs, 200000)
			}
			if was != is {
				t.Fatalf("%s: with %v, ends before is %v, but after it is %v\n%s", passes, inputs, was, is, text)
			}
			if was {
				ending++
			} else {
				endless++
			}
		}
	}
	if count >= 50 && (endless < count/4 || ending < count/4) {
		t.Errorf("%d runs end and %d do not: that tests little", ending, endless)
	}
}

// endsWithin reports whether @main ends within some rounds of its loops, whose state
// has few values.
func endsWithin(t *testing.T, module *ir.Op, inputs []*tensor.Tensor, steps int) bool {
	t.Helper()
	p, err := interp.NewModule(module).Program("main")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = p.Run(inputs, interp.Options{MaxSteps: steps}); err != nil && !strings.Contains(err.Error(), interp.ErrSteps.Error()) && !errors.Is(err, interp.ErrSteps) {
		t.Fatal(err)
	}
	return err == nil
}

// randomLoop is a program of one or two loops over a few numbers, each with a
// result that the program returns.
func randomLoop(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("func.func @main(%a: tensor<i8>, %b: tensor<i8>) -> (tensor<i8>, tensor<i8>) {\n  %t = tg.constant dense<true> : tensor<i1>\n  %f = tg.constant dense<false> : tensor<i1>\n")
	outside := []string{"%a", "%b"}
	for _, c := range []int{0, 1, 2, 3, -1, 127} {
		fmt.Fprintf(&b, "  %%c%d = tg.constant dense<%d> : tensor<i8>\n", c&255, c)
		outside = append(outside, fmt.Sprintf("%%c%d", c&255))
	}
	pick := func(list []string) string { return list[rng.IntN(len(list))] }
	var returned []string
	for l := range 1 + rng.IntN(2) {
		parts := 1 + rng.IntN(2)
		var state, bound []string
		for i := range parts {
			state = append(state, fmt.Sprintf("%%s%d", i))
			bound = append(bound, fmt.Sprintf("%%s%d = %s", i, pick(outside)))
		}
		types := strings.TrimSuffix(strings.Repeat("tensor<i8>, ", parts), ", ")
		fmt.Fprintf(&b, "  %%r%d:%d = tg.while (%s) : %s cond {\n", l, parts, strings.Join(bound, ", "), types)
		any := append(append([]string{}, state...), outside...)
		compare := func(name string) {
			fmt.Fprintf(&b, "    %s = tg.compare %s %s, %s : (tensor<i8>, tensor<i8>) -> tensor<i1>\n", name, pick([]string{"lt", "le", "gt", "ge", "eq", "ne"}), pick(state), pick(any))
		}
		compare("%p")
		compare("%q")
		fmt.Fprintf(&b, "    %%pq = tg.and %%p, %%q : tensor<i1>\n    tg.yield %s : tensor<i1>\n  } do {\n", pick([]string{"%p", "%p", "%p", "%pq", "%t", "%f"}))
		var next []string
		for i, s := range state {
			switch rng.IntN(4) {
			case 0:
				next = append(next, s)
			case 1:
				next = append(next, pick(any))
			default:
				name := fmt.Sprintf("%%n%d", i)
				fmt.Fprintf(&b, "    %s = tg.%s %s, %s : tensor<i8>\n", name, pick([]string{"add", "add", "sub", "mul", "max"}), s, pick(any))
				next = append(next, name)
			}
		}
		fmt.Fprintf(&b, "    tg.yield %s : %s\n  }\n", strings.Join(next, ", "), types)
		result := fmt.Sprintf("%%r%d#%d", l, rng.IntN(parts))
		returned = append(returned, result)
		outside = append(outside, result)
	}
	if len(returned) == 1 {
		returned = append(returned, "%a")
	}
	fmt.Fprintf(&b, "  return %s : tensor<i8>, tensor<i8>\n}\n", strings.Join(returned, ", "))
	return b.String()
}
