package partition

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// The attributes of ops that decide for the cut: SaveAttr with the text Save says that the results
// are handed over where the backward pass needs them, and RecomputeAttr, whatever its value is,
// that they never are.
const (
	SaveAttr      = "tg.stash"
	Save          = "save"
	RecomputeAttr = "tg.recompute"
)

// part says which pass an op belongs to.
type part uint8

const (
	dead     part = iota
	constant      // both passes have it, at no cost
	forward
	late     // only the backward pass needs it, but the forward pass could compute it
	backward // it depends on what only the backward pass is given
)

// Joint is a function that computes the results of a forward pass, and those of a backward pass
// from the same values and perhaps further arguments.
type Joint struct {
	Func *ir.Op
	// Of are the results of the forward pass, by number.
	Of []int

	block *ir.Block
	end   *ir.Op
	ops   []*ir.Op // all that are alive, in order
	parts map[*ir.Op]part
	order map[*ir.Op]int      // by which ops, constants included, come one after the other
	given []bool              // by argument: the forward pass has it
	ahead map[*ir.Value]int   // the results of the forward pass, and which
	reads map[*ir.Value][]use // of values of the forward pass: by which ops of it
	// Merged are the ops that computed what another one had computed already.
	Merged []Merged
}

// Merged is an op that computed what another one had computed already.
type Merged struct {
	Op       string  // its name
	Elements float64 // of its first result
	Constant bool
}

// use is what reads a value.
type use = *ir.Op

// Rewrite changes a joint function before the cut, such that what it computes twice in other words
// is computed by equal ops, or once: of are the results of the forward pass. The function computes
// the same bits afterwards, and has the same arguments and results.
type Rewrite func(fn *ir.Op, of []int) error

// Open reads a joint function: of are the results of the forward pass. After all rewrites, which
// find what is not equal op for op, it merges ops that compute the same.
func Open(fn *ir.Op, of []int, rewrites ...Rewrite) (*Joint, error) {
	body := analysis.CallableBody(fn)
	if body == nil || body.Empty() {
		return nil, fn.Errorf("function @%s has no body to divide", ir.SymbolName(fn))
	}
	if !body.HasOneBlock() {
		return nil, fn.Errorf("function @%s has several blocks: a function that is divided has one; `lift-cf-to-tg` makes branches choices and loops", ir.SymbolName(fn))
	}
	j := &Joint{Func: fn, Of: of, block: body.First(), end: body.First().Last()}
	if err := j.check(); err != nil {
		return nil, err
	}
	for _, rewrite := range rewrites {
		if err := rewrite(fn, of); err != nil {
			return nil, err
		}
	}
	j.end = j.block.Last()
	j.number()
	j.divide()
	return j, nil
}

// effects says which effects an op has that is not pure.
func effects(o *ir.Op) string {
	if callee := o.Attr("callee"); callee != nil && callee.Is(ir.SymbolRefAttr) {
		if fn := ir.LookupSymbol(o, callee); fn != nil && analysis.CallableBody(fn) == nil {
			return fmt.Sprintf("calls @%s, which has no body here, and so perhaps effects", ir.SymbolName(fn))
		}
	}
	return "has effects"
}

// check finds what cannot be divided.
func (j *Joint) check() error {
	fn, n := j.Func, j.end.NumOperands()
	if n == 0 {
		return fn.Errorf("@%s has no results to divide among the forward and the backward pass", ir.SymbolName(fn))
	}
	seen := map[int]bool{}
	for _, i := range j.Of {
		if i < 0 || i >= n {
			return fn.Errorf("@%s has no result #%d: it has %d", ir.SymbolName(fn), i, n)
		}
		if seen[i] {
			return fn.Errorf("@%s has one result #%d, but it is given twice", ir.SymbolName(fn), i)
		}
		seen[i] = true
	}
	if len(seen) == 0 {
		return fn.Errorf("no result of @%s is one of the forward pass", ir.SymbolName(fn))
	}
	if len(seen) == n {
		return fn.Errorf("all results of @%s are those of the forward pass: nothing is left for the backward pass", ir.SymbolName(fn))
	}
	purity := analysis.NewPurity()
	purity.Call = analysis.PureIn(ir.NearestSymbolTable(fn), func(*ir.Op) bool { return true }).Pure
	for o := j.block.First(); o != j.end; o = o.Next() {
		if !purity.Pure(o) {
			return o.NamedErrorf("%s: which pass they belong to, and how often they happen, is not for a partition to choose; divide the program by hand there, or take it out (`checks-to-results` does so with checks)", effects(o))
		}
		if a := o.Attrs().Get(SaveAttr); a != nil {
			if !a.Is(ir.StringAttr) || a.Text() != Save {
				return o.NamedErrorf("attribute '%s' must be \"%s\", but is %s", SaveAttr, Save, a)
			}
			if o.Attrs().Get(RecomputeAttr) != nil {
				return o.NamedErrorf("is marked '%s', which keeps its results from being handed over, and '%s', which hands them over", RecomputeAttr, SaveAttr)
			}
		}
	}
	return nil
}

