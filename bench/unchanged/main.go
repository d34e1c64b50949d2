// Command unchanged compares what tg-opt and tg-run print today with what they
// printed at another commit: each program of test/ and of ../shared/data, the
// inputs of all .cases, and random programs, as they are read, canonicalized and
// optimized, and what models and random programs compute. Standard output and exit
// status must be the same bytes; messages that differ are counted.
//
//	go run ./bench/unchanged -old COMMIT [-programs 20000] [-executed 2000] [-first-case 1]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/tg-opt/tg/bench/internal/states"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/internal/progen"
)

func main() {
	var o options
	flag.StringVar(&o.old, "old", "", "the commit to compare with")
	flag.IntVar(&o.programs, "programs", 20000, "random programs that are optimized")
	flag.IntVar(&o.executed, "executed", 2000, "of these, how many are executed")
	flag.Uint64Var(&o.first, "first-case", 1, "seed of the first random program")
	flag.StringVar(&o.data, "data", "../shared/data", "where programs of other projects are")
	flag.IntVar(&o.shown, "shown", 5, "differences that are printed in full")
	flag.Parse()
	same, err := compare(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/unchanged:", err)
	}
	if err != nil || !same {
		os.Exit(1)
	}
}

type options struct {
	old                string
	programs, executed int
	first              uint64
	data               string
	shown              int
}

// pipelines are what each program is put through.
var pipelines = [][]string{nil, {"--canonicalize"}, {"--optimize"}}

// reading are options with which a file of any kind is read.
var reading = []string{"--split-input-file", "--allow-unregistered-dialect"}

// atOnce is how many random programs one process is given.
const atOnce = 100

func compare(o options) (bool, error) {
	tools, err := states.Build(o.old, "./cmd/"+opt, "./cmd/"+run)
	if err != nil {
		return false, err
	}
	defer tools.Remove()
	c := &comparison{tools: tools, shown: o.shown}
	files, err := programs("test", o.data)
	if err != nil {
		return false, err
	}
	c.section(fmt.Sprintf("%d files, %d ways each", len(files), len(pipelines)), runtime.GOMAXPROCS(0), func(add func(job)) {
		for _, f := range files {
			for _, p := range pipelines {
				add(job{tool: opt, args: append(append(p, reading...), f), name: f})
			}
		}
	})
	cases, err := inputs(".")
	if err != nil {
		return false, err
	}
	c.section(fmt.Sprintf("%d cases, %d ways each", len(cases), len(pipelines)), runtime.GOMAXPROCS(0), func(add func(job)) {
		for _, text := range cases {
			for _, p := range pipelines {
				add(job{tool: opt, args: append(append(p, reading...), "-"), inputs: []string{text}, name: "case"})
			}
		}
	})
	models, err := filepath.Glob(filepath.Join(o.data, "models", "*.mlir"))
	if err != nil {
		return false, err
	}
	c.section(fmt.Sprintf("%d models executed, plain and optimized", len(models)), 1, func(add func(job)) {
		for _, f := range models {
			add(job{tool: run, args: []string{"--inputs=random:1", f}, name: f})
			add(job{tool: run, args: []string{"--inputs=random:1", "--optimize", f}, name: f})
		}
	})
	c.section(fmt.Sprintf("%d random programs optimized", o.programs), runtime.GOMAXPROCS(0), func(add func(job)) {
		for i := 0; i < o.programs; i += atOnce {
			first := o.first + uint64(i)
			var texts []string
			for j := i; j < min(i+atOnce, o.programs); j++ {
				texts = append(texts, progen.Program(o.first+uint64(j), progen.Options{}))
			}
			add(job{tool: opt, args: append([]string{"--optimize", "-"}, reading...), inputs: texts,
				name: fmt.Sprintf("random programs from %d on", first)})
		}
	})
	c.section(fmt.Sprintf("%d random programs executed", o.executed), runtime.GOMAXPROCS(0), func(add func(job)) {
		for i := range o.executed {
			seed := o.first + uint64(i)
			add(job{tool: run, args: []string{"--inputs=random:1", "--optimize", "-"}, name: fmt.Sprintf("random program %d", seed),
				inputs: []string{progen.Program(seed, progen.Options{})}})
		}
	})
	return c.differ == 0, nil
}

// programs are the files of MLIR text below the folders.
func programs(folders ...string) ([]string, error) {
	var files []string
	for _, folder := range folders {
		if _, err := os.Stat(folder); err != nil {
			fmt.Printf("%s is not there: left out\n", folder)
			continue
		}
		err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(path, ".mlir") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// inputs are the programs of all .cases below the folder.
func inputs(folder string) ([]string, error) {
	var texts []string
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".cases") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		cases, err := peer.Parse(string(data))
		if err != nil {
			return nil // Files of other tools' cases have another form.
		}
		for _, c := range cases {
			texts = append(texts, c.Input)
		}
		return nil
	})
	return texts, err
}
