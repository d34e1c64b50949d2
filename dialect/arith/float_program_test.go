package arith_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// scalars are the types of the parameters of random programs.
var scalars = []string{"f32", "f64", "f16", "bf16", "i8", "i32", "i1", "f32", "i8"}

// floatProgram writes a function of straight-line float arithmetic with its share of
// constants, identities and casts.
type floatProgram struct {
	floatWriter
	values map[string][]string // by type
	body   []string
}

func (p *floatProgram) value(t string) string {
	if p.IntN(3) == 0 {
		return p.literal(t)
	}
	list := p.values[t]
	return list[p.IntN(len(list))]
}

func (p *floatProgram) literal(t string) string {
	text := pick(&p.floatWriter, "0.0", "-0.0", "1.0", "-1.0", "2.5", "1.0e+30", "6.0e-8", "100.0")
	switch {
	case t == "i1":
		text = pick(&p.floatWriter, "true", "false")
	case t[0] == 'i':
		text = fmt.Sprintf("%d : %s", pick(&p.floatWriter, 0, 1, -1, 7, 100, -128), t)
	case p.IntN(4) == 0:
		inf := map[string][2]string{
			"f16": {"0x7C00", "0x7E00"}, "bf16": {"0x7F80", "0x7FC0"}, "f32": {"0xFF800000", "0x7FC00000"}, "f64": {"0x7FF0000000000000", "0x7FF8000000000000"},
		}
		text = inf[t][p.IntN(2)] + " : " + t
	default:
		text += " : " + t
	}
	return p.define(t, "arith.constant "+text)
}

func (p *floatProgram) define(t, op string) string {
	name := fmt.Sprintf("%%v%d", len(p.body))
	p.body = append(p.body, name+" = "+op)
	p.values[t] = append(p.values[t], name)
	return name
}

func (p *floatProgram) step() {
	g := &p.floatWriter
	t := pick(g, "f32", "f32", "f64", "f16", "bf16")
	wide := map[string]string{"f16": "f32", "bf16": "f64", "f32": "f64", "f64": "f64"}[t]
	i := pick(g, "i8", "i8", "i32", "i1")
	flag := pick(g, "", "", " fastmath<reassoc>")
	switch g.IntN(12) {
	case 0:
		p.define("i1", fmt.Sprintf("arith.cmpf %s, %s, %s : %s", pick(g, predicates[1:15]...), p.value(t), p.value(t), t))
	case 1:
		p.define(t, fmt.Sprintf("arith.negf %s : %s", p.value(t), t))
	case 2:
		if wide != t {
			p.define(wide, fmt.Sprintf("arith.extf %s : %s to %s", p.value(t), t, wide))
		}
	case 3:
		if wide != t {
			p.define(t, fmt.Sprintf("arith.truncf %s : %s to %s", p.value(wide), wide, t))
		}
	case 4:
		if t == "f32" && i == "i32" {
			t = "f64" // or a truncation may follow that mlir-opt rounds once with this
		}
		if t == "f32" || t == "f64" {
			p.define(t, fmt.Sprintf("arith.%s %s : %s to %s", pick(g, "sitofp", "uitofp"), p.value(i), i, t))
		}
	case 5:
		p.define(i, fmt.Sprintf("arith.%s %s : %s to %s", pick(g, "fptosi", "fptoui"), p.value(t), t, i))
	case 6:
		p.define("f32", fmt.Sprintf("arith.bitcast %s : i32 to f32", p.value("i32")))
		// Not back: what a NaN carries may change.
	case 7:
		p.define(t, fmt.Sprintf("arith.select %s, %s, %s : %s", p.value("i1"), p.value(t), p.value(t), t))
	default:
		p.define(t, fmt.Sprintf("arith.%s %s, %s%s : %s", pick(g, floatOps...), p.value(t), p.value(t), flag, t))
	}
}

