package rewrite

import (
	"errors"
	"fmt"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The rule language. One rule is one line:
//
//	rule NAME: PATTERN => TEMPLATE [LEVEL] where CONDITION and CONDITION
//
// PATTERN is a tree of ops on variables `?x`, numbers (a constant of that
// value, of any shape) and sub-patterns; TEMPLATE is what replaces its root.
// `op(...) {name = ?a}` binds or sets an attribute, `{*}` stands for all
// attributes of the pattern's root. `<=>` makes two rules. `: type(root)` gives
// the new root the type of the old one where it cannot be inferred. LEVEL is
// exact, finite or real; `[real, integers]` says that the rule also holds
// modulo 2^n, so that it applies to integers in every mode.
type ruleFile struct {
	Rules []*ruleText `parser:"@@*"`
}

type ruleText struct {
	Pos        lexer.Position
	Name       string      `parser:"'rule' @(Ident|Name) ':'"`
	Pattern    *termText   `parser:"@@"`
	Arrow      string      `parser:"@('=>' | '<=>')"`
	Template   *termText   `parser:"@@"`
	Type       *string     `parser:"(':' 'type' '(' @(Path|Ident|Variable) ')')?"`
	Level      []string    `parser:"'[' @Ident (',' @Ident)* ']'"`
	Conditions []*condText `parser:"('where' @@ ('and' @@)*)?"`
}

type termText struct {
	Pos      lexer.Position
	Variable *string     `parser:"  @Variable"`
	Number   *string     `parser:"| @Number"`
	Op       *string     `parser:"| @Ident"`
	Args     []*termText `parser:"  '(' (@@ (',' @@)*)? ')'"`
	Attrs    *attrsText  `parser:"  @@?"`
}

type attrsText struct {
	Items []*attrText `parser:"'{' (@@ (',' @@)*)? '}'"`
}

type attrText struct {
	Pos   lexer.Position
	All   bool       `parser:"  @'*'"`
	Name  string     `parser:"| @Ident '='"`
	Value *valueText `parser:"  @@"`
}

type valueText struct {
	Variable *string  `parser:"  @Variable"`
	String   *string  `parser:"| @String"`
	Number   *string  `parser:"| @Number"`
	Word     *string  `parser:"| @Ident"`
	List     bool     `parser:"| @'['"`
	Numbers  []string `parser:"  (@Number (',' @Number)*)? ']'"`
}

type condText struct {
	Pos  lexer.Position
	Not  bool     `parser:"@'not'?"`
	Name string   `parser:"@Ident"`
	Args []string `parser:"'(' (@(Variable|Path|Ident) (',' @(Variable|Path|Ident))*)? ')'"`
}

// The parser is built when the first rule is read: it costs more than the
// start of a tool that needs none.
var ruleParser = sync.OnceValue(func() *participle.Parser[ruleFile] {
	return participle.MustBuild[ruleFile](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "Comment", Pattern: `//[^\n]*`},
			{Name: "Space", Pattern: `\s+`},
			{Name: "Variable", Pattern: `\?[A-Za-z_][A-Za-z0-9_]*`},
			{Name: "Number", Pattern: `-?([0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?|inf)\b`},
			{Name: "Path", Pattern: `root(\.[0-9]+)+`},
			{Name: "Name", Pattern: `[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)+`},
			{Name: "Ident", Pattern: `[A-Za-z_][A-Za-z0-9_]*`},
			{Name: "String", Pattern: `"[^"\n]*"`},
			{Name: "Punct", Pattern: `<=>|=>|[(){}\[\]:,=*]`},
		})),
		participle.Elide("Comment", "Space"),
		participle.Unquote("String"),
	)
})

// RuleError is an error in rule text; its text is `file:line:col: error: ...`.
type RuleError struct {
	Pos     lexer.Position
	Message string
}

func (e *RuleError) Error() string { return fmt.Sprintf("%s: error: %s", e.Pos, e.Message) }

func ruleErrorf(pos lexer.Position, format string, args ...any) error {
	return &RuleError{pos, fmt.Sprintf(format, args...)}
}

func parseRuleText(filename, text string) (*ruleFile, error) {
	f, err := ruleParser().ParseString(filename, text)
	var perr participle.Error
	if errors.As(err, &perr) {
		return nil, &RuleError{perr.Position(), perr.Message()}
	}
	return f, err
}
