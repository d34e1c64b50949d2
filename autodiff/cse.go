package autodiff

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/te/shared"
)

// Stash is a value that a backward pass is handed by the forward pass: partition.Stash.
type Stash = partition.Stash

// CSE finds what a forward and a backward function compute both, or twice, and divides the work
// anew: fwd is forward, which also returns what backward would compute again, and bwd is backward,
// which takes that, and of the arguments of fwd no more than it needs. An argument of backward is
// the one of forward with its name, or, where those of forward have no names, in its place; the
// others are cotangents. Tensors are compared, and in a context that has the dialect te expressions
// of their elements, at other indices, too. Of all ways to do with the least arithmetic in the
// backward pass it is the one that hands over the fewest bytes. The two functions stay as they are:
// the new ones are behind them in the module, with the endings .fwd and .bwd.
func CSE(forward, backward *ir.Op) (fwd, bwd *ir.Op, stash []Stash, err error) {
	b := ir.NewBuilder(forward.Context())
	joint, err := partition.Join(b, forward, backward, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	defer partition.Drop(joint, &err)
	of := make([]int, forward.RegionAt(0).First().Last().NumOperands())
	for i := range of {
		of[i] = i
	}
	j, err := partition.Open(joint, of, shared.Expose)
	if err != nil {
		return nil, nil, nil, err
	}
	opt := &partition.Options{Objective: partition.Compute}
	j.Improve(opt)
	plan, err := j.Choose(opt)
	if err != nil {
		return nil, nil, nil, err
	}
	return j.Split(b, plan, ir.SymbolName(forward))
}
