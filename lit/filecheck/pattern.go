package filecheck

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/tg-opt/tg/lit/filecheck/ere"
)

// pattern is what a directive looks for: a fixed string, or a regular expression with holes for
// variables.
type pattern struct {
	kind  kind
	fold  bool     // letters match both cases
	place fragment // in the check file
	fixed []byte   // sought as it is; nil if there is an expression
	*regexTemplate
}

// regexTemplate is the expression of a pattern.
type regexTemplate struct {
	regex   string
	holes   []hole
	strings []stringCapture
	numbers []numberCapture
	lineVar *number
	line    int
}

// noTemplate is the one of a pattern without expression.
var noTemplate regexTemplate

// endOfInput matches at the end of its region.
var endOfInput = &pattern{kind: kindEOF, regexTemplate: &noTemplate}

// hole is a place of the expression that is filled in at match time.
type hole struct {
	index  int      // in regex
	text   fragment // of the block, as notes show it
	expr   expression
	format format // of expr; without expr the hole is the string variable called text
}

// stringCapture gives a string variable the text of a group.
type stringCapture struct {
	name  string
	group int
}

type numberCapture struct {
	number *number
	group  int
}

func (p *pattern) hasVariable() bool { return len(p.holes) > 0 || len(p.strings) > 0 }

// text is the fixed string or the expression.
func (p *pattern) text() []byte {
	if p.fixed != nil {
		return p.fixed
	}
	return []byte(p.regex)
}

// maxBackref is the highest group number that a back-reference can name.
const maxBackref = 9

// patternParser assembles the expression of a directive.
type patternParser struct {
	opts   *Options
	vars   *variables
	line   int
	out    *pattern
	regex  strings.Builder
	groups int // open so far
}

// parsePattern translates the body of a directive. After a failure the pattern is what had been
// translated before it.
func parsePattern(d *directive, opts *Options, vars *variables) (out *pattern, failure *ParseError) {
	defer catchParseError(&failure)
	out = &pattern{kind: d.kind, place: d.body, fold: opts.IgnoreCase, regexTemplate: &noTemplate}
	body := d.body
	if !opts.keepsBlanks() {
		body = body.trimRight()
	}
	if d.kind == kindEmpty {
		if !body.empty() {
			failAtLine(body, "found non-empty check string for empty check with prefix '"+d.prefix+":'")
		}
		out.regexTemplate = &regexTemplate{regex: "(\n$)"}
		return out, nil
	}
	if body.empty() {
		failAtLine(body, "found empty check string with prefix '"+d.prefix+":'")
	}
	fullLine := opts.MatchFullLines && d.kind != kindNot
	if d.literal || !fullLine && !body.contains("{{") && !body.contains("[[") {
		out.fixed = body.slice(0)
		return out, nil
	}
	out.regexTemplate = &regexTemplate{lineVar: vars.line, line: d.line}
	p := &patternParser{opts: opts, vars: vars, line: d.line, out: out}
	defer func() { out.regex = p.regex.String() }()
	p.regex.Grow(body.len())
	if fullLine {
		p.regex.WriteString("^")
		if !opts.StrictWhitespace {
			p.regex.WriteString(" *")
		}
	}
	p.pieces(body)
	if fullLine {
		if !opts.StrictWhitespace {
			p.regex.WriteString(" *")
		}
		p.regex.WriteString("$")
	}
	return out, nil
}

// failAtLine is failAt without the blank line that follows errors of variables.
func failAtLine(place fragment, text string) {
	panic(parseFailure(diagnose(Error, place.src, place.start, place.start, text)))
}

// pieces translates fixed text and blocks.
func (p *patternParser) pieces(rest fragment) {
	for !rest.empty() {
		switch {
		case rest.has("{{"):
			p.regexBlock(&rest)
		case rest.has("[[") && !rest.has("[[["):
			p.variableBlock(&rest)
		default:
			end := rest.len()
			for _, opening := range []string{"{{", "[["} {
				if i := rest.from(1).index(opening); i >= 0 {
					end = min(end, i+1)
				}
			}
			p.regex.WriteString(ere.Quote(rest.to(end).String()))
			rest = rest.from(end)
		}
	}
}

// regexBlock translates {{...}}. It gets parentheses if the rest of the pattern has a `|` anywhere.
func (p *patternParser) regexBlock(rest *fragment) {
	end := rest.index("}}")
	if end < 0 {
		failAtLine(*rest, "found start of regex string with no end '}}'")
	}
	wrap := rest.contains("|")
	if wrap {
		p.regex.WriteString("(")
		p.groups++
	}
	p.addRegex(rest.from(2).to(end - 2))
	if wrap {
		p.regex.WriteString(")")
	}
	*rest = rest.from(end + 2)
}

