package random

import (
	"testing"

	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// openPipelines are what is done to programs of which types leave extents open.
var openPipelines = []string{
	"canonicalize", "cse,fold,canonicalize", "refine-shapes", "canonicalize-dynamism", "optimize", "inline,sccp,refine-shapes,canonicalize",
	thereAndBack, "optimize," + thereAndBack + ",refine-shapes,optimize", "tg-to-stablehlo,canonicalize-dynamism,refine-shapes,stablehlo-to-tg",
}

// Programs with values of which only a run knows the extents compute the same bits after passes,
// which may find the extents out.
func TestOpenShapesKeepEveryBit(t *testing.T) {
	each(t, 60, func(seed uint64) (string, bool) {
		module, err := agree.Parse(progen.Program(seed, progen.Options{Open: true}))
		if err != nil {
			return err.Error(), false
		}
		runs := agree.Runs(module)
		if len(runs) == 0 {
			return "", true
		}
		for _, passes := range openPipelines {
			if _, err := agree.Check(module, runs, passes); err != nil && !isUnsaid(err) {
				return report(module, passes, err, func(m *ir.Op) error {
					runs := agree.Runs(m)
					if len(runs) == 0 {
						return nil
					}
					if _, err := agree.Check(m, runs, passes); err != nil && !isUnsaid(err) {
						return err
					}
					return nil
				}), false
			}
		}
		return "", true
	})
}
