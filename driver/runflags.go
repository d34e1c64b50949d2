package driver

import (
	"fmt"
	"slices"
	"time"

	"github.com/tg-opt/tg/internal/memory"
)

// runFlags are the flags of tg-run.
type runFlags struct {
	file      string // the module, `-` for standard input
	inputs    []string
	outputs   []string
	entry     string
	pipeline  string
	stats     bool
	workers   uint64
	limit     time.Duration // 0 for none
	maxMemory int64         // bytes, 0 for no limit
	maxInput  int64         // bytes of a file that is read, 0 for no limit of the user's
	elide     int64
	help      bool
	version   bool
	passes    bool
	calibrate string // the file of the profile; empty to run a program
}

const runUsage = `tg-run executes a function of an MLIR module on the CPU.

Usage: tg-run [options] FILE      (FILE is - or missing for standard input)

StableHLO and CHLO are converted to tg first; arith, scf and cf run as they are.

Inputs and outputs:
  --input=SPEC        an argument of the function; once per argument, in order. SPEC is one of
                        1x5xf32=[0,1,0,3,4]   elements in row-major order, brackets optional inside
                        2x3xf32=1.5           the same number everywhere
                        2x3xf32=random:7      pseudo-random numbers, the same for the same seed
                        f32=3                 a scalar (rank 0)
                        @file.npy             a NumPy file
  --output=@FILE.npy  write a result to a NumPy file instead of printing it; once per result, in order
  --entry=NAME        the function to run; the default is main, else the only public function
  --elide=N           print at most N elements of a result (default 1000; -1 for all)

Optimisation:
  --pass-pipeline=P   passes to run after conversion, as for tg-opt: builtin.module(inline,canonicalize,cse)

Execution:
  --stats             report time, memory, ops that fell back to a slower way (each is warned of, too) and the ten most
                      expensive ops on standard error
  --workers=N         threads of a kernel (default: all cores); results do not depend on it
  --timeout=D         stop the execution after a duration such as 30s
  --max-memory=SIZE   fail rather than use more memory, such as 8GiB or 500M (default: three quarters of the
                      machine's memory; 0 for no limit)
  --max-input=SIZE    fail rather than read more than this of a file or of standard input (default: 0, for as much as
                      there can be: 2 GiB of text, three quarters of the machine's memory of a NumPy file)

Machine model (docs/cost.md):
  --calibrate[=FILE]  measure this machine, in some 15 seconds, and write its profile to FILE (default cpu.profile;
                      - for standard output) for --print-cost and the passes that decide by cost; no program is run

  --list-passes       list the passes and their options
  --help, --version

check.* ops report their outcome. The exit status is 1 if one fails or anything goes wrong.
`

func parseRunFlags(args []string) (*runFlags, error) {
	f := &runFlags{elide: 1000, maxMemory: memory.Limit()}
	l := newLine("tg-run")
	l.group("Flags")
	l.add(&f.inputs, "input", "", appendValue)
	l.add(&f.outputs, "output", "", appendValue)
	l.add(&f.entry, "entry", "", textValue)
	l.add(&f.elide, "elide", "", limitValue)
	l.add(&f.pipeline, "pass-pipeline", "", textValue)
	l.add(&f.stats, "stats", "", boolValue)
	l.add(&f.workers, "workers", "", uintValue)
	l.add(&f.limit, "timeout", "", durationValue)
	l.add(&f.maxMemory, "max-memory", "", sizeValue)
	l.add(&f.maxInput, "max-input", "", sizeValue)
	l.add(&f.help, "help", "", boolValue)
	l.alias("h", "help")
	l.add(&f.version, "version", "", boolValue)
	l.add(&f.passes, "list-passes", "", boolValue)
	l.addValue("calibrate", "", &value{&f.calibrate, fileValue, calibrateFile, true, nil})
	var err error
	if f.file, err = l.read(args); err != nil {
		return nil, err
	}
	for i, o := range f.outputs {
		if len(o) < 2 || o[0] != '@' {
			return nil, fmt.Errorf("tg-run: --output=%s: write @ and a file name, such as --output=@y.npy", o)
		}
		if slices.Contains(f.outputs[:i], o) {
			return nil, fmt.Errorf("tg-run: --output=%s is given twice", o)
		}
	}
	return f, nil
}
