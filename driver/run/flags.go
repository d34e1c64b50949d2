package run

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/arrayfile"
	"github.com/tg-opt/tg/internal/memory"
	"github.com/tg-opt/tg/pipeline"
)

// flags are what the command line says.
type flags struct {
	parsedInputs
	file      string   // the module, `-` for standard input
	links     []string // files to be joined to it
	inputs    []string
	outputs   []outputFlag
	entry     string
	signature bool
	compare   string // the other program; empty for none
	tolerance uint64 // ULPs
	repeat    uint64 // runs that are timed; 0 for one that is not
	warmup    uint64 // runs before those
	pipeline  string
	uses      []pipeline.Use // of named pipelines
	summary   string         // the machine that --pass-summary predicts for
	stats     string         // the machine that --stats compares with; empty for no statistics
	trace     string         // the file of a trace; empty for none
	profile   string         // the file of a profile of the processor; empty for none
	report    string         // text or json; empty for no report of memory
	plot      string         // the file of a picture; empty for none
	noPlan    bool
	workers   uint64
	limit     time.Duration // 0 for none
	maxMemory int64         // bytes, 0 for no limit
	maxInput  int64         // bytes of a file that is read, 0 for no limit of the user's
	elide     int64
	elided    elidedFlag
	training  trainFlags
	// printUpdate is the update whose text is asked for; empty for none.
	printUpdate string
	draw        uint64 // the seed of random numbers that the program draws
	help        bool
	version     bool
	passes      bool
	calibrate   string // the file of the profile; empty to run a program

	singleOutputs int // files of one result among outputs
}

// parsedInputs is what --inputs says.
type parsedInputs struct {
	inputFiles []string
	random     bool
	seed       uint64
}

// outputFlag is a file that --output names.
type outputFlag struct {
	name   string
	format *arrayfile.Format
	result int // which one goes there, if the format is for one
}

// usage is the page of --help of a tool of that name.
func usage(name string) string {
	return name + " executes a function of an MLIR module on the CPU.\n\nUsage: " + name + flagsUsage
}

