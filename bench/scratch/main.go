package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/cost"
)

func main() {
	w := flag.Int("w", 1, "")
	n := flag.Int("n", 30, "")
	pass := flag.String("p", "", "")
	flag.Parse()
	parallel.SetWorkers(*w)
	for _, f := range flag.Args() {
		text, _ := os.ReadFile(f)
		p, err := program.Parse(f, text)
		if err != nil {
			panic(err)
		}
		if *pass != "" {
			if err := p.Apply(*pass); err != nil {
				panic(err)
			}
		}
		run, err := p.Compile()
		if err != nil {
			panic(err)
		}
		in, _ := program.Inputs(run)
		opt := interp.Options{}
		best := time.Hour
		for range *n {
			s := time.Now()
			r, err := run.Run(in, opt)
			d := time.Since(s)
			if err != nil {
				panic(err)
			}
			opt.Results = r.Outputs
			best = min(best, d)
		}
		fmt.Printf("%10.3f ms  %8.3f predicted %s\n", best.Seconds()*1e3, cost.CPU().Alone().Function(p.Module, p.Entry)*1e3, f)
	}
}
