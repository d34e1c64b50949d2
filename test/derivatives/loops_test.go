// Package derivatives_test holds tests of derivatives that need all of tg.
package derivatives_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// probe is a dialect with an op that counts how often it runs.
var probe = ir.NewDialect("probe", "Counts what runs.")

var (
	probed     = probe.NewOp("probe.count")
	probedRuns int
)

func init() {
	probed.Define(ir.OpDef{
		Doc: "The operand; each run is counted.", Operands: ir.Args(ir.Arg("x", ir.AnyTensor)), Results: ir.Args(ir.Arg("y", ir.AnyTensor)),
		Traits: ir.Pure | ir.SameTypes, Format: "$x attr-dict `:` same-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) { return in.Operands, nil },
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Zero("it counts")),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					probedRuns++
					copy(out[0].Bytes(), in[0].Bytes())
					return nil
				}}, nil
			}),
		},
	})
}

// loopOf is a program whose loop swaps two states, mixes them with a value from outside and with
// its counter, and counts its rounds in a third. How many rounds there are is a constant, computed
// before the loop from an argument, or known to nobody before the last of them.
func loopOf(kind string, n int) string {
	bound, more := fmt.Sprintf("%%n = tg.constant dense<%d> : tensor<i32>", n), "tg.compare lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>"
	switch kind {
	case "computed":
		bound = "%n = tg.add %m, %zero : tensor<i32>"
	case "unknown":
		bound = "%n = tg.mul %m, %m : tensor<i32>"
		more = `tg.mul %i, %i : tensor<i32>
    %2 = tg.compare lt %1, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>`
	}
	last := "%1"
	if kind == "unknown" {
		last = "%2"
	}
	return fmt.Sprintf(`func.func @main(%%x: tensor<2xf64>, %%w: tensor<2xf64>, %%m: tensor<i32>) -> tensor<2xf64> {
  %%zero = tg.constant dense<0> : tensor<i32>
  %%one = tg.constant dense<1> : tensor<i32>
  %s
  %%0:4 = tg.while (%%i = %%zero, %%v = %%x, %%u = %%w, %%c = %%zero) : tensor<i32>, tensor<2xf64>, tensor<2xf64>, tensor<i32> cond {
    %%1 = %s
    tg.yield %s : tensor<i1>
  } do {
    %%1 = tg.add %%i, %%one : tensor<i32>
    %%2 = tg.convert %%i : (tensor<i32>) -> tensor<f64>
    %%3 = tg.sin %%v : tensor<2xf64>
    %%4 = tg.mul %%3, %%w : tensor<2xf64>
    %%5 = tg.mul %%4, %%u : tensor<2xf64>
    %%6 = tg.cos %%2 : tensor<f64>
    %%7 = tg.add %%5, %%6 : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
    %%8 = probe.count %%c : tensor<i32>
    tg.yield %%1, %%u, %%7, %%8 : tensor<i32>, tensor<2xf64>, tensor<2xf64>, tensor<i32>
  }
  %%9 = tg.mul %%0#1, %%0#2 : tensor<2xf64>
  return %%9 : tensor<2xf64>
}
`, bound, more, last)
}

// gradientOf runs the gradient of a program, and returns what it prints.
func gradientOf(t *testing.T, program, pass string, inputs ...string) string {
	t.Helper()
	return derivativeOf(t, program, pass, "vjp", inputs...)
}

// derivativeOf runs a derivative of a program that the pass makes, and returns what it prints.
func derivativeOf(t *testing.T, program, pass, ending string, inputs ...string) string {
	t.Helper()
	config := driver.Config{Dialects: []*ir.Dialect{probe}}
	file := filepath.Join(t.TempDir(), "loop.mlir")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if config.Opt([]string{"--differentiate=" + pass, file}, strings.NewReader(""), &out, &errs) != 0 {
		t.Fatalf("%s: %s", pass, errs.String())
	}
	args := []string{"--entry=main." + ending}
	for _, in := range inputs {
		args = append(args, "--input="+in)
	}
	var results bytes.Buffer
	if config.Run(append(args, "-"), bytes.NewReader(out.Bytes()), &results, &errs) != 0 {
		t.Fatalf("%s: %s\n%s", pass, errs.String(), out.String())
	}
	return results.String()
}

// The gradient of a loop has the same bits however its states are kept, whatever is known of how
// many rounds there are.
func TestCheckpointsChangeNoBit(t *testing.T) {
	kinds := []string{"tape", "none", "sqrt", "period 1", "period 2", "period 3", "period 8", "binomial 3", "binomial 10", "auto"}
	rounds := []int{0, 1, 2, 7, 10, 1000}
	for _, n := range rounds {
		want := ""
		for _, trips := range []string{"constant", "computed", "unknown"} {
			for _, kind := range kinds {
				if n == 1000 && (kind == "none" || testing.Short()) {
					continue
				}
				for _, most := range []int{0, max(n, 1), n + 5} {
					got := gradientOf(t, loopOf(trips, n), fmt.Sprintf("func=main wrt=0,1 loops='%s' max-trip=%d", kind, most), "2xf64=0.3,0.7", "2xf64=0.9,1.1", fmt.Sprint("i32=", n), "2xf64=1,1")
					if want == "" {
						want = got
					}
					if got != want {
						t.Errorf("%d rounds, %s, %s, at most %d: %s, but %s with a tape", n, trips, kind, most, got, want)
					}
				}
			}
		}
	}
}

