package fuseelementwise_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/internal/passtest"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// fusionPipelines all have the same meaning.
var fusionPipelines = []string{
	"fuse-elementwise", "fuse-elementwise{max-ops=3}", "fuse-elementwise{reductions=false}", "fuse-elementwise,unfuse", "fuse-elementwise,canonicalize,cse",
	"substitute", "substitute,fuse-elementwise",
}

// fusableOps are how many ops a program has: enough that of some hundred programs far
// more than half have a fusion.
const fusableOps = 40

// agreeFused runs a program before and after each pipeline, and counts fusions.
func agreeFused(t testing.TB, text string, seed uint64, fused map[string]int) {
	t.Helper()
	original := passtest.Transform(t, text, "", 1)
	main := ir.Symbols(original)["main"]
	inputs := agree.Inputs(main, int(seed%14))
	if seed%2 == 0 { // what hurts soon makes NaN of all, which hides much
		for i, x := range inputs {
			inputs[i] = tensor.Random(x.DType(), x.Shape(), seed+uint64(i))
		}
	}
	parallel.SetWorkers(1)
	before := agree.Execute(original, "main", inputs, 10*time.Second)
	if before.Err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, before.Err, agree.Numbered(text))
	}
	for _, passes := range fusionPipelines {
		if strings.Contains(passes, "substitute") && seed%4 > 0 {
			continue
		}
		module := passtest.Transform(t, text, passes, 1)
		ir.Walk(module, func(o *ir.Op) ir.WalkAction {
			if o.Is(tg.Fusion) {
				fused[passes]++
				if _, err := tg.TileProgram(o); err != nil {
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

// TestFusedProgramsAgree is a campaign with, for example,
//
//	go test ./passes/fuseelementwise -run TestFusedProgramsAgree -campaign 20000 -first-case 1000
func TestFusedProgramsAgree(t *testing.T) {
	defer parallel.SetWorkers(0)
	first, programs := campaign.Cases(250)
	if testing.Short() {
		programs = min(programs, 100)
	}
	fused := map[string]int{}
	failed := 0
	for seed := range uint64(programs) {
		seed += first
		if !t.Run(fmt.Sprint(seed), func(t *testing.T) { agreeFused(t, fusableProgram(seed, fusableOps), seed, fused) }) {
			if failed++; failed == 5 {
				return
			}
		}
	}
	if n := fused["fuse-elementwise"]; n < programs/2 {
		t.Errorf("only %d fusions in %d programs", n, programs)
	}
	if n := fused["fuse-elementwise,unfuse"]; n != 0 {
		t.Errorf("unfuse leaves %d fusions", n)
	}
}

// Programs that random ones seldom come near. It is long because it is a table of programs.
func TestFusedCasesAgree(t *testing.T) {
	defer parallel.SetWorkers(0)
	for _, text := range []string{
		softmaxProgram("70x300", "70x1", 1), softmaxProgram("2x3x37x64", "2x3x37x1", 3), layerNormProgram("3x50x96", "3x50x1", "96", 2), elementwiseChain("70001"),
		// A mask whose rows repeat, so that tiles begin in the midst of it and wrap around, and one
		// value for each head.
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
		// Sums along leading and along other dimensions of what is computed: of few elements of a
		// row each, of none of a row, in any order.
		`func.func @main(%x: tensor<300x8x4xf32>, %y: tensor<8x1xf32>) -> tensor<2x4xf32> {
  %0 = tg.mul %x, %y : (tensor<300x8x4xf32>, tensor<8x1xf32>) -> tensor<300x8x4xf32>
  %1 = tg.reshape %0 : (tensor<300x8x4xf32>) -> tensor<300x2x4x4xf32>
  %2 = tg.reduce sum %1 dims [0, 3] : (tensor<300x2x4x4xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}`,
		`func.func @main(%x: tensor<70x3x5x7x9xbf16>) -> tensor<1x1x5x1x9xbf16> {
  %0 = tg.mul %x, %x : tensor<70x3x5x7x9xbf16>
  %1 = tg.reduce mean %0 dims [0, 1, 3] keep_dims : (tensor<70x3x5x7x9xbf16>) -> tensor<1x1x5x1x9xbf16>
  return %1 : tensor<1x1x5x1x9xbf16>
}`,
		`func.func @main(%x: tensor<5000x3x6xi32>) -> tensor<3xi32> {
  %0 = tg.mul %x, %x : tensor<5000x3x6xi32>
  %1 = tg.reduce max %0 dims [0, 2] : (tensor<5000x3x6xi32>) -> tensor<3xi32>
  return %1 : tensor<3xi32>
}`,
		// What is computed of sums of all rows, in a stage behind these: of several, of what comes
		// from outside, of a sum that is a result, too, of a scalar, in another shape.
		`func.func @main(%x: tensor<300x64xf32>, %y: tensor<64xf32>, %old: tensor<64xf32>, %w: tensor<1x64xf32>) -> (tensor<300x64xf32>, tensor<64xf32>, tensor<1x64xf32>, tensor<f32>, tensor<64xf32>) {
  %rate = tg.constant dense<0.125> : tensor<f32>
  %0 = tg.mul %x, %y : (tensor<300x64xf32>, tensor<64xf32>) -> tensor<300x64xf32>
  %1 = tg.reduce sum %0 dims [0] : (tensor<300x64xf32>) -> tensor<64xf32>
  %2 = tg.reduce max %0 dims [0] : (tensor<300x64xf32>) -> tensor<64xf32>
  %3 = tg.reduce mean %0 init %rate dims [0, 1] : (tensor<300x64xf32>, tensor<f32>) -> tensor<f32>
  %4 = tg.add %old, %1 : tensor<64xf32>
  %5 = tg.div %4, %2 : tensor<64xf32>
  %6 = tg.reshape %1 : (tensor<64xf32>) -> tensor<1x64xf32>
  %7 = tg.mul %6, %rate : (tensor<1x64xf32>, tensor<f32>) -> tensor<1x64xf32>
  %8 = tg.sub %w, %7 : tensor<1x64xf32>
  %9 = tg.sqrt %3 : tensor<f32>
  return %0, %5, %8, %9, %1 : tensor<300x64xf32>, tensor<64xf32>, tensor<1x64xf32>, tensor<f32>, tensor<64xf32>
}`,
		`func.func @main(%x: tensor<700x6x4xbf16>, %old: tensor<6xbf16>, %z: tensor<6xi1>) -> (tensor<6xbf16>, tensor<6xf32>) {
  %0 = tg.abs %x : tensor<700x6x4xbf16>
  %1 = tg.reduce sum %0 dims [0, 2] : (tensor<700x6x4xbf16>) -> tensor<6xbf16>
  %2 = tg.select %z, %old, %1 : (tensor<6xi1>, tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xbf16>
  %3 = tg.convert %1 : (tensor<6xbf16>) -> tensor<6xf32>
  %4 = tg.exp %3 : tensor<6xf32>
  return %2, %4 : tensor<6xbf16>, tensor<6xf32>
}`,
		// The same of reductions that run as they do by themselves: nothing goes into them.
		`func.func @main(%x: tensor<5000x3x6xi32>, %old: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %0 = tg.reduce sum %x dims [0, 2] : (tensor<5000x3x6xi32>) -> tensor<3xi32>
  %1 = tg.add %old, %0 : tensor<3xi32>
  return %1, %0 : tensor<3xi32>, tensor<3xi32>
}`,
		`func.func @main(%x: tensor<6x8x90x70xf32>, %old: tensor<1x8x1x1xf32>, %init: tensor<f32>) -> tensor<1x8x1x1xf32> {
  %0 = tg.reshape %x : (tensor<6x8x90x70xf32>) -> tensor<6x8x6300xf32>
  %1 = tg.reduce sum %0 init %init dims [0, 2] : (tensor<6x8x6300xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = tg.reshape %1 : (tensor<8xf32>) -> tensor<1x8x1x1xf32>
  %3 = tg.add %old, %2 : tensor<1x8x1x1xf32>
  return %3 : tensor<1x8x1x1xf32>
}`,
		`func.func @main(%x: tensor<900x70xf64>, %old: tensor<900xf64>, %s: tensor<900x1xf64>) -> (tensor<900xf64>, tensor<900xf64>) {
  %two = tg.constant dense<2.0> : tensor<f64>
  %0 = tg.reduce sum %x init %two dims [1] : (tensor<900x70xf64>, tensor<f64>) -> tensor<900xf64>
  %1 = tg.mul %old, %two : (tensor<900xf64>, tensor<f64>) -> tensor<900xf64>
  %2 = tg.add %1, %0 : tensor<900xf64>
  %3 = tg.reshape %s : (tensor<900x1xf64>) -> tensor<900xf64>
  %4 = tg.sub %3, %2 : tensor<900xf64>
  return %4, %2 : tensor<900xf64>, tensor<900xf64>
}`,
		// Results without elements.
		`func.func @main(%x: tensor<0x4xf64>, %y: tensor<4xf64>) -> tensor<0xf64> {
  %0 = tg.abs %y : tensor<4xf64>
  %1 = tg.max %0, %x : (tensor<4xf64>, tensor<0x4xf64>) -> tensor<0x4xf64>
  %2 = tg.reduce sum %1 dims [1] : (tensor<0x4xf64>) -> tensor<0xf64>
  return %2 : tensor<0xf64>
}`,
		// What repeats in a way that must be gathered is read after a reduction again, in tiles
		// whose last strip is short.
		`func.func @main(%x: tensor<40x30x20xf32>, %y: tensor<30x20xf32>) -> (tensor<40x30x1xf32>, tensor<40x30x20xf32>) {
  %0 = tg.add %x, %y : (tensor<40x30x20xf32>, tensor<30x20xf32>) -> tensor<40x30x20xf32>
  %1 = tg.reduce sum %0 dims [2] keep_dims : (tensor<40x30x20xf32>) -> tensor<40x30x1xf32>
  %2 = tg.atan2 %0, %y : (tensor<40x30x20xf32>, tensor<30x20xf32>) -> tensor<40x30x20xf32>
  return %1, %2 : tensor<40x30x1xf32>, tensor<40x30x20xf32>
}`,
		// Reshapes of what a broadcast repeats, and of a count, are no strides.
		`func.func @main(%x: tensor<6xf32>, %y: tensor<36x6xf32>) -> tensor<36x6xf32> {
  %0 = tg.broadcast %x dims [0] : (tensor<6xf32>) -> tensor<6x6x6xf32>
  %1 = tg.reshape %0 : (tensor<6x6x6xf32>) -> tensor<36x6xf32>
  %2 = tg.max %1, %y : tensor<36x6xf32>
  %3 = tg.iota dim 1 : tensor<6x6x6xf32>
  %4 = tg.reshape %3 : (tensor<6x6x6xf32>) -> tensor<36x6xf32>
  %5 = tg.add %2, %4 : tensor<36x6xf32>
  return %5 : tensor<36x6xf32>
}`,
		`func.func @main(%x: tensor<3x130xf32>) -> (tensor<2x390xf32>, tensor<390x2xf32>) {
  %0 = tg.broadcast %x dims [0, 1] : (tensor<3x130xf32>) -> tensor<3x130x2xf32>
  %1 = tg.reshape %0 : (tensor<3x130x2xf32>) -> tensor<390x2xf32>
  %2 = tg.neg %1 : tensor<390x2xf32>
  %3 = tg.exp %2 : tensor<390x2xf32>
  %4 = tg.reshape %0 : (tensor<3x130x2xf32>) -> tensor<2x390xf32>
  %5 = tg.neg %4 : tensor<2x390xf32>
  %6 = tg.exp %5 : tensor<2x390xf32>
  return %6, %3 : tensor<2x390xf32>, tensor<390x2xf32>
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
	f.Fuzz(func(t *testing.T, seed uint64) {
		agreeFused(t, fusableProgram(seed, fusableOps), seed, map[string]int{})
	})
}

// A fused program holds its operands and its results, and nothing in between but the tiles of its
// workers.
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
		peak := func(passes string) (peak, tiles int) {
			module := passtest.Transform(t, p.text, passes, 1)
			for o := ir.Symbols(module)["main"].RegionAt(0).First().First(); o != nil; o = o.Next() {
				if o.Name() == "tg.fusion" {
					program, err := tg.TileProgram(o)
					if err != nil {
						t.Fatal(err)
					}
					tiles += program.Workspace(parallel.Workers())
				}
			}
			program, err := interp.NewModule(module).Program("main")
			if err != nil {
				t.Fatal(err)
			}
			r, err := program.Run(agree.Inputs(ir.Symbols(passtest.Transform(t, p.text, "", 1))["main"], 0), interp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return r.PeakBytes, tiles
		}
		if got, _ := peak(""); got < p.unfused {
			t.Errorf("unfused: %d bytes at the peak, expected at least %d: the test shows nothing", got, p.unfused)
		}
		if got, tiles := peak("fuse-elementwise"); got != p.fused+tiles || tiles > p.fused/4 {
			t.Errorf("fused: %d bytes at the peak, want the %d of the result, and %d for tiles\n%s", got, p.fused, tiles, p.text)
		}
	}
}
