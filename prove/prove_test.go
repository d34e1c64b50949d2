package prove_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/prove"
)

// cases are pairs of bodies of functions, of arguments in brackets, and what is proven of them.
var cases = []struct {
	name, args, result, left, right string
	want                            prove.Kind
}{
	{
		"columns", "%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %z: tensor<3x5xf32>", "tensor<2x9xf32>",
		`%0 = tg.concat %y, %z dim 1 : (tensor<3x4xf32>, tensor<3x5xf32>) -> tensor<3x9xf32>
		%1 = tg.matmul %x, %0 : (tensor<2x3xf32>, tensor<3x9xf32>) -> tensor<2x9xf32>`,
		`%0 = tg.matmul %x, %y : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
		%2 = tg.matmul %x, %z : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
		%1 = tg.concat %0, %2 dim 1 : (tensor<2x4xf32>, tensor<2x5xf32>) -> tensor<2x9xf32>`,
		prove.ByDefinition,
	},
	{
		"columns in another order", "%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %z: tensor<3x4xf32>", "tensor<2x8xf32>",
		`%0 = tg.concat %y, %z dim 1 : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x8xf32>
		%1 = tg.matmul %x, %0 : (tensor<2x3xf32>, tensor<3x8xf32>) -> tensor<2x8xf32>`,
		`%0 = tg.matmul %x, %y : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
		%2 = tg.matmul %x, %z : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
		%1 = tg.concat %2, %0 dim 1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>`,
		prove.Unknown,
	},
	{
		"rows", "%x: tensor<2x7xf32>, %y: tensor<3x4xf32>, %z: tensor<4x4xf32>", "tensor<2x4xf32>",
		`%0 = tg.concat %y, %z dim 0 : (tensor<3x4xf32>, tensor<4x4xf32>) -> tensor<7x4xf32>
		%1 = tg.matmul %x, %0 : (tensor<2x7xf32>, tensor<7x4xf32>) -> tensor<2x4xf32>`,
		`%0 = tg.slice %x [0:2, 0:3] : (tensor<2x7xf32>) -> tensor<2x3xf32>
		%2 = tg.slice %x [0:2, 3:7] : (tensor<2x7xf32>) -> tensor<2x4xf32>
		%3 = tg.matmul %0, %y : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
		%4 = tg.matmul %2, %z : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
		%1 = tg.add %3, %4 : tensor<2x4xf32>`,
		prove.OverRings,
	},
	{
		"every second element", "%x: tensor<6xf32>", "tensor<f32>",
		`%0 = tg.slice %x [0:6:2] : (tensor<6xf32>) -> tensor<3xf32>
		%1 = tg.reduce sum %0 dims [0] : (tensor<3xf32>) -> tensor<f32>`,
		`%1 = tg.reduce sum %x dims [0] : (tensor<6xf32>) -> tensor<f32>`,
		prove.Unknown,
	},
	{
		"a sum of a part", "%x: tensor<6xf32>", "tensor<f32>",
		`%0 = tg.slice %x [0:3] : (tensor<6xf32>) -> tensor<3xf32>
		%1 = tg.reduce sum %0 dims [0] : (tensor<3xf32>) -> tensor<f32>`,
		`%1 = tg.reduce sum %x dims [0] : (tensor<6xf32>) -> tensor<f32>`,
		prove.Unknown,
	},
	{
		"a sum backwards", "%x: tensor<6xf32>", "tensor<f32>",
		`%0 = tg.reverse %x dims [0] : tensor<6xf32>
		%1 = tg.reduce sum %0 dims [0] : (tensor<6xf32>) -> tensor<f32>`,
		`%1 = tg.reduce sum %x dims [0] : (tensor<6xf32>) -> tensor<f32>`,
		prove.OverRings,
	},
	{
		"a sum of integers backwards", "%x: tensor<6xi8>", "tensor<i8>",
		`%0 = tg.reverse %x dims [0] : tensor<6xi8>
		%1 = tg.reduce sum %0 dims [0] : (tensor<6xi8>) -> tensor<i8>`,
		`%1 = tg.reduce sum %x dims [0] : (tensor<6xi8>) -> tensor<i8>`,
		prove.ByDefinition,
	},
	{
		"a maximum backwards", "%x: tensor<6xf32>", "tensor<f32>",
		`%0 = tg.reverse %x dims [0] : tensor<6xf32>
		%1 = tg.reduce max %0 dims [0] : (tensor<6xf32>) -> tensor<f32>`,
		`%1 = tg.reduce max %x dims [0] : (tensor<6xf32>) -> tensor<f32>`,
		prove.ByDefinition,
	},
	{
		"a maximum of a part", "%x: tensor<6xf32>", "tensor<f32>",
		`%0 = tg.slice %x [0:5] : (tensor<6xf32>) -> tensor<5xf32>
		%1 = tg.reduce max %0 dims [0] : (tensor<5xf32>) -> tensor<f32>`,
		`%1 = tg.reduce max %x dims [0] : (tensor<6xf32>) -> tensor<f32>`,
		prove.Unknown,
	},
	{
		"padding outside", "%x: tensor<4xf32>, %v: tensor<f32>", "tensor<4xf32>",
		`%0 = tg.pad %x, %v low [1] high [2] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
		%1 = tg.slice %0 [1:5] : (tensor<7xf32>) -> tensor<4xf32>`,
		`%1 = tg.reshape %x : (tensor<4xf32>) -> tensor<4xf32>`,
		prove.ByDefinition,
	},
	{
		"padding inside", "%x: tensor<4xf32>, %v: tensor<f32>", "tensor<4xf32>",
		`%0 = tg.pad %x, %v low [1] high [2] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
		%1 = tg.slice %0 [2:6] : (tensor<7xf32>) -> tensor<4xf32>`,
		`%1 = tg.reshape %x : (tensor<4xf32>) -> tensor<4xf32>`,
		prove.Unknown,
	},
	{
		"a difference the other way round", "%x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
		`%1 = tg.sub %x, %y : tensor<4xf32>`, `%1 = tg.sub %y, %x : tensor<4xf32>`, prove.Unknown,
	},
	{
		"a sum in another order", "%x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
		`%1 = tg.add %x, %y : tensor<4xf32>`, `%1 = tg.add %y, %x : tensor<4xf32>`, prove.ByDefinition,
	},
	{
		"sums of sums", "%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>", "tensor<4xf32>",
		"%0 = tg.add %x, %y : tensor<4xf32>\n%1 = tg.add %0, %z : tensor<4xf32>",
		"%0 = tg.add %y, %z : tensor<4xf32>\n%1 = tg.add %0, %x : tensor<4xf32>", prove.OverRings,
	},
	{
		"a quotient undone", "%x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
		"%0 = tg.mul %x, %y : tensor<4xf32>\n%1 = tg.div %0, %y : tensor<4xf32>",
		"%1 = tg.reshape %x : (tensor<4xf32>) -> tensor<4xf32>", prove.Unknown,
	},
	{
		"a quotient that appears", "%x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
		"%1 = tg.reshape %x : (tensor<4xf32>) -> tensor<4xf32>",
		"%0 = tg.div %y, %y : tensor<4xf32>\n%2 = tg.sub %0, %0 : tensor<4xf32>\n%1 = tg.add %x, %2 : tensor<4xf32>", prove.Unknown,
	},
	{
		"quotients by one number", "%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>", "tensor<4xf32>",
		"%0 = tg.div %x, %z : tensor<4xf32>\n%2 = tg.div %y, %z : tensor<4xf32>\n%1 = tg.add %0, %2 : tensor<4xf32>",
		"%0 = tg.add %x, %y : tensor<4xf32>\n%1 = tg.div %0, %z : tensor<4xf32>", prove.OverReals,
	},
	{
		"integers are divided otherwise", "%x: tensor<4xi32>, %y: tensor<4xi32>, %z: tensor<4xi32>", "tensor<4xi32>",
		"%0 = tg.div %x, %z : tensor<4xi32>\n%2 = tg.div %y, %z : tensor<4xi32>\n%1 = tg.add %0, %2 : tensor<4xi32>",
		"%0 = tg.add %x, %y : tensor<4xi32>\n%1 = tg.div %0, %z : tensor<4xi32>", prove.Unknown,
	},
	{
		"a logarithm that appears", "%x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
		"%1 = tg.reshape %x : (tensor<4xf32>) -> tensor<4xf32>",
		"%0 = tg.log %y : tensor<4xf32>\n%2 = tg.sub %0, %0 : tensor<4xf32>\n%1 = tg.add %x, %2 : tensor<4xf32>", prove.Unknown,
	},
	{
		"no ring", "%x: tensor<4xf32>", "tensor<4xf32>",
		"%0 = tg.neg %x : tensor<4xf32>\n%1 = tg.max %0, %x : tensor<4xf32>", "%1 = tg.abs %x : tensor<4xf32>", prove.OverReals,
	},
	{
		"the greater of sums", "%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>", "tensor<4xf32>",
		"%0 = tg.add %x, %z : tensor<4xf32>\n%2 = tg.add %y, %z : tensor<4xf32>\n%1 = tg.max %0, %2 : tensor<4xf32>",
		"%0 = tg.max %x, %y : tensor<4xf32>\n%1 = tg.add %0, %z : tensor<4xf32>", prove.OverReals,
	},
	{
		"not the lesser of sums", "%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>", "tensor<4xf32>",
		"%0 = tg.add %x, %z : tensor<4xf32>\n%2 = tg.add %y, %z : tensor<4xf32>\n%1 = tg.max %0, %2 : tensor<4xf32>",
		"%0 = tg.min %x, %y : tensor<4xf32>\n%1 = tg.add %0, %z : tensor<4xf32>", prove.Unknown,
	},
	{
		"integers wrap", "%x: tensor<4xi32>, %y: tensor<4xi32>, %z: tensor<4xi32>", "tensor<4xi32>",
		"%0 = tg.add %x, %z : tensor<4xi32>\n%2 = tg.add %y, %z : tensor<4xi32>\n%1 = tg.max %0, %2 : tensor<4xi32>",
		"%0 = tg.max %x, %y : tensor<4xi32>\n%1 = tg.add %0, %z : tensor<4xi32>", prove.Unknown,
	},
	{
		"an index made of floats", "%x: tensor<8xi32>, %a: tensor<f32>", "tensor<2xi32>",
		`%0 = tg.exp %a : tensor<f32>
		%2 = tg.log %0 : tensor<f32>
		%3 = tg.convert %2 : (tensor<f32>) -> tensor<i32>
		%1 = tg.dynamic_slice %x, %3 sizes [2] : (tensor<8xi32>, tensor<i32>) -> tensor<2xi32>`,
		`%3 = tg.convert %a : (tensor<f32>) -> tensor<i32>
		%1 = tg.dynamic_slice %x, %3 sizes [2] : (tensor<8xi32>, tensor<i32>) -> tensor<2xi32>`, prove.OverReals,
	},
	{
		"an index of few bits", "%x: tensor<i8>", "tensor<1xi8>",
		`%0 = tg.iota dim 0 : tensor<300xi8>
		%1 = tg.dynamic_slice %0, %x sizes [1] : (tensor<300xi8>, tensor<i8>) -> tensor<1xi8>`,
		`%c = tg.constant dense<0> : tensor<i8>
		%d = tg.constant dense<43> : tensor<i8>
		%0 = tg.max %x, %c : tensor<i8>
		%2 = tg.min %0, %d : tensor<i8>
		%1 = tg.reshape %2 : (tensor<i8>) -> tensor<1xi8>`, prove.Unknown,
	},
	{
		"bounds in another order", "%x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
		"%c = tg.constant dense<1.0> : tensor<4xf32>\n%d = tg.constant dense<3.0> : tensor<4xf32>\n%0 = tg.max %x, %c : tensor<4xf32>\n%1 = tg.min %0, %d : tensor<4xf32>",
		"%c = tg.constant dense<1.0> : tensor<4xf32>\n%d = tg.constant dense<3.0> : tensor<4xf32>\n%0 = tg.min %x, %d : tensor<4xf32>\n%1 = tg.max %0, %c : tensor<4xf32>",
		prove.ByDefinition,
	},
	{
		"bounds that cross", "%x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
		"%c = tg.constant dense<3.0> : tensor<4xf32>\n%d = tg.constant dense<1.0> : tensor<4xf32>\n%0 = tg.max %x, %c : tensor<4xf32>\n%1 = tg.min %0, %d : tensor<4xf32>",
		"%c = tg.constant dense<3.0> : tensor<4xf32>\n%d = tg.constant dense<1.0> : tensor<4xf32>\n%0 = tg.min %x, %d : tensor<4xf32>\n%1 = tg.max %0, %c : tensor<4xf32>",
		prove.Unknown,
	},
	{
		"what NaN would spoil", "%x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
		"%0 = tg.max %x, %y : tensor<4xf32>\n%1 = tg.min %0, %x : tensor<4xf32>", "%1 = tg.reshape %x : (tensor<4xf32>) -> tensor<4xf32>", prove.OverReals,
	},
	{
		"bits of numbers", "%x: tensor<4xi16>, %y: tensor<4xi16>", "tensor<4xi16>",
		"%0 = tg.xor %x, %y : tensor<4xi16>\n%2 = tg.and %x, %y : tensor<4xi16>\n%1 = tg.add %0, %2 : tensor<4xi16>", "%1 = tg.or %x, %y : tensor<4xi16>", prove.ByDefinition,
	},
	{
		"floats of two types", "%x: tensor<4xf16>, %y: tensor<4xf16>", "tensor<4xf32>",
		"%0 = tg.sub %x, %y : tensor<4xf16>\n%1 = tg.convert %0 : (tensor<4xf16>) -> tensor<4xf32>",
		"%0 = tg.convert %x : (tensor<4xf16>) -> tensor<4xf32>\n%2 = tg.convert %y : (tensor<4xf16>) -> tensor<4xf32>\n%1 = tg.sub %0, %2 : tensor<4xf32>", prove.OverReals,
	},
	{
		"greatest of greatest", "%x: tensor<4x3xf32>", "tensor<f32>",
		"%0 = tg.reduce max %x dims [0] : (tensor<4x3xf32>) -> tensor<3xf32>\n%1 = tg.reduce max %0 dims [0] : (tensor<3xf32>) -> tensor<f32>",
		"%1 = tg.reduce max %x dims [0, 1] : (tensor<4x3xf32>) -> tensor<f32>", prove.ByDefinition,
	},
	{
		"sum of sums", "%x: tensor<4x3xf32>", "tensor<f32>",
		"%0 = tg.reduce sum %x dims [0] : (tensor<4x3xf32>) -> tensor<3xf32>\n%1 = tg.reduce sum %0 dims [0] : (tensor<3xf32>) -> tensor<f32>",
		"%1 = tg.reduce sum %x dims [0, 1] : (tensor<4x3xf32>) -> tensor<f32>", prove.OverRings,
	},
	{
		"greatest of equals", "%x: tensor<4xf32>", "tensor<4xf32>",
		"%0 = tg.broadcast %x dims [0] : (tensor<4xf32>) -> tensor<4x3xf32>\n%1 = tg.reduce max %0 dims [1] : (tensor<4x3xf32>) -> tensor<4xf32>",
		"%1 = tg.reshape %x : (tensor<4xf32>) -> tensor<4xf32>", prove.ByDefinition,
	},
	{
		"greatest of none", "%x: tensor<4xi32>", "tensor<4xi32>",
		"%0 = tg.broadcast %x dims [0] : (tensor<4xi32>) -> tensor<4x0xi32>\n%1 = tg.reduce max %0 dims [1] : (tensor<4x0xi32>) -> tensor<4xi32>",
		"%1 = tg.reshape %x : (tensor<4xi32>) -> tensor<4xi32>", prove.Unknown,
	},
	{
		"exclusive or of equals", "%x: tensor<4xi32>", "tensor<4xi32>",
		"%0 = tg.broadcast %x dims [0] : (tensor<4xi32>) -> tensor<4x2xi32>\n%1 = tg.reduce xor %0 dims [1] : (tensor<4x2xi32>) -> tensor<4xi32>",
		"%1 = tg.reshape %x : (tensor<4xi32>) -> tensor<4xi32>", prove.Unknown,
	},
	{
		"-0 and 0", "%x: tensor<4xf32>", "tensor<4xf32>",
		"%c = tg.constant dense<0.0> : tensor<4xf32>\n%1 = tg.add %x, %c : tensor<4xf32>",
		"%1 = tg.reshape %x : (tensor<4xf32>) -> tensor<4xf32>", prove.OverRings,
	},
	{
		"a square of columns and of rows", "%x: tensor<3x3xf32>", "tensor<3x3xf32>",
		"%1 = tg.transpose %x permutation [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>",
		"%1 = tg.reshape %x : (tensor<3x3xf32>) -> tensor<3x3xf32>", prove.Unknown,
	},
	{
		"what is gathered", "%x: tensor<4x2xf32>", "tensor<2x2xf32>",
		`%c = tg.constant dense<1> : tensor<2x1xi32>
		%1 = tg.gather %x, %c offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 2] : (tensor<4x2xf32>, tensor<2x1xi32>) -> tensor<2x2xf32>`,
		`%0 = tg.slice %x [1:2, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
		%2 = tg.reshape %0 : (tensor<1x2xf32>) -> tensor<2xf32>
		%1 = tg.broadcast %2 dims [1] : (tensor<2xf32>) -> tensor<2x2xf32>`, prove.ByDefinition,
	},
	{
		"a reshape that mixes", "%x: tensor<4x6xf32>", "tensor<6x4xf32>",
		"%1 = tg.reshape %x : (tensor<4x6xf32>) -> tensor<6x4xf32>",
		"%1 = tg.transpose %x permutation [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>", prove.Unknown,
	},
	{
		"reshapes there and back", "%x: tensor<4x6xf32>", "tensor<4x6xf32>",
		"%0 = tg.reshape %x : (tensor<4x6xf32>) -> tensor<3x8xf32>\n%1 = tg.reshape %0 : (tensor<3x8xf32>) -> tensor<4x6xf32>",
		"%1 = tg.reshape %x : (tensor<4x6xf32>) -> tensor<4x6xf32>", prove.ByDefinition,
	},
	{
		"a trace", "%x: tensor<3x4xf32>, %y: tensor<4x3xf32>", "tensor<f32>",
		`%0 = tg.transpose %y permutation [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
		%2 = tg.mul %x, %0 : tensor<3x4xf32>
		%1 = tg.reduce sum %2 dims [0, 1] : (tensor<3x4xf32>) -> tensor<f32>`,
		`%0 = tg.transpose %x permutation [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
		%2 = tg.mul %0, %y : tensor<4x3xf32>
		%1 = tg.reduce sum %2 dims [0, 1] : (tensor<4x3xf32>) -> tensor<f32>`, prove.OverRings,
	},
}

