package update

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tg-opt/tg/lit/filecheck"
)

// pattern is the text of a directive, cut into what can be compared with the words of a line.
type pattern struct {
	parts     []patternPart
	literal   bool
	variables []filecheck.Variable
	noNumbers bool // numeric variables match nothing
}

// partKind is a kind of part of a pattern.
type partKind uint8

const (
	partWord   partKind = iota // a word, blanks, or another byte
	partRegex                  // {{...}}
	partDefine                 // [[NAME:...]]
	partUse                    // [[NAME]]
	partNumber                 // [[#...]]
)

// patternPart is a part of a pattern.
type patternPart struct {
	kind  partKind
	text  string         // as it is written
	name  string         // of a variable
	value string         // of a partUse
	known bool           // the variable has a value
	re    *regexp.Regexp // what a whole text must match; nil for none
}

var patternBlock = regexp.MustCompile(`\{\{(.*?)\}\}|\[\[#[^\]]*\]\]|` +
	`\[\[([$@]?[A-Za-z_][A-Za-z0-9_]*)(?::((?:\[[^\]]*\]|[^\]])*))?\]\]|\[\[@LINE[-+0-9]*\]\]`)

// parsePattern cuts the text of a directive.
func parsePattern(text string, literal bool, variables []filecheck.Variable) *pattern {
	p := &pattern{literal: literal, variables: variables}
	if literal {
		p.addWords(text)
		return p
	}
	at := 0
	for _, m := range patternBlock.FindAllStringSubmatchIndex(text, -1) {
		p.addWords(text[at:m[0]])
		at = m[1]
		part := patternPart{text: text[m[0]:m[1]]}
		switch {
		case m[2] >= 0:
			part.kind, part.re = partRegex, whole(text[m[2]:m[3]])
		case m[4] < 0:
			part.kind, part.re = partNumber, whole("-?[0-9a-fA-Fx]+")
		case m[6] >= 0:
			part.kind, part.name, part.re = partDefine, text[m[4]:m[5]], whole(text[m[6]:m[7]])
		default:
			part.kind, part.name = partUse, text[m[4]:m[5]]
			i := slices.IndexFunc(variables, func(v filecheck.Variable) bool { return v.Name == part.name })
			if part.known = i >= 0; part.known {
				part.value = variables[i].Value
			}
		}
		p.parts = append(p.parts, part)
	}
	p.addWords(text[at:])
	return p
}

// whole compiles an expression that must match all of a text; nil if Go does not know it.
func whole(re string) *regexp.Regexp {
	compiled, err := regexp.CompilePOSIX("^(" + re + ")$")
	if err != nil {
		return nil
	}
	return compiled
}

func (p *pattern) addWords(text string) {
	for _, word := range splitWords(text) {
		p.parts = append(p.parts, patternPart{kind: partWord, text: word})
	}
}

// splitWords cuts a text into words, runs of blanks, and other bytes.
func splitWords(text string) []string {
	class := func(c byte) int {
		switch {
		case c == ' ' || c == '\t':
			return 1
		case isNameByte(c) || c == '.' || c == '$' || c >= 0x80:
			return 2
		}
		return 0
	}
	var words []string
	for i := 0; i < len(text); {
		j := i + 1
		for c := class(text[i]); c > 0 && j < len(text) && class(text[j]) == c; {
			j++
		}
		words = append(words, text[i:j])
		i = j
	}
	return words
}

// How much the parts of a pattern count when it is compared with a line, and how much of it may be
// different.
const (
	wordWeight    = 1.0
	byteWeight    = 0.5
	blankWeight   = 0.1
	pieceWeight   = 1.0
	otherWordCost = 0.6 // of a word that a piece of a pattern does not match
	sameDialect   = 0.8 // times the unlikeness of the rest
	maxUnlikeness = 0.5
	maxSmallEdit  = 0.25 // where there is a better explanation
)

func weightOf(word string) float64 {
	switch c := word[0]; {
	case c == ' ' || c == '\t':
		return blankWeight
	case isNameByte(c) || c >= 0x80 || c == '.' || c == '$':
		return wordWeight
	}
	return byteWeight
}

func (p *pattern) weight() float64 {
	sum := 0.0
	for _, part := range p.parts {
		sum += part.weight()
	}
	return sum
}

func (part *patternPart) weight() float64 {
	if part.kind == partWord {
		return weightOf(part.text)
	}
	return pieceWeight
}

// matches reports whether a part other than a word stands for a text.
func (p *pattern) matches(part *patternPart, text string) bool {
	switch part.kind {
	case partUse:
		return part.known && part.value == text
	case partNumber:
		return !p.noNumbers && part.re.MatchString(text)
	}
	return part.re != nil && part.re.MatchString(text)
}

// maxAlike is how many lines are compared in detail.
const maxAlike = 16

// mostAlike returns the lines that share most words with a pattern, in the order of the input.
func mostAlike(lines []string, p *pattern) []string {
	wanted := map[string]bool{}
	for _, part := range p.parts {
		if part.kind == partWord && weightOf(part.text) == wordWeight {
			for piece := range strings.SplitSeq(part.text, ".") {
				wanted[piece] = true
			}
		}
	}
	scores := make([]int, len(lines))
	order := make([]int, 0, len(lines))
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		seen := map[string]bool{}
		for _, word := range splitWords(line) {
			for piece := range strings.SplitSeq(word, ".") {
				if wanted[piece] && !seen[piece] {
					seen[piece] = true
					scores[i]++
				}
			}
		}
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return scores[b] - scores[a] })
	order = order[:min(len(order), maxAlike)]
	slices.Sort(order)
	out := make([]string, len(order))
	for i, n := range order {
		out[i] = lines[n]
	}
	return out
}
