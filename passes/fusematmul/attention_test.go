package fusematmul_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// attentionWriter writes an attention as exporters do, or nearly so.
type attentionWriter struct {
	rng       *rand.Rand
	text      strings.Builder
	names     int
	args      []string
	inputs    []*tensor.Tensor
	elem      string // of operands and the result
	seed      uint64
	batch     []int // at most three dimensions
	found     bool  // by all that is known
	extraBack string
}

func (w *attentionWriter) chance(percent int) bool { return w.rng.IntN(100) < percent }

func typeText(shape []int, elem string) string {
	s := "tensor<"
	for _, n := range shape {
		s += fmt.Sprint(n, "x")
	}
	return s + elem + ">"
}

// written is a value of the text.
type written struct {
	name, elem string
	shape      []int
}

func (v written) typ() string { return typeText(v.shape, v.elem) }

func (w *attentionWriter) arg(elem string, shape ...int) written {
	w.names++
	v := written{fmt.Sprintf("%%a%d", w.names), elem, shape}
	w.args = append(w.args, v.name+": "+v.typ())
	d := map[string]tensor.DType{"f32": tensor.F32, "f64": tensor.F64, "f16": tensor.F16, "bf16": tensor.BF16, "i1": tensor.Bool}[elem]
	w.seed++
	w.inputs = append(w.inputs, tensor.Random(d, shape, w.seed))
	return v
}

// op writes an op; what stands for operands, if it is not all, is in front of them.
func (w *attentionWriter) op(name, attrs string, elem string, shape []int, operands ...written) written {
	w.names++
	v := written{fmt.Sprintf("%%v%d", w.names), elem, shape}
	var names, types []string
	for _, x := range operands {
		names, types = append(names, x.name), append(types, x.typ())
	}
	front, back, _ := strings.Cut(attrs, "|")
	fmt.Fprintf(&w.text, "  %s = tg.%s %s%s%s : (%s) -> %s\n", v.name, name, front, strings.Join(names, ", "), back, strings.Join(types, ", "), v.typ())
	return v
}

func (w *attentionWriter) number(elem, value string) written {
	w.names++
	v := written{fmt.Sprintf("%%c%d", w.names), elem, nil}
	fmt.Fprintf(&w.text, "  %s = tg.constant dense<%s> : %s\n", v.name, value, v.typ())
	return v
}

// mask is added to scores, or hides some of them.
func (w *attentionWriter) mask(x written) written {
	n := len(x.shape)
	switch w.rng.IntN(5) {
	case 0:
		return w.op("add", "", x.elem, x.shape, x, w.arg(x.elem, x.shape[n-2:]...))
	case 1: // for each batch, keys that are there
		m := slices.Clone(x.shape)
		for d := range m[1 : n-1] {
			m[1+d] = 1
		}
		if n == 2 {
			m[0] = 1
		}
		hidden := w.arg(x.elem, m...)
		for i := range w.inputs[len(w.inputs)-1].Len() {
			if w.chance(30) {
				w.inputs[len(w.inputs)-1].SetFloat64(i, math.Inf(-1))
			}
		}
		return w.op("add", "", x.elem, x.shape, x, hidden)
	case 2:
		return w.op("select", "", x.elem, x.shape, w.arg("i1", x.shape[n-2:]...), x, w.number(x.elem, "-1.0e4"))
	case 3: // causal, with a row that sees nothing
		i, j := written{"%i", "i32", []int{x.shape[n-2], 1}}, written{"%j", "i32", []int{x.shape[n-1]}}
		fmt.Fprintf(&w.text, "  %%i = tg.iota dim 0 : %s\n  %%j = tg.iota dim 0 : %s\n", i.typ(), j.typ())
		seen := w.op("compare", "gt ", "i1", x.shape[n-2:], i, j)
		return w.op("select", "", x.elem, x.shape, seen, x, w.op("neg", "", x.elem, nil, w.number(x.elem, "0x"+map[string]string{"f16": "7C00", "bf16": "7F80", "f32": "7F800000", "f64": "7FF0000000000000"}[x.elem])))
	}
	return x
}

func (w *attentionWriter) softmax(x written) written {
	ones := slices.Clone(x.shape)
	last := len(ones) - 1
	ones[last] = 1
	along := fmt.Sprintf("| dims [%d] keep_dims", last)
	top := w.op("reduce", "max "+along, x.elem, ones, x)
	e := w.op("exp", "", x.elem, x.shape, w.op("sub", "", x.elem, x.shape, x, top))
	if w.chance(10) {
		return e
	}
	return w.op("div", "", x.elem, x.shape, e, w.op("reduce", "sum "+along, x.elem, ones, e))
}

// product is a dot_general of rows by what the second operand has, with these dimensions.
func (w *attentionWriter) product(elem string, shape []int, x, y written, xBatch, yBatch []int, xDim, yDim int) written {
	attrs := "|"
	if len(xBatch) > 0 {
		attrs += fmt.Sprintf(" batching %s x %s", commas(xBatch), commas(yBatch))
	}
	attrs += fmt.Sprintf(" contracting [%d] x [%d]", xDim, yDim)
	if elem != x.elem {
		attrs += " element_type " + elem
	}
	return w.op("dot_general", attrs, elem, shape, x, y)
}

func commas(dims []int) string {
	return strings.ReplaceAll(fmt.Sprint(dims), " ", ", ")
}

