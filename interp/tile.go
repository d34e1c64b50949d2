package interp

import (
	"fmt"

	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/ir"
)

// Tile is filled by ops that can run as a part of a fusion, tile by tile: it
// makes the node that the op is there, or says why it is none. The dtype, the
// shape and the arguments of the node are not its business; extents of the site
// may be dynamic.
var Tile = ir.NewSlot[func(*Site) (fusion.Node, error)]("tile")

// TileNode is the node that o is in a fusion, if its operands and results have
// these types, without its arguments. It fails, and says why, for an op that can
// only run by itself. Whoever makes fusions, runs them or prices them asks it.
func TileNode(o *ir.Op, in, out []*ir.Type) (fusion.Node, error) {
	tile, ok := Tile.Get(o.Def())
	if !ok || len(out) != 1 {
		return fusion.Node{}, fmt.Errorf("'%s' runs by itself", o.Name())
	}
	s := &Site{Op: o, In: make([]Spec, len(in)), Out: make([]Spec, 1)}
	var err error
	for i, t := range in {
		if s.In[i], err = SpecOf(t); err != nil {
			return fusion.Node{}, err
		}
	}
	if s.Out[0], err = SpecOf(out[0]); err != nil {
		return fusion.Node{}, err
	}
	node, err := tile(s)
	if err != nil {
		return fusion.Node{}, fmt.Errorf("'%s' runs by itself: %w", o.Name(), err)
	}
	node.DType, node.Shape = s.Out[0].DType, s.Out[0].Shape
	return node, nil
}
