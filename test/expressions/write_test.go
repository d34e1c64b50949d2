package expressions

import (
	"fmt"
	"slices"
	"strings"
)

// axis is an axis of a compute that is written.
type axis struct {
	name          string
	lower, extent int
}

func (a axis) String() string {
	if a.lower != 0 {
		return fmt.Sprintf("%s in %d..%d", a.name, a.lower, a.lower+a.extent)
	}
	return fmt.Sprintf("%s < %d", a.name, a.extent)
}

// layout is how a compute has the axes of an expression: its own axes, what the axes of the
// expression are in terms of these, as text and as numbers, and the index of each own axis in terms
// of those of the expression, as text and as numbers.
type layout struct {
	axes   []axis
	of     map[int]string
	at     map[int]func(point map[string]int) int
	indexE []func(env map[int]string) string
}

// writer writes computes of an expression.
type writer struct {
	*generator
	e     *expression
	out   strings.Builder
	names int
	// plain writes axes as they are, only in one order, and nothing over several computes.
	plain bool
}

func (w *writer) name(stem string) string {
	w.names++
	return fmt.Sprintf("%s%d", stem, w.names)
}

// layout makes axes for some of those of the expression; ordered says that the row-major order of
// their points stays.
func (w *writer) layout(axes []int, ordered bool) *layout {
	l := &layout{of: map[int]string{}, at: map[int]func(map[string]int) int{}}
	axes = slices.Clone(axes)
	if !ordered {
		w.Shuffle(len(axes), func(i, j int) { axes[i], axes[j] = axes[j], axes[i] })
	}
	for len(axes) > 0 {
		a, n := axes[0], w.e.extents[axes[0]]
		kind := w.IntN(5)
		switch name := w.name("i"); {
		case w.plain || kind == 0 || kind == 2 && ordered:
			l.add(axis{name, 0, n}, func(env map[int]string) string { return env[a] })
			l.of[a], l.at[a] = name, func(p map[string]int) int { return p[name] }
		case kind == 1:
			lower := w.IntN(9) - 4
			l.add(axis{name, lower, n}, func(env map[int]string) string { return env[a] })
			l.of[a], l.at[a] = fmt.Sprintf("(%s - %d)", name, lower), func(p map[string]int) int { return p[name] - lower }
		case kind == 2:
			l.add(axis{name, 0, n}, func(env map[int]string) string { return fmt.Sprintf("(%d - %s)", n-1, env[a]) })
			l.of[a], l.at[a] = fmt.Sprintf("(%d - %s)", n-1, name), func(p map[string]int) int { return n - 1 - p[name] }
		case kind == 3 && n%2 == 0:
			m, low := n/2, w.name("i")
			l.add(axis{name, 0, 2}, func(env map[int]string) string { return fmt.Sprintf("(%s) floordiv %d", env[a], m) })
			l.add(axis{low, 0, m}, func(env map[int]string) string { return fmt.Sprintf("(%s) mod %d", env[a], m) })
			l.of[a], l.at[a] = fmt.Sprintf("(%s * %d + %s)", name, m, low), func(p map[string]int) int { return p[name]*m + p[low] }
		case kind == 4 && len(axes) > 1:
			b, m := axes[1], w.e.extents[axes[1]]
			l.add(axis{name, 0, n * m}, func(env map[int]string) string { return fmt.Sprintf("(%s * %d + %s)", env[a], m, env[b]) })
			l.of[a], l.at[a] = fmt.Sprintf("(%s floordiv %d)", name, m), func(p map[string]int) int { return p[name] / m }
			l.of[b], l.at[b] = fmt.Sprintf("(%s mod %d)", name, m), func(p map[string]int) int { return p[name] % m }
			axes = axes[1:]
		default:
			continue
		}
		axes = axes[1:]
	}
	return l
}

func (l *layout) add(a axis, index func(map[int]string) string) {
	l.axes, l.indexE = append(l.axes, a), append(l.indexE, index)
}

