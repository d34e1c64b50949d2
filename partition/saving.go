package partition

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// Saving is the arithmetic that the backward pass does not do because it is handed v: on how many
// elements which ops, such as "131,072 x (div, sub), 16 x (add, sqrt)". It is empty for an argument.
func (j *Joint) Saving(plan *Plan, v *ir.Value) string {
	seen := map[*ir.Op]bool{}
	ops := map[int64][]string{}
	for work := []*ir.Value{v}; len(work) > 0; {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		o := w.Def()
		if o == nil || seen[o] || w != v && slices.Contains(plan.Saved, w) || plan.runs[o] || j.parts[o] == constant {
			continue
		}
		seen[o] = true
		if n := elements(o); n > 0 {
			name := o.Name()[strings.IndexByte(o.Name(), '.')+1:]
			ops[n] = append(ops[n], name)
		}
		work = append(work, Reads(o)...)
	}
	var counts []int64
	for n := range ops {
		counts = append(counts, n)
	}
	slices.SortFunc(counts, func(a, b int64) int { return cmp.Compare(b, a) })
	var parts []string
	for _, n := range counts {
		slices.Sort(ops[n])
		parts = append(parts, fmt.Sprintf("%s x (%s)", grouped(n), strings.Join(ops[n], ", ")))
	}
	return strings.Join(parts, ", ")
}

// elements is on how many elements an op computes; 0 if it moves them only, or does nothing.
func elements(o *ir.Op) (n int64) {
	switch cost.WorkOf(ir.InferenceOf(o)).Kind {
	case cost.Move, cost.View, cost.Free, cost.Control:
		return 0
	}
	for _, t := range slices.Concat(o.OperandTypes(), o.ResultTypes()) {
		if t.IsRankedTensor() {
			if m, ok := t.NumElements(); ok {
				n = max(n, m)
			}
		}
	}
	return n
}

// grouped is a number with a comma before each three digits.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
