package interp_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

// Random programs, run by the interpreter and, next to it, by Go closures that
// never share storage. What they exercise is who may overwrite what: views,
// values that die in branches, that loops and calls pass on, that regions
// capture.

// variable is an SSA value of type tensor<4xi32>, or tensor<2x2xi32>.
type variable struct {
	name   string
	square bool
}

func (v variable) typ() string {
	if v.square {
		return "tensor<2x2xi32>"
	}
	return "tensor<4xi32>"
}

type state map[string][4]int32

// step is a statement: it computes new values from those that are visible.
type step func(state)

type generator struct {
	rng  *rand.Rand
	text strings.Builder
	next int
	// functions that may be called: what they take, return and do.
	functions []*function
	open      bool // what loops collect is of any length
}

type function struct {
	name    string
	params  []variable
	results []variable
	run     []step
}

func (f *function) call(args [][4]int32) [][4]int32 {
	s := state{}
	for i, p := range f.params {
		s[p.name] = args[i]
	}
	for _, st := range f.run {
		st(s)
	}
	return read(s, f.results)
}

func read(s state, vs []variable) [][4]int32 {
	out := make([][4]int32, len(vs))
	for i, v := range vs {
		out[i] = s[v.name]
	}
	return out
}

func (g *generator) printf(format string, args ...any) { fmt.Fprintf(&g.text, format, args...) }

func (g *generator) fresh(square bool) variable {
	g.next++
	return variable{fmt.Sprintf("%%v%d", g.next), square}
}

// pick is a visible value; recent ones are likely, so that many die young.
func (g *generator) pick(vs []variable) variable {
	if g.rng.IntN(3) > 0 {
		vs = vs[max(0, len(vs)-4):]
	}
	return vs[g.rng.IntN(len(vs))]
}

func (g *generator) pickLike(vs []variable, square bool) variable {
	like := slices.DeleteFunc(slices.Clone(vs), func(v variable) bool { return v.square != square })
	return g.pick(like)
}

func (g *generator) picks(vs []variable, n int) []variable {
	out := make([]variable, n)
	for i := range out {
		out[i] = g.pick(vs)
	}
	return out
}

func names(vs []variable) string {
	s := make([]string, len(vs))
	for i, v := range vs {
		s[i] = v.name
	}
	return strings.Join(s, ", ")
}

func typesOf(vs []variable) string {
	s := make([]string, len(vs))
	for i, v := range vs {
		s[i] = v.typ()
	}
	return strings.Join(s, ", ")
}

// block writes n statements that see vs, and returns them with all values that
// are visible at the end.
func (g *generator) block(vs []variable, n, depth int) ([]step, []variable) {
	vs = slices.Clone(vs)
	var run []step
	for range n {
		var s step
		var made []variable
		switch k := g.rng.IntN(12); {
		case k < 4:
			s, made = g.binary(vs)
		case k < 6:
			s, made = g.unary(vs)
		case k < 8:
			s, made = g.view(vs)
		case depth == 0:
			s, made = g.barrier(vs)
		case k == 8:
			s, made = g.choice(vs, depth)
		case k == 9:
			s, made = g.loop(vs, depth)
		case k == 10 && len(g.functions) > 0:
			s, made = g.call(vs)
		default:
			s, made = g.barrier(vs)
		}
		run, vs = append(run, s), append(vs, made...)
	}
	return run, vs
}

func (g *generator) binary(vs []variable) (step, []variable) {
	a := g.pick(vs)
	b, out := g.pickLike(vs, a.square), g.fresh(a.square)
	op := []string{"add", "sub", "mul", "max"}[g.rng.IntN(4)]
	g.printf("%s = tg.%s %s, %s : %s\n", out.name, op, a.name, b.name, a.typ())
	return func(s state) {
		x, y := s[a.name], s[b.name]
		for i := range x {
			switch op {
			case "add":
				x[i] += y[i]
			case "sub":
				x[i] -= y[i]
			case "mul":
				x[i] *= y[i]
			case "max":
				x[i] = max(x[i], y[i])
			}
		}
		s[out.name] = x
	}, []variable{out}
}

