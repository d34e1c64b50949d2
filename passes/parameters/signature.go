package parameters

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/naming"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/stablehlo"
	"github.com/tg-opt/tg/dialect/tg"
	utilop "github.com/tg-opt/tg/dialect/util"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// signatures changes the arguments of functions, where all that uses a function is known to be
// calls of it.
type signatures struct {
	run   *pipeline.Run
	table ir.SymbolMap
	// calls are those of a function that can be changed, and callers the functions that they are
	// in.
	calls   map[*ir.Op][]*ir.Op
	callers map[*ir.Op]*ir.Op
	// named is what names a function other than by such a call.
	named map[*ir.Op]*ir.Op
}

// newSignatures looks at all ops of a module.
func newSignatures(r *pipeline.Run) *signatures {
	s := &signatures{run: r, table: ir.Symbols(r.Op), calls: map[*ir.Op][]*ir.Op{}, callers: map[*ir.Op]*ir.Op{}, named: map[*ir.Op]*ir.Op{}}
	var function *ir.Op
	ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
		if o.Is(fn.Func) && o.Parent() == r.Op {
			function = o
		}
		ir.ForEachAttr(o, func(a ir.NamedAttr) {
			ir.WalkSymbolRefs(a.Value, func(ref *ir.Attr) { s.name(function, o, a.Name, ref) })
		})
		return ir.Advance
	})
	return s
}

// name notes that o, which is in a function, names a symbol.
func (s *signatures) name(function, o *ir.Op, attr string, ref *ir.Attr) {
	callee := s.table[ref.Text()]
	if callee == nil {
		return
	}
	if o.Is(fn.Call) && attr == "callee" && function != nil && function.IsAncestorOf(o) && sees(o, function) {
		s.calls[callee] = append(s.calls[callee], o)
		s.callers[o] = function
		return
	}
	if s.named[callee] == nil {
		s.named[callee] = o
	}
	if o.Is(fn.Func) && s.named[o] == nil { // a custom rule, whose functions go with its signature
		s.named[o] = o
	}
}

// changeable reports whether a function has a body and arguments that can change.
func (s *signatures) changeable(function *ir.Op) bool {
	return function.Is(fn.Func) && analysis.CallableBody(function) != nil && s.named[function] == nil
}

// newArgument is an argument that a function is given.
type newArgument struct {
	typ   *ir.Type
	loc   ir.Loc
	attrs *ir.Attr // a dictionary
}

// prepend gives a function more arguments, before those that it has.
func (s *signatures) prepend(function *ir.Op, more []newArgument) {
	c, t := function.Context(), fn.Type(function)
	body := function.RegionAt(0).First()
	old := slices.Clone(body.Args())
	types, dicts := make([]*ir.Type, len(more)), make([]*ir.Attr, len(more))
	for i, a := range more {
		body.AddArg(a.typ, a.loc)
		types[i], dicts[i] = a.typ, a.attrs
	}
	for _, v := range old {
		v.ReplaceAllUsesWith(body.AddArg(v.Type(), v.Loc()))
	}
	for i := range old {
		body.RemoveArg(len(old) - 1 - i)
	}
	function.SetAttr("function_type", c.TypeAttr(c.Func(slices.Concat(types, t.Inputs()), t.Results())))
	function.SetAttr("arg_attrs", c.Array(slices.Concat(dicts, dictionaries(function, "arg_attrs", len(old)))))
}

// dictionaries are those of the arguments or results of a function, n in all.
func dictionaries(function *ir.Op, name string, n int) []*ir.Attr {
	if a := function.Attr(name); a != nil && len(a.Elems()) == n {
		return a.Elems()
	}
	return slices.Repeat([]*ir.Attr{function.Context().Dict(nil)}, n)
}

