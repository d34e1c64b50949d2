package rewrite

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// Rule is one checked rewrite rule.
type Rule struct {
	Name  string
	Level Level
	// Integers says that a rule of level Real holds modulo 2^n too.
	Integers bool
	// Text is the rule as it was written, without comments.
	Text string

	left, right *term
	rootType    bool // the new root takes the type of the old one
	typeOf      ref
	conditions  []condition
	vars        []string // value variables, by number
	attrVars    []string // attribute variables, by number
	pos         lexer.Position
}

type termKind uint8

const (
	variableTerm termKind = iota
	numberTerm
	opTerm
	likeTerm // broadcast_like(number, ?x)
)

// term is a node of a pattern or a template.
type term struct {
	kind     termKind
	variable int
	number   float64
	def      *ir.OpDef
	args     []*term
	attrs    []attrTerm
	all      bool // {*}
}

type attrTerm struct {
	name     string
	variable int // -1 for a literal
	literal  *valueText
}

// ref names a value of a match: a variable, the root (path nil) or an operand
// of an operand ... of the root.
type ref struct {
	variable int
	path     []int
}

type condition struct {
	not  bool
	name string
	args []ref
	test func(m *match, args []ref) bool
}

// ParseRules reads rules and checks them against the op definitions that
// lookup finds by mnemonic. Errors are *RuleError.
func ParseRules(filename, text string, lookup func(mnemonic string) *ir.OpDef) ([]*Rule, error) {
	file, err := parseRuleText(filename, text)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(text, "\n")
	var rules []*Rule
	seen := map[string]bool{}
	for _, t := range file.Rules {
		if seen[t.Name] {
			return nil, ruleErrorf(t.Pos, "rule '%s' is defined twice", t.Name)
		}
		seen[t.Name] = true
		line := strings.TrimSpace(lines[t.Pos.Line-1])
		forward, err := compileRule(t, t.Name, t.Pattern, t.Template, line, lookup)
		if err != nil {
			return nil, err
		}
		rules = append(rules, forward)
		if t.Arrow == "<=>" {
			back, err := compileRule(t, t.Name+"-reversed", t.Template, t.Pattern, line, lookup)
			if err != nil {
				return nil, err
			}
			rules = append(rules, back)
		}
	}
	return rules, nil
}

type ruleCompiler struct {
	rule    *Rule
	lookup  func(string) *ir.OpDef
	pattern bool // compiling the left side
}

