package passes

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// PrintOpStatsOptions are the options of the pass `print-op-stats`.
type PrintOpStatsOptions struct {
	JSON bool `opt:"json" doc:"Print the statistics as JSON"`
}

// PrintOpStats counts ops by name.
var PrintOpStats = &pipeline.Pass{
	Name:    "print-op-stats",
	Title:   "PrintOpStats",
	Doc:     "Print statistics of operations. They are how many ops there are of each name, the op itself included.",
	Options: func() any { return &PrintOpStatsOptions{} },
	Run: func(r *pipeline.Run) error {
		counts := map[string]int{}
		ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
			counts[o.Name()]++
			return ir.Advance
		})
		if r.Options.(*PrintOpStatsOptions).JSON {
			r.Printed(opStatsJSON(counts))
		} else {
			r.Printed(opStatsTable(counts))
		}
		r.MarkUnchanged()
		return nil
	},
}

// opStatsTable aligns the names at the dot behind the dialect.
func opStatsTable(counts map[string]int) string {
	split := func(name string) (dialect, op string) {
		dialect, op, ok := strings.Cut(name, ".")
		if !ok || op == "" {
			return "", dialect
		}
		return dialect, op
	}
	before, after := 0, 0
	for name := range counts {
		dialect, op := split(name)
		before, after = max(before, len(dialect)), max(after, len(op))
	}
	var b strings.Builder
	b.WriteString("Operations encountered:\n-----------------------\n")
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		dialect, op := split(name)
		if dialect != "" {
			dialect += "."
		}
		b.WriteString(strings.Repeat(" ", before+3-len(dialect)) + dialect)
		b.WriteString(op + strings.Repeat(" ", after-len(op)))
		fmt.Fprintf(&b, " , %d\n", counts[name])
	}
	return b.String()
}

func opStatsJSON(counts map[string]int) string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		quoted, err := json.Marshal(name)
		if err != nil {
			panic(err) // a string always has a JSON form
		}
		lines = append(lines, fmt.Sprintf("  %s : %d", quoted, counts[name]))
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}\n"
}
