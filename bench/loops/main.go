// Command loops measures derivatives of a loop: time and memory per round, for each way to keep
// states, of the first and the second order.
//
//	go run ./bench/loops [-runs 5] [-bar 1.5]
//
// The loop makes steps of v' = tanh(W v + b), on 64 numbers. A line has the order of the
// derivative, what is kept, what is known of how many rounds there are, and for 100 and for 1000
// rounds the least time of the processor that a run takes, over that of the loop itself, and the
// memory of the plan; the last column is the time of a round with 1000 over that with 100. It exits
// with status 1 where that is above the bar.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

func main() {
	runs := atleast.One("runs", 5, "runs of each; the fastest counts")
	bar := flag.Float64("bar", 1.5, "the most that a round may take longer where there are ten times as many")
	flag.Parse()
	ok, err := measure(*runs, *bar)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/loops:", err)
		os.Exit(1)
	}
	if !ok {
		os.Exit(1)
	}
}

// steps is the program, of n rounds, or as many as an argument says.
func steps(n int, given bool) string {
	bound := fmt.Sprintf("%%n = tg.constant dense<%d> : tensor<i32>", n)
	if given {
		bound = "%n = tg.barrier %k : tensor<i32>"
	}
	return `func.func @main(%x: tensor<64xf32>, %w: tensor<64x64xf32>, %b: tensor<64xf32>, %k: tensor<i32>) -> tensor<64xf32> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %h = tg.constant dense<1.0e-3> : tensor<f32>
  ` + bound + `
  %0:2 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<64xf32> cond {
    %1 = tg.compare lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i32>
    %2 = tg.matmul %w, %v : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %3 = tg.add %2, %b : tensor<64xf32>
    %4 = tg.tanh %3 : tensor<64xf32>
    %5 = tg.mul %4, %h : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
    %6 = tg.add %v, %5 : tensor<64xf32>
    tg.yield %1, %6 : tensor<i32>, tensor<64xf32>
  }
  return %0#1 : tensor<64xf32>
}
`
}

// kind is one line of the table.
type kind struct {
	order int // of the derivative
	loops string
	given bool // the number of rounds is an argument
	most  bool // with a bound
}

var kinds = []kind{
	{order: 1, loops: "tape"}, {order: 1, loops: "tape", given: true}, {order: 1, loops: "tape", given: true, most: true},
	{order: 1, loops: "sqrt"}, {order: 1, loops: "sqrt", given: true}, {order: 1, loops: "period 10"}, {order: 1, loops: "binomial 10", given: true},
	{order: 2, loops: "tape"}, {order: 2, loops: "tape", given: true, most: true}, {order: 2, loops: "sqrt"}, {order: 2, loops: "period 10"},
}

func (k kind) String() string {
	known := "constant"
	switch {
	case k.most:
		known = "bounded"
	case k.given:
		known = "computed"
	}
	return fmt.Sprintf("%d  %-12s %-9s", k.order, k.loops, known)
}

func measure(runs int, bar float64) (ok bool, err error) {
	fmt.Printf("%-25s %9s %9s %12s %9s %9s %12s %9s\n", "", "100: ms", "times", "memory", "1000: ms", "times", "memory", "growth")
	ok = true
	for _, k := range kinds {
		var round [2]float64
		fmt.Printf("%-25s", k)
		for i, n := range []int{100, 1000} {
			seconds, bytes, alone, err := k.run(n, runs)
			if err != nil {
				return false, fmt.Errorf("%s, %d rounds: %w", k, n, err)
			}
			round[i] = seconds / float64(n)
			fmt.Printf(" %9.2f %9.2f %12s", seconds*1e3, seconds/alone, units.Bytes(int64(bytes)))
		}
		growth := round[1] / round[0]
		fmt.Printf(" %9.2f\n", growth)
		// How often rounds are run again with few states grows with their number.
		ok = ok && (growth <= bar || k.loops == "binomial 10")
	}
	return ok, nil
}

// run is the least time of the derivative and of the loop alone, and the memory that it takes.
func (k kind) run(n, runs int) (seconds float64, bytes int, alone float64, err error) {
	passes, entry := "", "main"
	for i := range k.order {
		made := fmt.Sprint("order", i+1)
		passes += fmt.Sprintf("differentiate{func=%s as=%s loops='%s'", entry, made, k.loops)
		if k.most {
			passes += fmt.Sprint(" max-trip=", n)
		}
		passes, entry = passes+"},", made
	}
	if seconds, bytes, err = fastest(steps(n, k.given), passes+"optimize", entry, n, runs); err != nil {
		return 0, 0, 0, err
	}
	alone, _, err = fastest(steps(n, k.given), "optimize", "main", n, runs)
	return seconds, bytes, alone, err
}

func fastest(text, passes, entry string, n, runs int) (least float64, bytes int, err error) {
	p, err := program.Parse("loop.mlir", []byte(text))
	if err == nil {
		err = p.Apply(passes)
	}
	if err != nil {
		return 0, 0, err
	}
	p.Entry = entry
	compiled, err := p.Compile()
	if err != nil {
		return 0, 0, err
	}
	var inputs []*tensor.Tensor
	for i, t := range compiled.Inputs {
		spec, err := interp.SpecOf(t)
		if err != nil {
			return 0, 0, err
		}
		x := tensor.Random(spec.DType, spec.Shape, uint64(i))
		if spec.DType == tensor.I32 {
			x.SetInt64(0, int64(n))
		}
		inputs = append(inputs, x)
	}
	for range runs {
		start := processor.Time()
		r, err := compiled.Run(inputs, interp.Options{})
		if err != nil {
			return 0, 0, err
		}
		if s := (processor.Time() - start).Seconds(); least == 0 || s < least {
			least = s
		}
		bytes = r.PeakBytes
	}
	return least, bytes, nil
}