// pair reads the bodies of a case.
func pair(t *testing.T, args, result, left, right string) (l, r *ir.Block) {
	t.Helper()
	ctx := driver.NewContext()
	text := "func.func @f(%s) -> %s {\n%s\nreturn %%1 : %s\n}"
	return block(t, ctx, fmt.Sprintf(text, args, result, left, result)), block(t, ctx, fmt.Sprintf(text, args, result, right, result))
}

func TestCases(t *testing.T) {
	for _, c := range cases {
		l, r := pair(t, c.args, c.result, c.left, c.right)
		if p := prove.Prove(prove.Pair(l, r)); p.Kind != c.want {
			t.Errorf("%s: want %v, got %s", c.name, c.want, p)
		}
	}
}

// family is one of texts in which names of symbols in braces are replaced.
func family(t *testing.T, symbols []prove.Symbol, args, result, left, right string) prove.Family {
	ctx := driver.NewContext()
	side := func(body string, values []int64) *ir.Block {
		text := fmt.Sprintf("func.func @f(%s) -> %s {\n%s\nreturn %%1 : %s\n}", args, result, body, result)
		for i, s := range symbols {
			for k := range int64(4) {
				text = strings.ReplaceAll(text, fmt.Sprintf("{%d%s}", k, s.Name), fmt.Sprint(k*values[i]))
				text = strings.ReplaceAll(text, fmt.Sprintf("{%s+%d}", s.Name, k), fmt.Sprint(values[i]+k))
			}
			for j, u := range symbols {
				text = strings.ReplaceAll(text, "{"+s.Name+"+"+u.Name+"}", fmt.Sprint(values[i]+values[j]))
				text = strings.ReplaceAll(text, "{"+s.Name+"*"+u.Name+"}", fmt.Sprint(values[i]*values[j]))
			}
			text = strings.ReplaceAll(text, "{"+s.Name+"}", fmt.Sprint(values[i]))
		}
		return block(t, ctx, text)
	}
	return prove.Family{Symbols: symbols, Make: func(values []int64) (*ir.Block, *ir.Block, error) {
		return side(left, values), side(right, values), nil
	}}
}

