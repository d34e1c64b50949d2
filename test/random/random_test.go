// Package random compares what random programs compute before and after random
// passes. Some programs are a part of every test run; a campaign is
//
//	go test ./test/random -campaign 10000 -first-case 1
//
// What fails is made smaller and printed as a module, with the pipeline.
package random

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/minimise"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

// Under fp=strict every pass by itself, every pipeline and all of optimize keep
// every bit.
func TestStrictKeepsEveryBit(t *testing.T) {
	var ran, total atomic.Int64
	each(t, 100, func(seed uint64) (string, bool) {
		total.Add(1)
		text := progen.Program(seed, progen.Options{})
		module, err := agree.Parse(text)
		if err != nil {
			return err.Error(), false
		}
		runs := agree.Runs(module)
		if len(runs) == 0 {
			return "", true
		}
		ran.Add(1)
		for _, passes := range []string{randomPass(seed, "strict"), randomPipeline(seed, "strict"), "optimize"} {
			_, err = agree.Check(module, runs, passes)
			if err == nil {
				continue
			}
			return report(module, passes, err, func(m *ir.Op) error {
				runs := agree.Runs(m)
				if len(runs) == 0 {
					return nil
				}
				_, err := agree.Check(m, runs, passes)
				return err
			}), false
		}
		return "", true
	})
	if ran.Load() < total.Load()*9/10 {
		t.Errorf("only %d of %d programs could be run: the generator makes too many that cannot", ran.Load(), total.Load())
	}
}

// each calls check with the seeds of a campaign, usually so many, on several
// goroutines, and reports the first few failures.
func each(t *testing.T, usual int, check func(seed uint64) (failure string, ok bool)) {
	t.Helper()
	first, count := campaign.Cases(usual)
	var next, failed atomic.Int64
	var group sync.WaitGroup
	var mu sync.Mutex
	failures := map[uint64]string{}
	for range runtime.GOMAXPROCS(0) {
		group.Add(1)
		go func() {
			defer group.Done()
			for {
				n := next.Add(1) - 1
				if n >= int64(count) || failed.Load() >= maxFailures {
					return
				}
				s := first + uint64(n)
				if text, ok := check(s); !ok {
					failed.Add(1)
					mu.Lock()
					failures[s] = text
					mu.Unlock()
				}
			}
		}()
	}
	group.Wait()
	for n := range count {
		if text, ok := failures[first+uint64(n)]; ok {
			t.Errorf("program %d (go test ./test/random -run %s -campaign 1 -first-case %d):\n%s", first+uint64(n), t.Name(), first+uint64(n), text)
		}
	}
}

// maxFailures ends a campaign.
const maxFailures = 5

// report is the text of a failure. The program is made smaller as long as it
// fails in the same way: crashes or changes.
func report(module *ir.Op, passes string, err error, check func(*ir.Op) error) string {
	changed := errors.Is(err, agree.ErrChanged)
	small := minimise.Module(module, 3000, func(m *ir.Op) bool {
		err := check(m)
		return err != nil && errors.Is(err, agree.ErrChanged) == changed
	})
	if again := check(small); again != nil {
		err = again
	}
	return fmt.Sprintf("%v\n\n// tg-opt --pass-pipeline='builtin.module(%s)'\n%s", err, passes, printer.OpString(small, printer.Options{}))
}

var tgContext = ir.NewContext(tg.Dialect)

func FuzzStrict(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(1000+seed, seed)
	}
	f.Fuzz(func(t *testing.T, seed, passes uint64) {
		module, err := agree.Parse(progen.Program(seed, progen.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := agree.Check(module, agree.Runs(module), randomPipeline(passes, "strict")); err != nil {
			t.Error(err)
		}
	})
}
