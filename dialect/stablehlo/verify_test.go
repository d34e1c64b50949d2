package stablehlo_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/chlo"
	"github.com/tg-opt/tg/dialect/stablehlo"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// bad is an op that its verifier refuses, in a function that has the arguments of values, and why.
type bad struct {
	op     string // its name, without that of the dialect for StableHLO
	in     string // names of operands
	attrs  string // what stands between <{ and }>
	bodies string // what stands in the parentheses of the regions
	out    string // types of results; `2x3xf32` is that of a tensor
	want   string // the message behind "'stablehlo.op' op "
}

// values are what operands of bad ops may be.
var values = map[string]string{
	"x": "tensor<2x3xf32>", "y": "tensor<3x4xf32>", "v": "tensor<3xf32>", "s": "tensor<f32>", "d": "tensor<?x3xf32>", "e": "tensor<?x4xf32>", "g": "tensor<2x3xf64>",
	"t": "tensor<f64>", "z": "tensor<2x3xcomplex<f32>>", "r": "tensor<*xf32>", "q": "tensor<3x3xf32>", "w": "tensor<4x2x3xf32>",
	"n": "tensor<3xi32>", "m": "tensor<2xi32>", "i": "tensor<i32>", "j": "tensor<i64>", "l": "tensor<1x2xi32>",
	"p": "tensor<i1>", "b": "tensor<2x3xi1>", "c": "tensor<3xi1>", "u": "tensor<2xui64>", "number": "i32", "token": "!stablehlo.token", "tuple": "tuple<tensor<f32>, tensor<i32>>",
	"half": "tensor<4611686018427387904xf32>", "all": "tensor<9223372036854775807xf32>", "flat": "tensor<2xf32>", "image": "tensor<1x5x4xf32>", "kernel": "tensor<2x4x6xf32>",
	"table": "tensor<4x8xf32>", "places": "tensor<3x1xi32>", "rows": "tensor<3x8xf32>", "source": "tensor<1x3xf32>", "groups": "tensor<3x4x3xf32>", "grid": "tensor<2x4x1xi32>",
}

// typed is a type, that of a tensor in short.
func typed(t string) string {
	if t, whole := strings.CutPrefix(t, "="); whole || strings.HasPrefix(t, "t") || strings.HasPrefix(t, "!") {
		return t
	}
	return "tensor<" + t + ">"
}

func (b bad) name() string {
	if strings.Contains(b.op, ".") {
		return b.op
	}
	return "stablehlo." + b.op
}

func (b bad) text() string {
	var operands, types, results []string
	for _, v := range strings.Fields(b.in) {
		operands, types = append(operands, "%"+v), append(types, values[v])
	}
	for _, t := range strings.Fields(b.out) {
		results = append(results, typed(t))
	}
	var op strings.Builder
	if len(results) > 0 {
		fmt.Fprintf(&op, "%%0:%d = ", len(results))
	}
	fmt.Fprintf(&op, "%q(%s) ", b.name(), strings.Join(operands, ", "))
	if b.attrs != "" {
		fmt.Fprintf(&op, "<{%s}> ", b.attrs)
	}
	if b.bodies != "" {
		fmt.Fprintf(&op, "(%s) ", b.bodies)
	}
	fmt.Fprintf(&op, ": (%s) -> (%s)", strings.Join(types, ", "), strings.Join(results, ", "))
	return inFunction(op.String())
}

// inFunction is a function that has the values, and ends behind the text.
func inFunction(text string) string {
	var args []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		args = append(args, "%"+name+": "+values[name])
	}
	return "func.func @f(" + strings.Join(args, ", ") + ") {\n" + text + "\nreturn\n}\n"
}

// region is a region that takes tensors of types, which are %a0, %a1, and so on, and returns
// values, each with its type, behind what stands before that.
func region(takes, returns string, before ...string) string {
	var args, names, types []string
	for i, t := range strings.Fields(takes) {
		args = append(args, fmt.Sprintf("%%a%d: %s", i, typed(t)))
	}
	for _, r := range strings.Split(returns, ", ") {
		if name, t, some := strings.Cut(r, " "); some {
			names, types = append(names, name), append(types, typed(t))
		}
	}
	end := "stablehlo.return"
	if len(names) > 0 {
		end += " " + strings.Join(names, ", ") + " : " + strings.Join(types, ", ")
	}
	return "{\n^bb0(" + strings.Join(args, ", ") + "):\n" + strings.Join(before, "") + end + "\n}"
}

