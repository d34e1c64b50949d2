package saturate

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// check makes the graph contradictory if two values that a rule says are equal cannot be: they
// differ in their types, or are different constants.
//
// Where all rules are exact the bits of constants count. Else a NaN, an infinity and the sign of
// a zero prove nothing, and floats may differ by rounding, of which that of a sum goes by what is
// summed: two are different only if they are far apart for the largest constant that there is.
func (s *space) check(v, w *ir.Value) {
	var err error
	a, b := ir.ConstantValue(v), ir.ConstantValue(w)
	switch {
	case v.Type() != w.Type():
		err = fmt.Errorf("a value of type '%s' is to equal one of type '%s'", v.Type(), w.Type())
	case a != nil && b != nil && a != b && s.differ(a, b, v.Type()):
		err = fmt.Errorf("%s is to equal %s", constantText(a), constantText(b))
	default:
		return
	}
	s.graph.Fail(s.node(v), s.node(w), egraph.Given, err)
}

// differ reports whether two constants of a type are surely not equal.
func (s *space) differ(a, b *ir.Attr, t *ir.Type) bool {
	x, y := s.elements(a), s.elements(b)
	if x == nil || y == nil || x.DType() != y.DType() {
		return false
	}
	float := x.DType().IsFloat() || x.DType().IsComplex()
	if float && !s.exact {
		return s.apart(x, y)
	}
	x, y = x.WithOneNaN(), y.WithOneNaN()
	n := x.DType().Size()
	for i := range max(x.Len(), y.Len()) {
		j, k := i%x.Len()*n, i%y.Len()*n
		if !bytes.Equal(x.Bytes()[j:j+n], y.Bytes()[k:k+n]) {
			return true
		}
	}
	return false
}

// apart reports whether two floats at the same place of constants are too far from each other.
func (s *space) apart(x, y *tensor.Tensor) bool {
	if x.DType().IsComplex() {
		x, y = x.Parts(), y.Parts()
	}
	for ; s.scanned < len(s.nodes); s.scanned++ {
		if o := s.nodes[s.scanned].op; o != nil && o.Has(ir.ConstantLike) {
			s.largest = max(s.largest, largest(s.elements(o.Attr("value"))))
		}
	}
	limit := tolerance(x.DType()) * max(s.largest, largest(x), largest(y))
	for i := range max(x.Len(), y.Len()) {
		a, b := x.Float64At(i%x.Len()), y.Float64At(i%y.Len())
		if finite(a) && finite(b) && math.Abs(a-b) > limit {
			return true
		}
	}
	return false
}

// tolerance is what part of the largest constant floats of a type may be off by rounding.
func tolerance(t tensor.DType) float64 {
	switch t.Size() {
	case 8, 4:
		return 1e-3
	case 2:
		return 1.0 / 16
	}
	return 0.5
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// largest is the greatest magnitude of finite floats.
func largest(t *tensor.Tensor) (most float64) {
	if t == nil || !t.DType().IsFloat() {
		return 0
	}
	for i := range t.Len() {
		if x := math.Abs(t.Float64At(i)); finite(x) {
			most = max(most, x)
		}
	}
	return most
}

// maxCompared is how many elements of a constant are looked at.
const maxCompared = 1 << 16

// elements are those of a constant, only one where all are the same, or nil.
func (s *space) elements(a *ir.Attr) *tensor.Tensor {
	if a.IsSplat() {
		spec, err := interp.SpecOf(s.ctx.Tensor(nil, a.Type().ElemOrSelf()))
		if err != nil {
			return nil
		}
		t := tensor.New(spec.DType)
		copy(t.Bytes(), a.Raw())
		return t
	}
	if t := a.Type(); t != nil && t.IsTensor() {
		if n, ok := t.NumElements(); !ok || n > maxCompared {
			return nil
		}
	}
	t, err := interp.DecodeElements(s.ctx, a)
	if err != nil || t.Len() == 0 {
		return nil
	}
	return t
}

// constantText is a constant for a message.
func constantText(a *ir.Attr) string {
	text := a.String()
	if len(text) > 60 {
		return fmt.Sprintf("a constant of type '%s'", a.Type())
	}
	return text
}

// consistent grows an e-graph that is not contradictory, with so much work; the piece is nil if
// there is none. Where not all rules are exact, shipped ones make different constants equal only
// where something is NaN, infinite or -0, which they are not about: it ends before that.
func (s *saturater) consistent(ops []*ir.Op, work int64) (*piece, *grower, error) {
	iterations := s.opt.Iterations
	for {
		p, g := s.grow(ops, limits{s.opt.Nodes, iterations, work}, s.proves())
		if g.space.graph.Err() == nil {
			return p, g, nil
		}
		if !g.space.graph.Explains() { // who is to blame is in the proof
			p, g = s.grow(ops, limits{s.opt.Nodes, iterations, work}, true)
		}
		at, err := s.contradicted(p, g)
		if g.space.exact || at < s.own || g.iterations == 0 {
			return nil, g, err
		}
		s.run.Missed(ops[0], "Saturated", "ends in front of iteration %d, as something is NaN, infinite or -0: by '%s' %s", g.iterations, s.rules[at].Name, g.space.graph.Err())
		iterations = g.iterations - 1
	}
}

// contradicted is the rule that made a graph contradictory, less than 0 if there is none, and the
// error, at the op at which it did, with the way from one of the values to the other.
func (s *saturater) contradicted(p *piece, g *grower) (blamed int, err error) {
	var wrong *egraph.Contradiction
	if !errors.As(g.space.graph.Err(), &wrong) {
		return -1, g.space.graph.Err()
	}
	var steps []step
	pr := newProver(g, func(x step) { steps = append(steps, x) })
	from, to := pr.given(wrong.A), pr.given(wrong.B)
	texts := []string{pr.text(from)}
	pr.alterAll([]*term{from}, []*term{to}, func(list []*term) { texts = append(texts, pr.text(list[0])) }, false)
	at := s.blamed(steps)
	if at < 0 {
		return -1, p.ops[0].Errorf("rules contradict each other: %s", wrong.Err)
	}
	loc := g.space.nodes[g.space.node(g.fired[steps[at].match].Roots[0])].loc
	d := ir.Errorf(loc, "rule '%s' is wrong here: %s", s.ruleName(steps[at].rule), wrong.Err)
	for i, x := range steps {
		if i == maxShown {
			d.WithNote(loc, "and %d more steps", len(steps)-i)
			break
		}
		d.WithNote(g.space.nodes[x.at].loc, "%s is %s by %s", texts[i], texts[i+1], s.stepText(x))
	}
	return int(steps[at].rule), d
}

// blamed is the step whose rule is wrong: the last of the user's, or else of any, for what folders
// compute is right.
func (s *saturater) blamed(steps []step) int {
	at, best := -1, -1
	for i, x := range steps {
		trust := 0
		if int(x.rule) < len(s.rules) {
			trust = 1
			if int(x.rule) < s.own {
				trust = 2
			}
		}
		if trust > best || trust == best && x.match > steps[at].match {
			at, best = i, trust
		}
	}
	return at
}

// maxShown is how many steps of a proof an error has.
const maxShown = 20
