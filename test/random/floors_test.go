package random

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

var floorMessage = regexp.MustCompile(`op needs ([0-9.]+) (B|KiB|MiB|GiB) with all that it reads: the budget of function @([\w.$-]+),`)

// What an op is said to need at least is not more than is live at once where nothing
// is computed again.
func TestPlannedFloorsAreTrue(t *testing.T) {
	first, count := campaign.Cases(100)
	var said atomic.Int64
	all(count, func(i int) {
		module, err := agree.Parse(progen.Program(first+uint64(i), progen.Options{}))
		if err != nil {
			t.Error(err)
			return
		}
		for _, passes := range []string{"canonicalize", "optimize"} {
			after, err := agree.Optimised(module, passes)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err = agree.Optimised(after, "rematerialize{budget=1}"); err == nil {
				continue // all of it is results, or takes nothing
			}
			m := floorMessage.FindStringSubmatch(ir.AsDiag(err, after.Loc()).Message)
			if m == nil {
				continue // a function that cannot be planned
			}
			said.Add(1)
			if err := floorIsTrue(after, m); err != nil {
				t.Errorf("program %d, after %s: %v", first+uint64(i), passes, err)
			}
		}
	})
	if said.Load() < int64(count)/2 {
		t.Errorf("only %d floors were stated for %d programs", said.Load(), count)
	}
}

// floorIsTrue compares with the functions of that name; modules may be nested.
func floorIsTrue(module *ir.Op, message []string) error {
	number, err := strconv.ParseFloat(message[1], 64)
	if err != nil {
		return err
	}
	unit := float64(int64(1) << (10 * strings.Index("BKMG", message[2][:1])))
	most := int64(-1)
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		if analysis.CallableBody(o) != nil && ir.SymbolName(o) == message[3] {
			if frame, err := lifetimes.NewPlanner(lifetimes.Options{Workers: 1}).Frame(o); err == nil {
				most = max(most, frame.Peak)
			}
		}
		return ir.Advance
	})
	// The text has three digits.
	if number*unit > float64(most)*1.005 {
		return fmt.Errorf("%s but %d bytes are live at most", message[0], most)
	}
	return nil
}
