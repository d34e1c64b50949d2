package rewrite

import (
	"errors"
	"fmt"
)

// The syntax tree of one rule. The language is described in doc.go.
type ruleText struct {
	pos      Position
	name     string
	left     []*termText
	bothWays bool // <=>
	right    *termText
	typ      *typeText // nil for none
	level    levelText
	clauses  []*clauseText
}

type levelText struct {
	pos   Position
	words []string
}

// termText is a node of a pattern or of what replaces it: one of a group, a
// number, a variable (with `...`, or naming the op behind it) and an op.
type termText struct {
	pos      Position
	group    *groupText
	number   string
	variable string
	rest     bool
	op       *opText
}

// groupText is a term in parentheses, perhaps with its type, or several.
type groupText struct {
	terms []*termText
	typ   *typeText
}

// opText is an op, or a constant when no parentheses follow (call).
type opText struct {
	pos    Position
	name   string
	call   bool
	args   []*termText
	attrs  []*attrText
	braces bool   // there are attributes, perhaps none
	result string // the number behind '#'; "" for none
}

// attrText is `*name`, `!name` or `name = value`.
type attrText struct {
	pos          Position
	star, absent bool
	name         string
	value        *exprText
}

// typeText is `name(args)`.
type typeText struct {
	pos  Position
	name string
	args []*exprText
}

// clauseText is one of `where`, `let` and `priority`.
type clauseText struct {
	pos      Position
	where    []*condText
	let      string
	value    *exprText
	priority string
}

type condText struct {
	pos         Position
	not         bool
	left, right *exprText // right is nil without an operator
	op          string
}

// exprText is an expression: an operator with its operands (`[` for an entry
// of a list, a list with `]`, `call`, unary and binary operators), or a leaf.
type exprText struct {
	pos  Position
	op   exprForm
	text string // of a leaf, a call or an operator
	args []*exprText
}

type exprForm uint8

const (
	numberForm exprForm = iota
	stringForm
	variableForm
	pathForm
	wordForm
	callForm
	listForm
	indexForm
	minusForm
	binaryForm
)

// Position is a place in a file of rules.
type Position struct {
	Filename string
	Offset   int // in bytes, from 0
	Line     int // from 1
	Column   int // in characters, from 1
}

func (p Position) String() string { return fmt.Sprintf("%s:%d:%d", p.Filename, p.Line, p.Column) }

// RuleError is an error in rule text; its text is `file:line:col: error: ...`.
type RuleError struct {
	Pos     Position
	Message string
}

func (e *RuleError) Error() string { return fmt.Sprintf("%s: error: %s", e.Pos, e.Message) }

func ruleErrorf(pos Position, format string, args ...any) *RuleError {
	return &RuleError{pos, fmt.Sprintf(format, args...)}
}

// RuleErrors are the errors of a file, in the order of the text, one per line; the
// last may stand for those after it.
type RuleErrors []*RuleError

func (e RuleErrors) Error() string {
	lines := make([]error, len(e))
	for i, r := range e {
		lines[i] = r
	}
	return errors.Join(lines...).Error()
}
