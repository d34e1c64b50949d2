package opt

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/discover/recall"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/internal/wholefile"
)

// compared says how many of the rules that a run was compared with follow from what it found;
// nothing if it was not compared.
func compared(list []recall.Outcome) []string {
	if list == nil {
		return nil
	}
	itself, follow, missed, outside := recall.Count(list)
	reach := itself + follow + missed
	share := 100.0
	if reach > 0 {
		share = 100 * float64(itself+follow) / float64(reach)
	}
	return []string{fmt.Sprintf("compared: %d of %s in reach (%.1f %%), %d of them by one rule, %d by several; %d of these ops are out of reach",
		itself+follow, units.Counted(reach, "rule"), share, itself, follow, outside)}
}

// writeOutcomes writes what became of each rule, a line for each.
func writeOutcomes(name string, list []recall.Outcome) error {
	var b strings.Builder
	for _, o := range list {
		b.WriteString(o.String() + "\n")
	}
	if err := wholefile.Write(name, []byte(b.String())); err != nil {
		return fmt.Errorf("the comparison is not written: %w", err)
	}
	return nil
}
