package run

import (
	"bufio"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/arrayfile"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// outputFiles are what results go to.
type outputFiles []*outputFile

// outputFile is a file for a result, or for all of them if its format is one of
// several tensors.
type outputFile struct {
	*tool.Output
	format *arrayfile.Format
}

// countOutputs is an error where there are more files for a result than results.
func (r *runner) countOutputs(s *signature) error {
	if n := r.flags.singleOutputs; n > len(s.results) {
		return fmt.Errorf("--output is given %s, but function @%s has %s", units.Counted(n, "time"), s.function, units.Counted(len(s.results), "result"))
	}
	return nil
}

// openOutputs opens the files of --output.
func (r *runner) openOutputs() (outputFiles, error) {
	var files outputFiles
	for i, o := range r.flags.outputs {
		f, err := tool.OpenOutput(o.name, r.stdout)
		if err == nil {
			files = append(files, &outputFile{f, o.format})
			if f.GoesToTerminal() {
				err = fmt.Errorf("cannot write %s: %w", f.Name, errTerminal)
			}
		}
		if err != nil {
			files.discard()
			return nil, fmt.Errorf("--output #%d: %w", i, err)
		}
	}
	return files, nil
}

// discard drops the files that have not been committed.
func (files outputFiles) discard() {
	for _, f := range files {
		f.Discard()
	}
}

// commit completes the files, all of them or none.
func (files outputFiles) commit() error {
	var whole []*wholefile.File
	for i, f := range files {
		if err := f.Flush(); err != nil {
			return fmt.Errorf("--output #%d: %w", i, f.CannotWrite(err))
		}
		if f.File != nil {
			whole = append(whole, f.File)
		}
	}
	failed, err := wholefile.Commit(whole...)
	if err != nil {
		failed = slices.IndexFunc(files, func(o *outputFile) bool { return o.File == whole[failed] })
		return fmt.Errorf("--output #%d: %w", failed, files[failed].CannotWrite(err))
	}
	return nil
}

// results writes the outputs, with one NaN, to files, which are not complete yet, and
// those that no file gets to stdout.
func (r *runner) results(files outputFiles, s *signature, outputs []*tensor.Tensor) error {
	named := make([]tensor.Named, len(outputs))
	for i, t := range outputs {
		outputs[i] = t.WithOneNaN()
		named[i] = tensor.Named{Name: s.results[i].Name, Tensor: outputs[i]}
	}
	for i, f := range files {
		var err error
		if f.format.Many != nil {
			err = f.format.Many(f, named)
		} else {
			err = f.format.One(f, outputs[r.flags.outputs[i].result])
		}
		if err == nil {
			err = f.Flush()
		}
		if err != nil {
			return fmt.Errorf("--output #%d: %w", i, f.CannotWrite(err))
		}
	}
	rest := outputs[r.flags.singleOutputs:]
	if r.flags.singleOutputs < len(files) { // another one has all of them
		rest = nil
	}
	w, err := tool.OpenOutput("", r.stdout)
	if err != nil {
		return err
	}
	for _, t := range rest {
		if r.flags.elide < 0 {
			fmt.Fprintln(w, tensor.Format(t))
		} else {
			fmt.Fprintln(w, tensor.FormatElided(t, int(r.flags.elide)))
		}
	}
	return w.Commit()
}

// warn tells of ops that took longer than whoever wrote them expects.
func (r *runner) warn(fallbacks []interp.Fallback) {
	for _, b := range fallbacks {
		d := b.Op.NamedErrorf("%s", b.Why)
		d.Severity = ir.Warning
		io.WriteString(r.stderr, r.ctx.Render(d))
	}
}

// checks reports every check in the order they ran.
func (r *runner) checks(checks []interp.Check) error {
	failed := 0
	for _, c := range checks {
		if c.Passed {
			if _, err := fmt.Fprintf(r.stdout, "%s: passed: %s: %s\n", r.position(c.Op), c.Op.Name(), c.Detail); err != nil {
				return fmt.Errorf("cannot write standard output: %s", oserr.Reason(err))
			}
			continue
		}
		failed++
		io.WriteString(r.stderr, r.ctx.Render(ir.Errorf(c.Op.Loc(), "%s failed: %s", c.Op.Name(), c.Detail)))
	}
	if failed == 0 {
		return nil
	}
	fmt.Fprintf(r.stderr, "%s: %d of %d checks failed\n", r.setup.Name, failed, len(checks))
	return errCheckFailed
}

func (r *runner) position(o *ir.Op) string {
	f, ok := r.ctx.FilePosition(o.Loc())
	if !ok {
		return "<unknown>"
	}
	return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Col)
}

