// Package program runs modules inside of a benchmark: it reads them, finds the
// function that tg-run would execute, makes inputs, and applies pipelines.
package program

import (
	"errors"
	"fmt"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/tensor"
)

// Program is a module with the function to execute.
type Program struct {
	Module *ir.Op
	Entry  string
}

// Parse reads the text of a module; name is what messages call it.
func Parse(name string, text []byte) (*Program, error) {
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, text, parser.Options{Filename: name})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		return nil, rendered(ctx, err)
	}
	p := &Program{Module: module}
	for b := module.RegionAt(0).First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			if o.Name() == "func.func" && ir.SymbolVisibility(o) == "public" && p.Entry != "main" {
				p.Entry = ir.SymbolName(o)
			}
		}
	}
	return p, nil
}

// Copy is the program once more, for other passes.
func (p *Program) Copy() *Program {
	return &Program{ir.NewBuilder(p.Module.Context()).Clone(p.Module, map[*ir.Value]*ir.Value{}), p.Entry}
}

func rendered(ctx *ir.Context, err error) error {
	if d := (*ir.Diag)(nil); errors.As(err, &d) {
		return errors.New(ctx.Render(d))
	}
	return err
}

// Apply runs a comma-separated list of passes on the module.
func (p *Program) Apply(passes string) error {
	_, err := p.Count(passes)
	return err
}

// Count does so, and is what the passes count, by its name.
func (p *Program) Count(passes string) (map[string]int64, error) {
	pipe, err := pipeline.ParsePipeline("builtin.module("+passes+")", driver.NewRegistry())
	if err != nil {
		return nil, err
	}
	ctx := p.Module.Context()
	var messages []error
	m := &pipeline.Manager{Ctx: ctx, Pipeline: pipe, Statistics: pipeline.NewStatistics(), Emit: func(d *ir.Diag) {
		if d.Severity == ir.Error {
			messages = append(messages, errors.New(ctx.Render(d)))
		}
	}}
	if err := m.Run(p.Module); err != nil {
		return nil, errors.Join(append(messages, err)...)
	}
	counts := map[string]int64{}
	for _, pass := range m.Statistics.Passes() {
		for name, n := range pass.Counts {
			counts[name] += n
		}
	}
	return counts, nil
}

// Compile makes the function ready to run.
func (p *Program) Compile() (*interp.Program, error) {
	run, err := interp.NewModule(p.Module).Program(p.Entry)
	if err != nil {
		return nil, rendered(p.Module.Context(), err)
	}
	return run, nil
}

// Inputs are reproducible tensors for the parameters of a compiled function:
// numbers from -1 to 1, small integers.
func Inputs(run *interp.Program) ([]*tensor.Tensor, error) {
	var list []*tensor.Tensor
	for i, t := range run.Inputs {
		spec, err := interp.SpecOf(t)
		if err != nil {
			return nil, fmt.Errorf("input #%d: %w", i, err)
		}
		list = append(list, tensor.Random(spec.DType, spec.Shape, uint64(i+1)))
	}
	return list, nil
}

// Ops counts the ops that functions hold, at any depth.
func (p *Program) Ops() int {
	n := 0
	ir.Walk(p.Module, func(o *ir.Op) ir.WalkAction {
		if o.Name() != "func.func" {
			return ir.Advance
		}
		n-- // itself
		ir.Walk(o, func(*ir.Op) ir.WalkAction {
			n++
			return ir.Advance
		})
		return ir.Skip
	})
	return n
}
