package filecheck

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// suspect is a word that looks like a directive but that FileCheck does not take for one.
type suspect struct {
	rule string
	at   fragment
	text string
	fix  string
}

// nameRules are about the names of directives. What they find is classified in one go (see
// classify).
var nameRules = []lintRule{
	suspectRule("misspelled-directive", Error, "a word is one slip away from a directive: CHECK-NXT:, CHECKNEXT:, check:, CHEKC:"),
	suspectRule("blank-before-colon", Error, "blanks between a directive and its colon: CHECK :"),
	suspectRule("missing-colon", Error, "a directive at the start of a comment without its colon: CHECK-NEXT return"),
	suspectRule("count-without-number", Error, "COUNT without how often: CHECK-COUNT:"),
	suspectRule("suffix-combination", Error, "suffixes that cannot be combined: CHECK-NEXT-COUNT-2:, CHECK-LABEL-NOT:"),
	suspectRule("unknown-modifier", Error, "a modifier other than LITERAL: CHECK{FOO}:"),
	suspectRule("unknown-prefix", Error, "a directive whose prefix is in no RUN line: XCHECK:, CHEK-NEXT:"),
}

func suspectRule(name string, severity Severity, doc string) lintRule {
	return lintRule{name: name, severity: severity, doc: doc, check: func(f *lintFile, report reportFunc) {
		for _, s := range f.suspects {
			if s.rule == name {
				report(s.at, s.text, s.fix)
			}
		}
	}}
}

// commentLeader is what comments start with in the languages that tests are written in.
var commentLeader = regexp.MustCompile(`//|/\*|<!--|[;#]`)

// findSuspects looks at the first word of each line and of each comment. What follows a directive
// is its pattern.
func (f *lintFile) findSuspects() {
	next := 0
	starts := f.src.lineStarts()
	for i, start := range starts {
		end := len(f.src.text)
		if i+1 < len(starts) {
			end = starts[i+1] - 1
		}
		line := fragment{f.src, start, max(start, end)}
		limit := line.end
		for next < len(f.directives) && f.directives[next].name.start < start {
			next++
		}
		if next < len(f.directives) && f.directives[next].name.start <= line.end {
			limit = f.directives[next].name.start
		}
		f.suspectsOfLine(line, limit)
	}
}

// suspectsOfLine classifies the words of a line that start before limit.
func (f *lintFile) suspectsOfLine(line fragment, limit int) {
	leaders := commentLeader.FindAllIndex(line.slice(0), -1)
	var starts []int
	for _, leader := range append(leaders, []int{0, 0}) {
		word := line.from(leader[1])
		for !word.empty() && !isAlnum(word.at(0)) && !commentLeader.Match(word.slice(0)[:1]) {
			word = word.from(1)
		}
		n := 0
		for n < word.len() && isWordByte(word.at(n)) {
			n++
		}
		if n == 0 || word.start >= limit {
			continue
		}
		if slices.Contains(starts, word.start) {
			continue // both the line and a comment start with it
		}
		starts = append(starts, word.start)
		if s, ok := f.classify(word.to(n), word.from(n), leader[1] > 0); ok {
			f.suspects = append(f.suspects, s)
		}
	}
}

// otherKeywords start comments that only look like directives.
var otherKeywords = []string{"RUN", "REQUIRES", "UNSUPPORTED", "XFAIL", "DEFINE", "REDEFINE", "ALLOW_RETRIES", "END",
	"LINT-OFF", "LINT-ON", "UTC_ARGS", "TODO", "FIXME", "NOTE", "XXX"}

// countName matches the rest of a COUNT directive after its prefix.
var countName = regexp.MustCompile(`^-COUNT-[0-9]+$`)

// isSuffix reports whether s can follow a prefix in the name of a directive.
func isSuffix(s string) bool {
	for _, known := range suffixes {
		if s == "-"+known.text {
			return true
		}
	}
	return s == "" || countName.MatchString(s)
}

// classify judges a word that starts a comment, or a line if not commented; after is the rest of
// its line.
func (f *lintFile) classify(word, after fragment, commented bool) (suspect, bool) {
	name := word.String()
	base, suffix := f.cutPrefix(name)
	if base != "" && isSuffix(suffix) {
		return f.classifyTail(word, after, suffix)
	}
	if slices.Contains(otherKeywords, name) || slices.Contains(f.opts.commentPrefixes(), name) {
		return suspect{}, false
	}
	tail := after
	if i := tail.index("}"); tail.has("{") && i >= 0 {
		tail = tail.from(i + 1)
	}
	if tail = tail.trimLeft(); !tail.has(":") || tail.has("::") {
		return suspect{}, false
	}
	if base != "" {
		if s, ok := classifySuffix(word, base, suffix); ok {
			return s, true
		}
	}
	return f.classifyUnknown(word, commented)
}

// cutPrefix splits a name behind the longest prefix that it starts with.
func (f *lintFile) cutPrefix(name string) (prefix, rest string) {
	for _, p := range f.prefixes {
		if rest, ok := strings.CutPrefix(name, p); ok && !slices.Contains(f.prefixes, name) {
			return p, rest
		}
	}
	if slices.Contains(f.prefixes, name) {
		return name, ""
	}
	return "", name
}

