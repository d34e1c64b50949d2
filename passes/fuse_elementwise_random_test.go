package passes_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// fusable makes programs of ops that fuse, and of some that do not.
type fusable struct {
	rand   *rand.Rand
	text   strings.Builder
	values []fusableValue
}

type fusableValue struct {
	name  string
	shape []int
	elem  string
}

func (v *fusableValue) typ() string { return tensorType(v.shape, v.elem) }

func tensorType(shape []int, elem string) string {
	if len(shape) == 0 {
		return "tensor<" + elem + ">"
	}
	return "tensor<" + tensor.ShapeString(shape) + "x" + elem + ">"
}

var (
	fusableShapes = [][]int{{}, {1}, {7}, {4, 8}, {8, 8}, {2, 3, 4}, {1, 6, 1, 8}, {0, 4}, {16, 1}, {3, 130}, {2, 3, 5, 7}, {5, 1100}, {9000}, {40, 30, 20}, {6, 6, 6}, {1, 5000}, {70, 1, 90}}
	fusableElems  = []string{"f32", "f32", "f32", "f64", "f16", "bf16", "i32", "i8", "ui8", "i64", "i1"}

	fusableUnary = map[string][]string{
		"float": {"neg", "abs", "sign", "exp", "expm1", "log", "log1p", "sqrt", "rsqrt", "cbrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
			"asinh", "acosh", "atanh", "sigmoid", "erf", "erfc", "relu", "relu6", "silu", "gelu", "floor", "ceil", "round_even", "round_away", "is_finite", "is_inf"},
		"int":  {"neg", "abs", "sign", "not", "popcnt", "clz", "relu", "relu6"},
		"bool": {"not"},
	}
	fusableBinary = map[string][]string{
		"float": {"add", "sub", "mul", "div", "max", "min", "pow", "rem", "atan2", "next_after"},
		"int":   {"add", "sub", "mul", "div", "max", "min", "rem", "and", "or", "xor", "shl", "shr", "shr_logical", "mulhi"},
		"bool":  {"add", "mul", "max", "min", "and", "or", "xor"},
	}
	fusableFolds = map[string][]string{
		"float": {"sum", "prod", "max", "min", "mean"}, "int": {"sum", "prod", "max", "min", "and", "or", "xor"}, "bool": {"sum", "prod", "and", "or", "xor"},
	}
)

func elemClass(elem string) string {
	switch {
	case elem == "i1":
		return "bool"
	case strings.Contains(elem, "f"):
		return "float"
	}
	return "int"
}

