package discover

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te/field"
)

// scenario is what the inputs are. Each is a word with a letter for each dimension, which stands
// for an extent in each world, or is a digit; the last word is that of all further inputs, too.
type scenario struct {
	inputs  []string
	extents []map[rune]int64
	// elementwise is whether it is for ops that are all elementwise, or for others: the former do
	// the same on vectors as on anything else.
	elementwise bool
}

// Extents are small, as all that is computed grows with them, and few elements tell signs apart
// only in several draws: the fewer elements a result has, the more often it is by chance that signs
// agree.
var (
	vectors  = []map[rune]int64{{'n': 4}, {'n': 4}, {'n': 4}, {'n': 8}}
	matrices = []map[rune]int64{{'n': 2}, {'n': 2}, {'n': 2}, {'n': 4}}
	images   = []map[rune]int64{{'b': 2, 'c': 2, 'n': 4}, {'b': 2, 'c': 2, 'n': 5}}
)

// scenarios are what inputs are tried as: b are images of a batch, c are features, n is any extent,
// and numbers are the extents of kernels. Those with one kind of inputs come first.
var scenarios = []scenario{
	{inputs: []string{"n"}, extents: vectors, elementwise: true},
	{inputs: []string{"nn"}, extents: matrices},
	{inputs: []string{"", "n"}, extents: vectors, elementwise: true},
	{inputs: []string{"", "nn"}, extents: matrices},
	{inputs: []string{"bcnn", "cc33"}, extents: images},
	{inputs: []string{"bcnn", "cc33", "cc11"}, extents: images},
	{inputs: []string{"bcnn", "bcnn", "cc33"}, extents: images},
	{inputs: []string{"bcnn"}, extents: images},
}

// growth is how many times as many elements as the largest input a result may have.
const growth = 2

// input is the word of an input.
func (s *scenario) input(i int) string { return s.inputs[min(i, len(s.inputs)-1)] }

// words are those of so many inputs.
func (s *scenario) words(inputs int) []string {
	list := make([]string, inputs)
	for i := range list {
		list[i] = s.input(i)
	}
	return list
}

// domain has so many inputs.
func (s *scenario) domain(c *ir.Context, o *Options) Domain {
	var list []world
	var number world
	for _, extents := range s.extents {
		w := make(world, o.Inputs)
		for i := range w {
			var shape []int64
			for _, r := range s.input(i) {
				if n, ok := extents[r]; ok {
					shape = append(shape, n)
				} else {
					shape = append(shape, int64(r-'0'))
				}
			}
			w[i] = c.Tensor(shape, c.F32())
		}
		list, number = append(list, w), append(number, c.Tensor(nil, c.F32()))
	}
	return overField(list, number, o)
}

// overField computes over the field, on inputs of some types and constants of one type.
func overField(worlds []world, number world, o *Options) Domain {
	d := Domain{Level: rewrite.Real, Worlds: worlds, Growth: growth}
	for _, v := range o.Numbers {
		d.Constants = append(d.Constants, Constant{v, number, field.FromFloat(v)})
	}
	d.Input = func(i, trial int) []field.Element {
		total, seed := 0, o.Seed
		for _, w := range worlds {
			n, _ := w[i].NumElements()
			total += int(n)
		}
		if trial > 0 {
			seed = field.Mix(seed + uint64(trial))
		}
		data := make([]field.Element, total)
		for k := range data {
			data[k] = field.Reduce(field.Mix(field.Mix(seed^uint64(i)<<32) + uint64(k)))
		}
		return data
	}
	return d
}

// scenariosOf are those in which ops take part that do in none before, or whose different inputs
// are operands beside the first one.
func scenariosOf(c *ir.Context, o *Options) (list []Domain, err error) {
	elementwise := !slices.ContainsFunc(o.Ops, func(def *ir.OpDef) bool { return !def.Has(ir.Elementwise) })
	var tried []string
	took := map[*ir.OpDef]bool{}
	for i := range scenarios {
		s := &scenarios[i]
		words := fmt.Sprint(s.words(o.Inputs))
		if s.elementwise != elementwise || slices.Contains(tried, words) {
			continue
		}
		tried = append(tried, words)
		d := s.domain(c, o)
		v := newVocabulary(c, o.Ops, &d, newForms())
		v.attrs = o.Attrs
		useful := v.joins(d.Worlds)
		for _, def := range o.Ops {
			if v.takesPart(def, d.Worlds) && !took[def] && (useful || v.uniform(d.Worlds)) {
				took[def], useful = true, true
			}
		}
		if useful {
			list = append(list, d)
		}
	}
	return list, nil
}

// inputs are the different shapes of inputs.
func (v *vocabulary) inputs(worlds []world) (list []shape) {
	for i := range worlds[0] {
		types := make([]*ir.Type, len(worlds))
		for w := range types {
			types[w] = worlds[w][i]
		}
		if s := v.shapeOf(types); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

func (v *vocabulary) uniform(worlds []world) bool { return len(v.inputs(worlds)) == 1 }

// computes reports whether an op has forms on operands of such shapes that are something.
func (v *vocabulary) computes(def *ir.OpDef, operands []shape) bool {
	return slices.ContainsFunc(v.formsOn(def, operands), func(t int) bool { return v.plansOf(int32(t)) != nil })
}

// takesPart reports whether an op has forms on inputs.
func (v *vocabulary) takesPart(def *ir.OpDef, worlds []world) bool {
	some := false
	tuples(v.inputs(worlds), arity(def), func(operands []shape) { some = some || v.computes(def, operands) })
	return some
}

// joins reports whether inputs have different shapes, all of which are operands of some op beside
// the first one.
func (v *vocabulary) joins(worlds []world) bool {
	inputs := v.inputs(worlds)
	joined := map[shape]bool{}
	for _, def := range v.ops {
		tuples(inputs, arity(def), func(operands []shape) {
			if slices.Contains(operands, inputs[0]) && v.computes(def, operands) {
				for _, s := range operands {
					joined[s] = true
				}
			}
		})
	}
	return len(inputs) > 1 && len(joined) == len(inputs)
}

// Sets are the names of sets of ops that Set knows.
func Sets() []string { return []string{"all-elementwise", "taso"} }

// tasoOps are those of TASO: sums, products and scaling, contractions, movements, pools, and what
// enlarges kernels.
var tasoOps = []string{"add", "mul", "matmul", "transpose", "relu", "conv", "concat", "split", "reduce_window", "pad"}

// Set are options for a set of ops: which they are, how many inputs programs of them need to show
// what they do, and numbers. The set taso is of TASO's ops, and all-elementwise of all elementwise
// ops that can be tried.
func Set(c *ir.Context, name string) (Options, error) {
	switch name {
	case "taso":
		o := Options{Inputs: 3}
		for _, n := range tasoOps {
			o.Ops = append(o.Ops, c.LookupOp("tg."+n))
		}
		return o, nil
	case "all-elementwise":
		o := Options{Inputs: 2, Numbers: []float64{0, 1}}
		for _, def := range c.LookupDialect("tg").Ops() {
			if def.Has(ir.Elementwise) && tryable(def, inField) == nil {
				o.Ops = append(o.Ops, def)
			}
		}
		return o, nil
	}
	return Options{}, fmt.Errorf("there is no set of ops '%s', only %s", name, strings.Join(Sets(), " and "))
}
