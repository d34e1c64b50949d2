package fusematmul_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/bench/optimize/programs"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/internal/passtest"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

// eagerProfile is a machine on which a call takes so long that whatever can be
// merged pays.
const eagerProfile = `name = eager
speedup = 1
grain = 1
bandwidth = 1e12
cache = 1e9
cache-bandwidth = 1e12
runs = 1e12
singles = 1e12
swaps = 1e12
square = 32
packing = 1e12
tile-rows = 1
tile-cols = 1
fold-lanes = 1
trips = 1
overhead = 1
overhead.move = 1e-6
overhead.view = 1e-6
overhead.simple = 1e-6
overhead.math = 1e-6
flops.simple.f32 = 1e12
flops.math.f32 = 1e12
flops.fold.f32 = 1e12
flops.contract.f32 = 1e12
flops.depthwise.f32 = 1e12
`

func eagerMachine(t testing.TB) string { return machineOf(t, eagerProfile) }

// machineOf writes a profile to a file, which it returns.
func machineOf(t testing.TB, profile string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "test.profile")
	if err := os.WriteFile(file, []byte(profile), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func contractions(module *ir.Op) (n int) {
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		switch o.Name() {
		case "tg.matmul", "tg.dot_general", "tg.conv":
			n++
		}
		return ir.Advance
	})
	return n
}

// sameResults runs all public functions of text before and after the passes, and
// returns how many runs there were.
func sameResults(t *testing.T, text, passes string) (ran int) {
	t.Helper()
	module, err := agree.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	runs := agree.Runs(module)
	if after, err := agree.Check(module, runs, passes); err != nil {
		t.Errorf("%v\nbefore:\n%s\nafter:\n%s", err, agree.Numbered(text), printer.OpString(after, printer.Options{}))
	}
	return len(runs)
}

// What is merged has the same bits as before, in every element type: every
// function of the tests of the pass, with NaN, infinities and extremes for
// arguments.
func TestFuseMatmulKeepsBits(t *testing.T) {
	files, err := filepath.Glob("../../test/passes/fuse-matmul/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no tests: %v", err)
	}
	machine := eagerMachine(t)
	for _, elem := range []string{"f32", "f16", "bf16", "f64", "i32", "i8", "ui8", "i1"} {
		ran, merged := 0, 0
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range functionsOf(string(raw)) {
				if text = inElement(text, elem); text == "" {
					continue
				}
				passes := "fuse-matmul{machine=" + machine + "}"
				ran += sameResults(t, text, passes)
				merged += max(0, contractions(passtest.Transform(t, text, "", 1))-contractions(passtest.Transform(t, text, passes, 1)))
			}
		}
		if ran < 10 || merged < 10 {
			t.Errorf("%s: only %d runs, and %d contractions went", elem, ran, merged)
		}
	}
}

// functionsOf cuts a test into its functions, each with the declarations in
// front of it.
func functionsOf(text string) []string {
	var list []string
	var declarations strings.Builder
	for i, part := range strings.Split(text, "\nfunc.func ") {
		switch {
		case i == 0:
		case strings.HasPrefix(part, "@large("): // to show what does not pay
		case strings.HasPrefix(part, "private"):
			fmt.Fprintf(&declarations, "func.func %s\n", strings.SplitN(part, "\n", 2)[0])
		default:
			end := strings.Index(part, "\n}\n")
			list = append(list, declarations.String()+"func.func "+part[:end+3])
		}
	}
	return list
}

// inElement is text with another element type; empty where it cannot be: where
// it speaks of several types or of constants, or applies functions that the type
// lacks.
func inElement(text, elem string) string {
	if elem == "f32" {
		return text
	}
	if strings.Contains(text, "f16") || strings.Contains(text, "i1>") {
		return ""
	}
	if !strings.Contains(elem, "f") {
		for _, word := range []string{"dense", "exp", "tanh", "gelu", "sigmoid"} {
			if strings.Contains(text, word) {
				return ""
			}
		}
	}
	if strings.Contains(elem, "1") && len(elem) == 2 || elem == "ui8" {
		for _, word := range []string{"neg", "relu", "sub"} {
			if strings.Contains(text, word) {
				return ""
			}
		}
	}
	for _, old := range []string{"f32", "i32", "i8"} {
		text = strings.ReplaceAll(text, "x"+old+">", "x"+elem+">")
		text = strings.ReplaceAll(text, "tensor<"+old+">", "tensor<"+elem+">")
	}
	return text
}

// The blocks that the pass is for: as many contractions as they need, and the
// same bits.
func TestFuseMatmulPrograms(t *testing.T) {
	small := programs.Params{Batch: 2, Sequence: 5, Width: 24, Heads: 3, Hidden: 12, Steps: 4, Extent: 4}
	for _, test := range []struct {
		program   string
		arguments bool
		want      int
	}{
		{"projections", false, 1}, {"projections", true, 1},
		{"attention", false, 4}, // q, k and v; scores; mixture; output
		{"gru", false, 5},       // one of all inputs, and one at every step
		{"gru", true, 5},
		{"lstm", false, 5},
		{"inception", false, 3},
		{"mlp", false, 2},
	} {
		for _, p := range programs.All {
			if p.Name != test.program {
				continue
			}
			params := small
			params.Arguments = test.arguments
			text := p.Text(params)
			passes := "canonicalize,fuse-matmul{machine=" + eagerMachine(t) + "}"
			after := passtest.Transform(t, text, passes, 1)
			if n := contractions(after); n != test.want {
				t.Errorf("%s: %d contractions, want %d\n%s", p.Name, n, test.want, printer.OpString(after, printer.Options{}))
			}
			if sameResults(t, text, passes) == 0 {
				t.Errorf("%s does not run", p.Name)
			}
			if one, eight := printer.OpString(after, printer.Options{}), printer.OpString(passtest.Transform(t, text, passes, 8), printer.Options{}); one != eight {
				t.Errorf("%s: another outcome with 8 workers", p.Name)
			}
		}
	}
}
