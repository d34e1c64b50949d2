package shell

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Word is an argument after quotes are removed. Glob is set if it has * or ? outside of quotes.
type Word struct {
	Text string
	Glob bool
}

// Redirect is a redirection. FD is the number before the operator, as text, or empty.
type Redirect struct {
	FD, Op string
	Target Word
}

// Command is a simple command. It has at least one word.
type Command struct {
	Words     []Word
	Redirects []Redirect
}

// List is pipelines joined by the operators `;`, `&&` and `||`, which all have the same precedence.
// Operators[i] stands before Pipelines[i+1].
type List struct {
	Pipelines [][]*Command
	Operators []string
}

// SyntaxError is an error in a command line.
type SyntaxError struct {
	Column int // from 1, in bytes
	Text   string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Text) }

// token is an operator or a word. The operator of a redirection carries the number before it.
type token struct {
	op   string // empty for a word
	fd   string
	word Word
	at   int // offset in the command line
}

// lexer splits a command line by the rules of lit's internal shell.
type lexer struct {
	line string
	pos  int
}

// operators, longest first where one is the start of another. lit reads `<>` as `<<`.
var operators = []struct{ text, op string }{
	{"||", "||"}, {"|", "|"}, {"&&", "&&"}, {"&>", "&>"}, {"&", "&"}, {">&", ">&"}, {">>", ">>"}, {">", ">"},
	{"<&", "<&"}, {"<>", "<<"}, {"<", "<"}, {";", ";"},
}

// space is the length of the blank at the position of the lexer, or 0.
func (l *lexer) space() int {
	r, size := utf8.DecodeRuneInString(l.line[l.pos:])
	if isSpace(r) {
		return size
	}
	return 0
}

func (l *lexer) tokens() ([]token, error) {
	var all []token
	for l.pos < len(l.line) {
		if n := l.space(); n > 0 {
			l.pos += n
			continue
		}
		t, err := l.token()
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

func (l *lexer) token() (token, error) {
	start := l.pos
	if op := l.operator(); op != "" {
		return token{op: op, at: start}, nil
	}
	end := start
	for end < len(l.line) {
		if r, size := utf8.DecodeRuneInString(l.line[end:]); !isSpace(r) {
			end += size
			continue
		}
		break
	}
	if chunk := l.line[start:end]; !strings.ContainsAny(chunk, `|&<>'";\`) {
		l.pos = end
		return token{word: Word{chunk, strings.ContainsAny(chunk, "*?")}, at: start}, nil
	}
	return l.specialWord()
}

func (l *lexer) operator() string {
	for _, o := range operators {
		if strings.HasPrefix(l.line[l.pos:], o.text) {
			l.pos += len(o.text)
			return o.op
		}
	}
	return ""
}

// specialWord reads up to an unquoted blank or operator. What the word begins with is special in
// lit: a backslash there is an ordinary character, a wildcard there does not count as one, nor does
// one in quotes.
func (l *lexer) specialWord() (token, error) {
	start := l.pos
	var text strings.Builder
	var quotedGlob, glob bool
	first := l.line[l.pos]
	l.pos++
	if first == '"' || first == '\'' {
		if err := l.quoted(first, &text); err != nil {
			return token{}, err
		}
	} else {
		text.WriteByte(first)
	}
	for l.pos < len(l.line) && l.space() == 0 {
		c := l.line[l.pos]
		if strings.IndexByte("|&;", c) >= 0 {
			break
		}
		if c == '<' || c == '>' {
			// A number directly before < or > belongs to the redirection, even one in quotes.
			if number := text.String(); isNumber(number) {
				return token{op: l.operator(), fd: withoutZeros(number), at: start}, nil
			}
			break
		}
		l.pos++
		switch c {
		case '"', '\'':
			before := text.Len()
			if err := l.quoted(c, &text); err != nil {
				return token{}, err
			}
			quotedGlob = quotedGlob || strings.ContainsAny(text.String()[before:], "*?")
		case '\\':
			if l.pos == len(l.line) {
				return token{}, &SyntaxError{l.pos, "a backslash at the end quotes nothing: write '\\' for the character"}
			}
			text.WriteByte(l.line[l.pos])
			l.pos++
		default:
			glob = glob || c == '*' || c == '?'
			text.WriteByte(c)
		}
	}
	if glob && quotedGlob {
		return token{}, &SyntaxError{start + 1, "glob characters both inside and outside of quotes in one word"}
	}
	return token{word: Word{text.String(), glob}, at: start}, nil
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func withoutZeros(number string) string {
	if number = strings.TrimLeft(number, "0"); number == "" {
		return "0"
	}
	return number
}

// quoted reads up to the closing quote. Between double quotes a backslash quotes itself, a double
// quote and a dollar.
func (l *lexer) quoted(quote byte, text *strings.Builder) error {
	start := l.pos
	for l.pos < len(l.line) {
		c := l.line[l.pos]
		l.pos++
		if c == quote {
			return nil
		}
		if c == '\\' && quote == '"' && l.pos < len(l.line) {
			c = l.line[l.pos]
			l.pos++
			if strings.IndexByte(`"\$`, c) < 0 {
				text.WriteByte('\\')
			}
		}
		text.WriteByte(c)
	}
	return &SyntaxError{start, fmt.Sprintf("missing closing %c", quote)}
}

