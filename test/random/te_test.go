package random

import (
	"sync/atomic"
	"testing"

	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/test/agree"
)

// withComputes are pipelines that make computes, and do something with them or the rest.
var withComputes = []string{
	"tg-to-te", "tg-to-te,canonicalize,cse,loop-invariant-code-motion,sccp,control-flow-sink", "optimize,tg-to-te",
	"func.func(tg-to-te{ops={tg.mul,tg.reduce,tg.select,tg.compare}}),optimize",
}

// Computes that are made of programs compute the same bits, also after passes that know nothing of
// them.
func TestComputesKeepEveryBit(t *testing.T) {
	var computes atomic.Int64
	each(t, 60, func(seed uint64) (string, bool) {
		module, err := agree.Parse(progen.Program(seed, progen.Options{}))
		if err != nil {
			return err.Error(), false
		}
		runs := agree.Runs(module)
		for _, passes := range withComputes {
			after, err := agree.Check(module, runs, passes)
			if err != nil {
				return report(module, passes, err, func(m *ir.Op) error {
					runs := agree.Runs(m)
					if len(runs) == 0 {
						return nil
					}
					_, err := agree.Check(m, runs, passes)
					return err
				}), false
			}
			ir.Walk(after, func(o *ir.Op) ir.WalkAction {
				if _, ok := te.AsCompute(o); ok {
					computes.Add(1)
				}
				return ir.Advance
			})
		}
		return "", true
	})
	if computes.Load() < 1000 && !t.Failed() {
		t.Errorf("only %d computes were made", computes.Load())
	}
}
