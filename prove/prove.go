// Package prove proves that two small graphs of ops compute the same, for all extents where they
// are given for all, and says in which sense. It never claims what is not so under the assumptions
// that a proof states; of what it cannot prove it says why.
//
// What ops are is what they say in the slot te.Expand, and nothing else: each element of a result
// is an expression of reads of the arguments at index expressions, of choices by conditions on
// indices, of folds over axes, and of ops on single elements. Of these ops a table of axioms says
// what is known (axioms.go), and execution what they make of constants.
//
// Extents that are symbols: an expansion knows its extents, so graphs are expanded for several
// values of the symbols, and each number (a factor of an axis, an extent, a number in a condition)
// becomes the polynomial that it is there. That its numbers are polynomials of a low degree is what
// the proof assumes of an expansion; they are looked at in more places than make the polynomial,
// and the extents of all tensors also near the least values of the symbols and far from them.
//
// Two elements are compared in a region of indices and symbols, which conditions split where they
// are not decided; that a region is empty is shown by elimination over the integers (region.go).
// To the bit, they must be made in the same way (equal.go), with the axes of folds in an order that
// the combiner does not notice. Over numbers, both become sums of products over domains, which
// cancel (algebra.go, match.go). Beyond that, the orders of two elements and the values of a truth
// are looked at one by one (cases.go), and integers bit by bit (bitwise.go).
//
// A proof for some axes holds for other numbers of axes where these are only carried along
// (ranks.go).
package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Kind is what a proof says.
type Kind uint8

const (
	// Unknown is no proof; Reason says why there is none.
	Unknown Kind = iota
	// OverReals says that both sides are equal over the reals, wherever no divisor of the left side
	// is zero and what it computes is defined.
	OverReals
	// OverRings says that both sides are equal over any commutative ring, whatever functions stand
	// for the ops that are no sums and products: so also over the reals, and modulo 2^n.
	OverRings
	// ByDefinition says that both sides are the same to the bit: what ops do to elements and in
	// which order sums are made is the same, or the elements are integers, which do not round.
	ByDefinition
)

func (k Kind) String() string {
	return [...]string{"unknown", "over the reals", "over any commutative ring", "to the bit"}[k]
}

// level is what is known of numbers in one attempt.
type level uint8

const (
	exactly level = iota
	overRings
	overReals
)

// Symbol is a number that a family of graphs depends on, such as an extent: any whole number from
// Min on. Note says more about it.
type Symbol struct {
	Name string
	Min  int64
	Note string
	// Base is a value around which graphs are looked at, and at which no extent is less than 2 by
	// chance; 0 for one that is chosen.
	Base int64
}

// Family is a pair of graphs for each choice of the symbols.
type Family struct {
	Symbols []Symbol
	// Make makes both sides for values of the symbols: blocks with arguments of the same types,
	// that end in an op whose operands are the results. All blocks must be of one context, and in
	// regions. It is called for values of at least Min, mostly for some that differ from each
	// other.
	Make func(values []int64) (left, right *ir.Block, err error)
}

// Pair is the family of one pair of graphs.
func Pair(left, right *ir.Block) Family {
	return Family{Make: func([]int64) (*ir.Block, *ir.Block, error) { return left, right, nil }}
}

// Proof is what was found.
type Proof struct {
	Kind Kind
	// Assumptions are what the proof takes for granted.
	Assumptions []string
	// Extents says for which extents it holds, and Ranks for which ranks.
	Extents, Ranks string
	// Carried are the names of the symbols that are extents of axes of which there may be any
	// number.
	Carried []string
	// Reason is why nothing is proven.
	Reason string
	// Forms are both sides of each result at the index level.
	Forms []string
}

