// Command filecheck measures tg-filecheck against LLVM's FileCheck: whole processes, both tools
// alternating in one run, on the same generated files.
//
//	go run ./bench/filecheck [-runs 5] [-peer FileCheck-22] [-only dag] [-scale 1] [-full]
//
// It builds tg-filecheck, which behaves as FileCheck under that name, generates the check files and
// the inputs, checks that both tools end with the same status and print the same, and prints
// medians of wall time, CPU time and peak memory with their ratios. Workloads on which the peer
// needs minutes run on ours alone unless -full is given.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/measure"
)

func main() {
	runs := atleast.One("runs", 5, "runs of each tool per workload; the median counts")
	peer := flag.String("peer", "FileCheck-22", "the tool to compare with")
	only := flag.String("only", "", "run only the workloads whose name contains this")
	scale := flag.Float64("scale", 1, "factor for the sizes of the inputs")
	full := flag.Bool("full", false, "run the peer on the workloads on which it needs minutes, too")
	generate := flag.String("generate", "", "only write the files of the workload of this name into the current directory")
	flag.Parse()
	b := bench{runs: *runs, only: *only, scale: *scale, full: *full}
	var err error
	if *generate != "" {
		err = b.generate(*generate)
	} else {
		err = b.measure(*peer)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/filecheck:", err)
		os.Exit(1)
	}
}

type bench struct {
	runs       int
	only       string
	scale      float64
	full       bool
	dir        string
	ours, peer string
}

func (b *bench) measure(peer string) error {
	path, err := exec.LookPath(peer)
	if err != nil {
		return fmt.Errorf("%s is not installed; Debian's llvm-22-tools has it", peer)
	}
	b.peer = path
	if b.dir, err = os.MkdirTemp("", "tg-bench"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	b.ours = filepath.Join(b.dir, "FileCheck")
	if err := measure.Build("tg-filecheck", b.ours); err != nil {
		return err
	}
	fmt.Printf("%-32s %7s %11s %11s %7s %11s %11s %7s %9s %9s %7s\n",
		"workload", "input", "our wall", "peer wall", "ratio", "our CPU", "peer CPU", "ratio", "our RSS", "peer RSS", "/input")
	for _, w := range workloads {
		if !strings.Contains(w.name, b.only) {
			continue
		}
		if err := b.compare(&w); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
	}
	return nil
}

// The names of the generated files.
const (
	checkName = "check.txt"
	inputName = "input.txt"
)

// generate writes the files of a workload into the current directory.
func (b *bench) generate(name string) error {
	for _, w := range workloads {
		if w.name == name {
			check, input := w.make(max(1, int(float64(w.size)*b.scale)))
			return errors.Join(os.WriteFile(checkName, check, 0o644), os.WriteFile(inputName, input, 0o644))
		}
	}
	return fmt.Errorf("there is no workload %q", name)
}

// compare runs one workload and prints its row of the table. Another process makes its files: the
// peak memory of a child is at least what its parent has when it starts it.
func (b *bench) compare(w *workload) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	maker := exec.Command(self, "-generate", w.name, "-scale", fmt.Sprint(b.scale))
	maker.Dir = b.dir
	if out, err := maker.CombinedOutput(); err != nil {
		return fmt.Errorf("%v\n%s", err, out)
	}
	check, input := filepath.Join(b.dir, checkName), filepath.Join(b.dir, inputName)
	info, err := os.Stat(input)
	if err != nil {
		return err
	}
	argv := append([]string{"FileCheck", check, "--input-file=" + input}, w.args...)
	withPeer := !w.slow || b.full
	var ours, theirs []measure.Sample
	for range b.runs {
		mine, err := measure.Run(b.ours, argv, true)
		if err != nil {
			return err
		}
		if ours = append(ours, mine); mine.Status != w.status {
			return fmt.Errorf("ours: exit status %d instead of %d\n%.2000s", mine.Status, w.status, mine.Output)
		}
		if !withPeer || w.slow && len(theirs) > 0 {
			continue // once is enough for minutes
		}
		other, err := measure.Run(b.peer, argv, true)
		if err != nil {
			return err
		}
		if theirs = append(theirs, other); mine.Status != other.Status || !bytes.Equal(mine.Output, other.Output) {
			return fmt.Errorf("the tools disagree: exit status %d and %d\n--- ours\n%.2000s\n--- peer\n%.2000s",
				mine.Status, other.Status, mine.Output, other.Output)
		}
	}
	a := measure.Medians(ours)
	size := float64(info.Size()) / (1 << 20)
	fmt.Printf("%-32s %4.0f MB", w.name, size*1.048576)
	if withPeer {
		p := measure.Medians(theirs)
		fmt.Printf(" %8.1f ms %8.1f ms %7.2f %8.1f ms %8.1f ms %7.2f %6.0f MB %6.0f MB",
			a.Wall, p.Wall, a.Wall/p.Wall, a.CPU, p.CPU, a.CPU/p.CPU, a.RSS, p.RSS)
	} else {
		fmt.Printf(" %8.1f ms %11s %7s %8.1f ms %11s %7s %6.0f MB %9s", a.Wall, "-", "-", a.CPU, "-", "-", a.RSS, "-")
	}
	fmt.Printf(" %7.1f\n", a.RSS/max(size, 1))
	return nil
}