// proseWord starts what people write about a directive rather than in it.
var proseWord = regexp.MustCompile(`^ *(?:lines?|directives?|checks?|patterns?|is|are|was|were|be|has|have|and|or|but|not|of|in|` +
	`to|for|so|as|at|by|on|if|it|its|the|that|this|these|those|there|here|with|without|which|when|would|should|must|can|cannot|` +
	`will|may|does|do|because|since|instead|prefix|statements?|output|would|uses?|needs?|makes?|matches)\b`)

// programText has a byte that prose has not.
var programText = regexp.MustCompile(`[%@=<>\[\]{}"]`)

// classifyTail judges a well-formed name by what comes between it and its pattern.
func (f *lintFile) classifyTail(word, after fragment, suffix string) (suspect, bool) {
	name := word.String()
	if after.has("{") {
		end := after.index("}")
		if end < 0 || !after.from(end+1).trimLeft().has(":") {
			return suspect{}, false
		}
		modifiers := after.to(end + 1)
		for m := range strings.SplitSeq(modifiers.from(1).to(end-1).String(), ",") {
			if m = strings.TrimSpace(m); m != "LITERAL" {
				return suspect{"unknown-modifier", modifiers,
					"'" + name + modifiers.String() + "' is no directive: there is no modifier '" + m + "', only LITERAL", "{LITERAL}"}, true
			}
		}
		name += modifiers.String()
		word.end, after = modifiers.end, after.from(end+1)
	}
	rest := after.trimLeft()
	gap := rest.start > after.start
	switch {
	case gap && rest.has(":") && !rest.has("::"):
		return suspect{"blank-before-colon", fragment{word.src, word.start, rest.start + 1},
			"'" + name + " :' is no directive; write '" + name + ":' without the blank", name + ":"}, true
	case rest.empty() || !gap:
		return suspect{}, false
	}
	if suffix == "" {
		for _, s := range suffixes { // CHECK NEXT:
			if next := rest; next.eat(s.text) && next.trimLeft().has(":") {
				right := name + "-" + s.text + ":"
				return suspect{"misspelled-directive", fragment{word.src, word.start, next.trimLeft().start + 1},
					"'" + name + " " + s.text + ":' is no directive; did you mean '" + right + "'?", right}, true
			}
		}
	}
	isPattern := programText.Match(rest.slice(0))
	if suffix != "" {
		isPattern = !proseWord.Match(rest.slice(0))
	}
	if !isPattern || strings.HasPrefix(suffix, "-EMPTY") {
		return suspect{}, false
	}
	return suspect{"missing-colon", word, "'" + name + "' without a colon is no directive; write '" + name + ":'", name + ":"}, true
}

// unclearCount matches a COUNT with the wrong signs around it.
var unclearCount = regexp.MustCompile(`^[-_]*COUNT[-_]*([0-9]+)$`)

// classifySuffix judges what follows a known prefix and is no suffix.
func classifySuffix(word fragment, prefix, rest string) (suspect, bool) {
	name := word.String()
	parts := strings.Split(strings.TrimLeft(rest, "-_"), "-")
	if parts[0] == "LITERAL" && len(parts) == 1 {
		right := prefix + "{LITERAL}"
		return suspect{"unknown-modifier", word, "'" + name + ":' is no directive; LITERAL goes into braces: '" + right + ":'", right}, true
	}
	if parts[0] == "COUNT" && (len(parts) == 1 || len(parts) == 2 && !isNumber(parts[1])) {
		return suspect{"count-without-number", word, "'" + name + ":' does not say how often; write '" + prefix + "-COUNT-2:' for twice",
			prefix + "-COUNT-2"}, true
	}
	if s, ok := combination(word, prefix, parts); ok {
		return s, true
	}
	var best string
	least := 1 << 10
	ending := strings.ToUpper(strings.TrimLeft(rest, "-_"))
	for _, s := range suffixes {
		limit := 1
		if len(s.text) > 4 {
			limit = 2
		}
		if n := typingDistance(ending, s.text); n <= limit && n < least {
			best, least = s.text, n
		}
	}
	if m := unclearCount.FindStringSubmatch(strings.ToUpper(rest)); m != nil {
		best = "COUNT-" + m[1]
	}
	if best == "" {
		return suspect{}, false
	}
	right := prefix + "-" + best
	return suspect{"misspelled-directive", word, "'" + name + ":' is no directive; did you mean '" + right + ":'?", right}, true
}

// combination judges names with several suffixes, such as CHECK-NEXT-COUNT-2.
func combination(word fragment, prefix string, parts []string) (suspect, bool) {
	var kinds []string
	for i, part := range parts {
		switch {
		case part == "COUNT" || isSuffix("-"+part) && part != "":
			kinds = append(kinds, part)
		case i == 0 || !isNumber(part) || parts[i-1] != "COUNT":
			return suspect{}, false
		}
	}
	if len(kinds) < 2 {
		return suspect{}, false
	}
	what, fix := "use one suffix per directive", ""
	switch {
	case slices.Contains(kinds, "COUNT") && slices.Contains(kinds, "NEXT"):
		what = fmt.Sprintf("write as many %s-NEXT: lines as are wanted", prefix)
	case slices.Contains(kinds, "NOT"):
		what = fmt.Sprintf("a %s-NOT: holds up to the next positive match wherever it is written", prefix)
		fix = prefix + "-NOT"
	}
	return suspect{"suffix-combination", word, fmt.Sprintf("'%s:' is no directive: suffixes cannot be combined; %s", word, what), fix}, true
}

