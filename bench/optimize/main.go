// Command optimize shows what optimising is worth: ops, predicted and measured time of generated
// blocks of neural networks, of the networks that papers about graph optimisers measure, and of the
// programs in ../shared/data/models, as written, simplified without any fusion, and after the
// pipeline `optimize`. All programs of a row are checked to give the same results, then run in
// turns; times are medians.
//
//	go run ./bench/optimize [-runs 9] [-fp strict] [-programs gru,lstm] [-models DIR] [-write]
//	go run ./bench/optimize -programs projections -width 64 [-sequence 128]
//
// -write puts the table into docs/performance.md.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/page"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/bench/optimize/programs"
)

const (
	// simplify is what the effect of the fusions is compared with.
	simplify = "inline,symbol-dce,canonicalize{fp=FP},cse,fold,sccp,canonicalize{fp=FP},loop-invariant-code-motion,cse,fold,canonicalize{fp=FP},symbol-dce"
	optimise = "optimize{fp=FP}"
)

func main() {
	runs := atleast.One("runs", 9, "samples of each program; the median counts")
	fp := flag.String("fp", "strict", "floating-point rewrites allowed: strict, finite or fast")
	only := flag.String("programs", "", "comma-separated names of the programs to run; all if empty")
	models := flag.String("models", "../shared/data/models", "folder with programs of other projects")
	sequence := flag.Int("sequence", 0, "rows of the generated blocks, in place of their own number; whole networks are left out")
	width := flag.Int("width", 0, "features of the generated blocks, in place of their own number; whole networks are left out")
	write := flag.Bool("write", false, "write the table into docs/performance.md")
	flag.Parse()
	list, err := sources(*models, *sequence, *width)
	switch {
	case err != nil:
	case *write && *sequence+*width > 0:
		err = errors.New("the table of docs/performance.md has the programs' own sizes: -write goes without -sequence and -width")
	default:
		err = run(list, *runs, *fp, *only, *write)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/optimize:", err)
		os.Exit(1)
	}
}

// source is a program, whose text is made when it is needed: weights may be large.
type source struct {
	name string
	text func() ([]byte, error)
}

// generated is a source of a program that is written for the parameters.
func generated(p programs.Program, sizes programs.Params) source {
	return source{p.Name, func() ([]byte, error) { return []byte(p.Text(sizes)), nil }}
}

func run(list []source, runs int, fp, only string, write bool) error {
	var table bytes.Buffer
	fmt.Fprintf(&table, "| program | ops as written | simplified | optimised | predicted ms | | | measured ms | | | fusions gain | all gains |\n")
	fmt.Fprintf(&table, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, s := range list {
		if only != "" && !slices.Contains(strings.Split(only, ","), s.name) {
			continue
		}
		row, err := measure(s, fp, runs)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		table.WriteString(row)
		fmt.Fprintln(os.Stderr, strings.TrimSpace(row))
	}
	fmt.Fprintf(&table, "\nfp=%s, %d workers, medians of %d samples; the columns are: as written, simplified (`canonicalize`, `cse`, `fold` and so on, no fusions), `--optimize`.\n",
		fp, runtime.GOMAXPROCS(0), runs)
	if !write {
		_, err := os.Stdout.Write(table.Bytes())
		return err
	}
	return page.Write("docs/performance.md", "optimize", table.Bytes())
}

func sources(models string, sequence, width int) ([]source, error) {
	if sequence < 0 || width < 0 {
		return nil, errors.New("-sequence and -width are 1 or more")
	}
	var list []source
	for _, p := range programs.All {
		sizes := p.Default
		if sequence > 0 {
			sizes.Sequence = sequence
		}
		if width > 0 {
			sizes.Width = width
		}
		list = append(list, generated(p, sizes))
	}
	if sequence+width == 0 {
		for _, p := range programs.Models {
			list = append(list, generated(p, p.Default))
		}
	}
	files, err := filepath.Glob(filepath.Join(models, "*.mlir"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		fmt.Fprintf(os.Stderr, "there are no programs in %s; they belong to other projects and are not shipped\n", models)
	}
	for _, f := range files {
		list = append(list, source{strings.TrimSuffix(filepath.Base(f), ".mlir"), func() ([]byte, error) { return os.ReadFile(f) }})
	}
	return list, nil
}

// measure is the row of s in the table.
func measure(s source, fp string, runs int) (string, error) {
	text, err := s.text()
	if err != nil {
		return "", err
	}
	var variants []*program.Variant
	for _, passes := range []string{"", simplify, optimise} {
		v, err := program.Prepare(s.name, text, strings.ReplaceAll(passes, "FP", fp))
		if err != nil {
			return "", fmt.Errorf("after '%s': %w", passes, err)
		}
		variants = append(variants, v)
	}
	text = nil
	if err := program.Measure(variants, runs); err != nil {
		return "", err
	}
	if fp == "strict" {
		if err := program.SameResults(variants); err != nil {
			return "", err
		}
	}
	var ops, predicted, measured []string
	var medians []float64
	for _, v := range variants {
		ms := v.Median() * 1e3
		medians = append(medians, ms)
		ops = append(ops, fmt.Sprint(v.Ops))
		predicted = append(predicted, fmt.Sprintf("%.3g", v.Predicted*1e3))
		measured = append(measured, fmt.Sprintf("%.3g", ms))
	}
	cells := slices.Concat([]string{s.name}, ops, predicted, measured,
		[]string{fmt.Sprintf("%.2f", medians[1]/medians[2]), fmt.Sprintf("%.2f", medians[0]/medians[2])})
	return "| " + strings.Join(cells, " | ") + " |\n", nil
}