func pickOne[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func (p *fusable) add(shape []int, elem, format string, args ...any) *fusableValue {
	v := fusableValue{fmt.Sprintf("%%v%d", len(p.values)), slices.Clone(shape), elem}
	fmt.Fprintf(&p.text, "  %s = %s\n", v.name, fmt.Sprintf(format, args...))
	p.values = append(p.values, v)
	return &p.values[len(p.values)-1]
}

// recent prefers values that were made last, so that chains come about.
func (p *fusable) recent() *fusableValue {
	n := len(p.values)
	if p.rand.IntN(3) > 0 {
		return &p.values[n-1-p.rand.IntN(min(n, 5))]
	}
	return &p.values[p.rand.IntN(n)]
}

// partner finds a value that broadcasts with v and has its element type.
func (p *fusable) partner(v *fusableValue) (w *fusableValue, shape []int) {
	for range 20 {
		w = p.recent()
		shape = broadcastOf(v.shape, w.shape)
		if n, err := tensor.Elements(shape); w.elem == v.elem && shape != nil && err == nil && n < 1<<18 {
			return w, shape
		}
	}
	return v, v.shape
}

func broadcastOf(a, b []int) []int {
	out := make([]int, max(len(a), len(b)))
	for d := range out {
		x, y := 1, 1
		if at := d - len(out) + len(a); at >= 0 {
			x = a[at]
		}
		if at := d - len(out) + len(b); at >= 0 {
			y = b[at]
		}
		if x != y && x != 1 && y != 1 {
			return nil
		}
		out[d] = max(x, y)
		if x == 0 || y == 0 {
			out[d] = 0
		}
	}
	return out
}

func (p *fusable) op() {
	v := *p.recent()
	class := elemClass(v.elem)
	switch p.rand.IntN(14) {
	case 0, 1, 2:
		name := pickOne(p.rand, fusableUnary[class])
		elem := v.elem
		if strings.HasPrefix(name, "is_") {
			elem = "i1"
		}
		p.add(v.shape, elem, "tg.%s %s : (%s) -> %s", name, v.name, v.typ(), tensorType(v.shape, elem))
	case 3, 4, 5, 6:
		w, shape := p.partner(&v)
		a, b := v, *w
		if p.rand.IntN(2) == 0 {
			a, b = b, a
		}
		p.add(shape, v.elem, "tg.%s %s, %s : (%s, %s) -> %s", pickOne(p.rand, fusableBinary[class]), a.name, b.name, a.typ(), b.typ(), tensorType(shape, v.elem))
	case 7:
		w, shape := p.partner(&v)
		b := *w
		p.add(shape, "i1", "tg.compare %s %s, %s : (%s, %s) -> %s", pickOne(p.rand, []string{"lt", "le", "eq", "ne", "ge", "gt"}), v.name, b.name, v.typ(), b.typ(), tensorType(shape, "i1"))
	case 8:
		w, shape := p.partner(&v)
		b := *w
		if p.rand.IntN(2) == 0 {
			p.add(shape, v.elem, "tg.clamp %s, %s, %s : (%s, %s, %s) -> %s", v.name, b.name, v.name, v.typ(), b.typ(), v.typ(), tensorType(shape, v.elem))
			return
		}
		for i := range p.values {
			if c := p.values[i]; c.elem == "i1" && slices.Equal(broadcastOf(c.shape, shape), shape) {
				p.add(shape, v.elem, "tg.select %s, %s, %s : (%s, %s, %s) -> %s", c.name, v.name, b.name, c.typ(), v.typ(), b.typ(), tensorType(shape, v.elem))
				return
			}
		}
	case 9:
		elem := pickOne(p.rand, fusableElems)
		p.add(v.shape, elem, "tg.convert %s : (%s) -> %s", v.name, v.typ(), tensorType(v.shape, elem))
	case 10, 11:
		p.reduce(v, class)
	case 12:
		p.move(v)
	default:
		p.source()
	}
}

func (p *fusable) reduce(v fusableValue, class string) {
	var dims []string
	var shape []int
	keep, trailing := p.rand.IntN(2) == 0, p.rand.IntN(4)
	for d, n := range v.shape {
		reduced := p.rand.IntN(2) == 0
		switch trailing {
		case 0:
			reduced = d == len(v.shape)-1
		case 1:
			reduced = d < len(v.shape)-1
		}
		if reduced {
			dims = append(dims, fmt.Sprint(d))
		}
		if !reduced {
			shape = append(shape, n)
		} else if keep {
			shape = append(shape, 1)
		}
	}
	text := ""
	if keep {
		text = " keep_dims"
	}
	p.add(shape, v.elem, "tg.reduce %s %s dims [%s]%s : (%s) -> %s", pickOne(p.rand, fusableFolds[class]), v.name, strings.Join(dims, ", "), text, v.typ(), tensorType(shape, v.elem))
}

// move broadcasts, reshapes or transposes.
func (p *fusable) move(v fusableValue) {
	switch p.rand.IntN(4) {
	case 0: // a transpose is a boundary
		if len(v.shape) >= 2 {
			last := len(v.shape) - 1
			shape, order := slices.Clone(v.shape), make([]string, len(v.shape))
			for d := range order {
				order[d] = fmt.Sprint(d)
			}
			shape[0], shape[last], order[0], order[last] = shape[last], shape[0], order[last], order[0]
			p.add(shape, v.elem, "tg.transpose %s permutation [%s] : (%s) -> %s", v.name, strings.Join(order, ", "), v.typ(), tensorType(shape, v.elem))
		}
	case 1: // a dimension of extent 1 comes or goes, or two dimensions become one
		shape := slices.Clone(v.shape)
		if d := p.rand.IntN(len(shape) + 1); p.rand.IntN(2) == 0 || len(shape) < 2 {
			shape = slices.Insert(shape, d, 1)
		} else {
			shape[0] *= shape[1]
			shape = slices.Delete(shape, 1, 2)
		}
		if len(shape) < 6 {
			p.add(shape, v.elem, "tg.reshape %s : (%s) -> %s", v.name, v.typ(), tensorType(shape, v.elem))
		}
	default:
		target := p.recent().shape
		var dims []string
		next := 0
		for d, n := range target {
			if next < len(v.shape) && (v.shape[next] == n || v.shape[next] == 1) {
				dims = append(dims, fmt.Sprint(d))
				next++
			}
		}
		if next == len(v.shape) {
			p.add(target, v.elem, "tg.broadcast %s dims [%s] : (%s) -> %s", v.name, strings.Join(dims, ", "), v.typ(), tensorType(target, v.elem))
		}
	}
}

func (p *fusable) source() {
	v := p.recent()
	shape, elem := v.shape, v.elem
	if p.rand.IntN(3) == 0 {
		shape = nil
	}
	if len(shape) > 0 && p.rand.IntN(2) == 0 {
		p.add(shape, elem, "tg.iota dim %d : %s", p.rand.IntN(len(shape)), tensorType(shape, elem))
		return
	}
	value := map[string]string{"float": "2.5", "int": "3", "bool": "true"}[elemClass(elem)]
	p.add(shape, elem, "tg.constant dense<%s> : %s", value, tensorType(shape, elem))
}

// fusableProgram is a random program of up to that many ops.
func fusableProgram(seed uint64, ops int) string {
	p := &fusable{rand: rand.New(rand.NewPCG(seed, 5))}
	shape := pickOne(p.rand, fusableShapes)
	var params []string
	for i := range 2 + p.rand.IntN(4) {
		own := slices.Clone(shape)
		switch p.rand.IntN(4) {
		case 0:
			for d := range own {
				if p.rand.IntN(2) == 0 {
					own[d] = 1
				}
			}
		case 1:
			own = own[p.rand.IntN(len(own)+1):]
		}
		elem := "f32"
		if i > 0 {
			elem = pickOne(p.rand, fusableElems)
		}
		v := fusableValue{fmt.Sprintf("%%v%d", i), own, elem}
		p.values = append(p.values, v)
		params = append(params, v.name+": "+v.typ())
	}
	for range 1 + p.rand.IntN(ops) {
		p.op()
	}
	var names, types []string
	for range 1 + p.rand.IntN(4) {
		v := p.recent()
		names, types = append(names, v.name), append(types, v.typ())
	}
	return fmt.Sprintf("func.func @main(%s) -> (%s) {\n%s  return %s : %s\n}\n", strings.Join(params, ", "), strings.Join(types, ", "),
		p.text.String(), strings.Join(names, ", "), strings.Join(types, ", "))
}

// fusionPipelines all have the same meaning.
var fusionPipelines = []string{
	"fuse-elementwise", "fuse-elementwise{max-ops=3}", "fuse-elementwise{reductions=false}", "fuse-elementwise,unfuse", "fuse-elementwise,canonicalize,cse",
}

// agreeFused runs a program before and after each pipeline, and counts fusions.
func agreeFused(t testing.TB, text string, seed uint64, fused map[string]int) {
	t.Helper()
	original := transform(t, text, "", 1)
	main := ir.Symbols(original)["main"]
	inputs := agree.Inputs(main, int(seed%14))
	parallel.SetWorkers(1)
	before := agree.Execute(original, "main", inputs, 10*time.Second)
	if before.Err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, before.Err, agree.Numbered(text))
	}
	for i, passes := range fusionPipelines {
		module := transform(t, text, passes, 1)
		ir.Walk(module, func(o *ir.Op) ir.WalkAction {
			if o.Is(tg.Fusion) {
				fused[passes]++
				if _, err := tg.TileProgram(o); err != nil && i < 4 {
					t.Errorf("seed %d: %s makes a fusion that %v:\n%s", seed, passes, err, printer.OpString(o, printer.Options{}))
				}
			}
			return ir.Advance
		})
		for _, workers := range []int{1, 2, 8} {
			parallel.SetWorkers(workers)
			if d := before.Difference(agree.Execute(module, "main", inputs, 10*time.Second), agree.Same); d != "" {
				t.Errorf("seed %d: %s with %d workers changes the result: %s\nbefore:\n%s\nafter:\n%s", seed, passes, workers, d, agree.Numbered(text), printer.OpString(module, printer.Options{}))
				return
			}
		}
	}
}

