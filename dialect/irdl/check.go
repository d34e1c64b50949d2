package irdl

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// body is what the body of a definition says. Numbers are those of variables.
type body struct {
	constraints []constraint
	variables   map[*ir.Value]int
	regionOf    map[*ir.Value]regionConstraint

	params                      []int
	operands, results           []int
	operandCounts, resultCounts []string
	operandNames, resultNames   []string
	attrs                       []namedVariable
	regions                     []regionConstraint
}

type namedVariable struct {
	name     string
	variable int
}

// indices are the variables that the operands of o are.
func (b *body) indices(o *ir.Op) []int {
	is := make([]int, o.NumOperands())
	for i, v := range o.Operands() {
		is[i] = b.variables[v]
	}
	return is
}

// checkParameters is the verifier of a type or an attribute.
func (b *body) checkParameters(params []*ir.Attr) error {
	if len(params) != len(b.params) {
		return fmt.Errorf("expected %d type arguments, but had %d", len(b.params), len(params))
	}
	c := newChecking(b.constraints)
	for i, p := range params {
		if !c.satisfies(b.params[i], p) {
			return errors.New(c.reason)
		}
	}
	return nil
}

// checkOp is the verifier of an op.
func (b *body) checkOp(o *ir.Op) error {
	operands, err := segments(o, "operand", o.NumOperands(), b.operandCounts)
	if err != nil {
		return err
	}
	results, err := segments(o, "result", o.NumResults(), b.resultCounts)
	if err != nil {
		return err
	}
	c := newChecking(b.constraints)
	for _, a := range b.attrs {
		actual := o.Attr(a.name)
		if actual == nil {
			return fmt.Errorf("attribute \"%s\" is expected but not provided", a.name)
		}
		if !c.satisfies(a.variable, actual) {
			return o.Errorf("%s", c.reason)
		}
	}
	if !c.values(o, b.operands, operands, o.OperandTypes()) || !c.values(o, b.results, results, o.ResultTypes()) {
		return o.Errorf("%s", c.reason)
	}
	if len(b.regions) != o.NumRegions() {
		return fmt.Errorf("unexpected number of regions: expected %d but got %d", len(b.regions), o.NumRegions())
	}
	for i, r := range b.regions {
		if err := r.check(c, o, i); err != nil {
			return err
		}
	}
	return nil
}

// values checks the types of operands or results, of which each variable stands
// for as many as sizes says.
func (c *checking) values(o *ir.Op, variables, sizes []int, types []*ir.Type) bool {
	i := 0
	for k, n := range sizes {
		for range n {
			if !c.satisfies(variables[k], o.Context().TypeAttr(types[i])) {
				return false
			}
			i++
		}
	}
	return true
}

// segments is how many of n operands or results of o each of counts stands for.
func segments(o *ir.Op, what string, n int, counts []string) ([]int, error) {
	flexible := 0
	for _, c := range counts {
		if c != single {
			flexible++
		}
	}
	if flexible > 1 {
		return statedSegments(o, what, n, counts)
	}
	fail := func(format string, args ...any) ([]int, error) { return nil, o.Errorf(format, args...) }
	rest := n - len(counts) + flexible // for the flexible one
	switch {
	case flexible == 0 && rest != 0:
		return fail("op expects exactly %d %ss, but got %d", len(counts), what, n)
	case rest < 0:
		return fail("op expects at least %d %ss, but got %d", len(counts)-1, what, n)
	case rest > 1 && slices.Contains(counts, optional):
		return fail("op expects at most %d %ss, but got %d", len(counts), what, n)
	}
	sizes := make([]int, len(counts))
	for i, c := range counts {
		if sizes[i] = 1; c != single {
			sizes[i] = rest
		}
	}
	return sizes, nil
}

// statedSegments reads the sizes from the attribute that states them.
func statedSegments(o *ir.Op, what string, n int, counts []string) ([]int, error) {
	name := what + "SegmentSizes"
	fail := func(format string, args ...any) ([]int, error) { return nil, o.Errorf(format, args...) }
	a := o.Attr(name)
	if a == nil {
		return fail("'%s' attribute is expected but not provided", name)
	}
	if !a.Is(ir.DenseArrayAttr) || !a.Type().IsIntN(32) {
		return fail("'%s' attribute is expected to be a dense i32 array", name)
	}
	if len(a.Ints()) != len(counts) {
		return fail("'%s' attribute for specifying %s segments must have %d elements, but got %d", name, what, len(counts), len(a.Ints()))
	}
	sizes := make([]int, len(counts))
	var sum int64
	for i, s := range a.Ints() {
		switch {
		case s < 0:
			return fail("'%s' attribute for specifying %s segments must have non-negative values", name, what)
		case counts[i] == single && s != 1:
			return fail("element %d in '%s' attribute must be equal to 1", i, name)
		case counts[i] == optional && s > 1:
			return fail("element %d in '%s' attribute must be equal to 0 or 1", i, name)
		}
		sizes[i] = int(s)
		sum += s
	}
	if sum != int64(n) {
		return fail("sum of elements in '%s' attribute must be equal to the number of %ss", name, what)
	}
	return sizes, nil
}
