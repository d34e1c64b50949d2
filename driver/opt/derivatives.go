package opt

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/derivcheck"
	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
)

// derivativeFlags are the flags that ask for a check of derivatives.
type derivativeFlags struct {
	functions    []string // allFunctions is all that have any
	points, seed uint64
	tolerance    float64
	wrt          []string
	convention   string
	strongZero   bool
}

// allFunctions stands for all functions that can be differentiated.
const allFunctions = ""

func addDerivativeFlags(l *commandline.Line, f *derivativeFlags) {
	l.Group("Derivatives")
	l.AddOptional(&f.functions, "check-derivatives", allFunctions, "`@f,...`: after the passes, test the derivatives of these functions by execution, custom rules included, or those of all that have any; "+
		"what is found goes to standard output, and for each wrong derivative an error to standard error and the smallest module found that shows it to standard output",
		commandline.List)
	l.Add(&f.points, "check-derivatives-points", fmt.Sprintf("`n`: how many points to try (default: %d)", derivcheck.DefaultPoints), commandline.Uint)
	l.Add(&f.seed, "check-derivatives-seed", "`n`: try other points (default: 0)", commandline.Uint)
	l.Add(&f.tolerance, "check-derivatives-tolerance", fmt.Sprintf("`x`: how far derivatives may be from differences, relative to the larger (default: %g)", derivcheck.DefaultTolerance), toleranceValue)
	l.Add(&f.wrt, "check-derivatives-wrt", "`n,...`: the arguments to differentiate by, by number or name (default: all floats and complex ones)", commandline.List)
	l.AddChoice(&f.convention, "check-derivatives-convention", "what derivatives are at kinks, and how complex numbers pair (default: least-norm)", autodiff.Conventions...)
	l.Add(&f.strongZero, "check-derivatives-strong-zero", "what a zero is multiplied by does not count, infinities and NaN included", commandline.Bool)
}

// toleranceValue reads a number between 0 and 1.
func toleranceValue(target any, text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > 0 && v < 1) {
		return errors.New("expected a number between 0 and 1, such as 1e-6")
	}
	*target.(*float64) = v
	return nil
}

// options are those of a check of fn.
func (f *derivativeFlags) options(fn *ir.Op) (derivcheck.Options, error) {
	o := derivcheck.Options{Points: int(f.points), Seed: f.seed, Tolerance: f.tolerance, StrongZero: f.strongZero}
	o.Convention = autodiff.Convention(max(0, slices.Index(autodiff.Conventions, f.convention)))
	var err error
	o.Wrt, err = naming.ArgumentNumbers(fn, f.wrt)
	return o, err
}

// checkDerivatives tests derivatives of functions of a module and writes what it finds.
func (o *chunkWork) checkDerivatives(out io.Writer, module *ir.Op) error {
	f := &o.config.derivs
	names, err := f.chosen(module)
	if err != nil {
		return err
	}
	shown := 0
	for _, name := range names {
		fn := ir.Symbols(module)[name]
		options, err := f.options(fn)
		if err != nil {
			return err
		}
		r, err := derivcheck.Check(module, name, options)
		if err != nil {
			o.emit(ir.AsDiag(err, fn.Loc()))
			continue
		}
		for _, n := range r.Notes {
			fmt.Fprintf(out, "// @%s: %s\n", name, n)
		}
		if r.Problem == nil {
			fmt.Fprintf(out, "// @%s: %s\n", name, summary(r))
			continue
		}
		d := fn.Errorf("%s of @%s: %s", r.Problem.Check, name, r.Problem.Text)
		for i, x := range r.Problem.Inputs {
			d = d.WithNote(fn.Loc(), "input %d is %s", i, clipped(x.String()))
		}
		o.emit(d)
		if shown++; shown > 1 {
			fmt.Fprintln(out, o.config.outputMarker)
		}
		io.WriteString(out, r.Problem.Module)
	}
	return nil
}

// chosen are the names of the functions to check.
func (f *derivativeFlags) chosen(module *ir.Op) (names []string, err error) {
	all := map[string]bool{}
	for name, fn := range ir.Symbols(module) {
		if derivcheck.Checkable(fn) {
			all[name] = true
		}
	}
	sorted := slices.Sorted(maps.Keys(all))
	if slices.Equal(f.functions, []string{allFunctions}) {
		if len(all) == 0 {
			return nil, module.Errorf("--check-derivatives: no function has arguments and results of floats or complex numbers")
		}
		return sorted, nil
	}
	for _, name := range f.functions {
		name = strings.TrimPrefix(name, "@")
		if !all[name] {
			return nil, module.Errorf("--check-derivatives: there is no function @%s with a body, and with arguments and results of floats or complex numbers%s", name, spelling.DidYouMean(name, sorted))
		}
		names = append(names, name)
	}
	return names, nil
}

// summary says how well derivatives agree.
func summary(r *derivcheck.Result) string {
	text := fmt.Sprintf("%s, %s compared", units.Counted(r.Points, "point"), units.Counted(r.Compared, "number"))
	if r.Kinks > 0 {
		text += fmt.Sprintf(", %d at kinks not", r.Kinks)
	}
	sep := "; largest relative errors: "
	for _, check := range derivcheck.Checks {
		if worst, ok := r.Worst[check]; ok {
			text += fmt.Sprintf("%s%s %.1e", sep, check, worst)
			sep = ", "
		}
	}
	return text
}

// check finds flags that are of use only with --check-derivatives.
func (f *derivativeFlags) check(s *tool.Setup, l *commandline.Line) error {
	if f.functions != nil {
		return nil
	}
	for _, name := range []string{"points", "seed", "tolerance", "wrt", "convention", "strong-zero"} {
		if name = "check-derivatives-" + name; l.Seen(name) {
			return s.Errorf("for the --%s option: it is of use only with --check-derivatives", name)
		}
	}
	return nil
}