const flagsUsage = ` [options] FILE      (FILE is - or missing for standard input)

StableHLO and CHLO are converted to tg first; arith, scf and cf run as they are.

Inputs and outputs (docs/tg-run.md):
  --signature         print names and types of the arguments and results, one per line, and run nothing
  --input=SPEC        an argument of the function; once per argument, in order. SPEC is one of
                        1x5xf32=[0,1,0,3,4]   elements in row-major order, brackets optional inside
                        2x3xf32=1.5           the same number everywhere
                        2x3xf32=random:7      pseudo-random numbers, the same for the same seed
                        f32=3                 a scalar (rank 0)
                        @file.npy             a NumPy file
                        @file.npz:NAME        an array of a NumPy archive or a safetensors file
  --input=%NAME=SPEC  the argument of that name, or with %arg0, %arg1, ... of that position
  --inputs=FILE       all arguments that a .npz or .safetensors file has under their names, or as arg0, arg1, ... or
                      arr_0, arr_1, ... by position; --input comes first, and files may be several
  --inputs=random:SEED
                      pseudo-random numbers for all arguments that are not given otherwise, others for each
  --output=@FILE.npy  write a result to a NumPy file instead of printing it; once per result, in order
  --output=@FILE.npz, --output=@FILE.safetensors
                      write all results to one file, under the names that --signature has for them
  --elided=random:SEED
                      where an exporter has left the data of a constant out, as dense_resource<__elided__>, take pseudo-random
                      numbers, others for each; without it such a program is not run
  --link=FILE         join the module of the file, such as a loss, to the one of FILE; may be given several times
  --entry=NAME        the function to run; the default is main, else the only public function
  --elide=N           of a result with more than N elements print three at each end of a list (default 1000; -1: print all)

A file may hold several modules, with a line of // ----- between them: each is run with the same inputs.

Optimisation:
  --optimize[=OPTS]   optimise the program before it runs, with the options of tg-opt's --optimize: "fp=fast machine=gpu"
  --pass-pipeline=P   passes to run after conversion, as for tg-opt: inline,canonicalize,cse
  --pass-summary[=M]  a line for each pass on standard error: ops before and after it, and how long the program takes as
                      predicted for M: cpu (the default), gpu or the file of a profile

Comparison:
  --compare=FILE      run this program, too, on the same inputs, and say of each result how far both are apart;
                      passes that are asked for are for the first program alone. They must agree in every bit,
                      but that any NaN is like any other; the exit status is 1 where they do not
  --tolerance-ulp=N   allow floats to be N steps of their type apart (default 0); with 1 or more, 0 and -0 are equal

Training (docs/tg-run.md#training):
  --steps=N           run the function, which computes a loss and the gradients of parameters, N times, and update the parameters
                      after each: (parameters..., data...) -> (loss, gradients of the parameters in order). Data with one leading
                      extent more than the argument is walked through, one slice in each step
  --update=U          sgd (the default), momentum, adam, or a function @f of the module: (parameter, gradient, what it keeps...)
                      -> (parameter, what it keeps...); for parameters of several types --update=@f,@g
  --update-option=NAME=X
                      an option of the update, such as lr=0.01; several with commas between them
  --print-update=U    print the text of sgd, momentum or adam, and train nothing
  --loss-every=N      say on standard error what the loss is in every N-th step (default: some 20 times; 0: never); that of the
                      last step is also printed as the result
  --state=FILE.npz    write the parameters, what the update keeps of them, and the number of steps, at the end, also when a
                      signal ends the run after a step
  --resume            go on from the state in that file, if it is there; the bits are those of one run
  --save-every=N      also write the state after every N steps

Execution:
  --repeat=N          run N times, after one run to warm up that does not count, and report median, minimum,
                      quartiles and maximum of the time on standard error; results are printed once
  --warmup=N          run N times before what is timed (default: 1 with --repeat, else 0)
  --stats[=M]         report time, memory, ops that fell back to a slower way (each is warned of, too) and the ten most
                      expensive ops on standard error: operations and bytes per second, and the share of the peak of
                      M: cpu (the default) or the file of a profile that --calibrate wrote
  --trace=FILE.json   write when each op of the last run began and how long it took, for trace viewers
  --cpuprofile=FILE   write a profile of the processor, for go tool pprof
  --memory-report[=json]
                      before the run, say on standard error what memory the program needs, where it needs most, what is
                      live there, and what would help (docs/memory.md)
  --memory-plot=FILE.svg
                      draw the memory of the function: time to the right, addresses upwards; with passes also as it
                      was before them
  --seed=N            what the random numbers of stablehlo.rng follow from (default 0): the same for the same N
  --no-plan           take storage from a pool, value by value, instead of planning it before the run
  --workers=N         threads of a kernel (default: all cores); results do not depend on it
  --timeout=D         stop the execution after a duration such as 30s
  --max-memory=SIZE   fail, before the run if it can be planned, rather than use more memory, such as 8GiB or 500M
                      (default: three quarters of the machine's memory; 0 for no limit)
  --max-input=SIZE    fail rather than read more than this of a file or of standard input (default: 0, for as much as
                      there can be: 2 GiB of text, three quarters of the machine's memory of a NumPy file)

Machine model (docs/cost.md):
  --calibrate[=FILE]  measure this machine, in some 15 seconds, and write its profile to FILE (default cpu.profile;
                      - for standard output) for --print-cost and the passes that decide by cost; no program is run

  --list-passes       list the passes and their options
  --help, --version

check.* ops report their outcome. The exit status is 1 if one fails or anything goes wrong.
`

