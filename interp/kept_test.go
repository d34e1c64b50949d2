package interp_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// keptProgram is @main with weights %w and %k, as @main says them.
const keptProgram = `
func.func private @callee(%%x: tensor<30x40xf32>, %%w: tensor<40x70xf32> {tg.prepack}) -> tensor<30x70xf32> {
  %%0 = tg.matmul %%x, %%w : (tensor<30x40xf32>, tensor<40x70xf32>) -> tensor<30x70xf32>
  return %%0 : tensor<30x70xf32>
}
func.func @main(%%x: tensor<30x40xf32>, %%i: tensor<2x9x11x6xf32>%s) -> (tensor<30x70xf32>, tensor<30x70xf32>, tensor<30x70xf32>, tensor<7x30x100xf32>, tensor<2x9x11x5xf32>, tensor<30x70xf32>, tensor<30x40xf32>) {
%s
  %%b = tg.constant dense<0.5> : tensor<70xf32>
  %%0 = tg.matmul %%x, %%w bias %%b activation relu : (tensor<30x40xf32>, tensor<40x70xf32>, tensor<70xf32>) -> tensor<30x70xf32>
  %%1 = tg.matmul %%x, %%w : (tensor<30x40xf32>, tensor<40x70xf32>) -> tensor<30x70xf32>
  %%r = tg.reshape %%w : (tensor<40x70xf32>) -> tensor<70x40xf32>
  %%2 = tg.dot_general %%x, %%r contracting [1] x [1] : (tensor<30x40xf32>, tensor<70x40xf32>) -> tensor<30x70xf32>
  %%s = tg.reshape %%w : (tensor<40x70xf32>) -> tensor<7x4x100xf32>
  %%y = tg.slice %%x [0:30, 0:28] : (tensor<30x40xf32>) -> tensor<30x28xf32>
  %%z = tg.reshape %%y : (tensor<30x28xf32>) -> tensor<7x30x4xf32>
  %%3 = tg.matmul %%z, %%s : (tensor<7x30x4xf32>, tensor<7x4x100xf32>) -> tensor<7x30x100xf32>
  %%4 = tg.conv %%i, %%k layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<2x9x11x6xf32>, tensor<3x3x6x5xf32>) -> tensor<2x9x11x5xf32>
  %%5 = call @callee(%%x, %%w) : (tensor<30x40xf32>, tensor<40x70xf32>) -> tensor<30x70xf32>
  %%n = tg.constant dense<3> : tensor<i32>
  %%one = tg.constant dense<1> : tensor<i32>
  %%6:2 = tg.while (%%c = %%n, %%v = %%x) : tensor<i32>, tensor<30x40xf32> cond {
    %%p = tg.compare ge %%c, %%one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %%p : tensor<i1>
  } do {
    %%d = tg.sub %%c, %%one : tensor<i32>
    %%m = tg.matmul %%v, %%w : (tensor<30x40xf32>, tensor<40x70xf32>) -> tensor<30x70xf32>
    %%t = tg.dot_general %%m, %%w contracting [1] x [1] : (tensor<30x70xf32>, tensor<40x70xf32>) -> tensor<30x40xf32>
    tg.yield %%d, %%t : tensor<i32>, tensor<30x40xf32>
  }
  return %%0, %%1, %%2, %%3, %%4, %%5, %%6#1 : tensor<30x70xf32>, tensor<30x70xf32>, tensor<30x70xf32>, tensor<7x30x100xf32>, tensor<2x9x11x5xf32>, tensor<30x70xf32>, tensor<30x40xf32>
}
`

// keptArguments is the program with arguments for weights, which have these attributes.
func keptArguments(attrs string) string {
	return fmt.Sprintf(keptProgram, fmt.Sprintf(", %%w: tensor<40x70xf32>%[1]s, %%k: tensor<3x3x6x5xf32>%[1]s", attrs), "")
}

func keptConstants(w, k *tensor.Tensor) string {
	hex := func(t *tensor.Tensor) string { return fmt.Sprintf("dense<\"0x%X\">", t.Bytes()) }
	return fmt.Sprintf(keptProgram, "", fmt.Sprintf("  %%w = tg.constant %s : tensor<40x70xf32>\n  %%k = tg.constant %s : tensor<3x3x6x5xf32>", hex(w), hex(k)))
}

