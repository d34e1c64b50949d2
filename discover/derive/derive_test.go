package derive

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

const ring = `
rule associativity: add(add(?x, ?y), ?z) <=> add(?x, add(?y, ?z)) [real, integers]
rule product: mul(mul(?x, ?y), ?z) <=> mul(?x, mul(?y, ?z)) [real, integers]
rule distribution: mul(add(?x, ?y), ?z) <=> add(mul(?x, ?z), mul(?y, ?z)) [real, integers]
rule twice: neg(neg(?x)) => ?x [exact]
rule sign: mul(neg(?x), ?y) <=> neg(mul(?x, ?y)) [exact]
`

const consequences = `
rule c1: add(?x, add(?y, add(?z, ?w))) => add(add(?y, ?w), add(?x, ?z)) [real, integers]
rule c2: mul(?x, mul(?y, mul(?z, ?w))) => mul(mul(?y, ?z), mul(?x, ?w)) [real, integers]
rule c3: mul(neg(?x), neg(?y)) => mul(?x, ?y) [exact]
rule c4: neg(neg(neg(?x))) => neg(?x) [exact]
rule c5: mul(add(?x, ?y), add(?z, ?w)) => add(mul(add(?x, ?y), ?z), mul(add(?x, ?y), ?w)) [real, integers]
rule c6: mul(neg(?x), mul(neg(?y), ?z)) => mul(?x, mul(?y, ?z)) [real]
`

const others = `
rule stronger: mul(neg(?x), mul(neg(?y), mul(?z, ?w))) => mul(mul(?x, ?z), mul(?y, ?w)) [finite]
rule relu: relu(relu(?x)) => relu(?x) [exact]
`

