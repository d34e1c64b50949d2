package storage

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// checkNames finds ops among the names of values, and ops that there are not.
func (o *RematerializeOptions) checkNames(c *ir.Context) error {
	var list []error
	for _, name := range o.Keep {
		if c.LookupOp(name) != nil {
			list = append(list, fmt.Errorf("'keep' has names of locations, but '%s' is an op; ops are what 'never' is for", name))
		}
	}
	for _, name := range o.Never {
		prefix, _, ok := strings.Cut(name, ".")
		switch d := c.LookupDialect(prefix); {
		case !ok:
			list = append(list, fmt.Errorf("'never' has names of ops, such as tg.matmul, but '%s' is none; names of locations are what 'keep' is for", name))
		case d != nil && c.LookupOp(name) == nil && !d.Lacks(ir.OpMembers):
			list = append(list, fmt.Errorf("'never' names '%s', but there is no such op%s", name, d.NearOp(name)))
		}
	}
	return errors.Join(list...)
}

// tellUnknown tells of names that nothing in the module has.
func (o *RematerializeOptions) tellUnknown(r *pipeline.Run) {
	if !r.Remarking() || len(o.Keep)+len(o.Never)+len(o.Only) == 0 {
		return
	}
	ops, locations := map[string]bool{}, map[string]bool{}
	ir.Walk(r.Op, func(op *ir.Op) ir.WalkAction {
		ops[op.Name()], locations[nameOf(op)] = true, true
		return ir.Advance
	})
	for _, name := range o.Keep {
		if !locations[name] {
			r.Missed(r.Op, "rematerialize", "'keep' names '%s', but nothing has a location of that name", name)
		}
	}
	for _, name := range o.Never {
		if !ops[name] {
			r.Missed(r.Op, "rematerialize", "'never' names '%s', but there is no such op here", name)
		}
	}
	for _, name := range o.Only {
		if !ops[name] && !locations[name] {
			r.Missed(r.Op, "rematerialize", "'only' names '%s', but there is no such op here, nor a location of that name", name)
		}
	}
}

// restrict says which nodes of a block are computed once.
func (o *RematerializeOptions) restrict(g *block) {
	for n, op := range g.ops {
		only := len(o.Only) == 0 || slices.Contains(o.Only, op.Name()) || slices.Contains(o.Only, nameOf(op))
		if !only || slices.Contains(o.Never, op.Name()) {
			g.graph.Nodes[n].Once = true
		}
	}
	if len(o.Keep) == 0 {
		return
	}
	for op := g.block.First(); op != nil; op = op.Next() {
		if name := nameOf(op); name == "" || !slices.Contains(o.Keep, name) {
			continue
		}
		for _, v := range op.Results() {
			if n, ok := g.node(v); ok {
				g.graph.Nodes[n].Once = true
			}
		}
	}
}

// nameOf is the name of the location of an op, "" for none.
func nameOf(o *ir.Op) string {
	if a := o.Context().LocAttr(o.Loc()); a.Is(ir.NameLocAttr) {
		return a.LocName()
	}
	return ""
}
