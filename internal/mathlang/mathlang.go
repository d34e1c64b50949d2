// Package mathlang is the mathematical language of egg's tests, with derivatives
// and integrals: what tests and measurements of e-graphs share.
package mathlang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/egraph"
)

// Language is a graph and the rules for it.
type Language struct {
	Symbols *egraph.Symbols
	Graph   *egraph.Graph
	Rules   []*egraph.Rule
}

// Add adds a term.
func (l *Language) Add(text string) egraph.ID { return l.Graph.AddTerm(l.Symbols.MustParse(text)) }

func (l *Language) rule(text string, conditions ...egraph.Condition) {
	rules, err := l.Symbols.ParseRules(text, conditions...)
	if err != nil {
		panic(fmt.Sprintf("mathlang: %v", err))
	}
	for _, r := range rules {
		r.Full = false // conditions look at values
	}
	l.Rules = append(l.Rules, rules...)
}

// number reads the name of a symbol as a number.
func (l *Language) number(s egraph.Symbol) (float64, bool) {
	f, err := strconv.ParseFloat(l.Symbols.Name(s), 64)
	return f, err == nil
}

// isWord says whether a symbol is a name that somebody chose.
func (l *Language) isWord(s egraph.Symbol) bool {
	name := l.Symbols.Name(s)
	return name[0] >= 'a' && name[0] <= 'z' && !strings.ContainsAny(name, " ()")
}

// number is what is known of a class: its value, if it is a constant, and whether
// it has a name that somebody chose.
type number struct {
	value       float64
	known, word bool
}

// New is a graph of the language, with the rules of egg's tests: constants are
// computed, and a class that is a constant has no other nodes. As in egg, two
// different constants may become equal, since the rules divide by what they do not
// know to be zero.
func New(config egraph.Config) *Language {
	l := &Language{Symbols: &egraph.Symbols{}, Graph: egraph.New(config)}
	var data *egraph.Data[number]
	data = egraph.Attach(l.Graph, egraph.Analysis[number]{
		Make: func(g *egraph.Graph, n egraph.ID) number { return l.fold(g, data, n) },
		Merge: func(a, b number) (number, bool, bool, error) {
			joined := number{a.value, a.known || b.known, a.word || b.word}
			if !a.known {
				joined.value = b.value
			}
			return joined, joined.known != a.known || joined.word != a.word, joined.known != b.known || joined.word != b.word, nil
		},
		Modifies: func(v number) bool { return v.known },
		Modify: func(g *egraph.Graph, class egraph.ID) {
			v := data.Of(g, class)
			if !v.known {
				return
			}
			leaf := l.Symbols.Of(strconv.FormatFloat(v.value, 'g', -1, 64))
			g.AddEqual(class, egraph.Computed, leaf)
			g.Nodes(class, func(n egraph.ID) bool {
				if g.Arity(n) > 0 {
					g.Hide(n)
				}
				return true
			})
		},
	})
	l.mathRules(data)
	return l
}

func (l *Language) fold(g *egraph.Graph, data *egraph.Data[number], n egraph.ID) number {
	switch g.Arity(n) {
	case 0:
		v, ok := l.number(g.Symbol(n))
		return number{v, ok, l.isWord(g.Symbol(n))}
	case 2:
		a, b := data.Of(g, g.Children(n)[0]), data.Of(g, g.Children(n)[1])
		if !a.known || !b.known {
			return number{}
		}
		switch l.Symbols.Name(g.Symbol(n)) {
		case "+":
			return number{value: a.value + b.value, known: true}
		case "-":
			return number{value: a.value - b.value, known: true}
		case "*":
			return number{value: a.value * b.value, known: true}
		case "/":
			if b.value != 0 {
				return number{value: a.value / b.value, known: true}
			}
		}
	}
	return number{}
}

