package arith_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

func execute(t *testing.T, src string) *interp.Module {
	t.Helper()
	op, err := parser.Parse(driver.NewContext(), []byte(src), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(op); err != nil {
		t.Fatal(err)
	}
	return interp.NewModule(op)
}

func call1(t *testing.T, m *interp.Module, name string, in ...*tensor.Tensor) *tensor.Tensor {
	t.Helper()
	p, err := m.Program(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(in, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Outputs[0]
}

func floatValue(d tensor.DType, v ...float64) *tensor.Tensor {
	t := tensor.New(d)
	if len(v) > 1 {
		t = tensor.New(d, len(v))
	}
	for i, x := range v {
		t.SetFloat64(i, x)
	}
	return t
}

// TestRoundingModes compares with the neighbours that a list of all numbers of
// the narrow type tells.
func TestRoundingModes(t *testing.T) {
	for _, narrow := range []string{"f16", "bf16"} {
		d, _ := tensor.ParseDType(narrow)
		var numbers []float64
		for bits := range 1 << 16 {
			v := tensor.Wrap(d, nil, []byte{byte(bits), byte(bits >> 8)}).Float64At(0)
			if !math.IsNaN(v) {
				numbers = append(numbers, v)
			}
		}
		slices.Sort(numbers)
		var src strings.Builder
		for _, mode := range []string{"downward", "upward", "toward_zero", "to_nearest_away", "to_nearest_even"} {
			fmt.Fprintf(&src, "func.func @%s(%%a: f64) -> %s {\n  %%r = arith.truncf %%a %s : f64 to %s\n  return %%r : %s\n}\n", mode, narrow, mode, narrow, narrow)
		}
		m := execute(t, src.String())
		for i := 0; i < len(numbers)-1; i += 97 {
			a, b := numbers[i], numbers[i+1]
			for _, v := range []float64{a, a + (b-a)/2, a + (b-a)/4, a + 3*(b-a)/4} {
				if math.IsInf(a, 0) || math.IsInf(b, 0) || a == b {
					continue
				}
				low, high := a, b
				if v == a {
					high = a
				}
				near := low
				if v-a > b-v {
					near = high
				}
				zero, away := low, near
				if v < 0 {
					zero = high
				}
				if v-a == b-v && math.Abs(high) > math.Abs(low) {
					away = high
				} else if v-a == b-v {
					away = low
				}
				for mode, want := range map[string]float64{"downward": low, "upward": high, "toward_zero": zero, "to_nearest_away": away} {
					if got := call1(t, m, mode, floatValue(tensor.F64, v)).Float64At(0); got != want {
						t.Errorf("%g %s in %s is %g, want %g", v, mode, narrow, got, want)
					}
				}
			}
		}
		largest := numbers[len(numbers)-2]
		for mode, want := range map[string]float64{"downward": largest, "upward": math.Inf(1), "toward_zero": largest, "to_nearest_away": math.Inf(1), "to_nearest_even": math.Inf(1)} {
			if got := call1(t, m, mode, floatValue(tensor.F64, 1e300)).Float64At(0); got != want {
				t.Errorf("1e300 %s in %s is %g, want %g", mode, narrow, got, want)
			}
		}
	}
}

// TestTensorsComputeAsScalars executes every op of the runner's test on a tensor
// of its edges, with extents that are known only at run time.
func TestTensorsComputeAsScalars(t *testing.T) {
	r := allRuns(t)
	src := r.module()
	scalars := execute(t, src)
	var text strings.Builder
	for _, f := range r.ops {
		op := f.op
		for _, typ := range []string{f.in, f.out} {
			// From the type of the operands on, which comes behind the colon.
			head, types, _ := strings.Cut(op, " : ")
			types = strings.ReplaceAll(" "+types+" ", " "+typ+" ", " tensor<?x"+typ+"> ")
			op = head + " : " + strings.TrimSpace(types)
		}
		fmt.Fprintf(&text, "func.func @%s(%s) -> tensor<?x%s> {\n  %%r = arith.%s\n  return %%r : tensor<?x%s>\n}\n",
			f.name, strings.ReplaceAll(f.params, ": "+f.in, ": tensor<?x"+f.in+">"), f.out, op, f.out)
	}
	tensors := execute(t, text.String())
	byName := map[string][]call{}
	for _, c := range r.calls {
		byName[c.name] = append(byName[c.name], c)
	}
	for _, f := range r.ops {
		calls := byName[f.name]
		var in []*tensor.Tensor
		for k := range calls[0].args {
			column := tensor.New(scalar(t, f.in, "0").DType(), len(calls))
			for i, c := range calls {
				size := column.DType().Size()
				copy(column.Bytes()[i*size:], scalar(t, f.in, c.args[k]).Bytes())
			}
			in = append(in, column)
		}
		got := call1(t, tensors, f.name, in...)
		for i, c := range calls {
			var one []*tensor.Tensor
			for _, a := range c.args {
				one = append(one, scalar(t, f.in, a))
			}
			want := call1(t, scalars, f.name, one...).Int64At(0)
			size := got.DType().Size()
			element := tensor.Wrap(got.DType(), nil, got.Bytes()[i*size:(i+1)*size])
			bits := int64(0)
			for k := size - 1; k >= 0; k-- {
				bits = bits<<8 | int64(element.Bytes()[k])
			}
			if got.DType().IsFloat() && math.IsNaN(element.Float64At(0)) {
				bits = -1
			}
			if bits != want {
				t.Errorf("%s of %v is %x in a tensor, %x alone", f.op, c.args, bits, want)
			}
		}
	}
}

// TestComparedIntegers executes what comparisons of converted integers with
// constants become.
func TestComparedIntegers(t *testing.T) {
	constants := []float64{0, -0.5, 0.5, 1, -1, 1.5, -1.5, 100, 126.5, 127, 127.5, 128, 129, -127.5, -128, -128.5, -129, 254.5, 255, 255.5, 256, 1000,
		32767, 32768, 65535, 65536, -32768, -32769, 40000, math.Inf(1), math.Inf(-1)}
	for _, c := range []struct{ integer, float string }{{"i8", "f16"}, {"i8", "f32"}, {"i16", "bf16"}, {"i16", "f64"}} {
		d, _ := tensor.ParseDType(c.integer)
		f, _ := tensor.ParseDType(c.float)
		var src strings.Builder
		n := 0
		for _, conversion := range []string{"sitofp", "uitofp"} {
			for _, k := range constants {
				bits := uint64(0)
				for i, b := range floatValue(f, k).Bytes() {
					bits |= uint64(b) << (8 * i)
				}
				for _, p := range predicates[1:15] {
					fmt.Fprintf(&src, "func.func @f%d(%%a: %s) -> i1 {\n  %%k = arith.constant 0x%X : %s\n  %%x = arith.%s %%a : %s to %s\n  %%r = arith.cmpf %s, %%x, %%k : %s\n  return %%r : i1\n}\n",
						n, c.integer, bits, c.float, conversion, c.integer, c.float, p, c.float)
					n++
				}
			}
		}
		after := peer.Tool(driver.Opt).Run([]string{"--canonicalize"}, src.String())
		if after.Status != 0 {
			t.Fatal(after.Stderr)
		}
		if kept := strings.Count(after.Stdout, "arith.cmpf"); kept > n/2 {
			t.Errorf("%d of %d comparisons stay ones of %s", kept, n, c.float)
		}
		before, canonical := execute(t, src.String()), execute(t, after.Stdout)
		for i := range n {
			name := fmt.Sprint("f", i)
			for _, v := range []int64{0, 1, -1, 2, 100, 126, 127, -128, -127, 128, 129, 255, 256, 257, 999, 1000, 1001, 32767, -32768, -32767, 39999, 40000, 32640} {
				x := tensor.New(d)
				x.SetInt64(0, v)
				if want, got := call1(t, before, name, x).Bytes()[0], call1(t, canonical, name, x).Bytes()[0]; want != got {
					_, text, _ := strings.Cut(src.String(), "@"+name+"(")
					text, _, _ = strings.Cut(text, "}")
					t.Fatalf("%v becomes %d instead of %d in %s", x, got, want, text)
				}
			}
		}
	}
}

// TestScalingExecutes takes the exponent of the scale alone.
func TestScalingExecutes(t *testing.T) {
	m := execute(t, `
func.func @ext(%x: tensor<?xf16>, %s: f32) -> tensor<?xf64> {
  %r = arith.scaling_extf %x, %s : tensor<?xf16>, f32 to tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @trunc(%x: tensor<3xf32>, %s: tensor<3xbf16>) -> tensor<3xf16> {
  %r = arith.scaling_truncf %x, %s toward_zero : tensor<3xf32>, tensor<3xbf16> to tensor<3xf16>
  return %r : tensor<3xf16>
}`)
	if got := call1(t, m, "ext", floatValue(tensor.F16, 1.5, -3, 0), floatValue(tensor.F32, 11)); fmt.Sprint(got.Float64At(0), got.Float64At(1), got.Float64At(2)) != "12 -24 0" {
		t.Errorf("extended to %v", got)
	}
	got := call1(t, m, "trunc", floatValue(tensor.F32, 12, 1, 4097), floatValue(tensor.BF16, 5, 0.75, 1))
	if fmt.Sprint(got.Float64At(0), got.Float64At(1), got.Float64At(2)) != "3 2 4096" {
		t.Errorf("truncated to %v", got)
	}
}

// TestLargeConstants folds what is large once per element, and splats once.
func TestLargeConstants(t *testing.T) {
	const n = 1 << 20
	raw := strings.Repeat("0000803F00000040", n/2)
	src := fmt.Sprintf(`func.func @f() -> (tensor<%[1]dxf32>, tensor<%[1]dxf32>, tensor<1000000x1000000x1000xf64>) {
  %%a = arith.constant dense<"0x%[2]s"> : tensor<%[1]dxf32>
  %%b = arith.constant dense<3.0> : tensor<%[1]dxf32>
  %%c = arith.constant dense<3.0> : tensor<1000000x1000000x1000xf32>
  %%0 = arith.mulf %%a, %%b : tensor<%[1]dxf32>
  %%1 = arith.subf %%a, %%a : tensor<%[1]dxf32>
  %%2 = arith.extf %%c : tensor<1000000x1000000x1000xf32> to tensor<1000000x1000000x1000xf64>
  return %%0, %%1, %%2 : tensor<%[1]dxf32>, tensor<%[1]dxf32>, tensor<1000000x1000000x1000xf64>
}`, n, raw)
	got := peer.Tool(driver.Opt).Run([]string{"--canonicalize"}, src)
	for _, want := range []string{`dense<"0x` + strings.Repeat("000040400000C040", n/2), "dense<0.000000e+00>", "dense<3.000000e+00> : tensor<1000000x1000000x1000xf64>"} {
		if !strings.Contains(got.Stdout, want) {
			t.Errorf("the result lacks %.60s: %s", want, got.Stderr)
		}
	}
}
