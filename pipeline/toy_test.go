package pipeline

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// The toy dialect: modules of functions of ops that do nothing.
var (
	toy       = ir.NewDialect("toy", "Ops for tests.")
	toyModule = toy.NewOp("toy.module")
	toyFunc   = toy.NewOp("toy.func")
	toyOp     = toy.NewOp("toy.op")
)

func init() {
	name := ir.AttrArg{Name: "sym_name", Is: ir.AnyAttr, Optional: true}
	body := []ir.RegionArg{{Name: "body"}}
	toyModule.Define(ir.OpDef{Doc: "A module.", Regions: body, Attrs: []ir.AttrArg{name},
		Traits: ir.IsolatedFromAbove | ir.NoTerminator | ir.SymbolTable})
	toyFunc.Define(ir.OpDef{Doc: "A function.", Regions: body, Attrs: []ir.AttrArg{name},
		Traits: ir.IsolatedFromAbove | ir.NoTerminator | ir.Symbol})
	toyOp.Define(ir.OpDef{Doc: "An op.", Attrs: []ir.AttrArg{{Name: "n", Is: ir.AnyAttr, Optional: true}}})
}

// newModule makes a module of functions @f0, @f1..., each with three ops.
func newModule(c *ir.Context, functions int) *ir.Op {
	b := ir.NewBuilder(c)
	region := func() *ir.Region {
		r := &ir.Region{}
		r.Append(&ir.Block{})
		return r
	}
	make := func(d *ir.OpDef, name string) *ir.Op {
		st := &ir.OpState{Name: c.OpName(d.Name()), Results: []*ir.Type{}, Regions: []*ir.Region{region()}}
		if name != "" {
			st.SetAttr("sym_name", c.StringAttr(name))
		}
		o, err := b.Create(st)
		if err != nil {
			panic(err)
		}
		return o
	}
	m := make(toyModule, "")
	for i := range functions {
		b.AtEnd(m.RegionAt(0).First())
		f := make(toyFunc, fmt.Sprintf("f%d", i))
		b.AtEnd(f.RegionAt(0).First())
		for range 3 {
			b.OpWithTypes(toyOp, 0, nil, nil)
		}
	}
	return m
}

// printToy writes one line per op.
func printToy(w io.Writer, o *ir.Op) error {
	depth := map[*ir.Op]int{}
	ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		if p != o {
			depth[p] = depth[p.Parent()] + 1
		}
		fmt.Fprintf(w, "%s%s", strings.Repeat("  ", depth[p]), p.Name())
		if n := ir.SymbolName(p); n != "" {
			fmt.Fprintf(w, " @%s", n)
		}
		if n := p.Attr("n"); n != nil {
			fmt.Fprintf(w, " %d", n.Int())
		}
		fmt.Fprintln(w)
		return ir.Advance
	})
	return nil
}

func toyText(o *ir.Op) string {
	var b strings.Builder
	if err := printToy(&b, o); err != nil {
		panic(err)
	}
	return b.String()
}

type growOptions struct {
	By       int64    `opt:"by" doc:"How many ops to add"`
	Where    string   `opt:"where" one-of:"start,end" doc:"Where to add them"`
	Loud     bool     `opt:"loud" doc:"Say so"`
	Label    string   `opt:"label" doc:"What to call it"`
	Only     []string `opt:"only" doc:"Functions to grow; all if empty"`
	Chance   float64  `opt:"chance" doc:"Ignored"`
	Seed     uint64   `opt:"seed" doc:"Ignored"`
	internal int
}

// grow adds ops to functions.
var grow = &Pass{
	Name: "grow", Title: "Grow", Doc: "Add ops. The second sentence.", On: "toy.func",
	Options:    func() any { return &growOptions{By: 1, Where: "end", Chance: 0.5, internal: 1} },
	Statistics: []Statistic{{"num-grown", "Number of ops added"}, {"funcs", "Number of functions"}},
	Run: func(r *Run) error {
		opts := r.Options.(*growOptions)
		block := r.Op.RegionAt(0).First()
		for i := range opts.By {
			r.Builder.AtEnd(block)
			if opts.Where == "start" {
				r.Builder.AtStart(block)
			}
			r.Builder.OpWithTypes(toyOp, 0, nil, nil, ir.NamedAttr{Name: "n", Value: r.Ctx.I64Attr(i)})
		}
		if opts.Loud {
			r.Remark(r.Op.Loc(), "grew @%s", ir.SymbolName(r.Op))
		}
		r.Count("num-grown", opts.By)
		r.Count("funcs", 1)
		return nil
	},
}

// look changes nothing.
var look = &Pass{Name: "look", Title: "Look", Doc: "Look only", Run: func(r *Run) error {
	r.MarkUnchanged()
	return nil
}}

// failOdd fails on functions with an odd number.
var failOdd = &Pass{Name: "fail-odd", Title: "FailOdd", Doc: "Fail.", On: "toy.func", Run: func(r *Run) error {
	r.Warn(r.Op.Loc(), "looking at @%s", ir.SymbolName(r.Op))
	if n := ir.SymbolName(r.Op); (n[len(n)-1]-'0')%2 == 1 {
		return errors.Join(fmt.Errorf("@%s is odd", n), fmt.Errorf("very odd"))
	}
	return nil
}}

// emitError reports an error without returning one.
var emitError = &Pass{Name: "emit-error", Title: "EmitError", Doc: "Emit an error.", Run: func(r *Run) error {
	r.Emit(ir.Errorf(r.Op.Loc(), "emitted"))
	return nil
}}

// crash panics.
var crash = &Pass{Name: "crash", Title: "Crash", Doc: "Panic.", Run: func(r *Run) error {
	var none []int
	_ = none[len(r.Op.Name())]
	return nil
}}

// corrupt leaves a symbol twice.
var corrupt = &Pass{Name: "corrupt", Title: "Corrupt", Doc: "Break the IR.", On: "toy.module", Run: func(r *Run) error {
	for o := r.Op.RegionAt(0).First().First(); o != nil; o = o.Next() {
		o.SetAttr("sym_name", r.Ctx.StringAttr("same"))
	}
	return nil
}}

// miscount uses a statistic that it does not declare.
var miscount = &Pass{Name: "miscount", Title: "Miscount", Doc: "Count wrong.", Run: func(r *Run) error {
	r.Count("nothing", 1)
	return nil
}}

func toyRegistry() *Registry {
	reg := NewRegistry(grow, look, failOdd, emitError, crash, corrupt, miscount)
	reg.RegisterPipeline(Alias{Name: "twice", Doc: "Look and grow.", Text: "look,toy.func(grow{by=2},look)"})
	reg.RegisterPipeline(Alias{Name: "thrice", Doc: "Look more.", Text: "twice,look"})
	reg.RegisterPipeline(Alias{Name: "loop", Doc: "Refer to itself.", Text: "look,loop"})
	reg.RegisterPipeline(Alias{Name: "broken", Doc: "Be broken.", Text: "look,\nlok"})
	return reg
}
