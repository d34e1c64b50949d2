// Package partition tests that functions which are divided into a forward and a backward pass
// compute the same bits, and what that takes.
package partition

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

const limit = time.Minute

// derived is a random program with the derivative of @main as @main.vjp; nil if it has none.
func derived(t *testing.T, seed uint64) *ir.Op {
	module, err := agree.Parse(progen.Program(seed, progen.Options{Tame: true, Nested: true, Functions: 1 + int(seed%3)}))
	if err != nil {
		t.Fatal(err)
	}
	if agree.Optimise(module, "differentiate{func=main}", 1) != nil {
		return nil
	}
	return module
}

// inputs are values for the arguments of a joint function, as random as its name; nil where there
// are none.
func inputs(module *ir.Op, name string) []*tensor.Tensor {
	return agree.Inputs(ir.Symbols(module)[name], 1)
}

// divided runs the parts of a joint function one after the other: its results in their order. j is
// the joint function as it was read.
func divided(j *partition.Joint, ahead, behind *ir.Op, stash []partition.Stash, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
	module := ir.NearestSymbolTable(j.Func)
	return dividedBy(j, ahead, behind, stash, in, func(fn *ir.Op, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
		o := agree.Execute(module, ir.SymbolName(fn), in, limit)
		return o.Outputs, o.Err
	})
}

// dividedBy is divided with the function that runs a part.
func dividedBy(j *partition.Joint, ahead, behind *ir.Op, stash []partition.Stash, in []*tensor.Tensor, run func(fn *ir.Op, in []*tensor.Tensor) ([]*tensor.Tensor, error)) ([]*tensor.Tensor, error) {
	var first, second []*tensor.Tensor
	for i, x := range in {
		if j.Given(i) {
			first = append(first, x)
		}
	}
	one, err := run(ahead, first)
	if err != nil {
		return nil, err
	}
	for _, s := range stash {
		switch s.Kind {
		case "argument":
			second = append(second, first[s.Index])
		case "result":
			second = append(second, one[s.Index])
		default:
			second = append(second, one[len(j.Of)+s.Index])
		}
	}
	for i, x := range in {
		if !j.Given(i) {
			second = append(second, x)
		}
	}
	two, err := run(behind, second)
	if err != nil {
		return nil, err
	}
	out := make([]*tensor.Tensor, len(j.Of)+len(two))
	for k, i := range j.Of {
		out[i] = one[k]
	}
	k := 0
	for i := range out {
		if !slices.Contains(j.Of, i) {
			out[i] = two[k]
			k++
		}
	}
	return out, nil
}

// lambdas are what a byte may be worth: 20 values, some of them random.
func lambdas(rng *rand.Rand) (list []float64) {
	for k := range 20 {
		list = append(list, 1e-14*float64(uint64(1)<<(2*k))*(1+rng.Float64()))
	}
	return list
}

// choices are options of all kinds.
func choices(rng *rand.Rand) (list []partition.Options) {
	for _, objective := range partition.Objectives {
		for _, count := range []bool{false, true} {
			list = append(list, partition.Options{Objective: partition.Objective(objective), CountArguments: count, Machine: cost.CPU(), Loops: count})
		}
	}
	for _, lambda := range lambdas(rng) {
		list = append(list, partition.Options{Objective: partition.Time, Lambda: lambda, Machine: cost.CPU(), Loops: rng.IntN(2) == 0})
	}
	return list
}

// Forward and backward pass compute what the joint function does, bit for bit, under each objective
// and 20 worths of a byte, as two functions and as one that is optimised.
func TestBits(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	tried, partitions, effects := 0, 0, 0
	for seed := range campaign.Seeds(6) {
		module := derived(t, seed)
		if module == nil {
			continue
		}
		in := inputs(module, "main.vjp")
		if in == nil {
			continue
		}
		want := agree.Execute(module, "main.vjp", in, limit)
		if want.Err != nil {
			continue
		}
		tried++
		for k, opt := range choices(rand.New(rand.NewPCG(seed, 3))) {
			ok, err := same(module, &opt, in, want)
			if err != nil {
				t.Errorf("program %d, choice %d, %+v: %v", seed, k, opt, err)
				break
			}
			if !ok {
				effects++
				break
			}
			partitions++
		}
	}
	t.Logf("%d programs, of which %d have effects; %d partitions", tried, effects, partitions)
	if partitions == 0 {
		t.Error("no program was divided")
	}
}

