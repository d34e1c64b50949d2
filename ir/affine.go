package ir

import "fmt"

// AffineOp is the operator of an affine expression.
type AffineOp uint8

const (
	AffineConst AffineOp = iota
	AffineDim
	AffineSym
	AffineAdd
	AffineMul
	AffineFloorDiv
	AffineCeilDiv
	AffineMod
)

// AffineExpr is a quasi-affine expression over dimensions and symbols.
type AffineExpr struct {
	Op       AffineOp
	Value    int64 // constant value, or the position of a dimension or symbol
	LHS, RHS *AffineExpr
}

// AffineMap maps dims and syms to results.
type AffineMap struct {
	Dims, Syms int
	Results    []*AffineExpr
}

// IntegerSet is the set of points that satisfy all constraints: expression
// i is zero where Eq[i], non-negative elsewhere.
type IntegerSet struct {
	Dims, Syms  int
	Constraints []*AffineExpr
	Eq          []bool
}

// AffineMapAttr is affine_map<...>.
func (c *Context) AffineMapAttr(m *AffineMap) *Attr {
	k := newKey(uint8(AffineMapAttr))
	k.str(fmt.Sprintf("%d %d", m.Dims, m.Syms))
	for _, e := range m.Results {
		k.affine(e)
	}
	return c.attr(k, Attr{kind: AffineMapAttr, ext: m})
}

// IntegerSetAttr is affine_set<...>.
func (c *Context) IntegerSetAttr(s *IntegerSet) *Attr {
	k := newKey(uint8(IntegerSetAttr))
	k.str(fmt.Sprintf("%d %d %v", s.Dims, s.Syms, s.Eq))
	for _, e := range s.Constraints {
		k.affine(e)
	}
	return c.attr(k, Attr{kind: IntegerSetAttr, ext: s})
}

func (k *keyBuf) affine(e *AffineExpr) {
	k.u8(uint8(e.Op))
	k.u64(uint64(e.Value))
	if e.LHS != nil {
		k.affine(e.LHS)
		k.affine(e.RHS)
	}
}

// AffineMap is the map of an affine map attribute, else nil.
func (a *Attr) AffineMap() *AffineMap {
	m, _ := a.ext.(*AffineMap)
	return m
}

// IntegerSet is the set of an integer set attribute, else nil.
func (a *Attr) IntegerSet() *IntegerSet {
	s, _ := a.ext.(*IntegerSet)
	return s
}
