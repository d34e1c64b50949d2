package random

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/test/agree"
)

// Regions and loops that run as programs over single elements compute the bits that their ops
// compute one by one, by the plan or with a pool, and count as many of them.
func TestSteppedRegionsAgree(t *testing.T) {
	var ran atomic.Int64
	each(t, 600, func(seed uint64) (string, bool) {
		module, err := agree.Parse(progen.Program(seed, progen.Options{}))
		if err != nil {
			return err.Error(), false
		}
		for _, r := range agree.Runs(module) {
			program, err := interp.NewModule(module).Program(r.Name)
			if err != nil {
				return err.Error(), false
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			want, err := program.Run(r.Inputs, interp.Options{Stepped: true, Times: true, Context: ctx})
			if err != nil {
				continue
			}
			ran.Add(1)
			for _, opt := range []interp.Options{{Context: ctx}, {NoPlan: true, Context: ctx}, {Times: true, Poison: true, Context: ctx}} {
				got, err := program.Run(r.Inputs, opt)
				if err != nil {
					return err.Error(), false
				}
				if d := (agree.Outcome{Outputs: want.Outputs}).Difference(agree.Outcome{Outputs: got.Outputs}, agree.Same); d != "" {
					return "@" + r.Name + " op by op, then as programs: " + d, false
				}
				if opt.Times && got.Executed() != want.Executed() {
					return fmt.Sprintf("@%s: %d ops were executed one by one, and %d in programs", r.Name, want.Executed(), got.Executed()), false
				}
				if !opt.NoPlan && got.PeakBytes != want.PeakBytes {
					return "@" + r.Name + " takes other memory", false
				}
			}
		}
		return "", true
	})
	if ran.Load() == 0 {
		t.Error("no program ran")
	}
}