func TestFusedProgramsAgree(t *testing.T) {
	defer parallel.SetWorkers(0)
	programs := 400
	if testing.Short() {
		programs = 100
	}
	fused := map[string]int{}
	for seed := range programs {
		agreeFused(t, fusableProgram(uint64(seed), 25), uint64(seed), fused)
		if t.Failed() {
			return
		}
	}
	if n := fused["fuse-elementwise"]; n < programs/2 {
		t.Errorf("only %d fusions in %d programs", n, programs)
	}
	if n := fused["fuse-elementwise,unfuse"]; n != 0 {
		t.Errorf("unfuse leaves %d fusions", n)
	}
}

// Programs that random ones seldom come near.
func TestFusedCasesAgree(t *testing.T) {
	defer parallel.SetWorkers(0)
	for _, text := range []string{
		softmaxProgram("70x300", "70x1", 1), softmaxProgram("2x3x37x64", "2x3x37x1", 3), layerNormProgram("3x50x96", "3x50x1", "96", 2), elementwiseChain("70001"),
		// A mask whose rows repeat, so that tiles begin in the midst of it and wrap around, and one value for each head.
		`func.func @main(%x: tensor<2x3x37x64xf32>, %mask: tensor<37x64xf32>, %scale: tensor<3x1x1xf32>) -> tensor<2x3x37x64xf32> {
  %0 = tg.add %x, %mask : (tensor<2x3x37x64xf32>, tensor<37x64xf32>) -> tensor<2x3x37x64xf32>
  %1 = tg.mul %0, %scale : (tensor<2x3x37x64xf32>, tensor<3x1x1xf32>) -> tensor<2x3x37x64xf32>
  %2 = tg.reduce max %1 dims [3] keep_dims : (tensor<2x3x37x64xf32>) -> tensor<2x3x37x1xf32>
  %3 = tg.sub %1, %2 : (tensor<2x3x37x64xf32>, tensor<2x3x37x1xf32>) -> tensor<2x3x37x64xf32>
  return %3 : tensor<2x3x37x64xf32>
}`,
		// The sum of all rows is in the fusion of what is divided by it, which must not join.
		`func.func @main(%x: tensor<200x64xf32>) -> tensor<200x64xf32> {
  %0 = tg.exp %x : tensor<200x64xf32>
  %1 = tg.reduce sum %0 dims [0] : (tensor<200x64xf32>) -> tensor<64xf32>
  %2 = tg.div %0, %1 : (tensor<200x64xf32>, tensor<64xf32>) -> tensor<200x64xf32>
  return %2 : tensor<200x64xf32>
}`,
		`func.func @main(%x: tensor<200x64xf32>) -> tensor<200x64xf32> {
  %0 = tg.exp %x : tensor<200x64xf32>
  %1 = tg.reduce sum %0 dims [0] : (tensor<200x64xf32>) -> tensor<64xf32>
  %2 = tg.clamp %1, %0, %x : (tensor<64xf32>, tensor<200x64xf32>, tensor<200x64xf32>) -> tensor<200x64xf32>
  return %2 : tensor<200x64xf32>
}`,
		// Results without elements.
		`func.func @main(%x: tensor<0x4xf64>, %y: tensor<4xf64>) -> tensor<0xf64> {
  %0 = tg.abs %y : tensor<4xf64>
  %1 = tg.max %0, %x : (tensor<4xf64>, tensor<0x4xf64>) -> tensor<0x4xf64>
  %2 = tg.reduce sum %1 dims [1] : (tensor<0x4xf64>) -> tensor<0xf64>
  return %2 : tensor<0xf64>
}`,
		// Counts and lists along other dimensions than the last.
		`func.func @main(%x: tensor<20x30x40xf32>) -> (tensor<20x30x40xf32>, tensor<20xf32>) {
  %0 = tg.iota dim 1 : tensor<20x30x40xf32>
  %1 = tg.constant dense<2.0> : tensor<20x30x40xf32>
  %2 = tg.add %x, %0 : tensor<20x30x40xf32>
  %3 = tg.mul %2, %1 : tensor<20x30x40xf32>
  %4 = tg.reduce max %3 dims [1, 2] : (tensor<20x30x40xf32>) -> tensor<20xf32>
  return %3, %4 : tensor<20x30x40xf32>, tensor<20xf32>
}`,
	} {
		fused := map[string]int{}
		agreeFused(t, text, 3, fused)
		if fused["fuse-elementwise"] == 0 {
			t.Errorf("nothing is fused:\n%s", text)
		}
	}
}

