package expressions

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/te/shared"
	"github.com/tg-opt/tg/test/agree"
)

// What is handed over by a program does not depend on whether it is written in tg or at the index
// level: as many values of as many bytes.
func TestSameStash(t *testing.T) {
	for _, tc := range []struct{ file, differentiate, function string }{
		{"activations", "func=gelu", "gelu.vjp"},
		{"activations", "func=silu", "silu.vjp"},
		{"activations", "func=tanh", "tanh.vjp"},
		{"attention", "", "step"},
		{"batch-norm", "", "argument"},
		{"layer-norm", "", "step"},
		{"mlp", "func=f wrt=w1,b1,w2,w3", "f.vjp"},
		{"softmax", "func=f mode=grad wrt=w", "f.grad"},
		{"dropout", "func=f wrt=w", "f.vjp"},
		{"tanh", "", "step"},
	} {
		text, err := os.ReadFile("../passes/partition/" + tc.file + ".mlir")
		if err != nil {
			t.Fatal(err)
		}
		for _, objective := range []partition.Objective{partition.Compute, partition.Bytes, partition.Time} {
			var lists [2]string
			for i, passes := range []string{"", "tg-to-te{func=" + tc.function + "}"} {
				module, err := agree.Parse(string(text))
				if err == nil && tc.differentiate != "" {
					err = agree.Optimise(module, "differentiate{"+tc.differentiate+"}", 1)
				}
				if err == nil && passes != "" {
					err = agree.Optimise(module, passes, 1)
				}
				if err == nil {
					lists[i], err = stashed(ir.Symbols(module)[tc.function], objective)
				}
				if err != nil {
					t.Fatalf("%s: %v", tc.file, err)
				}
			}
			if lists[0] != lists[1] || lists[0] == "[]" {
				t.Errorf("%s, by %s: %s is handed over in tg, %s at the index level", tc.function, objective, lists[0], lists[1])
			}
		}
	}
}

// stashed is the bytes of what a joint function hands over, in order.
func stashed(fn *ir.Op, objective partition.Objective) (string, error) {
	j, err := partition.Open(fn, partition.Forward(fn), shared.Expose)
	if err != nil {
		return "", err
	}
	opt := &partition.Options{Objective: objective, Machine: cost.CPU()}
	plan, err := j.Choose(opt)
	if err != nil {
		return "", err
	}
	var list []int64
	for _, e := range j.Entries(plan, opt) {
		if e.Saved {
			list = append(list, e.Bytes)
		}
	}
	slices.Sort(list)
	return fmt.Sprint(list), nil
}
