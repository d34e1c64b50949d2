package parameters

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	fn "github.com/tg-opt/tg/dialect/func"
	utilop "github.com/tg-opt/tg/dialect/util"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
)

// parameter is what is lifted: a constant, or all that stand for one resource or global.
type parameter struct {
	index  int
	name   string
	value  *ir.Attr
	op     *ir.Op // the first of uses, for messages
	global *ir.Op // nil for a constant
	uses   []site
}

// site is an op whose result is the parameter, and the function that it is in.
type site struct{ op, fn *ir.Op }

// finder collects parameters.
type finder struct {
	*signatures
	opt *LiftOptions

	list      []*parameter
	functions []*ir.Op // in the order in which they are met
	visited   map[*ir.Op]bool
	needs     map[*ir.Op]map[int]bool // the parameters that a function must be given
	order     map[*ir.Op][]int
	known     map[any]int // parameters by global, resource or constant

	// What was not lifted: the most elements of a small one, and how many of the others.
	small                  int64
	splats, integers, kept int
}

// visit looks at a function, and at those that it calls as it comes to the calls.
func (f *finder) visit(function *ir.Op) {
	f.visited[function] = true
	f.functions = append(f.functions, function)
	f.needs[function] = map[int]bool{}
	ir.Walk(function.RegionAt(0).Parent(), func(o *ir.Op) ir.WalkAction {
		if o.Is(fn.Call) {
			if callee := f.table[o.Attr("callee").Text()]; f.changeable(callee) && !f.visited[callee] {
				f.visit(callee)
			}
			return ir.Advance
		}
		if value, global, weight := weightOf(o, f.table); weight {
			f.consider(function, o, value, global)
		}
		return ir.Advance
	})
}

// weightOf is the value of an op that may stand for a weight: a constant, or the load of an
// immutable global.
func weightOf(o *ir.Op, table ir.SymbolMap) (value *ir.Attr, global *ir.Op, ok bool) {
	switch {
	case o.Is(utilop.LoadIndirect):
		address := o.Operand(0).Def()
		if !address.Is(utilop.Address) {
			return nil, nil, false
		}
		global = table[address.Attr("global").Text()]
		if !global.Is(utilop.Global) || global.Attr("is_mutable") != nil || global.Attr("initial_value") == nil {
			return nil, nil, false
		}
		// A pattern of bytes of parts of bytes cannot be converted, which who converts it says.
		value, err := utilop.Elements(o.Context(), global.Attr("initial_value"))
		return value, global, err == nil && value.Type().IsRankedTensor()
	case o.Has(ir.ConstantLike) && o.NumResults() == 1:
		value = ir.ConstantValue(o.Result(0))
		ok = (value.Is(ir.DenseAttr) || value.Is(ir.ResourceAttr)) && value.Type().IsRankedTensor()
		return value, nil, ok
	}
	return nil, nil, false
}

// consider adds o to a parameter, unless there is a reason against it.
func (f *finder) consider(function, o *ir.Op, value *ir.Attr, global *ir.Op) {
	t := value.Type()
	elements, static := t.NumElements()
	if !static {
		return
	}
	_, runs := interp.DTypeOf(t.Elem())
	splat := global == nil && value.Is(ir.DenseAttr) && value.IsSplat() && elements > 1
	switch {
	case !runs || !t.Elem().IsFloat() && !t.Elem().IsComplex():
		if elements >= f.opt.MinElements && t.Elem().IsInteger() {
			f.integers++
		}
		return
	case elements < f.opt.MinElements:
		f.small = max(f.small, elements)
		return
	case splat && !f.opt.Splats:
		f.splats++
		return
	case !sees(o, function):
		f.kept++
		f.run.Missed(o, "lift-parameters", "a constant of %d elements stays: the op around it sees nothing from outside", elements)
		return
	}
	key := any(o)
	if global != nil {
		key = global
	} else if value.Is(ir.ResourceAttr) {
		key = value
	}
	i, known := f.known[key]
	if !known {
		i = len(f.list)
		f.known[key] = i
		f.list = append(f.list, &parameter{index: i, value: value, op: o, global: global})
	}
	f.list[i].uses = append(f.list[i].uses, site{o, function})
	f.needs[function][i] = true
}

// sees reports whether an op in a function may use the arguments of the function.
func sees(o, function *ir.Op) bool {
	for p := o.Parent(); p != function; p = p.Parent() {
		if p == nil || p.Has(ir.IsolatedFromAbove) {
			return false
		}
	}
	return true
}

// spread lets functions need what those that they call do. Callees come behind their callers in the
// list, but for calls back, so that hardly more than one round is needed.
func (f *finder) spread() {
	for changed := true; changed; {
		changed = false
		for _, callee := range slices.Backward(f.functions) {
			for _, call := range f.calls[callee] {
				caller := f.callers[call]
				if !f.visited[caller] {
					continue
				}
				before := len(f.needs[caller])
				maps.Copy(f.needs[caller], f.needs[callee])
				changed = changed || len(f.needs[caller]) > before
			}
		}
	}
	f.order = map[*ir.Op][]int{}
	for function, set := range f.needs {
		f.order[function] = slices.Sorted(maps.Keys(set))
	}
}

// sorted are the parameters that a function is given, in order.
func (f *finder) sorted(function *ir.Op) []int { return f.order[function] }

var positional = regexp.MustCompile(`^(arg|arr_|result)?[0-9]*$`)

// name gives the parameters their names.
func (f *finder) name(entry *ir.Op) {
	taken := map[string]bool{}
	for _, p := range naming.Arguments(entry) {
		taken[p.Name] = true
	}
	uses := map[string]int{}
	for _, p := range f.list {
		name := ""
		if p.global != nil {
			name = ir.SymbolName(p.global)
		} else {
			name = entry.Context().LocAttr(p.op.Loc()).LocName()
		}
		if !naming.CanBeTyped(name) || positional.MatchString(name) {
			stem := stemOf(p.op.Result(0))
			for name = ""; name == "" || taken[name]; uses[stem]++ {
				name = fmt.Sprint(stem, uses[stem])
			}
		}
		unique := name
		for k := 1; taken[unique]; k++ {
			unique = fmt.Sprintf("%s.%d", name, k)
		}
		p.name = unique
		taken[unique] = true
	}
}

// moving are the ops through which a weight goes to where it is used, and stems what the names of
// those begin with that are used by others; ops are given without their dialects.
var (
	moving = map[string]bool{"reshape": true, "transpose": true, "broadcast": true, "broadcast_in_dim": true, "convert": true, "collapse_shape": true, "expand_shape": true}
	stems  = map[string]string{
		"dot": "w", "dot_general": "w", "matmul": "w", "convolution": "w", "conv": "w", "gather": "w",
		"add": "b", "addf": "b", "subtract": "b", "sub": "b", "subf": "b",
	}
)

// stemOf is what the name of a weight begins with that has none. It follows from what uses it,
// whatever the order: a factor of a product is called so, also if something is added to it
// elsewhere.
func stemOf(v *ir.Value) string {
	stem := "p"
	for open := []*ir.Value{v}; len(open) > 0; {
		x := open[len(open)-1]
		open = open[:len(open)-1]
		for u := x.FirstUse(); u != nil; u = u.Next() {
			o := u.Owner()
			_, name, _ := strings.Cut(o.Name(), ".")
			switch {
			case stems[name] == "w":
				return "w"
			case stems[name] != "":
				stem = stems[name]
			case moving[name] && o.NumResults() == 1:
				open = append(open, o.Result(0))
			}
		}
	}
	return stem
}
