// Command cse shows that common sub-expression elimination is linear: time per
// op on flat functions of growing size, each the median of several runs on
// fresh IR, without parsing, verifying or printing.
//
//	go run ./bench/cse [-ops 100000,1000000] [-runs 5]
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes"
	"github.com/tg-opt/tg/pipeline"
)

func main() {
	sizes := flag.String("ops", "100000,1000000", "sizes of the functions")
	runs := atleast.One("runs", 5, "runs per size; the median counts")
	flag.Parse()
	fmt.Printf("%10s %12s %12s %14s\n", "ops", "ns/op", "left", "to the first")
	first := 0.0
	for _, s := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(s)
		if err != nil {
			fmt.Fprintf(os.Stderr, "bench/cse: -ops: %q is not a number\n", s)
			os.Exit(1)
		}
		var times []float64
		left := 0
		for range *runs {
			module := generate(n)
			runtime.GC()
			start := time.Now()
			if err := cse(module); err != nil {
				fmt.Fprintln(os.Stderr, "bench/cse:", err)
				os.Exit(1)
			}
			times = append(times, float64(time.Since(start).Nanoseconds())/float64(n))
			left = 0
			ir.Walk(module, func(*ir.Op) ir.WalkAction { left++; return ir.Advance })
		}
		slices.Sort(times)
		median := times[len(times)/2]
		if first == 0 {
			first = median
		}
		fmt.Printf("%10d %12.0f %12d %14.2f\n", n, median, left, median/first)
	}
}

// generate makes one block of n binary ops, each on two of the last 64 values;
// one in five repeats an op that came shortly before. What is unused at the
// end feeds one op with effects, so that nothing is dead.
func generate(n int) *ir.Op {
	ctx := ir.NewContext(tg.Dialect)
	b := ir.NewBuilder(ctx)
	body := &ir.Region{}
	block := &ir.Block{}
	body.Append(block)
	t := ctx.Tensor([]int64{16, 16}, ctx.F32())
	recent := []*ir.Value{block.AddArg(t, 0), block.AddArg(t, 0)}
	b.AtEnd(block)
	defs := []*ir.OpDef{tg.Add, tg.Sub, tg.Mul, tg.Div}
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	type made struct {
		def  *ir.OpDef
		x, y *ir.Value
	}
	history := make([]made, 64)
	types := []*ir.Type{t}
	for i := range n {
		m := made{defs[rng.IntN(len(defs))], recent[rng.IntN(len(recent))], recent[rng.IntN(len(recent))]}
		if i > 64 && rng.IntN(5) == 0 {
			m = history[rng.IntN(64)]
		}
		history[i%64] = m
		v := b.OpWithTypes(m.def, 0, types, []*ir.Value{m.x, m.y}).Result(0)
		if len(recent) == 64 {
			recent = recent[1:]
		}
		recent = append(recent, v)
	}
	var unused []*ir.Value
	for o := block.First(); o != nil; o = o.Next() {
		if !o.HasUses() {
			unused = append(unused, o.Result(0))
		}
	}
	use := &ir.OpState{Name: ctx.OpName("bench.use"), Operands: unused, Results: []*ir.Type{}}
	if _, err := b.Create(use); err != nil {
		panic(err) // an unregistered op has no inference
	}
	top := &ir.OpState{Name: ctx.OpName("bench.module"), Regions: []*ir.Region{body}, Results: []*ir.Type{}}
	module, err := ir.NewBuilder(ctx).Create(top)
	if err != nil {
		panic(err) // an unregistered op has no inference
	}
	return module
}

func cse(module *ir.Op) error {
	p, err := pipeline.ParsePipeline("any(cse)", pipeline.NewRegistry(passes.CSE))
	if err != nil {
		return err
	}
	m := &pipeline.Manager{Ctx: module.Context(), Pipeline: p, SkipVerify: true, Workers: 1}
	return m.Run(module)
}
