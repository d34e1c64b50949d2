package saturate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// In spaces in which several ops are equal a search finds the matches of rules, of one pattern and
// of several, that are found by trying all ops at all places, and no others.
func TestSearchAgainstAllChoices(t *testing.T) {
	machine, err := cost.Named("cpu", 0)
	if err != nil {
		t.Fatal(err)
	}
	several, tried, refused := map[int]int{}, 0, 0
	for seed := range campaign.Seeds(1500) {
		rng := rand.New(rand.NewPCG(seed, 0x6d617463))
		s := randomSpace(t, rng, machine)
		if s == nil {
			continue
		}
		ref := newReference(s)
		lookup := rule.LookupIn(tg.Dialect, func(string) *ir.Dialect { return nil })
		for range 20 {
			tried++
			text, asked := randomRule(rng)
			list, err := rule.ParseEndless("random.rules", text, lookup)
			if err != nil {
				refused++ // shares no variable, say
				continue
			}
			got := searched(ref, list[0])
			want := ref.wanted(list[0], asked)
			several[list[0].NumPatterns()] += len(want)
			for _, x := range want {
				if !slices.Contains(got, x) {
					t.Errorf("seed %d: %s\nis not found where it matches %s", seed, text, x)
				}
			}
			for _, x := range got {
				if !slices.Contains(want, x) {
					t.Errorf("seed %d: %s\nis found at %s", seed, text, x)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	if tried-refused < tried/3 || several[1] < tried/8 || several[2] < tried/100 || several[3] < tried/4000 {
		t.Errorf("of %d rules %d are refused; matches by number of patterns: %v", tried, refused, several)
	}
}

// searched are the matches that a Searcher finds, as text.
func searched(ref *reference, r *rule.Rule) (list []string) {
	s := ref.space
	searcher := rule.NewSearcher(s, rewrite.FPStrict)
	searcher.Bindings = true
	searcher.Root = func(o *ir.Op) bool { return s.mayRewrite(s.node(o.Result(0))) }
	for n := range s.nodes {
		o := s.nodes[n].op
		if !s.mayRewrite(egraph.ID(n)) || o == nil || o.Def() == nil || !r.StartsFrom(o.Def()) {
			continue
		}
		searcher.Search(r, o, 10_000_000, func(i *rule.Instance) bool {
			var text []string
			for _, b := range i.Left {
				text = append(text, ref.bound(b))
			}
			for _, m := range i.Right() {
				text = append(text, fmt.Sprint("is ", s.class(m.Value)))
			}
			list = append(list, strings.Join(text, ", "))
			return true
		})
	}
	return list
}

// asked is what a random rule is besides its left side.
type asked struct {
	conditions []func(*taken) bool
	right      []string // the variables that replace the roots
}

// wanted are the matches of a rule in the order in which they are found by trying.
func (r *reference) wanted(one *rule.Rule, a asked) (list []string) {
	r.matches(one.Left(), func(x *taken) {
		for _, c := range a.conditions {
			if !c(x) {
				return
			}
		}
		text := slices.Clone(x.places)
		for i, name := range a.right {
			v := x.values[name]
			if v.Type() != x.roots[i].Type() {
				return
			}
			text = append(text, fmt.Sprint("is ", r.space.class(v)))
		}
		list = append(list, strings.Join(text, ", "))
	})
	return list
}

// randomSpace is a small space in which some classes have become one, or nil.
func randomSpace(t *testing.T, rng *rand.Rand, machine *cost.Machine) *space {
	c := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect)
	module, err := parser.Parse(c, []byte(randomText(rng)), parser.Options{})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		t.Fatal(c.Render(ir.AsDiag(err, 0)))
	}
	var ops []*ir.Op
	for _, b := range blocksOf(module) {
		for o := b.First(); o != nil; o = o.Next() {
			ops = append(ops, o)
		}
	}
	p, s := newPiece(ops, analysis.NewPurity()), newSpace(c, machine, false)
	p.encode(s)
	for range rng.IntN(10) {
		a, b := p.of[randomResult(rng, ops)], p.of[randomResult(rng, ops)]
		if a.Type() == b.Type() {
			s.graph.Union(s.node(a), s.node(b), egraph.Given)
		}
		if rng.IntN(2) == 0 {
			s.graph.Rebuild()
		}
	}
	s.graph.Rebuild()
	if s.graph.Err() != nil {
		return nil // two constants
	}
	return s
}

func randomResult(rng *rand.Rand, ops []*ir.Op) *ir.Value {
	for {
		if o := ops[rng.IntN(len(ops))]; o.NumResults() > 0 {
			return o.Result(rng.IntN(o.NumResults()))
		}
	}
}

// randomText is a program of square tensors and of rows.
func randomText(rng *rand.Rand) string {
	const square, row = "tensor<2x2xf32>", "tensor<1x2xf32>"
	var b strings.Builder
	values := map[string][]string{square: {"%x", "%y"}, row: {"%r"}}
	fmt.Fprintf(&b, "func.func @f(%%x: %s, %%y: %s, %%r: %s) {\n", square, square, row)
	for i := range 6 + rng.IntN(12) {
		typ := square
		if rng.IntN(6) == 0 {
			typ = row
		}
		v := func(typ string) string {
			list := values[typ]
			return list[min(rng.IntN(len(list)), rng.IntN(len(list)))]
		}
		name := fmt.Sprintf("%%%d", i)
		switch rng.IntN(10) {
		case 0:
			fmt.Fprintf(&b, "  %s = tg.constant dense<%d.0> : %s\n", name, rng.IntN(2), typ)
		case 1, 2, 3:
			fmt.Fprintf(&b, "  %s = tg.%s %s : %s\n", name, one(rng, "neg", "exp", "neg"), v(typ), typ)
		case 4, 5, 6:
			fmt.Fprintf(&b, "  %s = tg.%s %s, %s : %s\n", name, one(rng, "add", "add", "sub"), v(typ), v(typ), typ)
		case 7:
			typ = square
			fmt.Fprintf(&b, "  %s = tg.transpose %s permutation %s : (%s) -> %s\n", name, v(typ), one(rng, "[1, 0]", "[0, 1]"), typ, typ)
		case 8:
			fmt.Fprintf(&b, "  %s:2 = tg.split %s dim 0 sizes [1, 1] : (%s) -> (%s, %s)\n", name, v(square), square, row, row)
			values[row] = append(values[row], name+"#0", name+"#1")
			continue
		default:
			typ = square
			fmt.Fprintf(&b, "  %s = tg.concat %s, %s dim 0 : (%s, %s) -> %s\n", name, v(row), v(row), row, row, typ)
		}
		values[typ] = append(values[typ], name)
	}
	b.WriteString("  return\n}")
	return b.String()
}

func one[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

// ruleMaker makes the text of a random rule.
type ruleMaker struct {
	rng   *rand.Rand
	first bool     // the first pattern is made, in which all is allowed
	class bool     // it has a class of ops
	names []string // of variables to use
	vars  []string // of values that there are
}

// randomRule is the text of a rule with variables on its right side.
func randomRule(rng *rand.Rand) (string, asked) {
	patterns := one(rng, 1, 1, 2, 2, 3)
	m := &ruleMaker{rng: rng, first: true, names: []string{"?x", "?y", "?z"}}
	if patterns > 1 {
		m.names = m.names[:2]
	}
	var left []string
	for range patterns {
		left = append(left, m.op(max(1, rng.IntN(3+1/patterns))))
		m.first = false
	}
	if len(m.vars) == 0 {
		m.vars = []string{"?x"} // which makes no rule
	}
	usable := slices.DeleteFunc(slices.Clone(m.vars), func(v string) bool {
		return slices.ContainsFunc(left, func(p string) bool { return strings.HasPrefix(p, v) }) // what is replaced
	})
	if len(usable) == 0 {
		usable = m.names
	}
	a := asked{}
	for range left {
		a.right = append(a.right, one(rng, usable...))
	}
	text := fmt.Sprintf("rule r: %s => %s [exact]", strings.Join(left, ", "), a.right[0])
	if len(left) > 1 {
		text = fmt.Sprintf("rule r: %s => (%s) [exact]", strings.Join(left, ", "), strings.Join(a.right, ", "))
	}
	if rng.IntN(3) == 0 {
		condition, holds := m.condition()
		text += " where " + condition
		a.conditions = append(a.conditions, holds)
	}
	return text, a
}

func (m *ruleMaker) condition() (string, func(*taken) bool) {
	x, y := one(m.rng, m.vars...), one(m.rng, m.vars...)
	switch m.rng.IntN(5) {
	case 0:
		return fmt.Sprintf("same_type(%s, %s)", x, y), func(k *taken) bool { return k.values[x].Type() == k.values[y].Type() }
	case 1:
		return fmt.Sprintf("not same_type(%s, %s)", x, y), func(k *taken) bool { return k.values[x].Type() != k.values[y].Type() }
	case 2:
		return fmt.Sprintf("constant(%s)", x), func(k *taken) bool { return rule.IsConstant(k.values[x]) }
	case 3:
		return fmt.Sprintf("not constant(%s) and dim(%s, 0) == 2", x, y), func(k *taken) bool {
			return !rule.IsConstant(k.values[x]) && k.values[y].Type().Shape()[0] == 2
		}
	}
	return fmt.Sprintf("one_use(%s)", x), func(*taken) bool { return true } // cost decides
}

func (m *ruleMaker) term(depth int) string {
	if depth == 0 || m.rng.IntN(3) == 0 {
		if m.rng.IntN(10) == 0 {
			return one(m.rng, "0", "1")
		}
		return m.variable(one(m.rng, m.names...))
	}
	return m.op(depth)
}

func (m *ruleMaker) variable(name string) string {
	if !slices.Contains(m.vars, name) {
		m.vars = append(m.vars, name)
	}
	return name
}

func (m *ruleMaker) op(depth int) string {
	name := ""
	if m.rng.IntN(6) == 0 && !slices.Contains(m.vars, "?m") {
		name = "?m "
		defer m.variable("?m") // for what comes behind it
	}
	term := func() string { return m.term(depth - 1) }
	n := m.rng.IntN(12)
	if len(m.names) == 2 && n != 11 {
		n = m.rng.IntN(10)
	}
	if n == 11 && (!m.first || m.class) {
		n = 5
	}
	switch n {
	case 0, 1, 2:
		return fmt.Sprintf("%s%s(%s)", name, one(m.rng, "neg", "exp"), term())
	case 3, 4, 5, 6:
		return fmt.Sprintf("%s%s(%s, %s)", name, one(m.rng, "add", "add", "sub"), term(), term())
	case 7:
		return fmt.Sprintf("%stranspose(%s) {permutation = %s}", name, term(), one(m.rng, "?p", "[1, 0]"))
	case 8, 9:
		return fmt.Sprintf("%ssplit(%s) {dim = ?d, sizes = ?s}#%d", name, term(), m.rng.IntN(2))
	case 10:
		if m.rng.IntN(2) == 0 {
			return fmt.Sprintf("%sconcat(%s, ?l...) {dim = ?d}", name, term())
		}
		return fmt.Sprintf("%sconcat(%s, %s) {dim = ?d}", name, term(), term())
	}
	m.class = true
	if m.rng.IntN(2) == 0 {
		return fmt.Sprintf("%s?f(%s) {*}", name, term())
	}
	return fmt.Sprintf("%s?f(%s, %s) {*}", name, term(), term())
}
