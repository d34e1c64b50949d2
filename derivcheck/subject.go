package derivcheck

import (
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// subject is a function and its derivatives, in a module of their own.
type subject struct {
	module  *ir.Op
	in      []*ir.Type
	wrt, of []int
	// epsilon is that of the narrowest floats.
	epsilon float64
	notes   []string
	// What there is to run. Where a mode is missing, a note says why.
	primal, forward, reverse program
	tangentsOfReverse        program // (x, g, t of wrt) to the tangents of cotangents
	reverseOfForward         program // (x, t, g of tangents) to cotangents of wrt
	reverseOfReverse         program // (x, g, t as cotangents of cotangents) to cotangents of wrt
	ahead, behind            program
	stash                    []stashed
	jax                      bool
}

// program is a function that can be executed; the zero value is none.
type program struct {
	*interp.Program
	what string
}

// stashed is where an argument of the backward part comes from.
type stashed struct {
	kind  string // argument, result or value of the forward part, or empty for a cotangent
	index int
}

// derivativeError is a failure of what computes a derivative, where the function itself runs.
type derivativeError struct {
	what string
	err  error
}

func (e *derivativeError) Error() string { return e.what + ": " + e.err.Error() }

// newSubject differentiates a function in a copy of a module. Where there is no second derivative,
// what was made of it is thrown away with the copy.
func newSubject(module *ir.Op, name string, o *Options) (*subject, error) {
	s, err := subjectOf(module, name, o, true)
	var missing *noSecondOrder
	if errors.As(err, &missing) {
		if s, err = subjectOf(module, name, o, false); err == nil {
			s.notes = append(s.notes, "no second order: "+missing.Error())
		}
	}
	return s, err
}

// noSecondOrder is why there is no second derivative.
type noSecondOrder struct{ err error }

func (e *noSecondOrder) Error() string { return ir.AsDiag(e.err, 0).Message }

func subjectOf(module *ir.Op, name string, o *Options, second bool) (*subject, error) {
	s := &subject{jax: o.Convention == autodiff.JAX}
	module = called(module, name)
	if s.module = Raised(module); s.module == nil {
		s.module = ir.NewBuilder(module.Context()).Clone(module, map[*ir.Value]*ir.Value{})
		s.notes = append(s.notes, "computed with the types that it has, because it looks at bits of floats, or calls what is outside of it")
	}
	f, err := autodiff.Named(s.module, name)
	if err != nil {
		return nil, err
	}
	options := func() *autodiff.Options { return &autodiff.Options{Convention: o.Convention, StrongZero: o.StrongZero} }
	if _, err := autodiff.New(s.module, options()).Resolve(); err != nil {
		return nil, err
	}
	t := f.Attr("function_type").Type()
	if s.wrt, err = autodiff.Chosen("argument", o.Wrt, t.Inputs()); err == nil {
		s.of, err = autodiff.Chosen("result", o.Of, t.Results())
	}
	if err != nil {
		return nil, f.Errorf("@%s %s", ir.SymbolName(f), err)
	}
	s.in, s.epsilon = t.Inputs(), epsilonOf(s.module)
	return s, s.derive(autodiff.New(s.module, options()), f, second)
}

// derive makes the derivatives of f, and what executes them.
func (s *subject) derive(d *autodiff.Differentiator, f *ir.Op, second bool) error {
	results := len(f.Attr("function_type").Type().Results())
	back, err := d.Function(f, autodiff.Request{Mode: autodiff.Reverse, Wrt: s.wrt, Of: s.of})
	if err != nil {
		return err
	}
	apart, err := d.Function(f, autodiff.Request{Mode: autodiff.Split, Wrt: s.wrt, Of: s.of})
	if err != nil {
		return err
	}
	gradients, tangents := numbers(results, len(s.wrt)), numbers(results, len(s.of))
	var along, tangentsOfReverse, reverseOfForward, reverseOfReverse []*ir.Op
	if d.ReverseOnly(f) {
		s.notes = append(s.notes, "its rule, or one that it needs, is for reverse mode only")
	} else if along, err = d.Function(f, autodiff.Request{Mode: autodiff.Forward, Wrt: s.wrt, Of: s.of}); err != nil {
		return err
	}
	for _, way := range []struct {
		of      []*ir.Op
		mode    autodiff.Mode
		results []int
		made    *[]*ir.Op
	}{
		{back, autodiff.Forward, gradients, &tangentsOfReverse}, {along, autodiff.Reverse, tangents, &reverseOfForward},
		{back, autodiff.Reverse, gradients, &reverseOfReverse},
	} {
		if way.of == nil || !second {
			continue
		}
		*way.made, err = d.Function(way.of[0], autodiff.Request{Mode: way.mode, Wrt: s.wrt, Of: way.results})
		if err != nil {
			return &noSecondOrder{err}
		}
	}
	if err := ir.Verify(s.module); err != nil {
		return fmt.Errorf("the derivative of @%s is not valid: %s", ir.SymbolName(f), ir.AsDiag(err, 0).Message)
	}
	if s.stash, err = stash(apart[1]); err != nil {
		return err
	}
	m := interp.NewModule(s.module)
	for _, p := range []struct {
		to   *program
		list []*ir.Op
		at   int
		what string
	}{
		{&s.primal, []*ir.Op{f}, 0, "the function"}, {&s.forward, along, 0, "the derivative of mode=forward"},
		{&s.reverse, back, 0, "the derivative of mode=reverse"}, {&s.ahead, apart, 0, "the forward part of mode=split"},
		{&s.behind, apart, 1, "the backward part of mode=split"}, {&s.tangentsOfReverse, tangentsOfReverse, 0, "the second derivative, forward of reverse,"},
		{&s.reverseOfForward, reverseOfForward, 0, "the second derivative, reverse of forward,"},
		{&s.reverseOfReverse, reverseOfReverse, 0, "the second derivative, reverse of reverse,"},
	} {
		if p.list == nil {
			continue
		}
		compiled, err := m.Program(ir.SymbolName(p.list[p.at]))
		if err != nil {
			return ir.AsDiag(err, f.Loc())
		}
		*p.to = program{compiled, p.what}
	}
	return nil
}

// numbers are n numbers from first on.
func numbers(first, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = first + i
	}
	return list
}

