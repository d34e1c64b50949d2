package tedialect_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/tegen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// run executes @main of a text on inputs as text, or random ones of a seed.
func run(text string, inputs []string, opt interp.Options) (string, error) {
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(text), parser.Options{})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		return "", err
	}
	p, err := interp.NewModule(module).Program("main")
	if err != nil {
		return "", err
	}
	var in []*tensor.Tensor
	g := &opgen.Generator{Rand: rand.New(rand.NewPCG(1, 2)), Ctx: ctx}
	for i, t := range p.Inputs {
		if i >= len(inputs) {
			in = append(in, g.Tensor(t, opgen.Ordinary))
			continue
		}
		x, err := tensor.Parse(inputs[i])
		if err != nil {
			return "", err
		}
		in = append(in, x)
	}
	got, err := p.Run(in, opt)
	if err != nil {
		return "", err
	}
	var list []string
	for _, x := range got.Outputs {
		list = append(list, tensor.Format(x))
	}
	return strings.Join(list, "\n"), nil
}

// TestSameAsOps compares computes with the ops of tg that do the same.
func TestSameAsOps(t *testing.T) {
	for _, tt := range []struct{ name, args, result, compute, ops string }{
		{"matmul", "%x: tensor<20x30xf32>, %y: tensor<30x40xf32>", "tensor<20x40xf32>",
			"te.compute [i < 20, j < 40] dot [k < 30] -> tensor<20x40xf32> { %1 = te.read %x [i, k] : tensor<20x30xf32>\n%2 = te.read %y [k, j] : tensor<30x40xf32>\nte.yield %1, %2 : tensor<f32>, tensor<f32> }",
			"tg.matmul %x, %y : (tensor<20x30xf32>, tensor<30x40xf32>) -> tensor<20x40xf32>"},
		{"factors change places", "%x: tensor<20x30xf32>, %y: tensor<40x30xf32>", "tensor<40x20xf32>",
			"te.compute [j < 40, i < 20] dot [k < 30] -> tensor<40x20xf32> { %1 = te.read %x [i, k] : tensor<20x30xf32>\n%2 = te.read %y [j, k] : tensor<40x30xf32>\nte.yield %1, %2 : tensor<f32>, tensor<f32> }",
			"tg.dot_general %y, %x contracting [1] x [1] : (tensor<40x30xf32>, tensor<20x30xf32>) -> tensor<40x20xf32>"},
		{"batches", "%x: tensor<3x20x30xf16>, %y: tensor<30x4x3xf16>", "tensor<3x20x4xf16>",
			"te.compute [b < 3, i < 20, j < 4] dot [k < 30] -> tensor<3x20x4xf16> { %1 = te.read %x [b, i, k] : tensor<3x20x30xf16>\n%2 = te.read %y [k, j, b] : tensor<30x4x3xf16>\nte.yield %1, %2 : tensor<f16>, tensor<f16> }",
			"tg.dot_general %x, %y batching [0] x [2] contracting [2] x [0] : (tensor<3x20x30xf16>, tensor<30x4x3xf16>) -> tensor<3x20x4xf16>"},
		{"two axes are summed", "%x: tensor<7x5x6xf64>, %y: tensor<6x5x9xf64>", "tensor<7x9xf64>",
			"te.compute [i < 7, j < 9] dot [p < 5, q < 6] -> tensor<7x9xf64> { %1 = te.read %x [i, p, q] : tensor<7x5x6xf64>\n%2 = te.read %y [q, p, j] : tensor<6x5x9xf64>\nte.yield %1, %2 : tensor<f64>, tensor<f64> }",
			"tg.dot_general %x, %y contracting [1, 2] x [1, 0] : (tensor<7x5x6xf64>, tensor<6x5x9xf64>) -> tensor<7x9xf64>"},
		{"a wider sum", "%x: tensor<600xi8>, %y: tensor<600xi8>", "tensor<i32>",
			"te.compute [] dot [k < 600] -> tensor<i32> { %1 = te.read %x [k] : tensor<600xi8>\n%2 = te.read %y [599 - k] : tensor<600xi8>\nte.yield %1, %2 : tensor<i8>, tensor<i8> }",
			"tg.dot_general %x, %rev contracting [0] x [0] element_type i32 : (tensor<600xi8>, tensor<600xi8>) -> tensor<i32>"},
		{"a strided window", "%x: tensor<2x9x9x3xf32>, %y: tensor<3x3x3x5xf32>", "tensor<2x5x5x5xf32>",
			"te.compute [n < 2, h < 5, w < 5, o < 5] dot [p < 3, q < 3, c < 3] -> tensor<2x5x5x5xf32> {\n" +
				"%1 = te.read %x [n, 2 * h + p - 1, 2 * w + q - 1, c] if (2 * h + p >= 1, 2 * h + p < 10, 2 * w + q >= 1, 2 * w + q < 10) : tensor<2x9x9x3xf32>\n" +
				"%2 = te.read %y [p, q, c, o] : tensor<3x3x3x5xf32>\nte.yield %1, %2 : tensor<f32>, tensor<f32> }",
			"tg.conv %x, %y layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [1:1, 1:1] : (tensor<2x9x9x3xf32>, tensor<3x3x3x5xf32>) -> tensor<2x5x5x5xf32>"},
		{"a long sum", "%x: tensor<3x9000xf32>, %y: tensor<3x9000xf32>", "tensor<3xf32>",
			"te.compute [i < 3] sum [k < 9000] -> tensor<3xf32> { %1 = te.read %x [i, k] : tensor<3x9000xf32>\n%2 = te.read %y [i, k] : tensor<3x9000xf32>\n%3 = tg.mul %1, %2 : tensor<f32>\nte.yield %3 : tensor<f32> }",
			"tg.reduce sum %xy dims [1] : (tensor<3x9000xf32>) -> tensor<3xf32>"},
		{"many sums", "%x: tensor<4100x520xf32>", "tensor<520xf32>",
			"te.compute [j < 520] sum [k < 4100] -> tensor<520xf32> { %1 = te.read %x [k, j] : tensor<4100x520xf32>\nte.yield %1 : tensor<f32> }",
			"tg.reduce sum %x dims [0] : (tensor<4100x520xf32>) -> tensor<520xf32>"},
		{"a running sum", "%x: tensor<40xf32>, %z: tensor<f32>", "tensor<40xf32>",
			"te.compute [i < 40] reduce [k < 40] init(%zero) -> tensor<40xf32> { %1 = te.read %x [k] if (k <= i) : tensor<40xf32>\nte.yield %1 : tensor<f32> } with (%a: tensor<f32>, %e: tensor<f32>) { %1 = tg.add %a, %e : tensor<f32>\nte.yield %1 : tensor<f32> }",
			"tg.cumulate sum %x dim 0 : tensor<40xf32>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := func(body string) string {
				before := ""
				if strings.Contains(body, "%rev") {
					before += "  %rev = tg.reverse %y dims [0] : tensor<600xi8>\n"
				}
				if strings.Contains(body, "%xy") {
					before += "  %xy = tg.mul %x, %y : tensor<3x9000xf32>\n"
				}
				if strings.Contains(body, "%zero") {
					before += "  %zero = tg.constant dense<0.0> : tensor<f32>\n"
				}
				return "func.func @main(" + tt.args + ") -> " + tt.result + " {\n" + before + "  %0 = " + body + "\n  return %0 : " + tt.result + "\n}"
			}
			want, err := run(text(tt.ops), nil, interp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer parallel.SetWorkers(parallel.Workers())
			for _, workers := range []int{1, 2, 8} {
				parallel.SetWorkers(workers)
				got, err := run(text(tt.compute), nil, interp.Options{Poison: true})
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Fatalf("%d workers: got\n%.300s\nwant\n%.300s", workers, got, want)
				}
			}
		})
	}
}