// How many rounds are run again is what Griewank and Walther's formula says is the least.
func TestBinomialCheckpointsRunTheFewestRounds(t *testing.T) {
	for _, c := range []struct{ n, states, want int }{
		{10, 3, 15}, {16, 4, 27}, {100, 5, 316}, {100, 10, 222}, {200, 3, 1305}, {1000, 10, 3636}, {1, 3, 0}, {2, 1, 1}, {7, 1, 21}, {7, 50, 6},
	} {
		if c.n > 100 && testing.Short() {
			continue
		}
		probedRuns = 0
		gradientOf(t, loopOf("constant", c.n), fmt.Sprintf("func=main wrt=0,1 loops='binomial %d'", c.states), "2xf64=0.3,0.7", "2xf64=0.9,1.1", "i32=0", "2xf64=1,1")
		if got := probedRuns - c.n; got != c.want {
			t.Errorf("%d rounds with %d states: %d rounds are run again, want %d", c.n, c.states, got, c.want)
		}
		if best := fewestRounds(c.n, c.states); best != c.want {
			t.Errorf("%d rounds with %d states: the best schedule runs %d again, not %d", c.n, c.states, best, c.want)
		}
	}
}

// fewestRounds is the least number of rounds to run again, by trying all places of the next state.
func fewestRounds(n, states int) int {
	best := map[[2]int]int{}
	var fewest func(n, states int) int
	fewest = func(n, states int) int {
		if n <= 1 {
			return 0
		}
		if states == 1 {
			return n * (n - 1) / 2
		}
		key := [2]int{n, states}
		if known, ok := best[key]; ok {
			return known
		}
		least := n * n
		for m := 1; m < n; m++ {
			least = min(least, m+fewest(n-m, states-1)+fewest(m, states))
		}
		best[key] = least
		return least
	}
	return fewest(n, states)
}

// With a tape, and with segments of which each is run once more, no round is run more often than
// that.
func TestRoundsThatAreRunAgain(t *testing.T) {
	for kind, want := range map[string]int{"tape": 10, "period 3": 20, "sqrt": 20, "none": 10 + 45} {
		probedRuns = 0
		gradientOf(t, loopOf("constant", 10), fmt.Sprintf("func=main wrt=0,1 loops='%s'", kind), "2xf64=0.3,0.7", "2xf64=0.9,1.1", "i32=0", "2xf64=1,1")
		if probedRuns != want {
			t.Errorf("%s: %d rounds are run, want %d", kind, probedRuns, want)
		}
	}
}

// States whose extents only the run knows are kept, too.
func TestCheckpointsOfOpenShapes(t *testing.T) {
	const program = `func.func @main(%x: tensor<?x2xf64>, %w: tensor<2xf64>, %n: tensor<i32>) -> tensor<?x2xf64> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:2 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<?x2xf64> cond {
    %1 = tg.compare lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i32>
    %2 = tg.sin %v : tensor<?x2xf64>
    %3 = tg.mul %2, %w : (tensor<?x2xf64>, tensor<2xf64>) -> tensor<?x2xf64>
    tg.yield %1, %3 : tensor<i32>, tensor<?x2xf64>
  }
  return %0#1 : tensor<?x2xf64>
}
`
	want := ""
	for _, kind := range []string{"tape", "none", "sqrt", "period 2", "binomial 2"} {
		got := gradientOf(t, program, fmt.Sprintf("func=main wrt=0,1 loops='%s'", kind), "3x2xf64=0.3,0.7,0.1,-0.4,0.5,0.9", "2xf64=0.9,1.1", "i32=5", "3x2xf64=1")
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%s: %s, but %s with a tape", kind, got, want)
		}
	}
}

// The same program has the same derivative, text and order of uses, whenever it is made.
func TestDerivativesAreDeterministic(t *testing.T) {
	file := filepath.Join(t.TempDir(), "loop.mlir")
	if err := os.WriteFile(file, []byte(loopOf("unknown", 0)), 0o600); err != nil {
		t.Fatal(err)
	}
	config, want := driver.Config{Dialects: []*ir.Dialect{probe}}, ""
	for range 20 {
		var out, errs bytes.Buffer
		if config.Opt([]string{"--differentiate=func=main wrt=0,1", "--canonicalize", "--cse", file}, strings.NewReader(""), &out, &errs) != 0 {
			t.Fatal(errs.String())
		}
		if want == "" {
			want = out.String()
		}
		if out.String() != want {
			t.Fatalf("once\n%s\nand once\n%s", want, out.String())
		}
	}
}
