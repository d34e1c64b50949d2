package saturate

import (
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

const (
	// partOps is how many ops of a block are saturated together at most: matches and extraction
	// of larger e-graphs take longer than in proportion.
	partOps = 2000
	// overlapOps is how many ops in front of a part, which have been saturated with the part
	// before, are saturated with it once more: what is on both sides of a seam is seen together.
	overlapOps = 200
)

// seam is where a block is cut: before an op, with what crosses there.
type seam struct {
	before *ir.Op
	bytes  float64
}

// parts cuts ops of a block into pieces of at most so many, where the fewest bytes of values
// are needed on the other side.
func parts(ops []*ir.Op, most int) (pieces [][]*ir.Op, seams []seam) {
	if len(ops) <= most {
		return [][]*ir.Op{ops}, nil
	}
	crossing := crossings(ops)
	for len(ops) > most {
		at := most
		for i := most / 2; i < most; i++ {
			if crossing[i] < crossing[at] {
				at = i
			}
		}
		seams = append(seams, seam{ops[at], crossing[at]})
		pieces = append(pieces, ops[:at])
		ops, crossing = ops[at:], crossing[at:]
	}
	return append(pieces, ops), seams
}

// crossings are the bytes of the values that are computed before each op and used at it or
// behind it, constants aside.
func crossings(ops []*ir.Op) []float64 {
	at := make(map[*ir.Op]int, len(ops))
	for i, o := range ops {
		at[o] = i
	}
	diff := make([]float64, len(ops)+1)
	block := ops[0].Block()
	for i, o := range ops {
		if o.Has(ir.ConstantLike) {
			continue
		}
		for _, v := range o.Results() {
			last := i
			for u := v.FirstUse(); u != nil; u = u.Next() {
				user := u.Owner()
				for user != nil && user.Block() != block {
					user = user.Parent()
				}
				if user == nil {
					last = len(ops) - 1 // another block
				} else {
					last = max(last, at[user])
				}
			}
			bytes := cost.Bytes(v.Type())
			diff[i+1] += bytes
			diff[last+1] -= bytes
		}
	}
	sum := 0.0
	for i, d := range diff {
		sum += d
		diff[i] = sum
	}
	return diff[:len(ops)]
}

// withOverlap puts the ops of the block in front of some that a part overlaps.
func withOverlap(ops []*ir.Op) []*ir.Op {
	first := ops[0]
	for n := 0; n < overlapOps && first.Prev() != nil; n++ {
		first = first.Prev()
	}
	var list []*ir.Op
	for ; first != ops[0]; first = first.Next() {
		list = append(list, first)
	}
	return append(list, ops...)
}
