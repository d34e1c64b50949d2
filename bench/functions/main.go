// Command functions times the elementwise functions and sums as whole tg-run
// processes of one worker, as they were at another commit and as they are now, in
// turns. A number is the time per element: the least of several executions in a
// process, in which what else the machine does has the smallest part, and of the
// processes the median. Reading inputs and starting up are not in it. Then it
// compares sums that are larger than the caches with plain reading of the same
// memory, with one worker and with two.
//
//	go run ./bench/functions [-against COMMIT] [-runs 5] [-types f32,f64] [-only REGEXP] [-reading=false]
//
// It prints tables in Markdown: nanoseconds per element, now over before. A dash
// stands where that commit does not have the op. Without -against only the present
// is timed.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/measure"
	"github.com/tg-opt/tg/bench/internal/states"
	"github.com/tg-opt/tg/tensor"
)

func main() {
	against := flag.String("against", "", "a commit to compare with")
	runs := atleast.One("runs", 5, "processes of each; the median counts")
	types := flag.String("types", "f32,f64", "element types, of f16, bf16, f32 and f64")
	only := flag.String("only", "", "regular expression: only the functions and sums that it matches")
	reading := flag.Bool("reading", true, "compare sums with reading")
	flag.Parse()
	err := table(*against, strings.Split(*types, ","), *only, *runs)
	if err == nil && *reading {
		err = compareWithReading()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/functions:", err)
		os.Exit(1)
	}
}

// table prints a line for each function and type.
func table(against string, types []string, only string, runs int) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	b := &bench{runs: runs, states: []states.State{states.New}}
	if b.folder, err = os.MkdirTemp("", "tg-functions"); err != nil {
		return err
	}
	defer os.RemoveAll(b.folder)
	b.tools = map[states.State]string{states.New: filepath.Join(b.folder, "tg-run")}
	if against != "" {
		tools, err := states.Build(against, "./cmd/tg-run")
		if err != nil {
			return err
		}
		defer tools.Remove()
		b.states = []states.State{states.Old, states.New}
		for _, s := range b.states {
			b.tools[s] = tools.Path(s, "tg-run")
		}
	} else if err := measure.Build("tg-run", b.tools[states.New]); err != nil {
		return err
	}
	fmt.Println("| op | type | before, ns | now, ns | now/before |")
	fmt.Println("|---|---|---|---|---|")
	for _, c := range cases {
		for _, name := range types {
			d, ok := tensor.ParseDType(name)
			if !ok || !d.IsFloat() {
				return fmt.Errorf("%q is no float type", name)
			}
			if !wanted.MatchString(c.name) {
				continue
			}
			line, err := b.line(c, d)
			if err != nil {
				return fmt.Errorf("%s in %s: %w", c.name, d, err)
			}
			fmt.Println(line)
		}
	}
	return nil
}

// bench is what the lines of the table have in common.
type bench struct {
	folder string
	tools  map[states.State]string
	states []states.State
	runs   int
}

// line measures a case in a type.
func (b *bench) line(c testCase, d tensor.DType) (string, error) {
	program := filepath.Join(b.folder, "program.mlir")
	if err := os.WriteFile(program, []byte(c.text(d)), 0o644); err != nil {
		return "", err
	}
	args := []string{"tg-run", "--workers=1", "--repeat=8", program}
	for i, r := range c.inputs {
		file := filepath.Join(b.folder, fmt.Sprintf("input%d.npy", i))
		if err := writeInput(file, r.tensor(d, c.shape, uint64(i+1))); err != nil {
			return "", err
		}
		args = append(args, "--input=@"+file)
	}
	samples, missing := map[states.State][]float64{}, map[states.State]bool{}
	for range b.runs {
		for _, state := range b.states {
			if missing[state] {
				continue
			}
			s, err := measure.Run(b.tools[state], args, true)
			if err != nil {
				return "", err
			}
			if s.Status != 0 && state == states.Old {
				missing[state] = true
				continue
			}
			least, err := leastTime(s)
			if err != nil {
				return "", err
			}
			samples[state] = append(samples[state], float64(least.Nanoseconds())/float64(c.copies()*c.elements()))
		}
	}
	before, ratio := "-", "-"
	now := median(samples[states.New])
	if all := samples[states.Old]; len(all) > 0 {
		before, ratio = fmt.Sprintf("%.3f", median(all)), fmt.Sprintf("%.2f", now/median(all))
	}
	return fmt.Sprintf("| %s | %s | %s | %.3f | %s |", c.name, d, before, now, ratio), nil
}

// leastTime is what tg-run reports of --repeat.
func leastTime(s measure.Sample) (time.Duration, error) {
	for line := range strings.Lines(string(s.Output)) {
		if text, ok := strings.CutPrefix(line, "minimum:"); ok && s.Status == 0 {
			return time.ParseDuration(strings.TrimSpace(text))
		}
	}
	return 0, fmt.Errorf("status %d\n%s", s.Status, s.Output)
}

func writeInput(name string, t *tensor.Tensor) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := tensor.WriteNPY(f, t); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}
