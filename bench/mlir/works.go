package main

import (
	"bufio"
	"fmt"
	"io"

	"os/exec"
	"path/filepath"
	"strconv"
)

// peerUse says whether mlir-opt takes part in a work.
type peerUse uint8

const (
	compares peerUse = iota
	slow             // it needs minutes
	crashes          // it cannot
)

// work is one row of the table.
type work struct {
	name string
	// make writes the input of size n.
	make func(w *bufio.Writer, n int)
	n    int
	// script is the command line of the Python generator that makes the same kind
	// of input; empty when there is none.
	script  []string
	args    []string
	peer    peerUse
	startUp bool
	// wall and rss are the ratios to mlir-opt that we stay below, within is the
	// time in milliseconds where it does not take part; 0 for no bar.
	wall, rss, within float64
}

var (
	canonicalize = []string{"--canonicalize"}
	both         = []string{"--cse", "--canonicalize"}
	decimal      = []string{"--mlir-print-elementsattrs-with-hex-if-larger=-1"}
	asGeneric    = []string{"--mlir-print-op-generic"}
)

var works = []work{
	{name: "start-up: empty module", make: emptyModule, startUp: true, wall: 0.25, rss: 0.20},
	{name: "parse + print: arith 100k", make: arith(1), n: 100_000, script: gen("arith"), wall: 0.25, rss: 0.70},
	{name: "parse + print: arith 1M", make: arith(1), n: 1_000_000, script: gen("arith"), wall: 0.25, rss: 0.70},
	{name: "parse + print: generic 100k", make: generic, n: 100_000, script: gen("generic"), args: asGeneric, wall: 0.25, rss: 0.70},
	{name: "parse + print: generic 1M", make: generic, n: 1_000_000, script: gen("generic"), args: asGeneric, wall: 0.25, rss: 0.70},
	{name: "parse + print: arith 1M, 100 functions", make: arith(100), n: 1_000_000, script: gen("arith", "--funcs", "100"), wall: 0.20, rss: 0.70},
	{name: "cse + canonicalize: arith 100k", make: arith(1), n: 100_000, script: gen("arith"), args: both, wall: 0.25, rss: 0.70},
	{name: "cse + canonicalize: arith 1M", make: arith(1), n: 1_000_000, script: gen("arith"), args: both, wall: 0.25, rss: 0.70},
	{name: "cse + canonicalize: arith 1M, 100 functions", make: arith(100), n: 1_000_000, script: gen("arith", "--funcs", "100"), args: both, wall: 0.25, rss: 0.70},
	{name: "unique attributes: 100k", make: uniqueAttrs, n: 100_000, args: asGeneric, wall: 0.50, rss: 0.90},
	{name: "canonicalize: nested scf 100k", make: nestedScf, n: 100_000, script: gen("arith", "--nest", "regions"), args: canonicalize, wall: 0.20, rss: 0.70},
	{name: "canonicalize: nested scf 400k", make: nestedScf, n: 400_000, script: gen("arith", "--nest", "regions"), args: canonicalize, peer: slow, wall: 0.02, rss: 0.70},
	{name: "canonicalize: nested scf 1M", make: nestedScf, n: 1_000_000, script: gen("arith", "--nest", "regions"), args: canonicalize, peer: crashes},
	{name: "canonicalize: cond_br DAG 40k blocks", make: condBlocks, n: 40_000, script: patho("condblocks"), args: canonicalize, peer: slow, wall: 0.05},
	{name: "canonicalize: cond_br DAG 100k blocks", make: condBlocks, n: 100_000, script: patho("condblocks"), args: canonicalize, peer: crashes, within: 5000},
	{name: "decimal dense 4M: parse", make: denseDecimal, n: 4_000_000, script: patho("densedec"), wall: 0.20, rss: 0.70},
	{name: "decimal dense 4M: parse, print", make: denseDecimal, n: 4_000_000, script: patho("densedec"), args: decimal, wall: 0.10, rss: 0.70},
	{name: "hex dense 16M", make: denseHex, n: 16_000_000, script: patho("densehex"), wall: 0.70, rss: 0.70},
	{name: "dense_resource 16M", make: denseResource, n: 16_000_000, script: patho("resource"), wall: 0.70, rss: 0.70},
	{name: "nest of 4,000: canonicalize", make: nest, n: 4_000, script: patho("nest"), args: canonicalize, peer: crashes},
	{name: "nest of 100,000: canonicalize", make: nest, n: 100_000, script: patho("nest"), args: canonicalize, peer: crashes},
	{name: "nest of 100,000: parse, verify, print", make: nest, n: 100_000, script: patho("nest"), peer: crashes},
}

func gen(form string, more ...string) []string {
	return append([]string{"mlir_gen.py", "--form", form}, more...)
}

func patho(kind string) []string { return []string{"mlir_patho.py", kind} }

// write writes the input of w by the built-in generator, or by the script in
// the folder when one is named and has it.
func (w *work) write(out io.Writer, folder string) error {
	if folder == "" || w.script == nil {
		b := bufio.NewWriterSize(out, 1<<16)
		w.make(b, w.n)
		return b.Flush()
	}
	args := append([]string{filepath.Join(folder, w.script[0])}, w.script[1:]...)
	if w.script[0] == "mlir_patho.py" {
		args = append(args, strconv.Itoa(w.n), "/dev/stdout")
	} else {
		args = append(args, "--ops", strconv.Itoa(w.n))
	}
	cmd := exec.Command("python3", args...)
	cmd.Stdout, cmd.Stderr = out, nil
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%v: %w", args, err)
	}
	return nil
}
