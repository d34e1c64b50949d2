package rule

import (
	"errors"
	"fmt"

	"github.com/tg-opt/tg/rewrite"
)

// The syntax tree of one rule. The language is described in doc.go.
type ruleText struct {
	pos      rewrite.Position
	name     string
	left     []*termText
	bothWays bool // <=>
	right    *termText
	typ      *typeText // nil for none
	level    levelText
	clauses  []*clauseText
	// stated is where what the rule does has been said, in bytes of the file; evidence follows.
	stated   int
	evidence Evidence
	provers  []rewrite.Position // of the names in evidence.Proved
	used     [2]int             // where the clause `used` begins and ends
}

type levelText struct {
	pos   rewrite.Position
	words []string
}

// termText is a node of a pattern or of what replaces it: one of a group, a
// number, a variable (with `...`, an entry of it, or naming the op behind it), a list
// in brackets and an op.
type termText struct {
	pos      rewrite.Position
	group    *groupText
	number   string
	variable string
	rest     bool
	entry    *exprText // the number of an entry of a list of values
	each     []*alternativeText
	op       *opText
}

// alternativeText is a term in brackets, with what must hold where it matches.
type alternativeText struct {
	term  *termText
	where []*condText
}

// groupText is a term in parentheses, perhaps with its type, or several.
type groupText struct {
	terms []*termText
	typ   *typeText
}

// opText is an op, or a constant when no parentheses follow (call). The name of a class
// of ops is a variable.
type opText struct {
	pos    rewrite.Position
	name   string
	call   bool
	args   []*termText
	attrs  []*attrText
	braces bool   // there are attributes, perhaps none
	result string // the number behind '#'; "" for none
}

// attrText is `*name`, `*value`, `!name` or `name = value`.
type attrText struct {
	pos          rewrite.Position
	star, absent bool
	name         string
	value        *exprText
}

// typeText is `name(args)`.
type typeText struct {
	pos  rewrite.Position
	name string
	args []*exprText
}

// clauseText is one of `where`, `let` and `priority`.
type clauseText struct {
	pos      rewrite.Position
	where    []*condText
	let      string
	value    *exprText
	priority string
}

// condText is a condition: an expression, perhaps compared with another one, or with
// the operator `or` one of several lists, all of one of which hold.
type condText struct {
	pos         rewrite.Position
	not         bool
	left, right *exprText // right is nil without an operator
	op          string
	any         [][]*condText
}

// exprText is an expression: an operator with its operands (`[` for an entry
// of a list, a list with `]`, `call`, unary and binary operators), or a leaf.
type exprText struct {
	pos  rewrite.Position
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

// Error is an error in rule text; its text is `file:line:col: error: ...`.
type Error struct {
	Pos     rewrite.Position
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("%s: error: %s", e.Pos, e.Message) }

func errorf(pos rewrite.Position, format string, args ...any) *Error {
	return &Error{pos, fmt.Sprintf(format, args...)}
}

// Errors are the errors of a file, in the order of the text, one per line; the
// last may stand for those after it.
type Errors []*Error

func (e Errors) Error() string {
	lines := make([]error, len(e))
	for i, r := range e {
		lines[i] = r
	}
	return errors.Join(lines...).Error()
}
