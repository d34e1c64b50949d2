package run

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// compare runs two programs on the same inputs and says how far their results are
// apart.
func (r *runner) compare(one, two moduleText) error {
	// What passes change is what somebody may want to see: the other program is as
	// it is written.
	a, err := r.prepare(one, true)
	if err != nil {
		return err
	}
	b, err := r.prepare(two, false)
	if err != nil {
		return err
	}
	s, err := common(a, b)
	if err != nil {
		return err
	}
	inputs, err := r.arguments(s)
	if err != nil {
		return err
	}
	var outputs [2][]*tensor.Tensor
	failed := false
	for i, f := range []*callable{a, b} {
		result, elapsed, err := r.measure(f, inputs)
		if err != nil {
			return err
		}
		r.warn(result.Fallbacks)
		if r.machine != nil {
			fmt.Fprintf(r.stderr, "%-16s %s\n", "program:", f.file)
		}
		r.report(result, elapsed)
		if err := r.checks(result.Checks); errors.Is(err, errCheckFailed) {
			failed = true
		} else if err != nil {
			return err
		}
		outputs[i] = result.Outputs
	}
	different, err := r.reportDifferences(s, outputs[0], outputs[1])
	if err != nil {
		return err
	}
	if different > 0 {
		fmt.Fprintf(r.stderr, "%s: %s and %s differ in %d of %s\n", r.setup.Name, a.file, b.file, different, units.Counted(len(s.results), "result"))
	}
	if failed || different > 0 {
		return tool.ErrReported
	}
	return nil
}

// common is the signature of two programs that can be compared: the names of the
// first one, or of the second one where the first has none, and of each two types
// of an argument the one that says more.
func common(a, b *callable) (*signature, error) {
	fail := func(format string, args ...any) (*signature, error) {
		return nil, fmt.Errorf("cannot compare @%s of %s with @%s of %s: %s", a.signature.function, a.file, b.signature.function, b.file, fmt.Sprintf(format, args...))
	}
	s := *a.signature
	s.inputs = slices.Clone(s.inputs)
	for _, l := range []struct {
		what string
		a, b []naming.Param
	}{{"argument", s.inputs, b.signature.inputs}, {"result", s.results, b.signature.results}} {
		if len(l.a) != len(l.b) {
			return fail("they have %s and %s", units.Counted(len(l.a), l.what), units.Counted(len(l.b), l.what))
		}
		for i := range l.a {
			if !ir.Compatible(l.a[i].Type, l.b[i].Type) {
				return fail("%s #%d is a %s of the one and a %s of the other", l.what, i, l.a[i].Type, l.b[i].Type)
			}
		}
	}
	named := slices.ContainsFunc(s.inputs, func(p naming.Param) bool { return !naming.ByPosition(p.Name) })
	for i, p := range b.signature.inputs {
		if p.Type.IsStatic() {
			s.inputs[i].Type = p.Type
		}
		if !named {
			s.inputs[i].Name = p.Name
		}
	}
	return &s, nil
}

// reportDifferences writes a line for each result and counts those that differ.
func (r *runner) reportDifferences(s *signature, a, b []*tensor.Tensor) (different int, err error) {
	w, err := tool.OpenOutput("", r.stdout)
	if err != nil {
		return 0, err
	}
	for i, p := range s.results {
		text, equal := r.difference(a[i], b[i])
		if !equal {
			different++
		}
		fmt.Fprintf(w, "%s: %s\n", p.Name, text)
	}
	return different, w.Commit()
}

// difference says how far two tensors are apart.
func (r *runner) difference(a, b *tensor.Tensor) (text string, equal bool) {
	if !slices.Equal(a.Shape(), b.Shape()) || a.DType() != b.DType() {
		return fmt.Sprintf("differs: it is a %s and a %s", a.TypeString(), b.TypeString()), false
	}
	d := tensor.Compare(a, b, r.flags.tolerance)
	var parts []string
	switch {
	case d.Count > 0:
		parts = append(parts, fmt.Sprintf("%d of %d elements differ", d.Count, a.Len()))
	case d.ULPs == 0:
		return "equal", true
	default:
		parts = append(parts, fmt.Sprintf("equal within %d ULP", r.flags.tolerance))
	}
	switch {
	case d.ULPs == tensor.Incomparable && math.IsInf(d.Absolute, 0):
		parts = append(parts, "NaN or infinity against something else")
	case a.DType().IsFloat():
		parts = append(parts, fmt.Sprintf("at most by %d ULP, and by %.6g", d.ULPs, d.Absolute))
	default:
		parts = append(parts, fmt.Sprintf("at most by %d", d.ULPs))
	}
	if d.Count > 0 {
		parts = append(parts, fmt.Sprintf("first at %s: %s and %s", tensor.IndexString(a.Shape(), d.First), a.ElementString(d.First), b.ElementString(d.First)))
	}
	return strings.Join(parts, "; "), d.Count == 0
}
