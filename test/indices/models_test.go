package indices_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// onModels are what programs are put through once they are computes.
var onModels = []string{
	"tg-to-te,te-inline,te-normalize", "tg-to-te,te-inline{duplicate=always max-ops=200 max-reads=100},te-normalize,te-inline{duplicate=never}", "tg-to-te,te-normalize,te-inline",
}

// Programs of other projects, and of a book, compute the same bits.
func TestModels(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../chapter/*.mlir", "../../../shared/data/models/*.mlir"} {
		list, _ := filepath.Glob(pattern)
		files = append(files, list...)
	}
	ran := 0
	for _, file := range files {
		if filepath.Base(file) == "mobilebert.mlir" || filepath.Base(file) == "searchless_chess_9m.mlir" {
			continue // they run for minutes
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("irdl")) {
			continue // ops of a dialect of its own do not run
		}
		module, err := agree.Parse(string(text))
		if err == nil {
			err = agree.Optimise(module, "stablehlo-to-tg,canonicalize", 1)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for fn := module.RegionAt(0).First().First(); fn != nil; fn = fn.Next() {
			if fn.Name() == "func.func" && fn.Attr("sym_visibility") == nil && fn.RegionAt(0).First() != nil {
				ran += modelRuns(t, file, module, fn)
			}
		}
	}
	if ran == 0 {
		t.Error("no program ran")
	}
}

func modelRuns(t *testing.T, file string, module, fn *ir.Op) (ran int) {
	inputs := agree.Inputs(fn, 1)
	if inputs == nil {
		return 0
	}
	name := fn.Attr("sym_name").Text()
	was := agree.Execute(module, name, inputs, time.Minute)
	if was.Err != nil {
		t.Logf("%s, @%s: %v", file, name, was.Err)
		return 0
	}
	for _, passes := range onModels {
		after, err := agree.Optimised(module, passes)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if diff := was.Difference(agree.Execute(after, name, inputs, time.Minute), agree.Same); diff != "" {
			t.Errorf("%s, @%s, %s: %s", file, name, passes, diff)
		}
		ran++
	}
	return ran
}