// keepNames makes names that stand in the text, which is not printed again, attributes.
func (s *signatures) keepNames(function *ir.Op) {
	c := function.Context()
	dicts := slices.Clone(dictionaries(function, "arg_attrs", len(fn.Type(function).Inputs())))
	kept := false
	for i, p := range naming.Arguments(function) {
		named := slices.ContainsFunc(dicts[i].Entries(), func(e ir.NamedAttr) bool { return naming.IsName(e) })
		if named || positional.MatchString(p.Name) {
			continue
		}
		dicts[i] = c.Dict(append(slices.Clone(dicts[i].Entries()), ir.NamedAttr{Name: naming.Name, Value: c.StringAttr(p.Name)}))
		kept = true
	}
	if kept {
		function.SetAttr("arg_attrs", c.Array(dicts))
	}
}

// drop takes the arguments of a function away that have no uses any more.
func (s *signatures) drop(function *ir.Op, gone []bool) {
	c, t := function.Context(), fn.Type(function)
	body := function.RegionAt(0).First()
	dicts := dictionaries(function, "arg_attrs", len(gone))
	var types []*ir.Type
	var left []*ir.Attr
	for i, g := range gone {
		if !g {
			types, left = append(types, t.Inputs()[i]), append(left, dicts[i])
		}
	}
	for i := range gone {
		if k := len(gone) - 1 - i; gone[k] {
			body.RemoveArg(k)
		}
	}
	function.SetAttr("function_type", c.TypeAttr(c.Func(types, t.Results())))
	if slices.ContainsFunc(left, func(a *ir.Attr) bool { return len(a.Entries()) > 0 }) {
		function.SetAttr("arg_attrs", c.Array(left))
	} else {
		function.SetAttr("arg_attrs", nil)
	}
}

// replaceCall puts a call with these operands, and with results of these types, in the place of
// another one, whose results are the first of them.
func (s *signatures) replaceCall(call *ir.Op, operands []*ir.Value, results []*ir.Type) {
	st := &ir.OpState{
		Name: call.OpName(), Loc: call.Loc(), Operands: operands, Results: slices.Clone(results),
		Props: call.Props(), Attrs: call.Attrs().Entries(),
	}
	made, err := s.run.Builder.Before(call).Create(st)
	if err != nil {
		panic(err) // the types of the results are given
	}
	if len(operands) != call.NumOperands() {
		made.SetAttr("arg_attrs", nil) // of the operands that it had
	}
	if len(results) != call.NumResults() {
		made.SetAttr("res_attrs", nil)
	}
	for i := range call.NumResults() {
		call.Result(i).ReplaceAllUsesWith(made.Result(i))
	}
	call.Erase()
}

// constant makes a constant for o, in the dialect of the program around it.
func constant(b *ir.Builder, o *ir.Op, value *ir.Attr) *ir.Value {
	def := tg.Constant
	if speaksStableHLO(o.Block()) {
		def = stablehlo.Constant
	}
	return b.OpWithTypes(def, o.Loc(), []*ir.Type{value.Type()}, nil, ir.NamedAttr{Name: "value", Value: value}).Result(0)
}

// speaksStableHLO reports whether a block has ops of that dialect.
func speaksStableHLO(b *ir.Block) bool {
	for o := b.First(); o != nil; o = o.Next() {
		switch o.OpName().Dialect {
		case stablehlo.Dialect.Name:
			return true
		case tg.Dialect.Name:
			return false
		}
	}
	return false
}

// eraseGlobals drops the globals that were lifted and that nothing names.
func (f *finder) eraseGlobals() {
	named := map[string]bool{}
	ir.Walk(f.run.Op, func(o *ir.Op) ir.WalkAction {
		ir.ForEachAttr(o, func(a ir.NamedAttr) {
			ir.WalkSymbolRefs(a.Value, func(ref *ir.Attr) { named[ref.Text()] = true })
		})
		return ir.Advance
	})
	for _, p := range f.list {
		if p.global.Is(utilop.Global) && ir.SymbolVisibility(p.global) == "private" && !named[ir.SymbolName(p.global)] {
			p.global.Erase()
		}
	}
}
