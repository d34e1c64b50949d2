package saturate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
)

// reference finds the matches of rules in a space by trying everything: each op that there is
// at each place of a pattern that asks for an op, in both orders where operands commute.
type reference struct {
	space *space
	all   []*ir.Value // the results of all ops
}

// taken is what one try has bound.
type taken struct {
	values map[string]*ir.Value
	ops    map[string]*ir.OpDef
	attrs  map[string]*ir.Attr
	lists  map[string]string
	places []string // what matched each pattern so far, as text
	roots  []*ir.Value
}

func (x *taken) clone() *taken {
	return &taken{maps.Clone(x.values), maps.Clone(x.ops), maps.Clone(x.attrs), maps.Clone(x.lists), slices.Clone(x.places), slices.Clone(x.roots)}
}

func newReference(s *space) *reference {
	r := &reference{space: s}
	for _, v := range s.values {
		if v == nil || ir.ConstantValue(v) != nil {
			continue
		}
		for _, m := range s.Members(v, nil) {
			if !slices.Contains(r.all, m) {
				r.all = append(r.all, m)
			}
		}
	}
	return r
}

// matches calls found for each way in which all patterns match.
func (r *reference) matches(left []*rule.Node, found func(*taken)) {
	r.from(left, 0, &taken{values: map[string]*ir.Value{}, ops: map[string]*ir.OpDef{}, attrs: map[string]*ir.Attr{}, lists: map[string]string{}}, found)
}

func (r *reference) from(left []*rule.Node, k int, x *taken, found func(*taken)) {
	if k == len(left) {
		found(x)
		return
	}
	for _, result := range r.all {
		if slices.ContainsFunc(x.roots, func(v *ir.Value) bool {
			return v.Def() == result.Def() || r.space.class(v) == r.space.class(result)
		}) {
			continue
		}
		y := x.clone()
		y.roots = append(y.roots, result)
		r.op(left[k], result, y, func(y *taken, place string) {
			y.places = append(y.places, place)
			r.from(left, k+1, y, found)
		})
	}
}

// place matches anything at a class, which v represents, and says what it was.
func (r *reference) place(n *rule.Node, v *ir.Value, x *taken, next func(*taken, string)) {
	switch {
	case n.Constant != nil:
		want := n.Constant(r.space.ctx, r.space.ctx.Tensor(nil, v.Type().ElemOrSelf()))
		if slices.ContainsFunc(r.numbers(v), func(a *ir.Attr) bool { return r.space.elements(a).Float64At(0) == r.space.elements(want).Float64At(0) }) {
			next(x, r.text(v, nil))
		}
	case n.Variable != "":
		y := x.clone()
		if y.bind(n.Variable, v) {
			next(y, fmt.Sprint(r.space.class(v)))
		}
	default:
		for _, m := range r.space.Members(v, nil) {
			r.op(n, m, x.clone(), next)
		}
	}
}

func (x *taken) bind(name string, v *ir.Value) bool {
	if was := x.values[name]; was != nil {
		return was == v
	}
	x.values[name] = v
	return true
}

// op matches an op at a result. It may change x.
func (r *reference) op(n *rule.Node, result *ir.Value, x *taken, next func(*taken, string)) {
	o := result.Def()
	if o.Def() == nil || n.Op != nil && o.Def() != n.Op || result.Index() != n.Result || n.Results > 0 && o.NumResults() != n.Results {
		return
	}
	if n.Class != "" {
		if d := x.ops[n.Class]; d != nil && d != o.Def() || !rule.InClass(o.Def()) {
			return
		}
		x.ops[n.Class] = o.Def()
	}
	if n.Name != "" && !x.bind(n.Name, r.space.Representative(result)) || !attributes(n, o, x) {
		return
	}
	fixed := len(n.Args)
	open := fixed > 0 && n.Args[fixed-1].Rest
	if open {
		fixed--
		if o.NumOperands() < fixed {
			return
		}
		name, rest := n.Args[fixed].Variable, fmt.Sprint(r.classes(o.Operands()[fixed:]))
		if was, there := x.lists[name]; there && was != rest {
			return
		}
		x.lists[name] = rest
	} else if o.NumOperands() != fixed {
		return
	}
	orders := [][2]int{{0, 1}}
	if fixed >= 2 && o.Has(ir.Commutative) && r.space.class(o.Operand(0)) != r.space.class(o.Operand(1)) {
		orders = append(orders, [2]int{1, 0})
	}
	for _, order := range orders {
		r.operands(n, o, order, fixed, nil, x.clone(), func(y *taken, places []string) {
			if fixed >= 2 && order[0] == 1 {
				places[0], places[1] = places[1], places[0]
			}
			for _, v := range o.Operands()[fixed:] {
				places = append(places, fmt.Sprint(r.space.class(v)))
			}
			next(y, r.text(result, places))
		})
	}
}

func (r *reference) operands(n *rule.Node, o *ir.Op, order [2]int, fixed int, places []string, x *taken, next func(*taken, []string)) {
	i := len(places)
	if i == fixed {
		next(x.clone(), slices.Clone(places))
		return
	}
	at := i
	if i < 2 {
		at = order[i]
	}
	r.place(n.Args[i], o.Operand(at), x, func(y *taken, place string) {
		r.operands(n, o, order, fixed, append(slices.Clip(places), place), y, next)
	})
}

func attributes(n *rule.Node, o *ir.Op, x *taken) bool {
	for _, a := range n.Attrs {
		v := o.Attr(a.Name)
		switch {
		case a.Absent:
			if v != nil {
				return false
			}
		case a.Variable == "":
			if v != a.Literal(o.Context()) {
				return false
			}
		default:
			if was, bound := x.attrs[a.Variable]; v == nil || bound && was != v {
				return false
			}
			x.attrs[a.Variable] = v
		}
	}
	for _, e := range o.Props().Entries() {
		if !n.All && !slices.ContainsFunc(n.Attrs, func(a rule.NodeAttr) bool { return a.Name == e.Name }) {
			return false
		}
	}
	return true
}

// numbers are the constants that v is, or that are moved to make it.
func (r *reference) numbers(v *ir.Value) (list []*ir.Attr) {
	for _, m := range r.space.Members(v, nil) {
		w := m
		for w.Def() != nil && w.Def().Name() == "tg.transpose" {
			w = w.Def().Operand(0)
		}
		if a := ir.ConstantValue(w); a != nil {
			list = append(list, a)
		}
	}
	return list
}

func (r *reference) classes(list []*ir.Value) (numbers []int) {
	for _, v := range list {
		numbers = append(numbers, int(r.space.class(v)))
	}
	return numbers
}

// text is a result of an op as a place, with its operands. How a constant is made it does not say.
func (r *reference) text(result *ir.Value, operands []string) string {
	o := result.Def()
	if a := r.numbers(result); len(a) > 0 {
		return fmt.Sprintf("%d=%s", r.space.class(result), a[0])
	}
	return fmt.Sprintf("%d=%s%s#%d(%s)", r.space.class(result), o.Name(), o.Props(), result.Index(), strings.Join(operands, ", "))
}

// bound is a place of an instance as the reference writes it.
func (r *reference) bound(b *rule.Bound) string {
	if b.Result == nil {
		return fmt.Sprint(r.space.class(b.Value))
	}
	var operands []string
	for _, a := range b.Args {
		operands = append(operands, r.bound(a))
	}
	return r.text(b.Result, operands)
}
