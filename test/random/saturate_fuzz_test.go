package random

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/test/agree"
)

// Any file of rules is refused or used up to a limit: nothing crashes, and what is left is a
// program. Without one every bit is kept.
func FuzzSaturate(f *testing.F) {
	f.Add(uint64(1), "")
	f.Add(uint64(2), "rule a: add(?x, ?y) => add(?y, ?x) [exact]")
	f.Add(uint64(3), "rule a: neg(?x) => add(neg(?x), 0) [exact]")
	f.Add(uint64(4), "rule a: add(?x, ?y) => mul(?x, ?y) [real]\nrule b: ?f(?x) {*} => ?f(?f(?x) {*}) {*} [exact]")
	f.Fuzz(func(t *testing.T, seed uint64, rules string) {
		module, err := agree.Parse(progen.Program(seed, progen.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		if rules == "" {
			if _, err := agree.Check(module, agree.Runs(module), "saturate{nodes=200 iterations=4 work=20000}"); err != nil {
				t.Error(err)
			}
			return
		}
		file := filepath.Join(t.TempDir(), "fuzz.rules")
		if err := os.WriteFile(file, []byte(rules), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := agree.Optimise(module, "saturate{nodes=200 iterations=4 work=20000 rules="+file+"}", 1); err != nil && crashed(err) {
			t.Error(err)
		}
	})
}

// crashed reports whether passes crashed, or left what is no program, rather than refuse.
func crashed(err error) bool {
	return strings.Contains(err.Error(), "crashed") || strings.Contains(err.Error(), "leave invalid IR")
}