// function is the text of the floatProgram, which returns what it computed last of
// each type.
func (p *floatProgram) function(name string) string {
	var params, results, types []string
	p.values = map[string][]string{}
	for k, t := range scalars {
		p.values[t] = append(p.values[t], fmt.Sprintf("%%a%d", k))
		params = append(params, fmt.Sprintf("%%a%d: %s", k, t))
	}
	p.body = nil
	for range 30 {
		p.step()
	}
	for _, t := range scalars[:7] {
		list := p.values[t]
		results, types = append(results, list[len(list)-1], list[len(list)/2]), append(types, t, t)
	}
	return fmt.Sprintf("func.func @%s(%s) -> (%s) {\n  %s\n  return %s : %s\n}\n", name, strings.Join(params, ", "), strings.Join(types, ", "),
		strings.Join(p.body, "\n  "), strings.Join(results, ", "), strings.Join(types, ", "))
}

// inputs are arguments for such a function.
func (p *floatProgram) inputs() []*tensor.Tensor {
	special := []float64{0, math.Copysign(0, -1), 1, -1.5, 1e-7, 3e38, math.Inf(1), math.Inf(-1), math.NaN(), 127, 255.5, 65504, 1e300, 5e-324}
	var list []*tensor.Tensor
	for _, t := range scalars {
		d, _ := tensor.ParseDType(t)
		v := tensor.New(d)
		if d.IsFloat() {
			v.SetFloat64(0, special[p.IntN(len(special))])
		} else {
			v.SetInt64(0, []int64{0, 1, -1, 127, -128, 1000000}[p.IntN(6)]>>(6*p.IntN(2)))
		}
		list = append(list, v)
	}
	return list
}

// TestProgramsKeepTheirBits runs random programs as they are and canonicalized,
// and compares the text of the latter with mlir-opt's.
func TestProgramsKeepTheirBits(t *testing.T) {
	const programs = 150
	p := &floatProgram{floatWriter: floatWriter{Rand: rand.New(rand.NewPCG(7, 2))}}
	var src strings.Builder
	for i := range programs {
		src.WriteString(p.function(fmt.Sprint("f", i)))
	}
	args := []string{"--canonicalize"}
	after := peer.Tool(driver.Opt).Run(args, src.String())
	if after.Status != 0 {
		t.Fatal(after.Stderr)
	}
	if path := peer.Path(); path == "" {
		t.Log("mlir-opt-22 is not installed (Debian's mlir-22-tools has it): no comparison with it")
	} else {
		compareFunctions(t, src.String(), peer.MLIROpt(t, path, args, src.String()).Stdout, after.Stdout)
	}
	modules := [2]*interp.Module{}
	for i, text := range []string{src.String(), after.Stdout} {
		op, err := parser.Parse(driver.NewContext(), []byte(text), parser.Options{})
		if err != nil {
			t.Fatal(err)
		}
		modules[i] = interp.NewModule(op)
	}
	for i := range programs {
		for range 6 {
			in := p.inputs()
			var out [2][]*tensor.Tensor
			for k, m := range modules {
				f, err := m.Program(fmt.Sprint("f", i))
				if err != nil {
					t.Fatal(err)
				}
				r, err := f.Run(in, interp.Options{})
				if err != nil {
					t.Fatal(err)
				}
				out[k] = r.Outputs
			}
			for k, v := range out[0] {
				if w := out[1][k]; !sameBits(v, w) {
					t.Fatalf("@f%d(%v): result %d is %v before and %v after canonicalization", i, in, k, v, w)
				}
			}
		}
	}
}

// sameBits compares two scalars; one NaN is like another.
func sameBits(a, b *tensor.Tensor) bool {
	if a.DType().IsFloat() && math.IsNaN(a.Float64At(0)) {
		return math.IsNaN(b.Float64At(0))
	}
	return string(a.Bytes()) == string(b.Bytes())
}

// compareFunctions compares two modules function by function.
func compareFunctions(t *testing.T, src, want, got string) {
	t.Helper()
	sources, wants, gots := strings.Split(src, "func.func"), strings.Split(want, "func.func"), strings.Split(got, "func.func")
	for i := range wants {
		if i >= len(gots) || wants[i] != gots[i] {
			t.Fatalf("of\n%smlir-opt makes\n%sours\n%s", sources[i], wants[i], gots[min(i, len(gots)-1)])
		}
	}
}
