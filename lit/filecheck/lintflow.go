package filecheck

import (
	"regexp"
	"strings"
)

// flowRules are about what a directive means by the place where it stands.
var flowRules = []lintRule{
	{"not-after-dag", Warning, "a NOT right after DAGs, which looks only behind the last of their matches", checkNotAfterDAG},
	{"stale-not", Warning, "a NOT for a text that is nowhere else in the file: a slip, or the program has changed", checkStaleNot},
	{"trailing-not", Warning, "a NOT that no positive directive follows: it looks at all the rest of the input", checkTrailingNot},
	{"missing-label", Warning, "functions whose checks are not kept apart by LABEL", checkMissingLabel},
}

func checkNotAfterDAG(f *lintFile, report reportFunc) {
	for _, group := range f.groups() {
		for i, d := range group {
			if d.kind != kindNot || i == 0 || group[i-1].kind != kindDAG {
				continue
			}
			text := "this looks only behind the last match of the DAGs before it"
			if i+1 < len(group) && group[i+1].kind == kindDAG {
				text += ", and the DAGs after it only match behind those"
			}
			report(d.name, text+"; for 'nowhere', put it before them too, or use --implicit-check-not", "")
		}
	}
}

// wordSigns are in front of names such as @f.
const wordSigns = "@%!#^"

// staleNotWork bounds what the search for stale NOTs compares, in bytes.
const staleNotWork = 1 << 26

// checkStaleNot finds NOTs that exclude what nobody ever writes. The program in the test counts,
// since what a NOT excludes is mostly in the input of the tool. Without a program there is nothing
// to compare with.
func checkStaleNot(f *lintFile, report reportFunc) {
	text, hasProgram := f.otherText()
	if !hasProgram {
		return
	}
	work := 0
	for _, d := range f.checks() {
		if d.kind != kindNot {
			continue
		}
		excluded := d.body.String()
		if !d.literal {
			excluded = longestText(d.pieces)
		}
		if work += len(text); work > staleNotWork {
			return
		}
		if excluded = singleBlanks(excluded); strings.Contains(text, excluded) || hasNames(text, excluded) {
			continue
		}
		near := ""
		if work += wordCost * len(text); work <= staleNotWork {
			near = nearestName(strings.TrimLeft(excluded, wordSigns), strings.FieldsFunc(text, notInName))
		}
		report(d.body, "nothing else in this file has '"+excluded+"': it is excluded for nothing"+didYouMean(near), "")
	}
}

// wordCost is how much slower it is to compare words of a text than to search it.
const wordCost = 50

func singleBlanks(s string) string { return strings.Join(strings.Fields(s), " ") }

func notInName(c rune) bool {
	return (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') && c != '.' && c != '_' && c != '-' && c != '$'
}

// otherText is the file without its NOTs, with single blanks, and whether it has a program besides
// comments.
func (f *lintFile) otherText() (text string, hasProgram bool) {
	var b strings.Builder
	directives := map[int]bool{}
	for _, d := range f.directives {
		directives[d.line] = true
		if d.kind != kindNot && d.kind != kindComment {
			b.WriteString(singleBlanks(d.body.String()) + "\n")
		}
	}
	for i, start := range f.src.lineStarts() {
		_, end := f.src.lineAround(start)
		line := singleBlanks(string(f.src.text[start:end]))
		if directives[i+1] || line == "" {
			continue
		}
		hasProgram = hasProgram || !commentLine.MatchString(line)
		b.WriteString(line + "\n")
	}
	return b.String(), hasProgram
}

var commentLine = regexp.MustCompile(`^(?://|;|#|\*|/\*|<!--)`)

// longestText is the longest fixed part of a pattern.
func longestText(all []piece) string {
	longest := ""
	for _, p := range all {
		if text := strings.TrimSpace(p.at.String()); p.kind == pieceText && len(text) > len(longest) {
			longest = text
		}
	}
	return longest
}

// hasNames reports whether each name of a pattern is in a text: tools print them in another order
// than that of the source. A pattern without names is not judged.
func hasNames(text, pattern string) bool {
	for _, name := range strings.FieldsFunc(pattern, notInName) {
		if !strings.Contains(text, name) {
			return false
		}
	}
	return true
}

// checkTrailingNot finds NOTs that nothing follows in any of the groups that they belong to.
func checkTrailingNot(f *lintFile, report reportFunc) {
	closed, trailing := map[fragment]bool{}, []*lintDirective(nil)
	for _, group := range f.groups() {
		end := len(group)
		for end > 0 && group[end-1].kind == kindNot {
			end--
		}
		for i, d := range group {
			if i < end {
				closed[d.name] = true
			} else {
				trailing = append(trailing, d)
			}
		}
	}
	for _, d := range trailing {
		if !closed[d.name] {
			report(d.name, "no positive directive follows: this looks at all the rest of the input; "+
				"end its region with a check of what comes next", "")
		}
	}
}

// functionHeader matches a pattern that names a function, up to the name.
var functionHeader = regexp.MustCompile(`(?:^|[ .])(?:func|define|fn|subroutine)\b[^@]*@[-\w.$]+`)

// checkMissingLabel finds functions that are checked one after the other without LABELs: a check
// that fails in one may match in the next.
func checkMissingLabel(f *lintFile, report reportFunc) {
	for _, group := range f.groups() {
		var headers []int
		for i, d := range group {
			if (d.kind == kindPlain || d.kind == kindLabel) && d.count == 1 && functionHeader.MatchString(d.body.String()) {
				headers = append(headers, i)
			}
		}
		for n, i := range headers {
			d := group[i]
			end := len(group)
			if n+1 < len(headers) {
				end = headers[n+1]
			}
			if d.kind == kindLabel || len(headers) < 2 || !hasBody(group[i+1:end]) {
				continue
			}
			report(d.name, "a check of this function may match in the next one; write '"+d.prefix+"-LABEL:'", d.prefix+"-LABEL")
		}
	}
}

// hasBody reports whether any of the directives after a function's header looks for more than the
// header.
func hasBody(after []*lintDirective) bool {
	for _, d := range after {
		if d.kind != kindNot && d.kind != kindSame {
			return true
		}
	}
	return false
}
