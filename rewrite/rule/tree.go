package rule

import (
	"math"

	"github.com/tg-opt/tg/ir"
)

// Node is one place in the left side of a rule, for those who make instances
// of it. It must not be changed.
type Node struct {
	// Variable is the name of a variable with its question mark, else "". Rest
	// says that it stands for all remaining operands, `?x...`.
	Variable string
	Rest     bool
	// Constant is the splat of type t whose elements are the constant that the
	// place asks for, nil when t has none; the function is nil for places that
	// ask for no constant.
	Constant func(c *ir.Context, t *ir.Type) *ir.Attr
	// Op is the op that the place asks for, else nil, and Result the number of
	// the result that stands here. Results is how many the op must have, 0 for
	// any number. Name is the variable that is the result, "" for none.
	Op *ir.OpDef
	// Class is the variable that stands for the op, "" for none.
	Class   string
	Result  int
	Results int
	Name    string
	Args    []*Node
	Attrs   []NodeAttr
	// All says that the op may have attributes that Attrs does not name.
	All bool
	// Each are the alternatives of a list in brackets, nil for other places. Variables
	// in them stand for lists of values, to which every operand adds one: Listed.
	Each   []*Node
	Listed bool
}

// NodeAttr is what a pattern asks of an attribute.
type NodeAttr struct {
	Name string
	// Variable is the name of the variable that the value is bound to, else "".
	Variable string
	// Literal is the value asked for, nil for a unit attribute that must not be
	// there; the function is nil for a variable.
	Literal func(c *ir.Context) *ir.Attr
	// Absent says that the attribute must not be there.
	Absent bool
}

// TakesOperandsOf reports whether an op of that kind may have as many operands as the node
// asks for.
func (n *Node) TakesOperandsOf(def *ir.OpDef) bool {
	fixed := len(n.Args)
	open := fixed > 0 && (n.Args[fixed-1].Rest || n.Args[fixed-1].Each != nil)
	if open {
		fixed--
	}
	least, most := 0, 0
	for _, a := range def.Operands {
		switch a.Count {
		case ir.One:
			least, most = least+1, most+1
		case ir.Any:
			most = math.MaxInt
		default:
			most++
		}
	}
	return fixed <= most && (open || fixed >= least)
}

// Left is the left side of the rule: one node for each of its patterns.
func (r *Rule) Left() []*Node {
	nodes := make([]*Node, len(r.left))
	for i, t := range r.left {
		nodes[i] = r.node(t)
	}
	return nodes
}

func (r *Rule) node(t *term) *Node {
	switch t.kind {
	case variableTerm:
		return &Node{Variable: r.vars[t.variable]}
	case restTerm:
		return &Node{Variable: r.listVars[t.variable], Rest: true}
	case entryTerm:
		return &Node{Variable: r.listVars[t.variable], Listed: true}
	case eachTerm:
		n := &Node{}
		for _, a := range t.args {
			n.Each = append(n.Each, r.node(a))
		}
		return n
	case numberTerm:
		return &Node{Constant: t.number.attr}
	}
	n := &Node{Op: t.def, Result: t.result, Results: t.results, All: t.star >= 0}
	if t.class >= 0 {
		n.Class = r.classes[t.class]
	}
	switch {
	case t.variable >= 0 && t.listed:
		n.Name = r.listVars[t.variable]
	case t.variable >= 0:
		n.Name = r.vars[t.variable]
	}
	for _, a := range t.args {
		n.Args = append(n.Args, r.node(a))
	}
	for _, a := range t.attrs {
		na := NodeAttr{Name: a.name}
		if a.variable >= 0 {
			na.Variable = r.attrVars[a.variable].name
		} else {
			na.Literal = a.literal
		}
		n.Attrs = append(n.Attrs, na)
	}
	for _, name := range t.absent {
		n.Attrs = append(n.Attrs, NodeAttr{Name: name, Absent: true})
	}
	return n
}

// literal is the attribute that a literal in a pattern stands for; nil for one
// that must not be there.
func (a *attrTerm) literal(c *ir.Context) *ir.Attr {
	d := a.value.datum
	if a.value.op == elementTypeExpr {
		d = typeDatum(elementType(c, a.value.name))
	}
	v, _ := d.attribute(c, a.arg)
	return v
}
