package pipeline

import "github.com/tg-opt/tg/ir"

// Binding is a use of a pass in pipeline text.
type Binding struct {
	// Options are those of the pass, filled in. Bind may set fields of it that are
	// no options, such as the pipelines that the options spell.
	Options any
	// Registry is what pipeline text in the options refers to.
	Registry *Registry
	// Title is Pass.Title; Bind may change it.
	Title string

	binder *binder
}

// Nested reads the value of an option that is a comma-separated list of passes
// to run on an op called anchor, or on any op for AnyOp.
func (b *Binding) Nested(option, text, anchor string) (*Pipeline, error) {
	inner := &binder{reg: b.Registry, source: "<option " + option + ">", text: text, nesting: b.binder.nesting + 1}
	if inner.nesting > maxNesting {
		return nil, b.binder.fail(0, "pipelines are nested deeper than %d", maxNesting)
	}
	ast, offset, message := parseText(pipelineParser(), text)
	if ast == nil {
		return nil, inner.fail(offset, "%s", message)
	}
	steps, err := inner.steps(ast.Elements, anchor)
	if err != nil {
		return nil, err
	}
	return newPipeline(&step{anchor: anchor, steps: steps}), nil
}

// bind lets the pass of s look at its options. An error of its own is reported
// at the pass, or at the options that its pipeline was given.
func (b *binder) bind(s *step, at int) error {
	if s.pass.Bind == nil {
		return nil
	}
	binding := &Binding{Options: s.options, Registry: b.reg, Title: s.pass.Title, binder: b}
	if err := s.pass.Bind(binding); err != nil {
		if _, ok := err.(*TextError); ok {
			return err
		}
		if n := len(b.given); n > 0 && len(b.given[n-1].options) > 0 {
			g := b.given[n-1]
			return g.binder.fail(g.options[0].Pos.Offset-g.shift, "pipeline '%s': %s", g.alias.Name, err)
		}
		return b.fail(at, "%s", err)
	}
	if binding.Title != s.pass.Title {
		titled := *s.pass
		titled.Title = binding.Title
		s.pass = &titled
	}
	return nil
}

// Printed hands text that the pass prints to the user, in the order of the ops
// in the IR when several are worked on at a time.
func (r *Run) Printed(text string) { r.out.text(text) }

// RunPipeline runs a pipeline on op, which is r.Op or inside of it. It reports
// whether all went well; why not has been emitted, and r's pass fails when it
// returns. The insertion point of r.Builder is lost.
func (r *Run) RunPipeline(p *Pipeline, op *ir.Op) bool {
	d := r.manager.checkAnchors(p.plan, op.Loc())
	if d != nil {
		r.manager.diagnose(d, r.out)
	}
	if d != nil || !r.manager.runSteps(r.worker, p.plan.steps, op, r.out) {
		r.failed = true
	}
	r.worker.builder.AtEnd(nil).Created = nil
	return !r.failed
}

// Anchored reads an element of an option that is a list of pipelines with the
// op they are for, such as `func.func(cse)`.
func (b *Binding) Anchored(option, text string) (*Pipeline, error) {
	all, err := b.Nested(option, text, AnyOp)
	if err != nil {
		return nil, err
	}
	if len(all.root.steps) != 1 || all.root.steps[0].pass != nil {
		return nil, (&binder{source: "<option " + option + ">", text: text}).fail(0, "expected the name of an operation with passes in parentheses")
	}
	return newPipeline(all.root.steps[0]), nil
}
