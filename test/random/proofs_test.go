package random

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// Each step of a proof is a program that computes the same bits as the one that was there.
func TestProofsKeepEveryBit(t *testing.T) {
	var steps, programs atomic.Int64
	dir := t.TempDir()
	each(t, 60, func(seed uint64) (string, bool) {
		text := progen.Program(seed, progen.Options{})
		module, err := agree.Parse(text)
		if err != nil {
			return err.Error(), false
		}
		if strings.Contains(text, "module @") || len(agree.Runs(module)) == 0 { // functions of inner modules have names of others
			return "", true
		}
		file := filepath.Join(dir, fmt.Sprintf("%d.mlir", seed))
		passes := "saturate{nodes=2000 machine=gpu explain=" + file + "}"
		check := func(m *ir.Op) error {
			n, err := checkProof(m, agree.Runs(m), passes, file)
			steps.Add(int64(n))
			return err
		}
		if err := check(module); err != nil {
			return report(module, passes, err, check), false
		}
		programs.Add(1)
		return "", true
	})
	if steps.Load() < programs.Load() {
		t.Errorf("only %d steps of %d programs were compared", steps.Load(), programs.Load())
	}
}

// checkProof runs all programs of a proof and returns how many there are.
func checkProof(module *ir.Op, runs []agree.Run, passes, file string) (steps int, err error) {
	os.Remove(file)
	if _, err := agree.Check(module, runs, passes); err != nil {
		return 0, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	if strings.Contains(string(text), "the rest is left out") {
		return 0, fmt.Errorf("a proof is not complete:\n%s", text)
	}
	for _, part := range strings.Split(string(text), "// -----\n") {
		m, err := agree.Parse(part)
		if err != nil {
			return steps, fmt.Errorf("a step is no program: %v", err)
		}
		steps++
		symbols := ir.Symbols(m)
		for _, r := range runs {
			if symbols[r.Name] == nil {
				continue
			}
			if d := r.Before.Difference(agree.Execute(m, r.Name, r.Inputs, 10*time.Second), agree.Same); d != "" {
				return steps, fmt.Errorf("%wa step changes what @%s computes of %v: %s\n%s", agree.ErrChanged, r.Name, r.Inputs, d, part)
			}
		}
	}
	return steps, nil
}
