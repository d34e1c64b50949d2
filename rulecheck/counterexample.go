package rulecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

// Counterexample is a program on which a rule does not keep its promise.
type Counterexample struct {
	// Inputs of the two functions, and what they return. Right is nil where the
	// right side cannot be executed or has other types.
	Inputs, Left, Right []*tensor.Tensor
	// Module is the text of a module with the functions @before and @after, and
	// a function @main that calls both on the inputs and returns the results of
	// @before, then those of @after.
	Module string
}

// counterexample turns a failure into text.
func (f *failure) counterexample(c *checker) *Counterexample {
	x := &Counterexample{Inputs: f.inputs}
	if t, err := evaluate(f.before, f.inputs); err == nil {
		x.Left = t.outputs
	}
	valid := f.unknown != nil || f.typeProblem() == ""
	if t, err := evaluate(f.after, f.inputs); err == nil && valid {
		x.Right = t.outputs
	}
	var text strings.Builder
	for line := range strings.Lines(c.rule.Text) {
		fmt.Fprintf(&text, "// %s\n", strings.TrimRight(line, "\n"))
	}
	fmt.Fprintf(&text, "// %s\n", f.problem)
	describe(&text, "input", x.Inputs)
	describe(&text, "before, result", x.Left)
	describe(&text, "after, result", x.Right)
	text.WriteString(printer.OpString(f.module(c), printer.Options{}))
	if !strings.HasSuffix(text.String(), "\n") {
		text.WriteByte('\n')
	}
	x.Module = text.String()
	return x
}

// describe writes a comment for each tensor.
func describe(b *strings.Builder, what string, list []*tensor.Tensor) {
	for i, x := range list {
		fmt.Fprintf(b, "// %s %d: %s\n", what, i, tensor.FormatElided(x, 16))
	}
}

// module makes the module of a counterexample.
func (f *failure) module(c *checker) *ir.Op {
	b := ir.NewBuilder(c.ctx)
	module, body := newModule(b)
	shown := f.instance
	if f.unknown != nil {
		shown = f.unknown
	}
	callees := []*ir.Op{function(b, body, "before", shown.before), function(b, body, "after", shown.after)}

	main := &ir.Block{}
	(&ir.Region{}).Append(main)
	in := ir.NewBuilder(c.ctx).AtEnd(main)
	var args, out []*ir.Value
	for i, a := range f.before.Args() {
		arg := constantOp(in, tg.Constant, interp.EncodeElements(c.ctx, a.Type(), f.inputs[i]), a.Type())
		if t := shown.before.Arg(i).Type(); t != a.Type() {
			arg = in.OpWithTypes(tg.Reshape, 0, []*ir.Type{t}, []*ir.Value{arg}).Result(0)
		}
		args = append(args, arg)
	}
	for _, callee := range callees {
		call := in.OpWithTypes(fn.Call, 0, fn.Type(callee).Results(), args, ir.NamedAttr{Name: "callee", Value: c.ctx.Symbol(ir.SymbolName(callee))})
		out = append(out, call.Results()...)
	}
	in.OpWithTypes(fn.Return, 0, nil, out)
	function(b, body, "main", main)
	return module
}

func newModule(b *ir.Builder) (module *ir.Op, body *ir.Block) {
	region := &ir.Region{}
	region.Append(&ir.Block{})
	return create(b, builtin.Module, nil, region), region.First()
}

// function puts a copy of what is live of a block, or all of its region if that
// has more blocks, into a function.
func function(b *ir.Builder, body *ir.Block, name string, block *ir.Block) *ir.Op {
	region := b.CloneRegion(block.Region(), map[*ir.Value]*ir.Value{}, map[*ir.Block]*ir.Block{})
	if region.HasOneBlock() {
		dropDead(region.First())
	}
	var in, out []*ir.Type
	for _, a := range region.First().Args() {
		in = append(in, a.Type())
	}
	for last := region.First(); last != nil; last = last.Next() {
		if end := last.Last(); end.Is(fn.Return) {
			out = end.OperandTypes()
		}
	}
	b.AtEnd(body)
	return create(b, fn.Func, []ir.NamedAttr{
		{Name: "sym_name", Value: b.Ctx.StringAttr(name)}, {Name: "function_type", Value: b.Ctx.TypeAttr(b.Ctx.Func(in, out))},
	}, region)
}

// dropDead erases the ops whose results nothing uses; ops without results, such as
// assertions, stay. In a block with regions, which may use anything, what is pure
// and unused goes.
func dropDead(block *ir.Block) {
	if !straight(block) {
		dropUnused(block)
		return
	}
	for o := block.Last().Prev(); o != nil; {
		prev := o.Prev()
		if o.NumResults() > 0 && !o.HasUses() {
			o.Erase()
		}
		o = prev
	}
}

// dropUnused erases pure ops of a block, and of regions in it, that nothing uses.
func dropUnused(block *ir.Block) {
	var pure []*ir.Op
	for o := block.First(); o != nil; o = o.Next() {
		ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
			if inner.Has(ir.Pure) && inner.NumResults() > 0 && inner.NumRegions() == 0 {
				pure = append(pure, inner)
			}
			return ir.Advance
		})
	}
	for _, o := range slices.Backward(pure) {
		if !o.HasUses() {
			o.Erase()
		}
	}
}

// create makes an op without operands and results around a region.
func create(b *ir.Builder, def *ir.OpDef, attrs []ir.NamedAttr, region *ir.Region) *ir.Op {
	o, err := b.Create(&ir.OpState{Name: b.Ctx.OpName(def.Name()), Results: []*ir.Type{}, Attrs: attrs, Regions: []*ir.Region{region}})
	if err != nil {
		panic(err) // result types are given, so nothing is inferred
	}
	return o
}