// TestExtents: what only the run knows is checked then.
func TestExtents(t *testing.T) {
	const text = `func.func @main(%n: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = te.compute [i < %n] -> tensor<?xf32> {
    %1 = te.read %x [i + 1] : tensor<?xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<?xf32>
}`
	for _, tt := range []struct{ n, x, want string }{
		{"i64=3", "3xf32=1 2 3", "3xf32=2 3 3"},
		{"i64=0", "3xf32=1 2 3", "0xf32="},
		{"i64=2", "0xf32=", "2xf32=0 0"},
		{"i64=-2", "3xf32=1 2 3", "axis 'i' cannot have -2 values"},
		{"i64=9223372036854775807", "3xf32=1 2 3", "error"},
	} {
		got, err := run(text, []string{tt.n, tt.x}, interp.Options{MaxBytes: 1 << 30})
		if err != nil {
			got = "error: " + err.Error()
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s, %s: got %s, want %s", tt.n, tt.x, got, tt.want)
		}
	}
}

// TestDotFromInit: a chain begins with what init says.
func TestDotFromInit(t *testing.T) {
	const text = `func.func @main(%i: tensor<f32>, %x: tensor<2xf32>) -> tensor<f32> {
  %0 = te.compute [] dot [k < 2] init(%i) -> tensor<f32> {
    %1 = te.read %x [k] : tensor<2xf32>
    te.yield %1, %1 : tensor<f32>, tensor<f32>
  }
  return %0 : tensor<f32>
}`
	got, err := run(text, []string{"f32=100", "2xf32=3 4"}, interp.Options{})
	if err != nil || got != "f32=125" {
		t.Errorf("got %s, %v", got, err)
	}
}

