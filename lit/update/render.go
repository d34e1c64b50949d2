package update

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// directive is a check as it is written, but for the prefix and for what depends on the line it
// comes to stand in.
type directive struct {
	kind    checkKind
	literal bool
	indent  string
	text    string // with lineMark around the numbers of lines
	values  []*value
}

// lineMark stands on both sides of the number of a line that becomes relative to the directive.
const lineMark = "\x01"

// maxBackReference is how many groups of a pattern FileCheck can refer to. A use of a variable in
// the line of its definition is such a reference.
const maxBackReference = 9

// renderer writes the checks of a block.
type renderer struct {
	style    style
	escaped  *regexp.Regexp  // what must not stand in the file as it is
	globals  map[string]bool // what the aliases stand for that are used; nil if their definitions are not checked
	captured map[*value]bool
	counts   map[*value]int // how often each value occurs

	out     []directive
	current directive
	body    strings.Builder
	groups  int
	here    map[*value]int // groups of the values captured in the current directive
}

// litKeywords would be read as directives of lit, or of this package, or split the file, wherever
// they stand.
const litKeywords = `(?:RUN|XFAIL|REQUIRES|UNSUPPORTED|ALLOW_RETRIES|DEFINE|REDEFINE):|END\.|CHECKS-(?:BEGIN|END|OFF)|` +
	separator

// escapedText finds the text that must not stand in a file with directives of the given prefixes.
func escapedText(prefixes []string) *regexp.Regexp {
	var quoted []string
	for _, p := range prefixes {
		quoted = append(quoted, regexp.QuoteMeta(p))
	}
	return regexp.MustCompile(litKeywords + `|\b(?:` + strings.Join(quoted, "|") +
		`|COM)(?:[-_](?:NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT)[-\w]*)?(?:\{[\w, ]*\})?:`)
}

// render writes the checks of a block. Values without a name get their hint for one.
func (r *renderer) render(checks []*check) []directive {
	r.captured, r.counts, r.out = map[*value]bool{}, map[*value]int{}, nil
	for _, c := range checks {
		for _, p := range c.pieces {
			if p.value != nil && p.kind != pieceName {
				r.counts[p.value]++
			}
		}
	}
	for _, c := range checks {
		r.check(c)
	}
	return r.out
}

func (r *renderer) check(c *check) {
	indent := c.indent
	if c.kind == kindSame {
		indent += sameIndent
	}
	r.begin(c.kind, indent)
	if head, tail, ok := r.literalTail(c); ok {
		if len(head) == 0 {
			r.current.literal = true
			r.body.WriteString(tail)
			r.finish()
			return
		}
		r.pieces(head)
		r.finish()
		r.begin(kindSame, c.indent+sameIndent)
		r.current.literal = true
		r.body.WriteString(tail)
		r.finish()
		return
	}
	r.pieces(c.pieces)
	if c.ended {
		r.block("{{$}}")
	}
	r.finish()
}

// sameIndent is how much more than the line a part of it is indented.
const sameIndent = "    "

func (r *renderer) begin(kind checkKind, indent string) {
	r.current = directive{kind: kind, indent: indent}
	r.body.Reset()
	r.groups, r.here = 0, map[*value]int{}
}

func (r *renderer) finish() {
	r.current.text = r.body.String()
	if !r.style.keepBlanks {
		r.current.text = strings.Trim(r.current.text, " \t")
	}
	r.out = append(r.out, r.current)
}

var brackets = regexp.MustCompile(`[\[{]*(?:\[\[|\{\{)[\[{]*`)

// literalTail splits a check whose text has [[ or {{ after its last variable: the tail is to become
// {LITERAL}.
func (r *renderer) literalTail(c *check) (head []piece, tail string, ok bool) {
	last := -1
	for i, p := range c.pieces {
		if p.kind != pieceText {
			last = i
		} else if brackets.MatchString(p.text) && i != len(c.pieces)-1 {
			return nil, "", false
		}
	}
	if last == len(c.pieces)-1 || c.ended || c.kind == kindDAG && last >= 0 || r.style.fullLines {
		return nil, "", false
	}
	text := c.pieces[len(c.pieces)-1].text
	at := brackets.FindStringIndex(text)
	if at == nil || r.escaped.MatchString(text) || strings.ContainsFunc(text, unprintable) {
		return nil, "", false
	}
	if last < 0 {
		return nil, text, true
	}
	cut := strings.LastIndexByte(text[:at[0]], ' ') + 1
	return append(slices.Clone(c.pieces[:last+1]), textPiece(text[:cut])), text[cut:], true
}

