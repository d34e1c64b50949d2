package rulecheck

import (
	"slices"

	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/tensor"
)

// Programs are two that somebody says are equal, as text: modules of one function with one
// result. At which level they are is found by execution, as that of a rule is tested; their element
// types and extents are replaced by others, the same in both.
type Programs struct {
	Name, Left, Right string
	// Read makes a verified module of tg of a text, in one context for all texts, or says why it is
	// not valid.
	Read func(text string) (*ir.Op, error)
}

// Verdict is what executions show of a pair over some element types.
type Verdict struct {
	// Programs is how many there were, which is none where no element type makes a valid pair,
	// Compared how many elements of results were compared.
	Programs, Compared int
	// Equal says that no difference was found at Level, and one at each stronger level.
	Equal bool
	Level rewrite.Level
	// Witness shows a difference at the weakest level at which there is one; nil where there is
	// none.
	Witness *Witness
}

// Witness is a run in which two programs differ.
type Witness struct {
	// Elem is the element type. Inputs are those of a run, or of one element where programs are
	// elementwise.
	Elem   string
	Inputs []*tensor.Tensor
	// Left and Right are the elements that differ.
	Left, Right string
}

// FloatElements and IntegerElements are the element types that a pair is tried with.
var (
	FloatElements   = []string{"f32", "f64", "f16", "bf16"}
	IntegerElements = []string{"i32", "i8", "i64", "ui8", "ui32"}
)

// Over finds the strongest level at which the programs are equal with these element types in place
// of their own. Of programs without floats that is exact or none. An element type that makes one of
// the programs invalid is left out; other extents are tried with the first one.
func (p *Programs) Over(elems []string, seed uint64) Verdict {
	v := Verdict{Equal: true}
	changes := p.changes()
	for i, elem := range elems {
		q := p.As(elem)
		changes := changes
		if i > 0 { // what extents have a part in, one element type shows; the last change may be for all numbers
			changes = []func(string) string{changes[0], changes[len(changes)-1]}
		}
		for _, change := range changes {
			in := q.instance(change(q.Left), change(q.Right))
			if in == nil {
				continue
			}
			v.Programs++
			v.weaken(p.checker(in, seed), in, elem)
			if !v.Equal {
				return v
			}
		}
	}
	return v
}

// weaken makes the level one at which an instance shows no difference.
func (v *Verdict) weaken(c *checker, in *instance, elem string) {
	for {
		c.rule.Level = v.Level
		n, f := in.compareSomehow(c)
		v.Compared += n
		if f == nil {
			return
		}
		v.Witness = f.witness(c.rule, elem)
		if v.Level == rewrite.Real || in.narrowest() == tensor.Invalid {
			v.Equal = false
			return
		}
		v.Level++
	}
}

// As is the pair with another element type in the place of its own.
func (p *Programs) As(elem string) *Programs {
	q := *p
	if from := p.Elem(); from != elem {
		q.Left, q.Right = retyped(p.Left, from, elem), retyped(p.Right, from, elem)
	}
	return &q
}

// Elem is the element type that the pair is about: that of the result or, if that is i1, of the
// first operand. It is "" where the left program is not valid.
func (p *Programs) Elem() string {
	module, err := p.Read(p.Left)
	if err != nil {
		return ""
	}
	t := fn.Type(functionOf(module))
	elem := t.Results()[0].ElemOrSelf()
	if elem.String() == "i1" && len(t.Inputs()) > 0 {
		elem = t.Inputs()[0].ElemOrSelf()
	}
	return elem.String()
}

// functionOf is the first function of a module.
func functionOf(module *ir.Op) *ir.Op {
	for o := module.RegionAt(0).First().First(); o != nil; o = o.Next() {
		if o.Is(fn.Func) {
			return o
		}
	}
	return nil
}

// instance is a pair of programs as the two sides of a rule; nil where they are not valid, not of
// one type, or large.
func (p *Programs) instance(left, right string) *instance {
	var sides [2]*ir.Op
	for i, text := range []string{left, right} {
		module, err := p.Read(text)
		if err != nil {
			return nil
		}
		if sides[i] = functionOf(module); sides[i] == nil || !static(sides[i]) {
			return nil
		}
	}
	if t := fn.Type(sides[0]); t != fn.Type(sides[1]) || len(t.Results()) != 1 {
		return nil
	}
	in := &instance{before: sides[0].RegionAt(0).First(), after: sides[1].RegionAt(0).First(), literals: map[*ir.Value]bool{}}
	if in.elements() > mostOfPair {
		return nil
	}
	for o := in.before.First(); o != in.before.Last(); o = o.Next() {
		if o.NumResults() == 1 && ir.ConstantValue(o.Result(0)) != nil {
			in.literals[o.Result(0)] = true
		}
	}
	return in
}

// mostOfPair bounds the elements of all values of a program.
const mostOfPair = 1 << 20

// checker is one for an instance of the pair.
func (p *Programs) checker(in *instance, seed uint64) *checker {
	return checkerOf(&rule.Rule{Name: p.Name}, seed, in.before.Parent().Context(), nil)
}

// witness shows a failure: the elements that differ where programs are elementwise, else a run
// whose inputs are made simpler.
func (f *failure) witness(r *rule.Rule, elem string) *Witness {
	if !f.isElementwise() {
		f.simplifyValues(r)
	}
	w := &Witness{Elem: elem, Inputs: f.inputs}
	for side, text := range map[*ir.Block]*string{f.before: &w.Left, f.after: &w.Right} {
		if t, err := evaluate(side, f.inputs); err == nil {
			*text = t.outputs[0].ElementString(f.differs)
		}
	}
	if f.isElementwise() {
		for i, x := range f.inputs {
			w.Inputs[i] = tensor.New(x.DType(), 1)
			opgen.CopyElement(w.Inputs[i], 0, x, f.differs)
		}
	}
	return w
}

// isElementwise reports whether element k of the results depends on element k of each input alone,
// as in programs of elementwise ops on one shape, and of constants that are all one number.
func (in *instance) isElementwise() bool {
	for _, side := range []*ir.Block{in.before, in.after} {
		shape := side.Last().Operand(0).Type().Shape()
		for _, a := range side.Args() {
			if !slices.Equal(a.Type().Shape(), shape) {
				return false
			}
		}
		for o := side.First(); o != side.Last(); o = o.Next() {
			switch a := ir.ConstantValue(o.Result(0)); {
			case a != nil && a.IsSplat():
			case a == nil && o.Def().Has(ir.Elementwise) && slices.Equal(o.Result(0).Type().Shape(), shape):
			default:
				return false
			}
		}
	}
	return true
}