func read(t *testing.T, text string) []*rule.Rule {
	t.Helper()
	list, err := rule.ParseEndless("t.rules", text, rules.Lookup)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func names(list []*rule.Rule) string {
	var s []string
	for _, r := range list {
		s = append(s, r.Name)
	}
	slices.Sort(s)
	return strings.Join(s, " ")
}

// replayAll checks that what was kept and dropped is all there was, and replays what was dropped.
func replayAll(t *testing.T, list, kept []*rule.Rule, dropped []Derivation) {
	t.Helper()
	together := slices.Clone(kept)
	for _, d := range dropped {
		together = append(together, d.Rule)
		if err := Replay(d.Rule, d, kept); err != nil {
			t.Error(err)
		}
		for _, name := range d.Uses() {
			others := slices.DeleteFunc(slices.Clone(kept), func(r *rule.Rule) bool { return r.Name == name })
			if Replay(d.Rule, d, others) == nil {
				t.Errorf("%s is replayed without %s, which it uses", d.Rule.Name, name)
			}
		}
	}
	if got, want := names(together), names(list); got != want {
		t.Errorf("kept and dropped are %s, want %s", got, want)
	}
}

func TestMinimise(t *testing.T) {
	first := ""
	for _, workers := range []int{0, 3} {
		list := read(t, others+consequences+ring)
		if workers == 3 {
			slices.Reverse(list)
		}
		kept, dropped, err := Minimise(context.Background(), list, Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := names(kept), "associativity distribution product relu sign stronger twice"; got != want {
			t.Errorf("%d workers keep %s, want %s", workers, got, want)
		}
		replayAll(t, list, kept, dropped)
		all := ""
		for _, d := range dropped {
			all += d.Text()
		}
		if first == "" {
			first = all
			t.Log(all)
		}
		if all != first {
			t.Errorf("derivations depend on how many workers there are, or on the order:\n%s", all)
		}
	}
}

// TestFollows tells what follows from what.
func TestFollows(t *testing.T) {
	for _, tt := range []struct {
		what, rule, from string
		want             bool
	}{
		{"nothing", "neg(neg(?x)) => ?x [exact]", "", false},
		{"itself", "neg(neg(?x)) => ?x [exact]", "rule r: neg(neg(?x)) => ?x [exact]", false},
		{"one that says the same", "neg(neg(?x)) => ?x [exact]", "rule a: neg(neg(?y)) => ?y [exact]", true},
		{"what is larger than both sides", "abs(relu(?x)) => relu(abs(?x)) [exact]",
			"rule a: relu(neg(neg(?x))) => abs(relu(?x)) [exact]\nrule b: relu(neg(neg(?x))) => relu(abs(?x)) [exact]", true},
		{"what is larger than both sides, of one rank", "abs(relu(?x)) => relu(abs(?x)) [exact]",
			"rule a: relu(neg(neg(?x))) => abs(relu(?x)) [exact] where rank(?x) < 3\nrule b: relu(neg(neg(?x))) => relu(abs(?x)) [exact]", false},
		{"another order of operands", "add(neg(?x), ?y) => sub(?y, ?x) [exact]", "rule a: add(?y, neg(?x)) => sub(?y, ?x) [exact]", true},
		{"the other direction", "sub(?y, ?x) => add(?y, neg(?x)) [exact]", "rule a: add(?y, neg(?x)) => sub(?y, ?x) [exact]", true},
		{"a rule of both directions, reversed", "sub(?y, ?x) => add(?y, neg(?x)) [exact]", "rule a: add(?y, neg(?x)) <=> sub(?y, ?x) [exact]", true},
		{"nothing, as ops commute", "add(?x, ?y) => add(?y, ?x) [exact]", "", true},
		{"other ops", "relu(?x) => abs(?x) [exact]", "rule a: relu(?x) => neg(?x) [exact]\nrule b: neg(?x) => sign(?x) [exact]\nrule c: abs(?x) => sign(?x) [exact]", true},
		{"larger ones from both ends", "abs(relu(?x)) => relu(abs(?x)) [exact]", "rule a: relu(neg(neg(?x))) => abs(relu(?x)) [exact]\nrule b: abs(relu(?x)) => sign(sign(?x)) [exact]\n" +
			"rule c: relu(neg(neg(?x))) => relu6(relu6(?x)) [exact]\nrule d: relu(sign(neg(?x))) => relu(abs(?x)) [exact]\nrule e: relu(sign(neg(?x))) => relu6(relu6(?x)) [exact]", true},
		{"wider, but without instances", "relu(relu(?x)) => relu(?x) [exact] where rank(?x) == 9", "rule a: relu(relu(?x)) => relu(?x) [exact]", false},
		{"narrower: no constants", "mul(neg(?x), neg(?y)) => mul(?x, ?y) [exact]", "rule a: mul(neg(?x), neg(?y)) => mul(?x, ?y) [exact] where not constant(?x)", false},
		{"one of two ways", "relu(neg(?x)) => neg(relu(?x)) [exact]", "rule a: neg(neg(?x)) => ?x [exact]", false},
		{"a stronger rule", "mul(neg(?x), neg(?y)) => mul(?x, ?y) [real]", "rule a: mul(neg(?x), neg(?y)) => mul(?x, ?y) [finite]", true},
		{"an exact rule", "mul(neg(?x), neg(?y)) => mul(?x, ?y) [finite]", "rule a: mul(neg(?x), neg(?y)) => mul(?x, ?y) [exact]", true},
		{"a finite rule", "mul(neg(?x), neg(?y)) => mul(?x, ?y) [exact]", "rule a: mul(neg(?x), neg(?y)) => mul(?x, ?y) [finite]", false},
		{"a real rule", "mul(neg(?x), neg(?y)) => mul(?x, ?y) [finite]", "rule a: mul(neg(?x), neg(?y)) => mul(?x, ?y) [real, integers]", false},
		{"a rule of floats", "mul(neg(?x), neg(?y)) => mul(?x, ?y) [real, integers]", "rule a: mul(neg(?x), neg(?y)) => mul(?x, ?y) [real]", false},
		{"a rule of integers, too", "mul(neg(?x), neg(?y)) => mul(?x, ?y) [real]", "rule a: mul(neg(?x), neg(?y)) => mul(?x, ?y) [real, integers]", true},
		{"a real rule, of integers", "mul(neg(?x), neg(?y)) => mul(?x, ?y) [exact] where integer(?x)", "rule a: mul(neg(?x), neg(?y)) => mul(?x, ?y) [real, integers]", true},
		{"a real rule of floats, of integers", "mul(neg(?x), neg(?y)) => mul(?x, ?y) [exact] where integer(?x)", "rule a: mul(neg(?x), neg(?y)) => mul(?x, ?y) [real]", false},
		{"a real rule, of floats", "mul(neg(?x), neg(?y)) => mul(?x, ?y) [exact] where float(?x)", "rule a: mul(neg(?x), neg(?y)) => mul(?x, ?y) [real, integers]", false},
		{"an exact rule of floats and a real one of all", "mul(neg(?x), neg(?y)) => mul(?x, ?y) [exact]",
			"rule a: mul(neg(?x), neg(?y)) => mul(?x, ?y) [exact] where float(?x)\nrule b: mul(neg(?x), neg(?y)) => mul(?x, ?y) [real, integers]", true},
		{"a constant of another shape", "sub(sub(?x, ?y), ?x) => sub(0, ?y) [finite] where same_type(?x, ?y) and static(?x)",
			"rule a: sub(sub(?x, ?y), ?z) => sub(sub(?x, ?z), ?y) [exact]\nrule b: sub(?x, ?x) => 0 [exact]", true},
		{"wider: any rank", "relu(relu(?x)) => relu(?x) [exact] where rank(?x) == 2", "rule a: relu(relu(?x)) => relu(?x) [exact]", true},
		{"narrower: one rank", "relu(relu(?x)) => relu(?x) [exact]", "rule a: relu(relu(?x)) => relu(?x) [exact] where rank(?x) == 2", false},
		{"narrower: low ranks", "relu(relu(?x)) => relu(?x) [exact]", "rule a: relu(relu(?x)) => relu(?x) [exact] where rank(?x) < 4", false},
		{"narrower: floats", "neg(neg(?x)) => ?x [exact]", "rule a: neg(neg(?x)) => ?x [exact] where float(?x)", false},
		{"narrower: one shape", "add(?x, sub(?y, ?x)) => ?y [real] where rank(?x) == 2", "rule a: add(?x, sub(?y, ?x)) => ?y [real] where same_shape(?x, ?y)", false},
		{"narrower: known extents", "neg(neg(?x)) => ?x [exact]", "rule a: neg(neg(?x)) => ?x [exact] where static(?x)", false},
		{"wider: unknown extents", "neg(neg(?x)) => ?x [exact] where static(?x)", "rule a: neg(neg(?x)) => ?x [exact]", true},
		{"narrower: one attribute", "transpose(transpose(?x) {permutation = ?d}) {permutation = ?d} => ?x [exact] where inverse(?d) == ?d",
			"rule a: transpose(transpose(?x) {permutation = [1, 0]}) {permutation = [1, 0]} => ?x [exact]", false},
		{"wider: any attribute", "transpose(transpose(?x) {permutation = [1, 0]}) {permutation = [1, 0]} => ?x [exact]",
			"rule a: transpose(transpose(?x) {permutation = ?d}) {permutation = ?d} => ?x [exact] where inverse(?d) == ?d", true},
		{"less general: one variable", "add(?x, neg(?y)) => sub(?x, ?y) [exact]", "rule a: add(?x, neg(?x)) => sub(?x, ?x) [exact]", false},
		{"more general: two variables", "add(?x, neg(?x)) => sub(?x, ?x) [exact]", "rule a: add(?x, neg(?y)) => sub(?x, ?y) [exact]", true},
		{"two values at once", "matmul(?x, ?y), matmul(?x, ?z) => (split(matmul(?x, concat(?y, ?z) {dim = 1})) {dim = 1, sizes = [dim(?y, 1), dim(?z, 1)]}#0, " +
			"split(matmul(?x, concat(?y, ?z) {dim = 1})) {dim = 1, sizes = [dim(?y, 1), dim(?z, 1)]}#1) [real] where rank(?x) == 2 and rank(?y) == 2 and rank(?z) == 2",
			"rule a: matmul(?x, ?y), matmul(?x, ?z) => (split(matmul(?x, concat(?y, ?z) {dim = 1})) {dim = 1, sizes = [dim(?y, 1), dim(?z, 1)]}#0, " +
				"split(matmul(?x, concat(?y, ?z) {dim = 1})) {dim = 1, sizes = [dim(?y, 1), dim(?z, 1)]}#1) [exact] where rank(?y) == 2 and rank(?z) == 2", true},
	} {
		r, from := read(t, "set search search\nrule r: "+tt.rule+"\n")[0], read(t, "set search search\n"+tt.from+"\n")
		d, ok := NewBase(from).Follows(r, Limits{})
		if ok != tt.want {
			t.Errorf("from %s: %s follows: %t, want %t\n%d instances", tt.what, tt.rule, ok, tt.want, len(instancesOf(r)))
		}
		if ok {
			if err := Replay(r, d, from); err != nil {
				t.Errorf("from %s: %v", tt.what, err)
			}
		}
	}
}

// TestOrder tells which of two rules is looked at first.
func TestOrder(t *testing.T) {
	want := read(t, `set search search
rule z: add(?x, neg(?y)) => sub(?x, ?y) [real]
rule y: relu(relu(?x)) => relu(?x) [exact]
rule x: relu(relu(?x)) => relu(?x) [exact] where rank(?x) == 2
rule w: relu(relu(?x)) => relu(?x) [finite]
rule u: relu(relu(?x)) => relu(?x) [real]
rule v: relu(relu(?x)) => relu(?x) [real]
rule t: relu(?x) => relu(neg(neg(?x))) [exact]
`)
	turned := slices.Clone(want)
	slices.Reverse(turned)
	if got := inOrder(turned); !slices.Equal(got, want) {
		for _, r := range got {
			t.Error(r.Text)
		}
	}
}

// TestComplex: what holds for complex numbers, too, follows only from what does.
func TestComplex(t *testing.T) {
	both := read(t, "set complex complex search\nrule c: neg(neg(?x)) => ?x [exact]\nset real search\nrule r: neg(neg(?x)) => ?x [exact]\n")
	for i, r := range both {
		for k, from := range both {
			if _, ok := NewBase([]*rule.Rule{from}).Follows(r, Limits{}); ok != (i != k && !r.Complex) {
				t.Errorf("%s follows from %s: %t", r.Text, from.Text, ok)
			}
		}
	}
}

// TestInstances are of many kinds, from both sides, and always the same.
func TestInstances(t *testing.T) {
	r := read(t, "set search search\nrule r: mul(neg(?x), ?y) <=> neg(mul(?x, ?y)) [exact]\n")[0]
	seen, all := map[string]bool{}, [2]string{}
	for i := range all {
		for _, p := range instancesOf(r) {
			for _, f := range features(p.Left) {
				seen[f] = true
			}
			seen["root "+p.Left.Last().Operand(0).Def().Name()] = true
			all[i] += inputsText(p.Left) + text(p.Left, true) + text(p.Right, true) + "\n"
		}
	}
	if all[0] != all[1] {
		t.Errorf("instances are\n%snot\n%s", all[1], all[0])
	}
	for _, want := range []string{"element f32", "element bf16", "element i8", "element ui64", "rank of 0: 0", "rank of 0: 3", "rank of 1: 4", "extent 0 of 0: 1",
		fmt.Sprint("extent 0 of 0: ", ir.Dynamic), "shapes of 0 and 1: true", "shapes of 0 and 1: false", "op tg.constant", "root tg.mul", "root tg.neg"} {
		if !seen[want] {
			t.Errorf("no instance has %s", want)
		}
	}
	if seen["extent 0 of 0: 0"] {
		t.Error("an instance has no elements, so that all is equal to it")
	}
}

// TestSums connects all sums of four inputs, and compares how many steps that takes with a search
// that knows nothing but trees.
func TestSums(t *testing.T) {
	from := read(t, "rule associativity: add(add(?x, ?y), ?z) <=> add(?x, add(?y, ?z)) [real, integers]\n")
	trees := sums([]string{"x", "y", "z", "w"})
	if len(trees) != 15 {
		t.Fatalf("there are %d sums of four inputs, want 15", len(trees))
	}
	start := trees[0]
	steps := map[string]int{start.text(): 0}
	for open := []*tree{start}; len(open) > 0; open = open[1:] {
		for _, u := range open[0].turned() {
			if _, known := steps[u.text()]; !known {
				steps[u.text()] = steps[open[0].text()] + 1
				open = append(open, u)
			}
		}
	}
	for _, u := range trees[1:] {
		r := read(t, fmt.Sprintf("set search search\nrule r: %s => %s [real, integers]\n", start.text(), u.text()))[0]
		d, ok := NewBase(from).Follows(r, Limits{})
		if !ok {
			t.Errorf("%s does not follow", r.Text)
			continue
		}
		if got, want := len(d.Chains[0].Steps), steps[u.text()]; got != want {
			t.Errorf("%s takes %d steps, want %d\n%s", r.Text, got, want, d.Text())
		}
		if err := Replay(r, d, from); err != nil {
			t.Error(err)
		}
	}
}

// TestShipped replays what follows among a few of the shipped rules; a campaign takes others.
func TestShipped(t *testing.T) {
	all, n := rules.Every(), 0
	for seed := range campaign.Seeds(1) {
		var list []*rule.Rule
		for i := range uint64(40) {
			list = append(list, all[(seed*40+i)%uint64(len(all))])
		}
		kept, dropped, err := Minimise(context.Background(), list, Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		replayAll(t, list, kept, dropped)
		n += len(dropped)
	}
	if n == 0 && campaign.First() == 0 {
		t.Error("none follows from others")
	}
}

// tree is a sum, or an input.
type tree struct {
	name        string
	left, right *tree
}

// text is the same for trees that are equal but for the order of operands.
func (t *tree) text() string {
	if t.left == nil {
		return "?" + t.name
	}
	a, b := t.left.text(), t.right.text()
	return "add(" + min(a, b) + ", " + max(a, b) + ")"
}

// sums are those of inputs, each order of operands once.
func sums(inputs []string) (list []*tree) {
	if len(inputs) == 1 {
		return []*tree{{name: inputs[0]}}
	}
	for m := 0; m < 1<<(len(inputs)-1)-1; m++ { // the first input is on the left
		var a, b []string
		for i, name := range inputs {
			if i == 0 || m>>(i-1)&1 == 1 {
				a = append(a, name)
			} else {
				b = append(b, name)
			}
		}
		for _, x := range sums(a) {
			for _, y := range sums(b) {
				list = append(list, &tree{left: x, right: y})
			}
		}
	}
	return list
}

// turned are the sums after one application of associativity.
func (t *tree) turned() (list []*tree) {
	if t.left == nil {
		return nil
	}
	for _, p := range [][2]*tree{{t.left, t.right}, {t.right, t.left}} {
		if a, b := p[0], p[1]; a.left != nil {
			list = append(list, &tree{left: a.left, right: &tree{left: a.right, right: b}}, &tree{left: a.right, right: &tree{left: a.left, right: b}})
		}
		for _, u := range p[0].turned() {
			list = append(list, &tree{left: u, right: p[1]})
		}
	}
	return list
}

// TestReplayRefuses breaks derivations.
func TestReplayRefuses(t *testing.T) {
	from := read(t, ring+"rule relu: relu(relu(?x)) => relu(?x) [exact]\n")
	r := read(t, consequences)[2]
	for _, tt := range []struct {
		what, want string
		spoil      func(d *Derivation)
	}{
		{"nothing", "", func(*Derivation) {}},
		{"a chain is missing", "are derived", func(d *Derivation) { d.Chains = d.Chains[1:] }},
		{"a step is missing", "need", func(d *Derivation) { d.Chains[0].Steps = d.Chains[0].Steps[1:] }},
		{"a program is skipped", "does not make", func(d *Derivation) {
			c := d.Chains[0]
			c.Steps, c.Programs = slices.Delete(c.Steps, 1, 2), slices.Delete(c.Programs, 1, 2)
		}},
		{"another place", "does not make", func(d *Derivation) { d.Chains[0].Steps[0].Place = 0 }},
		{"no place", "does not make", func(d *Derivation) { d.Chains[0].Steps[0].Place = 99 }},
		{"another direction", "does not make", func(d *Derivation) { s := &d.Chains[0].Steps[0]; s.Backward = !s.Backward }},
		{"another rule", "does not make", func(d *Derivation) { d.Chains[0].Steps[0].Rule = "relu" }},
		{"a weaker rule", "does not make", func(d *Derivation) { d.Chains[0].Steps[0].Rule = "product" }},
		{"an unknown rule", "there is no rule", func(d *Derivation) { d.Chains[0].Steps[0].Rule = "unheard" }},
		{"a rule of one direction", "cannot be read", func(d *Derivation) { s := &d.Chains[0].Steps[0]; s.Rule, s.Reversed = "twice", true }},
		{"another beginning", "begins", func(d *Derivation) { c := d.Chains[0]; c.Programs[0] = c.Programs[1] }},
		{"another end", "ends", func(d *Derivation) { c := d.Chains[0]; c.Programs[len(c.Steps)] = c.Programs[0] }},
	} {
		d, ok := NewBase(from).Follows(r, Limits{})
		if !ok {
			t.Fatalf("%s does not follow", r.Text)
		}
		tt.spoil(&d)
		if err := Replay(r, d, from); (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.what, err, tt.want)
		}
	}
}

// TestLimits are reached, each by itself.
func TestLimits(t *testing.T) {
	from, r := read(t, ring), read(t, consequences)[2] // which needs three steps
	if _, ok := NewBase(from).Follows(r, DefaultLimits); !ok {
		t.Fatalf("%s does not follow", r.Text)
	}
	for _, l := range []func(*Limits){func(l *Limits) { l.Steps = 1 }, func(l *Limits) { l.Programs = 4 }, func(l *Limits) { l.Work = 10 }} {
		limits := DefaultLimits
		l(&limits)
		if _, ok := NewBase(from).Follows(r, limits); ok {
			t.Errorf("%s follows within %+v", r.Text, limits)
		}
	}
	grown, r := read(t, "rule a: sub(?x, ?y) <=> add(?x, neg(neg(neg(?y)))) [exact]\nrule b: min(?x, ?y) <=> add(?x, neg(neg(neg(?y)))) [exact]\n"), read(t, "rule r: sub(?x, ?y) => min(?x, ?y) [exact]")[0]
	for growth, want := range map[int]bool{2: false, 3: true} {
		limits := DefaultLimits
		limits.Growth = growth
		if _, ok := NewBase(grown).Follows(r, limits); ok != want {
			t.Errorf("with growth %d it follows: %t, want %t", growth, ok, want)
		}
	}
}

func TestKnown(t *testing.T) {
	list := read(t, consequences)
	kept, dropped, err := Minimise(context.Background(), list, Options{Known: read(t, ring)})
	if err != nil || len(kept) > 0 || len(dropped) != len(list) {
		t.Errorf("kept %s, dropped %d, %v", names(kept), len(dropped), err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, _, err := Minimise(ctx, list, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was cancelled", err)
	}
	if kept, dropped, err := Minimise(context.Background(), nil, Options{Workers: 3}); err != nil || len(kept)+len(dropped) > 0 {
		t.Errorf("of nothing %d are kept, %d dropped, %v", len(kept), len(dropped), err)
	}
}
