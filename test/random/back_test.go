package random

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// thereAndBack is a program as another compiler is given it, and read again.
const thereAndBack = "tg-to-stablehlo,stablehlo-to-tg"

// unsaid are in errors about what StableHLO has no words for, and about calls of what
// nobody provides here, which are in functions that are not run.
var unsaid = []string{"there are no tensors of", "starts from cannot be written", "what the target 'acme.norm' computes is not known", "as many rounds as there are at run time"}

func isUnsaid(err error) bool {
	return slices.ContainsFunc(unsaid, func(s string) bool { return strings.Contains(err.Error(), s) })
}

// What is written in StableHLO and read back keeps every bit, before and after
// optimize.
func TestThereAndBack(t *testing.T) {
	var ran, said atomic.Int64
	each(t, 50, func(seed uint64) (string, bool) {
		module, err := agree.Parse(progen.Program(seed, progen.Options{}))
		if err != nil {
			return err.Error(), false
		}
		runs := agree.Runs(module)
		if len(runs) == 0 {
			return "", true
		}
		ran.Add(1)
		for _, passes := range []string{thereAndBack, "optimize," + thereAndBack, "optimize," + thereAndBack + ",optimize"} {
			_, err := agree.Check(module, runs, passes)
			switch {
			case err == nil:
			case isUnsaid(err):
				return "", true
			default:
				return report(module, passes, err, func(m *ir.Op) error {
					runs := agree.Runs(m)
					if len(runs) == 0 {
						return nil
					}
					_, err := agree.Check(m, runs, passes)
					return err
				}), false
			}
		}
		said.Add(1)
		return "", true
	})
	if said.Load() < ran.Load()*8/10 {
		t.Errorf("only %d of %d programs could be said in StableHLO", said.Load(), ran.Load())
	}
}