func FuzzFusedProgramsAgree(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(10000 + seed)
	}
	defer parallel.SetWorkers(0)
	f.Fuzz(func(t *testing.T, seed uint64) { agreeFused(t, fusableProgram(seed, 25), seed, map[string]int{}) })
}

// A fused program holds its operands and its results, and nothing in between.
func TestFusionHoldsNoIntermediates(t *testing.T) {
	const size = 4 * 512 * 1024
	for _, p := range []struct {
		text           string
		unfused, fused int
	}{
		{text: softmaxProgram("512x1024", "512x1", 1), unfused: size, fused: size},
		{text: layerNormProgram("512x1024", "512x1", "1024", 1), unfused: 2 * size, fused: size},
		{text: elementwiseChain("524288"), unfused: size, fused: size},
	} {
		peak := func(passes string) int {
			program, err := interp.NewModule(transform(t, p.text, passes, 1)).Program("main")
			if err != nil {
				t.Fatal(err)
			}
			r, err := program.Run(agree.Inputs(ir.Symbols(transform(t, p.text, "", 1))["main"], 0), interp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return r.PeakBytes
		}
		if got := peak(""); got < p.unfused {
			t.Errorf("unfused: %d bytes at the peak, expected at least %d: the test shows nothing", got, p.unfused)
		}
		if got := peak("fuse-elementwise"); got != p.fused {
			t.Errorf("fused: %d bytes at the peak, want the %d of the result\n%s", got, p.fused, p.text)
		}
	}
}
