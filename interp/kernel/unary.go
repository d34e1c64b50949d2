package kernel

import (
	"fmt"
	"maps"
	"slices"

	"github.com/tg-opt/tg/tensor"
)

// Unary computes out from x.
type Unary func(out, x *tensor.Tensor)

// ResolveUnary returns the kernel of a unary elementwise op. Operand and result have the same shape; the result has element type d, except that is_finite
// and is_inf give Bool.
//
//	float            neg abs sign exp expm1 log log1p sqrt rsqrt cbrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sigmoid erf erfc
//	                 erf_inv lgamma digamma relu relu6 gelu gelu_tanh silu floor ceil round_even round_away is_finite is_inf
//	signed integer   neg abs sign not popcnt clz relu relu6
//	unsigned integer the same; neg wraps, abs and relu change nothing
//	Bool             not
//
// sign keeps NaN and the sign of zero. abs and neg of the smallest integer are itself. sigmoid is 1/(1+exp(-x)) with each step rounded in the element
// type; gelu is x/2*erfc(-x/sqrt 2), gelu_tanh its tanh approximation and silu x/(1+exp(-x)), each computed in f64 and rounded once, so that all three give
// NaN at -inf. Poles of digamma give NaN.
func ResolveUnary(name string, d tensor.DType) (Unary, error) {
	if _, known := unaryNames[name]; !known {
		return nil, fmt.Errorf("there is no unary operation named %q", name)
	}
	if test, ok := unaryTests[name]; ok {
		if !d.IsFloat() {
			return nil, illegal(name, d)
		}
		return unaryKernel(1, d.Size(), cheapGrain, test(d)), nil
	}
	loop, grain := unaryLoop(name, d), cheapGrain
	if loop == nil {
		return nil, illegal(name, d)
	}
	if _, costly := unaryMath[name]; costly || name == "sigmoid" {
		grain = costlyGrain
	}
	return unaryKernel(d.Size(), d.Size(), grain, loop), nil
}

// unaryNames is every name that ResolveUnary takes for some type.
var unaryNames = func() map[string]struct{} {
	names := map[string]struct{}{}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(unaryMath)), slices.Collect(maps.Keys(unaryTests)),
		[]string{"neg", "abs", "sign", "sqrt", "relu", "relu6", "sigmoid", "not", "popcnt", "clz"}) {
		names[name] = struct{}{}
	}
	return names
}()

// unaryLoop returns nil where the op is not defined for d.
func unaryLoop(name string, d tensor.DType) loop1 {
	switch d {
	case tensor.Bool:
		if name == "not" {
			return erase1(notBool)
		}
		return nil
	case tensor.I8:
		return erase1(unaryInteger[int8](name))
	case tensor.I16:
		return erase1(unaryInteger[int16](name))
	case tensor.I32:
		return erase1(unaryInteger[int32](name))
	case tensor.I64:
		return erase1(unaryInteger[int64](name))
	case tensor.U8:
		return erase1(unaryInteger[uint8](name))
	case tensor.U16:
		return erase1(unaryInteger[uint16](name))
	case tensor.U32:
		return erase1(unaryInteger[uint32](name))
	case tensor.U64:
		return erase1(unaryInteger[uint64](name))
	}
	if !d.IsFloat() {
		return nil
	}
	if name == "sigmoid" {
		return sigmoidLoop(d)
	}
	if loop, ok := unaryMath[name]; ok {
		switch d {
		case tensor.F16:
			return erase1(f16In64.unary(loop))
		case tensor.BF16:
			return erase1(bf16In64.unary(loop))
		case tensor.F32:
			return erase1(f32In64.unary(loop))
		}
		return erase1(loop)
	}
	switch d {
	case tensor.F16:
		return erase1(f16In32.unary(unaryFloat[float32](name)))
	case tensor.BF16:
		return erase1(bf16In32.unary(unaryFloat[float32](name)))
	case tensor.F32:
		return erase1(unaryFloat[float32](name))
	}
	return erase1(unaryFloat[float64](name))
}

// sigmoidLoop composes 1/(1+exp(-x)) of steps that each round to the element type. A step in f64 of operands that fit the type, rounded to it, is the
// type's own arithmetic, because f64 has more than twice the precision (Figueroa, "When is double rounding innocuous?", 1995).
func sigmoidLoop(d tensor.DType) loop1 {
	steps := [3]func(out, x []float64){expOfNegative, addToOne, divideOne}
	switch d {
	case tensor.F16:
		return erase1(inSteps(f16In64, steps))
	case tensor.BF16:
		return erase1(inSteps(bf16In64, steps))
	case tensor.F32:
		return erase1(inSteps(f32In64, steps))
	}
	return erase1(func(out, x []float64) {
		for _, step := range steps {
			step(out, x)
			x = out
		}
	})
}

func inSteps[T any](w wide[T, float64], steps [3]func(out, x []float64)) func(out, x []T) {
	first, second, third := w.unary(steps[0]), w.unary(steps[1]), w.unary(steps[2])
	return func(out, x []T) {
		for lo := 0; lo < len(out); lo += blockLen {
			hi := min(lo+blockLen, len(out))
			block := out[lo:hi]
			first(block, x[lo:hi])
			second(block, block)
			third(block, block)
		}
	}
}

// unaryTests are the ops with Bool results.
var unaryTests = map[string]func(tensor.DType) loop1{
	"is_finite": func(d tensor.DType) loop1 { return testLoop(d, isFinite[float32], isFinite[float64]) },
	"is_inf":    func(d tensor.DType) loop1 { return testLoop(d, isInf[float32], isInf[float64]) },
}

func testLoop(d tensor.DType, single func([]uint8, []float32), double func([]uint8, []float64)) loop1 {
	switch d {
	case tensor.F16:
		return erase1(f16In32.test(single))
	case tensor.BF16:
		return erase1(bf16In32.test(single))
	case tensor.F32:
		return erase1(single)
	}
	return erase1(double)
}
