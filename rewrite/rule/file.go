package rule

import (
	"path"
	"strings"

	"github.com/tg-opt/tg/rewrite"
)

// chunk is the text of one rule of a file. A file is cut into them before
// anything is parsed: rules that nobody needs cost nothing, and an error in one
// does not hide those in others.
type chunk struct {
	name string
	// root is the op that the left side starts with; "" when that cannot be seen.
	root    string
	set     string
	about   setWords
	doc     string
	text    string
	pos     rewrite.Position
	endless bool // it may apply to what it makes
}

// blanks may stand between words. No others may: what looks like a blank and is
// none shows in an error.
const blanks = " \t\r\n"

// cutRules cuts a file into rules. A rule starts at a line whose first word is
// `rule` and ends at the next such line, at a line that starts with `set`, or
// at the end.
func cutRules(filename, text string) ([]*chunk, []*Error) {
	set, about := strings.TrimSuffix(path.Base(filename), path.Ext(filename)), setWords{}
	var chunks []*chunk
	var errs []*Error
	var doc []string
	var open *chunk // the rule that goes on
	line := 0
	for offset := 0; offset < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[offset:], '\n'); n >= 0 {
			end = offset + n + 1
		}
		raw := text[offset:end]
		line++
		words := strings.Trim(raw, blanks)
		pos := rewrite.Position{Filename: filename, Offset: offset, Line: line, Column: strings.Index(raw, words) + 1}
		pos.Offset += pos.Column - 1
		comment, isComment := strings.CutPrefix(words, "//")
		switch {
		case startsWith(words, "rule"):
			open = &chunk{set: set, about: about, doc: strings.Join(doc, " "), text: text[pos.Offset:end], pos: pos}
			open.name, open.root = headOf(words)
			chunks, doc = append(chunks, open), nil
		case startsWith(words, "set"):
			var err *Error
			if set, about, err = setName(words, pos); err != nil {
				errs = append(errs, err)
			}
			open, doc = nil, nil
		case isComment:
			doc = append(doc, strings.TrimSpace(comment))
		case words == "":
			doc = nil
		case open != nil:
			open.text, doc = text[open.pos.Offset:end], nil
		default:
			errs = append(errs, &Error{pos, "expected 'rule' or 'set'"})
		}
		offset = end
	}
	return chunks, errs
}

// startsWith reports whether the first word of line is word.
func startsWith(line, word string) bool {
	rest, ok := strings.CutPrefix(line, word)
	return ok && (rest == "" || !isWordByte(rest[0]) && rest[0] != '.')
}

// headOf finds the name and the root op of a rule in its first line, as far as
// they are there; the root is a variable for a class of ops.
func headOf(line string) (name, root string) {
	l := &ruleTokens{text: line}
	variable := ""
	for range 6 {
		t, err := l.Next()
		if err != nil || t.kind == endToken {
			break
		}
		switch {
		case t.kind == nameToken:
			name = t.text
		case t.kind == identToken && name != "":
			return name, t.text
		case t.kind == variableToken:
			variable = t.text
		case t.text == "(" && variable != "":
			return name, variable
		}
	}
	return name, ""
}

// setWords are what may stand behind the name of a set.
type setWords struct {
	complex bool // its rules are for complex numbers, too
	search  bool // they are for engines that search
}

// setName reads what stands behind `set`: a name, and perhaps words.
func setName(line string, pos rewrite.Position) (name string, about setWords, err *Error) {
	l := &ruleTokens{text: line, at: pos}
	_, _ = l.Next()
	l.name = true // a set is named as a rule is
	t, err := l.Next()
	if err != nil {
		return "", about, err
	}
	if t.kind != nameToken {
		return "", about, errorf(t.pos, "'set' is followed by the name of the rules' set")
	}
	for _, w := range []struct {
		text string
		said *bool
	}{{"complex", &about.complex}, {"search", &about.search}} {
		if l.blanks(); startsWith(l.text, w.text) {
			*w.said = true
			l.skip(len(w.text))
		}
	}
	if l.blanks(); l.text != "" {
		return "", setWords{}, errorf(l.at, "a set has one name, and perhaps 'complex' and 'search' behind it, in this order; its rules follow on the next lines")
	}
	return t.text, about, nil
}