func unprintable(c rune) bool { return c < ' ' && c != '\t' }

func (r *renderer) pieces(pieces []piece) {
	for _, p := range pieces {
		switch p.kind {
		case pieceText:
			r.text(p.text)
		case pieceName:
			r.block("{{" + p.value.class() + "}}")
		case pieceRegex:
			r.block("{{" + p.text + "}}")
		case pieceGiven:
			r.block("[[" + p.text + "]]")
		case pieceLine:
			r.block(lineMark + p.text + lineMark)
		default:
			r.value(p)
		}
	}
}

// value captures a value where it comes first, and names it elsewhere.
func (r *renderer) value(p piece) {
	v := p.value
	known := r.captured[v] || v.global != "" && r.globals != nil && p.kind != pieceDefine
	if known && r.here[v] > maxBackReference {
		if r.style.fullLines {
			r.block("{{" + v.class() + "}}")
			return
		}
		indent := r.current.indent
		r.finish()
		r.begin(kindSame, indent)
	}
	if !known && (p.kind == pieceDefine && !r.globals[v.global] || p.kind != pieceDefine && r.counts[v] == 1) {
		r.block("{{" + v.class() + "}}") // nobody asks for it again
		return
	}
	r.current.values = append(r.current.values, v)
	name := v.name
	if name == "" {
		name = v.hint
	}
	if known {
		r.block("[[" + name + "]]")
		return
	}
	r.block("[[" + name + ":" + v.class() + "]]")
	r.captured[v] = true
	r.here[v] = r.groups
}

// block appends a [[...]] or {{...}}. A bracket before it must not be taken for a part of it.
func (r *renderer) block(s string) {
	if text := r.body.String(); text != "" && !strings.HasPrefix(s, lineMark) && text[len(text)-1] == s[0] {
		r.body.Reset()
		r.body.WriteString(text[:len(text)-1] + quoteRegex(s[:1]))
	}
	r.groups++ // at most
	r.body.WriteString(s)
}

// text appends plain text, with a regular expression for what FileCheck or lit would misread.
func (r *renderer) text(s string) {
	for s != "" {
		at, escape := len(s), ""
		end := at
		if m := brackets.FindStringIndex(s); m != nil && m[0] < at {
			at, end, escape = m[0], m[1], quoteRegex(s[m[0]:m[1]])
		}
		if m := r.escaped.FindStringIndex(s); m != nil && m[0] < at {
			at, end = m[0], m[1]
			escape = disarm(s[at:end])
		}
		if i := strings.IndexFunc(s, unprintable); i >= 0 && i < at {
			at, end, escape = i, i+1, "{{.}}"
		}
		r.body.WriteString(s[:at])
		switch {
		case strings.HasPrefix(escape, "{{"):
			r.block(escape)
		case escape != "":
			r.body.WriteString(escape)
			r.groups++
		}
		s = s[end:]
	}
}

// disarm writes a text that is found by escapedText so that only FileCheck understands it.
func disarm(s string) string {
	if rest, found := strings.CutPrefix(s, "//"); found {
		return "{{//}}" + rest
	}
	if rest, found := strings.CutPrefix(s, "CHECKS-"); found {
		return "CHECKS{{-}}" + rest
	}
	// The last byte, a colon or a full stop, makes it a directive.
	return s[:len(s)-1] + "{{[" + s[len(s)-1:] + "]}}"
}

// quoteRegex is a regular expression block for brackets.
func quoteRegex(s string) string {
	var b strings.Builder
	b.WriteString("{{")
	for _, c := range s {
		b.WriteString(`\` + string(c))
	}
	b.WriteString("}}")
	return b.String()
}

var lineMarks = regexp.MustCompile(lineMark + `(\d+)` + lineMark)

// resolve writes the text of a directive that stands in line here. newLine tells where lines of the
// old file are now, 0 for those that are gone.
func (d *directive) resolve(here int, newLine func(int) int) string {
	return lineMarks.ReplaceAllStringFunc(d.text, func(mark string) string {
		number := 0
		fmt.Sscan(strings.Trim(mark, lineMark), &number)
		target := newLine(number)
		switch {
		case target == 0:
			return "{{[0-9]+}}"
		case target < here:
			return fmt.Sprintf("[[#@LINE-%d]]", here-target)
		}
		return fmt.Sprintf("[[#@LINE+%d]]", target-here)
	})
}

// literalModifier makes a directive a plain text.
const literalModifier = "{LITERAL}"

// suffix is what follows the prefix, without the colon.
func (d *directive) suffix() string {
	if d.literal {
		return d.kind.suffix() + literalModifier
	}
	return d.kind.suffix()
}
