package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/bench/optimize/programs"
	"github.com/tg-opt/tg/pipeline"
)

// contest compares what searches make of programs with the rules that come with tg, with those of
// a file alone, and with both.
type contest struct {
	comparison
	file    string
	measure bool
	runs    int
	times   bytes.Buffer
}

// ruleSets are what a search may use: the names of the columns, and the options, where FILE is a
// file of rules.
var ruleSets = [3]struct{ name, option string }{
	{"shipped", ""}, {"discovered only", " rules=FILE shipped=false"}, {"both", " rules=FILE"},
}

// searchers are the passes that search; saturate keeps what the passes after it make something
// cheaper of, as `optimize` has it do.
var searchers = [2]struct{ name, options string }{
	{"substitute", ""}, {"saturate", " fusions=false then={" + afterSearch + "}"},
}

// tables writes the tables.
func (c *contest) tables(table *bytes.Buffer, only string) error {
	if _, err := os.Stat(c.file); err != nil {
		return err
	}
	c.columns()
	for _, m := range programs.Models {
		if !wanted(only, m.Name) {
			continue
		}
		text := []byte(m.Text(m.Default))
		for _, machine := range []string{"gpu", "cpu"} {
			if err := c.predict(m.Name, text, machine); err != nil {
				return fmt.Errorf("%s: %w", m.Name, err)
			}
			runtime.GC()
		}
		if !c.measure {
			continue
		}
		if err := c.execute(m.Name, text); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		runtime.GC()
	}
	fmt.Fprintf(table, "%s\nfp=%s, weights are constants. By how many percent a search makes the program faster, as predicted, with the same passes before it and behind it as above; `saturate` keeps what these make something cheaper of (`then`). "+
		"The rules are those that ship for each search, those of `%s` alone, and both.\n\n", c.gains.Bytes(), c.fp, filepath.Base(c.file))
	fmt.Fprintf(table, "%s\nSeconds of the processor that the searches take, on a machine that did other work, too.\n", c.efforts.Bytes())
	if c.measure {
		fmt.Fprintf(table, "\n%s\nMilliseconds on the CPU, %d workers, medians of %d runs in turns; equal programs are one. Differences are those of the results, relative to their largest elements.\n",
			c.times.Bytes(), runtime.GOMAXPROCS(0), c.runs)
	}
	return nil
}

// columns are the heads of the tables.
func (c *contest) columns() {
	gains, efforts, times := "| model | machine | without us |", "| model | machine |", "| model | without ms |"
	for _, s := range searchers {
		for _, set := range ruleSets {
			gains += fmt.Sprintf(" `%s`, %s %% |", s.name, set.name)
			efforts += fmt.Sprintf(" `%s`, %s s |", s.name, set.name)
			times += fmt.Sprintf(" `%s`, %s ms |", s.name, set.name)
		}
	}
	columns := strings.Repeat("---:|", len(searchers)*len(ruleSets))
	fmt.Fprintf(&c.gains, "%s\n|---|---|---:|%s\n", gains, columns)
	fmt.Fprintf(&c.efforts, "%s\n|---|---|%s\n", efforts, columns)
	fmt.Fprintf(&c.times, "%s greatest difference |\n|---|---:|%s---:|\n", times, columns)
}

// passes are what searches on a machine, for each of the columns.
func (c *contest) passes(machine string) (list []string) {
	for _, s := range searchers {
		for _, set := range ruleSets {
			text := fmt.Sprintf("%s{fp=FP machine=MACHINE%s%s}", s.name, set.option, s.options)
			list = append(list, strings.NewReplacer("FILE", pipeline.ListText([]string{c.file}), "FP", c.fp, "MACHINE", machine).Replace(text))
		}
	}
	return list
}

// predict is the row of a program on a machine, as predicted.
func (c *contest) predict(name string, text []byte, machine string) error {
	s, err := c.prepare(name, text, machine)
	if err != nil {
		return err
	}
	gains, efforts := fmt.Sprintf("| %s | %s | %.4g |", name, machine, s.seconds*1e6), fmt.Sprintf("| %s | %s |", name, machine)
	for _, pass := range c.passes(machine) {
		f, err := c.search(s, pass)
		if err != nil {
			return err
		}
		gains += fmt.Sprintf(" %.2f |", s.gain(f))
		efforts += fmt.Sprintf(" %.2f |", f.processor)
	}
	fmt.Fprintln(&c.gains, gains)
	fmt.Fprintln(&c.efforts, efforts)
	fmt.Fprintf(os.Stderr, "%s\n%s\n", gains, efforts)
	return nil
}

// execute is what running a program takes on the CPU.
func (c *contest) execute(name string, text []byte) error {
	replace := strings.NewReplacer("FP", c.fp, "MACHINE", "cpu")
	var columns, different []*program.Variant
	for _, pass := range append([]string{"cse"}, c.passes("cpu")...) {
		v, err := program.Prepare(name, text, replace.Replace(beforeSearch+",")+pass+","+replace.Replace(afterSearch))
		if err != nil {
			return err
		}
		if known := slices.IndexFunc(different, func(d *program.Variant) bool { return d.Text == v.Text }); known >= 0 {
			v = different[known]
		} else {
			different = append(different, v)
		}
		columns = append(columns, v)
	}
	if err := program.Measure(different, c.runs); err != nil {
		return err
	}
	row, worst := "| "+name+" |", 0.0
	for _, v := range columns {
		row += fmt.Sprintf(" %.4g |", v.Median()*1e3)
		for i, want := range columns[0].Outputs {
			worst = max(worst, difference(want, v.Outputs[i]))
		}
	}
	if c.fp == "strict" && worst != 0 {
		return errors.New("under fp=strict the results are others")
	}
	row += fmt.Sprintf(" %.2g |", worst)
	fmt.Fprintln(&c.times, row)
	fmt.Fprintln(os.Stderr, row)
	return nil
}
