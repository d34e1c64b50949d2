package passes

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// TGToStableHLO converts functions of tg to StableHLO.
var TGToStableHLO = &pipeline.Pass{
	Name:  "tg-to-stablehlo",
	Title: "TGToStableHLO",
	Doc: "Convert function bodies from tg to StableHLO, for other compilers to go on with. " +
		"Either every op of every function is converted, or nothing changes and the first op that StableHLO cannot say is reported. " +
		"Fusions and epilogues become the ops that they consist of, what rematerialize computes again is put behind a barrier, functions that only " +
		"CHLO has a name for become its ops, and functions that no op rounds alike become composites such as `tg.silu`, with a decomposition for who " +
		"does not know them. stablehlo-to-tg makes of the result a program that computes the same bits. " +
		"Ops of other dialects (func, cf, scf, arith) stay; plans of where values lie do not.",
	On:         "builtin.module",
	Statistics: []pipeline.Statistic{{Name: "num-converted", Doc: "Number of ops converted"}},
	Run:        fromTG,
}

// fromTG converts all functions, or none and tells why not.
func fromTG(r *pipeline.Run) error {
	var done []translation
	var planned []*ir.Op
	decompositions := map[*ir.Op]*convert.Decompositions{} // by symbol table
	var tables []*ir.Op
	ops := int64(0)
	for _, fn := range functionsIn(r.Op) {
		n := countTG(fn)
		if n == 0 {
			continue
		}
		table := ir.NearestSymbolTable(fn.Parent())
		if table != nil && decompositions[table] == nil {
			symbols := ir.Symbols(table)
			decompositions[table] = convert.NewDecompositions(func(name string) bool { return symbols[name] != nil })
			tables = append(tables, table)
		}
		body := analysis.CallableBody(fn)
		converted, err := convert.ToStableHLOBody(r.Builder, body, decompositions[table])
		if err != nil {
			return err
		}
		done = append(done, translation{body, converted})
		planned = append(planned, fn)
		ops += n
	}
	if done == nil {
		r.MarkUnchanged()
		return nil
	}
	r.Count("num-converted", ops)
	replaceBodies(done)
	for _, fn := range planned {
		lifetimes.EraseText(fn)
	}
	for _, table := range tables {
		for _, f := range decompositions[table].Made() {
			table.RegionAt(0).First().Append(f)
		}
	}
	return nil
}

// countTG is how many ops of tg are in a function.
func countTG(fn *ir.Op) (n int64) {
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if o.OpName().Dialect == "tg" {
			n++
		}
		return ir.Advance
	})
	return n
}