// String is the proof as text of several lines.
func (p Proof) String() string {
	var b strings.Builder
	if p.Kind == Unknown {
		fmt.Fprintf(&b, "not proven: %s\n", p.Reason)
	} else {
		fmt.Fprintf(&b, "proven %s, for extents: %s; for ranks: %s\n", p.Kind, p.Extents, p.Ranks)
		for _, a := range p.Assumptions {
			fmt.Fprintf(&b, "  assuming that %s\n", a)
		}
	}
	for _, f := range p.Forms {
		fmt.Fprintf(&b, "  %s\n", f)
	}
	return b.String()
}

// Prove tries to prove that both sides of a family are equal, in the strongest sense in which they
// are shown to be.
func Prove(f Family) Proof {
	var names []string
	base := make([]int64, len(f.Symbols))
	for i, s := range f.Symbols {
		if base[i] = s.Base; base[i] == 0 {
			base[i] = s.Min + 5 + 4*int64(i)
		}
		names = append(names, strings.TrimSpace(fmt.Sprintf("%s >= %d %s", s.Name, s.Min, s.Note)))
	}
	lift := newLifting(symbolsOf(f), base)
	var sides [2][]*ir.Block
	for _, values := range lift.samples() {
		left, right, err := f.Make(values)
		if err != nil {
			return Proof{Reason: fmt.Sprintf("no graphs for %v: %s", values, err)}
		}
		sides[0], sides[1] = append(sides[0], left), append(sides[1], right)
	}
	if why := mismatch(sides); why != "" {
		return Proof{Reason: why}
	}
	extents, err := f.extents(lift, sides)
	if err != nil {
		return Proof{Reason: err.Error()}
	}
	var proof Proof
	for _, l := range []level{exactly, overRings, overReals} {
		a := &attempt{family: f, level: l, lift: lift, sides: sides, extents: extents}
		ok := a.run()
		proof = a.proof
		if ok {
			break
		}
	}
	if proof.Kind == Unknown {
		return proof
	}
	proof.Extents = "those of the graphs"
	if len(names) > 0 {
		proof.Extents = "all " + strings.Join(names, ", ")
		proof.Assumptions = append(proof.Assumptions, uniform)
		if proof.Ranks != oneRank {
			proof.Assumptions = append(proof.Assumptions, alikeRanks)
		}
		if len(extents) > 0 {
			name := func(v variable) string { return f.Symbols[v].Name }
			var list []string
			for _, e := range extents {
				list = append(list, e.text(name))
			}
			proof.Assumptions = append(proof.Assumptions, "these extents are not negative: "+strings.Join(list, ", "))
		}
	}
	return proof
}

// uniform is what proofs for all extents assume of the index level of ops.
const uniform = "the numbers that ops say at the index level are polynomials of the extents of degree 3 at most, which interpolation finds"

// alikeRanks is what proofs for several ranks assume.
const alikeRanks = "ops of other ranks do with several axes that they carry, or reduce, what they do with one, in one order"

// oneRank is what Ranks says of a proof for the graphs as they are.
const oneRank = "those of the graphs"

// symbolsOf are the variables of the symbols, which each table has first.
func symbolsOf(f Family) []variable {
	out := make([]variable, len(f.Symbols))
	for i := range out {
		out[i] = variable(i)
	}
	return out
}

// mismatch says why two sides cannot be compared at all.
func mismatch(sides [2][]*ir.Block) string {
	for i, left := range sides[0] {
		right := sides[1][i]
		if c := left.Last().Context(); c.LookupOp("te.compute") == nil {
			return "the context does not know the dialect te, the index level"
		}
		if left.Last() == nil || right.Last() == nil || left.Region() == nil || right.Region() == nil {
			return "a graph has no end, or is in no region"
		}
		if left.NumArgs() != right.NumArgs() || left.Last().NumOperands() != right.Last().NumOperands() {
			return "the sides have different numbers of arguments or results"
		}
		for k, v := range left.Args() {
			if v.Type() != right.Arg(k).Type() {
				return fmt.Sprintf("argument %d is '%s' on the left and '%s' on the right", k, v.Type(), right.Arg(k).Type())
			}
		}
		for k, v := range left.Last().Operands() {
			if w := right.Last().Operand(k); v.Type() != w.Type() || !v.Type().IsRankedTensor() || !v.Type().IsStatic() {
				return fmt.Sprintf("result %d is '%s' on the left and '%s' on the right, where one type of known extents would be right", k, v.Type(), w.Type())
			}
		}
	}
	return ""
}