// stash reads what the arguments of a backward part are.
func stash(behind *ir.Op) ([]stashed, error) {
	list := make([]stashed, len(behind.Attr("function_type").Type().Inputs()))
	attrs := behind.Attr("arg_attrs")
	for i := range list {
		if attrs == nil || i >= len(attrs.Elems()) || attrs.Elems()[i].Get(autodiff.StashAttr) == nil {
			continue
		}
		text := attrs.Elems()[i].Get(autodiff.StashAttr).Text()
		kind, number, _ := strings.Cut(text, " ")
		n, err := strconv.Atoi(number)
		if err != nil {
			return nil, behind.Errorf("argument #%d of the backward part is '%s', which is no value of the forward part", i, text)
		}
		list[i] = stashed{kind, n}
	}
	return list, nil
}

// epsilonOf is the distance of 1 from the next larger number of the coarsest floats of a module.
func epsilonOf(module *ir.Op) float64 {
	eps := 0x1p-52
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		for _, v := range append(o.Operands(), o.Results()...) {
			if d, ok := interp.DTypeOf(v.Type().ElemOrSelf()); ok && d.Part().IsFloat() {
				eps = max(eps, epsilon(d.Part()))
			}
		}
		return ir.Advance
	})
	return eps
}

func epsilon(d tensor.DType) float64 {
	one := tensor.New(d)
	for e := 1; e < 60; e++ {
		one.SetFloat64(0, 1+math.Ldexp(1, -e))
		if one.Float64At(0) == 1 {
			return math.Ldexp(1, 1-e)
		}
	}
	return 0x1p-52
}

// maxSteps bounds the loops of a run: random values make long ones.
const maxSteps = 1_000_000

// run executes a program. What it fails with is the fault of the derivative, unless the program is
// the function itself.
func (s *subject) run(p program, inputs ...[]*tensor.Tensor) (outputs []*tensor.Tensor, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &derivativeError{p.what, fmt.Errorf("it crashed: %v\n%s", v, debug.Stack())}
		}
	}()
	r, err := p.Run(slices.Concat(inputs...), interp.Options{MaxSteps: maxSteps})
	switch {
	case err == nil:
		return r.Outputs, nil
	case p.Program == s.primal.Program:
		return nil, err
	}
	return nil, &derivativeError{p.what, err}
}