func (l *Language) mathRules(data *egraph.Data[number]) {
	isConst := func(v string) egraph.Condition {
		return func(g *egraph.Graph, m *egraph.Match) bool { return data.Of(g, m.At(v)).known }
	}
	isSym := func(v string) egraph.Condition {
		return func(g *egraph.Graph, m *egraph.Match) bool { return data.Of(g, m.At(v)).word }
	}
	notZero := func(v string) egraph.Condition {
		return func(g *egraph.Graph, m *egraph.Match) bool {
			d := data.Of(g, m.At(v))
			return !d.known || d.value != 0
		}
	}
	differs := func(g *egraph.Graph, m *egraph.Match) bool {
		return m.At("c") != m.At("x") && (isConst("c")(g, m) || isSym("c")(g, m))
	}
	l.rule("comm-add: (+ ?a ?b) => (+ ?b ?a)")
	l.rule("comm-mul: (* ?a ?b) => (* ?b ?a)")
	l.rule("assoc-add: (+ ?a (+ ?b ?c)) => (+ (+ ?a ?b) ?c)")
	l.rule("assoc-mul: (* ?a (* ?b ?c)) => (* (* ?a ?b) ?c)")
	l.rule("sub-canon: (- ?a ?b) => (+ ?a (* -1 ?b))")
	l.rule("div-canon: (/ ?a ?b) => (* ?a (pow ?b -1))", notZero("b"))
	l.rule("zero-add: (+ ?a 0) => ?a")
	l.rule("zero-mul: (* ?a 0) => 0")
	l.rule("one-mul: (* ?a 1) => ?a")
	l.rule("add-zero: ?a => (+ ?a 0)")
	l.rule("mul-one: ?a => (* ?a 1)")
	l.rule("cancel-sub: (- ?a ?a) => 0")
	l.rule("cancel-div: (/ ?a ?a) => 1", notZero("a"))
	l.rule("distribute: (* ?a (+ ?b ?c)) => (+ (* ?a ?b) (* ?a ?c))")
	l.rule("factor: (+ (* ?a ?b) (* ?a ?c)) => (* ?a (+ ?b ?c))")
	l.rule("pow-mul: (* (pow ?a ?b) (pow ?a ?c)) => (pow ?a (+ ?b ?c))")
	l.rule("pow0: (pow ?x 0) => 1", notZero("x"))
	l.rule("pow1: (pow ?x 1) => ?x")
	l.rule("pow2: (pow ?x 2) => (* ?x ?x)")
	l.rule("pow-recip: (pow ?x -1) => (/ 1 ?x)", notZero("x"))
	l.rule("recip-mul-div: (* ?x (/ 1 ?x)) => 1", notZero("x"))
	l.rule("d-variable: (d ?x ?x) => 1", isSym("x"))
	l.rule("d-constant: (d ?x ?c) => 0", isSym("x"), differs)
	l.rule("d-add: (d ?x (+ ?a ?b)) => (+ (d ?x ?a) (d ?x ?b))")
	l.rule("d-mul: (d ?x (* ?a ?b)) => (+ (* ?a (d ?x ?b)) (* ?b (d ?x ?a)))")
	l.rule("d-sin: (d ?x (sin ?x)) => (cos ?x)")
	l.rule("d-cos: (d ?x (cos ?x)) => (* -1 (sin ?x))")
	l.rule("d-ln: (d ?x (ln ?x)) => (/ 1 ?x)", notZero("x"))
	l.rule("d-power: (d ?x (pow ?f ?g)) => (* (pow ?f ?g) (+ (* (d ?x ?f) (/ ?g ?f)) (* (d ?x ?g) (ln ?f))))",
		notZero("f"), notZero("g"))
	l.rule("i-one: (i 1 ?x) => ?x")
	l.rule("i-power-const: (i (pow ?x ?c) ?x) => (/ (pow ?x (+ ?c 1)) (+ ?c 1))", isConst("c"))
	l.rule("i-cos: (i (cos ?x) ?x) => (sin ?x)")
	l.rule("i-sin: (i (sin ?x) ?x) => (* -1 (cos ?x))")
	l.rule("i-sum: (i (+ ?f ?g) ?x) => (+ (i ?f ?x) (i ?g ?x))")
	l.rule("i-dif: (i (- ?f ?g) ?x) => (- (i ?f ?x) (i ?g ?x))")
	l.rule("i-parts: (i (* ?a ?b) ?x) => (- (* ?a (i ?b ?x)) (i (* (d ?x ?a) (i ?b ?x)) ?x))")
}