func isNumber(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// classifyUnknown judges a word before a colon that starts with no known prefix.
func (f *lintFile) classifyUnknown(word fragment, commented bool) (suspect, bool) {
	name := word.String()
	if strings.ToUpper(name) != name && !commented {
		return suspect{}, false // a label of the program
	}
	base, suffix := splitSuffix(name)
	near := ""
	for _, p := range f.prefixes {
		if near == "" && (isOtherCase(base, suffix, p) || strings.ToUpper(base) == base && isNear(base, p)) {
			near = p
		}
	}
	isUpper := strings.ToUpper(name) == name
	if near == "" && suffix == "" && isUpper {
		if right := f.nearDirective(name); right != "" {
			return misspelled(word, right), true
		}
	}
	isOther := isUpper && f.runs.complete()
	switch {
	case near != "" && (!isOther || strings.EqualFold(base, near) || len(base) <= len(near)):
		return misspelled(word, near+strings.ToUpper(suffix)), true
	case isOther && (suffix != "" || containsPrefix(base, f.prefixes)):
		text := "'" + name + ":' checks nothing: no RUN line has the prefix '" + base + "'" + didYouMean(near)
		if near == "" {
			text += "; write 'COM: " + name + ":' if it is to be off"
		}
		fix := ""
		if near != "" {
			fix = near + suffix
		}
		return suspect{"unknown-prefix", word, text, fix}, true
	}
	return suspect{}, false
}

// isOtherCase reports whether a name is a prefix in letters of the wrong case. Without a suffix it
// may be a word of the language: that `check:` is one is unlikely, but `Check:` starts a sentence,
// and a prefix such as SMALL is a word itself.
func isOtherCase(base, suffix, prefix string) bool {
	return strings.EqualFold(base, prefix) && (suffix != "" || base == strings.ToLower(prefix) && strings.Contains(prefix, "CHECK"))
}

// nearDirective is the name with a suffix that a word is a slip for: in the whole of it without a
// hyphen (CHEKNEXT), else in both parts (CHEK-NXT). It is also a prefix crossed out (X-CHECK).
func (f *lintFile) nearDirective(word string) string {
	hyphen := strings.LastIndexByte(word, '-')
	for _, p := range f.prefixes {
		if rest, ok := strings.CutSuffix(word, p); ok && !f.runs.complete() && strings.Trim(rest, "X-_") == "" {
			return p
		}
		for _, s := range suffixes {
			right := p + "-" + s.text
			if hyphen < 0 && isNear(word, right) ||
				hyphen > 0 && isNear(word[:hyphen], p) && typingDistance(word[hyphen+1:], s.text) <= 1 {
				return right
			}
		}
	}
	return ""
}

func misspelled(word fragment, right string) suspect {
	return suspect{"misspelled-directive", word, "'" + word.String() + ":' is no directive; did you mean '" + right + ":'?", right}
}

// splitSuffix splits a name before a valid suffix, whatever its case.
func splitSuffix(name string) (base, suffix string) {
	for i := range len(name) {
		if name[i] == '-' && i > 0 && isSuffix(strings.ToUpper(name[i:])) {
			return name[:i], name[i:]
		}
	}
	return name, ""
}

// containsPrefix reports whether a word is a known prefix with something around it, such as XCHECK.
func containsPrefix(word string, prefixes []string) bool {
	const shortest = 4 // shorter ones are parts of other words
	return slices.ContainsFunc(prefixes, func(p string) bool { return len(p) >= shortest && strings.Contains(word, p) })
}

// slips is how many slips of a typist may make a word another: one in four letters, two from six,
// three from ten.
func slips(right string) int {
	switch n := len(right); {
	case n >= 10:
		return 3
	case n >= 6:
		return 2
	case n >= 4:
		return 1
	}
	return 0
}

// isNear reports whether a word is probably a slip for another.
func isNear(word, right string) bool {
	limit := slips(right)
	return word != right && max(len(word)-len(right), len(right)-len(word)) <= limit && typingDistance(word, right) <= limit
}

// nearestName is the candidate that a word is probably meant to be, or "".
func nearestName(word string, candidates []string) string {
	best, least := "", 1<<10
	for _, c := range candidates {
		if isNear(word, c) {
			if n := typingDistance(word, c); n < least {
				best, least = c, n
			}
		}
	}
	return best
}

func didYouMean(name string) string {
	if name == "" {
		return ""
	}
	return "; did you mean '" + name + "'?"
}

// typingDistance counts the slips of a typist between two words: a letter left out, added or wrong,
// or two neighbours exchanged (the optimal string alignment distance).
func typingDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
