package update

import (
	"regexp"
	"strings"
)

// scope knows the values of a part of the output by their printed names, sigil included.
type scope struct {
	around  *surroundings
	aliases map[string]*value // of the chunk
	values  map[string]*value
}

func newScope(around *surroundings, aliases map[string]*value) *scope {
	return &scope{around: around, aliases: aliases, values: map[string]*value{}}
}

var (
	results      = regexp.MustCompile(`^\s*%[^\s,:=]+(?::\d+)?(?:, %[^\s,:=]+(?::\d+)?)* = `)
	operation    = regexp.MustCompile(`^"?([\w.$-]+)`)
	numbered     = regexp.MustCompile(`_\d+$`)
	predecessors = regexp.MustCompile(`(:)\s*// (?:no predecessors|pred: .*|\d+ preds: .*)$`)
	notName      = regexp.MustCompile(`[^A-Za-z0-9]+`)
)

// isValueByte reports whether c can be part of the name of an SSA value, a block or an alias.
func isValueByte(c byte) bool { return isNameByte(c) || c == '$' || c == '.' || c == '-' }

// withoutPredecessors drops the comment after a block label: it names blocks in an order that means
// nothing.
func withoutPredecessors(line string) string {
	if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "^") {
		return line
	}
	return predecessors.ReplaceAllString(line, "$1")
}

// lexer cuts one line of IR.
type lexer struct {
	*scope
	line     string
	places   []place
	lhs      int    // where the results of the line end
	op       string // hint of the results
	inString bool
	out      []piece
	text     strings.Builder
}

// pieces cuts a part of a line of IR, which is the rest of the line that starts at from.
func (s *scope) pieces(line string, from, to int) []piece {
	l := &lexer{scope: s, line: line[:to], places: s.around.places(line[:to])}
	if m := results.FindString(line); m != "" {
		l.lhs = len(m)
		if op := operation.FindStringSubmatch(line[len(m):]); op != nil {
			l.op = op[1][strings.LastIndexByte(op[1], '.')+1:]
		}
	}
	for i := from; i < to; {
		if len(l.places) > 0 && l.places[0].start < i {
			l.places = l.places[1:]
			continue
		}
		if len(l.places) > 0 && l.places[0].start == i {
			l.flush()
			l.out = append(l.out, l.places[0].pieces...)
			if strings.Count(line[i:l.places[0].end], `"`)%2 == 1 {
				l.inString = !l.inString
			}
			i = l.places[0].end
			continue
		}
		i += l.next(i)
	}
	l.flush()
	return s.around.withGiven(l.out)
}

// plainPieces cuts a line of text that is not IR.
func (s *scope) plainPieces(line string) []piece {
	if s.around.isComment(line) {
		return []piece{anyText}
	}
	var out []piece
	at := 0
	for _, p := range s.around.places(line) {
		if p.start > at {
			out = append(out, textPiece(line[at:p.start]))
		}
		out = append(out, p.pieces...)
		at = p.end
	}
	if at < len(line) {
		out = append(out, textPiece(line[at:]))
	}
	return s.around.withGiven(out)
}

func (l *lexer) flush() {
	if l.text.Len() > 0 {
		l.out = append(l.out, textPiece(l.text.String()))
		l.text.Reset()
	}
}

// next takes what is at offset i and returns its length.
func (l *lexer) next(i int) int {
	c := l.line[i]
	if l.inString || c == '"' {
		l.text.WriteByte(c)
		switch {
		case c == '\\' && l.inString && i+1 < len(l.line):
			l.text.WriteByte(l.line[i+1])
			return 2
		case c == '"':
			l.inString = !l.inString
		}
		return 1
	}
	end := i + 1
	if strings.IndexByte("%^#!", c) >= 0 && (i == 0 || !isNameByte(l.line[i-1])) {
		end = l.nameEnd(i + 1)
	}
	name := l.line[i:end]
	v := l.find(name, i, end)
	if v == nil {
		l.text.WriteByte(c)
		return 1
	}
	l.text.WriteByte(c)
	l.flush()
	v.wide = v.wide || strings.ContainsAny(name[1:], "$.-")
	// Whether a piece defines or uses is decided when the order of directives is known.
	l.out = append(l.out, piece{kind: pieceUse, text: name[1:], value: v})
	return end - i
}

// nameEnd is where the name that starts at i ends: digits alone, or what starts with no digit.
func (l *lexer) nameEnd(i int) int {
	isNumber := i < len(l.line) && l.line[i] >= '0' && l.line[i] <= '9'
	for i < len(l.line) && isValueByte(l.line[i]) && (!isNumber || l.line[i] >= '0' && l.line[i] <= '9') {
		i++
	}
	return i
}

// find returns the value of a printed name that stands at [i, end), or nil if it is none.
func (l *lexer) find(name string, i, end int) *value {
	if len(name) < 2 {
		return nil
	}
	switch name[0] {
	case '#', '!':
		alias := l.aliases[name]
		if alias == nil || alias.global != "" {
			return alias
		}
		return l.lookup(name, alias.hint, false)
	case '^':
		return l.lookup(name, strings.ToUpper(name[1:]), false)
	}
	v := l.lookup(name, l.valueHint(name, i), l.defines(i, end))
	if i < l.lhs && l.op != "" {
		v.op = variableName(l.op)
	}
	return v
}

// defines reports whether the name of an SSA value at [i, end) is there because something defines
// it: a result, or an argument with its type or its first value.
func (l *lexer) defines(i, end int) bool {
	rest := l.line[end:]
	return i < l.lhs || strings.HasPrefix(rest, " = ") ||
		strings.HasPrefix(rest, ":") && (len(rest) == 1 || rest[1] < '0' || rest[1] > '9')
}

func (l *lexer) valueHint(name string, i int) string {
	if name[1] < '0' || name[1] > '9' {
		return numbered.ReplaceAllString(name[1:], "")
	}
	if i < l.lhs && l.op != "" {
		return l.op
	}
	return "val"
}

func (l *lexer) lookup(name, hint string, defines bool) *value {
	v := l.values[name]
	if v == nil || defines {
		v = &value{hint: variableName(hint)}
		l.values[name] = v
	}
	return v
}

// variableName makes the name of a variable from a hint.
func variableName(hint string) string {
	name := strings.Trim(notName.ReplaceAllString(strings.ToUpper(hint), "_"), "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return "V" + name
	}
	return name
}