// message is the first line of the error for a text, or "".
func message(text string) string {
	ctx := driver.NewContext()
	m, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "bad.mlir"})
	if err == nil {
		err = ir.Verify(m)
	}
	if err == nil {
		return ""
	}
	first, _, _ := strings.Cut(ctx.Render(ir.AsDiag(err, 0)), "\n")
	return first
}

// badOps are the tables of all families.
var badOps = slices.Concat(badElementwise, badMovement, badDynamic, badReductions, badProducts, badAlgebra, badControl, badCHLO)

func TestBadOpsAreRefused(t *testing.T) {
	for i, b := range badOps {
		t.Run(fmt.Sprintf("%s/%d", b.op, i), func(t *testing.T) {
			col := 1
			if b.out != "" {
				col = len("%0:1 = ") + 1
			}
			want := fmt.Sprintf("bad.mlir:2:%d: error: '%s' op %s", col, b.name(), b.want)
			if d := cmp.Diff(want, message(b.text())); d != "" {
				t.Errorf("%s\n%s", d, b.text())
			}
		})
	}
}

// Every op of both dialects has an ill-typed program in the tables.
func TestEveryOpIsRefusedSomething(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range badOps {
		seen[b.name()] = true
	}
	for _, classes := range elementClasses {
		for _, op := range strings.Fields(classes.ops) {
			seen[op] = true
		}
	}
	for _, b := range badTexts {
		seen[b.op] = true
	}
	for _, d := range slices.Concat(stablehlo.Dialect.Ops(), chlo.Dialect.Ops()) {
		if !seen[d.Name()] {
			t.Errorf("%s has no ill-typed program: add one for each of its rules to a table of this package", d.Name())
		}
	}
}

// elementClasses are the ops whose operands are of some element types, and which these are, of a
// list with one of each kind.
var elementClasses = []struct{ ops, operand, legal string }{
	{"stablehlo.ceil stablehlo.floor stablehlo.round_nearest_afz stablehlo.round_nearest_even stablehlo.is_finite " +
		"chlo.bessel_i1e chlo.digamma chlo.erf chlo.erf_inv chlo.erfc chlo.is_inf chlo.is_neg_inf chlo.is_pos_inf chlo.lgamma chlo.next_after chlo.polygamma chlo.zeta " +
		"chlo.broadcast_zeta",
		"tensor of floating-point values", "f32"},
	{"stablehlo.cbrt stablehlo.cosine stablehlo.exponential stablehlo.exponential_minus_one stablehlo.log stablehlo.log_plus_one stablehlo.logistic " +
		"stablehlo.rsqrt stablehlo.sine stablehlo.sqrt stablehlo.tan stablehlo.tanh stablehlo.atan2 " +
		"chlo._asin_acos_kernel chlo.acos chlo.acosh chlo.asin chlo.asinh chlo.atan chlo.atanh chlo.conj chlo.cosh chlo.sinh chlo.square chlo.tan",
		"tensor of floating-point or complex values", "f32 complex<f32>"},
	{"stablehlo.abs stablehlo.sign", "tensor of signed integer, floating-point or complex values", "i32 index f32 complex<f32>"},
	{"stablehlo.negate stablehlo.divide stablehlo.power stablehlo.remainder stablehlo.subtract",
		"tensor of integer, index, floating-point or complex values", "i32 ui8 index f32 complex<f32>"},
	{"stablehlo.popcnt stablehlo.count_leading_zeros stablehlo.shift_left stablehlo.shift_right_arithmetic stablehlo.shift_right_logical",
		"tensor of integer or index values", "i32 ui8 index"},
	{"stablehlo.not stablehlo.and stablehlo.or stablehlo.xor", "tensor of i1, integer or index values", "i1 i32 ui8 index"},
	{"stablehlo.add stablehlo.maximum stablehlo.minimum stablehlo.multiply", "tensor of any type values", "i1 i32 ui8 index f32 complex<f32>"},
	{"chlo.mulhi", "tensor of integer values", "i32 ui8"},
	{"chlo.broadcast_and chlo.broadcast_or chlo.broadcast_xor", "tensor of i1 or integer values", "i1 i32 ui8"},
	{"chlo.broadcast_add chlo.broadcast_atan2 chlo.broadcast_divide chlo.broadcast_maximum chlo.broadcast_minimum chlo.broadcast_multiply chlo.broadcast_next_after " +
		"chlo.broadcast_polygamma chlo.broadcast_power chlo.broadcast_remainder chlo.broadcast_shift_left chlo.broadcast_shift_right_arithmetic " +
		"chlo.broadcast_shift_right_logical chlo.broadcast_subtract", "tensor of any type values", "i1 i32 ui8 index f32 complex<f32>"},
}

