package partition

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/ir"
)

// StashAttr is an attribute of results of a forward pass, and of arguments of a backward one: which
// value it is. Both have the same text.
const StashAttr = "tg.stash"

// Stash is a value that the backward pass is handed.
type Stash struct {
	// Kind is what it is of the forward pass, "argument", "result" or "value", which is a result
	// for this alone, and Index the how manyth of these.
	Kind  string
	Index int
	Name  string // in the joint function
	Type  *ir.Type
}

// String is the text of StashAttr.
func (s Stash) String() string { return fmt.Sprintf("%s %d", s.Kind, s.Index) }

// Base is what the parts of a function are called without their endings.
func Base(fn *ir.Op) string {
	name := ir.SymbolName(fn)
	for _, ending := range []string{".vjp", ".grad"} {
		if base, ok := strings.CutSuffix(name, ending); ok {
			return base
		}
	}
	return name
}

// splitting makes the parts of a joint function.
type splitting struct {
	*Joint
	*Plan
	builder *ir.Builder
	moved   map[*ir.Op]bool
	stash   []Stash
	names   []string // of what is handed over, "" for none
}

// Split makes NAME.fwd and NAME.bwd of a joint function, behind it.
func (j *Joint) Split(b *ir.Builder, plan *Plan, name string) (ahead, behind *ir.Op, stash []Stash, err error) {
	symbols := ir.Symbols(ir.NearestSymbolTable(j.Func))
	for _, ending := range []string{".fwd", ".bwd"} {
		if symbols[name+ending] != nil {
			return nil, nil, nil, j.Func.Errorf("a part cannot be called @%s, which there is already: give the parts another name", name+ending)
		}
	}
	s := &splitting{Joint: j, Plan: plan, builder: b, moved: set(plan.Moved)}
	s.describe()
	s.names = s.parameters()
	ahead = s.shell(b.After(j.Func), name+".fwd")
	s.forward(ahead)
	behind = s.shell(b.After(ahead), name+".bwd")
	s.backward(behind)
	return ahead, behind, s.stash, nil
}

func set(ops []*ir.Op) map[*ir.Op]bool {
	m := make(map[*ir.Op]bool, len(ops))
	for _, o := range ops {
		m[o] = true
	}
	return m
}

// describe says what each value is that is handed over.
func (s *splitting) describe() {
	own, args := 0, map[int]int{}
	for i, given := range s.given {
		if given {
			args[i] = len(args)
		}
	}
	for _, v := range s.Saved {
		x := Stash{Name: s.Name(v), Type: v.Type()}
		at, result := s.ahead[v]
		switch {
		case v.IsArg():
			x.Kind, x.Index = "argument", args[v.Index()]
		case result:
			x.Kind, x.Index = "result", at
		default:
			x.Kind, x.Index = "value", own
			own++
		}
		s.stash = append(s.stash, x)
	}
}

// parameters are the names under which values are handed over, as results and as arguments: those
// that somebody gave them, unless another parameter of the parts has the same.
func (s *splitting) parameters() []string {
	uses := map[string]int{}
	for i := range s.block.Args() {
		uses[naming.Argument(s.Func, i)]++
	}
	for i := range s.end.Operands() {
		uses[naming.Result(s.Func, i)]++
	}
	names := make([]string, len(s.Saved))
	for k, v := range s.Saved {
		name := strings.TrimPrefix(s.called(v), "%")
		of, _, _ := strings.Cut(strings.TrimPrefix(name, "result"), "#")
		if !v.IsArg() && naming.CanBeTyped(name) && !naming.ByPosition(of) {
			names[k] = name
			uses[name]++
		}
	}
	for k, v := range s.Saved {
		if v.IsArg() {
			if name := naming.Argument(s.Func, v.Index()); !naming.ByPosition(name) {
				names[k] = name
			}
		} else if uses[names[k]] > 1 {
			names[k] = ""
		}
	}
	return names
}

// shell is a function like the joint one, with an empty block.
func (s *splitting) shell(b *ir.Builder, name string) *ir.Op {
	region := &ir.Region{}
	region.Append(&ir.Block{})
	fn := s.Func
	n, err := b.Create(&ir.OpState{Name: fn.OpName(), Loc: fn.Loc(), Props: fn.Props(), Attrs: fn.Attrs().Entries(), Regions: []*ir.Region{region}})
	if err != nil {
		panic("partition: " + err.Error())
	}
	n.SetAttr("sym_name", fn.Context().StringAttr(name))
	n.SetAttr("sym_visibility", nil) // somebody wants it, also of a private function
	return n
}

// forward fills the forward pass.
func (s *splitting) forward(fn *ir.Op) {
	block := fn.RegionAt(0).First()
	values := map[*ir.Value]*ir.Value{}
	var args, results []*ir.Attr
	for i, a := range s.block.Args() {
		if s.given[i] {
			values[a] = block.AddArg(a.Type(), a.Loc())
			args = append(args, s.attrs("arg_attrs", i, ir.NamedAttr{}))
		}
	}
	var list []*ir.Op
	for _, o := range s.sequence() {
		if s.parts[o] == forward || s.moved[o] {
			list = append(list, o)
		}
	}
	s.clone(block, list, values)
	var returned []*ir.Value
	for _, i := range s.Of {
		s.constants(s.builder.AtEnd(block), s.end.Operands()[i:i+1], values)
		returned = append(returned, values[s.end.Operand(i)])
		results = append(results, s.attrs("res_attrs", i, ir.NamedAttr{}))
	}
	for k, v := range s.Saved {
		if s.stash[k].Kind == "value" {
			returned = append(returned, values[v])
			results = append(results, s.Func.Context().Dict(s.handed(k)))
		}
	}
	s.finish(fn, returned, args, results)
}

