// Package term has programs as terms of the language of rules: what enumerations find, before it is
// a rule.
package term

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Term is a variable, a number, or an op on terms.
type Term struct {
	// Variable is the name of a variable, without its mark; "" for others.
	Variable string
	// Op is the mnemonic of an op of tg; "" for others. Result is which of its results is meant,
	// -1 for an op with one.
	Op     string
	Result int
	Attrs  []Attr
	Args   []*Term
	// Type is what the op is stated to make, as an expression; "" where it follows from operands.
	Type string
	// Number is that of a constant.
	Number float64
}

// Attr is an attribute, with its value as an expression.
type Attr struct{ Name, Value string }

// String is the term in the language of rules.
func (t *Term) String() string {
	switch {
	case t.Variable != "":
		return "?" + t.Variable
	case t.Op == "":
		return numberText(t.Number)
	}
	s := t.Whole()
	if t.Result >= 0 {
		s += fmt.Sprint("#", t.Result)
	}
	if t.Type != "" {
		return "(" + s + " : " + t.Type + ")"
	}
	return s
}

// numberText is a number as the language has it.
func numberText(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return strings.TrimPrefix(strings.ToLower(fmt.Sprint(v)), "+")
	}
	return fmt.Sprint(v)
}

// Whole is String without saying which result of the op is meant: all of them.
func (t *Term) Whole() string {
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = a.String()
	}
	s := t.Op + "(" + strings.Join(args, ", ") + ")"
	var attrs []string
	for _, a := range t.Attrs {
		attrs = append(attrs, a.Name+" = "+a.Value)
	}
	if attrs != nil {
		s += " {" + strings.Join(attrs, ", ") + "}"
	}
	return s
}

// Join is the text of terms, in a list.
func Join(terms []*Term) string {
	list := make([]string, len(terms))
	for i, t := range terms {
		list[i] = t.String()
	}
	return strings.Join(list, ", ")
}

// Walk calls f with the term and all that it is made of, from the outside.
func (t *Term) Walk(f func(*Term)) {
	f(t)
	for _, a := range t.Args {
		a.Walk(f)
	}
}

// Clone is a copy that shares nothing with the term.
func (t *Term) Clone() *Term {
	c := *t
	c.Attrs, c.Args = slices.Clone(t.Attrs), make([]*Term, len(t.Args))
	for i, a := range t.Args {
		c.Args[i] = a.Clone()
	}
	return &c
}

// Variables are the names of the variables of terms, in the order in which they are met.
func Variables(terms ...*Term) (list []string) {
	for _, t := range terms {
		t.Walk(func(t *Term) {
			if t.Variable != "" && !slices.Contains(list, t.Variable) {
				list = append(list, t.Variable)
			}
		})
	}
	return list
}

// Ops are the ops of terms, each counted once where it occurs twice; results of one op are one.
func Ops(terms ...*Term) int {
	seen := map[string]bool{}
	for _, t := range terms {
		t.Walk(func(t *Term) {
			if t.Op != "" {
				seen[t.Whole()] = true
			}
		})
	}
	return len(seen)
}

// Occurrences is how often a variable occurs.
func (t *Term) Occurrences(variable string) (n int) {
	t.Walk(func(t *Term) {
		if t.Variable == variable {
			n++
		}
	})
	return n
}
