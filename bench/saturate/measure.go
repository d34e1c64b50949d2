package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/bench/optimize/programs"
	"github.com/tg-opt/tg/tensor"
)

// others are the programs of other projects that are executed.
var others = []string{"mobilebert", "searchless_chess_9m", "kan1"}

// measureAll is the table of measured times.
func measureAll(table *bytes.Buffer, fp, only, models string, runs int) error {
	fmt.Fprintf(table, "\n| program | `optimize` ms | `effort=2` ms | gain %% | greatest difference |\n|---|---:|---:|---:|---:|\n")
	product, n := 1.0, 0
	row := func(name string, text []byte) error {
		gain, line, err := measured(name, text, fp, runs)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		product, n = product*gain, n+1
		table.WriteString(line)
		fmt.Fprintln(os.Stderr, strings.TrimSpace(line))
		runtime.GC()
		return nil
	}
	for _, m := range programs.Models {
		if !wanted(only, m.Name) {
			continue
		}
		if err := row(m.Name, []byte(m.Text(m.Default))); err != nil {
			return err
		}
	}
	for _, name := range others {
		if !wanted(only, name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(models, name+".mlir"))
		if errors.Is(err, os.ErrNotExist) {
			fmt.Fprintf(os.Stderr, "there is no %s in %s: it belongs to another project and is not shipped\n", name, models)
			continue
		}
		if err != nil {
			return err
		}
		if err := row(name, text); err != nil {
			return err
		}
	}
	if n > 0 {
		fmt.Fprintf(table, "\nfp=%s, %d workers, medians of %d runs in turns; the gains together are %.2f %% in the (geometric) mean. Differences are relative to the largest element of a result.\n",
			fp, runtime.GOMAXPROCS(0), runs, 100*(math.Pow(product, 1/float64(n))-1))
	}
	return nil
}

// measured is the row of a program, and how many times as fast it became.
func measured(name string, text []byte, fp string, runs int) (gain float64, row string, err error) {
	var variants []*program.Variant
	for effort := 1; effort <= 2; effort++ {
		v, err := program.Prepare(name, text, fmt.Sprintf("optimize{fp=%s effort=%d}", fp, effort))
		if err != nil {
			return 0, "", err
		}
		variants = append(variants, v)
	}
	if err := program.Measure(variants, runs); err != nil {
		return 0, "", err
	}
	was, is := variants[0].Median(), variants[1].Median()
	if variants[0].Text == variants[1].Text {
		return 1, fmt.Sprintf("| %s | %.4g | %.4g | the same program | |\n", name, was*1e3, is*1e3), nil
	}
	worst := 0.0
	for i, want := range variants[0].Outputs {
		worst = max(worst, difference(want, variants[1].Outputs[i]))
	}
	if fp == "strict" && worst != 0 {
		return 0, "", errors.New("under fp=strict the results are others")
	}
	return was / is, fmt.Sprintf("| %s | %.4g | %.4g | %.1f | %.2g |\n", name, was*1e3, is*1e3, 100*(was/is-1), worst), nil
}

// difference is how far elements of two results are apart at most, for floats in relation to the
// largest element.
func difference(a, b *tensor.Tensor) float64 {
	if tensor.SameValues(a, b) {
		return 0
	}
	apart, largest := 0.0, 0.0
	for i := range a.Len() {
		x, y := a.Float64At(i), b.Float64At(i)
		apart, largest = max(apart, math.Abs(x-y)), max(largest, math.Abs(x))
	}
	if largest == 0 {
		return apart
	}
	return apart / largest
}