// Parse parses a command line. It returns nil for a blank one, and a *SyntaxError for what is no
// command.
func Parse(line string) (*List, error) {
	tokens, err := (&lexer{line: line}).tokens()
	if err != nil || len(tokens) == 0 {
		return nil, err
	}
	list := &List{}
	for {
		var pipeline []*Command
		for {
			c, rest, err := parseCommand(tokens, len(line))
			if err != nil {
				return nil, err
			}
			pipeline, tokens = append(pipeline, c), rest
			if len(tokens) == 0 || tokens[0].op != "|" {
				break
			}
			tokens = tokens[1:]
		}
		list.Pipelines = append(list.Pipelines, pipeline)
		if len(tokens) == 0 {
			return list, nil
		}
		op := tokens[0]
		if op.op == "&" {
			return nil, &SyntaxError{op.at + 1, "unsupported shell operator: '&'"}
		}
		if tokens = tokens[1:]; len(tokens) == 0 || tokens[0].isEmptyWord() {
			return nil, &SyntaxError{op.at + 1, fmt.Sprintf("missing argument to operator '%s'", op.op)}
		}
		list.Operators = append(list.Operators, op.op)
	}
}

func (t token) isEmptyWord() bool { return t.op == "" && t.word.Text == "" }

// parseCommand reads one command and returns the tokens after it.
func parseCommand(tokens []token, end int) (*Command, []token, error) {
	if len(tokens) == 0 {
		return nil, nil, &SyntaxError{end + 1, "empty command"}
	}
	if tokens[0].isEmptyWord() {
		return nil, nil, &SyntaxError{tokens[0].at + 1, "empty command"}
	}
	if tokens[0].op != "" {
		return nil, nil, &SyntaxError{tokens[0].at + 1, fmt.Sprintf("syntax error near unexpected token '%s'", tokens[0].op)}
	}
	c := &Command{}
	for len(tokens) > 0 {
		t := tokens[0]
		switch t.op {
		case "":
			c.Words = append(c.Words, t.word)
			tokens = tokens[1:]
			continue
		case "|", ";", "&", "||", "&&":
			return c, tokens, nil
		}
		if len(tokens) < 2 || tokens[1].op != "" || tokens[1].isEmptyWord() {
			return nil, nil, &SyntaxError{t.at + 1, fmt.Sprintf("syntax error near token '%s'", t.op)}
		}
		c.Redirects = append(c.Redirects, Redirect{t.fd, t.op, tokens[1].word})
		tokens = tokens[2:]
	}
	return c, tokens, nil
}

// String is a command line that parses to the same list.
func (l *List) String() string {
	var b strings.Builder
	for i, pipeline := range l.Pipelines {
		if i > 0 {
			b.WriteString(" " + l.Operators[i-1] + " ")
		}
		for j, c := range pipeline {
			if j > 0 {
				b.WriteString(" | ")
			}
			b.WriteString(c.String())
		}
	}
	return b.String()
}

// String is a command line that parses to the same command.
func (c *Command) String() string {
	var parts []string
	for _, w := range c.Words {
		parts = append(parts, w.String())
	}
	for _, r := range c.Redirects {
		op := r.Op
		if op == "<<" {
			op = "<>"
		}
		parts = append(parts, r.FD+op+" "+r.Target.String())
	}
	return strings.Join(parts, " ")
}

// String is the word, quoted where that is needed. Wildcards in it count outside of quotes, though
// not at its start.
func (w Word) String() string {
	if !w.Glob {
		return quote(w.Text)
	}
	var b strings.Builder
	b.WriteString(`""`)
	for i := range len(w.Text) {
		c := w.Text[i]
		if c >= utf8.RuneSelf || c != '*' && c != '?' && quote(string(c)) != string(c) {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// repr is the redirection as the messages of lit show it.
func (r Redirect) repr() string {
	op := repr(r.Op)
	if r.FD == "" {
		op += ","
	} else {
		op += ", " + r.FD
	}
	target := repr(r.Target.Text)
	if r.Target.Glob {
		target = r.Target.Text
	}
	return fmt.Sprintf("((%s), %s)", op, target)
}
