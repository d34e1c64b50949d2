package arith_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

// allPairs are two tensors that hold every pair of bytes between them, but for
// those of which undefined says that they have no result: there b is 1.
func allPairs(undefined func(a, b int) bool) (a, b *tensor.Tensor) {
	a, b = tensor.New(tensor.I8, 1<<16), tensor.New(tensor.I8, 1<<16)
	for i := range 1 << 16 {
		x, y := int8(i), int8(i>>8)
		if undefined != nil && undefined(int(x), int(y)) {
			y = 1
		}
		a.SetInt64(i, int64(x))
		b.SetInt64(i, int64(y))
	}
	return a, b
}

func run(t *testing.T, text string, inputs ...*tensor.Tensor) ([]*tensor.Tensor, error) {
	t.Helper()
	p, err := compiled(t, text).Program("main")
	if err != nil {
		return nil, err
	}
	own := make([]*tensor.Tensor, len(inputs))
	for i, x := range inputs {
		own[i] = x.Clone()
	}
	r, err := p.Run(own, interp.Options{})
	if err != nil {
		return nil, err
	}
	return r.Outputs, nil
}

// u is a byte as an unsigned number, floor the quotient rounded down.
func u(x int) int { return x & 0xff }

func floor(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Every op on every pair of bytes does what naive code does.
func TestIntegerKernels(t *testing.T) {
	byZero := func(_, b int) bool { return b == 0 }
	noQuotient := func(a, b int) bool { return b == 0 || a == -128 && b == -1 }
	tooFar := func(_, b int) bool { return u(b) >= 8 }
	for _, c := range []struct {
		op        string
		undefined func(a, b int) bool
		want      func(a, b int) int
	}{
		{"addi", nil, func(a, b int) int { return a + b }},
		{"subi", nil, func(a, b int) int { return a - b }},
		{"muli", nil, func(a, b int) int { return a * b }},
		{"divsi", noQuotient, func(a, b int) int { return a / b }},
		{"divui", byZero, func(a, b int) int { return u(a) / u(b) }},
		{"ceildivsi", noQuotient, func(a, b int) int { return -floor(-a, b) }},
		{"ceildivui", byZero, func(a, b int) int { return (u(a) + u(b) - 1) / u(b) }},
		{"floordivsi", noQuotient, floor},
		{"remsi", byZero, func(a, b int) int { return a % b }},
		{"remui", byZero, func(a, b int) int { return u(a) % u(b) }},
		{"andi", nil, func(a, b int) int { return a & b }},
		{"ori", nil, func(a, b int) int { return a | b }},
		{"xori", nil, func(a, b int) int { return a ^ b }},
		{"shli", tooFar, func(a, b int) int { return a << b }},
		{"shrsi", tooFar, func(a, b int) int { return a >> b }},
		{"shrui", tooFar, func(a, b int) int { return u(a) >> b }},
		{"maxsi", nil, func(a, b int) int { return max(a, b) }},
		{"maxui", nil, func(a, b int) int { return max(u(a), u(b)) }},
		{"minsi", nil, func(a, b int) int { return min(a, b) }},
		{"minui", nil, func(a, b int) int { return min(u(a), u(b)) }},
		{"cmpi eq,", nil, func(a, b int) int { return truth(a == b) }},
		{"cmpi ne,", nil, func(a, b int) int { return truth(a != b) }},
		{"cmpi slt,", nil, func(a, b int) int { return truth(a < b) }},
		{"cmpi sle,", nil, func(a, b int) int { return truth(a <= b) }},
		{"cmpi sgt,", nil, func(a, b int) int { return truth(a > b) }},
		{"cmpi sge,", nil, func(a, b int) int { return truth(a >= b) }},
		{"cmpi ult,", nil, func(a, b int) int { return truth(u(a) < u(b)) }},
		{"cmpi ule,", nil, func(a, b int) int { return truth(u(a) <= u(b)) }},
		{"cmpi ugt,", nil, func(a, b int) int { return truth(u(a) > u(b)) }},
		{"cmpi uge,", nil, func(a, b int) int { return truth(u(a) >= u(b)) }},
	} {
		t.Run(c.op, func(t *testing.T) {
			result := "tensor<65536xi8>"
			if strings.HasPrefix(c.op, "cmpi") {
				result = "tensor<65536xi1>"
			}
			a, b := allPairs(c.undefined)
			out, err := run(t, fmt.Sprintf(`func.func @main(%%a: tensor<65536xi8>, %%b: tensor<65536xi8>) -> %s {
  %%0 = arith.%s %%a, %%b : tensor<65536xi8>
  return %%0 : %[1]s
}`, result, c.op), a, b)
			if err != nil {
				t.Fatal(err)
			}
			for i := range a.Len() {
				x, y := int(a.Int64At(i)), int(b.Int64At(i))
				if got, want := int8(out[0].Int64At(i)), int8(c.want(x, y)); got != want {
					t.Fatalf("%s %d, %d is %d, want %d", c.op, x, y, got, want)
				}
			}
		})
	}
}

// The ops with two results, the casts and the choice, likewise.
func TestWideIntegerKernels(t *testing.T) {
	a, b := allPairs(nil)
	out, err := run(t, `func.func @main(%a: vector<65536xi8>, %b: vector<65536xi8>) -> (vector<65536xi8>, vector<65536xi1>, vector<65536xi8>, vector<65536xi8>, vector<65536xi8>, vector<65536xi8>,
  vector<65536xi16>, vector<65536xi16>, vector<65536xi1>, vector<65536xindex>, vector<65536xindex>, vector<65536xi8>) {
  %0, %1 = arith.addui_extended %a, %b : vector<65536xi8>, vector<65536xi1>
  %2, %3 = arith.mulsi_extended %a, %b : vector<65536xi8>
  %4, %5 = arith.mului_extended %a, %b : vector<65536xi8>
  %6 = arith.extsi %a : vector<65536xi8> to vector<65536xi16>
  %7 = arith.extui %a : vector<65536xi8> to vector<65536xi16>
  %8 = arith.trunci %a : vector<65536xi8> to vector<65536xi1>
  %9 = arith.index_cast %a : vector<65536xi8> to vector<65536xindex>
  %10 = arith.index_castui %a : vector<65536xi8> to vector<65536xindex>
  %11 = arith.select %1, %a, %b : vector<65536xi1>, vector<65536xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : vector<65536xi8>, vector<65536xi1>, vector<65536xi8>, vector<65536xi8>, vector<65536xi8>, vector<65536xi8>,
    vector<65536xi16>, vector<65536xi16>, vector<65536xi1>, vector<65536xindex>, vector<65536xindex>, vector<65536xi8>
}`, a, b)
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.Len() {
		x, y := int(a.Int64At(i)), int(b.Int64At(i))
		choice := y
		if u(x)+u(y) > 255 {
			choice = x
		}
		for k, want := range []int64{
			int64(int8(x + y)), int64((u(x) + u(y)) >> 8), int64(int8(x * y)), int64(int8(x * y >> 8)), int64(int8(x * y)), int64(int8(u(x) * u(y) >> 8)),
			int64(x), int64(u(x)), int64(x & 1), int64(x), int64(u(x)), int64(choice),
		} {
			if got := out[k].Int64At(i); got != want {
				t.Fatalf("result #%d of %d and %d is %d, want %d", k, x, y, got, want)
			}
		}
	}
}

// Bits of one type, and sizes that are known at run time only.
func TestOtherIntegerTypes(t *testing.T) {
	bits := tensor.New(tensor.Bool, 2)
	bits.SetInt64(1, 1)
	x := tensor.New(tensor.I64)
	x.SetInt64(0, -5)
	out, err := run(t, `func.func @main(%b: tensor<?xi1>, %x: index) -> (tensor<?xi1>, tensor<?xi1>, tensor<?xi32>, tensor<?xi1>, index, i1) {
  %0 = arith.addi %b, %b : tensor<?xi1>
  %1 = arith.maxsi %b, %0 : tensor<?xi1>
  %2 = arith.extsi %b : tensor<?xi1> to tensor<?xi32>
  %3 = arith.cmpi slt, %b, %0 : tensor<?xi1>
  %c2 = arith.constant 2 : index
  %4 = arith.floordivsi %x, %c2 : index
  %5 = arith.cmpi ult, %x, %4 : index
  return %0, %1, %2, %3, %4, %5 : tensor<?xi1>, tensor<?xi1>, tensor<?xi32>, tensor<?xi1>, index, i1
}`, bits, x)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"2xi1=false false", "2xi1=false false", "2xi32=0 -1", "2xi1=false true", "i64=-3", "i1=true"}
	for i, w := range want {
		if got := tensor.Format(out[i]); got != w {
			t.Errorf("result #%d is %s, want %s", i, got, w)
		}
	}
}