// FuzzText: no text makes the reader, the verifier or the kernel panic.
func FuzzText(f *testing.F) {
	f.Add("te.compute [i < 4, j in -2..3] sum [k < 2] init(%s) -> tensor<4x5xf32> {\n%1 = te.read %m [i, k] : tensor<4x8xf32>\nte.yield %1 : tensor<f32>\n}")
	f.Add("te.compute [c < 16] -> tensor<16xf32> {\n%1 = te.read %x [%i + c mod 3] if (c >= 2, c == 3) else %s : tensor<16xf32>, tensor<i32>\nte.yield %1 : tensor<f32>\n}")
	f.Add("te.compute [] reduce [c < 3] init(%s) -> tensor<f32> {\nte.yield %s : tensor<f32>\n} with (%a: tensor<f32>, %e: tensor<f32>) {\n%1 = tg.add %a, %e : tensor<f32>\nte.yield %1 : tensor<f32>\n}")
	f.Add("te.compute [a < %n] -> tensor<?xi1> {\n%1 = te.guard (a floordiv 2 - 1 >= 0) : tensor<i1>\nte.yield %1 : tensor<i1>\n}")
	f.Fuzz(func(t *testing.T, compute string) {
		if len(compute) > 2000 {
			return
		}
		text := "func.func @main(%x: tensor<16xf32>, %m: tensor<4x8xf32>, %s: tensor<f32>, %i: tensor<i32>, %n: index) {\n  %0 = " + compute + "\n  return\n}"
		ctx := driver.NewContext()
		module, err := parser.Parse(ctx, []byte(text), parser.Options{})
		if err != nil || ir.Verify(module) != nil || large(module) {
			return
		}
		p, err := interp.NewModule(module).Program("main")
		if err != nil || len(p.Inputs) != 5 {
			return
		}
		g := &opgen.Generator{Rand: rand.New(rand.NewPCG(1, 2)), Ctx: ctx}
		var in []*tensor.Tensor
		for _, t := range p.Inputs {
			if !t.IsStatic() && t.IsShaped() {
				return
			}
			in = append(in, g.Tensor(t, opgen.Small))
		}
		p.Run(in, interp.Options{MaxBytes: 1 << 28, MaxSteps: 1000})
	})
}

// large reports whether a compute has so many points that they take long.
func large(module *ir.Op) (is bool) {
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		if c, ok := te.AsCompute(o); ok {
			points := 1.0
			for _, a := range c.All() {
				points *= float64(max(1, a.Extent))
			}
			is = is || points > 1e6
		}
		return ir.Advance
	})
	return is
}

// TestPassesKeepComputes: what computes make is the same behind passes that do not know them.
func TestPassesKeepComputes(t *testing.T) {
	for seed := range campaign.Seeds(15) {
		r := rand.New(rand.NewPCG(seed, 3))
		text := tegen.Function(r, tegen.Options{Static: true})
		want, err := run(text, nil, interp.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		for _, flags := range [][]string{
			{"--optimize"}, {"--canonicalize", "--cse", "--loop-invariant-code-motion"}, {"--schedule-memory", "--assign-buffers"},
			{"--sccp", "--remove-dead-values"}, {"--mlir-print-op-generic"},
		} {
			var out, messages bytes.Buffer
			if code := driver.Opt(append(flags, "-"), strings.NewReader(text), &out, &messages); code != 0 {
				t.Fatalf("seed %d: %v: %s\n%s", seed, flags, messages.String(), text)
			}
			if got, err := run(out.String(), nil, interp.Options{Poison: true}); err != nil || got != want {
				t.Fatalf("seed %d: %v: got %s, %v, want %s\n%s", seed, flags, got, err, want, text)
			}
		}
	}
}
