package cost_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/scf"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

func parse(t testing.TB, text string) *ir.Op {
	t.Helper()
	c := ir.NewContext(builtin.Dialect, fn.Dialect, arith.Dialect, scf.Dialect, tg.Dialect)
	c.AllowUnregistered = true
	m, err := parser.Parse(c, []byte(text), parser.Options{})
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatalf("%s\n%s", c.Render(ir.AsDiag(err, 0)), text)
	}
	return m
}

// plain is a machine on which everything takes a second that is not free: an op
// its overhead, and nothing else counts.
func plain(t testing.TB) *cost.Machine {
	t.Helper()
	text := "name = plain\nspeedup = 1\ngrain = 1\ntrips = 10\noverhead = 1\ntile-rows = 1\ntile-cols = 1\nfold-lanes = 1\n"
	for _, key := range []string{"bandwidth", "cache", "cache-bandwidth", "runs", "singles", "swaps", "square", "packing", "flops.simple.f32", "flops.math.f32",
		"flops.fold.f32", "flops.contract.f32", "flops.depthwise.f32"} {
		text += key + " = 1e30\n"
	}
	m, err := cost.Parse("plain", text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const twice = `
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
`

// Calls, loops and branches: how many ops run.
func TestOpsThatRun(t *testing.T) {
	for _, c := range []struct {
		name, body, more string
		want             float64
	}{
		{"ops", `%0 = tg.neg %x : tensor<4xf32>  %1 = tg.exp %0 : tensor<4xf32>`, "", 2},
		{"constants are free", `%0 = tg.constant dense<1.0> : tensor<4xf32>  %1 = arith.constant 1 : i32`, "", 0},
		{"scalars", `%0 = arith.constant 1 : i32  %1 = arith.addi %0, %0 : i32`, "", 1},
		{"unregistered", `%0 = "other.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>`, "", 1},
		{"override", `%0 = tg.neg %x {tg.cost = 12.5 : f64} : tensor<4xf32>`, "", 12.5},
		{"override of an unregistered op", `%0 = "other.op"(%x) {tg.cost = 2.5 : f32} : (tensor<4xf32>) -> tensor<4xf32>`, "", 2.5},
		{"override by nothing", `%0 = tg.neg %x {tg.cost = 0.0 : f64} : tensor<4xf32>`, "", 0},
		{"override of a call", `%0 = func.call @twice(%x) {tg.cost = 5.0 : f64} : (tensor<4xf32>) -> tensor<4xf32>`, twice, 5},
		{"override of a function", `%0 = func.call @cheap(%x) : (tensor<4xf32>) -> tensor<4xf32>`, strings.Replace(strings.Replace(twice, "@twice", "@cheap", 1), "{", "attributes {tg.cost = 0.5 : f64} {", 1), 1.5},
		{"override in a loop", `%0 = tg.while (%v = %x) : tensor<4xf32> cond { tg.yield %p : tensor<i1> } do { %1 = tg.neg %v {tg.cost = 4.0 : f64} : tensor<4xf32> tg.yield %1 : tensor<4xf32> }`, "", 1 + 10*4},
		{"override in a fusion", `%0 = tg.fusion (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> { %1 = tg.neg %a {tg.cost = 4.0 : f64} : tensor<4xf32> tg.yield %1 : tensor<4xf32> }`, "", 1 + 4},
		{"override of a constant", `%0 = tg.constant {tg.cost = 4.0 : f64} dense<1.0> : tensor<4xf32>`, "", 4},
		{"override of an op with regions", `%0 = tg.if %p -> (tensor<4xf32>) attributes {tg.cost = 3.0 : f64} { %1 = tg.neg %x : tensor<4xf32> tg.yield %1 : tensor<4xf32> } else { tg.yield %x : tensor<4xf32> }`, "", 3},
		{"call", `%0 = func.call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>`, twice, 3},
		{"branch", `%0 = tg.if %p -> (tensor<4xf32>) { %1 = tg.neg %x : tensor<4xf32> %2 = tg.neg %1 : tensor<4xf32> tg.yield %2 : tensor<4xf32> } else { tg.yield %x : tensor<4xf32> }`, "", 1 + 1},
		{"loop of an unknown number of trips", `%0 = tg.while (%v = %x) : tensor<4xf32> cond { tg.yield %p : tensor<i1> } do { %1 = tg.neg %v : tensor<4xf32> tg.yield %1 : tensor<4xf32> }`, "", 1 + 10},
		{"loop that says how many values it collects", `%0:2 = tg.while (%v = %x) : tensor<4xf32> collect (tensor<7x4xf32>) cond { tg.yield %p : tensor<i1> } do { %1 = tg.neg %v : tensor<4xf32> tg.yield %1, %v : tensor<4xf32>, tensor<4xf32> }`, "", 1 + 7},
		{"loop that collects any number", `%0:2 = tg.while (%v = %x) : tensor<4xf32> collect (tensor<?x4xf32>) cond { tg.yield %p : tensor<i1> } do { %1 = tg.neg %v : tensor<4xf32> tg.yield %1, %v : tensor<4xf32>, tensor<4xf32> }`, "", 1 + 10},
		{"counted loop", loop("lt", "%i, %n", 0, 7, 2), "", 1 + 4*2},
		{"with the end", loop("le", "%i, %n", 0, 8, 2), "", 1 + 5*2},
		{"downwards", loop("gt", "%i, %n", 9, 0, -3), "", 1 + 3*2},
		{"until", loop("ne", "%i, %n", 0, 6, 2), "", 1 + 3*2},
		{"the limit first", loop("gt", "%n, %i", 0, 3, 1), "", 1 + 3*2},
		{"no trip", loop("lt", "%i, %n", 5, 5, 1), "", 1},
		{"for ever", loop("lt", "%i, %n", 0, 5, -1), "", 1 + 10*2},
		{"past the end", loop("ne", "%i, %n", 0, 5, 2), "", 1 + 10*2},
		{"a region for each element", `%i = tg.constant dense<0.0> : tensor<f32> %0 = tg.reduce %x init %i dims [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> with (%a: tensor<f32>, %e: tensor<f32>) { %1 = tg.mul %a, %e : tensor<f32> tg.yield %1 : tensor<f32> }`, "", 1 + 4},
		{"fused ops have no overhead", `%0 = tg.fusion (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> { %1 = tg.neg %a : tensor<4xf32> %2 = tg.exp %1 : tensor<4xf32> tg.yield %2 : tensor<4xf32> }`, "", 1},
		{"loop of scf", `%a = arith.constant 0 : index %b = arith.constant 5 : index %c = arith.constant 2 : index scf.for %i = %a to %b step %c { %0 = tg.neg %x : tensor<4xf32> }`, "", 1 + 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			module := parse(t, "func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) {\n"+c.body+"\nreturn\n}\n"+c.more)
			if got := plain(t).Function(module, "main"); math.Abs(got-c.want) > 1e-9 {
				t.Errorf("runs %v ops, want %v", got, c.want)
			}
		})
	}
}

// loop counts from, from+step ... while it compares as told with to.
func loop(direction, operands string, from, to, step int) string {
	operands = strings.NewReplacer("%i", "%k", "%n", "%to").Replace(operands)
	return fmt.Sprintf(`%%from = tg.constant dense<%d> : tensor<i32>  %%to = tg.constant dense<%d> : tensor<i32>  %%step = tg.constant dense<%d> : tensor<i32>
%%0 = tg.while (%%k = %%from) : tensor<i32> cond {
  %%1 = tg.compare %s %s : (tensor<i32>, tensor<i32>) -> tensor<i1>
  tg.yield %%1 : tensor<i1>
} do {
  %%1 = tg.add %%step, %%k : tensor<i32>
  tg.yield %%1 : tensor<i32>
}`, from, to, step, direction, operands)
}

// A function is looked at once, however often it is called and however deep.
func TestCallGraphs(t *testing.T) {
	const depth = 60
	var b strings.Builder
	for i := range depth {
		fmt.Fprintf(&b, "func.func @f%d(%%x: tensor<4xf32>) -> tensor<4xf32> {\n  %%0 = func.call @f%d(%%x) : (tensor<4xf32>) -> tensor<4xf32>\n  %%1 = func.call @f%d(%%0) : (tensor<4xf32>) -> tensor<4xf32>\n  return %%1 : tensor<4xf32>\n}\n", i, i+1, i+1)
	}
	fmt.Fprintf(&b, "func.func @f%d(%%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %%x : tensor<4xf32>\n}\n", depth)
	module := parse(t, b.String())
	if got, want := plain(t).Function(module, "f0"), math.Exp2(depth+1)-2; got != want {
		t.Errorf("makes %v calls, want %v", got, want)
	}
	// A function that calls itself, through another one, is counted up to there.
	cycle := parse(t, `func.func @a(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @b(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @b(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = func.call @a(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}`)
	if got := plain(t).Function(cycle, "a"); got != 3 {
		t.Errorf("a cycle of calls runs %v ops, want 3", got)
	}
	// However often it is asked for: one that is called from a function that it calls
	// is not counted there.
	e := cost.NewEstimator(plain(t))
	for _, c := range []struct {
		name string
		want float64
	}{{"b", 3}, {"a", 1}, {"b", 3}} {
		if got := e.Op(ir.Symbols(cycle)[c.name]).Seconds; got != c.want {
			t.Errorf("@%s runs %v ops, want %v", c.name, got, c.want)
		}
	}
	if got := plain(t).Function(cycle, "c"); got != 0 {
		t.Errorf("a function that is not there runs %v ops", got)
	}
}

// Apart, an op costs what it does without the functions that it calls, wherever in it.
func TestApart(t *testing.T) {
	for body, want := range map[string]float64{
		`%0 = func.call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>`: 1,
		`%0 = tg.neg %x : tensor<4xf32>`:                               1,
		`%0 = tg.while (%v = %x) : tensor<4xf32> cond { tg.yield %p : tensor<i1> } do { %1 = func.call @twice(%v) : (tensor<4xf32>) -> tensor<4xf32> tg.yield %1 : tensor<4xf32> }`: 1 + 10,
	} {
		module := parse(t, "func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) {\n"+body+"\nreturn\n}\n"+twice)
		if got := plain(t).Apart(ir.Symbols(module)["main"].RegionAt(0).First().First()); got != want {
			t.Errorf("%s costs %v apart, want %v", body, got, want)
		}
	}
}

// Regions may nest deeper than a goroutine's stack is good for.
func TestDeepNest(t *testing.T) {
	const depth = 20000
	text := "func.func @main(%x: tensor<4xf32>) {\n" + strings.Repeat("scf.execute_region {\n", depth) + "%0 = tg.neg %x : tensor<4xf32>\n" +
		strings.Repeat("scf.yield\n}\n", depth) + "return\n}\n"
	if got := plain(t).Function(parse(t, text), "main"); got < depth {
		t.Errorf("runs %v ops, want %d and more", got, depth)
	}
}

// A verifier rejects an override that is no time; where nobody verifies it, the
// model is asked.
func TestOverrideThatIsNoTime(t *testing.T) {
	c := ir.NewContext()
	if err := cost.CheckOverride(c.FloatAttr(c.F64(), 0)); err != nil {
		t.Errorf("0: %v", err)
	}
	for _, v := range []float64{-1, math.NaN(), math.Inf(1)} {
		if err := cost.CheckOverride(c.FloatAttr(c.F64(), v)); err == nil {
			t.Errorf("%v is a time", v)
		}
		module := parse(t, "func.func @main(%x: tensor<4xf32>) {\n%0 = tg.neg %x : tensor<4xf32>\nreturn\n}")
		o := module.RegionAt(0).First().First().RegionAt(0).First().First()
		o.SetAttr(cost.Override, o.Context().FloatAttr(o.Context().F64(), v))
		if got := plain(t).Op(o); got != 1 {
			t.Errorf("%v: takes %v seconds, want 1", v, got)
		}
	}
}

// What passes ask for most must not allocate.
func TestOpDoesNotAllocate(t *testing.T) {
	if instrumented {
		t.Skip("the race detector allocates")
	}
	m := cost.CPU()
	for _, text := range []string{
		"tg.add %x, %y : tensor<64x64xf32>", "tg.exp %x : tensor<64x64xf32>", "tg.matmul %x, %y : tensor<64x64xf32>",
		"tg.add %x, %z : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64x64xf32>",
	} {
		o := parse(t, fmt.Sprintf("func.func @main(%%x: tensor<64x64xf32>, %%y: tensor<64x64xf32>, %%z: tensor<64xf32>) {\n%%0 = %s\nreturn\n}", text)).
			RegionAt(0).First().First().RegionAt(0).First().First()
		if n := testing.AllocsPerRun(100, func() { m.Op(o) }); n > 0.5 {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
}

// The work of an op that is not there is that of the one that is.
func TestWorkOfTypes(t *testing.T) {
	module := parse(t, "func.func @main(%x: tensor<8x16xf32>, %y: tensor<16x4xf32>) {\n%0 = tg.matmul %x, %y : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>\nreturn\n}")
	o := module.RegionAt(0).First().First().RegionAt(0).First().First()
	m := cost.CPU()
	got := m.Work(&ir.Inference{Ctx: o.Context(), Def: tg.MatMul, Operands: o.OperandTypes()})
	if want := m.Work(ir.InferenceOf(o)); !reflect.DeepEqual(got, want) || got.Flops != 2*8*16*4 {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if m.Seconds(got) != m.Op(o) {
		t.Errorf("takes %v, but the op takes %v", m.Seconds(got), m.Op(o))
	}
}

func BenchmarkOp(b *testing.B) {
	m := cost.CPU()
	for _, c := range []struct{ name, text string }{
		{"add", "tg.add %x, %y : tensor<64x64xf32>"}, {"matmul", "tg.matmul %x, %y : tensor<64x64xf32>"},
		{"transpose", "tg.transpose %x permutation [1, 0] : tensor<64x64xf32>"},
		{"reduce", "tg.reduce sum %x dims [1] : (tensor<64x64xf32>) -> tensor<64xf32>"},
	} {
		o := parse(b, fmt.Sprintf("func.func @main(%%x: tensor<64x64xf32>, %%y: tensor<64x64xf32>) {\n%%0 = %s\nreturn\n}", c.text)).
			RegionAt(0).First().First().RegionAt(0).First().First()
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				m.Op(o)
			}
		})
	}
}