// What has no result ends the program at the op.
func TestUndefinedIntegers(t *testing.T) {
	for _, c := range []struct{ op, a, b, want string }{
		{"divsi", "7", "0", "division by zero"},
		{"divui", "7", "0", "division by zero"},
		{"ceildivsi", "7", "0", "division by zero"},
		{"ceildivui", "7", "0", "division by zero"},
		{"floordivsi", "7", "0", "division by zero"},
		{"remsi", "7", "0", "division by zero"},
		{"remui", "7", "0", "division by zero"},
		{"divsi", "-128", "-1", "the quotient of the least integer and -1 does not fit"},
		{"ceildivsi", "-128", "-1", "the quotient of the least integer and -1 does not fit"},
		{"floordivsi", "-128", "-1", "the quotient of the least integer and -1 does not fit"},
		{"shli", "1", "8", "a shift by 8, but the type has 8 bits"},
		{"shrsi", "1", "-1", "a shift by 255, but the type has 8 bits"},
		{"shrui", "1", "100", "a shift by 100, but the type has 8 bits"},
	} {
		_, err := run(t, fmt.Sprintf(`func.func @main() -> i8 {
  %%a = arith.constant %s : i8
  %%b = arith.constant %s : i8
  %%0 = arith.%s %%a, %%b : i8
  return %%0 : i8
}`, c.a, c.b, c.op))
		if want := "'arith." + c.op + "' op " + c.want; err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", c.op, err, want)
		}
	}
	_, err := run(t, "func.func @main(%x: i13) -> i13 {\n  %0 = arith.addi %x, %x : i13\n  return %0 : i13\n}")
	if err == nil || !strings.Contains(err.Error(), "cannot hold a value of type 'i13'") {
		t.Errorf("i13: %v", err)
	}
}

