package egraph

import (
	"fmt"
	"slices"
)

// maxRegs bounds what a pattern can hold: nodes and variables.
const maxRegs = 250

// pattern is terms as tables: atoms are the symbols that are sought, in the
// order of the text, those of the first root first.
type pattern struct {
	roots []ref
	atoms []atom
	vars  []string
	// grounds are symbols without arguments, below roots: nodes that are looked up
	// once a search.
	grounds []*Term
}

// atom is a symbol and its arguments.
type atom struct {
	code ID
	bit  uint32
	args []ref
	// up is the atom whose argument it is, and which one; -1 for roots.
	up, place int
}

// ref is what stands at a place of a pattern.
type ref struct {
	kind refKind
	n    int
}

type refKind uint8

const (
	refVar refKind = iota
	refAtom
	refGround
)

// newPattern makes tables of terms. A root is never taken for ground: it is
// matched, so that what is new about it is seen.
func newPattern(roots []*Term) (*pattern, error) {
	p := &pattern{}
	if len(roots) == 0 {
		return nil, fmt.Errorf("a pattern has no root")
	}
	for _, t := range roots {
		r, err := p.ref(t, -1, 0, 0)
		if err != nil {
			return nil, err
		}
		p.roots = append(p.roots, r)
	}
	if p.regs() > maxRegs {
		return nil, fmt.Errorf("a pattern has more than %d symbols and variables", maxRegs)
	}
	return p, nil
}

func (p *pattern) ref(t *Term, up, place, depth int) (ref, error) {
	if depth > maxDepth {
		return ref{}, fmt.Errorf("a pattern is nested more than %d deep", maxDepth)
	}
	if t.Var != "" {
		return ref{refVar, p.variable(t.Var)}, nil
	}
	if up >= 0 && len(t.Args) == 0 && t.Sym <= MaxSymbol {
		for i, old := range p.grounds {
			if old.Sym == t.Sym {
				return ref{refGround, i}, nil
			}
		}
		p.grounds = append(p.grounds, t)
		return ref{refGround, len(p.grounds) - 1}, nil
	}
	if t.Sym > MaxSymbol {
		return ref{}, fmt.Errorf("symbol %d is larger than MaxSymbol", t.Sym)
	}
	n := len(p.atoms)
	p.atoms = append(p.atoms, atom{code: code(t.Sym, len(t.Args)), bit: t.Sym.bit(), up: up, place: place})
	args := make([]ref, len(t.Args))
	for i, arg := range t.Args {
		r, err := p.ref(arg, n, i, depth+1)
		if err != nil {
			return ref{}, err
		}
		args[i] = r
	}
	p.atoms[n].args = args
	return ref{refAtom, n}, nil
}

func (p *pattern) variable(name string) int {
	if i := slices.Index(p.vars, name); i >= 0 {
		return i
	}
	p.vars = append(p.vars, name)
	return len(p.vars) - 1
}

// Registers hold the variables, then the classes of atoms, then the nodes that
// atoms matched, then the classes of grounds.
// The last is a spare one.
func (p *pattern) regs() int { return p.spare() + 1 }

func (p *pattern) spare() int { return len(p.vars) + 2*len(p.atoms) + len(p.grounds) }

func (p *pattern) classReg(atom int) int { return len(p.vars) + atom }

func (p *pattern) nodeReg(atom int) int { return len(p.vars) + len(p.atoms) + atom }

func (p *pattern) reg(r ref) int {
	switch r.kind {
	case refVar:
		return r.n
	case refAtom:
		return p.classReg(r.n)
	}
	return len(p.vars) + 2*len(p.atoms) + r.n
}
