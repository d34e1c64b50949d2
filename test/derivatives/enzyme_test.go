// Package derivatives holds derivatives against numbers that others assert.
package derivatives

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/tensor"
)

// data are the assertions of Enzyme-JAX, next to the repository.
const data = "../../../shared/data/autodiff/enzyme"

type value struct{ Type, Value string }

func (v value) constant(name string) string {
	return fmt.Sprintf("  %%%s = stablehlo.constant %s : %s\n", name, v.Value, v.Type)
}

type expectation struct {
	What   string
	Index  int
	Within map[string]float64
	value
	SameAs *struct {
		Case  int
		What  string
		Index int
	} `json:"same_as"`
}

type testCase struct {
	Function, Mode       string
	Inputs               []value
	Active               []int
	Tangents, Cotangents []value
	ActiveResults        []int `json:"active_results"`
	Expect               []expectation
}

// TestEnzyme runs every case as a request of dialect enzyme.
func TestEnzyme(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(data, "*.json"))
	if len(files) == 0 {
		t.Skip("the numbers are not there: " + data)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) { runFile(t, file) })
	}
}

func runFile(t *testing.T, file string) {
	var suite struct{ Cases []testCase }
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &suite)
	}
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(strings.TrimSuffix(file, "json") + "mlir")
	if err != nil {
		t.Fatal(err)
	}
	got := make([]map[string]*tensor.Tensor, len(suite.Cases))
	for i, c := range suite.Cases {
		results, err := c.run(t, string(program))
		if err != nil {
			t.Errorf("case %d, @%s %s: %v", i, c.Function, c.Mode, err)
			continue
		}
		got[i] = results
	}
	for i, c := range suite.Cases {
		for k, e := range c.Expect {
			have := got[i][place(e.What, e.Index)]
			want := got[i][fmt.Sprint("expected ", k)]
			if e.SameAs != nil {
				want = got[e.SameAs.Case][place(e.SameAs.What, e.SameAs.Index)]
			}
			switch {
			case got[i] == nil:
			case have == nil || want == nil:
				t.Errorf("case %d, @%s %s: there is no %s #%d to compare", i, c.Function, c.Mode, e.What, e.Index)
			case !near(have, want, e.Within):
				t.Errorf("case %d, @%s %s: %s #%d is %s, not %s within %v", i, c.Function, c.Mode, e.What, e.Index, tensor.Format(have), tensor.Format(want), e.Within)
			}
		}
	}
}

func place(what string, index int) string { return fmt.Sprint(what, " ", index) }

// resultTypes are those of a function of the program.
func (c *testCase) resultTypes(program string) []string {
	_, signature, _ := strings.Cut(program, "@"+c.Function+"(")
	signature, _, _ = strings.Cut(signature, "{\n")
	_, results, _ := strings.Cut(signature, "->")
	var types []string
	for _, part := range strings.Split(results, "tensor")[1:] {
		depth := 0
		for i, r := range part {
			depth += strings.Count("<", string(r)) - strings.Count(">", string(r))
			if depth == 0 {
				types = append(types, "tensor"+part[:i+1])
				break
			}
		}
	}
	return types
}

// call is the request of a case, and what it returns.
type call struct {
	operands, operandTypes, results, resultTypes, args, rets []string
}

func (k *call) operand(name, t string) {
	k.operands, k.operandTypes = append(k.operands, "%"+name), append(k.operandTypes, t)
}

func (k *call) result(what string, index int, t string) {
	k.results, k.resultTypes = append(k.results, place(what, index)), append(k.resultTypes, t)
}

