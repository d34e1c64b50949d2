package widen_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/discover/term"
	"github.com/tg-opt/tg/discover/widen"
	"github.com/tg-opt/tg/rules"
)

var x, y, z = &term.Term{Variable: "x"}, &term.Term{Variable: "y"}, &term.Term{Variable: "z"}

// call is an op of one result on terms, and attributes in turn.
func call(op string, args []*term.Term, attrs ...string) *term.Term {
	t := &term.Term{Op: op, Result: -1, Args: args}
	for i := 0; i < len(attrs); i += 2 {
		t.Attrs = append(t.Attrs, term.Attr{Name: attrs[i], Value: attrs[i+1]})
	}
	return t
}

func on(args ...*term.Term) []*term.Term { return args }

func part(t *term.Term, result int) *term.Term {
	c := t.Clone()
	c.Result = result
	return c
}

func turned(t *term.Term) *term.Term { return call("transpose", on(t), "permutation", "[1, 0]") }

func widener() *widen.Widener { return &widen.Widener{Lookup: rules.Lookup, Origin: "a test"} }

// TestWidest tells for which operands, and how exactly, equalities of matrices hold.
func TestWidest(t *testing.T) {
	join := func(a, b *term.Term, dim string) *term.Term { return call("concat", on(a, b), "dim", dim) }
	halves := func(t *term.Term, dim string) *term.Term { return call("split", on(t), "dim", dim, "sizes", "[1, 1]") }
	neg := func(t *term.Term) *term.Term { return call("neg", on(t)) }
	matmul := func(a, b *term.Term) *term.Term { return call("matmul", on(a, b)) }
	add := func(a, b *term.Term) *term.Term { return call("add", on(a, b)) }
	joined := call("split", on(matmul(x, join(y, z, "1"))), "dim", "1", "sizes", "[2, 2]")
	for _, tt := range []struct {
		left, right []*term.Term
		want        string // of the rule, behind its name; empty for none
	}{
		{on(neg(neg(x))), on(x), "neg(neg(?x)) => ?x [exact]"},
		{on(call("sub", on(x, x))), on(&term.Term{}), "sub(?x, ?x) => 0 [finite]"},
		{on(turned(turned(x))), on(x), "transpose(transpose(?x) {permutation = ?d}) {permutation = ?d} => ?x [exact]\n  where inverse(?d) == ?d"},
		{on(call("relu", on(call("relu", on(x))))), on(call("relu", on(x))), "relu(relu(?x)) => relu(?x) [exact]"},
		{on(call("mul", on(call("mul", on(x, y)), z))), on(call("mul", on(x, call("mul", on(y, z))))),
			"mul(mul(?x, ?y), ?z) <=> mul(?x, mul(?y, ?z)) [real, integers]"},
		{on(matmul(matmul(x, y), z)), on(matmul(x, matmul(y, z))),
			"matmul(matmul(?x, ?y), ?z) <=> matmul(?x, matmul(?y, ?z)) [real, integers]\n  where (same_shape(?x, ?y) or rank(?y) == 2)"},
		{on(add(matmul(x, y), matmul(x, z))), on(matmul(x, add(y, z))),
			"add(matmul(?x, ?y), matmul(?x, ?z)) <=> matmul(?x, add(?y, ?z)) [real, integers]\n  where (same_shape(?y, ?z) or rank(?x) == 2 and rank(?y) == 2 and rank(?z) == 2)"},
		{on(turned(matmul(turned(x), turned(y)))), on(matmul(y, x)),
			"transpose(matmul(transpose(?x) {permutation = [1, 0]}, transpose(?y) {permutation = [1, 0]})) {permutation = [1, 0]} => matmul(?y, ?x) [exact]"},
		{on(join(part(halves(x, "0"), 0), part(halves(x, "0"), 1), "0")), on(x),
			"concat(split(?x) {dim = ?d, sizes = ?e}#0, split(?x) {dim = ?d, sizes = ?e}#1) {dim = ?d} => ?x [exact]"},
		{on(matmul(x, y), matmul(x, z)), on(part(joined, 0), part(joined, 1)),
			"matmul(?x, ?y), matmul(?x, ?z) => (split(matmul(?x, concat(?y, ?z) {dim = 1})) {dim = 1, sizes = [dim(?y, 1), dim(?z, 1)]}#0, " +
				"split(matmul(?x, concat(?y, ?z) {dim = 1})) {dim = 1, sizes = [dim(?y, 1), dim(?z, 1)]}#1) [exact]"},
		{on(add(x, y)), on(call("or", on(x, y))), "or(?x, ?y) => add(?x, ?y) [exact]\n  where bool(?x)"},
		{on(call("not", on(call("and", on(x, y))))), on(call("or", on(call("not", on(x)), call("not", on(y))))), "or(not(?x), not(?y)) <=> not(and(?x, ?y)) [exact]"},
		{on(call("rem", on(x, &term.Term{Number: 1}))), on(&term.Term{}), "rem(?x, 1) => 0 [exact]\n  where integer(?x)"},
		{on(call("abs", on(neg(x)))), on(call("abs", on(x))), "abs(neg(?x)) => abs(?x) [exact]\n  where not unsigned(?x)"},
		{on(call("sub", on(x, y))), on(call("sub", on(y, x))), ""},
		// Among those of one shape this is so of what has no elements only.
		{on(add(x, join(y, join(y, y, "0"), "0"))), on(add(x, y)),
			"add(?x, concat(?y, concat(?y, ?y) {dim = ?d}) {dim = ?d}) => add(?x, ?y) [exact]\n  where static(?x) and static(?y)"},
	} {
		r, err := widener().Rule(t.Context(), "r", widen.Equality{Left: tt.left, Right: tt.right, Trials: 9, Field: "2^61-1", Bound: 1e-9})
		switch {
		case err != nil && tt.want != "":
			t.Errorf("%v; want %s", err, tt.want)
		case err == nil && tt.want == "":
			t.Errorf("%s", r.Text)
		case err == nil && strings.TrimPrefix(r.Statement(), "rule r: ") != tt.want:
			t.Errorf("%s\nwant %s", r.Text, tt.want)
		case err == nil:
			t.Log(r.Text)
		}
	}
}
