package pipeline

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
	"github.com/tg-opt/tg/ir"
)

// TextError is a mistake in pipeline text.
type TextError struct {
	// Source names the text in messages, Text is all of it.
	Source, Text string
	// Offset is the byte that the message is about.
	Offset  int
	Message string
	// NoPlace says that the message is about the text as a whole.
	NoPlace bool
	// Trail is set for options: which passes could not be added because of it,
	// the innermost first.
	Trail []string
}

// Error is the message with its position, without the text.
func (e *TextError) Error() string {
	before := e.Text[:e.Offset]
	line := strings.Count(before, "\n")
	return fmt.Sprintf("%s:%d:%d: error: %s", e.Source, line+1, e.Offset-strings.LastIndexByte(before, '\n'), e.Message)
}

// Diag makes a diagnostic of c that shows the line with a caret, in the form of
// mlir-opt, which lets the lines of Trail follow.
func (e *TextError) Diag(c *ir.Context) *ir.Diag {
	if e.NoPlace {
		return ir.Errorf(0, "%s", e.Message)
	}
	name := e.Source
	if e.Trail == nil {
		name = "<unknown>:0: error: " + name
	}
	src, err := c.AddSource(name, []byte(e.Text), 0)
	if err != nil {
		return ir.Errorf(0, "%s", e.Error())
	}
	at := src.Loc(e.Offset)
	if e.Trail != nil {
		return ir.Errorf(0, "<Pass-Options-Parser>: %s", e.Message).
			WithNote(at, "while processing these options")
	}
	return ir.Errorf(at, "%s", e.Message)
}

// The grammar of pipeline text is LL(1):
//
//	pipeline := element (',' element)*
//	element  := NAME ('(' pipeline? ')' | options)?
//	options  := '{' (option | BLANK)* '}'
//	option   := TEXT ('=' value)?
//
// where a value runs to the next blank outside of brackets and quotes.
type pipelineText struct {
	Elements []*elementText `parser:"( @@ ( ',' @@ )* )?"`
}

type elementText struct {
	Pos     lexer.Position
	Name    string       `parser:"@Name"`
	Nested  *nestedText  `parser:"( @@"`
	Options *optionsText `parser:"| @@ )?"`
}

type nestedText struct {
	Elements []*elementText `parser:"'(' ( @@ ( ',' @@ )* )? ')'"`
}

type optionsText struct {
	Options []*optionText `parser:"Open ( @@ | Blank )* Close"`
}

type optionText struct {
	Pos   lexer.Position
	Key   string     `parser:"@Text"`
	Value *valueText `parser:"( '=' @@ )?"`
}

type valueText struct {
	Tokens []lexer.Token
	Atoms  []*atomText `parser:"@@*"`
}

type atomText struct {
	Leaf  string     `parser:"  @( Text | Quoted | ',' | '=' )"`
	Group *groupText `parser:"| @@"`
}

type groupText struct {
	Atoms []*innerText `parser:"'(' @@* ')' | Inner @@* Close"`
}

type innerText struct {
	Leaf  string     `parser:"  @( Text | Quoted | ',' | '=' | Blank )"`
	Group *groupText `parser:"| @@"`
}

// String is the value as it was written.
func (v *valueText) String() string {
	var b strings.Builder
	for _, t := range v.Tokens {
		b.WriteString(t.Value)
	}
	return b.String()
}

// Parsers are built by reflection, which a tool run without a pipeline should
// not pay for.
var textLexer = sync.OnceValue(func() lexer.Definition {
	return lexer.MustStateful(lexer.Rules{
		"Root": {
			{Name: "Space", Pattern: `[ \t\r\n]+`},
			{Name: "Name", Pattern: `[A-Za-z_][A-Za-z0-9_.$-]*`},
			{Name: "Punct", Pattern: `[(),]`},
			{Name: "Open", Pattern: `\{`, Action: lexer.Push("Options")},
		},
		"Options": {
			{Name: "Blank", Pattern: `[ \t\r\n]+`},
			{Name: "Close", Pattern: `\}`, Action: lexer.Pop()},
			{Name: "Inner", Pattern: `\{`, Action: lexer.Push("Options")},
			{Name: "Quoted", Pattern: `"[^"]*"|'[^']*'`},
			{Name: "Text", Pattern: `[^ \t\r\n{}()=,"']+`},
			{Name: "Delimiter", Pattern: `[(),=]`},
		},
	})
})