func (c *testCase) request(program string) *call {
	k := &call{}
	forward := c.Mode == "forward"
	for i, in := range c.Inputs {
		k.operand(fmt.Sprint("x", i), in.Type)
		n := position(c.Active, i)
		switch {
		case n < 0:
			k.args = append(k.args, "enzyme_const")
		case forward:
			k.args = append(k.args, "enzyme_dup")
			k.operand(fmt.Sprint("d", n), in.Type)
		default:
			k.args = append(k.args, "enzyme_active")
		}
	}
	for i, t := range c.resultTypes(program) {
		n := position(c.ActiveResults, i)
		switch {
		case n < 0:
			k.rets = append(k.rets, "enzyme_const")
		case forward:
			k.rets = append(k.rets, "enzyme_dup")
		default:
			k.rets = append(k.rets, "enzyme_active")
			k.operand(fmt.Sprint("d", n), t)
		}
		k.result("result", i, t)
		if n >= 0 && forward {
			k.result("tangent", i, t)
		}
	}
	if !forward {
		for _, i := range c.Active {
			k.result("gradient", i, c.Inputs[i].Type)
		}
	}
	return k
}

func position(list []int, i int) int {
	for n, j := range list {
		if i == j {
			return n
		}
	}
	return -1
}

func activities(words []string) string {
	return "[#enzyme<activity " + strings.Join(words, ">, #enzyme<activity ") + ">]"
}

// run runs the request of a case, and returns its results and what they must be.
func (c *testCase) run(t *testing.T, program string) (map[string]*tensor.Tensor, error) {
	k := c.request(program)
	var b strings.Builder
	b.WriteString(program + "\nfunc.func @main() -> (")
	names, values, types := append([]string{}, k.results...), []string{}, append([]string{}, k.resultTypes...)
	for i := range k.results {
		values = append(values, fmt.Sprintf("%%r#%d", i))
	}
	var body strings.Builder
	for i, in := range c.Inputs {
		body.WriteString(in.constant(fmt.Sprint("x", i)))
	}
	for i, d := range append(c.Tangents, c.Cotangents...) {
		body.WriteString(d.constant(fmt.Sprint("d", i)))
	}
	op := map[string]string{"forward": "fwddiff", "reverse": "autodiff"}[c.Mode]
	fmt.Fprintf(&body, "  %%r:%d = enzyme.%s @%s(%s) {activity = %s, ret_activity = %s} : (%s) -> (%s)\n", len(k.results), op, c.Function,
		strings.Join(k.operands, ", "), activities(k.args), activities(k.rets), strings.Join(k.operandTypes, ", "), strings.Join(k.resultTypes, ", "))
	for i, e := range c.Expect {
		if e.SameAs == nil {
			body.WriteString(e.constant(fmt.Sprint("e", i)))
			names, values, types = append(names, fmt.Sprint("expected ", i)), append(values, "%"+fmt.Sprint("e", i)), append(types, e.Type)
		}
	}
	b.WriteString(strings.Join(types, ", ") + ") {\n" + body.String() + "  return " + strings.Join(values, ", ") + " : " + strings.Join(types, ", ") + "\n}\n")
	file := filepath.Join(t.TempDir(), "case.mlir")
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		return nil, err
	}
	var out, messages bytes.Buffer
	if code := driver.Run([]string{"--entry=main", "--pass-pipeline=builtin.module(differentiate{convention=enzyme})", file}, nil, &out, &messages); code != 0 {
		return nil, fmt.Errorf("%s", messages.String())
	}
	results := map[string]*tensor.Tensor{}
	for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		v, err := tensor.Parse(line)
		if err != nil {
			return nil, err
		}
		results[names[i]] = v
	}
	return results, nil
}

// near reports whether all elements are within a bound of what they must be.
func near(have, want *tensor.Tensor, within map[string]float64) bool {
	if have.TypeString() != want.TypeString() {
		return false
	}
	single := have.DType() == tensor.F32 || have.DType() == tensor.C64
	if have.DType().IsComplex() {
		have, want = have.Parts(), want.Parts()
	}
	for i := range have.Len() {
		x, y := have.Float64At(i), want.Float64At(i)
		next := math.Nextafter(math.Abs(y), math.Inf(1)) - math.Abs(y)
		if single {
			next = float64(math.Nextafter32(float32(math.Abs(y)), float32(math.Inf(1)))) - math.Abs(y)
		}
		bound := within["abs"] + within["rel"]*math.Abs(y) + within["ulp"]*next
		if x != y && !(math.Abs(x-y) <= bound) && !(math.IsNaN(x) && math.IsNaN(y)) {
			return false
		}
	}
	return true
}