// statsMachine is what --stats compares with when it stands alone.
const statsMachine = "cpu"

// expensive is how many ops --stats lists.
const expensive = 10

// findMachine reads the profile of the machine that --stats compares with.
func (r *runner) findMachine() (err error) {
	if r.flags.stats == "" {
		return nil
	}
	r.machine, err = cost.Named(r.flags.stats, r.flags.maxInput)
	if err == nil {
		err = r.machine.Check(r.ctx)
	}
	if err == nil && r.machine.Abstract {
		err = fmt.Errorf("%s has costs alone, and no peak to compare with", r.flags.stats)
	}
	if err != nil {
		return fmt.Errorf("for the --stats option: %w", err)
	}
	return nil
}

// report writes what --stats asks for, if it does.
func (r *runner) report(result *interp.Result, elapsed time.Duration) {
	if r.machine == nil {
		return
	}
	w := bufio.NewWriter(r.stderr)
	defer w.Flush()
	fmt.Fprintf(w, "time:            %v\n", elapsed.Round(time.Microsecond))
	fmt.Fprintf(w, "memory:          %s at most at once, %s\n", size(result.PeakBytes), r.planning(result.Unplanned))
	if result.PackedBytes > 0 {
		fmt.Fprintf(w, "packed forms:    %s of constants and arguments, kept from run to run\n", size(result.PackedBytes))
	}
	fmt.Fprintf(w, "process memory:  %s at most\n", size(peakRSS()))
	fmt.Fprintf(w, "ops executed:    %d\n", result.Executed())
	fmt.Fprintf(w, "fallbacks:       %d\n", len(result.Fallbacks))
	fmt.Fprintf(w, "reductions:      %s\n", strings.TrimSuffix(fmt.Sprintf("%d kernels, %s", len(result.Reductions), strings.Join(result.Reductions, ", ")), ", "))
	if len(result.Times) == 0 {
		return
	}
	machine := r.machine
	if parallel.Workers() == 1 {
		machine = machine.Alone()
	}
	estimator := cost.NewEstimator(machine)
	fmt.Fprintf(w, "\nmost expensive ops:\n%12s %7s %7s %8s %7s %7s  %s\n", "time", "share", "runs", "GFLOP/s", "peak", "GB/s", "op")
	for _, t := range result.Times[:min(expensive, len(result.Times))] {
		fmt.Fprintf(w, "%12v %6.1f%% %7d %s  %s\n", t.Self.Round(time.Microsecond), 100*t.Self.Seconds()/elapsed.Seconds(), t.Count, speeds(estimator, t), r.describe(t.Op))
	}
}

// speeds are operations a second, the share of the peak of the machine that they are, and bytes a
// second: what the op does as the model of cost counts it.
func speeds(e *cost.Estimator, t interp.OpTime) string {
	flops, peak, bytes := "", "", ""
	done, seconds := e.Done(t.Op), t.Self.Seconds()/float64(t.Count)
	if done.Flops > 0 && seconds > 0 {
		flops = fmt.Sprintf("%.1f", done.Flops/seconds/1e9)
		if t.Op.NumResults() > 0 {
			peak = fmt.Sprintf("%.0f%%", 100*done.Flops/seconds/e.Machine.Peak(t.Op.Result(0).Type().Elem()))
		}
	}
	if moved := done.Read + done.Written; moved > 0 && seconds > 0 {
		bytes = fmt.Sprintf("%.1f", moved/seconds/1e9)
	}
	return fmt.Sprintf("%8s %7s %7s", flops, peak, bytes)
}

// describe is an op with its types and its place.
func (r *runner) describe(o *ir.Op) string {
	return fmt.Sprintf("%s (%s) -> %s  %s", o.Name(), ir.TypeList(o.OperandTypes(), 4), ir.TypeList(o.ResultTypes(), 4), r.position(o))
}

func size(bytes int) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.2f GiB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%.1f KiB", float64(bytes)/(1<<10))
}

// peakRSS is the most memory the process has had, as the system counts it, or
// what the Go runtime obtained where the system does not say.
func peakRSS() int {
	if n := maxRSS(); n > 0 {
		return n
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.Sys)
}
