package indices_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// value is a tensor of a random program.
type value struct {
	name  string
	shape []int64
	elem  string
}

func (v value) typ() string { return tensorType(v.shape, v.elem) }

func tensorType(shape []int64, elem string) string {
	var b strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&b, "%dx", n)
	}
	return "tensor<" + b.String() + elem + ">"
}

// programmer writes a random program of computes.
type programmer struct {
	rng    *rand.Rand
	text   strings.Builder
	values []value
	// Of the compute at hand: its axes, and where they begin and end.
	names  []string
	lo, hi []int64
	next   int
}

// program is a function of a few computes that read each other.
func program(rng *rand.Rand) string {
	p := &programmer{rng: rng}
	p.values = []value{{"%x", []int64{4, 6}, "f32"}, {"%y", []int64{6}, "f32"}, {"%z", []int64{2, 3, 4}, "f32"}, {"%n", []int64{4}, "i32"}, {"%s", nil, "f32"}}
	var args []string
	for _, v := range p.values {
		args = append(args, v.name+": "+v.typ())
	}
	p.text.WriteString("  %k = tg.constant dense<2.0> : tensor<5xf32>\n")
	p.values = append(p.values, value{"%k", []int64{5}, "f32"})
	for i := range 2 + rng.IntN(6) {
		p.compute(fmt.Sprintf("%%c%d", i))
	}
	var names, types []string
	for i, v := range p.values {
		if i == len(p.values)-1 || strings.HasPrefix(v.name, "%c") && rng.IntN(6) == 0 {
			names, types = append(names, v.name), append(types, v.typ())
		}
	}
	list := strings.Join(types, ", ")
	return fmt.Sprintf("func.func @f(%s) -> (%s) {\n%s  return %s : %s\n}\n", strings.Join(args, ", "), list, p.text.String(), strings.Join(names, ", "), list)
}

