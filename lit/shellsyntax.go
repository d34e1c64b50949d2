package lit

import (
	"fmt"
	"strconv"
	"strings"
)

// word is an argument after quotes are removed. glob is set if it has * or ? outside of quotes.
type word struct {
	text string
	glob bool
}

// redirect is a redirection; fd is the number before the operator, or -1.
type redirect struct {
	op     string
	fd     int
	target word
}

// command is a simple command.
type command struct {
	words     []word
	redirects []redirect
}

// sequence is pipelines joined by operators, all of the same precedence. ops[i] stands before pipelines[i+1].
type sequence struct {
	pipelines [][]*command
	ops       []string
}

// token is an operator or a word. The operator of a redirection carries the number before it.
type token struct {
	op   string // empty for a word
	fd   int
	word word
	at   int // offset in the command line
}

// syntaxError is an error in a command line.
type syntaxError struct {
	column int
	text   string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("column %d: %s", e.column, e.text) }

// shellLexer splits a command line by the rules of lit's internal shell.
type shellLexer struct {
	line string
	pos  int
}

// operators, longest first where one is the start of another.
var operators = []string{"||", "|", "&&", "&>", "&", ">&", ">>", ">", "<&", "<", ";"}

func isShellSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func (l *shellLexer) tokens() ([]token, error) {
	var all []token
	for {
		for l.pos < len(l.line) && isShellSpace(l.line[l.pos]) {
			l.pos++
		}
		if l.pos == len(l.line) {
			return all, nil
		}
		t, err := l.token()
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
}

func (l *shellLexer) token() (token, error) {
	start := l.pos
	if op := l.operator(); op != "" {
		return token{op: op, fd: -1, at: start}, nil
	}
	w, err := l.word()
	if err != nil {
		return token{}, err
	}
	// A number directly before < or > belongs to the redirection.
	if l.pos < len(l.line) && strings.IndexByte("<>", l.line[l.pos]) >= 0 {
		if fd, err := strconv.ParseUint(l.line[start:l.pos], 10, 16); err == nil {
			return token{op: l.operator(), fd: int(fd), at: start}, nil
		}
	}
	return token{word: w, at: start}, nil
}

func (l *shellLexer) operator() string {
	for _, op := range operators {
		if strings.HasPrefix(l.line[l.pos:], op) {
			l.pos += len(op)
			return op
		}
	}
	return ""
}

// word reads up to an unquoted blank or operator.
func (l *shellLexer) word() (word, error) {
	start := l.pos
	var text strings.Builder
	var quotedGlob, glob bool
	for l.pos < len(l.line) {
		c := l.line[l.pos]
		if isShellSpace(c) || strings.IndexByte("|&;<>", c) >= 0 {
			break
		}
		l.pos++
		switch {
		case c == '"' || c == '\'':
			before := text.Len()
			if err := l.quoted(c, &text); err != nil {
				return word{}, err
			}
			quotedGlob = quotedGlob || strings.ContainsAny(text.String()[before:], "*?")
		case c == '\\' && l.pos-1 > start: // lit keeps a backslash at the start of a word
			if l.pos < len(l.line) {
				text.WriteByte(l.line[l.pos])
				l.pos++
			}
		default:
			glob = glob || c == '*' || c == '?'
			text.WriteByte(c)
		}
	}
	if glob && quotedGlob {
		return word{}, &syntaxError{start + 1, "glob characters both inside and outside of quotes in one word"}
	}
	return word{text.String(), glob}, nil
}

// quoted reads up to the closing quote. Between double quotes a backslash quotes itself, a double quote and a dollar.
func (l *shellLexer) quoted(quote byte, text *strings.Builder) error {
	start := l.pos
	for l.pos < len(l.line) {
		c := l.line[l.pos]
		l.pos++
		if c == quote {
			return nil
		}
		if c == '\\' && quote == '"' && l.pos < len(l.line) && strings.IndexByte(`"\$`, l.line[l.pos]) >= 0 {
			c = l.line[l.pos]
			l.pos++
		}
		text.WriteByte(c)
	}
	return &syntaxError{start, fmt.Sprintf("missing closing %c", quote)}
}

// parseShell parses a command line; it returns nil for an empty one.
func parseShell(line string) (*sequence, error) {
	tokens, err := (&shellLexer{line: line}).tokens()
	if err != nil || len(tokens) == 0 {
		return nil, err
	}
	s := &sequence{}
	for {
		var pipeline []*command
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
		s.pipelines = append(s.pipelines, pipeline)
		if len(tokens) == 0 {
			return s, nil
		}
		op := tokens[0]
		if op.op == "&" {
			return nil, &syntaxError{op.at + 1, "unsupported shell operator: '&'"}
		}
		if tokens = tokens[1:]; len(tokens) == 0 {
			return nil, &syntaxError{op.at + 1, fmt.Sprintf("missing argument to operator '%s'", op.op)}
		}
		s.ops = append(s.ops, op.op)
	}
}

func parseCommand(tokens []token, end int) (*command, []token, error) {
	if len(tokens) == 0 {
		return nil, nil, &syntaxError{end + 1, "empty command"}
	}
	if tokens[0].op != "" {
		return nil, nil, &syntaxError{tokens[0].at + 1, fmt.Sprintf("syntax error near unexpected token '%s'", tokens[0].op)}
	}
	c := &command{}
	for len(tokens) > 0 {
		t := tokens[0]
		switch t.op {
		case "":
			c.words = append(c.words, t.word)
			tokens = tokens[1:]
			continue
		case "|", ";", "&", "||", "&&":
			return c, tokens, nil
		}
		if len(tokens) < 2 || tokens[1].op != "" {
			return nil, nil, &syntaxError{t.at + 1, fmt.Sprintf("syntax error near token '%s'", t.op)}
		}
		c.redirects = append(c.redirects, redirect{t.op, t.fd, tokens[1].word})
		tokens = tokens[2:]
	}
	return c, tokens, nil
}