func (g *generator) unary(vs []variable) (step, []variable) {
	a := g.pick(vs)
	out := g.fresh(a.square)
	if a.square {
		g.printf("%s = tg.transpose %s permutation [1, 0] : (%s) -> %s\n", out.name, a.name, a.typ(), a.typ())
		return func(s state) {
			x := s[a.name]
			s[out.name] = [4]int32{x[0], x[2], x[1], x[3]}
		}, []variable{out}
	}
	if g.rng.IntN(2) == 0 {
		g.printf("%s = tg.cumulate sum %s dim 0 : %s\n", out.name, a.name, a.typ())
		return func(s state) {
			x := s[a.name]
			s[out.name] = [4]int32{x[0], x[0] + x[1], x[0] + x[1] + x[2], x[0] + x[1] + x[2] + x[3]}
		}, []variable{out}
	}
	g.printf("%s_u = tg.slice %s [1:3] : (%s) -> tensor<2xi32>\n", out.name, a.name, a.typ())
	g.printf("%s = tg.dynamic_update_slice %s, %s_u, %%two : (%s, tensor<2xi32>, tensor<i32>) -> %s\n", out.name, a.name, out.name, a.typ(), a.typ())
	return func(s state) {
		x := s[a.name]
		s[out.name] = [4]int32{x[0], x[1], x[1], x[2]}
	}, []variable{out}
}

func (g *generator) view(vs []variable) (step, []variable) {
	a := g.pick(vs)
	out := g.fresh(!a.square)
	g.printf("%s = tg.reshape %s : (%s) -> %s\n", out.name, a.name, a.typ(), out.typ())
	return func(s state) { s[out.name] = s[a.name] }, []variable{out}
}

func (g *generator) barrier(vs []variable) (step, []variable) {
	in := g.picks(vs, 1+g.rng.IntN(2))
	group := g.fresh(false)
	out := make([]variable, len(in))
	for i, v := range in {
		out[i] = variable{fmt.Sprintf("%s#%d", group.name, i), v.square}
	}
	g.printf("%s:%d = tg.barrier %s : %s\n", group.name, len(in), names(in), typesOf(in))
	return func(s state) {
		for i, x := range read(s, in) {
			s[out[i].name] = x
		}
	}, out
}

// choice is a tg.if on a function parameter.
func (g *generator) choice(vs []variable, depth int) (step, []variable) {
	then := g.rng.IntN(2)
	n := 1 + g.rng.IntN(2)
	group := g.fresh(false)
	want := g.picks(vs, n)
	g.printf("%s:%d = tg.if %%p%d -> (%s) {\n", group.name, n, then, typesOf(want))
	var runs [2][]step
	var yields [2][]variable
	for k := range 2 {
		if k == 1 {
			g.printf("} else {\n")
		}
		run, inner := g.block(vs, g.rng.IntN(4), depth-1)
		for _, w := range want {
			yields[k] = append(yields[k], g.pickLike(inner, w.square))
		}
		runs[k] = run
		g.printf("tg.yield %s : %s\n", names(yields[k]), typesOf(yields[k]))
	}
	g.printf("}\n")
	var out []variable
	for i, w := range want {
		out = append(out, variable{fmt.Sprintf("%s#%d", group.name, i), w.square})
	}
	return func(s state) {
		k := 1 - then // %p0 is false and %p1 true
		for _, st := range runs[k] {
			st(s)
		}
		for i, x := range read(s, yields[k]) {
			s[out[i].name] = x
		}
	}, out
}

