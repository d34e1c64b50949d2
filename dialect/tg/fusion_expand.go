package tg

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// expandFusion makes computes of what is in a fusion; what stays an op comes out of it as it is.
var expandFusion = te.Expansion{Make: func(m *te.Maker, o *ir.Op, x []value) []value {
	values, block := map[value]value{}, o.RegionAt(0).First()
	for i, a := range block.Args() {
		values[a] = x[i]
	}
	of := func(list []value) []value {
		for i, v := range list {
			list[i] = values[v]
		}
		return list
	}
	for p := block.First(); p != block.Last(); p = p.Next() {
		results := m.Expand(p, of(p.Operands()))
		if results == nil {
			m.Builder.Clone(p, values)
			continue
		}
		for i, v := range results {
			values[p.Result(i)] = v
		}
	}
	return of(block.Last().Operands())
}}
