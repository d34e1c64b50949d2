package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/tensor"
)

// usual is the conversion and the usual pipeline.
const usual = "builtin.module(stablehlo-to-tg,inline,canonicalize,cse,fold,canonicalize,symbol-dce)"

// measure runs the program of a file.
func measure(file string, m *cost.Machine, runs int) ([]row, error) {
	program, err := compile(file)
	if err != nil {
		return nil, err
	}
	inputs := make([]*tensor.Tensor, len(program.Inputs))
	for i, t := range program.Inputs {
		spec, err := interp.SpecOf(t)
		if err != nil {
			return nil, err
		}
		inputs[i] = input(spec, uint64(i+1))
	}
	// The collector works between runs, so that no op pays for it. It drops what
	// kernels keep for their next run, hence a run that does not count.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	fastest := map[*ir.Op]time.Duration{}
	for range runs {
		runtime.GC()
		if _, err := program.Run(inputs, interp.Options{}); err != nil {
			return nil, err
		}
		result, err := program.Run(inputs, interp.Options{Times: true})
		if err != nil {
			return nil, err
		}
		for _, t := range result.Times {
			each := t.Self / time.Duration(t.Count)
			if best, ok := fastest[t.Op]; !ok || each < best {
				fastest[t.Op] = each
			}
		}
	}
	return rowsOf(fastest, m), nil
}

// input is random numbers, floats being small as trained weights are: with large
// ones a softmax has results so near to 0 that processors are many times slower
// with them, which depends on the numbers and not on the op.
func input(s interp.Spec, seed uint64) *tensor.Tensor {
	t := tensor.Random(s.DType, s.Shape, seed)
	if s.DType == tensor.F32 {
		for i, v := range tensor.Data[float32](t) {
			tensor.Data[float32](t)[i] = v / 16
		}
	}
	return t
}

// compile makes the program of a file's entry function.
func compile(file string) (*interp.Program, error) {
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
	if err := manager.Run(module); err != nil {
		return nil, err
	}
	return interp.NewModule(module).Program(entry(module))
}

// entry is the function that tg-run would choose.
func entry(module *ir.Op) string {
	name := ""
	for b := module.RegionAt(0).First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			if o.Name() == "func.func" && ir.SymbolVisibility(o) == "public" && name != "main" {
				name = ir.SymbolName(o)
			}
		}
	}
	return name
}

// rowsOf puts equal ops together.
func rowsOf(times map[*ir.Op]time.Duration, m *cost.Machine) []row {
	rows := map[string]*row{}
	for o, t := range times {
		name := describe(o)
		r := rows[name]
		if r == nil {
			// What is inside of an op has rows of its own.
			r = &row{name: name, measured: t.Seconds(), predicted: m.Seconds(m.Work(ir.InferenceOf(o)))}
			rows[name] = r
		}
		r.ops++
		r.measured = min(r.measured, t.Seconds())
	}
	list := make([]row, 0, len(rows))
	for _, r := range rows {
		list = append(list, *r)
	}
	return list
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
