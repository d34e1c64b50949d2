package machine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/discover/term"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// A small world is some functions of numbers, all of which are tried.
type smallWorld[T any] struct {
	values    []T
	functions map[string]any // func(T) T or func(T, T) T
	text      func(T) string
}

// trees are all terms of x and y of up to so many ops, which grows.
func (w *smallWorld[T]) trees(size int) (bySize [][]*term.Term) {
	bySize = [][]*term.Term{{{Variable: "x"}, {Variable: "y"}}}
	var names []string
	for name := range w.functions {
		names = append(names, name)
	}
	slices.Sort(names)
	for n := 1; n <= size; n++ {
		var list []*term.Term
		for _, name := range names {
			if _, ok := w.functions[name].(func(T) T); ok {
				for _, a := range bySize[n-1] {
					list = append(list, &term.Term{Op: name, Result: -1, Args: []*term.Term{a}})
				}
				continue
			}
			for k := range n {
				for _, a := range bySize[k] {
					for _, b := range bySize[n-1-k] {
						list = append(list, &term.Term{Op: name, Result: -1, Args: []*term.Term{a, b}})
					}
				}
			}
		}
		bySize = append(bySize, list)
	}
	return bySize
}

// compute is what a term is for x and y.
func (w *smallWorld[T]) compute(t *term.Term, x, y T) T {
	switch {
	case t.Variable == "x":
		return x
	case t.Variable == "y":
		return y
	}
	switch f := w.functions[t.Op].(type) {
	case func(T) T:
		return f(w.compute(t.Args[0], x, y))
	case func(T, T) T:
		return f(w.compute(t.Args[0], x, y), w.compute(t.Args[1], x, y))
	}
	panic(t.Op)
}

// table is what a term is for all x and y.
func (w *smallWorld[T]) table(t *term.Term) (s string) {
	for _, x := range w.values {
		for _, y := range w.values {
			s += w.text(w.compute(t, x, y)) + " "
		}
	}
	return s
}

// classes are terms that are equal by what is known: each has a parent or is the first of its
// class.
type classes map[string]string

func (c classes) find(s string) string {
	for c[s] != "" {
		s = c[s]
	}
	return s
}

func (c classes) join(a, b string) bool {
	a, b = c.find(a), c.find(b)
	if a == b {
		return false
	}
	c[max(a, b)] = min(a, b)
	return true
}

func replace(t *term.Term, with map[string]*term.Term) *term.Term {
	if t.Variable != "" {
		return with[t.Variable]
	}
	c := &term.Term{Op: t.Op, Result: -1}
	for _, a := range t.Args {
		c.Args = append(c.Args, replace(a, with))
	}
	return c
}

// compare has an exhaustive search over small terms agree with what is found: whatever is told is
// so, and whatever is so follows from what is told.
func (w *smallWorld[T]) compare(t *testing.T, c *ir.Context, o Options) {
	r, err := Find(context.Background(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	bySize := w.trees(o.Size + 1)
	all := slices.Concat(bySize...)
	known := classes{}
	for _, q := range r.Equalities {
		l, right := q.Left[0], q.Right[0]
		if q.Level != rewrite.Exact {
			continue
		}
		if w.table(l) != w.table(right) {
			t.Errorf("%s is wrong", q)
		}
		for size := range o.Size + 1 {
			for _, x := range bySize[size] {
				for _, y := range slices.Concat(bySize[:o.Size+1-size]...) {
					with := map[string]*term.Term{"x": x, "y": y}
					known.join(replace(l, with).String(), replace(right, with).String())
				}
			}
		}
	}
	for again := true; again; { // what is made of equal terms is equal
		again = false
		first := map[string]string{}
		for _, x := range all {
			if x.Variable != "" {
				continue
			}
			key := x.Op
			for _, a := range x.Args {
				key += " " + known.find(a.String())
			}
			if s, ok := first[key]; ok {
				again = known.join(s, x.String()) || again
			} else {
				first[key] = x.String()
			}
		}
	}
	same, missed := map[string]*term.Term{}, 0
	for _, x := range slices.Concat(bySize[:o.Size+1]...) {
		s := w.table(x)
		if y, ok := same[s]; !ok {
			same[s] = x
		} else if known.find(x.String()) != known.find(y.String()) {
			if missed++; missed < 10 {
				t.Errorf("that %s is %s follows from nothing", x, y)
			}
		}
	}
	t.Logf("%d terms, %d functions, %d equalities", len(all), len(same), len(r.Equalities))
}

func TestLogicIsComplete(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	w := smallWorld[bool]{[]bool{false, true}, map[string]any{
		"and": func(x, y bool) bool { return x && y }, "xor": func(x, y bool) bool { return x != y }, "not": func(x bool) bool { return !x },
	}, func(x bool) string { return fmt.Sprint(x) }}
	w.compare(t, c, options(2, 2, tg.And, tg.Xor, tg.Not).on(c.Bool()))
}

func TestOrderIsComplete(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	w := smallWorld[float64]{[]float64{0, math.Copysign(0, -1), 1, -1, 2.5, math.Inf(1), math.Inf(-1), math.NaN()}, map[string]any{
		"max": func(x, y float64) float64 { return max(x, y) }, "min": func(x, y float64) float64 { return min(x, y) },
		"neg": func(x float64) float64 { return -x }, "floor": math.Floor,
	}, func(x float64) string {
		if x != x {
			return "nan"
		}
		return fmt.Sprint(x)
	}}
	for _, elem := range []*ir.Type{c.F32(), c.Float("bf16")} {
		w.compare(t, c, options(2, 2, tg.Max, tg.Min, tg.Neg, tg.Floor).on(elem))
	}
}
