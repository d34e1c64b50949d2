package machine

import (
	"math"

	"github.com/tg-opt/tg/discover"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te/field"
	"github.com/tg-opt/tg/tensor"
)

// Numbers are words for package discover: their bits, in a way of its own for each dtype, so that
// numbers of two types are not taken for equal. At the level finite what is NaN or infinite, or
// computed of that, is field.Undefined.

// salt is what bits are mixed with.
func salt(d tensor.DType) uint64 { return field.Mix(uint64(d)) }

// wordsOf are the words of numbers.
func wordsOf(x *tensor.Tensor, level rewrite.Level) []field.Element {
	out := make([]field.Element, x.Len())
	switch x.DType().Size() {
	case 1:
		encode(out, tensor.Words[uint8](x), x.DType(), level)
	case 2:
		encode(out, tensor.Words[uint16](x), x.DType(), level)
	case 4:
		encode(out, tensor.Words[uint32](x), x.DType(), level)
	default:
		encode(out, tensor.Words[uint64](x), x.DType(), level)
	}
	return out
}

// word is one of the sizes of numbers.
type word interface {
	uint8 | uint16 | uint32 | uint64
}

func encode[T word](out []field.Element, x []T, d tensor.DType, level rewrite.Level) {
	s := field.Element(salt(d))
	if !d.IsFloat() {
		for i, v := range x {
			out[i] = field.Element(v) ^ s
		}
		return
	}
	infinity := T(d.InfinityBits())
	for i, v := range x { // doubled, they lose their sign
		switch {
		case v<<1 > infinity<<1:
			v = infinity + 1 // one NaN
		case level == rewrite.Exact:
		case v<<1 == 0:
			v = 0
		}
		if out[i] = field.Element(v) ^ s; level != rewrite.Exact && v<<1 >= infinity<<1 {
			out[i] = field.Undefined
		}
	}
}

// Numbers that are compared up to rounding are equal if they agree in all but the last bits, and
// all below a limit are 0: differences of ordinary numbers that cancel each other.
const (
	lastBits = 32
	noise    = 0x1p-30
)

// rounded is what is compared of the word of an f64 or a truth value.
func rounded(w field.Element) field.Element {
	truth, s := field.Element(salt(tensor.Bool)), field.Element(salt(tensor.F64))
	switch {
	case w == field.Undefined || w^truth <= 1:
		return w
	case math.Abs(math.Float64frombits(uint64(w^s))) < noise:
		return s
	}
	return (w^s+1<<(lastBits-1))>>lastBits<<lastBits ^ s
}

// numbersOf are the numbers of words. What is undefined is any number.
func numbersOf(words []field.Element, d tensor.DType, shape []int) *tensor.Tensor {
	x := tensor.New(d, shape...)
	switch d.Size() {
	case 1:
		decode(tensor.Words[uint8](x), words, d)
	case 2:
		decode(tensor.Words[uint16](x), words, d)
	case 4:
		decode(tensor.Words[uint32](x), words, d)
	default:
		decode(tensor.Words[uint64](x), words, d)
	}
	return x
}

func decode[T word](x []T, words []field.Element, d tensor.DType) {
	s := field.Element(salt(d))
	for i, w := range words {
		if w != field.Undefined {
			x[i] = T(w ^ s)
		}
	}
}

// compiled computes an op by its kernel. It keeps nothing from call to call.
func compiled(o *ir.Op, level rewrite.Level) (discover.Function, error) {
	var specs []spec
	for i := range o.NumOperands() {
		t := o.Operand(i).Type()
		s := spec{}
		s.dtype, _ = dtypeOf(t.Elem())
		for _, n := range t.Shape() {
			s.shape = append(s.shape, int(n))
		}
		specs = append(specs, s)
	}
	if d, ok := dtypeOf(o.Result(0).Type().Elem()); !ok || d.IsComplex() {
		return nil, ir.Errorf(o.Loc(), "'%s' op has a result that programs are not made of", o.Name())
	}
	if d, _ := dtypeOf(o.Result(0).Type().Elem()); level == rewrite.Real && d != tensor.F64 && d != tensor.Bool {
		return nil, ir.Errorf(o.Loc(), "'%s' op has a result that is not compared up to rounding", o.Name())
	}
	run := func(operands [][]field.Element) ([]field.Element, error) {
		in := make([]*tensor.Tensor, len(specs))
		for i, s := range specs {
			in[i] = numbersOf(operands[i], s.dtype, s.shape)
		}
		out, err := interp.Evaluate(o, in, nil)
		if err != nil {
			return nil, err
		}
		words := wordsOf(out[0], level)
		if level != rewrite.Exact {
			for _, x := range operands {
				for i := range words {
					if x[i%len(x)] == field.Undefined {
						words[i] = field.Undefined
					}
				}
			}
		}
		return words, nil
	}
	// An op that has no kernel for its types is found out here.
	zeros := make([][]field.Element, len(specs))
	for i, s := range specs {
		zeros[i] = wordsOf(tensor.New(s.dtype, s.shape...), level)
	}
	if _, err := run(zeros); err != nil {
		return nil, err
	}
	return func(operands [][]field.Element) []field.Element {
		words, err := run(operands)
		if err != nil {
			panic(err) // elementwise ops do not fail for some numbers
		}
		return words
	}, nil
}

// spec is what an operand is.
type spec struct {
	dtype tensor.DType
	shape []int
}

// single is a tensor of one number.
func single(d tensor.DType, v float64) *tensor.Tensor {
	x := tensor.New(d)
	if d.IsFloat() {
		x.SetFloat64(0, v)
	} else {
		opgen.SetInteger(x, 0, int64(v))
	}
	return x
}

// stored is what a dtype makes of a number.
func stored(d tensor.DType, v float64) float64 {
	if x := single(d, v); d.IsFloat() {
		return x.Float64At(0)
	} else if n := x.Int64At(0); d != tensor.Bool || v == 0 || v == 1 {
		return float64(n)
	}
	return math.NaN()
}
