package linalg

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/linalgpeer"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/te/expand"
	"github.com/tg-opt/tg/te/linalg"
)

// chained are examples in which other computes work on sums, so that no bar of one says how close
// they come.
var chained = map[string]bool{"tg.conv": true, "tg.dot_general": true, "tg.matmul": true}

// The examples of all ops of tg that are computes are programs of linalg that mlir-opt accepts, and
// executed there.
func TestExamplesOfOps(t *testing.T) {
	tools := find(t)
	written := 0
	var cases []linalgpeer.Case
	for _, def := range tg.Dialect.Ops() {
		c := driver.NewContext()
		module, err := parser.Parse(c, []byte(def.Example), parser.Options{})
		if err != nil {
			t.Fatal(err)
		}
		expand.Inside(ir.NewBuilder(c), module, expand.Options{})
		if _, err := linalg.Convert(module, linalg.Options{}); err != nil {
			if text := err.Error(); !strings.Contains(text, "is no compute") && !strings.Contains(text, "no counterpart in arith and math") && !strings.Contains(text, "cannot be written for linalg") {
				t.Errorf("%s: %s", def.Name(), text)
			}
			continue
		}
		if err := ir.Verify(module); err != nil {
			t.Errorf("%s: %v", def.Name(), err)
			continue
		}
		written++
		fn := module.RegionAt(0).First().First()
		if own, ok := linalgpeer.OfExample(def, fn); ok && !chained[def.Name()] {
			cases = append(cases, own)
		} else if err := tools.Verify(printer.OpString(module, printer.Options{})); err != nil {
			t.Errorf("%s: %v", def.Name(), err)
		}
	}
	t.Logf("%d ops are written for linalg, %d of them executed", written, len(cases))
	if written < 80 {
		t.Errorf("only %d ops are written for linalg", written)
	}
	check(t, tools, driver.NewContext(), cases)
}
