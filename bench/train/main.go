// Command train shows what training takes: the time of a loss with its gradients next to that of
// the loss alone, of the models of bench/train/models, both optimised and run in turns, the
// operations that the machine model counts in both, and the memory that they need.
//
//	go run ./bench/train [-runs 9] [-models mlp,resnet] [-data ../shared/data/models] [-write]
//	GOMAXPROCS=1 go run ./bench/train -busy
//	go run ./bench/train -models resnet -ops [-top 30]
//
// It exits with status 1 where a model is above its bar. -write puts the table into
// docs/performance.md; -busy takes the time of processors in place of that of the clock, for a
// machine that has other things to do, where one worker does not wait for another; -ops prints in
// its place how long the ops take.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/page"
	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/bench/train/models"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

func main() {
	runs := atleast.One("runs", 9, "samples of each program; the fastest run counts")
	only := flag.String("models", "", "comma-separated names of the models to run; all if empty")
	data := flag.String("data", "../shared/data/models", "folder with programs of other projects")
	write := flag.Bool("write", false, "write the table into docs/performance.md")
	busy := flag.Bool("busy", false, "measure the time of processors")
	ops := flag.Bool("ops", false, "print the time of ops in place of the table")
	top := flag.Int("top", 30, "how many ops -ops prints of each program")
	flag.Parse()
	b := &bench{runs: *runs, data: *data, now: clock, measured: "time by the clock"}
	if *busy {
		b.now, b.measured = processor.Time, "time of processors"
	}
	if *ops {
		b.top = *top
	}
	if *only != "" {
		b.only = strings.Split(*only, ",")
	}
	err := b.run()
	if err == nil && *write {
		err = page.Write("docs/performance.md", "train", b.table.Bytes())
	} else if err == nil && !*ops {
		_, err = os.Stdout.Write(b.table.Bytes())
	}
	if err == nil && len(b.above) > 0 {
		err = fmt.Errorf("above the bar: %s", strings.Join(b.above, ", "))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/train:", err)
		os.Exit(1)
	}
}

var begin = time.Now()

func clock() time.Duration { return time.Since(begin) }

type bench struct {
	runs, top int
	now       func() time.Duration
	measured  string // what that is
	data      string
	only      []string
	table     bytes.Buffer
	above     []string // models above their bars
}

func (b *bench) run() error {
	fmt.Fprintf(&b.table, "| model | loss, ms | with gradients, ms | ratio | bar | predicted | operations | loss, memory | with gradients |\n")
	fmt.Fprintf(&b.table, "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	dir, err := os.MkdirTemp("", "tg-train")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, m := range models.All {
		if b.only != nil && !slices.Contains(b.only, m.Name) {
			continue
		}
		t, err := m.Build(b.data, dir)
		if errors.Is(err, models.ErrMissing) {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		if err == nil {
			err = b.model(t)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
	}
	fmt.Fprintf(&b.table, "\n%s, %s, the least of %d samples in turns; predicted is the ratio by the machine model, operations the ratio of what it counts.\n",
		units.Counted(runtime.GOMAXPROCS(0), "worker"), b.measured, b.runs)
	return nil
}

// variant is one of the two programs.
type variant struct {
	run              *interp.Program
	predicted, flops float64 // seconds, operations
	least            time.Duration
	peak             int
	results          []*tensor.Tensor // where the next run makes its results, as in a training
}

// prepare optimises a function of a training.
func prepare(t *models.Training, entry string) (*variant, error) {
	p, err := program.Parse(t.Name, []byte(t.Text))
	if err != nil {
		return nil, err
	}
	p.Entry = entry
	if err := p.Apply("optimize"); err != nil {
		return nil, err
	}
	run, err := p.Compile()
	if err != nil {
		return nil, err
	}
	e := cost.NewEstimator(cost.CPU()).Op(ir.Symbols(p.Module)[entry])
	return &variant{run: run, predicted: e.Seconds, flops: e.Flops}, nil
}

// model adds the row of a model.
func (b *bench) model(t *models.Training) error {
	inputs, err := t.Inputs()
	if err != nil {
		return err
	}
	var both []*variant
	for _, entry := range []string{models.Loss, models.Gradient} {
		v, err := prepare(t, entry)
		if err != nil {
			return err
		}
		both = append(both, v)
	}
	if b.top > 0 {
		return b.ops(t, both, inputs)
	}
	for range b.runs + 1 {
		for _, v := range both {
			if err := v.sample(inputs, b.now); err != nil {
				return err
			}
		}
	}
	forward, step := both[0], both[1]
	ratio := step.least.Seconds() / forward.least.Seconds()
	bar := ""
	if t.Bar > 0 {
		bar = fmt.Sprint(t.Bar)
		if ratio > t.Bar {
			b.above = append(b.above, t.Name)
		}
	}
	row := fmt.Sprintf("| %s | %.3g | %.3g | %.2f | %s | %.2f | %.2f | %s | %s |\n", t.Name, forward.least.Seconds()*1e3, step.least.Seconds()*1e3, ratio, bar,
		step.predicted/forward.predicted, step.flops/forward.flops, units.Bytes(int64(forward.peak)), units.Bytes(int64(step.peak)))
	b.table.WriteString(row)
	fmt.Fprint(os.Stderr, row)
	return nil
}

// A short program runs for sampleTime.
const sampleTime = 20 * time.Millisecond

// sample runs v for a while, and keeps the least time of a run.
func (v *variant) sample(inputs []*tensor.Tensor, now func() time.Duration) error {
	runtime.GC() // what others left is not for this one to clear
	for begin := now(); ; {
		start := now()
		result, err := v.run.Run(inputs, interp.Options{Results: v.results})
		if err != nil {
			return err
		}
		end := now()
		v.peak, v.results = result.PeakBytes, result.Outputs
		if v.least == 0 || end-start < v.least {
			v.least = end - start
		}
		if end-begin > sampleTime {
			return nil
		}
	}
}

// ops prints how long ops take, those of one form together: the least time of each.
func (b *bench) ops(t *models.Training, both []*variant, inputs []*tensor.Tensor) error {
	for i, v := range both {
		least := map[*ir.Op]interp.OpTime{}
		for range b.runs + 1 {
			result, err := v.run.Run(inputs, interp.Options{Times: true, Results: v.results})
			if err != nil {
				return err
			}
			v.results = result.Outputs
			for _, o := range result.Times {
				if have, ok := least[o.Op]; !ok || o.Self < have.Self {
					least[o.Op] = o
				}
			}
		}
		machine := cost.CPU()
		forms := map[string]*form{}
		all := &form{name: t.Name + ", " + []string{"loss", "with gradients"}[i]}
		for _, o := range least {
			name := formOf(o.Op)
			if forms[name] == nil {
				forms[name] = &form{name: name}
			}
			forms[name].add(o, machine)
			all.add(o, machine)
		}
		list := make([]*form, 0, len(forms))
		for _, f := range forms {
			list = append(list, f)
		}
		slices.SortFunc(list, func(x, y *form) int { return int(y.time - x.time) })
		for _, f := range append([]*form{all}, list[:min(len(list), b.top)]...) {
			fmt.Printf("%10.3f ms %10.3f predicted %6d  %s\n", f.time.Seconds()*1e3, f.predicted*1e3, f.count, f.name)
		}
	}
	return nil
}

// form is ops of one name, with the same attributes and types.
type form struct {
	name      string
	time      time.Duration
	predicted float64
	count     int
}

func (f *form) add(o interp.OpTime, m *cost.Machine) {
	f.time += o.Self
	f.count += o.Count
	f.predicted += m.Op(o.Op)
}
