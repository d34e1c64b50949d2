package tg

import (
	"errors"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
)

// What matrix products are in a fusion: each row of the result is made of the same row of lhs, and
// of a matrix of rhs.

func dotGeneralTile(s *interp.Site) (fusion.Node, error) {
	if err := tiledProduct(s); err != nil {
		return fusion.Node{}, err
	}
	d := contractedDims(s.Op.Attr)
	p := &fusion.Product{Inner: d.RHSContract, Rows: append([]int(nil), d.RHSBatch...)}
	p.Left = append(p.Left, d.LHSBatch...)
	for _, l := range freeDims(len(s.In[0].Shape), d.LHSBatch, d.LHSContract) {
		p.Left, p.Rows = append(p.Left, l), append(p.Rows, -1)
	}
	p.Left = append(p.Left, d.LHSContract...)
	p.Cols = freeDims(len(s.In[1].Shape), d.RHSBatch, d.RHSContract)
	return fusion.Node{Kind: fusion.Multiply, Product: p}, nil
}

// freeDims are the dimensions below rank that no list has.
func freeDims(rank int, lists ...[]int) (rest []int) {
	used := make([]bool, rank)
	for _, list := range lists {
		for _, d := range list {
			used[d] = true
		}
	}
	for d, u := range used {
		if !u {
			rest = append(rest, d)
		}
	}
	return rest
}

func matMulTile(s *interp.Site) (fusion.Node, error) {
	if err := tiledProduct(s); err != nil {
		return fusion.Node{}, err
	}
	left, right := len(s.In[0].Shape), len(s.In[1].Shape)
	p := &fusion.Product{Inner: []int{max(0, right-2)}}
	for d := range left {
		p.Left = append(p.Left, d)
	}
	cols := 0
	if right > 1 {
		p.Cols, cols = []int{right - 1}, 1
	}
	// Leading dimensions of the result, but for that of the rows of a matrix, align with those of
	// rhs.
	batch := len(s.Out[0].Shape) - cols
	if left > 1 {
		batch--
	}
	for d := range len(s.Out[0].Shape) - cols {
		along := d - batch + max(0, right-2)
		if d >= batch || along < 0 {
			along = -1
		}
		p.Rows = append(p.Rows, along)
	}
	return fusion.Node{Kind: fusion.Multiply, Product: p}, nil
}

// tiledProduct fails for a contraction that is no product of rows alone.
func tiledProduct(s *interp.Site) error {
	switch {
	case len(s.In) > 2 || s.Op.Attr("activation") != nil:
		return errors.New("in a fusion bias and activation are ops of their own")
	case s.Out[0].DType.IsComplex():
		return errors.New("complex numbers are multiplied part by part")
	}
	return nil
}
