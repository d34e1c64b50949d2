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
// machine and rules that this pass has, as far as it knows them.
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
			case name == "rules" && len(opt.Rules) > 0:
				given = append(given, "rules={"+strings.Join(opt.Rules, ",")+"}")
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
		copied.Erase()
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
	if !cheaper(is, was) {
		s.run.Missed(fn, "Saturated", "not kept: after '%s' it would cost %s instead of %s", s.opt.Then, m.Text(is), m.Text(was))
		s.kept(false)
		copied.Erase()
		return false, nil
	}
	s.kept(true)
	s.run.Passed(fn, "Saturated", "kept: after '%s' it costs %s instead of %s", s.opt.Then, m.Text(is), m.Text(was))
	for i, r := range fn.Regions() {
		var old ir.Region
		old.TakeBody(r)
		r.TakeBody(copied.RegionAt(i))
		copied.RegionAt(i).TakeBody(&old)
	}
	copied.Erase()
	return true, nil
}

// later is what a function costs once the passes of the option then have run on it, which they do
// on a copy.
func (s *saturater) later(fn *ir.Op) (float64, error) {
	o := s.build.AtEnd(nil).Clone(fn, map[*ir.Value]*ir.Value{})
	defer o.Erase()
	var first *ir.Diag
	m := &pipeline.Manager{Ctx: s.run.Ctx, Pipeline: s.opt.judge, Workers: 1, SkipVerify: true, Emit: func(d *ir.Diag) {
		if first == nil && d.Severity == ir.Error {
			first = d
		}
	}}
	if err := m.Run(o); err != nil {
		if first != nil {
			return 0, first
		}
		return 0, err
	}
	return cost.NewEstimator(s.opt.model).Op(o).Seconds, nil
}
