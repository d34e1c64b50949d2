// Command mlir measures tg-opt against mlir-opt: whole processes, both tools
// alternating in one run, on the same generated files.
//
//	go run ./bench/mlir [-runs 5] [-only cse] [-peer mlir-opt-22] [-generators DIR] [-full]
//
// It builds tg-opt, generates the inputs, checks that both tools print the same
// bytes, and prints medians of wall time, CPU time and peak memory, their
// ratios, and the bars that the project sets itself. Works on which the peer
// needs minutes, or crashes, run on ours alone; -full lets the peer run where it
// is only slow. The exit status is 1 when a bar is missed.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tg-opt/tg/bench/internal/measure"
)

func main() {
	b := bench{}
	flag.IntVar(&b.runs, "runs", 5, "runs of each tool per work; the median counts")
	flag.StringVar(&b.only, "only", "", "run only the works whose name contains this")
	flag.StringVar(&b.generators, "generators", "", "a folder with mlir_gen.py and mlir_patho.py to make inputs with, instead of the built-in generators")
	flag.BoolVar(&b.full, "full", false, "run the peer where it needs minutes, too")
	peer := flag.String("peer", "mlir-opt-22", "the tool to compare with")
	generate := flag.String("generate", "", "only write the input of the work of this name to standard output")
	flag.Parse()
	var err error
	if *generate != "" {
		err = b.generate(*generate)
	} else {
		err = b.measure(*peer)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/mlir:", err)
		os.Exit(1)
	}
}

type bench struct {
	runs       int
	only       string
	generators string
	full       bool
	dir        string
	ours, peer string
	missed     []string
}

func (b *bench) measure(peer string) error {
	path, err := exec.LookPath(peer)
	if err != nil {
		return fmt.Errorf("%s is not installed; Debian's mlir-22-tools has it", peer)
	}
	b.peer = path
	if b.dir, err = os.MkdirTemp("", "tg-bench"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	b.ours = filepath.Join(b.dir, "tg-opt")
	if err := measure.Build("tg-opt", b.ours); err != nil {
		return err
	}
	fmt.Printf("%-44s %9s %9s %6s %5s | %9s %9s %6s | %7s %7s %6s %5s\n", "work (milliseconds, MiB)",
		"our wall", "peer", "ratio", "bar", "our CPU", "peer", "ratio", "our RSS", "peer", "ratio", "bar")
	for i := range works {
		if w := &works[i]; strings.Contains(w.name, b.only) {
			if err := b.compare(w); err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
		}
	}
	if len(b.missed) > 0 {
		return fmt.Errorf("bars missed: %s", strings.Join(b.missed, "; "))
	}
	return nil
}

// generate writes the input of one work.
func (b *bench) generate(name string) error {
	for i := range works {
		if works[i].name == name {
			return works[i].write(os.Stdout, b.generators)
		}
	}
	return fmt.Errorf("there is no work %q", name)
}

// compare runs one work and prints its row. Another process makes the input, so
// that this one stays small.
func (b *bench) compare(w *work) error {
	file := filepath.Join(b.dir, "input.mlir")
	if err := b.makeInput(w, file); err != nil {
		return err
	}
	args := append(append([]string{"--allow-unregistered-dialect"}, w.args...), file)
	withPeer := w.peer == compares || w.peer == slow && b.full
	if withPeer {
		if err := b.agree(args); err != nil {
			return err
		}
	}
	args = append(args, "-o", os.DevNull)
	runs := b.runs
	if w.startUp {
		runs = max(runs, 21)
	}
	var ours, theirs []measure.Sample
	for range runs {
		s, err := b.run(b.ours, args)
		if err != nil {
			return err
		}
		ours = append(ours, s)
		if !withPeer || w.peer == slow && len(theirs) > 0 {
			continue
		}
		if s, err = b.run(b.peer, args); err != nil {
			return err
		}
		theirs = append(theirs, s)
	}
	b.row(w, ours, theirs)
	return nil
}

func (b *bench) makeInput(w *work, file string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	maker := exec.Command(self, "-generate", w.name, "-generators", b.generators)
	maker.Stdout, maker.Stderr = out, os.Stderr
	return maker.Run()
}

func (b *bench) run(tool string, args []string) (measure.Sample, error) {
	s, err := measure.Run(tool, append([]string{tool}, args...), false)
	if err == nil && s.Status != 0 {
		err = fmt.Errorf("%s: exit status %d", tool, s.Status)
	}
	return s, err
}

// agree checks that both tools print the same bytes. They go through files, so
// that this process stays small.
func (b *bench) agree(args []string) error {
	ours, theirs := filepath.Join(b.dir, "ours"), filepath.Join(b.dir, "theirs")
	defer os.Remove(ours)
	defer os.Remove(theirs)
	for tool, out := range map[string]string{b.ours: ours, b.peer: theirs} {
		if msg, err := exec.Command(tool, append(args[:len(args):len(args)], "-o", out)...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %v\n%.2000s", tool, err, msg)
		}
	}
	if msg, err := exec.Command("cmp", ours, theirs).CombinedOutput(); err != nil {
		return fmt.Errorf("the tools print different texts: %s", bytes.TrimSpace(msg))
	}
	return nil
}

func (b *bench) row(w *work, ours, theirs []measure.Sample) {
	a := measure.Medians(ours)
	if len(theirs) == 0 {
		fmt.Printf("%-44s %9.1f %9s %6s %5s | %9.1f %9s %6s | %7.0f\n", w.name, a.Wall, "-", "-", "", a.CPU, "-", "-", a.RSS)
		if w.within > 0 && a.Wall > w.within {
			b.missed = append(b.missed, fmt.Sprintf("%s: %.0f ms, bar %.0f", w.name, a.Wall, w.within))
		}
		return
	}
	p := measure.Medians(theirs)
	fmt.Printf("%-44s %9.1f %9.1f %6.3f %5s | %9.1f %9.1f %6.2f | %7.0f %7.0f %6.2f %5s\n", w.name,
		a.Wall, p.Wall, a.Wall/p.Wall, bar(w.wall), a.CPU, p.CPU, a.CPU/p.CPU, a.RSS, p.RSS, a.RSS/p.RSS, bar(w.rss))
	b.check(w.name+": wall", a.Wall/p.Wall, w.wall)
	b.check(w.name+": RSS", a.RSS/p.RSS, w.rss)
}

func (b *bench) check(what string, ratio, bar float64) {
	if bar > 0 && ratio > bar {
		b.missed = append(b.missed, fmt.Sprintf("%s %.3f, bar %.2f", what, ratio, bar))
	}
}

func bar(v float64) string {
	if v == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", v)
}
