package main

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/cost/calibrate"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
)

// usual is the conversion and the usual pipeline.
const usual = "builtin.module(stablehlo-to-tg,inline,canonicalize,cse,fold,canonicalize,symbol-dce)"

// slice is the time for each op in each round.
const slice = 5 * time.Millisecond

// measure times the ops of a file's program, each one alone, in so many rounds.
func measure(file string, m *cost.Machine, rounds int) ([]row, error) {
	module, err := optimised(file)
	if err != nil {
		return nil, err
	}
	rows := rowsOf(module, m)
	// The collector works between rounds, so that no op pays for it.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	random := inputs{}
	for round := range rounds {
		for i := range rows {
			r := &rows[i]
			t, err := calibrate.NewTimer(copies(r.op), random.of)
			if err != nil {
				return nil, err
			}
			seconds, err := t.Run(slice)
			if err != nil {
				return nil, err
			}
			if round == 0 || seconds < r.measured {
				r.measured = seconds
			}
			runtime.GC()
		}
	}
	return rows, nil
}

// optimised is the program of a file after the usual pipeline.
func optimised(file string) (*ir.Op, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, text, parser.Options{Filename: file})
	if err != nil {
		return nil, err
	}
	p, err := pipeline.ParsePipeline(usual, driver.NewRegistry())
	if err != nil {
		return nil, err
	}
	manager := &pipeline.Manager{Ctx: ctx, Pipeline: p, Emit: func(d *ir.Diag) { fmt.Fprint(os.Stderr, ctx.Render(d)) }}
	return module, manager.Run(module)
}

// rowsOf lists the ops that run, equal ones together. Of loops, branches and
// functions it lists what is inside of them.
func rowsOf(module *ir.Op, m *cost.Machine) []row {
	rows := map[string]*row{}
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		if o.Name() == "builtin.module" || analysis.IsCallable(o) || branches(o) {
			return ir.Advance
		}
		if o.Has(ir.ConstantLike) || o.Has(ir.Terminator) || analysis.IsCall(o) {
			return ir.Skip
		}
		name := describe(o)
		if rows[name] == nil {
			rows[name] = &row{name: name, op: o, predicted: m.Op(o)}
		}
		rows[name].ops++
		return ir.Skip
	})
	list := make([]row, 0, len(rows))
	for _, r := range rows {
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b row) int { return cmp.Compare(a.name, b.name) })
	return list
}

func branches(o *ir.Op) bool {
	if o.Def() == nil {
		return false
	}
	_, ok := analysis.RegionBranch.Get(o.Def())
	return ok
}

// describe is what equal ops have in common.
func describe(o *ir.Op) string {
	text := o.Name()
	for _, t := range o.OperandTypes() {
		text += " " + typeText(t)
	}
	text += " ->"
	for _, t := range o.ResultTypes() {
		text += " " + typeText(t)
	}
	ir.ForEachProp(o, func(a ir.NamedAttr) { text += fmt.Sprintf(" %s=%s", a.Name, a.Value) })
	return text
}

// typeText is the type without `tensor<>`.
func typeText(t *ir.Type) string {
	return strings.TrimSuffix(strings.TrimPrefix(t.String(), "tensor<"), ">")
}
