package stablehlo

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/tensor"
)

// leastDynamic is how many programs with shapes that only the run knows ran, when this
// was last written.
const leastDynamic = 201

// refineToStatic is how such a program becomes one of known shapes.
const refineToStatic = "refine-arguments{types=%s},refine-shapes,cse,canonicalize-dynamism,refine-shapes"

// Programs whose extents are arguments compute the same bits as those that are made of
// them by saying what the extents are, as they are and optimised.
func TestDynamicPrograms(t *testing.T) {
	counts := &tally{why: map[string]int{}}
	t.Run("all", func(t *testing.T) {
		for _, p := range programs(t) {
			if !strings.HasPrefix(p.name, "testdata/dynamic/") {
				continue
			}
			t.Run(p.name, func(t *testing.T) {
				t.Parallel()
				if unknown := p.unknownNames(driver.NewContext()); unknown != nil {
					counts.skip(unknown)
					return
				}
				if unknown := typesWithoutStorage(p.parse(t, p.text)); unknown != nil {
					counts.skip(unknown)
					return
				}
				p.testDynamic(t)
				if !t.Failed() {
					counts.count(&counts.run)
				}
			})
		}
	})
	t.Logf("%d programs run", counts.run)
	for why, n := range counts.why {
		t.Logf("%4d left out for %s", n, why)
	}
	if !t.Failed() && counts.run < leastDynamic {
		t.Errorf("%d programs run; before it has been %d", counts.run, leastDynamic)
	}
}

// testDynamic runs the program with the first extents that it takes.
func (p program) testDynamic(t *testing.T) {
	var failed error
	for _, extents := range [][]int{{5, 7, 6}, {6, 6, 6}, {4, 4, 4}, {8, 8, 8}, {12, 12, 12}, {3, 3, 3}, {16, 16, 16}} {
		inputs, types := p.inputs(t, extents)
		want, err := p.execute(t, p.parse(t, p.text), plain, inputs)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		got, err := p.execute(t, p.parse(t, p.text), "optimize", inputs)
		p.same(t, "optimised", want, got, err)
		for _, passes := range []string{plain, "optimize"} {
			m := p.parse(t, p.text)
			p.know(m, inputs)
			p.through(t, m, fmt.Sprintf(refineToStatic, strings.Join(types, ",")))
			p.checkStatic(t, m)
			got, err := p.execute(t, m, passes, inputs)
			p.same(t, "refined, "+passes, want, got, err)
		}
		return
	}
	t.Errorf("runs with no extents: %v", failed)
}

func (p program) same(t *testing.T, how string, want, got []*tensor.Tensor, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", how, err)
	} else if !slices.EqualFunc(want, got, tensor.SameValues) {
		t.Errorf("%s: gives %v, not %v", how, got, want)
	}
}

func mainOf(m *ir.Op) *ir.Op { return ir.Symbols(m)["main"] }

// leading is how many arguments are extents: integers without dimensions come first.
func leading(inputs []*ir.Type) (n int) {
	for n < len(inputs) && inputs[n].IsRankedTensor() && inputs[n].Rank() == 0 && inputs[n].Elem().IsIntN(64) {
		n++
	}
	return n
}

// inputs are arguments for given extents, and their types. The first of the arguments
// are what extents that are not known are, in order.
func (p program) inputs(t *testing.T, extents []int) (inputs []*tensor.Tensor, types []string) {
	m := p.parse(t, p.text)
	all := mainOf(m).Attr("function_type").Type().Inputs()
	dims := leading(all)
	for i, typ := range all {
		if i < dims {
			x := tensor.New(tensor.I64)
			x.SetInt64(0, int64(extents[i]))
			inputs, types = append(inputs, x), append(types, typ.String())
			continue
		}
		spec, err := interp.SpecOf(typ)
		if err != nil {
			t.Fatal(err)
		}
		next := 0
		for d, n := range spec.Shape {
			if n < 0 {
				spec.Shape[d] = extents[next]
				next = (next + 1) % max(dims, 1)
			}
		}
		x := tensor.Random(spec.DType, spec.Shape, uint64(i))
		if len(spec.Shape) == 0 && !spec.DType.IsFloat() {
			x = tensor.New(spec.DType) // a position
		}
		inputs = append(inputs, x)
		types = append(types, spec.TypeOf(m.Context(), typ).String())
	}
	return inputs, types
}

// know makes the arguments that are extents constants.
func (p program) know(m *ir.Op, inputs []*tensor.Tensor) {
	body := analysis.CallableBody(mainOf(m)).First()
	b := ir.NewBuilder(m.Context()).AtStart(body)
	for i := range leading(mainOf(m).Attr("function_type").Type().Inputs()) {
		arg := body.Arg(i)
		c := b.OpWithTypes(m.Context().LookupOp("stablehlo.constant"), mainOf(m).Loc(), []*ir.Type{arg.Type()}, nil,
			ir.NamedAttr{Name: "value", Value: interp.EncodeElements(m.Context(), arg.Type(), inputs[i])})
		arg.ReplaceAllUsesWith(c.Result(0))
	}
}

// checkStatic fails for an extent that is still not known.
func (p program) checkStatic(t *testing.T, m *ir.Op) {
	t.Helper()
	ir.Walk(m, func(o *ir.Op) ir.WalkAction {
		for _, typ := range o.ResultTypes() {
			if typ.IsShaped() && !typ.IsStatic() {
				t.Errorf("after refinement, '%s' has a result of type '%s'", o.Name(), typ)
			}
		}
		if _, told := analysis.ToldBy.Get(o.Def()); told {
			t.Errorf("after refinement there is still '%s'", o.Name())
		}
		return ir.Advance
	})
}

func (p program) through(t *testing.T, m *ir.Op, passes string) {
	t.Helper()
	line, err := pipeline.ParsePipeline("builtin.module("+passes+")", driver.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	manager := &pipeline.Manager{Ctx: m.Context(), Pipeline: line, Workers: 1, Emit: func(d *ir.Diag) { t.Error(m.Context().Render(d)) }}
	if err := manager.Run(m); err != nil {
		t.Fatal(err)
	}
}

// execute runs main after passes.
func (p program) execute(t *testing.T, m *ir.Op, passes string, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	t.Helper()
	p.through(t, m, passes)
	program, err := interp.NewModule(m).Program("main")
	check(t, m.Context(), err)
	r, err := program.Run(inputs, interp.Options{})
	if err != nil {
		return nil, err
	}
	return r.Outputs, nil
}
