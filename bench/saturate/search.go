package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/bench/optimize/programs"
	"github.com/tg-opt/tg/cost"
)

// What comes before a search, and after it, where constants that it has made are computed, and ops
// fused: without that, ops that saturate fuses would be compared with those that others leave to
// be fused.
const (
	beforeSearch = "stablehlo-to-tg{if-possible},lift-cf-to-tg{if-possible},inline{default-pipeline= max-growth=8},symbol-dce,canonicalize{fp=FP},cse,fold,canonicalize{fp=FP},cse"
	afterSearch  = "fold{time-budget=inf},canonicalize{fp=FP},cse,fuse-elementwise{machine=MACHINE}"
)

// moreRules are those that saturate has besides those of substitute.
const moreRules = "rules/saturate/*.rules"

// manyCandidates is how many programs the search that tries the best first may also try for one
// subgraph, besides its default.
const manyCandidates = 2000

// drawCounts are how many substitutions are drawn.
var drawCounts = []int{1_000, 10_000, 100_000}

// comparison is the tables that compare ways to search for what rules make of programs: what they
// gain, and what that takes.
type comparison struct {
	fp             string
	seeds          int
	gains, efforts bytes.Buffer
}

// searchAll writes them.
func searchAll(table *bytes.Buffer, fp, only, models string, seeds int) error {
	c := comparison{fp: fp, seeds: seeds}
	c.heads()
	for _, m := range programs.Models {
		if wanted(only, m.Name) {
			if err := c.rows(m.Name, []byte(m.Text(m.Default)), true); err != nil {
				return err
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(models, "*.mlir"))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		fmt.Fprintf(os.Stderr, "there are no programs in %s; they belong to other projects and are not shipped\n", models)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".mlir")
		if !wanted(only, name) {
			continue
		}
		text, err := os.ReadFile(f)
		if err == nil {
			err = c.rows(name, text, false)
		}
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(table, "%s\nfp=%s, weights are constants. By how many percent a search makes the program faster, as predicted, with the same passes before it (conversion, `canonicalize`, `cse`, `fold`) and behind it (these, and `fuse-elementwise`); "+
		"the best first with `max-candidates` as it is, and %d; draws in the mean of %d seeds, and the best of them. The rules are those of `substitute`, or also those of `rules/saturate`; `saturate` has both and those of `canonicalize`, and prices fusions.\n\n",
		c.gains.Bytes(), fp, manyCandidates, seeds)
	fmt.Fprintf(table, "%s\nPrograms are those that were tried, in the mean of the seeds. Seconds are of the processor, on a machine that did other work, too; times are multiples of them, measured in the same run.\n", c.efforts.Bytes())
	return nil
}

func (c *comparison) heads() {
	head, line := "| program | machine | rules |", "|---|---|---|"
	fmt.Fprintf(&c.gains, "%s without us | best first %% | of %d %% |", head, manyCandidates)
	fmt.Fprintf(&c.efforts, "%s windows | best first programs | s | of %d programs | times |", head, manyCandidates)
	for _, n := range drawCounts {
		fmt.Fprintf(&c.gains, " %d draws %% | best |", n)
		fmt.Fprintf(&c.efforts, " %d draws programs | times |", n)
	}
	columns := strings.Repeat("---:|", 2*len(drawCounts))
	fmt.Fprintf(&c.gains, " `saturate` %% |\n%s---:|---:|---:|%s---:|\n", line, columns)
	fmt.Fprintf(&c.efforts, " `saturate` times |\n%s---:|---:|---:|---:|---:|%s---:|\n", line, columns)
}

// rows are those of a program, with more rules, too, on one of the machines.
func (c *comparison) rows(name string, text []byte, more bool) error {
	files, err := filepath.Glob(moreRules)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("there are no %s: this runs in the folder of the module", moreRules)
	}
	for _, machine := range []string{"gpu", "cpu"} {
		s, err := c.prepare(name, text, machine)
		if err == nil {
			s.saturated, err = c.search(s, "saturate{fp="+c.fp+" machine="+machine+"}")
		}
		if err == nil {
			err = c.row(s, "shipped", "")
		}
		if err == nil && more && machine == "gpu" {
			err = c.row(s, "and more", " rules={"+strings.Join(files, ",")+"}")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// subject is a program to be searched.
type subject struct {
	name, machine string
	program       *program.Program
	model         *cost.Machine
	seconds       float64 // predicted, without a search
	saturated     found
}

// found is what a search found, and what it took.
type found struct {
	seconds   float64 // predicted
	counts    map[string]int64
	processor float64 // seconds
}

// gain is by how many percent a search made s faster, as predicted, in hundredths.
func (s *subject) gain(f found) float64 { return math.Round(1e4*(s.seconds/f.seconds-1))/100 + 0 } // no -0

func (c *comparison) prepare(name string, text []byte, machine string) (*subject, error) {
	s := &subject{name: name, machine: machine}
	var err error
	if s.model, err = cost.Named(machine, 0); err != nil {
		return nil, err
	}
	if s.program, err = program.Parse(name, text); err != nil {
		return nil, err
	}
	if err := s.program.Apply(strings.ReplaceAll(beforeSearch, "FP", c.fp)); err != nil {
		return nil, err
	}
	without, err := c.search(s, "cse")
	if err != nil {
		return nil, err
	}
	s.seconds = without.seconds
	return s, nil
}

// row compares the searches with some rules.
func (c *comparison) row(s *subject, rules, option string) error {
	options := fmt.Sprintf("fp=%s machine=%s%s", c.fp, s.machine, option)
	first, err := c.search(s, "substitute{"+options+"}")
	if err != nil {
		return err
	}
	further, err := c.search(s, fmt.Sprintf("substitute{%s max-candidates=%d}", options, manyCandidates))
	if err != nil {
		return err
	}
	times := func(seconds float64) string { return fmt.Sprintf("%.3g", seconds/first.processor) }
	head := fmt.Sprintf("| %s | %s | %s |", s.name, s.machine, rules)
	gains := fmt.Sprintf("%s %.4g | %.2f | %.2f |", head, s.seconds*1e6, s.gain(first), s.gain(further))
	efforts := fmt.Sprintf("%s %d | %d | %.3f | %d | %s |", head, first.counts["num-windows"], first.counts["num-candidates"], first.processor,
		further.counts["num-candidates"], times(further.processor))
	for _, n := range drawCounts {
		sum, best, programs, seconds := 0.0, math.Inf(-1), int64(0), 0.0
		for seed := range c.seeds {
			f, err := c.search(s, fmt.Sprintf("substitute{%s random=%d seed=%d}", options, n, seed))
			if err != nil {
				return err
			}
			sum, best, programs, seconds = sum+s.gain(f), max(best, s.gain(f)), programs+f.counts["num-candidates"], seconds+f.processor
		}
		gains += fmt.Sprintf(" %.2f | %.2f |", sum/float64(c.seeds), best)
		efforts += fmt.Sprintf(" %d | %s |", programs/int64(c.seeds), times(seconds/float64(c.seeds)))
	}
	gains += fmt.Sprintf(" %.2f |\n", s.gain(s.saturated))
	efforts += fmt.Sprintf(" %s |\n", times(s.saturated.processor))
	c.gains.WriteString(gains)
	c.efforts.WriteString(efforts)
	fmt.Fprint(os.Stderr, gains, efforts)
	return nil
}

// search is what a pass finds that searches a copy of the program.
func (c *comparison) search(s *subject, pass string) (f found, err error) {
	p := s.program.Copy()
	runtime.GC() // what others left is not for this one to clear
	began := processor.Time()
	if f.counts, err = p.Count(pass); err != nil {
		return f, err
	}
	f.processor = (processor.Time() - began).Seconds()
	if err := p.Apply(strings.NewReplacer("FP", c.fp, "MACHINE", s.machine).Replace(afterSearch)); err != nil {
		return f, err
	}
	f.seconds = s.model.Function(p.Module, p.Entry)
	return f, nil
}