func parseFlags(s *tool.Setup, args []string) (*flags, error) {
	f := &flags{elide: 1000, maxMemory: memory.Limit()}
	var outputs []string
	l := commandline.New(s.Name)
	l.Group("Flags")
	l.Add(&f.inputs, "input", "", commandline.Append)
	l.Add(&f.parsedInputs, "inputs", "", inputsValue)
	l.Add(&outputs, "output", "", commandline.Append)
	l.Add(&f.elided, "elided", "", elidedValue)
	l.Add(&f.entry, "entry", "", commandline.Text)
	l.Add(&f.signature, "signature", "", commandline.Bool)
	l.Add(&f.links, "link", "", commandline.Append)
	l.Add(&f.compare, "compare", "", commandline.File)
	l.Add(&f.tolerance, "tolerance-ulp", "", ulpValue)
	l.Add(&f.repeat, "repeat", "", commandline.Uint)
	l.Add(&f.warmup, "warmup", "", commandline.Uint)
	l.Add(&f.elide, "elide", "", commandline.Limit)
	l.Add(&f.pipeline, "pass-pipeline", "", commandline.Text)
	if err := f.addPipelineUses(l, s.Registry); err != nil {
		return nil, err
	}
	l.AddOptional(&f.summary, "pass-summary", tool.SummaryMachine, "", commandline.Text)
	f.addTraining(l)
	l.AddOptional(&f.stats, "stats", statsMachine, "", commandline.Text)
	l.Add(&f.trace, "trace", "", commandline.File)
	l.Add(&f.profile, "cpuprofile", "", commandline.File)
	l.AddOptionalChoice(&f.report, "memory-report", "text", "", "text", "json")
	l.Add(&f.plot, "memory-plot", "", commandline.File)
	l.Add(&f.draw, "seed", "", commandline.Uint)
	l.Add(&f.noPlan, "no-plan", "", commandline.Bool)
	l.Add(&f.workers, "workers", "", commandline.Uint)
	l.Add(&f.limit, "timeout", "", commandline.Duration)
	l.Add(&f.maxMemory, "max-memory", "", commandline.Size)
	l.Add(&f.maxInput, "max-input", "", commandline.Size)
	l.Add(&f.help, "help", "", commandline.Bool)
	l.Alias("h", "help")
	l.Add(&f.version, "version", "", commandline.Bool)
	l.Add(&f.passes, "list-passes", "", commandline.Bool)
	l.AddOptional(&f.calibrate, "calibrate", calibrateFile, "", commandline.File)
	var err error
	if f.file, err = l.Read(args); err != nil {
		return nil, err
	}
	if err := f.parseOutputs(s, outputs); err != nil {
		return nil, err
	}
	if err := f.checkTraining(s, l.Seen); err != nil {
		return nil, err
	}
	if f.repeat > 0 && !l.Seen("warmup") {
		f.warmup = 1
	}
	switch {
	case f.compare != "" && f.trace != "":
		return nil, s.Errorf("--trace is about one program; leave --compare away")
	case f.trace != "" && f.trace == f.profile:
		return nil, s.Errorf("--trace and --cpuprofile name the same file, '%s'", f.trace)
	case l.Seen("repeat") && f.repeat == 0:
		return nil, s.Errorf("--repeat=0 runs nothing; write how many runs are to be timed, such as --repeat=10")
	case l.Seen("tolerance-ulp") && f.compare == "":
		return nil, s.Errorf("--tolerance-ulp says what --compare=FILE allows, which is missing")
	case f.compare != "" && len(outputs) > 0:
		return nil, s.Errorf("--compare writes no results; leave --output away")
	case f.compare != "" && f.report+f.plot != "":
		return nil, s.Errorf("--memory-report and --memory-plot are about one program; leave --compare away")
	case f.noPlan && f.report+f.plot != "":
		return nil, s.Errorf("--memory-report and --memory-plot are about the plan of a run, which --no-plan leaves out")
	case f.compare == "-" && f.file == "-":
		return nil, s.Errorf("standard input cannot be both programs; name a file, as in %s a.mlir --compare=-", s.Name)
	case tool.StandardInputs(append([]string{f.file, f.compare}, f.links...)) > 1:
		return nil, s.Errorf("--link: standard input can be read once, but is named twice")
	}
	return f, nil
}

// addTraining adds the flags about training.
func (f *flags) addTraining(l *commandline.Line) {
	t := &f.training
	l.Add(&t.steps, "steps", "", commandline.Uint)
	l.Add(&t.update, "update", "", func(target any, text string) error { return target.(*updateFlag).set(text) })
	l.Add(&t.options, "update-option", "", func(target any, text string) error { return target.(*optionsFlag).set(text) })
	l.AddChoice(&f.printUpdate, "print-update", "", updateNames...)
	l.Add(&t.lossEvery, "loss-every", "", commandline.Uint)
	l.Add(&t.state, "state", "", commandline.File)
	l.Add(&t.resume, "resume", "", commandline.Bool)
	l.Add(&t.saveEvery, "save-every", "", commandline.Uint)
}

// parseOutputs reads the values of --output.
func (f *flags) parseOutputs(s *tool.Setup, specs []string) error {
	for i, o := range specs {
		if len(o) < 2 || o[0] != '@' {
			return s.Errorf("--output=%s: write @ and a file name, such as --output=@y.npy", o)
		}
		if slices.Contains(specs[:i], o) {
			return s.Errorf("--output=%s is given twice", o)
		}
		format, err := outputFormat(o[1:])
		if err != nil {
			return s.Errorf("--output=%s: %w", o, err)
		}
		f.outputs = append(f.outputs, outputFlag{o[1:], format, f.singleOutputs})
		if format.One != nil {
			f.singleOutputs++
		}
	}
	return nil
}

// ulpValue is for a number of steps between floats.
func ulpValue(target any, text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("'%s' is not a number of steps such as 4", text)
	}
	*target.(*uint64) = n
	return nil
}

func inputsValue(target any, text string) error { return target.(*parsedInputs).inputsValue(text) }