// loop is a tg.while of three rounds, which may collect values of them. What it has collected of
// one round is another value.
func (g *generator) loop(vs []variable, depth int) (step, []variable) {
	n := 1 + g.rng.IntN(3)
	group, inits := g.fresh(false), g.picks(vs, n)
	var args, out []variable
	tape := g.tape()
	g.printf("%s:%d = tg.while (%s_i = %%zero", group.name, n+1+len(tape.of), group.name)
	for i, v := range inits {
		args = append(args, g.fresh(v.square))
		out = append(out, variable{fmt.Sprintf("%s#%d", group.name, i+1), v.square})
		g.printf(", %s = %s", args[i].name, v.name)
	}
	g.printf(") : tensor<i32>, %s%s cond {\n", typesOf(inits), tape.clause())
	g.block(append(slices.Clone(vs), args...), g.rng.IntN(2), 0)
	g.printf("%s_c = tg.compare lt %s_i, %%three : (tensor<i32>, tensor<i32>) -> tensor<i1>\ntg.yield %s_c : tensor<i1>\n} do {\n", group.name, group.name, group.name)
	run, inner := g.block(append(slices.Clone(vs), args...), 1+g.rng.IntN(4), depth-1)
	var yields []variable
	for _, a := range args {
		yields = append(yields, g.pickLike(inner, a.square))
	}
	var collected []variable
	for _, v := range tape.of {
		collected = append(collected, g.pickLike(inner, v.square))
	}
	g.printf("%s_n = tg.add %s_i, %%one : tensor<i32>\n", group.name, group.name)
	all := slices.Concat(yields, collected)
	g.printf("tg.yield %s_n, %s : tensor<i32>, %s\n}\n", group.name, names(all), typesOf(all))
	g.printf("%s", tape.row(fmt.Sprintf("%s#%d", group.name, n+1)))
	return func(s state) {
		carried := read(s, inits)
		for r := range 3 {
			for i, a := range args {
				s[a.name] = carried[i]
			}
			for _, st := range run {
				st(s)
			}
			carried = read(s, yields)
			for i, v := range tape.of {
				if r == tape.round {
					s[v.name] = s[collected[i].name]
				}
			}
		}
		for i, x := range carried {
			s[out[i].name] = x
		}
	}, append(out, tape.of...)
}

// tape is what a loop collects: one value or none, of which a round is a value behind the loop.
type tape struct {
	of           []variable
	rows, length string // of the result
	round        int
}

func (g *generator) tape() *tape {
	t := &tape{rows: "4", length: "3", round: g.rng.IntN(3)}
	if g.rng.IntN(2) == 0 {
		t.of = []variable{g.fresh(g.rng.IntN(2) == 0)}
		if t.of[0].square {
			t.rows = "2x2"
		}
	}
	if g.open {
		t.length = "?"
	}
	return t
}

// clause is what a loop says of it.
func (t *tape) clause() string {
	if len(t.of) == 0 {
		return ""
	}
	return fmt.Sprintf(" collect (tensor<%sx%sxi32>)", t.length, t.rows)
}

// row makes the variable of a result.
func (t *tape) row(result string) string {
	if len(t.of) == 0 {
		return ""
	}
	v, box := t.of[0], "0:4"
	if v.square {
		box = "0:2, 0:2"
	}
	return strings.NewReplacer("VALUE", v.name, "RESULT", result, "LENGTH", t.length, "ROWS", t.rows, "TYPE", v.typ(), "BOX", fmt.Sprintf("%d:%d, %s", t.round, t.round+1, box)).Replace(
		`VALUE_t = tg.cast RESULT : (tensor<LENGTHxROWSxi32>) -> tensor<3xROWSxi32>
VALUE_s = tg.slice VALUE_t [BOX] : (tensor<3xROWSxi32>) -> tensor<1xROWSxi32>
VALUE = tg.reshape VALUE_s : (tensor<1xROWSxi32>) -> TYPE
`)
}

func (g *generator) call(vs []variable) (step, []variable) {
	f := g.functions[g.rng.IntN(len(g.functions))]
	var args, out []variable
	for _, p := range f.params {
		args = append(args, g.pickLike(vs, p.square))
	}
	group := g.fresh(false)
	for i, r := range f.results {
		out = append(out, variable{fmt.Sprintf("%s#%d", group.name, i), r.square})
	}
	g.printf("%s:%d = func.call @%s(%%p0, %%p1, %s) : (tensor<i1>, tensor<i1>, %s) -> (%s)\n",
		group.name, len(out), f.name, names(args), typesOf(args), typesOf(out))
	return func(s state) {
		for i, x := range f.call(read(s, args)) {
			s[out[i].name] = x
		}
	}, out
}

