package report

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/tg-opt/tg/lit"
)

// statusesOf are the statuses of lit and then those that formats made, failures last, in the order
// of the summary.
func statusesOf(groups map[lit.Status][]*lit.Result) []lit.Status {
	var passes, failures []lit.Status
	for _, s := range slices.Sorted(maps.Keys(groups)) {
		switch {
		case slices.Contains(lit.Statuses, s):
		case s.IsFailure():
			failures = append(failures, s)
		default:
			passes = append(passes, s)
		}
	}
	return slices.Concat(lit.Statuses, passes, failures)
}

// groupByStatus sorts results into their statuses, each ordered by name.
func groupByStatus(results []*lit.Result) map[lit.Status][]*lit.Result {
	groups := map[lit.Status][]*lit.Result{}
	for _, r := range results {
		groups[r.Status] = append(groups[r.Status], r)
	}
	for _, group := range groups {
		slices.SortStableFunc(group, func(a, b *lit.Result) int { return cmp.Compare(a.Test.Name(), b.Test.Name()) })
	}
	return groups
}

// lists reports whether the summary names the tests with a status.
func (c *Console) lists(s lit.Status) bool {
	return s.IsFailure() || slices.Contains(c.options.Show, s)
}

func (c *Console) listing(status lit.Status, results []*lit.Result) {
	fmt.Fprintf(c.out, "%s\n%s Tests (%d):\n", stars, c.term.paint(status, status.Label()), len(results))
	for i, r := range results {
		name := r.Test.Name()
		if c.options.Relative {
			name = relativeToCwd(r.Test.Source())
		}
		fmt.Fprintf(c.out, "  %s\n", c.term.clean(name))
		if c.term != nil && status.IsFailure() && c.options.Output == Off && !c.options.Terse && i < maxReasons {
			c.term.reason(c.out, r)
		}
	}
	c.out.WriteString("\n")
}

// relativeToCwd is file as seen from the working directory, which is taken without symbolic links,
// as lit takes it.
func relativeToCwd(file string) string {
	cwd, err := os.Getwd()
	if err != nil {
		return file
	}
	if real, err := filepath.EvalSymlinks(cwd); err == nil {
		cwd = real
	}
	relative, err := filepath.Rel(cwd, file)
	if err != nil {
		return file
	}
	return relative
}

// counts prints how many tests had which result.
func (c *Console) counts(groups map[lit.Status][]*lit.Result, total int, elapsed time.Duration) {
	if !c.options.Terse {
		fmt.Fprintf(c.out, "\nTesting Time: %.2fs\n", elapsed.Seconds())
	}
	fmt.Fprintf(c.out, "\nTotal Discovered Tests: %d\n", total)
	var shown []lit.Status
	labelWidth, countWidth := 0, 0
	for _, status := range statusesOf(groups) {
		if count := len(groups[status]); count > 0 && (!c.options.Terse || status.IsFailure()) {
			shown = append(shown, status)
			labelWidth = max(labelWidth, len(status.Label()))
			countWidth = max(countWidth, len(fmt.Sprint(count)))
		}
	}
	for _, status := range shown {
		count := len(groups[status])
		label := fmt.Sprintf("%-*s", labelWidth, status.Label())
		fmt.Fprintf(c.out, "  %s: %*d (%.2f%%)\n", c.term.paint(status, label), countWidth, count, float64(count)/float64(total)*100)
	}
}
