package tg

import (
	"errors"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
)

// inTiles fills interp.Tile of an elementwise op with its loop.
func inTiles(blocks func(*interp.Site) (kernel.Blocks, error)) ir.SlotValue {
	return interp.Tile.Of(func(s *interp.Site) (fusion.Node, error) {
		b, err := blocks(s)
		if err == nil && !b.Takes(len(s.In)) {
			err = errors.New("its loop takes another number of operands")
		}
		return fusion.Node{Kind: fusion.Elementwise, Blocks: b}, err
	})
}
