package complete

import (
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// The references of ops that compute with elements.

// combine is one step of a reduction or an update.
func combine(kind string, a, b float64) float64 {
	switch kind {
	case "sum", "add", "mean":
		return a + b
	case "prod", "mul":
		return a * b
	case "max":
		return max(a, b)
	case "min":
		return min(a, b)
	case "and":
		return float64(int64(a) & int64(b))
	case "or":
		return float64(int64(a) | int64(b))
	case "xor":
		return float64(int64(a) ^ int64(b))
	}
	return b // set
}

// neutral is what a reduction starts from.
func neutral(kind string, d tensor.DType) float64 {
	switch kind {
	case "prod":
		return 1
	case "and":
		return -1
	case "max", "min":
		if v := math.Inf(1); d.IsFloat() {
			return map[string]float64{"max": -v, "min": v}[kind]
		}
		return map[string]float64{"max": math.MinInt64, "min": math.MaxInt64}[kind]
	}
	return 0
}

func counted(o *ir.Op, _, out []*tensor.Tensor) bool {
	for k, at := range places(out[0].Shape()) {
		set(out[0], k, float64(at[o.Attr("dim").Int()]))
	}
	return true
}

func reduced(o *ir.Op, in, out []*tensor.Tensor) bool {
	kind, dims := o.Attr("kind").Text(), ints(o, "dims")
	for k := range out[0].Len() {
		result, n, best := neutral(kind, in[0].DType()), 0, -1
		if len(in) > 1 {
			result = value(in[1], 0)
		}
		order, group := 0, 0
		for m, at := range places(in[0].Shape()) {
			kept := others(at, dims)
			if group, _ = number(others(in[0].Shape(), dims), kept); group != k {
				continue
			}
			v := value(in[0], m)
			if kind == "argmax" && (best < 0 || v > result) || kind == "argmin" && (best < 0 || v < result) {
				result, best = v, order
			}
			if !strings.HasPrefix(kind, "arg") {
				result = combine(kind, result, v)
			}
			n, order = n+1, order+1
		}
		switch {
		case n == 0:
			return false
		case kind == "mean" && !in[0].DType().IsFloat():
			return false
		case kind == "mean":
			result /= float64(n)
		case strings.HasPrefix(kind, "arg"):
			result = float64(best)
		}
		set(out[0], k, result)
	}
	return true
}

func cumulated(o *ir.Op, in, out []*tensor.Tensor) bool {
	kind, dim := o.Attr("kind").Text(), int(o.Attr("dim").Int())
	if kind == "max" || kind == "min" { // of nothing, integers have others than numbers say
		if o.Attr("exclusive") != nil {
			return false
		}
	}
	for k, at := range places(in[0].Shape()) {
		result, own := neutral(kind, in[0].DType()), at[dim]
		for i := range in[0].Shape()[dim] {
			before := i < own
			if o.Attr("reverse") != nil {
				before = i > own
			}
			if before || i == own && o.Attr("exclusive") == nil {
				at[dim] = i
				n, _ := number(in[0].Shape(), at)
				result = combine(kind, result, value(in[0], n))
			}
		}
		set(out[0], k, result)
	}
	return true
}

func windowed(o *ir.Op, in, out []*tensor.Tensor) bool {
	kind, window, pads := o.Attr("kind").Text(), ints(o, "window"), ints(o, "pads")
	if (kind == "max" || kind == "min" || kind == "mean") && !in[0].DType().IsFloat() {
		return false
	}
	empty := neutral(kind, in[0].DType())
	if len(in) > 1 {
		empty = value(in[1], 0)
	}
	for k, at := range places(out[0].Shape()) {
		result, n := empty, 0.0
		for _, w := range places(window) {
			source := make([]int, len(at))
			inside := true
			for d := range at {
				step := or(ints(o, "base_dilation"), d, 1)
				p := at[d]*or(ints(o, "strides"), d, 1) + w[d]*or(ints(o, "window_dilation"), d, 1) - or(pads, 2*d, 0)
				inside = inside && p >= 0 && p%step == 0
				source[d] = p / step
			}
			v := empty
			if m, ok := number(in[0].Shape(), source); ok && inside {
				v = value(in[0], m)
			}
			result, n = combine(kind, result, v), n+1
		}
		if kind == "mean" {
			result /= n
		}
		set(out[0], k, result)
	}
	return true
}

func scattered(o *ir.Op, in, out []*tensor.Tensor) bool {
	kind, vector, window := o.Attr("kind").Text(), int(o.Attr("index_vector_dim").Int()), ints(o, "update_window_dims")
	hidden := append(ints(o, "inserted_window_dims"), ints(o, "input_batching_dims")...)
	copy(out[0].Bytes(), in[0].Bytes())
	for k, at := range places(in[2].Shape()) {
		batch, target, shown := others(at, window), make([]int, in[0].Rank()), 0
		for d := range target {
			if !slices.Contains(hidden, d) {
				target[d] = at[window[shown]]
				shown++
			}
		}
		for i, d := range ints(o, "scatter_dims_to_operand_dims") {
			target[d] += int(value(in[1], lookedUp(in[1], batch, vector, i)))
		}
		for i, d := range ints(o, "input_batching_dims") {
			target[d] += paired(batch, vector, ints(o, "scatter_indices_batching_dims")[i])
		}
		if n, ok := number(in[0].Shape(), target); ok {
			set(out[0], n, combine(kind, value(out[0], n), value(in[2], k)))
		}
	}
	return true
}

// plain reports whether a contraction has no epilogue: what that is, rules say.
func plain(o *ir.Op, in []*tensor.Tensor) bool {
	return len(in) == 2 && o.Attr("activation") == nil && o.Attr("element_type") == nil
}

func multiplied(o *ir.Op, in, out []*tensor.Tensor) bool {
	lhs, rhs := in[0].Shape(), in[1].Shape()
	depth := lhs[len(lhs)-1]
	for k, at := range places(out[0].Shape()) {
		row, column, batch := []int(nil), []int(nil), at
		if len(rhs) > 1 {
			column, batch = batch[len(batch)-1:], batch[:len(batch)-1]
		}
		if len(lhs) > 1 {
			row, batch = batch[len(batch)-1:], batch[:len(batch)-1]
		}
		sum := 0.0
		for i := range depth {
			l, _ := number(lhs, slices.Concat(inBatch(batch, lhs), row, []int{i}))
			r, _ := number(rhs, slices.Concat(inBatch(batch, rhs), []int{i}, column))
			sum += value(in[0], l) * value(in[1], r)
		}
		set(out[0], k, sum)
	}
	return plain(o, in)
}

// inBatch is the batch of a stack of matrices that is used for a batch of the result.
func inBatch(batch, shape []int) []int {
	n := max(0, len(shape)-2)
	own := slices.Clone(batch[len(batch)-min(n, len(batch)):])
	for d := range own {
		own[d] = min(own[d], shape[d]-1)
	}
	return own
}

func contracted(o *ir.Op, in, out []*tensor.Tensor) bool {
	lb, lc, rb, rc := ints(o, "lhs_batching"), ints(o, "lhs_contracting"), ints(o, "rhs_batching"), ints(o, "rhs_contracting")
	for l, la := range places(in[0].Shape()) {
		for r, ra := range places(in[1].Shape()) {
			meet, at := true, []int{}
			for i := range lb {
				meet = meet && la[lb[i]] == ra[rb[i]]
				at = append(at, la[lb[i]])
			}
			for i := range lc {
				meet = meet && la[lc[i]] == ra[rc[i]]
			}
			if meet {
				at = slices.Concat(at, others(la, slices.Concat(lb, lc)), others(ra, slices.Concat(rb, rc)))
				k, _ := number(out[0].Shape(), at)
				set(out[0], k, value(out[0], k)+value(in[0], l)*value(in[1], r))
			}
		}
	}
	return plain(o, in)
}

func convolved(o *ir.Op, in, out []*tensor.Tensor) bool {
	d, err := tg.ParseConvLayout(o.Attr("layout").Text())
	if err != nil || !plain(o, in) {
		return false
	}
	kernel, flips := in[1].Shape(), ints(o, "reversal")
	groups, batches := int(o.Attr("groups").Int()), int(o.Attr("batch_groups").Int())
	features := kernel[d.KernelInput]
	for k, at := range places(out[0].Shape()) {
		sum, output := 0.0, at[d.OutputFeature]
		group := output / (kernel[d.KernelOutput] / (groups * batches))
		for r, tap := range places(kernel) {
			if tap[d.KernelOutput] != output {
				continue
			}
			source, inside := make([]int, len(at)), true
			source[d.InputBatch], source[d.InputFeature] = at[d.OutputBatch], tap[d.KernelInput]
			if groups > 1 {
				source[d.InputFeature] += group * features
			}
			if batches > 1 {
				source[d.InputBatch] += group * in[0].Shape()[d.InputBatch] / batches
			}
			for i, s := range d.InputSpatial {
				place, step := tap[d.KernelSpatial[i]], or(ints(o, "input_dilation"), i, 1)
				if or(flips, i, 0) != 0 {
					place = kernel[d.KernelSpatial[i]] - 1 - place
				}
				p := at[d.OutputSpatial[i]]*or(ints(o, "strides"), i, 1) + place*or(ints(o, "kernel_dilation"), i, 1) - or(ints(o, "pads"), 2*i, 0)
				inside = inside && p >= 0 && p%step == 0
				source[s] = p / step
			}
			if l, ok := number(in[0].Shape(), source); ok && inside {
				sum += value(in[0], l) * value(in[1], r)
			}
		}
		set(out[0], k, sum)
	}
	return true
}
