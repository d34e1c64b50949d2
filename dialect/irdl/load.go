package irdl

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// Load registers the dialects that module defines in its context. The module
// must be valid. What it defines holds for this context only, because
// constraints name attributes, which belong to it.
func Load(module *ir.Op) error {
	l := &loader{ctx: module.Context(), types: map[*ir.Op]*ir.TypeDef{}, attrs: map[*ir.Op]*ir.AttrDef{}}
	var dialects []*ir.Op
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		if o.Is(DialectOp) {
			dialects = append(dialects, o)
			return ir.Skip
		}
		return ir.Advance
	})
	// Constraints may refer to types and attributes of any dialect.
	made := map[string]*ir.Dialect{}
	for _, o := range dialects {
		name := ir.SymbolName(o)
		if l.ctx.LookupDialect(name) != nil || made[name] != nil {
			return o.Errorf("'%s' op cannot define dialect '%s', which exists already", o.Name(), name)
		}
		made[name] = ir.NewDialect(name, "A dialect that a file defines.")
		made[name].FromFile = true
		l.declare(made[name], o)
	}
	for _, o := range dialects {
		if err := l.define(made[ir.SymbolName(o)], o); err != nil {
			return err
		}
	}
	for _, o := range dialects {
		l.ctx.Register(made[ir.SymbolName(o)])
	}
	return nil
}

type loader struct {
	ctx   *ir.Context
	types map[*ir.Op]*ir.TypeDef
	attrs map[*ir.Op]*ir.AttrDef
}

// declare makes the types and attributes of d, without what their parameters
// must satisfy.
func (l *loader) declare(d *ir.Dialect, o *ir.Op) {
	for p := o.RegionAt(0).First().First(); p != nil; p = p.Next() {
		switch {
		case p.Is(Type):
			t := &ir.TypeDef{
				Name: d.Name + "." + memberName(p, "!"), Doc: "A type that a file defines.",
				Parse: parseParameters, Print: printParameters,
			}
			l.types[p] = t
			d.Types = append(d.Types, t)
		case p.Is(Attribute):
			a := &ir.AttrDef{
				Name: d.Name + "." + memberName(p, "#"), Doc: "An attribute that a file defines.",
				Parse: func(p ir.OpParser) []ir.NamedAttr {
					var entries []ir.NamedAttr
					for i, v := range parseParameters(p) {
						entries = append(entries, ir.NamedAttr{Name: fmt.Sprint(i), Value: v})
					}
					return entries
				},
				Print: func(p ir.OpPrinter, a *ir.Attr) { printParameters(p, values(a)) },
			}
			l.attrs[p] = a
			d.Attrs = append(d.Attrs, a)
		}
	}
}

// parseParameters reads `<a, b>` or nothing.
func parseParameters(p ir.OpParser) []*ir.Attr {
	var params []*ir.Attr
	if !p.Try("<") {
		return nil
	}
	for !p.Try(">") {
		if params != nil {
			p.Expect(",")
		}
		params = append(params, p.Attr())
	}
	return params
}

func printParameters(p ir.OpPrinter, params []*ir.Attr) {
	for i, a := range params {
		if i == 0 {
			p.Str("<")
		} else {
			p.Str(", ")
		}
		p.Attr(a)
	}
	if params != nil {
		p.Str(">")
	}
}

// define fills in what the parameters of types and attributes must satisfy, and
// makes the ops.
func (l *loader) define(d *ir.Dialect, o *ir.Op) error {
	for p := o.RegionAt(0).First().First(); p != nil; p = p.Next() {
		if !p.Is(Type) && !p.Is(Attribute) && !p.Is(Operation) {
			continue
		}
		b, err := l.read(p)
		if err != nil {
			return err
		}
		switch {
		case p.Is(Type):
			l.types[p].Verify = b.checkParameters
		case p.Is(Attribute):
			l.attrs[p].Verify = func(a *ir.Attr) error { return b.checkParameters(values(a)) }
		default:
			def := ir.OpDef{
				Doc:      "An operation that a file defines.",
				Operands: ir.Args(ir.Variadic("operands", ir.AnyType)),
				Results:  ir.Args(ir.Variadic("results", ir.AnyType)),
				Regions:  []ir.RegionArg{{Name: "regions", Variadic: true}},
				Verify:   b.checkOp,
			}
			if p.Attr(pure) != nil {
				b.declarePure(&def)
			}
			d.NewOp(d.Name + "." + ir.SymbolName(p)).Define(def)
		}
	}
	return nil
}

// read collects what the body of a definition says.
func (l *loader) read(def *ir.Op) (*body, error) {
	b := &body{variables: map[*ir.Value]int{}, regionOf: map[*ir.Value]regionConstraint{}}
	for o := def.RegionAt(0).First().First(); o != nil; o = o.Next() {
		switch {
		case o.Is(Parameters):
			b.params = b.indices(o)
		case o.Is(Operands):
			b.operands, b.operandCounts, b.operandNames = b.indices(o), variadicityOf(o), namesOf(o)
		case o.Is(Results):
			b.results, b.resultCounts, b.resultNames = b.indices(o), variadicityOf(o), namesOf(o)
		case o.Is(Attributes):
			for i, n := range o.Attr("attributeValueNames").Elems() {
				b.attrs = append(b.attrs, namedVariable{n.Text(), b.variables[o.Operand(i)]})
			}
		case o.Is(Regions):
			for _, v := range o.Operands() {
				b.regions = append(b.regions, b.regionOf[v])
			}
		case o.Is(Region):
			r := regionConstraint{constrained: o.Attr("constrainedArguments") != nil, variables: b.indices(o)}
			if n := o.Attr("numberOfBlocks"); n != nil {
				r.blocks = int(n.Int())
			}
			b.regionOf[o.Result(0)] = r
		default:
			c, err := l.constraint(b, o)
			if err != nil {
				return nil, err
			}
			if c != nil {
				b.variables[o.Result(0)] = len(b.constraints)
				b.constraints = append(b.constraints, c)
			}
		}
	}
	return b, nil
}

// constraint is the constraint that o makes, or nil if it makes none.
func (l *loader) constraint(b *body, o *ir.Op) (constraint, error) {
	switch o.Def() {
	case AnyAttribute:
		return anything{}, nil
	case Is:
		return exactly{o.Attr("expected")}, nil
	case AnyOf:
		return oneOf{b.indices(o)}, nil
	case AllOf:
		return allOf{b.indices(o)}, nil
	case Base:
		return l.base(o)
	case Parametric:
		of := lookup(o, o.Attr("base_type"))
		if t := l.types[of]; t != nil {
			return parametricType{t, b.indices(o)}, nil
		}
		return parametricAttr{l.attrs[of], b.indices(o)}, nil
	case CPred:
		return nil, o.Errorf("'%s' op is a predicate in C++, which cannot be checked here: %s", o.Name(), o.Attr("pred").Text())
	}
	return nil, nil
}

func (l *loader) base(o *ir.Op) (constraint, error) {
	if ref := o.Attr("base_ref"); ref != nil {
		of := lookup(o, ref)
		if t := l.types[of]; t != nil {
			return baseType{t.Name}, nil
		}
		return baseAttr{l.attrs[of].Name}, nil
	}
	name := o.Attr("base_name").Text()
	if name[0] == '!' {
		if !isType(l.ctx, name[1:]) {
			return nil, o.Errorf("no registered type with name %s", name)
		}
		return baseType{name[1:]}, nil
	}
	if !isAttr(l.ctx, name[1:]) {
		return nil, o.Errorf("no registered attribute with name %s", name)
	}
	return baseAttr{name[1:]}, nil
}
