// Command derivatives shows what derivatives cost before they run. Of large programs it measures
// how long differentiating them takes, each at half its size, too, so that what is not linear
// shows: the time that one processor works for it, of several runs the least, without parsing,
// verifying and printing. Of typical programs, and of those in ../shared/data/models, it counts the
// ops of the derivative as it is made, after `cse`, and after `optimize`.
//
//	go run ./bench/derivatives [-repeat 3] [-only calls] [-models DIR] [-write] [-cpuprofile FILE]
//
// -write puts the tables into docs/performance.md.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
	"slices"

	"github.com/tg-opt/tg/bench/internal/atleast"
)

const page = "docs/performance.md"

func main() {
	repeat := atleast.One("repeat", 3, "how many runs; the fastest counts")
	only := flag.String("only", "", "measure only what has this in its name")
	models := flag.String("models", "../shared/data/models", "folder with programs of other projects")
	write := flag.Bool("write", false, "write the tables into docs/performance.md")
	profile := flag.String("cpuprofile", "", "write a CPU profile of everything to this file")
	flag.Parse()
	if err := run(max(*repeat, 1), *only, *models, *write, *profile); err != nil {
		fmt.Fprintln(os.Stderr, "bench/derivatives:", err)
		os.Exit(1)
	}
}

func run(repeat int, only, models string, write bool, profile string) error {
	if write && only != "" {
		return errors.New("the tables of docs/performance.md have everything: -write goes without -only")
	}
	if profile != "" {
		f, err := os.Create(profile)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	times, err := measureSizes(repeat, only)
	if err != nil {
		return err
	}
	counts, err := countOps(models, only)
	if err != nil {
		return err
	}
	if write {
		return errors.Join(writePage("sizes of derivatives", times), writePage("ops of derivatives", counts))
	}
	_, err = os.Stdout.Write(slices.Concat(times, []byte("\n"), counts))
	return err
}

// writePage puts a table into the page, between the comments with its name.
func writePage(name string, table []byte) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	begin, end := "<!-- "+name+" -->", "<!-- end of "+name+" -->"
	head, rest, ok := bytes.Cut(text, []byte(begin))
	_, tail, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		return fmt.Errorf("%s has no %s ... %s", page, begin, end)
	}
	return os.WriteFile(page, slices.Concat(head, []byte(begin+"\n\n"), table, []byte("\n"+end), tail), 0o644)
}
