package run

import (
	"errors"
	"fmt"
	"io"

	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
)

// conversion is what every program goes through first, derivation what it does last: without ops
// that ask for derivatives that does nothing.
const (
	conversion = "stablehlo-to-tg"
	derivation = "differentiate"
)

// addPipelineUses adds a flag for every named pipeline, such as --optimize, as
// tg-opt has it.
func (f *flags) addPipelineUses(l *commandline.Line, reg *pipeline.Registry) error {
	for _, a := range reg.Pipelines() {
		if err := tool.AddPass(l, &f.uses, a.Name, a.Doc); err != nil {
			return err
		}
	}
	return nil
}

// readPipeline is what the flags ask to be run on the program after its
// conversion, which it therefore need not begin with, or nil for nothing.
func (r *runner) readPipeline() (p *pipeline.Pipeline, err error) {
	f := r.flags
	switch {
	case f.pipeline != "" && f.uses != nil:
		return nil, fmt.Errorf("--pass-pipeline and --%s are given both; one may name the other, as in --pass-pipeline=%s,canonicalize", f.uses[0].Name, f.uses[0].Name)
	case f.pipeline != "":
		p, err = pipeline.ParsePipeline(f.pipeline, r.registry())
	case f.uses != nil:
		p, err = r.registry().Sequence("builtin.module", f.uses)
	}
	var text *pipeline.TextError
	switch {
	case err == nil && p != nil:
		return p.Without(conversion), nil
	case !errors.As(err, &text):
		return nil, err
	}
	io.WriteString(r.stderr, r.ctx.Render(text.Diag(r.ctx)))
	for _, line := range text.Trail {
		fmt.Fprintln(r.stderr, line)
	}
	return nil, tool.ErrReported
}

func (r *runner) registry() *pipeline.Registry {
	reg := r.setup.Registry.Clone()
	reg.MaxInput = r.flags.maxInput
	return reg
}

// fixed runs a pipeline that nobody asks for, and that makes module a program that can be executed.
func (r *runner) fixed(text string, module *ir.Op) error {
	p, err := pipeline.ParsePipeline(text, r.registry())
	if err != nil {
		return err
	}
	return r.pass(module, p)
}

// optimise runs the passes that are asked for on a module of which a function is
// to be run: a private one, too, has to stay.
func (r *runner) optimise(module, entry *ir.Op) error {
	if r.passes == nil {
		return nil
	}
	if ir.SymbolVisibility(entry) != "public" {
		entry.SetAttr("sym_visibility", r.ctx.StringAttr("public"))
	}
	return r.pass(module, r.passes)
}

func (r *runner) pass(module *ir.Op, p *pipeline.Pipeline) error {
	m := &pipeline.Manager{
		Ctx: r.ctx, Pipeline: p, Emit: func(d *ir.Diag) { io.WriteString(r.stderr, r.ctx.Render(d)) },
		Prepare: func(d *ir.Diag) { tool.AddOp(d, printer.Options{}) }, Output: r.stderr, Summary: r.summary.Sink(),
	}
	return m.Run(module)
}