func list(axes []axis) string {
	var texts []string
	for _, a := range axes {
		texts = append(texts, a.String())
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func (l *layout) shape() string {
	var b strings.Builder
	for _, a := range l.axes {
		fmt.Fprintf(&b, "%dx", a.extent)
	}
	return "tensor<" + b.String() + "f32>"
}

// expression writes the computes of the expression; the last one has a name. It returns how that
// has its axes.
func (w *writer) expression(name string) (free, bound *layout) {
	n := len(w.e.extents) - w.e.bound
	var axes []int
	for a := range w.e.extents {
		axes = append(axes, a)
	}
	free, bound = w.layout(axes[:n], false), w.layout(axes[n:], w.e.combiner == "sum")
	env := map[int]string{}
	for _, l := range []*layout{free, bound} {
		for a, text := range l.of {
			env[a] = text
		}
	}
	var body strings.Builder
	v := w.term(&body, w.e.root, env)
	reduced := ""
	if w.e.combiner != "" {
		reduced = " " + w.e.combiner + " " + list(bound.axes)
	}
	fmt.Fprintf(&w.out, "  %%%s = te.compute %s%s -> %s {\n%s    te.yield %s : tensor<f32>\n  }\n", name, list(free.axes), reduced, free.shape(), &body, v)
	return free, bound
}

// term writes a term into a body, or as a compute of its own, which the body reads.
func (w *writer) term(body *strings.Builder, t *term, env map[int]string) string {
	v := "%" + w.name("v")
	switch {
	case t.op == "const":
		fmt.Fprintf(body, "    %s = tg.constant dense<%d.0> : tensor<f32>\n", v, t.value)
		return v
	case t.op == "read":
		var at []string
		for _, i := range t.at {
			text := env[i.axis]
			if i.mirrored {
				text = fmt.Sprintf("%d - %s", w.e.extents[i.axis]-1, text)
			}
			at = append(at, fmt.Sprintf("%s + %d", text, i.offset))
		}
		fmt.Fprintf(body, "    %s = te.read %%T%d [%s] : %s\n", v, t.tensor, strings.Join(at, ", "), w.e.shape(t.tensor))
		return v
	case !w.plain && w.IntN(5) == 0:
		return w.apart(body, t, env, v)
	}
	var kids []string
	for _, k := range w.order(t) {
		kids = append(kids, w.term(body, k, env))
	}
	fmt.Fprintf(body, "    %s = tg.%s %s : tensor<f32>\n", v, t.op, strings.Join(kids, ", "))
	return v
}

// order is the arguments of a term, exchanged now and then where that makes no difference.
func (w *writer) order(t *term) []*term {
	if !w.plain && slices.Contains(commuting, t.op) && w.IntN(2) == 0 {
		return []*term{t.kids[1], t.kids[0]}
	}
	return t.kids
}

// apart writes a compute of a term.
func (w *writer) apart(body *strings.Builder, t *term, env map[int]string, v string) string {
	var axes []int
	for a := range t.uses(map[int]bool{}) {
		axes = append(axes, a)
	}
	slices.Sort(axes)
	l, name := w.layout(axes, false), w.name("c")
	var inner strings.Builder
	copied := *t
	u := w.op(&inner, &copied, l.of)
	fmt.Fprintf(&w.out, "  %%%s = te.compute %s -> %s {\n%s    te.yield %s : tensor<f32>\n  }\n", name, list(l.axes), l.shape(), &inner, u)
	var at []string
	for _, index := range l.indexE {
		at = append(at, index(env))
	}
	fmt.Fprintf(body, "    %s = te.read %%%s [%s] : %s\n", v, name, strings.Join(at, ", "), l.shape())
	return v
}

// op writes an op in the body, and its arguments anywhere.
func (w *writer) op(body *strings.Builder, t *term, env map[int]string) string {
	var kids []string
	for _, k := range w.order(t) {
		kids = append(kids, w.term(body, k, env))
	}
	v := "%" + w.name("v")
	fmt.Fprintf(body, "    %s = tg.%s %s : tensor<f32>\n", v, t.op, strings.Join(kids, ", "))
	return v
}
