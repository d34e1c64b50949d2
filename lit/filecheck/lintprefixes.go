package filecheck

import (
	"iter"
	"path"
	"regexp"
	"slices"
	"strings"
)

// runLines is what the RUN lines of a test say about the prefixes that are used with it.
type runLines struct {
	groups [][]string  // the prefixes of each call of FileCheck on the test itself
	named  []runPrefix // the prefixes given by options
	open   bool        // a call is hidden in a substitution: there may be more prefixes
}

// runPrefix is a prefix that a RUN line names.
type runPrefix struct {
	at         fragment
	mayBeEmpty bool // with --allow-unused-prefixes
}

// complete reports whether all prefixes are known.
func (r *runLines) complete() bool { return len(r.groups) > 0 && !r.open }

var (
	shellWord    = regexp.MustCompile(`[|;&]+|[^\s|;&]+`)
	substitution = regexp.MustCompile(`%\{|%[A-Za-z_]\w`)
)

// parseRunLines finds the calls of FileCheck, whatever its program is called.
func parseRunLines(src *source) runLines {
	var r runLines
	var words []fragment // of the command so far, which may go over lines
	piped := false       // it reads the output of another command
	finish := func(operator string) {
		r.command(words, piped)
		words, piped = nil, operator == "|"
	}
	for line := range keywordLines(src, "RUN:") {
		line = line.trimRight()
		text, continued := strings.CutSuffix(line.String(), `\`)
		for _, w := range shellWord.FindAllStringIndex(text, -1) {
			word := line.from(w[0]).to(w[1] - w[0])
			if strings.IndexByte("|;&", word.at(0)) >= 0 {
				finish(word.String())
				continue
			}
			words = append(words, word)
		}
		if !continued {
			finish("")
		}
	}
	return r
}

// keywordLines yields what follows a keyword in each line that has it.
func keywordLines(src *source, keyword string) iter.Seq[fragment] {
	return func(yield func(fragment) bool) {
		rest := fragment{src, 0, len(src.text)}
		for i := rest.index(keyword); i >= 0; i = rest.index(keyword) {
			at := rest.start + i
			rest = rest.from(i + len(keyword))
			if at > 0 && isWordByte(src.text[at-1]) {
				continue
			}
			_, end := src.lineAround(rest.start)
			if !yield(fragment{src, rest.start, end}) {
				return
			}
			rest.start = end
		}
	}
}

// command looks for prefixes among the words of a command. One that is all substitution and reads
// the output of another may be FileCheck.
func (r *runLines) command(words []fragment, piped bool) {
	isCheck, hidden, onTest, allowUnused := false, false, false, false
	var named []fragment
	for i, w := range words {
		text := strings.Trim(w.String(), `"'`)
		option, value, hasValue := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(text, "-"), "-"), "=")
		isOption := strings.HasPrefix(text, "-")
		switch {
		case isOption && (option == "check-prefix" || option == "check-prefixes"):
			isCheck = true
			at := w.from(w.index("=") + 1)
			if !hasValue {
				if i+1 == len(words) {
					continue
				}
				at = words[i+1]
			}
			named = append(named, splitList(at)...)
		case isOption && option == "allow-unused-prefixes":
			allowUnused = value == "" || value == "true" || value == "1"
		case strings.Contains(strings.ToLower(path.Base(text)), "filecheck"):
			isCheck = true
			hidden = hidden || substitution.MatchString(text)
		case text == "%s" || strings.HasSuffix(text, "<%s"):
			onTest = true
		case substitution.MatchString(text) && !strings.HasPrefix(text, "%t"):
			hidden = true
		}
	}
	if !isCheck {
		r.open = r.open || piped && onTest && len(words) > 0 && strings.HasPrefix(words[0].String(), "%")
		return
	}
	r.open = r.open || hidden
	if !onTest {
		return
	}
	var group []string
	for _, at := range named {
		if prefix := at.String(); isWordOf(prefix) && prefix != "" {
			group = append(group, prefix)
			r.named = append(r.named, runPrefix{at, allowUnused})
		} else {
			r.open = true
		}
	}
	if len(named) == 0 {
		group = []string{"CHECK"}
	}
	r.groups = append(r.groups, group)
}

// splitList cuts an option's value, which may be quoted, at commas.
func splitList(f fragment) []fragment {
	var all []fragment
	for f.len() > 0 {
		n := 0
		for n < f.len() && strings.IndexByte(`,"'`, f.at(n)) < 0 {
			n++
		}
		if n > 0 {
			all = append(all, f.to(n))
		}
		f = f.from(min(n+1, f.len()))
	}
	return all
}

var prefixRules = []lintRule{{
	name:     "unused-prefix",
	severity: Error,
	doc:      "a RUN line names a prefix that no directive has",
	check: func(f *lintFile, report reportFunc) {
		for _, p := range f.runs.named {
			prefix := p.at.String()
			used := slices.ContainsFunc(f.directives, func(d *lintDirective) bool { return d.prefix == prefix })
			if used || p.mayBeEmpty {
				continue
			}
			var others []string
			for _, d := range f.directives {
				if d.kind != kindComment {
					others = append(others, d.prefix)
				}
			}
			report(p.at, "no directive has the prefix '"+prefix+"'"+didYouMean(nearestName(prefix, others)), "")
		}
	},
}}