var pipelineParser = sync.OnceValue(func() *participle.Parser[pipelineText] {
	return participle.MustBuild[pipelineText](participle.Lexer(textLexer()), participle.Elide("Space"), participle.UseLookahead(0))
})

var optionsParser = sync.OnceValue(func() *participle.Parser[optionsText] {
	return participle.MustBuild[optionsText](participle.Lexer(textLexer()), participle.UseLookahead(0))
})

// maxNesting bounds brackets within brackets, for the grammar is recursive.
const maxNesting = 100

// parseText parses text with one of the parsers above.
func parseText[T any](parser *participle.Parser[T], text string) (*T, int, string) {
	s := scan(text, len(text))
	if s.tooDeep >= 0 {
		return nil, s.tooDeep, fmt.Sprintf("brackets are nested deeper than %d", maxNesting)
	}
	ast, err := parser.ParseString("", text)
	if err == nil {
		return ast, 0, ""
	}
	var e participle.Error
	if !errors.As(err, &e) {
		return nil, 0, err.Error()
	}
	offset, message := explain(text, min(e.Position().Offset, len(text)))
	return nil, offset, message
}

// scanned is what a text looks like up to some offset.
type scanned struct {
	open    []int // offsets of brackets not closed
	options int   // how many of them are braces
	last    byte  // the last byte that is no blank, 0 if there is none
	quote   int   // offset of a quote that is not closed, or -1
	tooDeep int   // offset of the first bracket nested too deep, or -1
}

func scan(text string, end int) scanned {
	s := scanned{quote: -1, tooDeep: -1}
	for i := 0; i < end; i++ {
		c := text[i]
		switch c {
		case '(', '{':
			if len(s.open) == maxNesting && s.tooDeep < 0 {
				s.tooDeep = i
			}
			s.open = append(s.open, i)
			if c == '{' {
				s.options++
			}
		case ')', '}':
			if n := len(s.open); n > 0 {
				if text[s.open[n-1]] == '{' {
					s.options--
				}
				s.open = s.open[:n-1]
			}
		case '"', '\'':
			n := strings.IndexByte(text[i+1:end], c)
			if n < 0 {
				s.quote = i
				return s
			}
			i += n + 1
		}
		if !strings.ContainsRune(" \t\r\n", rune(c)) {
			s.last = c
		}
	}
	return s
}

// explain says what is wrong with text where a parser stopped at offset, in
// the words of mlir-opt where it has some.
func explain(text string, offset int) (int, string) {
	if s := scan(text, len(text)); s.quote >= 0 && s.options > 0 {
		return s.quote, "missing closing quote while processing pass options"
	}
	s := scan(text, offset)
	rest := strings.TrimLeft(text[offset:], " \t\r\n")
	at := len(text) - len(rest)
	switch {
	case len(s.open) > 0 && (rest == "" || s.options > 0 && strings.IndexByte("})", rest[0]) >= 0):
		bracket := s.open[len(s.open)-1]
		switch {
		case text[bracket] == '{':
			return bracket, "missing closing '}' while processing pass options"
		case s.options > 0:
			return bracket, "missing closing ')' while processing pass options"
		}
		return bracket, "encountered unbalanced parentheses while parsing pipeline"
	case rest == "":
		return at, "'' does not refer to a registered pass or pass pipeline: expected a name at the end"
	case rest[0] == ')' && len(s.open) == 0:
		return at, "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline"
	case s.options > 0:
		return at, fmt.Sprintf("expected an option 'name=value' or '}', but got '%s'", word(rest))
	case s.last == 0 || s.last == ',' || s.last == '(':
		return at, fmt.Sprintf("'' does not refer to a registered pass or pass pipeline: expected a name, but got '%s'", word(rest))
	case len(s.open) > 0:
		return at, fmt.Sprintf("expected ',' after parsing pipeline, or ')', but got '%s'", word(rest))
	}
	return at, fmt.Sprintf("expected ',' after parsing pipeline, but got '%s'", word(rest))
}

// word is the start of s that a message shows: an identifier or one character.
func word(s string) string {
	end := 0
	for end < len(s) && end < 40 && (s[end] == '-' || s[end] == '_' || s[end] == '.' ||
		'0' <= s[end] && s[end] <= '9' || 'a' <= s[end]|0x20 && s[end]|0x20 <= 'z') {
		end++
	}
	if end > 0 {
		return s[:end]
	}
	for _, r := range s {
		return string(r)
	}
	return ""
}
