package tg

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How transposes, reverses and broadcasts meet each other.

var transposePatterns = []*rewrite.Pattern{thereAndBack(Transpose, " permutation [1, 0]")}

var reshapePatterns = []*rewrite.Pattern{thereAndBack(Reshape, "")}

func permutationOf(o *ir.Op) []int64 { return o.Attr("permutation").Ints() }
func dimsOf(o *ir.Op) []int64        { return o.Attr("dims").Ints() }
