package kernel

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/tg-opt/tg/tensor"
)

// Unary computes out from x.
type Unary func(out, x *tensor.Tensor)

// ResolveUnary returns the kernel of a unary elementwise op. Operand and result have the same
// shape; the result has element type d, except that is_finite and is_inf give Bool.
//
//	float            neg abs sign exp expm1 log log1p sqrt rsqrt cbrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sigmoid erf erfc
//	                 erf_inv lgamma digamma relu relu6 gelu gelu_tanh silu floor ceil round_even round_away is_finite is_inf
//	signed integer   neg abs sign not popcnt clz relu relu6
//	unsigned integer the same; neg wraps, abs and relu change nothing
//	Bool             not
//
// sign keeps NaN and the sign of zero. abs and neg of the smallest integer are itself. sigmoid is
// 1/(1+exp(-x)) with each step rounded in the element type; gelu is x/2*erfc(-x/sqrt 2), gelu_tanh
// its tanh approximation and silu x/(1+exp(-x)), each computed in f64 and rounded once, so that all
// three give NaN at -inf. Poles of digamma give NaN.
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
		if fastest.one[name+"/f32"] != nil && d != tensor.F64 {
			grain = vectorGrain
		}
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
	switch {
	case d.IsFloat():
		return unaryFloatLoop(name, d)
	case name == "not" && d.IsInteger():
		return vectorLoop1(fastest.one["not/bytes"], 1, 1, erase1(unaryInteger[uint8](name)))
	}
	return vector1(name, d, d.Size(), unaryIntegerLoop(name, d))
}

func unaryIntegerLoop(name string, d tensor.DType) loop1 {
	switch d {
	case tensor.Bool:
		if name == "not" {
			return erase1(notBool)
		}
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
	return nil
}

func unaryFloatLoop(name string, d tensor.DType) loop1 {
	if name == "sigmoid" {
		return sigmoidLoop(d)
	}
	if loop, ok := unaryMath[name]; ok {
		return mathLoop(name, d, loop)
	}
	switch single := vector1(name, tensor.F32, 4, erase1(unaryFloat[float32](name))); d {
	case tensor.F16:
		return erase1(f16In32.unary(typed1[float32, float32](single)))
	case tensor.BF16:
		return erase1(bf16In32.unary(typed1[float32, float32](single)))
	case tensor.F32:
		return single
	}
	return vector1(name, d, 8, erase1(unaryFloat[float64](name)))
}

// mathLoop returns the loop of a function that is computed in f64 and rounded once.
func mathLoop(name string, d tensor.DType, loop func(out, x []float64)) loop1 {
	wideLoop := typed1[float64, float64](vector1(name, tensor.F64, 8, erase1(loop)))
	if d != tensor.F64 {
		if f, ok := wideFunctions[name]; ok {
			wideLoop = wideFunctionLoop(name, f)
		}
	}
	switch d {
	case tensor.F16:
		return erase1(f16In64.unary(wideLoop))
	case tensor.BF16:
		return erase1(bf16In64.unary(wideLoop))
	case tensor.F32:
		return vector1(name, d, 4, erase1(f32In64.unary(wideLoop)))
	}
	return erase1(wideLoop)
}

// wideFunctionLoop returns the loop over f64 numbers that fit a smaller type.
func wideFunctionLoop(name string, f func(x float64) float64) func(out, x []float64) {
	portable := func(out, x []float64) {
		for i, v := range x {
			out[i] = f(v)
		}
	}
	return typed1[float64, float64](vectorLoop1(fastest.one[name+"/wide"], 8, 8, erase1(portable)))
}

// sigmoidLoop composes 1/(1+exp(-x)) of steps that each round to the element type. A step in f32 of
// 16-bit operands, rounded to their type, is the type's own arithmetic, because f32 has more than
// twice the precision (Figueroa, "When is double rounding innocuous?", 1995).
func sigmoidLoop(d tensor.DType) loop1 {
	if d == tensor.F64 {
		return erase1(func(out, x []float64) {
			for i, v := range x {
				out[i] = 1 / (1 + math.Exp(-v))
			}
		})
	}
	exp := wideFunctionLoop("exp", expWide)
	negate := typed1[float64, float64](unaryFloatLoop("neg", tensor.F64))
	expOfNegative := func(out, x []float64) { negate(out, x); exp(out, out) }
	switch d {
	case tensor.F16:
		return erase1(sigmoidSteps(f16In64.unary(expOfNegative), f16In32))
	case tensor.BF16:
		return erase1(sigmoidSteps(bf16In64.unary(expOfNegative), bf16In32))
	}
	return vector1("sigmoid", d, 4, erase1(sigmoidSteps(f32In64.unary(expOfNegative), wide[float32, float32]{castTo[float32, float32], castTo[float32, float32], scratch32})))
}

// sigmoidSteps follows the first step with an addition and a division in f32, each rounded to the
// element type.
func sigmoidSteps[T any](expOfNegative func(out, x []T), w wide[T, float32]) func(out, x []T) {
	ones := slices.Repeat([]float32{1}, blockLen)
	with := func(op string) func(out, x []T) {
		loop := vector2(op, tensor.F32, 4, portableLoop(op, tensor.F32))
		return w.unary(func(out, x []float32) { loop(asBytes(out), asBytes(ones[:len(x)]), asBytes(x)) })
	}
	addToOne, divideOne := with("add"), with("div")
	return func(out, x []T) {
		for lo := 0; lo < len(out); lo += blockLen {
			hi := min(lo+blockLen, len(out))
			block := out[lo:hi]
			expOfNegative(block, x[lo:hi])
			addToOne(block, block)
			divideOne(block, block)
		}
	}
}

// unaryTests are the ops with Bool results.
var unaryTests = map[string]func(tensor.DType) loop1{
	"is_finite": func(d tensor.DType) loop1 { return testLoop("is_finite", d, isFinite[float32], isFinite[float64]) },
	"is_inf":    func(d tensor.DType) loop1 { return testLoop("is_inf", d, isInf[float32], isInf[float64]) },
}

func testLoop(name string, d tensor.DType, single func([]uint8, []float32), double func([]uint8, []float64)) loop1 {
	switch d {
	case tensor.F16:
		return erase1(f16In32.test(single))
	case tensor.BF16:
		return erase1(bf16In32.test(single))
	case tensor.F32:
		return vector1(name, d, 1, erase1(single))
	}
	return vector1(name, d, 1, erase1(double))
}