// same divides a copy of a module by options and compares what it computes. ok is false for a
// program with effects, which is refused.
func same(module *ir.Op, opt *partition.Options, in []*tensor.Tensor, want agree.Outcome) (ok bool, err error) {
	m := ir.NewBuilder(module.Context()).Clone(module, map[*ir.Value]*ir.Value{})
	b := ir.NewBuilder(m.Context())
	fn := ir.Symbols(m)["main.vjp"]
	j, err := partition.Open(fn, partition.Forward(fn))
	if err != nil {
		if strings.Contains(err.Error(), "has effects") {
			return false, nil
		}
		return false, err
	}
	j.Improve(opt)
	plan, err := j.Choose(opt)
	if err != nil {
		return false, err
	}
	ahead, behind, stash, err := j.Split(b, plan, "main")
	if err != nil {
		return false, err
	}
	if err := ir.Verify(m); err != nil {
		return false, err
	}
	out, err := divided(j, ahead, behind, stash, in)
	if err != nil {
		return false, err
	}
	if d := want.Difference(agree.Outcome{Outputs: out, Checks: want.Checks}, agree.Same); d != "" {
		return false, fmt.Errorf("two functions: %s", d)
	}
	j.Together(b, plan)
	if err := ir.Verify(m); err != nil {
		return false, err
	}
	for _, passes := range []string{"", "canonicalize,cse"} {
		if passes != "" {
			if err := agree.Optimise(m, passes, 1); err != nil {
				return false, err
			}
		}
		if d := want.Difference(agree.Execute(m, "main.vjp", in, limit), agree.Same); d != "" {
			return false, fmt.Errorf("one function after '%s': %s", passes, d)
		}
	}
	return true, nil
}

// A function and one that computes its gradients from the same arguments become two that compute
// nothing twice, and the same bits.
func TestCSE(t *testing.T) {
	tried := 0
	for seed := range campaign.Seeds(12) {
		module := derived(t, seed)
		if module == nil {
			continue
		}
		in := inputs(module, "main.vjp")
		joint, forward := ir.Symbols(module)["main.vjp"], ir.Symbols(module)["main"]
		want := agree.Outcome{}
		if in != nil {
			want = agree.Execute(module, "main.vjp", in, limit)
		}
		if in == nil || want.Err != nil {
			continue
		}
		gradients(joint, forward)
		b := ir.NewBuilder(module.Context())
		check, err := partition.Join(b, forward, joint, nil)
		if err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
		n := forward.RegionAt(0).First().Last().NumOperands()
		of := make([]int, n)
		for i := range of {
			of[i] = i
		}
		j, err := partition.Open(check, of)
		if err != nil {
			continue
		}
		ahead, behind, stash, err := autodiff.CSE(forward, joint)
		if err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
		out, err := divided(j, ahead, behind, stash, in)
		if err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
		if d := want.Difference(agree.Outcome{Outputs: out, Checks: want.Checks}, agree.Same); d != "" {
			t.Fatalf("program %d: %s", seed, d)
		}
		tried++
	}
	t.Logf("%d programs", tried)
}

// gradients makes a joint function return no more than what the backward pass does.
func gradients(joint, forward *ir.Op) {
	end, c := joint.RegionAt(0).First().Last(), joint.Context()
	n := forward.RegionAt(0).First().Last().NumOperands()
	end.SetOperands(slices.Clone(end.Operands()[n:]))
	joint.SetAttr("function_type", c.TypeAttr(c.Func(joint.Attr("function_type").Type().Inputs(), end.OperandTypes())))
	joint.SetAttr("res_attrs", nil)
}