func (p *programmer) axes(n int) string {
	var list []string
	for range n {
		name := string(rune('a' + len(p.names)))
		lo, extent := int64(0), []int64{1, 2, 3, 4, 4, 6, 6, 12}[p.rng.IntN(8)]
		if p.rng.IntN(5) == 0 {
			lo = []int64{1 - extent, -2, 3}[p.rng.IntN(3)]
		}
		p.names, p.lo, p.hi = append(p.names, name), append(p.lo, lo), append(p.hi, lo+extent)
		list = append(list, fmt.Sprintf("%s in %d..%d", name, lo, lo+extent))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

func (p *programmer) compute(name string) {
	p.names, p.lo, p.hi, p.next = nil, nil, nil, 0
	outer := p.axes(p.rng.IntN(4))
	var shape []int64
	for i := range p.names {
		shape = append(shape, p.hi[i]-p.lo[i])
	}
	tail := ""
	if p.rng.IntN(4) == 0 {
		tail = " " + []string{"sum", "max"}[p.rng.IntN(2)] + " " + p.axes(1+p.rng.IntN(2))
	}
	v := value{name, shape, "f32"}
	fmt.Fprintf(&p.text, "  %s = te.compute %s%s -> %s {\n", name, outer, tail, v.typ())
	stack := []string{p.leaf()}
	for range p.rng.IntN(4) {
		stack = append(stack, p.leaf())
	}
	for p.rng.IntN(3) > 0 || len(stack) > 1 {
		x := stack[0]
		if op := []string{"exp", "neg", "abs"}[p.rng.IntN(3)]; p.rng.IntN(4) == 0 {
			stack[0] = p.op("tg.%s %s : tensor<f32>", op, x)
			continue
		}
		y := stack[len(stack)-1]
		if len(stack) > 1 {
			stack = stack[:len(stack)-1]
		}
		stack[0] = p.op("tg.%s %s, %s : tensor<f32>", []string{"add", "mul", "sub", "div"}[p.rng.IntN(4)], x, y)
	}
	fmt.Fprintf(&p.text, "    te.yield %s : tensor<f32>\n  }\n", stack[0])
	if shapes.Product(shape) <= 200 {
		p.values = append(p.values, v)
	}
}

func (p *programmer) op(format string, args ...any) string {
	p.next++
	name := fmt.Sprintf("%%%d", p.next)
	fmt.Fprintf(&p.text, "    %s = %s\n", name, fmt.Sprintf(format, args...))
	return name
}

// leaf is an element of type f32: a read, an index, or a choice.
func (p *programmer) leaf() string {
	switch p.rng.IntN(12) {
	case 0:
		e, _, _ := p.expr()
		i := p.op("te.index %s : tensor<i64>", e)
		return p.op("tg.convert %s : (tensor<i64>) -> tensor<f32>", i)
	case 1:
		e, _, _ := p.expr()
		g := p.op("te.guard (%s >= 1) : tensor<i1>", e)
		return p.op("tg.select %s, %s, %%s : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>", g, p.leaf())
	}
	var floats []value
	for _, v := range p.values {
		if v.elem == "f32" {
			floats = append(floats, v)
		}
	}
	from := max(0, len(floats)-4)
	if p.rng.IntN(3) == 0 {
		from = 0
	}
	return p.read(floats[from+p.rng.IntN(len(floats)-from)])
}

// read reads a tensor somewhere, with a guard where indices are not in bounds.
func (p *programmer) read(v value) string {
	var at, guard []string
	types := v.typ()
	for _, n := range v.shape {
		e, lo, hi := p.expr()
		for range 8 {
			if lo < 0 || hi > n {
				e, lo, hi = p.expr()
			}
		}
		if v.elem == "f32" && p.rng.IntN(10) == 0 && strings.Count(types, ",") == 0 {
			i := p.read(p.values[3])
			at = append(at, []string{i, i + " + 1", i + " * 2"}[p.rng.IntN(3)])
			types += ", tensor<i32>"
			continue
		}
		if lo < 0 {
			guard = append(guard, "0 <= "+e)
		}
		if hi > n {
			guard = append(guard, fmt.Sprintf("%s < %d", e, n))
		}
		at = append(at, e)
	}
	if p.rng.IntN(8) == 0 {
		e, _, _ := p.expr()
		guard = append(guard, e+[]string{" >= 1", " <= 2", " == 1"}[p.rng.IntN(3)])
	}
	cond := ""
	if len(guard) > 0 {
		cond = " if (" + strings.Join(guard, ", ") + ")"
		if v.elem == "f32" && p.rng.IntN(2) == 0 {
			cond += " else %s"
		}
	}
	return p.op("te.read %s [%s]%s : %s", v.name, strings.Join(at, ", "), cond, types)
}

// expr is an index expression, and between which bounds it is.
func (p *programmer) expr() (e string, lo, hi int64) {
	if len(p.names) == 0 {
		v := p.rng.Int64N(3)
		return fmt.Sprint(v), v, v + 1
	}
	i := p.rng.IntN(len(p.names))
	e, lo, hi = p.names[i], p.lo[i], p.hi[i]
	switch k := 2 + p.rng.Int64N(3); p.rng.IntN(9) {
	case 0:
		return fmt.Sprintf("%s floordiv %d", e, k), shapes.FloorDiv(lo, k), shapes.FloorDiv(hi-1, k) + 1
	case 1:
		return fmt.Sprintf("%s mod %d", e, k), 0, k
	case 2:
		return fmt.Sprintf("%d - %s", hi-1, e), 0, hi - lo
	case 3:
		return fmt.Sprintf("-%s", e), 1 - hi, 1 - lo
	case 4:
		return fmt.Sprintf("%s + %d", e, k-3), lo + k - 3, hi + k - 3
	case 5:
		return fmt.Sprintf("%d * %s", k, e), k * lo, k*(hi-1) + 1
	case 6:
		j := p.rng.IntN(len(p.names))
		n := p.hi[j] - p.lo[j]
		return fmt.Sprintf("%d * %s + %s", n, e, p.names[j]), n*lo + p.lo[j], n*(hi-1) + p.hi[j]
	}
	return e, lo, hi
}

// pipelines are what random programs are put through.
var pipelines = []string{
	"te-inline", "te-normalize", "te-inline,te-normalize", "te-inline{duplicate=always max-ops=1000 max-reads=1000},te-normalize", "te-inline{duplicate=never}",
	"te-inline{max-ops=4 max-reads=2}", "te-normalize,te-inline,te-normalize",
}

// Each element is made of the same elements as before, in the same way, and doing it again changes
// nothing.
func TestRandom(t *testing.T) {
	for seed := range campaign.Seeds(200) {
		rng := rand.New(rand.NewPCG(seed, 17))
		text := program(rng)
		before, err := agree.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		passes := pipelines[rng.IntN(len(pipelines))]
		after, err := agree.Optimised(before, passes)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if diff := difference(before, after); diff != "" {
			t.Fatalf("seed %d: %s: %s\n%s\n%s", seed, passes, diff, text, printed(after))
		}
		if diff := executed(before, after, int(seed)); diff != "" {
			t.Fatalf("seed %d: %s: %s\n%s\n%s", seed, passes, diff, text, printed(after))
		}
		// What comes last changes nothing the second time.
		last := passes[strings.LastIndex(passes, "te-"):]
		again, err := agree.Optimised(after, last)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if printed(again) != printed(after) {
			t.Fatalf("seed %d: %s twice:\n%s\n%s\n%s", seed, last, text, printed(after), printed(again))
		}
	}
}

// executed tells how the results of two modules differ when they run.
func executed(before, after *ir.Op, seed int) string {
	inputs := agree.Inputs(before.RegionAt(0).First().First(), seed)
	was, is := agree.Execute(before, "f", inputs, time.Minute), agree.Execute(after, "f", inputs, time.Minute)
	return was.Difference(is, agree.Same)
}

// difference tells how the results of two modules with one function differ.
func difference(before, after *ir.Op) (diff string) {
	defer func() {
		if p := recover(); p != nil {
			diff = fmt.Sprint(p)
		}
	}()
	was, is := results(before.RegionAt(0).First().First()), results(after.RegionAt(0).First().First())
	if i := slices.IndexFunc(was, func(e []element) bool { return len(e) == 0 }); i >= 0 {
		return fmt.Sprintf("result %d has no elements", i)
	}
	for i := range was {
		for k := range was[i] {
			if !reflect.DeepEqual(was[i][k], is[i][k]) {
				return fmt.Sprintf("result %d differs in element %d", i, k)
			}
		}
	}
	return ""
}
