package recall

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/discover"
	"github.com/tg-opt/tg/discover/machine"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
)

// What conditions of rules ask that says when a rule pays, or which elements and shapes there are:
// searches try several of these, and widen conditions to what holds. All others are about values,
// or about attributes, of which searches know nothing.
var known = []string{
	"one_use", "has_uses", "constant", "splat", "argument", "static", "scalar", "broadcasts", "same_type", "same_elem", "same_shape",
	"float", "bool", "integer", "signed", "unsigned", "complex", "rank", "shape", "dim", "elements", "bytes", "bits", "elem",
}

// reach knows what a search can come to.
type reach struct {
	Search
	ctx   *ir.Context
	forms map[*ir.OpDef]map[string][]string // values of attributes, by name
}

// outside says why a rule is not one that the search can write; "" if it is.
func (x *reach) outside(r *rule.Rule) string {
	p := r.Parts()
	switch {
	case p.Classes:
		return "it is about classes of ops"
	case p.Lists:
		return "it is about lists of operands"
	case p.Computed:
		return "it computes constants"
	case p.Lets:
		return "it computes by 'let'"
	case p.Types:
		return "it states types"
	case max(p.Left, p.Right) > x.Find.Size:
		return fmt.Sprintf("it has more than %d ops", x.Find.Size)
	case p.Inputs > x.Find.Inputs:
		return fmt.Sprintf("it has more than %d inputs", x.Find.Inputs)
	}
	for _, text := range p.Constants {
		if !slices.ContainsFunc(x.Find.Numbers, func(v float64) bool { return fmt.Sprint(v) == text }) {
			return "the constant " + text + " is not tried"
		}
	}
	for _, a := range r.Asks() {
		if why := x.ask(a); why != "" {
			return why
		}
	}
	return x.attributes(r, p)
}

// ask says why a condition or function is out of reach.
func (x *reach) ask(a rule.Ask) string {
	switch {
	case !slices.Contains(known, a.Name):
		return "it asks '" + a.Name + "'"
	case a.Not:
		return ""
	case a.Name == "complex":
		return "it is about complex numbers"
	case a.Name == "bool" && len(x.Types) == 0:
		return "no inputs of i1 are tried"
	case a.Name == "unsigned" && !x.has(func(t *ir.Type) bool { return t.IsInteger() && t.Signedness() == ir.Unsigned }):
		return "no unsigned inputs are tried"
	case (a.Name == "integer" || a.Name == "signed") && !x.has(func(t *ir.Type) bool { return t.IsInteger() && !t.IsBool() }):
		return "no integer inputs are tried"
	}
	return ""
}

func (x *reach) has(is func(*ir.Type) bool) bool { return slices.ContainsFunc(x.Types, is) }

// attributes says which attribute is out of reach.
func (x *reach) attributes(r *rule.Rule, p rule.Parts) string {
	words := r.Wanted().Words
	for _, a := range p.Attrs {
		tried := x.of(a.Op)[a.Name]
		switch {
		case a.Variable != "":
			list := words[a.Variable]
			if list == nil {
				list = a.Op.AttrDef(a.Name).Is.Values
			}
			if why := untried(a.Op, a.Name, tried, list); why != "" {
				return why
			}
		case a.Literal == nil:
			return "it computes attribute '" + a.Name + "'"
		case tried != nil || a.Literal(x.ctx) != nil:
			if text := fmt.Sprint(a.Literal(x.ctx)); !slices.Contains(tried, text) && a.Literal(x.ctx) != nil {
				return fmt.Sprintf("%s with %s = %s is not tried", a.Op.Mnemonic(), a.Name, text)
			}
		}
	}
	for _, def := range p.Others {
		for _, a := range def.Attrs {
			if spoken(p, def, a.Name) {
				continue
			}
			if why := untried(def, a.Name, x.of(def)[a.Name], a.Is.Values); why != "" {
				return why
			}
		}
	}
	return ""
}

func spoken(p rule.Parts, def *ir.OpDef, name string) bool {
	return slices.ContainsFunc(p.Attrs, func(a rule.PartAttr) bool { return a.Op == def && a.Name == name })
}

// untried says which of the words that an attribute may be is not tried, or that it is not tried at
// all.
func untried(def *ir.OpDef, name string, tried, words []string) string {
	if tried == nil {
		return fmt.Sprintf("%s with attribute '%s' is not tried", def.Mnemonic(), name)
	}
	for _, w := range words {
		if !slices.Contains(tried, fmt.Sprintf("%q", w)) {
			return fmt.Sprintf("%s with %s = %q is not tried", def.Mnemonic(), name, w)
		}
	}
	return ""
}

// of are the values of attributes with which an op is tried, on operands of a few shapes.
func (x *reach) of(def *ir.OpDef) map[string][]string {
	if values, ok := x.forms[def]; ok {
		return values
	}
	values := map[string][]string{}
	x.forms[def] = values
	f, _ := opgen.FormsOf.Get(def)
	if f.Of == nil {
		return values
	}
	for _, elem := range []*ir.Type{x.ctx.F32(), x.ctx.Bool()} {
		for _, shape := range [][]int64{{4}, {4, 4}, {2, 4, 4}, {2, 2, 4, 4}} {
			for _, second := range [][]int64{shape, {2, 2, 3, 3}} {
				in := []*ir.Type{x.ctx.Tensor(shape, elem), x.ctx.Tensor(second, elem), x.ctx.Tensor(shape, elem)}
				for _, form := range f.Of(x.ctx, in) {
					for _, e := range form.Attrs.Entries() {
						if text := e.Value.String(); x.wanted(e.Name) && !slices.Contains(values[e.Name], text) {
							values[e.Name] = append(values[e.Name], text)
						}
					}
				}
			}
		}
	}
	return values
}

func (x *reach) wanted(attr string) bool {
	return x.Find.Attrs == nil || slices.Contains(x.Find.Attrs, attr)
}

// asked reports whether a rule is about ops of the search alone.
func (x *reach) asked(r *rule.Rule) bool {
	ops := slices.Concat(r.Ops(), r.Made())
	return len(ops) > 0 && !slices.ContainsFunc(ops, func(def *ir.OpDef) bool {
		return !slices.ContainsFunc(x.Find.Ops, func(own *ir.OpDef) bool { return own.Name() == def.Name() })
	})
}

// Searched says why no search tries an op of a rule, whatever it is asked for; "" if one does.
func Searched(r *rule.Rule) string {
	for _, def := range slices.Concat(r.Ops(), r.Made()) {
		if why := discover.Tries(def); why != nil && machine.Tries(def) != nil {
			return fmt.Sprintf("no search tries '%s': %s", def.Mnemonic(), strings.TrimSuffix(why.Error(), "."))
		}
	}
	return ""
}