func normal(r *rand.Rand, shape ...int) *tensor.Tensor {
	t := tensor.New(tensor.F32, shape...)
	for i := range tensor.Data[float32](t) {
		tensor.Data[float32](t)[i] = float32(r.NormFloat64())
	}
	return t
}

func compiled(t *testing.T, text string) *interp.Program {
	t.Helper()
	p, err := interp.NewModule(module(t, text)).Program("main")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func outputs(t *testing.T, p *interp.Program, opt interp.Options, in ...*tensor.Tensor) *interp.Result {
	t.Helper()
	r, err := p.Run(in, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sameOutputs(t *testing.T, what string, got, want *interp.Result) {
	t.Helper()
	for i := range want.Outputs {
		if !tensor.Equal(got.Outputs[i], want.Outputs[i]) {
			t.Errorf("%s: result #%d differs", what, i)
		}
	}
}

// keptForms is what the forms of the weights take: of %w those of five layouts, of which two
// products share one, and of %k one. The callee does not keep the form of what a function passes.
const keptForms = (4*40*70 + 3*3*6*5) * 4

// Constants and arguments that are packed once give the bits of those that are not, with a plan and
// without, in a loop, through views, and in calls; their forms are counted.
func TestKeptForms(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	x, i, w, k := normal(r, 30, 40), normal(r, 2, 9, 11, 6), normal(r, 40, 70), normal(r, 3, 3, 6, 5)
	other, otherK := normal(r, 40, 70), normal(r, 3, 3, 6, 5)
	plain, constant, prepacked := compiled(t, keptArguments("")), compiled(t, keptConstants(w, k)), compiled(t, keptArguments(" {tg.prepack}"))
	for _, workers := range []int{1, 2, 3, 8} {
		parallel.SetWorkers(workers)
		defer parallel.SetWorkers(0)
		for _, opt := range []interp.Options{{}, {NoPlan: true}, {Poison: true}} {
			what := fmt.Sprintf("%d workers, %+v", workers, opt)
			want := outputs(t, plain, opt, x, i, w, k)
			if want.PackedBytes != 0 {
				t.Errorf("%s: %d bytes are packed, of nothing", what, want.PackedBytes)
			}
			got := outputs(t, constant, opt, x, i)
			sameOutputs(t, what+", constants", got, want)
			if got.PackedBytes != keptForms {
				t.Errorf("%s: %d bytes are packed, want %d", what, got.PackedBytes, keptForms)
			}
			for range 2 {
				got = outputs(t, prepacked, opt, x, i, w, k)
				sameOutputs(t, what+", arguments", got, want)
				if got.PackedBytes != keptForms {
					t.Errorf("%s: %d bytes are packed of arguments, want %d", what, got.PackedBytes, keptForms)
				}
			}
			if got.PeakBytes > want.PeakBytes {
				t.Errorf("%s: packed operands take %d bytes beside, others %d", what, got.PeakBytes, want.PeakBytes)
			}
			sameOutputs(t, what+", other arguments", outputs(t, prepacked, opt, x, i, other, otherK), outputs(t, plain, opt, x, i, other, otherK))
		}
	}
}

// A constant that a fusion packs as a factor and reads once more, as the other factor or behind the
// product, keeps its elements.
func TestKeptFormsInFusions(t *testing.T) {
	w := normal(rand.New(rand.NewPCG(33, 34)), 40, 40)
	for _, body := range []string{
		"%1 = tg.matmul %x, %w : tensor<40x40xf32>\n %2 = tg.sub %1, %w : tensor<40x40xf32>",
		"%1 = tg.matmul %w, %w : tensor<40x40xf32>\n %2 = tg.sub %1, %x : tensor<40x40xf32>",
		"%1 = tg.matmul %x, %w bias %w : tensor<40x40xf32>\n %2 = tg.neg %1 : tensor<40x40xf32>",
	} {
		const types = ": (tensor<40x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32>"
		text := "func.func @main(%a: tensor<40x40xf32>%s {\n%s %0 = tg.fusion (%x = %a, %w = %b) " + types + " {\n " + body + "\n tg.yield %2 : tensor<40x40xf32>\n }\n return %0 : tensor<40x40xf32>\n}"
		argument := strings.NewReplacer("%s {", ", %b: tensor<40x40xf32>) -> tensor<40x40xf32> {", "\n%s", "\n").Replace(text)
		constant := strings.NewReplacer("%s {", ") -> tensor<40x40xf32> {", "\n%s", fmt.Sprintf("\n %%b = tg.constant dense<\"0x%X\"> : tensor<40x40xf32>\n", w.Bytes())).Replace(text)
		x := normal(rand.New(rand.NewPCG(35, 36)), 40, 40)
		got := outputs(t, compiled(t, constant), interp.Options{}, x)
		sameOutputs(t, body, got, outputs(t, compiled(t, argument), interp.Options{}, x, w))
		if got.PackedBytes == 0 {
			t.Errorf("%s: nothing is packed", body)
		}
	}
}

// The form of an argument is that of its storage: who breaks the promise sees what was there first.
func TestPrepackedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	x, i, w, k := normal(r, 30, 40), normal(r, 2, 9, 11, 6), normal(r, 40, 70), normal(r, 3, 3, 6, 5)
	p := compiled(t, keptArguments(" {tg.prepack}"))
	first := outputs(t, p, interp.Options{}, x, i, w, k).Outputs[1]
	tensor.Data[float32](w)[0]++
	second := outputs(t, p, interp.Options{}, x, i, w, k)
	if !tensor.Equal(first, second.Outputs[1]) {
		t.Error("an argument with tg.prepack is packed again though it is the same storage")
	}
	if tensor.Equal(first, second.Outputs[5]) {
		t.Error("a function that another one calls keeps what is passed")
	}
	clone := tensor.Wrap(w.DType(), w.Shape(), append([]byte(nil), w.Bytes()...))
	if tensor.Equal(first, outputs(t, p, interp.Options{}, x, i, clone, k).Outputs[1]) {
		t.Error("another array is taken for the first one")
	}
}

// Runs of one program share forms, also while they are made anew for each.
func TestKeptFormsConcurrently(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 36))
	i, k := normal(r, 2, 9, 11, 6), normal(r, 3, 3, 6, 5)
	plain, prepacked := compiled(t, keptArguments("")), compiled(t, keptArguments(" {tg.prepack}"))
	same := normal(r, 40, 70)
	constant := compiled(t, keptConstants(same, k))
	var runs sync.WaitGroup
	for g := range 4 {
		x, w := normal(r, 30, 40), same
		if g == 0 {
			w = normal(r, 40, 70)
		}
		want := outputs(t, plain, interp.Options{}, x, i, w, k)
		of := outputs(t, plain, interp.Options{}, x, i, same, k)
		runs.Go(func() {
			for range 10 {
				got, err := prepacked.Run([]*tensor.Tensor{x, i, w, k}, interp.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				sameOutputs(t, "arguments", got, want)
				if got, err = constant.Run([]*tensor.Tensor{x, i}, interp.Options{}); err != nil {
					t.Error(err)
					return
				}
				sameOutputs(t, "constants", got, of)
			}
		})
	}
	runs.Wait()
}

// Where there is no room for a form, operands are read as they are.
func TestNoRoomForForms(t *testing.T) {
	const text = `func.func @main(%x: tensor<60x1024xf32>, %w: tensor<1024x8192xf32> {tg.prepack}) -> tensor<60x8192xf32> {
  %0 = tg.matmul %x, %w : (tensor<60x1024xf32>, tensor<1024x8192xf32>) -> tensor<60x8192xf32>
  return %0 : tensor<60x8192xf32>
}`
	p := compiled(t, text)
	x, w := normal(rand.New(rand.NewPCG(37, 38)), 60, 1024), tensor.New(tensor.F32, 1024, 8192)
	for j := range 8192 {
		tensor.Data[float32](w)[j%1024*8192+j] = 1
	}
	out := []*tensor.Tensor{tensor.New(tensor.F32, 60, 8192)}
	outputs(t, compiled(t, strings.ReplaceAll(text, " {tg.prepack}", "")), interp.Options{Results: out}, x, w) // what runs share is there
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	for _, tt := range []struct{ room, packed int }{{16 << 20, 0}, {300 << 20, 1024 * 8192 * 4}} {
		r := outputs(t, p, interp.Options{Results: out, MaxBytes: int(m.HeapAlloc) + tt.room}, x, w)
		if r.PackedBytes != tt.packed {
			t.Errorf("with room for %d bytes %d are packed, want %d", tt.room, r.PackedBytes, tt.packed)
		}
		for j := range 8192 {
			if tensor.Data[float32](r.Outputs[0])[j] != tensor.Data[float32](x)[j%1024] {
				t.Fatal("wrong product")
			}
		}
	}
}
