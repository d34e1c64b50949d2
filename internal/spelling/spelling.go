// Package spelling proposes names for words that are none.
package spelling

import (
	"fmt"
	"strings"
)

// DidYouMean is "; did you mean 'x'?" for the candidate nearest to word, or
// "" when none is near.
func DidYouMean(word string, candidates []string) string {
	if best := Nearest(word, candidates); best != "" {
		return "; did you mean '" + best + "'?"
	}
	return ""
}

// listed is how many names a message lists.
const listed = 10

// List lists names for a message, the first ten of many: "'a', 'b' and 3 more".
func List(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	shown := names[:min(len(names), listed)]
	list := "'" + strings.Join(shown, "', '") + "'"
	if more := len(names) - len(shown); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

// Among completes a message that there is no such word with the names that there
// are, and DidYouMean.
func Among(word string, names []string) string {
	if len(names) == 0 {
		return ": there are none"
	}
	return " among " + List(names) + DidYouMean(word, names)
}

// Nearest is the candidate that word may be a slip for, the first by name of
// several, or "" when none is near. A word that nobody typed is near to none.
func Nearest(word string, candidates []string) string {
	const longest = 100
	if len(word) > longest {
		return ""
	}
	best, least := "", min(len(word), len(word)/3+2)
	for _, c := range candidates {
		if d := Distance(word, c, least+1); d < least || d == least && best != "" && c < best {
			best, least = c, d
		}
	}
	return best
}

// Distance is the number of bytes to insert, delete or replace to make b of a
// (the Levenshtein distance), or limit if that is smaller.
func Distance(a, b string, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return min(row[len(b)], limit)
}