// attempt is one to prove a family at a level.
type attempt struct {
	family Family
	level  level
	lift   *lifting
	sides  [2][]*ir.Block
	// extents are those of all tensors, none of which is negative.
	extents []poly
	proof   Proof
}

// run compares all results.
func (a *attempt) run() bool {
	t := newTable(a.level)
	var facts []fact
	for _, s := range a.family.Symbols {
		v := t.fresh(symbol, s.Name)
		facts = append(facts, fact{p: v.poly().plus(-s.Min)})
	}
	for _, e := range a.extents {
		facts = append(facts, fact{p: e})
	}
	p := &prover{table: t, budget: maxComparisons}
	t.prover = p
	var readers [2]*reader
	for i, blocks := range a.sides {
		if readers[i] = newReader(t, a.lift, blocks); readers[i].err != nil {
			return a.failed(readers[i].err)
		}
	}
	floats := false
	var compared []side
	for k, v := range readers[0].results() {
		if slices.Contains(v.Type().Shape(), 0) && len(a.family.Symbols) == 0 {
			continue // no elements
		}
		var forms [2]*node
		var axes []variable
		var extents []poly
		for i, r := range readers {
			v := r.results()[k]
			if i == 0 {
				extents = r.extents(v)
				for d := range extents {
					axes = append(axes, t.fresh(axis, fmt.Sprintf("i%d", d)))
				}
			}
			at := make([]poly, len(axes))
			for d, x := range axes {
				at[d] = x.poly()
			}
			forms[i] = r.at(v, at)
			if r.err != nil {
				return a.failed(r.err)
			}
			floats = floats || t.hasFloats(forms[i])
			compared = append(compared, side{forms[i], axes, extents, r.arguments()})
		}
		r := (&region{t: t, known: map[string]bool{}}).and(facts...).and(ranges(axes, extents)...)
		a.proof.Forms = append(a.proof.Forms, fmt.Sprintf("result %d, %s: %s == %s", k, t.facts(r.facts), t.text(forms[0]), t.text(forms[1])))
		if !p.equal(forms[0], forms[1], r) {
			return a.failed(fmt.Errorf("%s", p.why))
		}
		if floats && a.level > exactly && !p.defined(forms[0], forms[1], r) {
			return a.failed(fmt.Errorf("%s", p.why))
		}
	}
	for _, s := range classes(t, a.lift.symbols, compared) {
		a.proof.Carried = append(a.proof.Carried, a.family.Symbols[s].Name)
	}
	a.proof.Ranks = ranks(a.proof.Carried)
	switch {
	case a.level == exactly || !floats:
		a.proof.Kind = ByDefinition
	case a.level == overRings:
		a.proof.Kind = OverRings
	default:
		a.proof.Kind = OverReals
		a.proof.Assumptions = append(a.proof.Assumptions, "no divisor on the left is zero, what is there is defined, and nothing is rounded, also not to another type of floats")
	}
	return true
}

func (a *attempt) failed(err error) bool {
	a.proof.Kind, a.proof.Reason = Unknown, err.Error()
	return false
}

// results are the values that a side returns, for the first sample.
func (r *reader) results() []*ir.Value { return r.end.Operands() }

// arguments are the extents of the arguments.
func (r *reader) arguments() [][]poly {
	out := make([][]poly, len(r.args))
	for v, i := range r.args {
		out[i] = r.extents(v)
	}
	return out
}

// hasFloats reports whether some element below n is a float, or a complex number.
func (t *table) hasFloats(n *node) (found bool) {
	t.visitAll(n, func(n *node) { found = found || n.typ != nil && (n.typ.IsFloat() || n.typ.IsComplex()) })
	return found
}