// addRegex appends an expression after checking it on its own.
func (p *patternParser) addRegex(f fragment) {
	p.addChecked(f.String(), f)
}

func (p *patternParser) addChecked(text string, place fragment) {
	groups, known := p.vars.checked[text]
	if !known {
		var err error
		if groups, err = ere.Check(text); err != nil {
			failAtLine(place, "invalid regex: "+err.Error())
		}
		p.vars.checked[text] = groups
	}
	p.regex.WriteString(text)
	p.groups += groups
}

// variableBlock translates [[...]].
func (p *patternParser) variableBlock(rest *fragment) {
	inside := rest.from(2)
	end := blockEnd(inside)
	if end < 0 {
		failAtLine(*rest, "Invalid substitution block, no ]] found")
	}
	*rest = inside.from(end + 2)
	inside = inside.to(end)
	if inside.eat("#") {
		p.numericBlock(inside, false)
		return
	}
	colon := inside.index(":")
	name := inside
	if colon >= 0 {
		name = inside.to(colon)
	}
	for i := range name.len() {
		if isBlank(name.at(i)) {
			failAtLine(name.from(i), "unexpected whitespace")
		}
	}
	tail := inside
	name, pseudo := parseName(&tail)
	switch {
	case colon >= 0:
		if pseudo || !tail.eat(":") {
			failAtLine(name, "invalid name in string variable definition")
		}
		p.defineString(name, tail)
	case pseudo:
		p.numericBlock(inside, true)
	default:
		if !tail.empty() {
			failAtLine(name, "invalid name in string variable use")
		}
		p.useString(name)
	}
}

// blockEnd returns the offset of the ]] that closes a block, or -1.
func blockEnd(f fragment) int {
	depth := 0
	for i := 0; i < f.len(); i++ {
		switch f.at(i) {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			if depth == 0 && f.from(i).has("]]") {
				return i
			}
			if depth == 0 {
				d := diagnose(Error, f.src, f.start+i, f.start+i, `missing closing "]" for regex variable`)
				panic(&ParseError{Diagnostics: []*Diagnostic{d}, ExitStatus: statusFailed})
			}
			depth--
		}
	}
	return -1
}

func (p *patternParser) defineString(name, regex fragment) {
	n := name.String()
	if p.vars.numbers[n] != nil {
		failAtLine(name, "numeric variable with name '"+n+"' already exists")
	}
	p.vars.declaredStrings[n] = true
	p.regex.WriteString("(")
	p.groups++
	capture := stringCapture{n, p.groups}
	replaced := false
	for i := range p.out.strings {
		if p.out.strings[i].name == n {
			p.out.strings[i], replaced = capture, true
		}
	}
	if !replaced {
		p.out.strings = append(p.out.strings, capture)
	}
	if !regex.empty() {
		p.addRegex(regex)
	}
	p.regex.WriteString(")")
}

// useString makes a hole, or a back-reference to a definition in the same pattern.
func (p *patternParser) useString(name fragment) {
	for _, capture := range p.out.strings {
		if capture.name != name.String() {
			continue
		}
		if capture.group > maxBackref {
			failAtLine(name, fmt.Sprintf("Can't back-reference more than %d variables", maxBackref))
		}
		fmt.Fprintf(&p.regex, `\%d`, capture.group)
		return
	}
	p.out.holes = append(p.out.holes, hole{index: p.regex.Len(), text: name})
}

func (p *patternParser) numericBlock(inside fragment, legacy bool) {
	parser := numericParser{vars: p.vars, line: p.line}
	block := parser.parse(inside, legacy)
	if block.defines != nil {
		p.vars.numbers[block.defines.name] = block.defines
		p.regex.WriteString("(")
		p.groups++
		p.out.numbers = slices.DeleteFunc(p.out.numbers, func(c numberCapture) bool { return c.number == block.defines })
		p.out.numbers = append(p.out.numbers, numberCapture{block.defines, p.groups})
	}
	if block.expr == nil {
		p.addChecked(block.format.wildcard(), inside)
	} else {
		p.out.holes = append(p.out.holes, hole{p.regex.Len(), inside, block.expr, block.format})
	}
	if block.defines != nil {
		p.regex.WriteString(")")
	}
}

// matchResult is where a pattern matched, relative to the text it was searched in.
type matchResult struct {
	found    bool
	start    int
	end      int
	problems []*Diagnostic // the pattern could not be used
}