// sequence is all that runs, with what is moved to the forward pass as soon as its operands are
// there.
func (s *splitting) sequence() []*ir.Op {
	if len(s.moved) == 0 {
		return s.ops
	}
	place := map[*ir.Op]int{}
	for _, o := range s.ops {
		place[o] = s.order[o]
		if s.moved[o] {
			place[o] = 0
			for _, v := range Reads(o) {
				if d := v.Def(); d != nil {
					place[o] = max(place[o], place[d])
				}
			}
		}
	}
	list := slices.Clone(s.ops)
	slices.SortStableFunc(list, func(a, b *ir.Op) int { return place[a] - place[b] })
	return list
}

// clone appends copies of ops to a block, the constants that they read where they are first read.
func (s *splitting) clone(block *ir.Block, list []*ir.Op, values map[*ir.Value]*ir.Value) {
	b := s.builder.AtEnd(block)
	for _, o := range list {
		s.constants(b, Reads(o), values)
		b.Clone(o, values)
	}
}

// constants makes copies of those among some values that are not there yet.
func (s *splitting) constants(b *ir.Builder, read []*ir.Value, values map[*ir.Value]*ir.Value) {
	for _, v := range read {
		if d := v.Def(); d != nil && s.parts[d] == constant && values[v] == nil {
			b.Clone(d, values)
		}
	}
}

// backward fills the backward pass. What is computed again comes right before its first use.
func (s *splitting) backward(fn *ir.Op) {
	block := fn.RegionAt(0).First()
	values := map[*ir.Value]*ir.Value{}
	var args, results []*ir.Attr
	for k, v := range s.Saved {
		values[v] = block.AddArg(v.Type(), v.Loc())
		args = append(args, fn.Context().Dict(s.handed(k)))
	}
	for i, a := range s.block.Args() {
		if !s.given[i] {
			values[a] = block.AddArg(a.Type(), a.Loc())
			args = append(args, s.attrs("arg_attrs", i, ir.NamedAttr{}))
		}
	}
	b := s.builder.AtEnd(block)
	again := func(o *ir.Op) {
		s.constants(b, Reads(o), values)
		if c := b.Clone(o, values); s.parts[o] == forward {
			c.SetAttr(SaveAttr, nil)
		}
	}
	for _, o := range s.ops {
		if s.parts[o] == backward {
			s.remake(Reads(o), func(v *ir.Value) bool { return values[v] != nil }, again)
			again(o)
		}
	}
	isForward := s.isForward()
	var returned []*ir.Value
	for i, v := range s.end.Operands() {
		if isForward[i] {
			continue
		}
		s.remake([]*ir.Value{v}, func(v *ir.Value) bool { return values[v] != nil }, again)
		s.constants(b, []*ir.Value{v}, values)
		returned = append(returned, values[v])
		results = append(results, s.attrs("res_attrs", i, ir.NamedAttr{Name: naming.GradientOf}))
	}
	s.finish(fn, returned, args, results)
}

// remake runs the ops that make some values, operands first, where they are not there yet.
func (s *splitting) remake(want []*ir.Value, there func(*ir.Value) bool, run func(*ir.Op)) {
	type visit struct {
		op   *ir.Op
		read []*ir.Value
	}
	stack := []visit{{nil, want}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.read) == 0 {
			if o := top.op; o != nil && !slices.ContainsFunc(o.Results(), there) {
				run(o)
			}
			stack = stack[:len(stack)-1]
			continue
		}
		v := top.read[0]
		top.read = top.read[1:]
		if o := v.Def(); o != nil && s.runs[o] && !there(v) {
			stack = append(stack, visit{o, Reads(o)})
		}
	}
}

// handed are the attributes of stash k: what it is, and what it is called.
func (s *splitting) handed(k int) []ir.NamedAttr {
	c := s.Func.Context()
	list := []ir.NamedAttr{{Name: StashAttr, Value: c.StringAttr(s.stash[k].String())}}
	if s.names[k] != "" {
		list = append(list, ir.NamedAttr{Name: naming.Name, Value: c.StringAttr(s.names[k])})
	}
	return list
}

// attrs are the attributes of an argument or result of the joint function, without one.
func (s *splitting) attrs(list string, i int, without ir.NamedAttr) *ir.Attr {
	c := s.Func.Context()
	all := s.Func.Attr(list)
	var entries []ir.NamedAttr
	if all != nil {
		for _, e := range all.Elems()[i].Entries() {
			if e.Name != without.Name {
				entries = append(entries, e)
			}
		}
	}
	if list == "arg_attrs" && !slices.ContainsFunc(entries, naming.IsName) {
		if name := naming.Argument(s.Func, i); name != "" && !naming.ByPosition(name) {
			entries = append(entries, ir.NamedAttr{Name: naming.Name, Value: c.StringAttr(name)})
		}
	}
	return c.Dict(entries)
}

// finish ends a function, and gives it its type and attributes.
func (s *splitting) finish(fn *ir.Op, returned []*ir.Value, args, results []*ir.Attr) {
	block, c := fn.RegionAt(0).First(), fn.Context()
	s.builder.AtEnd(block).OpWithTypes(s.end.Def(), s.end.Loc(), nil, returned)
	var in []*ir.Type
	for _, a := range block.Args() {
		in = append(in, a.Type())
	}
	fn.SetAttr("function_type", c.TypeAttr(c.Func(in, block.Last().OperandTypes())))
	dicts := func(name string, list []*ir.Attr) {
		if slices.ContainsFunc(list, func(a *ir.Attr) bool { return len(a.Entries()) > 0 }) {
			fn.SetAttr(name, c.Array(list))
		} else {
			fn.SetAttr(name, nil)
		}
	}
	dicts("arg_attrs", args)
	dicts("res_attrs", results)
}
