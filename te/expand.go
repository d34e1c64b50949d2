package te

import "github.com/tg-opt/tg/ir"

// Expand is what an op is at the index level; every op of tg fills it.
var Expand = ir.NewSlot[Expansion]("index level")

// Expansion makes computes that compute, to the bit, what an op does, or says why there are none.
type Expansion struct {
	// Make makes what stands for the results of o at the place of m, of values that stand for its
	// operands. It returns nil, after m.Refuse, where o stays what it is.
	Make func(m *Maker, o *ir.Op, x []*ir.Value) []*ir.Value
	// Opaque says of an op that stays what it is why that is.
	Opaque string
}

// Opaque is the expansion of an op that stays what it is, and why.
func Opaque(why string) Expansion { return Expansion{Opaque: why} }

// Complete reports whether the expansion says something.
func (e Expansion) Complete() bool { return e.Make != nil || e.Opaque != "" }
