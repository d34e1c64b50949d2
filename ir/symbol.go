package ir

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
// or nil.
func NearestSymbolTable(o *Op) *Op {
	for ; o != nil; o = o.Parent() {
		if o.Has(SymbolTable) {
			return o
		}
	}
	return nil
}

// LookupSymbol resolves a symbol reference used by op from: the root in the
// nearest enclosing table that defines it, then each nested name inside of
// that. It is nil when nothing is found. Passes that resolve many references
// collect Symbols once instead.
func LookupSymbol(from *Op, ref *Attr) *Op {
	for table := NearestSymbolTable(from); table != nil; table = NearestSymbolTable(table.Parent()) {
		if o := findSymbol(table, ref.Text()); o != nil {
			for _, n := range ref.Nested() {
				if o = findSymbol(o, n); o == nil {
					return nil
				}
			}
			return o
		}
	}
	return nil
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