// function writes a function: a block, a loop of blocks that goes round three
// times, a block.
func (g *generator) function(name string) {
	f := &function{name: name, params: []variable{g.fresh(false), g.fresh(true), g.fresh(false)}}
	g.printf("func.func @%s(%%p0: tensor<i1>, %%p1: tensor<i1>", name)
	for _, p := range f.params {
		g.printf(", %s: %s", p.name, p.typ())
	}
	f.results = []variable{{square: false}, {square: true}, {square: g.rng.IntN(2) == 0}}
	g.printf(") -> (%s) {\n", typesOf(f.results))
	for i, c := range []string{"zero", "one", "two", "three"} {
		g.printf("%%%s = tg.constant dense<%d> : tensor<i32>\n", c, i)
	}
	head, vs := g.block(f.params, 2+g.rng.IntN(5), 2)
	sources := g.picks(vs, 3)
	var args, carried []variable
	for _, s := range sources {
		args = append(args, g.fresh(s.square))
	}
	label := g.fresh(false).name[1:]
	g.printf("cf.br ^%s(%%zero, %s : tensor<i32>, %s)\n", label, names(sources), typesOf(sources))
	g.printf("^%s(%%%s_i: tensor<i32>, %s: %s, %s: %s, %s: %s):\n", label, label, args[0].name, args[0].typ(), args[1].name, args[1].typ(), args[2].name, args[2].typ())
	body, inner := g.block(append(slices.Clone(vs), args...), 2+g.rng.IntN(4), 1)
	for _, a := range args {
		carried = append(carried, g.pickLike(inner, a.square))
	}
	g.printf("%%%s_n = tg.add %%%s_i, %%one : tensor<i32>\n", label, label)
	g.printf("%%%s_t = tg.compare lt %%%s_n, %%three : (tensor<i32>, tensor<i32>) -> tensor<i1>\n%%%s_c = tg.item %%%s_t : tensor<i1> -> i1\n", label, label, label, label)
	g.printf("cf.cond_br %%%s_c, ^%s(%%%s_n, %s : tensor<i32>, %s), ^%s_end\n^%s_end:\n", label, label, label, names(carried), typesOf(carried), label, label)
	tail, end := g.block(inner, 1+g.rng.IntN(3), 1)
	for i := range f.results {
		f.results[i] = g.pickLike(end, f.results[i].square)
	}
	g.printf("return %s : %s\n}\n", names(f.results), typesOf(f.results))
	f.run = append(head, func(s state) {
		next := sources
		for range 3 {
			for i, x := range read(s, next) {
				s[args[i].name] = x
			}
			for _, st := range body {
				st(s)
			}
			next = carried
		}
	})
	f.run = append(f.run, tail...)
	g.functions = append(g.functions, f)
}

func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(400) {
		g := &generator{rng: rand.New(rand.NewPCG(seed, 1)), open: seed%4 == 0}
		g.function("f")
		g.function("g")
		g.function("main")
		in := [][4]int32{{1, -2, 3, 5}, {7, 11, -13, 17}, {19, 23, 29, -31}}
		want := g.functions[2].call(in)
		p, err := interp.NewModule(module(t, g.text.String())).Program("main")
		if err != nil {
			t.Fatal(err)
		}
		inputs := tensors(t, []string{"i1=false", "i1=true", "4xi32=[1,-2,3,5]", "2x2xi32=[7,11,-13,17]", "4xi32=[19,23,29,-31]"})
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				r, err := p.Run(inputs, interp.Options{})
				if err != nil {
					t.Errorf("seed %d: %v", seed, err)
					return
				}
				for i, o := range r.Outputs {
					if got := [4]int32(tensor.Data[int32](o)); got != want[i] {
						t.Errorf("seed %d: output #%d is %v, want %v", seed, i, got, want[i])
					}
				}
			})
		}
		wg.Wait()
		for i, x := range in {
			if got := [4]int32(tensor.Data[int32](inputs[i+2])); got != x {
				t.Errorf("seed %d: input #%d has become %v", seed, i, got)
			}
		}
		if t.Failed() {
			t.Fatalf("the program of seed %d:\n%s", seed, g.text.String())
		}
	}
}
