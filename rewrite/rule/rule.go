package rule

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Rule is one checked rewrite rule.
type Rule struct {
	Name string
	// Set is the set the rule belongs to: the last `set` line before it, or the
	// base name of its file.
	Set string
	// Complex says that the rule is for complex numbers, too: its set is, or it asks for
	// them. Others are not applied where an op that they match has to do with some.
	Complex bool
	// Search says that the rule is for engines that search, and weigh what it makes: its set is.
	// The greedy driver leaves it alone. Such a rule may apply to what it makes.
	Search bool
	// Doc is the comment right before the rule, on one line.
	Doc   string
	Level rewrite.Level
	// Integers says that a rule of level Real holds modulo 2^n too.
	Integers bool
	// Priority puts the rule before all rules of lower priority; 0 for most.
	Priority int
	// Text is the rule as it was written, without comments before it.
	Text string
	// Evidence says why the rule is believed; that of a reversed one is the same.
	Evidence Evidence
	// Pos is where the rule starts.
	Pos rewrite.Position

	stated  int                // where the evidence begins in Text
	provers []rewrite.Position // of the names in Evidence.Proved
	left    []*term
	right   []*term
	clauses []clause
	// What the variables are called, by number: values, lists of values, and
	// attributes with what `let` computes; captures are the attributes `*`.
	vars, listVars []string
	attrVars       []attrVar
	captures       []string
	captured       []*term // whose attributes the captures are
	terms          int     // on the left
	// classes are the variables that stand for ops, as `?f` of `?f(...)`, and lists is
	// how many lists in brackets there are on the left.
	classes []string
	lists   int
	anchors []anchor // of the patterns on the left
	// usedVars and usedLists are the variables that the right side speaks of.
	usedVars, usedLists []int
	// dropped are the variables of the left side that the right side does not
	// speak of, neither by name nor by that of an op around them.
	dropped  []int
	reversed *Rule
}

type attrVar struct {
	name string
	kind kind
	arg  *ir.AttrArg // what it was bound to first; nil for `let`
	def  *ir.OpDef
}

type termKind uint8

const (
	variableTerm termKind = iota
	restTerm              // ?xs...
	eachTerm              // [...]...: args are the alternatives
	entryTerm             // in brackets, one value of a list; also ?xs[0]
	numberTerm
	computedTerm // a scalar constant with a computed value: splat(EXPR)
	opTerm
)

// term is a node of a pattern or of what replaces it.
type term struct {
	kind termKind
	pos  rewrite.Position
	id   int // numbers the terms of the left side
	// variable is that of a variable, a rest, or the name of an op's result; -1
	// for none. first says that it is bound here. In a pattern things are bound
	// and compared in the order of the text.
	variable int
	first    bool
	number   number
	value    *expr // of a computed constant
	typ      *typeExpr

	// def is nil where class numbers the variable that stands for the op; -1 for none.
	def        *ir.OpDef
	class      int
	classFirst bool // the variable is bound here
	args       []*term
	attrs      []attrTerm
	absent     []string
	star       int // the capture of `*`; -1 for none
	result     int
	// results is how many results the op must have; 0 for any number.
	results int
	// list says what a list in brackets is besides.
	list *listTerm
	// listed says that variable numbers a list, to which what is matched is added.
	listed bool
	// open says of a term of the right side that its element type does not follow
	// from what it is made of.
	open bool
	// early are conditions of what is bound once the term is matched, operands aside.
	early []*clause
	// commutes says that the first two operands may be the other way round, and
	// that this makes a difference.
	commutes bool
}

type attrTerm struct {
	name  string
	arg   *ir.AttrArg
	value *expr
	// variable is what is bound (first) or compared in a pattern; -1 for a
	// literal.
	variable int
	first    bool
	// words are those that a condition asks for, or with notWords those that it refuses.
	words    []string
	notWords bool
	// shared says that the variable is bound in brackets: to the same for all operands.
	shared bool
}

// typeExpr is type(REF) or tensor(SHAPE, ELEMENT).
type typeExpr struct {
	like        *expr
	shape, elem *expr
}

// clause is one condition or `let`.
type clause struct {
	not       bool
	condition *condition
	args      []*expr
	compare   string     // an operator with args as operands; "" for none
	let       int        // the variable that args[0] is; -1 for none
	any       [][]clause // lists, of which all of one must hold; nil for none
	early     bool       // a term of the left side tests it
}

// Root is the op the rule starts from, nil if that is one of a class.
func (r *Rule) Root() *ir.OpDef { return r.left[0].def }

// StartsFrom reports whether the rule may apply to ops of that kind.
func (r *Rule) StartsFrom(def *ir.OpDef) bool {
	return r.left[0].def == def || r.left[0].def == nil && inClass(def)
}

// InClass reports whether a variable for ops, as `?f` of `?f(...)`, may stand for def.
func InClass(def *ir.OpDef) bool { return inClass(def) }

// Reversed is a bidirectional rule (`<=>`) read from right to left, for engines
// that search; nil for other rules. The greedy driver uses only Rule itself.
func (r *Rule) Reversed() *Rule { return r.reversed }

// Statement is the text of the rule without its evidence.
func (r *Rule) Statement() string { return r.Text[:r.stated] }

// NumVariables is how many values and lists of values the left side is about.
func (r *Rule) NumVariables() int { return len(r.vars) + len(r.listVars) }

// NumOps is how many ops each side has, counted as often as they occur.
func (r *Rule) NumOps() (left, right int) { return sizeOf(r.left), sizeOf(r.right) }

// NumClauses is how many conditions stand behind `where`.
func (r *Rule) NumClauses() int { return len(r.clauses) }

// NumPatterns is how many values the rule replaces together.
func (r *Rule) NumPatterns() int { return len(r.left) }

// Depth is how many ops there are at most from a root to an op or constant that the rule asks
// for, the root aside.
func (r *Rule) Depth() int {
	most := 0
	for _, t := range r.left {
		most = max(most, t.depth())
	}
	return most
}

func (t *term) depth() int {
	most := 0
	for _, a := range t.args {
		if a.kind == eachTerm {
			most = max(most, a.depth())
		} else {
			most = max(most, 1+a.depth())
		}
	}
	return most
}

// Ops are the definitions of the ops on the left side, without repetitions.
func (r *Rule) Ops() []*ir.OpDef { return opsOf(r.left) }

// Made are the definitions of the ops on the right side, without repetitions.
func (r *Rule) Made() []*ir.OpDef { return opsOf(r.right) }

func opsOf(terms []*term) []*ir.OpDef {
	var list []*ir.OpDef
	for _, t := range terms {
		t.walk(func(t *term) {
			if t.kind == opTerm && t.def != nil && !slices.Contains(list, t.def) {
				list = append(list, t.def)
			}
		})
	}
	return list
}

func (t *term) walk(visit func(*term)) {
	visit(t)
	for _, a := range t.args {
		a.walk(visit)
	}
}

// names is the variable of a value that a term is or names; -1 if it is that of a list,
// or none.
func (t *term) names() int {
	if t.listed || t.kind != variableTerm && t.kind != opTerm {
		return -1
	}
	return t.variable
}

// size counts the ops on the left side.
func (r *Rule) size() int { return sizeOf(r.left) }

func sizeOf(terms []*term) int {
	n := 0
	for _, t := range terms {
		t.walk(func(t *term) {
			if t.kind == opTerm {
				n++
			}
		})
	}
	return n
}