func compileRule(t *ruleText, name string, from, to *termText, line string, lookup func(string) *ir.OpDef) (*Rule, error) {
	r := &Rule{Name: name, Text: line, pos: t.Pos}
	c := &ruleCompiler{rule: r, lookup: lookup, pattern: true}
	if err := c.level(t); err != nil {
		return nil, err
	}
	var err error
	if r.left, err = c.term(from); err != nil {
		return nil, err
	}
	if r.left.kind != opTerm {
		return nil, ruleErrorf(from.Pos, "the left side of a rule must be an op")
	}
	c.pattern = false
	if r.right, err = c.term(to); err != nil {
		return nil, err
	}
	if t.Type != nil {
		r.rootType = true
		if r.typeOf, err = c.ref(t.Pos, *t.Type); err != nil {
			return nil, err
		}
	}
	if err := c.checkInference(to, r.right, r.rootType); err != nil {
		return nil, err
	}
	for _, ct := range t.Conditions {
		if err := c.condition(ct); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (c *ruleCompiler) level(t *ruleText) error {
	for i, l := range t.Level {
		switch {
		case i == 0 && l == "exact":
			c.rule.Level = Exact
		case i == 0 && l == "finite":
			c.rule.Level = Finite
		case i == 0 && l == "real":
			c.rule.Level = Real
		case i == 1 && l == "integers" && c.rule.Level == Real:
			c.rule.Integers = true
		default:
			return ruleErrorf(t.Pos, "unknown level [%s]: write [exact], [finite], [real] or [real, integers]", strings.Join(t.Level, ", "))
		}
	}
	return nil
}

func (c *ruleCompiler) term(t *termText) (*term, error) {
	switch {
	case t.Variable != nil:
		n, err := c.variable(t.Pos, *t.Variable, &c.rule.vars)
		return &term{kind: variableTerm, variable: n}, err
	case t.Number != nil:
		return &term{kind: numberTerm, number: parseNumber(*t.Number)}, nil
	case *t.Op == "broadcast_like":
		return c.like(t)
	}
	def := c.lookup(*t.Op)
	if def == nil {
		return nil, ruleErrorf(t.Pos, "there is no op '%s'", *t.Op)
	}
	if len(def.Results) != 1 || def.Results[0].Count != ir.One || len(def.Regions) > 0 {
		return nil, ruleErrorf(t.Pos, "op '%s' has regions or not exactly one result; rules cannot speak of it", *t.Op)
	}
	least, most := 0, 0
	for _, a := range def.Operands {
		if a.Count == ir.One {
			least++
		}
		most++
		if a.Count == ir.Any {
			most = math.MaxInt
			break
		}
	}
	if len(t.Args) < least || len(t.Args) > most {
		return nil, ruleErrorf(t.Pos, "op '%s' takes %d operands, but is given %d", *t.Op, least, len(t.Args))
	}
	out := &term{kind: opTerm, def: def}
	for _, a := range t.Args {
		arg, err := c.term(a)
		if err != nil {
			return nil, err
		}
		out.args = append(out.args, arg)
	}
	return out, c.attrs(t, out)
}

func parseNumber(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(v, 0) {
		panic(fmt.Sprintf("rule lexer passed the number %q", s))
	}
	return v
}

func (c *ruleCompiler) like(t *termText) (*term, error) {
	if c.pattern || len(t.Args) != 2 || t.Args[0].Number == nil || t.Args[1].Variable == nil {
		return nil, ruleErrorf(t.Pos, "broadcast_like(NUMBER, ?x) makes a constant of the type of ?x, on the right side only")
	}
	n, err := c.variable(t.Args[1].Pos, *t.Args[1].Variable, &c.rule.vars)
	return &term{kind: likeTerm, number: parseNumber(*t.Args[0].Number), variable: n}, err
}

func (c *ruleCompiler) variable(pos lexer.Position, name string, vars *[]string) (int, error) {
	if i := slices.Index(*vars, name); i >= 0 {
		return i, nil
	}
	if !c.pattern {
		return 0, ruleErrorf(pos, "%s does not occur on the left side", name)
	}
	*vars = append(*vars, name)
	return len(*vars) - 1, nil
}

func (c *ruleCompiler) attrs(t *termText, out *term) error {
	if t.Attrs == nil {
		return nil
	}
	var names []string
	for _, a := range out.def.Attrs {
		names = append(names, a.Name)
	}
	for _, a := range t.Attrs.Items {
		if a.All {
			out.all = true
			continue
		}
		if !slices.Contains(names, a.Name) {
			return ruleErrorf(a.Pos, "op '%s' has no attribute '%s'%s", *t.Op, a.Name, spelling.DidYouMean(a.Name, names))
		}
		at := attrTerm{name: a.Name, variable: -1, literal: a.Value}
		if a.Value.Variable != nil {
			n, err := c.variable(a.Pos, *a.Value.Variable, &c.rule.attrVars)
			if err != nil {
				return err
			}
			at.variable, at.literal = n, nil
		}
		out.attrs = append(out.attrs, at)
	}
	return nil
}

// checkInference makes sure that the types of the right side follow.
func (c *ruleCompiler) checkInference(text *termText, t *term, given bool) error {
	if t.kind != opTerm {
		return nil
	}
	if !given && (t.def.Has(ir.StatedTypes) || t.def.Infer == nil && !t.def.Has(ir.SameTypes)) {
		return ruleErrorf(text.Pos, "the type of op '%s' does not follow from its operands: add ': type(root)'", *text.Op)
	}
	for i, a := range t.args {
		if err := c.checkInference(text.Args[i], a, false); err != nil {
			return err
		}
	}
	return nil
}

func (c *ruleCompiler) ref(pos lexer.Position, s string) (ref, error) {
	if strings.HasPrefix(s, "?") {
		i := slices.Index(c.rule.vars, s)
		if i < 0 {
			return ref{}, ruleErrorf(pos, "%s does not occur on the left side", s)
		}
		return ref{variable: i}, nil
	}
	parts := strings.Split(s, ".")
	if parts[0] != "root" {
		return ref{}, ruleErrorf(pos, "'%s' is neither a variable nor root, root.0, ...", s)
	}
	r := ref{variable: -1}
	for _, p := range parts[1:] {
		n, _ := strconv.Atoi(p)
		r.path = append(r.path, n)
	}
	return r, nil
}

func (c *ruleCompiler) condition(t *condText) error {
	known, ok := conditions[t.Name]
	if !ok {
		var names []string
		for n := range conditions {
			names = append(names, n)
		}
		slices.Sort(names)
		return ruleErrorf(t.Pos, "there is no condition '%s'%s", t.Name, spelling.DidYouMean(t.Name, names))
	}
	if len(t.Args) != known.args {
		return ruleErrorf(t.Pos, "condition '%s' takes %d arguments, but is given %d", t.Name, known.args, len(t.Args))
	}
	out := condition{not: t.Not, name: t.Name, test: known.test}
	for _, a := range t.Args {
		r, err := c.ref(t.Pos, a)
		if err != nil {
			return err
		}
		out.args = append(out.args, r)
	}
	c.rule.conditions = append(c.rule.conditions, out)
	return nil
}

// Root is the op the rule starts from.
func (r *Rule) Root() *ir.OpDef { return r.left.def }

// Pattern is the rule as a pattern under a floating-point mode.
func (r *Rule) Pattern(mode FPMode) *Pattern {
	return &Pattern{
		Name: r.Name, Root: r.left.def, Level: r.Level, Benefit: r.left.size(),
		Apply: func(rw *Rewriter, o *ir.Op) bool { return r.apply(rw, o, mode) },
	}
}

// size counts the ops of a term: larger patterns are tried first.
func (t *term) size() int {
	n := 0
	if t.kind == opTerm {
		n = 1
	}
	for _, a := range t.args {
		n += a.size()
	}
	return n
}

func (r *Rule) apply(rw *Rewriter, o *ir.Op, mode FPMode) bool {
	if o.NumResults() != 1 || !r.left.mayMatch(o) {
		return false
	}
	m := &match{rule: r, root: o, mode: mode, vars: make([]*ir.Value, len(r.vars)), attrs: make([]*ir.Attr, len(r.attrVars))}
	if !m.op(r.left, o, func() bool { return m.allowed() && m.conditionsHold() }) {
		return false
	}
	v, ok := m.build(rw)
	if !ok {
		return false
	}
	rw.ReplaceOp(o, v)
	return true
}
