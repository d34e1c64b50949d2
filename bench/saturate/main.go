// Command saturate shows what choosing among all equal programs is worth: the predicted time of
// the networks that papers about graph optimisers measure, as written, after `optimize`, and after
// `optimize{effort=2}`, which saturates, on both machines that come with tg; and how long the
// search took. With -measure it executes them, and the programs in ../shared/data/models, in turns
// and compares results. With -search it compares ways to search instead, each with the same passes
// before and after it: those of `substitute`, which tries the best first or draws at random, and
// `saturate`. With -discovered it compares rules: what the two passes make of the networks with
// those that come with tg, with those of a file alone, as `tg-opt --discover` writes it, and with
// both; with -measure it executes them, too.
//
//	go run ./bench/saturate [-fp fast] [-programs bert,vgg] [-measure -runs 9] [-write]
//	go run ./bench/saturate -search [-seeds 3] [-fp fast] [-programs bert,vgg] [-write]
//	go run ./bench/saturate -discovered FILE.rules [-measure -runs 9] [-fp fast] [-programs bert,vgg] [-write]
//	go run ./bench/saturate -texts DIR [-programs bert,vgg]
//
// -write puts the tables into docs/performance.md, or with -search or -discovered into
// docs/optimizing.md.
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
	"time"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/page"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/bench/optimize/programs"
	"github.com/tg-opt/tg/cost"
)

// published is by how many percent Tensat makes the models faster (Yang et al., MLSys 2021).
var published = map[string]float64{
	"nasrnn": 68.9, "bert": 9.2, "resnext": 8.8, "nasnet": 7.3, "vgg": 8.9, "squeezenet": 24.5, "inception-v3": 10.0,
}

func main() {
	fp := flag.String("fp", "fast", "floating-point rewrites allowed: strict, finite or fast")
	only := flag.String("programs", "", "comma-separated names of the programs to run; all if empty")
	measured := flag.Bool("measure", false, "execute the programs, too")
	models := flag.String("models", "../shared/data/models", "folder with programs of other projects, for -measure and -search")
	searches := flag.Bool("search", false, "compare the searches by themselves instead")
	discovered := flag.String("discovered", "", "compare the rules that come with tg, those of this file, and both instead")
	texts := flag.String("texts", "", "write the programs into this folder instead, one file each, as tg-opt --discover-rank reads them")
	seeds := atleast.One("seeds", 3, "searches by random draws, for -search")
	runs := atleast.One("runs", 9, "samples of each program; the median counts")
	write := flag.Bool("write", false, "write the tables into docs/performance.md, or docs/optimizing.md for -search and -discovered")
	flag.Parse()
	var table bytes.Buffer
	file, name := "docs/performance.md", "saturate"
	var err error
	switch {
	case *searches && *discovered != "":
		err = errors.New("-search compares searches, and -discovered rules: only one of them can be given")
	case *searches && *measured:
		err = errors.New("-search executes nothing: it goes without -measure")
	case *searches:
		file, name = "docs/optimizing.md", "search"
		err = searchAll(&table, *fp, *only, *models, *seeds)
	case *texts != "":
		err = writeTexts(*texts, *only)
	case *discovered != "":
		file, name = "docs/optimizing.md", "discovered"
		c := contest{comparison: comparison{fp: *fp}, file: *discovered, measure: *measured, runs: *runs}
		err = c.tables(&table, *only)
	default:
		err = predict(&table, *fp, *only)
	}
	if err == nil && *measured && *discovered == "" && *texts == "" {
		err = measureAll(&table, *fp, *only, *models, *runs)
	}
	switch {
	case err != nil || *texts != "":
	case *write:
		err = page.Write(file, name, table.Bytes())
	default:
		_, err = os.Stdout.Write(table.Bytes())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/saturate:", err)
		os.Exit(1)
	}
}

// writeTexts writes the programs into a folder.
func writeTexts(dir, only string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, m := range programs.Models {
		if !wanted(only, m.Name) {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, m.Name+".mlir"), []byte(m.Text(m.Default)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func wanted(only, name string) bool {
	return only == "" || slices.Contains(strings.Split(only, ","), name)
}

// predict is the table of predicted times.
func predict(table *bytes.Buffer, fp, only string) error {
	fmt.Fprintf(table, "| model | machine | as written us | `optimize` us | gain %% | `effort=2` us | gain %% | over `optimize` %% | search s | Tensat %% |\n")
	fmt.Fprintf(table, "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, m := range programs.Models {
		if !wanted(only, m.Name) {
			continue
		}
		text := []byte(m.Text(m.Default))
		for _, machine := range []string{"gpu", "cpu"} {
			row, err := predicted(m.Name, text, machine, fp)
			if err != nil {
				return fmt.Errorf("%s: %w", m.Name, err)
			}
			fmt.Fprintln(os.Stderr, strings.TrimSpace(row))
			table.WriteString(row)
			runtime.GC()
		}
	}
	fmt.Fprintf(table, "\nfp=%s, weights are constants; the search is what `effort=2` takes more than `optimize`.\n", fp)
	return nil
}

// predicted is the row of a program on a machine.
func predicted(name string, text []byte, machine, fp string) (string, error) {
	m, err := cost.Named(machine, 0)
	if err != nil {
		return "", err
	}
	var costs, seconds [2]float64
	before := 0.0
	for i := range costs {
		p, err := program.Parse(name, text)
		if err != nil {
			return "", err
		}
		before = m.Function(p.Module, p.Entry)
		start := time.Now()
		if err := p.Apply(fmt.Sprintf("optimize{fp=%s machine=%s effort=%d}", fp, machine, i+1)); err != nil {
			return "", err
		}
		seconds[i] = time.Since(start).Seconds()
		costs[i] = m.Function(p.Module, p.Entry)
	}
	theirs := ""
	if p, ok := published[name]; ok && machine == "gpu" {
		theirs = fmt.Sprintf("%.1f", p)
	}
	gain := func(a, b float64) string { return fmt.Sprintf("%.1f", 100*(a/b-1)) }
	return fmt.Sprintf("| %s | %s | %.1f | %.1f | %s | %.1f | %s | %s | %.1f | %s |\n", name, machine, before*1e6, costs[0]*1e6, gain(before, costs[0]),
		costs[1]*1e6, gain(before, costs[1]), gain(costs[0], costs[1]), seconds[1]-seconds[0], theirs), nil
}