// match searches region, which starts at base in the input, and sets the captured variables. locate
// finds a string that every match contains; it is nil if nobody knows better than to search.
func (p *pattern) match(region []byte, base int, env *environment, locate ere.Locator) matchResult {
	if p.kind == kindEOF {
		return matchResult{found: true, start: len(region), end: len(region)}
	}
	text := p.regex
	switch {
	case p.fixed != nil && p.fold:
		text = ere.Quote(string(p.fixed))
	case p.fixed != nil && locate != nil:
		return foundAt(locate(0), len(p.fixed))
	case p.fixed != nil:
		return foundAt(bytes.Index(region, p.fixed), len(p.fixed))
	case len(p.holes) > 0:
		var problems []*Diagnostic
		if text, problems = p.fill(env); problems != nil {
			return matchResult{problems: problems}
		}
	}
	if locate != nil && locate(0) < 0 {
		return matchResult{}
	}
	expr := env.expressions.get(text, p.fold)
	if expr == nil {
		return matchResult{} // not a valid expression: it matches nowhere
	}
	spans, err := expr.Find(region, len(p.strings)+len(p.numbers) > 0, locate)
	if err != nil {
		problem := diagnose(Error, p.place.src, p.place.start, p.place.start, err.Error())
		return matchResult{problems: []*Diagnostic{problem}}
	}
	if spans == nil {
		return matchResult{}
	}
	p.capture(region, base, spans, env)
	result := matchResult{found: true, start: spans[0].Start, end: spans[0].End}
	if p.kind == kindEmpty {
		result.start++ // the newline that ends the line before
	}
	return result
}

// foundAt is the result of a search for a fixed string that returned i.
func foundAt(i, length int) matchResult {
	if i < 0 {
		return matchResult{}
	}
	return matchResult{found: true, start: i, end: i + length}
}

// expressionCache keeps the expressions that were compiled last, so that what is matched again and
// again is compiled once and what is matched once does not stay.
type expressionCache struct {
	recent, old map[string]*ere.Regexp // nil for an invalid one
}

// maxRecent is how many expressions are kept before the older ones are dropped.
const maxRecent = 128

// get compiles text, or returns nil if it is invalid: a value can make it so. fold is the same for
// all calls.
func (c *expressionCache) get(text string, fold bool) *ere.Regexp {
	if expr, known := c.recent[text]; known {
		return expr
	}
	expr, known := c.old[text]
	if !known {
		var flags ere.Flags
		if fold {
			flags = ere.IgnoreCase
		}
		expr, _ = ere.Compile(text, flags)
	}
	if len(c.recent) >= maxRecent || c.recent == nil {
		c.old, c.recent = c.recent, make(map[string]*ere.Regexp, maxRecent)
	}
	c.recent[text] = expr
	return expr
}

// fill puts the values of variables into the expression.
func (p *pattern) fill(env *environment) (text string, problems []*Diagnostic) {
	if p.line > 0 {
		env.numbers[p.lineVar] = &value{Int: *big.NewInt(int64(p.line))}
	}
	var b strings.Builder
	done := 0
	for i := range p.holes {
		h := &p.holes[i]
		text, failed := h.value(env)
		problems = append(problems, failed...)
		if h.expr == nil {
			text = ere.Quote(text)
		}
		b.WriteString(p.regex[done:h.index])
		b.WriteString(text)
		done = h.index
	}
	b.WriteString(p.regex[done:])
	return b.String(), problems
}

// value is the text of a hole.
func (h *hole) value(env *environment) (text string, problems []*Diagnostic) {
	if h.expr == nil {
		v, ok := env.strings[h.text.String()]
		if !ok {
			return "", []*Diagnostic{undefinedVariable(h.text)}
		}
		return v.text, nil
	}
	overflow := func() *Diagnostic {
		return diagnose(Error, h.text.src, h.text.start, h.text.start,
			"unable to substitute variable or numeric expression: overflow error")
	}
	result, failed := h.expr.eval(env)
	for _, problem := range failed {
		if problem.undefined != nil {
			problems = append(problems, undefinedVariable(*problem.undefined))
		} else {
			problems = append(problems, overflow())
		}
	}
	if problems != nil {
		return "", problems
	}
	text, ok := h.format.render(result)
	if !ok {
		return "", []*Diagnostic{overflow()}
	}
	return text, nil
}

func undefinedVariable(name fragment) *Diagnostic {
	return diagnose(Error, name.src, name.start, name.start, "undefined variable: "+name.String())
}

// capture sets the variables that the pattern defines.
func (p *pattern) capture(region []byte, base int, spans []ere.Span, env *environment) {
	for _, c := range p.strings {
		v := stringValue{captured: extent{base, base}}
		if s := spans[c.group]; s.Start >= 0 {
			v = stringValue{string(region[s.Start:s.End]), extent{base + s.Start, base + s.End}}
		}
		env.strings[c.name] = v
	}
	for _, c := range p.numbers {
		s := spans[c.group]
		env.numbers[c.number] = &value{
			Int:      *c.number.format.parse(string(region[s.Start:s.End])),
			captured: extent{base + s.Start, base + s.End},
		}
	}
}
