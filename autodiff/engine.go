package autodiff

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
)

// engine differentiates functions of one module.
type engine struct {
	ctx     *ir.Context
	opt     *Options
	module  *ir.Op
	builder *ir.Builder
	defs    map[string]*ir.OpDef
	// varies are the results of functions that vary, by the function and its arguments that do.
	varies    map[variant][]bool
	made      map[request]*derived
	splits    map[variant]*split // nil while one is made
	jvps      map[variant]*derived
	functions map[string]*ir.Op   // by their symbols
	behind    map[*ir.Op]*ir.Op   // the last function that was made of one
	resolved  map[*ir.Op]bool     // functions without requests
	strong    bool                // whether zeros are strong in what is being made
	answered  int                 // requests that were replaced
	batches   map[batchKey]*ir.Op // nil while one is made
	heights   map[*ir.Op]int      // of chains of calls
	calls     map[*ir.Op][]*ir.Op // of functions
	purity    *analysis.Purity
	path      []*ir.Op // the calls that lead to what is being differentiated
	names     map[string]bool
	customs   customs
	said      map[said]bool // remarks about kinks
}

// def is the definition of an op, which the dialects of the context have.
func (e *engine) def(name string) *ir.OpDef {
	d := e.defs[name]
	if d == nil {
		if d = e.ctx.LookupOp(name); d == nil {
			panic("autodiff: the context has no op " + name)
		}
		e.defs[name] = d
	}
	return d
}

func (e *engine) maker(b *ir.Builder) *Maker {
	return &Maker{
		Builder: b, Convention: e.opt.Convention, StrongZero: e.strong, e: e,
		tangents: map[*ir.Value]*ir.Value{}, cotangents: map[*ir.Value]*ir.Value{},
	}
}

// at is the builder of ops in front of o: a second one, because m.Builder stays at the end.
func (e *engine) at(o *ir.Op) *ir.Builder { return e.builder.Before(o) }

// rule is the derivative of an op, or the error that there is none.
func (e *engine) rule(o *ir.Op, active varied) (Rule, error) {
	rule, ok := Derivative.Get(o.Def())
	switch {
	case !ok && o.Def() == nil:
		return rule, e.refused(o, active, "nothing is known of it")
	case !ok || !rule.Complete():
		return rule, e.refused(o, active, "its dialect has no derivatives: convert it to tg first, as --stablehlo-to-tg does")
	case rule.refuse != "":
		return rule, e.refused(o, active, rule.refuse)
	}
	return rule, nil
}

// pathNotes is how many ops between an argument and one without derivative are named.
const pathNotes = 8

// refused is the error that an op has no derivative, with the path that leads to it.
func (e *engine) refused(o *ir.Op, active varied, why string) *ir.Diag {
	d := o.Errorf("'%s' has no derivative: %s", o.Name(), why)
	at := active.any(partition.Reads(o))
	for n := 0; at != nil; n++ {
		switch def := at.Def(); {
		case n == pathNotes:
			return e.callNotes(d.WithNote(at.Loc(), "and so on"))
		case def != nil:
			d = d.WithNote(def.Loc(), "it varies with what '%s' computes", def.Name())
		default:
			d = d.WithNote(at.Loc(), "it varies with this argument")
		}
		at = active[at]
	}
	return e.callNotes(d)
}

func (e *engine) callNotes(d *ir.Diag) *ir.Diag {
	for i := len(e.path) - 1; i >= 0 && i >= len(e.path)-pathNotes; i-- {
		d = d.WithNote(e.path[i].Loc(), "called here")
	}
	return d
}

// freshName is name, or that with a number, whichever is no symbol of the module yet.
func (e *engine) freshName(name string) string {
	fresh := name
	for n := 1; e.names[fresh]; n++ {
		fresh = fmt.Sprintf("%s_%d", name, n)
	}
	e.names[fresh] = true
	return fresh
}