// operand is queries, keys or values: batches in front, or one of them behind places.
func (w *attentionWriter) operand(batch []int, places, features int, behind bool) (v written, dims []int, place int) {
	shape := slices.Clone(batch)
	for d := range batch {
		dims = append(dims, d)
	}
	place = len(batch)
	if shape = append(shape, places); behind {
		place--
		dims[place] = len(batch)
		shape[place], shape[place+1] = places, batch[place]
	}
	return w.arg(w.elem, append(shape, features)...), dims, place
}

func (w *attentionWriter) program() string {
	of := func(list ...int) int { return list[w.rng.IntN(len(list))] }
	for range w.rng.IntN(4) {
		w.batch = append(w.batch, of(1, 2, 3))
	}
	queries, keys, depth, width := of(1, 2, 5, 12, 13, 30, 60), of(1, 3, 7, 16, 33, 64, 70), of(1, 4, 8, 17), of(1, 3, 8, 16)
	if w.chance(4) {
		queries = 0
	}
	if w.chance(4) {
		keys = 0
	}
	behind := len(w.batch) > 0 && w.chance(50)
	shared := len(w.batch) > 0 && w.chance(20) // heads of queries that share keys
	group := 1
	if shared {
		behind, group = false, of(2, 3)
	}
	q, qDims, _ := w.operand(w.batch, queries, depth, behind)
	if shared {
		q = w.arg(w.elem, append(slices.Clone(w.batch), group, queries, depth)...)
	}
	k, kDims, _ := w.operand(w.batch, keys, depth, behind)
	v, vDims, vPlace := w.operand(w.batch, keys, width, behind)
	rows := slices.Clone(w.batch)
	if shared {
		rows = append(rows, group)
	}
	rows = append(rows, queries)
	if w.chance(20) {
		q = w.op("mul", "", q.elem, q.shape, q, w.number(q.elem, "0.3"))
	}
	wide := w.elem
	if (w.elem == "f16" || w.elem == "bf16") && w.chance(50) {
		wide = "f32"
	}
	x := w.product(wide, append(slices.Clone(rows), keys), q, k, qDims, kDims, len(q.shape)-1, len(k.shape)-1)
	scores := x
	if w.chance(70) {
		x = w.op([]string{"mul", "div"}[w.rng.IntN(2)], "", x.elem, x.shape, x, w.number(x.elem, "2.9"))
	}
	p := w.softmax(w.mask(x))
	if w.chance(10) {
		p = w.op("mul", "", p.elem, p.shape, p, w.arg(p.elem, p.shape...)) // dropout
	}
	if p.elem != w.elem {
		p = w.op("convert", "", w.elem, p.shape, p)
	}
	w.found = queries > 1 && keys > 1 && len(w.batch) > 0
	if w.chance(8) { // somebody else reads scores
		w.found = false
		w.extraBack = scores.name
		w.names++
	}
	pDims := kDims
	if behind {
		pDims = nil
		for d := range w.batch {
			pDims = append(pDims, d)
		}
	}
	var y written
	if len(w.batch) > 0 && w.chance(25) { // values first, as JAX has it
		shape := append(slices.Clone(w.batch), width)
		y = w.product(w.elem, append(shape, rows[len(w.batch):]...), v, p, vDims, pDims, vPlace, len(p.shape)-1)
	} else {
		y = w.product(w.elem, append(slices.Clone(rows), width), p, v, pDims, vDims, len(p.shape)-1, vPlace)
	}
	results, types := y.name, y.typ()
	if w.extraBack != "" {
		results, types = results+", "+scores.name, types+", "+scores.typ()
	}
	return fmt.Sprintf("func.func @main(%s) -> (%s) {\n%s  return %s : %s\n}\n", strings.Join(w.args, ", "), types, w.text.String(), results, types)
}

// productsInside counts fusions with products.
func productsInside(module *ir.Op) (n int) {
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		if o.Name() == "tg.fusion" && contractions(o) > 0 {
			n++
		}
		return ir.Advance
	})
	return n
}

// Attention of all kinds keeps every bit from product to product, with any number of workers, and
// is found.
func TestAttention(t *testing.T) {
	machine := eagerMachine(t)
	defer parallel.SetWorkers(0)
	first, count := campaign.Cases(250)
	fused := 0
	for seed := range uint64(count) {
		seed += first
		rng := rand.New(rand.NewPCG(seed, 7))
		w := &attentionWriter{rng: rng, seed: seed * 100, elem: []string{"f32", "f32", "f64", "f16", "bf16"}[rng.IntN(5)]}
		text := w.program()
		module, err := agree.Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		parallel.SetWorkers(1)
		was := agree.Execute(module, "main", w.inputs, time.Minute)
		if was.Err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, was.Err, text)
		}
		passes := fmt.Sprintf("fuse-matmul{machine=%s forms=attention}", machine)
		switch seed % 4 {
		case 1:
			passes = "canonicalize," + passes + ",canonicalize,cse,fuse-elementwise"
		case 2:
			passes += ",unfuse,canonicalize," + passes
		case 3:
			passes = "optimize"
		}
		parallel.SetWorkers([]int{1, 2, 3, 8}[seed/4%4])
		after, err := agree.Check(module, []agree.Run{{Name: "main", Inputs: w.inputs, Before: was}}, passes)
		if err != nil {
			t.Errorf("seed %d, %s: %v\nbefore:\n%s\nafter:\n%s", seed, passes, err, text, printer.OpString(after, printer.Options{}))
			continue
		}
		n := productsInside(after)
		fused += n
		if w.found && n == 0 && seed%4 != 3 || w.extraBack != "" && n > 0 {
			t.Errorf("seed %d, %s: %d fusions\n%s", seed, passes, n, printer.OpString(after, printer.Options{}))
		}
	}
	if fused < count/2 {
		t.Errorf("only %d are fused of %d", fused, count)
	}
}
