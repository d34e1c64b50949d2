package lit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Pattern is a regular expression of package regexp, with what configurations of lit use besides:
// (?<!...) and (?<=...) at its start, (?!...) and (?=...) at its end.
type Pattern struct {
	core          *regexp.Regexp
	behind, ahead []lookaround
}

// lookaround is a condition on the text before or after a match.
type lookaround struct {
	re     *regexp.Regexp
	negate bool
}

func (l lookaround) holds(text string) bool { return l.re.MatchString(text) != l.negate }

// CompilePattern parses a pattern. prefix, such as `(?i)`, sets flags of all its parts.
func CompilePattern(prefix, text string) (*Pattern, error) {
	p := &Pattern{}
	rest := text
	for {
		kind := leadingGroup(rest, "(?<!", "(?<=")
		if kind == "" {
			break
		}
		end := groupEnd(rest)
		if end < 0 {
			return nil, fmt.Errorf("missing closing ): `%s`", text)
		}
		re, err := regexp.Compile(prefix + `(?:` + rest[len(kind):end] + `)\z`)
		if err != nil {
			return nil, err
		}
		p.behind = append(p.behind, lookaround{re, kind == "(?<!"})
		rest = rest[end+1:]
	}
	core, groups := trailingGroups(rest)
	for _, group := range groups {
		re, err := regexp.Compile(prefix + `\A(?:` + group[len("(?!"):len(group)-1] + `)`)
		if err != nil {
			return nil, err
		}
		p.ahead = append(p.ahead, lookaround{re, strings.HasPrefix(group, "(?!")})
	}
	if (p.behind != nil || p.ahead != nil) && hasAlternatives(core) {
		return nil, fmt.Errorf("alternatives next to (?...) need a group of their own: `%s`", text)
	}
	var err error
	p.core, err = regexp.Compile(prefix + core)
	return p, err
}

// hasAlternatives reports whether a pattern has a | outside of groups.
func hasAlternatives(text string) bool {
	for i := 0; i < len(text); i += element(text[i:]) {
		switch text[i] {
		case '|':
			return true
		case '(':
			i += max(groupEnd(text[i:]), 0)
		}
	}
	return false
}

// element returns the length of the escape, character class or byte that a pattern starts with.
func element(text string) int {
	n := 1
	switch text[0] {
	case '\\':
		n = 2
	case '[':
		if strings.HasPrefix(text[n:], "^") {
			n++
		}
		if strings.HasPrefix(text[n:], "]") {
			n++
		}
		for n < len(text) && text[n] != ']' {
			if text[n] == '\\' {
				n++
			}
			n++
		}
		n++
	}
	return min(n, len(text))
}

func leadingGroup(text string, kinds ...string) string {
	for _, kind := range kinds {
		if strings.HasPrefix(text, kind) {
			return kind
		}
	}
	return ""
}

// groupEnd returns the offset of the parenthesis that closes the group that text starts with, or
// -1.
func groupEnd(text string) int {
	depth := 0
	for i := 0; i < len(text); i += element(text[i:]) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// trailingGroups splits off the look-aheads at the end of a pattern.
func trailingGroups(text string) (core string, groups []string) {
	for i := 0; i < len(text); i += element(text[i:]) {
		var found []string
		rest := text[i:]
		for leadingGroup(rest, "(?!", "(?=") != "" {
			end := groupEnd(rest)
			if end < 0 {
				break
			}
			found = append(found, rest[:end+1])
			rest = rest[end+1:]
		}
		if found != nil && rest == "" {
			return text[:i], found
		}
	}
	return text, nil
}

func (p *Pattern) fits(text string, m []int) bool {
	for _, l := range p.behind {
		if !l.holds(text[:m[0]]) {
			return false
		}
	}
	for _, l := range p.ahead {
		if !l.holds(text[m[1]:]) {
			return false
		}
	}
	return true
}

// MatchString reports whether the text contains a match.
func (p *Pattern) MatchString(text string) bool {
	if p.behind == nil && p.ahead == nil {
		return p.core.MatchString(text)
	}
	return slices.ContainsFunc(p.core.FindAllStringSubmatchIndex(text, -1), func(m []int) bool { return p.fits(text, m) })
}

// Replace replaces every match by a literal text.
func (p *Pattern) Replace(text, replacement string) string {
	if p.behind == nil && p.ahead == nil {
		return p.core.ReplaceAllLiteralString(text, replacement)
	}
	var out strings.Builder
	done := 0
	for _, m := range p.core.FindAllStringSubmatchIndex(text, -1) {
		if p.fits(text, m) {
			out.WriteString(text[done:m[0]] + replacement)
			done = m[1]
		}
	}
	return out.String() + text[done:]
}

// invalidUTF8 returns the offset of the first byte of text that is not UTF-8, or -1.
func invalidUTF8(text string) int {
	for i, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}