// Where mlir-opt crashes or makes IR that is not valid, ours goes on.
func TestIntegersWhereMLIROptFails(t *testing.T) {
	r := peer.Tool(driver.Opt).Run([]string{"--canonicalize"}, `func.func @f(%x: i8) -> (i8, i1) {
  %p = ub.poison : i8
  %0:2 = arith.addui_extended %x, %p : i8, i1
  return %0#0, %0#1 : i8, i1
}`)
	for _, want := range []string{" = ub.poison : i1\n", " = ub.poison : i8\n", " : i8, i1\n"} {
		if !strings.Contains(r.Stdout, want) || strings.Contains(r.Stdout, "arith") {
			t.Errorf("poison: got\n%s%s", r.Stdout, r.Stderr)
		}
	}
	r = peer.Tool(driver.Opt).Run([]string{"--canonicalize"}, `func.func @f() -> (i32, i0, i0, i0) {
  %c = arith.constant 0 : i0
  %0 = arith.extsi %c : i0 to i32
  %1, %2 = arith.mulsi_extended %c, %c : i0
  %3 = arith.divsi %c, %c : i0
  return %0, %1, %2, %3 : i32, i0, i0, i0
}`)
	if !strings.Contains(r.Stdout, "return %c0_i32, %c0_i0, %c0_i0, %0 :") || !strings.Contains(r.Stdout, "%0 = arith.divsi %c0_i0, %c0_i0 : i0") {
		t.Errorf("i0: got\n%s%s", r.Stdout, r.Stderr)
	}
	r = peer.Tool(driver.Opt).Run(nil, `func.func @f(%c: tensor<3xi1>, %x: i32) {
  %0 = arith.select %c, %x, %x : tensor<3xi1>, i32
  return
}`)
	if !strings.Contains(r.Stderr, "<stdin>:2:8: error: 'arith.select' op failed to verify that condition is signless i1 or has matching shape") {
		t.Errorf("select: %s", r.Stderr)
	}
}
