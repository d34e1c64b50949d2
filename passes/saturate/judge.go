package saturate

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// bindJudge reads the passes that the result is judged behind. A single name gets the options fp
// and machine of this pass, as far as it knows them. Rules of the user's it does not get: they may
// be such as only end in an e-graph.
func (opt *Options) bindJudge(b *pipeline.Binding) (err error) {
	if opt.Then == "" {
		return nil
	}
	text := opt.Then
	if bareName.MatchString(text) {
		var given []string
		for _, o := range optionsOf(b.Registry, text) {
			switch name := o.Name; {
			case name == "fp":
				given = append(given, "fp="+opt.FP)
			case name == "machine":
				given = append(given, "machine="+opt.Machine)
			}
		}
		text = fmt.Sprintf("%s{%s}", text, strings.Join(given, " "))
	}
	opt.judge, err = b.Nested("then", text, pipeline.AnyOp)
	return err
}

// optionsOf are the options of a named pipeline, none for a pass or what there is not.
func optionsOf(reg *pipeline.Registry, name string) []pipeline.Option {
	if a := reg.LookupPipeline(name); a != nil {
		return reg.OptionsOf(a)
	}
	return nil
}

var bareName = regexp.MustCompile(`^[\w-]+$`)

// judged saturates a copy of a function, and puts it in its place if it costs less than the
// function once the passes of the option then have run on both.
func (s *saturater) judged(fn *ir.Op) (changed bool, err error) {
	copied := s.build.AtEnd(nil).Clone(fn, map[*ir.Value]*ir.Value{})
	changed, err = s.blocksIn(copied)
	if err != nil || !changed {
		s.kept(false)
		return false, err
	}
	was, err := s.later(fn)
	if err != nil {
		return false, err
	}
	is, err := s.later(copied)
	if err != nil {
		return false, err
	}
	m := s.opt.model
	s.kept(cheaper(is.seconds, was.seconds))
	if !cheaper(is.seconds, was.seconds) {
		s.run.Missed(fn, "Saturated", "not kept: after '%s' it would cost %s instead of %s", s.opt.Then, m.Text(is.seconds), m.Text(was.seconds))
		return false, nil
	}
	s.run.Passed(fn, "Saturated", "kept: after '%s' it costs %s instead of %s", s.opt.Then, m.Text(is.seconds), m.Text(was.seconds))
	if s.opt.Finish {
		copied = is.op
	}
	for i, r := range fn.Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			for o := b.First(); o != nil; o = o.Next() {
				o.DropAllReferences()
			}
		}
		for r.First() != nil {
			r.First().Erase()
		}
		r.TakeBody(copied.RegionAt(i))
	}
	return true, nil
}

// outcome is a function after some passes, and what it costs.
type outcome struct {
	op      *ir.Op
	seconds float64
}

// later is what becomes of a copy of a function when the passes of the option then run on it.
func (s *saturater) later(fn *ir.Op) (outcome, error) {
	o := s.build.AtEnd(nil).Clone(fn, map[*ir.Value]*ir.Value{})
	var first *ir.Diag
	m := &pipeline.Manager{Ctx: s.run.Ctx, Pipeline: s.opt.judge, Workers: 1, SkipVerify: true, Emit: func(d *ir.Diag) {
		if first == nil && d.Severity == ir.Error {
			first = d
		}
	}}
	if err := m.Run(o); err != nil {
		if first != nil {
			return outcome{}, first
		}
		return outcome{}, err
	}
	return outcome{o, cost.NewEstimator(s.opt.model).Op(o).Seconds}, nil
}
