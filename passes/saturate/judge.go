package saturate

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// bindJudge reads the passes that the result is judged behind. A single name gets the options fp,
// machine and rules of this pass, as far as it knows them.
func (opt *Options) bindJudge(b *pipeline.Binding) (err error) {
	if opt.Then == "" {
		return nil
	}
	if !bareName.MatchString(opt.Then) {
		opt.judge, err = b.Nested("then", opt.Then, pipeline.AnyOp)
		return err
	}
	var given []string
	ruled := false
	for _, o := range optionsOf(b.Registry, opt.Then) {
		switch name := o.Name; {
		case name == "fp":
			given = append(given, "fp="+opt.FP)
		case name == "machine":
			given = append(given, "machine="+opt.Machine)
		case name == "rules":
			ruled = len(opt.Rules) > 0
		}
	}
	nested := func() (*pipeline.Pipeline, error) {
		return b.Nested("then", fmt.Sprintf("%s{%s}", opt.Then, strings.Join(given, " ")), pipeline.AnyOp)
	}
	if opt.judge, err = nested(); err == nil && ruled {
		given = append(given, "rules="+pipeline.ListText(opt.Rules))
		opt.ruled, err = nested()
	}
	return err
}

// judges are the pipelines that may judge, of which the first that can does: the user's rules may
// be such as only end in an e-graph.
func (s *saturater) judges() []*pipeline.Pipeline {
	if s.opt.ruled != nil && s.opt.book.end(s.run.Ctx, s.opt) {
		return []*pipeline.Pipeline{s.opt.ruled, s.opt.judge}
	}
	return []*pipeline.Pipeline{s.opt.judge}
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
// function once the passes of the option then have run on both. Where the user's rules made a
// difference, there is a copy without them, too, and the cheaper one counts.
func (s *saturater) judged(fn *ir.Op) (changed bool, err error) {
	left := s.left
	s.swayed = false
	list, err := s.candidate(nil, fn)
	if err == nil && s.mixed() && s.swayed {
		err = s.shippedOnly(func() (err error) {
			s.left = left
			list, err = s.candidate(list, fn)
			return err
		})
	}
	if err != nil || len(list) == 0 {
		return false, err
	}
	was, err := s.compare(fn, list)
	if err != nil {
		return false, err
	}
	m, best := s.opt.model, list[0]
	for _, x := range list[1:] {
		if cost.Below(x.later.seconds, best.later.seconds) {
			s.run.Missed(fn, "Saturated", "the rules of the files are left out: after '%s' it would cost %s with them, and %s without them",
				s.opt.Then, m.Text(best.later.seconds), m.Text(x.later.seconds))
			best = x
		}
	}
	if !s.pays(best.later.seconds, was.seconds) {
		s.run.Missed(fn, "Saturated", "not kept: after '%s' it would cost %s instead of %s", s.opt.Then, m.Text(best.later.seconds), m.Text(was.seconds))
		return false, nil
	}
	s.pending, s.waiting = best.pending, best.waiting
	s.kept()
	s.run.Passed(fn, "Saturated", "kept: after '%s' it costs %s instead of %s", s.opt.Then, m.Text(best.later.seconds), m.Text(was.seconds))
	if s.opt.Finish {
		best.fn = best.later.op
	}
	fn.TakeRegions(best.fn)
	return true, nil
}

// candidate is what may take the place of a function: a copy that was saturated, with the remarks
// and the proofs that wait until it is chosen, and what becomes of it in the end.
type candidate struct {
	fn      *ir.Op
	pending []func()
	waiting []chapter
	later   outcome
}

// candidate appends what comes of a copy of a function, if that changes.
func (s *saturater) candidate(list []*candidate, fn *ir.Op) ([]*candidate, error) {
	c := &candidate{fn: s.build.AtEnd(nil).Clone(fn, map[*ir.Value]*ir.Value{})}
	changed, err := s.blocksIn(c.fn)
	c.pending, c.waiting = s.pending, s.waiting
	s.pending, s.waiting = nil, nil
	if err != nil || !changed {
		return list, err
	}
	return append(list, c), nil
}

// compare finds what becomes of candidates in the end, and of a function as it was: of all by the
// same judge.
func (s *saturater) compare(fn *ir.Op, list []*candidate) (was outcome, err error) {
	for _, judge := range s.judges() {
		if was, err = s.later(judge, fn); err != nil {
			continue
		}
		for _, c := range list {
			if c.later, err = s.later(judge, c.fn); err != nil {
				break
			}
		}
		if err == nil {
			break
		}
	}
	return was, err
}

// outcome is a function after some passes, and what it costs.
type outcome struct {
	op      *ir.Op
	seconds float64
}

// later is what becomes of a copy of a function when passes of the option then run on it.
func (s *saturater) later(judge *pipeline.Pipeline, fn *ir.Op) (outcome, error) {
	o := s.build.AtEnd(nil).Clone(fn, map[*ir.Value]*ir.Value{})
	var first *ir.Diag
	m := &pipeline.Manager{Ctx: s.run.Ctx, Pipeline: judge, Workers: 1, SkipVerify: true, Emit: func(d *ir.Diag) {
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