// isForward tells of each result whether it is one of the forward pass.
func (j *Joint) isForward() []bool {
	list := make([]bool, j.end.NumOperands())
	for _, i := range j.Of {
		list[i] = true
	}
	return list
}

// number merges ops that compute the same, and removes those that nobody needs. What computes
// again on purpose has an attribute that says so, and stays.
func (j *Joint) number() {
	equal := &ir.Equivalence{}
	first := map[uint64][]*ir.Op{}
	for o := j.block.First(); o != j.end; o = o.Next() {
		if o.Has(ir.Opaque) || o.NumResults() == 0 {
			continue
		}
		hash, known := equal.Hash(o), false
		for _, p := range first[hash] {
			if known = equal.Equal(p, o); known {
				for i, r := range o.Results() {
					r.ReplaceAllUsesWith(p.Result(i))
				}
				j.Merged = append(j.Merged, Merged{o.Name(), cost.Elements(o.Result(0).Type()), o.Has(ir.ConstantLike)})
				break
			}
		}
		if !known {
			first[hash] = append(first[hash], o)
		}
	}
	for o := j.end.Prev(); o != nil; {
		before := o.Prev()
		if !o.HasUses() {
			o.Erase()
		}
		o = before
	}
}

// divide says which part each op belongs to.
func (j *Joint) divide() {
	j.parts, j.order, j.ahead, j.reads = map[*ir.Op]part{}, map[*ir.Op]int{}, map[*ir.Value]int{}, map[*ir.Value][]use{}
	j.given = make([]bool, j.block.NumArgs())
	isForward := j.isForward()
	wanted, read := map[*ir.Value]bool{}, map[*ir.Value]bool{}
	for i, v := range j.end.Operands() {
		read[v] = true
		if !isForward[i] {
			continue
		}
		wanted[v] = true
		if _, known := j.ahead[v]; !known {
			j.ahead[v] = slices.Index(j.Of, i)
		}
	}
	for o := j.end.Prev(); o != nil; o = o.Prev() {
		needed := slices.ContainsFunc(o.Results(), func(v *ir.Value) bool { return wanted[v] })
		for _, v := range Reads(o) {
			read[v] = true
			if needed {
				wanted[v] = true
				j.reads[v] = append(j.reads[v], o)
			}
		}
		if needed {
			j.parts[o] = forward
		}
	}
	for i, a := range j.block.Args() {
		j.given[i] = wanted[a] || !read[a]
	}
	// A backward pass that is given nothing of its own is all that there is behind the forward
	// pass: none of it is for that to compute.
	behind := slices.Contains(j.given, false)
	for o := j.block.First(); o != j.end; o = o.Next() {
		j.order[o] = len(j.order) + 1
		switch {
		case o.Has(ir.ConstantLike) && o.NumOperands() == 0:
			j.parts[o] = constant
			continue
		case j.parts[o] == dead:
			j.parts[o] = late
			if !behind || slices.ContainsFunc(Reads(o), j.onlyBehind) {
				j.parts[o] = backward
			}
		}
		j.ops = append(j.ops, o)
	}
}

// onlyBehind reports whether only the backward pass can have a value.
func (j *Joint) onlyBehind(v *ir.Value) bool {
	if o := v.Def(); o != nil {
		return j.parts[o] == backward
	}
	return v.Block() == j.block && !j.given[v.Index()]
}

// Given reports whether the forward pass has argument i.
func (j *Joint) Given(i int) bool { return j.given[i] }

// Forward finds the results of the forward pass of a function that `differentiate` made: all that
// are no gradients. Of any other function it is the first one.
func Forward(fn *ir.Op) (of []int) {
	n := len(fn.Attr("function_type").Type().Results())
	attrs := fn.Attr("res_attrs")
	for i := range n {
		if attrs == nil || attrs.Elems()[i].Get(naming.GradientOf) == nil {
			of = append(of, i)
		}
	}
	if len(of) == n {
		return []int{0}
	}
	return of
}
