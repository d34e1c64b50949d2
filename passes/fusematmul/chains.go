package fusematmul

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// maxChain is the number of factors that are associated at a time. The work
// grows with its square for each factor; longer chains are cut.
const maxChain = 24

// chains associates products of three matrices and more in the way that the
// model finds cheapest: the matrix-chain problem (Godbole, 1973; Cormen et al.,
// "Introduction to Algorithms", section 14.2). Floats round differently then.
func (f *fuser) chains(b *ir.Block) {
	var roots []*ir.Op
	for o := b.First(); o != nil; o = o.Next() {
		if isFactor(o) && f.real(o.Result(0).Type().Elem()) && !feedsChain(o) {
			roots = append(roots, o)
		}
	}
	for i := 0; i < len(roots); i++ {
		for _, v := range f.chain(roots[i]) {
			// What was cut off is a chain of its own.
			if o := v.Def(); o != nil && isFactor(o) && v.HasOneUse() && o.Block() == b {
				roots = append(roots, o)
			}
		}
	}
}

// isFactor reports whether o is a product of matrices that can be a part of a
// chain: all of one element type, and nothing added.
func isFactor(o *ir.Op) bool {
	if !o.Is(tg.MatMul) || o.NumOperands() > 2 || o.Props() != nil || !o.Result(0).Type().IsStatic() {
		return false
	}
	for i := range 2 {
		if t := o.Operand(i).Type(); t.Rank() < 2 || !t.IsStatic() {
			return false
		}
	}
	return true
}

// feedsChain reports whether o is a part of a longer chain, and nothing else.
func feedsChain(o *ir.Op) bool {
	return o.Result(0).HasOneUse() && isFactor(o.Result(0).FirstUse().Owner()) && o.Result(0).FirstUse().Owner().Block() == o.Block()
}

// factorsOf lists the factors of root from left to right, at most maxChain of
// them, and the products that go, each behind those that use it.
func factorsOf(root *ir.Op) (factors []*ir.Value, products []*ir.Op) {
	stack := []*ir.Value{root.Result(0)}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		o := v.Def()
		inside := o != nil && isFactor(o) && o.Block() == root.Block() && v.HasOneUse()
		if o == root || inside && len(products) < maxChain-1 {
			products = append(products, o)
			stack = append(stack, o.Operand(1), o.Operand(0))
			continue
		}
		factors = append(factors, v)
	}
	return factors, products
}

// chain associates the factors of root, which it returns, anew if that pays.
func (f *fuser) chain(root *ir.Op) []*ir.Value {
	factors, products := factorsOf(root)
	if len(factors) < 3 {
		return nil
	}
	before := 0.0
	for _, o := range products {
		before += f.machine.Op(o)
	}
	a, ok := f.associate(factors)
	if !ok {
		return factors
	}
	after := a.seconds[0][len(factors)-1]
	// Another association of the same cost is no reason to change anything.
	if !(after < before*(1-1e-9)) {
		f.run.Missed(root, "FuseMatmul", "left the chain of %d factors: the best association takes %.3g us, this one %.3g us",
			len(factors), microseconds(after), microseconds(before))
		return factors
	}
	f.run.Count("num-chains", 1)
	f.run.Passed(root, "FuseMatmul", "associated the chain of %d factors as %s: %.3g us instead of %.3g us",
		len(factors), a.text(0, len(factors)-1), microseconds(after), microseconds(before))
	root.Result(0).ReplaceAllUsesWith(a.build(f, root, 0, len(factors)-1))
	for _, o := range products {
		f.erase(o)
	}
	return factors
}

// association is the table of the matrix-chain problem: for each run of factors
// from i to k, the type of their product, its cost, and the last factor of the
// left part.
type association struct {
	factors []*ir.Value
	types   [][]*ir.Type
	seconds [][]float64
	cut     [][]int
}

// associate fills the table; ok is false when factors that do not follow each
// other cannot be multiplied, as broadcasting batches allow.
func (f *fuser) associate(factors []*ir.Value) (*association, bool) {
	n := len(factors)
	a := &association{factors: factors, types: make([][]*ir.Type, n), seconds: make([][]float64, n), cut: make([][]int, n)}
	for i, v := range factors {
		a.types[i], a.seconds[i], a.cut[i] = make([]*ir.Type, n), make([]float64, n), make([]int, n)
		a.types[i][i] = v.Type()
	}
	in := ir.Inference{Ctx: f.run.Ctx, Def: tg.MatMul, Operands: make([]*ir.Type, 2)}
	for length := 2; length <= n; length++ {
		for i := 0; i+length <= n; i++ {
			k := i + length - 1
			// Every cut gives the same type.
			in.Operands[0], in.Operands[1] = a.types[i][i], a.types[i+1][k]
			results, err := in.Types()
			if err != nil {
				return nil, false
			}
			a.types[i][k], a.seconds[i][k] = results[0], math.Inf(1)
			in.Results = results
			for c := i; c < k; c++ {
				in.Operands[0], in.Operands[1] = a.types[i][c], a.types[c+1][k]
				if s := a.seconds[i][c] + a.seconds[c+1][k] + f.productSeconds(&in); s < a.seconds[i][k] {
					a.seconds[i][k], a.cut[i][k] = s, c
				}
			}
			in.Results = nil
		}
	}
	return a, true
}

func (f *fuser) productSeconds(in *ir.Inference) float64 {
	model, ok := cost.Model.Get(in.Def)
	if !ok {
		return f.machine.Seconds(f.machine.Work(in))
	}
	return f.machine.Seconds(model(in))
}

// build makes the product of factors i to k in front of at. It recurses at most
// maxChain deep.
func (a *association) build(f *fuser, at *ir.Op, i, k int) *ir.Value {
	if i == k {
		return a.factors[i]
	}
	c := a.cut[i][k]
	left, right := a.build(f, at, i, c), a.build(f, at, c+1, k)
	return f.create(tg.MatMul, at, a.types[i][k], nil, left, right)
}

// text writes the association, factors by their numbers.
func (a *association) text(i, k int) string {
	if i == k {
		return fmt.Sprint(i)
	}
	c := a.cut[i][k]
	return "(" + a.text(i, c) + " " + a.text(c+1, k) + ")"
}
