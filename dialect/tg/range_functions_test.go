package tg_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/exact"
	"github.com/tg-opt/tg/internal/exact/trial"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

const machineVariable = "TG_TEST_MACHINE"

// Results of functions stay within what is said of their ranges, which exact rules rely on, though
// functions may be off by units in the last place: on processors with and without vectors, of all
// numbers of the narrow types, and of those of the others at which a function saturates, is hard to
// compute, or that are random. Each other processor is a process of its own.
func TestFunctionsStayInRange(t *testing.T) {
	checkFunctionRanges(t)
	if os.Getenv(machineVariable) != "" {
		return
	}
	for _, debug := range []string{"cpu.avx512f=off", "cpu.avx512f=off,cpu.avx2=off,cpu.fma=off"} {
		child := exec.Command(os.Args[0], "-test.run=^TestFunctionsStayInRange$")
		child.Env = append(os.Environ(), machineVariable+"=1", "GODEBUG="+debug)
		if out, err := child.CombinedOutput(); err != nil {
			t.Errorf("GODEBUG=%s: %v\n%s", debug, err, out)
		}
	}
}

func checkFunctionRanges(t *testing.T) {
	functions := 0
	for _, def := range tg.Dialect.Ops() {
		if _, ok := analysis.RangeOf.Get(def); !ok || !def.Has(ir.Elementwise) || len(def.Operands) != 1 {
			continue
		}
		for _, format := range []exact.Format{exact.F16, exact.BF16, exact.F32, exact.F64} {
			x := rangeArguments(def.Mnemonic(), format)
			typ := fmt.Sprintf("tensor<%dx%s>", x.Len(), format.Name)
			program := fmt.Sprintf("func.func @f(%%x: %s) -> %s {\n%%0 = %s %%x : %s\nreturn %%0 : %s\n}", typ, typ, def.Name(), typ, typ)
			m, err := parser.Parse(newContext(), []byte(program), parser.Options{})
			if err != nil || ir.Verify(m) != nil { // it is of integers, or its text needs more
				break
			}
			functions++
			checkRanges(t, m, x)
		}
	}
	if functions < 100 {
		t.Errorf("%d functions of a type were tried: the test shows little", functions)
	}
}

// rangeArguments are all numbers of a narrow type, and of others some.
func rangeArguments(name string, format exact.Format) *tensor.Tensor {
	d, _ := tensor.ParseDType(format.Name)
	if d.Size() == 2 {
		x := tensor.New(d, 1<<16)
		for i := range x.Len() {
			x.Bytes()[2*i], x.Bytes()[2*i+1] = byte(i), byte(i>>8)
		}
		return x
	}
	values := trial.Arguments(name, format, 2000, 1)
	for r := rand.New(rand.NewPCG(2, 1)); len(values) < 6000; {
		values = append(values, math.Ldexp(r.NormFloat64(), r.IntN(12)-4))
	}
	x := tensor.New(d, len(values))
	for i, v := range values {
		x.SetFloat64(i, v)
	}
	return x
}

// checkRanges computes @f of x, and compares the results with the range that follows from nothing,
// from an operand that is not negative, and from one that is known.
func checkRanges(t *testing.T, m *ir.Op, x *tensor.Tensor) {
	p, err := interp.NewModule(m).Program("f")
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run([]*tensor.Tensor{x}, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	result := m.RegionAt(0).First().First().RegionAt(0).First().Last().Operand(0)
	of := func(x analysis.Range) analysis.Range {
		return analysis.RangeOfArgs(result, func(int) analysis.Range { return x })
	}
	all, positive := analysis.FullRange(result.Type().Elem()), analysis.Range{High: math.Inf(1)}
	fromAll, fromPositive := of(all), of(positive)
	var facts []analysis.Range
	for i := range x.Len() {
		v := x.Float64At(i)
		facts = append(facts[:0], fromAll)
		if !math.Signbit(v) && v == v {
			facts = append(facts, fromPositive)
		}
		if i%16 == 0 { // all numbers would take long
			facts = append(facts, of(analysis.Point(v)))
		}
		for _, fact := range facts {
			if problem := outside(fact, r.Outputs[0], i); problem != "" {
				t.Errorf("%s of %v: at %x it is %s (%x), but the range is %+v", result.Def().Name(), x.DType(), v, problem, r.Outputs[0].Float64At(i), fact)
				return
			}
		}
	}
}
