package shell

import (
	"slices"
	"strings"
)

// unifiedContext is how many unchanged lines surround a change.
const unifiedContext = 3

// UnifiedDiff is the difference between two texts as `diff -u` shows it, without the names of
// files. It is empty if the texts are equal.
func UnifiedDiff(a, b string) string {
	linesA, linesB := markedLines(a), markedLines(b)
	if slices.Equal(linesA, linesB) {
		return ""
	}
	var out strings.Builder
	for _, group := range hunks(newMatcher(linesA, linesB).opcodes(), unifiedContext) {
		writeUnified(&out, group, linesA, linesB)
	}
	return out.String()
}

// markedLines are the lines of a text, with a mark if the last one has no end.
func markedLines(text string) []string {
	lines := slices.Collect(strings.Lines(text))
	if n := len(lines); n > 0 && !strings.HasSuffix(lines[n-1], "\n") {
		lines[n-1] += "\n\\ No newline at end of file\n"
	}
	return lines
}
