package random

import (
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// Functions of blocks that branch anywhere compute the same when their branches are lifted, with
// checks as often and in the same order, and no branch is left. So they do when they are optimised then.
func TestLiftedBranches(t *testing.T) {
	first, count := campaign.Cases(400)
	all(count, func(i int) {
		seed := first + uint64(i)
		text := graphProgram(seed, 4+int(seed%4)*6)
		if seed%8 == 0 {
			text = branchingProgram(seed)
		}
		module, err := agree.Parse(text)
		if err != nil {
			t.Errorf("program %d: %v\n%s", seed, err, text)
			return
		}
		runs := agree.Runs(module)
		lifted, err := agree.Check(module, runs, "lift-cf-to-tg")
		if err != nil {
			t.Errorf("program %d, lifted: %v\n%s", seed, err, text)
			return
		}
		ir.Walk(lifted, func(o *ir.Op) ir.WalkAction {
			if len(o.Successors()) > 0 {
				t.Errorf("program %d still has %s\n%s", seed, o.Name(), text)
			}
			return ir.Advance
		})
		if _, err = agree.Check(lifted, runs, "canonicalize,cse,loop-invariant-code-motion,canonicalize,fuse-elementwise"); err != nil {
			t.Errorf("program %d, lifted and optimised: %v\n%s", seed, err, text)
		}
	})
}