// Extents that are polynomials here and others there are found out, and so are other numbers: those
// of a window that fits nowhere, or of a constant that jumps.
func TestNoPolynomials(t *testing.T) {
	ctx := driver.NewContext()
	side := func(format string, values ...any) *ir.Block { return block(t, ctx, fmt.Sprintf(format, values...)) }
	window := func(values []int64) (left, right *ir.Block, err error) {
		n, m := values[0], values[1]
		const text = `func.func @f(%%x: tensor<%[1]dxf32>) -> tensor<%[3]dxf32> {
  %%0 = tg.reduce_window sum %%x window [%[2]d] : (tensor<%[1]dxf32>) -> tensor<%[3]dxf32>
  %%1 = tg.%[4]s %%0 : tensor<%[3]dxf32>
  return %%1 : tensor<%[3]dxf32>
}`
		places := max(0, n-m+1)
		return side(text, n, m, places, "neg"), side(text, n, m, places, "exp"), nil
	}
	jump := func(values []int64) (left, right *ir.Block, err error) {
		const text = `func.func @f(%%x: tensor<f32>) -> tensor<f32> {
  %%c = tg.constant dense<%d.0> : tensor<f32>
  %%1 = tg.mul %%x, %%c : tensor<f32>
  return %%1 : tensor<f32>
}`
		n := values[0]
		return side(text, n), side(text, n+n/24), nil
	}
	for name, f := range map[string]prove.Family{
		"window": {Symbols: []prove.Symbol{{Name: "n", Min: 1, Base: 2}, {Name: "m", Min: 1, Base: 20}}, Make: window},
		"jump":   {Symbols: []prove.Symbol{{Name: "n", Base: 20}}, Make: jump},
	} {
		if p := prove.Prove(f); p.Kind != prove.Unknown || !strings.Contains(p.Reason, "polynomial") {
			t.Errorf("%s: %s", name, p)
		}
	}
}

