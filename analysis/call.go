package analysis

import "github.com/tg-opt/tg/ir"

// Callee is filled by ops that call a function: it returns the symbol of the
// function, whose parameters the operands match and whose results the results.
var Callee = ir.NewSlot[func(o *ir.Op) *ir.Attr]("callee")

// CallableBody is the region of a function that has one, else nil.
func CallableBody(o *ir.Op) *ir.Region {
	if !IsCallable(o) || o.RegionAt(0).Empty() {
		return nil
	}
	return o.RegionAt(0)
}

// IsCallable reports whether o is a function or the declaration of one.
func IsCallable(o *ir.Op) bool {
	return o.Has(ir.Symbol) && o.NumRegions() == 1 && o.Attr("function_type").Is(ir.TypeAttr)
}

// Calls resolves calls; it collects the symbols of every table once.
type Calls struct {
	tables map[*ir.Op]ir.SymbolMap
	// nearest is the symbol table around the ops of a region, nil for none, for
	// regions of deep nests.
	nearest map[*ir.Region]*ir.Op
}

// NewCalls makes a Calls that knows nothing yet.
func NewCalls() *Calls {
	return &Calls{tables: map[*ir.Op]ir.SymbolMap{}, nearest: map[*ir.Region]*ir.Op{}}
}

// IsCall reports whether o calls a function by its name.
func IsCall(o *ir.Op) bool {
	_, ok := Callee.Get(o.Def())
	return ok
}

// Resolve is the op that a call names, or nil.
func (c *Calls) Resolve(call *ir.Op) *ir.Op {
	if !IsCall(call) {
		return nil
	}
	return c.ResolveIn(c.TableAround(call), call)
}

// ResolveIn is the op that a call names, seen from inside of a symbol table.
func (c *Calls) ResolveIn(table, call *ir.Op) *ir.Op {
	ref, ok := Callee.Get(call.Def())
	if !ok {
		return nil
	}
	return c.Lookup(table, ref(call))
}

// Lookup is the op that a reference names, seen from inside of a symbol table;
// nil when there is none, or no table.
func (c *Calls) Lookup(table *ir.Op, ref *ir.Attr) *ir.Op {
	return ir.ResolveSymbol(table, ref, c.LookupIn)
}

// LookupIn is the symbol of that name directly in a table, or nil.
func (c *Calls) LookupIn(table *ir.Op, name string) *ir.Op {
	m, ok := c.tables[table]
	if !ok {
		m = ir.Symbols(table)
		c.tables[table] = m
	}
	return m[name]
}

// TableAround is the symbol table that o is inside of, or nil.
func (c *Calls) TableAround(o *ir.Op) *ir.Op {
	var way []*ir.Region
	var table *ir.Op
	for r := o.Region(); r != nil; {
		known, ok := c.nearest[r]
		if ok {
			table = known
			break
		}
		way = append(way, r)
		p := r.Parent()
		if p == nil || p.Has(ir.SymbolTable) || ir.MayHideSymbols(p) {
			if p != nil && !ir.MayHideSymbols(p) {
				table = p
			}
			break
		}
		r = p.Region()
	}
	for _, r := range way {
		c.nearest[r] = table
	}
	return table
}
