package ir

// symbolScope is where a symbol reference is looked up.
type symbolScope struct {
	table *Op // nil where an op hides what is around it
	// known is false where no symbol table lies around within what is verified.
	known bool
}

// verifySymbols lets o check what its symbols refer to, as far as that lies
// inside of root: what is outside may be changing at this moment.
func (v *verifier) verifySymbols(root, o *Op) {
	scope := v.scopeOf(root, o)
	if !scope.known {
		return
	}
	err := o.name.Def.VerifySymbols(o, func(ref *Attr) *Op {
		return ResolveSymbol(scope.table, ref, v.symbol)
	})
	if err != nil {
		v.own(o, err)
	}
}

// scopeOf is where the symbols that o refers to are looked up. It remembers what
// it finds for all ops on the way, so that looking from every level of a nest
// costs its depth once.
func (v *verifier) scopeOf(root, o *Op) symbolScope {
	var scope symbolScope
	v.way = v.way[:0]
	for p := o; p != nil; p = p.Parent() {
		if known, ok := v.scopes[p]; ok {
			scope = known
			break
		}
		v.way = append(v.way, p)
		if p == root {
			break
		}
	}
	for len(v.way) > 0 {
		p := v.way[len(v.way)-1]
		v.way = v.way[:len(v.way)-1]
		switch {
		case p.Has(SymbolTable):
			scope = symbolScope{p, true}
		case MayHideSymbols(p):
			scope.table = nil
		}
		if p != o {
			v.scopes[p] = scope
		}
	}
	return scope
}

// symbol finds a name in one table, which is indexed once.
func (v *verifier) symbol(table *Op, name string) *Op {
	m, ok := v.tables[table]
	if !ok {
		m = Symbols(table)
		v.tables[table] = m
	}
	return m[name]
}

func (v *verifier) verifySymbolTable(o *Op) {
	seen := map[string]*Op{}
	for _, r := range o.Regions() {
		for b := r.first; b != nil; b = b.next {
			for p := b.first; p != nil; p = p.next {
				name := SymbolName(p)
				if name == "" {
					continue
				}
				if first := seen[name]; first != nil {
					v.err = p.Errorf("redefinition of symbol named '%s'", name).
						WithNote(first.loc, "see existing symbol definition here")
					return
				}
				seen[name] = p
			}
		}
	}
}
