package ir

import "fmt"

// SymbolName is the name of a symbol op, or "".
func SymbolName(o *Op) string {
	if a := o.Attr("sym_name"); a.Is(StringAttr) {
		return a.Text()
	}
	return ""
}

// SymbolVisibility is `public`, `private` or `nested`.
func SymbolVisibility(o *Op) string {
	if a := o.Attr("sym_visibility"); a.Is(StringAttr) {
		return a.Text()
	}
	return "public"
}

// SymbolMap is the symbols that a symbol table op holds directly.
type SymbolMap map[string]*Op

// Symbols collects the symbols of a table.
func Symbols(table *Op) SymbolMap {
	m := SymbolMap{}
	for _, r := range table.Regions() {
		for b := r.first; b != nil; b = b.next {
			for o := b.first; o != nil; o = o.next {
				if n := SymbolName(o); n != "" {
					m[n] = o
				}
			}
		}
	}
	return m
}

// NearestSymbolTable is the innermost symbol table that o is inside of (or is),
// or nil. What is behind an op that may be one is not looked at.
func NearestSymbolTable(o *Op) *Op {
	for ; o != nil && !MayHideSymbols(o); o = o.Parent() {
		if o.Has(SymbolTable) {
			return o
		}
	}
	return nil
}

// MayHideSymbols reports whether o may be a symbol table for all that is known:
// no dialect defines it, and it has one region.
func MayHideSymbols(o *Op) bool { return o.name.Def == nil && o.NumRegions() == 1 }

// LookupSymbol resolves a symbol reference used by op from: the root in the
// nearest symbol table and not beyond it, then each nested name inside of that.
// It is nil when nothing is found. Passes that resolve many references collect
// Symbols once instead.
func LookupSymbol(from *Op, ref *Attr) *Op {
	return ResolveSymbol(NearestSymbolTable(from), ref, findSymbol)
}

// ResolveSymbol resolves a symbol reference in a table, which is nil for none;
// find is the op of a name directly in a table, or nil.
func ResolveSymbol(table *Op, ref *Attr, find func(table *Op, name string) *Op) *Op {
	if table == nil || !ref.Is(SymbolRefAttr) {
		return nil
	}
	o := find(table, ref.Text())
	for _, name := range ref.Nested() {
		if o == nil || !o.Has(SymbolTable) {
			return nil
		}
		o = find(o, name)
	}
	return o
}

func findSymbol(table *Op, name string) *Op {
	for _, r := range table.Regions() {
		for b := r.first; b != nil; b = b.next {
			for o := b.first; o != nil; o = o.next {
				if SymbolName(o) == name {
					return o
				}
			}
		}
	}
	return nil
}

// WalkSymbolRefs calls visit for every symbol reference inside a.
func WalkSymbolRefs(a *Attr, visit func(*Attr)) {
	if a == nil {
		return
	}
	if a.kind == SymbolRefAttr {
		visit(a)
		return
	}
	for _, e := range a.Elems() {
		WalkSymbolRefs(e, visit)
	}
	for _, e := range a.Entries() {
		WalkSymbolRefs(e.Value, visit)
	}
}

// verifySymbol checks what holds of every symbol: that it has a name, unless it
// may go without, that its visibility is one of three, and that it is directly
// inside of a symbol table.
func verifySymbol(o *Op) error {
	name := o.Attr("sym_name")
	if a := o.name.Def.AttrDef("sym_name"); name == nil && a != nil && a.Optional {
		return nil
	}
	if !name.Is(StringAttr) {
		return fmt.Errorf("requires string attribute 'sym_name'")
	}
	switch a := o.Attr("sym_visibility"); {
	case a == nil:
	case !a.Is(StringAttr):
		return fmt.Errorf("requires visibility attribute 'sym_visibility' to be a string attribute, but got %s", a)
	case a.Text() != "public" && a.Text() != "private" && a.Text() != "nested":
		return fmt.Errorf(`visibility expected to be one of ["public", "private", "nested"], but got %s`, a)
	}
	if p := o.Parent(); p != nil && p.Def() != nil && !p.Has(SymbolTable) {
		return fmt.Errorf("symbol's parent must have the SymbolTable trait, which '%s' has not", p.Name())
	}
	return nil
}