func TestFamilies(t *testing.T) {
	n, m := prove.Symbol{Name: "n"}, prove.Symbol{Name: "m"}
	for _, c := range []struct {
		name, args, result, left, right string
		symbols                         []prove.Symbol
		want                            prove.Kind
		ranks                           string
	}{
		{
			"a sum of parts", "%x: tensor<{n}xf32>, %y: tensor<{m}xf32>", "tensor<f32>",
			"%0 = tg.concat %x, %y dim 0 : (tensor<{n}xf32>, tensor<{m}xf32>) -> tensor<{n+m}xf32>\n%1 = tg.reduce sum %0 dims [0] : (tensor<{n+m}xf32>) -> tensor<f32>",
			"%0 = tg.reduce sum %x dims [0] : (tensor<{n}xf32>) -> tensor<f32>\n%2 = tg.reduce sum %y dims [0] : (tensor<{m}xf32>) -> tensor<f32>\n%1 = tg.add %0, %2 : tensor<f32>",
			[]prove.Symbol{n, m}, prove.OverRings, "those of the graphs",
		},
		{
			"a sum of one number", "%x: tensor<f32>", "tensor<f32>",
			"%0 = tg.broadcast %x dims [] : (tensor<f32>) -> tensor<{n}xf32>\n%1 = tg.reduce sum %0 dims [0] : (tensor<{n}xf32>) -> tensor<f32>",
			"%c = tg.constant dense<{n}.0> : tensor<f32>\n%1 = tg.mul %x, %c : tensor<f32>",
			[]prove.Symbol{n}, prove.OverRings, "those of the graphs",
		},
		{
			"only of squares", "%x: tensor<{n}x{m}xf32>", "tensor<f32>",
			"%0 = tg.reduce sum %x dims [0] : (tensor<{n}x{m}xf32>) -> tensor<{m}xf32>\n%c = tg.constant dense<{n}.0> : tensor<{m}xf32>\n%2 = tg.mul %0, %c : tensor<{m}xf32>\n%1 = tg.reduce sum %2 dims [0] : (tensor<{m}xf32>) -> tensor<f32>",
			"%0 = tg.reduce sum %x dims [0] : (tensor<{n}x{m}xf32>) -> tensor<{m}xf32>\n%c = tg.constant dense<{m}.0> : tensor<{m}xf32>\n%2 = tg.mul %0, %c : tensor<{m}xf32>\n%1 = tg.reduce sum %2 dims [0] : (tensor<{m}xf32>) -> tensor<f32>",
			[]prove.Symbol{n, m}, prove.Unknown, "",
		},
		{
			"a reshape of rows", "%x: tensor<{n}x{m}xf32>", "tensor<{n}x{m}xf32>",
			"%0 = tg.reshape %x : (tensor<{n}x{m}xf32>) -> tensor<{n*m}xf32>\n%2 = tg.neg %0 : tensor<{n*m}xf32>\n%1 = tg.reshape %2 : (tensor<{n*m}xf32>) -> tensor<{n}x{m}xf32>",
			"%1 = tg.neg %x : tensor<{n}x{m}xf32>",
			[]prove.Symbol{n, m}, prove.ByDefinition, "",
		},
		{
			"transposed twice", "%x: tensor<{n}x{m}xf32>", "tensor<{n}x{m}xf32>",
			"%0 = tg.transpose %x permutation [1, 0] : (tensor<{n}x{m}xf32>) -> tensor<{m}x{n}xf32>\n%2 = tg.exp %0 : tensor<{m}x{n}xf32>\n%1 = tg.transpose %2 permutation [1, 0] : (tensor<{m}x{n}xf32>) -> tensor<{n}x{m}xf32>",
			"%1 = tg.exp %x : tensor<{n}x{m}xf32>",
			[]prove.Symbol{n, m}, prove.ByDefinition, "any number of axes in the place of each of extent n, m",
		},
		{
			"backwards", "%x: tensor<{n}xf32>", "tensor<{n}xf32>",
			"%0 = tg.reverse %x dims [0] : tensor<{n}xf32>\n%1 = tg.reverse %0 dims [0] : tensor<{n}xf32>",
			"%1 = tg.reshape %x : (tensor<{n}xf32>) -> tensor<{n}xf32>",
			[]prove.Symbol{n}, prove.ByDefinition, "any number of axes in the place of each of extent n",
		},
		{
			"backwards once", "%x: tensor<{n}xf32>", "tensor<{n}xf32>",
			"%1 = tg.reverse %x dims [0] : tensor<{n}xf32>",
			"%1 = tg.reshape %x : (tensor<{n}xf32>) -> tensor<{n}xf32>",
			[]prove.Symbol{n}, prove.Unknown, "",
		},
		{
			"not of few", "%x: tensor<{n}xf32>, %v: tensor<f32>", "tensor<{n}xf32>",
			"%0 = tg.pad %x, %v low [0] high [3] : (tensor<{n}xf32>, tensor<f32>) -> tensor<{n+3}xf32>\n%1 = tg.slice %0 [3:{n+3}] : (tensor<{n+3}xf32>) -> tensor<{n}xf32>",
			"%1 = tg.broadcast %v dims [] : (tensor<f32>) -> tensor<{n}xf32>",
			[]prove.Symbol{n}, prove.Unknown, "",
		},
	} {
		p := prove.Prove(family(t, c.symbols, c.args, c.result, c.left, c.right))
		if p.Kind != c.want || c.ranks != "" && p.Ranks != c.ranks {
			t.Errorf("%s: want %v for %s, got %s", c.name, c.want, c.ranks, p)
		}
	}
}
