package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
)

// Every op of StableHLO and CHLO has all columns, and every one of ours is in the
// specification.
func TestStableHLOPage(t *testing.T) {
	for dialect, count := range map[string]int{"stablehlo": 118, "chlo": 51} {
		names := specified[dialect]
		if len(names) != count || !slices.IsSorted(names) {
			t.Errorf("%s: %d ops are specified, not %d, in order", dialect, len(names), count)
		}
		for _, def := range driver.NewContext().LookupDialect(dialect).Ops() {
			if !slices.Contains(names, def.Mnemonic()) {
				t.Errorf("%s is not in the specification", def.Name())
			}
			if why := missing[def.Name()]; why != "" {
				t.Errorf("%s is there, but the page would say that it %s", def.Name(), why)
			}
		}
		for _, r := range (&hloPage{written: writtenAs()}).rows(dialect) {
			for i, column := range []string{r.syntax, r.inTG, r.back, r.types} {
				if strings.TrimSpace(column) == "" {
					t.Errorf("%s: column %d is empty", r.name, i+2)
				}
			}
		}
	}
	for op, as := range writtenAs() {
		if len(as) == 0 {
			t.Errorf("nothing says what %s is written as", op)
		}
	}
}