// Each elementwise op takes the element types that it has a meaning for, and no others, nor what is
// no tensor.
func TestElementClasses(t *testing.T) {
	for _, class := range elementClasses {
		for _, op := range strings.Fields(class.ops) {
			d := driver.NewContext().LookupOp(op)
			for _, elem := range []string{"i1", "i32", "ui8", "index", "f32", "complex<f32>", "none"} {
				operand, result := "tensor<4x"+elem+">", "tensor<4x"+elem+">"
				switch {
				case elem == "none":
					operand, result = "i32", "tensor<4xf32>"
				case strings.Contains(op, ".is_"):
					result = "tensor<4xi1>"
				case op == "stablehlo.abs" && elem == "complex<f32>":
					result = "tensor<4xf32>"
				}
				x, types := "%x", operand
				if len(d.Operands) == 2 {
					x, types = "%x, %x", operand+", "+operand
				}
				want := fmt.Sprintf("bad.mlir:2:6: error: '%s' op operand #0 must be %s, but got '%s'", op, class.operand, operand)
				if slices.Contains(strings.Fields(class.legal), elem) {
					want = ""
				}
				text := fmt.Sprintf("func.func @f(%%x: %s) {\n%%0 = %q(%s) : (%s) -> %s\nreturn\n}", operand, op, x, types, result)
				if d := cmp.Diff(want, message(text)); d != "" {
					t.Errorf("%s\n%s", d, text)
				}
			}
		}
	}
}

// Operands that an op takes by name must have the types that the definition says, and attributes
// that it needs must be there, and be of their kind.
func TestDeclarations(t *testing.T) {
	for _, d := range slices.Concat(stablehlo.Dialect.Ops(), chlo.Dialect.Ops()) {
		o, strange := instance(t, d)
		for i, arg := range d.Operands {
			if arg.Count != ir.One || arg.Type.Ok(strange.Type()) || i >= o.NumOperands() {
				continue
			}
			before := o.Operand(i)
			o.SetOperand(i, strange)
			expect(t, o, fmt.Sprintf("operand #%d must be %s, but got '%s'", i, arg.Type.Desc, strange.Type()))
			o.SetOperand(i, before)
		}
		props := o.Props()
		for _, arg := range d.Attrs {
			if arg.Optional || arg.Default != nil {
				continue
			}
			o.SetProps(o.Context().Dict(slices.DeleteFunc(slices.Clone(props.Entries()), func(e ir.NamedAttr) bool { return e.Name == arg.Name })))
			expect(t, o, fmt.Sprintf("requires attribute '%s'", arg.Name))
			o.SetProps(props)
			o.SetAttr(arg.Name, o.Context().Unit())
			expect(t, o, fmt.Sprintf("attribute '%s' failed to satisfy constraint: %s", arg.Name, arg.Is.Desc))
			o.SetProps(props)
		}
		if err := ir.VerifyOp(o); err != nil {
			t.Errorf("%s is no longer what it was: %v", d.Name(), err)
		}
	}
}

// instance is the op of the example of a definition, and a value that few ops take.
func instance(t *testing.T, d *ir.OpDef) (o *ir.Op, strange *ir.Value) {
	t.Helper()
	ctx := driver.NewContext()
	m, err := parser.Parse(ctx, []byte(d.Example+"\nfunc.func private @strange() {\n%0 = builtin.unrealized_conversion_cast to vector<7xi5>\nreturn\n}"), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ir.Walk(m, func(p *ir.Op) ir.WalkAction {
		switch {
		case p.Is(d):
			o = p
		case p.Name() == "builtin.unrealized_conversion_cast":
			strange = p.Result(0)
		}
		return ir.Advance
	})
	return o, strange
}

func expect(t *testing.T, o *ir.Op, want string) {
	t.Helper()
	err := ir.VerifyOp(o)
	if err == nil {
		t.Errorf("%s is accepted, want %s", o.Name(), want)
		return
	}
	if d := cmp.Diff(fmt.Sprintf("'%s' op %s", o.Name(), want), err.Error()); d != "" {
		t.Error(d)
	}
}
