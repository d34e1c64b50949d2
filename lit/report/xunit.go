package report

import (
	"bufio"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/lit"
)

// writeXUnit writes a testsuite element per suite, and in it the tests in the order of their paths.
func writeXUnit(w *bufio.Writer, results []*lit.Result, elapsed time.Duration) error {
	results = slices.Clone(results)
	slices.SortStableFunc(results, func(a, b *lit.Result) int {
		return cmp.Or(cmp.Compare(suiteName(a), suiteName(b)), cmp.Compare(a.Test.Suite.Dir, b.Test.Suite.Dir),
			slices.Compare(strings.Split(a.Test.Path, "/"), strings.Split(b.Test.Path, "/")))
	})
	fmt.Fprintf(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites time=\"%.2f\">\n", elapsed.Seconds())
	for len(results) > 0 {
		n := 1
		for n < len(results) && suiteName(results[n]) == suiteName(results[0]) && results[n].Test.Suite.Dir == results[0].Test.Suite.Dir {
			n++
		}
		writeTestSuite(w, results[:n])
		results = results[n:]
	}
	_, err := w.WriteString("</testsuites>\n")
	return err
}

func suiteName(r *lit.Result) string { return strings.TrimSuffix(r.Test.Name(), " :: "+r.Test.Path) }

// unrun reports whether xUnit counts a status as skipped.
func unrun(s lit.Status) bool { return s == lit.Excluded || s == lit.Skipped || s == lit.Unsupported }

func writeTestSuite(w *bufio.Writer, results []*lit.Result) {
	failures, skipped := 0, 0
	var elapsed time.Duration
	for _, r := range results {
		if unrun(r.Status) {
			skipped++
		}
		if r.Status.IsFailure() {
			failures++
		}
		elapsed += r.Elapsed
	}
	suite := strings.ReplaceAll(suiteName(results[0]), ".", "-")
	fmt.Fprintf(w, "<testsuite name=%s tests=\"%d\" failures=\"%d\" skipped=\"%d\" time=\"%.2f\">\n",
		attribute(suite), len(results), failures, skipped, elapsed.Seconds())
	for _, r := range results {
		writeTestCase(w, suite, r)
	}
	w.WriteString("</testsuite>\n")
}

func writeTestCase(w *bufio.Writer, suite string, r *lit.Result) {
	dir, name := path.Split(r.Test.Path)
	class := strings.ReplaceAll(strings.TrimSuffix(dir, "/"), ".", "_")
	class = suite + "." + cmp.Or(class, suite)
	fmt.Fprintf(w, "<testcase classname=%s name=%s time=\"%.2f\"", attribute(class), attribute(name), r.Elapsed.Seconds())
	switch {
	case r.Status.IsFailure():
		// A CDATA section cannot contain its own end: that is split between two sections.
		output := strings.ReplaceAll(xmlText(r.Output), "]]>", "]]]]><![CDATA[>")
		fmt.Fprintf(w, ">\n  <failure><![CDATA[%s]]></failure>\n</testcase>\n", output)
	case unrun(r.Status):
		fmt.Fprintf(w, ">\n  <skipped message=%s/>\n</testcase>\n", attribute(skipReason(r)))
	default:
		w.WriteString("/>\n")
	}
}

func skipReason(r *lit.Result) string {
	switch r.Status {
	case lit.Excluded:
		return "Test not selected (--filter, --max-tests)"
	case lit.Skipped:
		return "User interrupt"
	}
	if len(r.Missing) > 0 {
		return "Missing required feature(s): " + strings.Join(r.Missing, ", ")
	}
	missing, ok := strings.CutPrefix(strings.TrimSpace(r.Output), "Test requires the following unavailable features: ")
	if ok {
		return "Missing required feature(s): " + missing
	}
	return "Unsupported configuration"
}

// xmlText leaves out the characters that XML cannot have.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, validUTF8(s))
}

// attribute is the value of an XML attribute in the quotes that need the fewest escapes.
func attribute(s string) string {
	s = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", "&#10;", "\r", "&#13;", "\t", "&#9;").Replace(xmlText(s))
	switch {
	case !strings.Contains(s, `"`):
		return `"` + s + `"`
	case !strings.Contains(s, `'`):
		return `'` + s + `'`
	}
	return `"` + strings.ReplaceAll(s, `"`, "&quot;") + `"`
}
