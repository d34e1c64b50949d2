package tg_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
)

// tailWriter writes a contraction and elementwise ops behind it, as a fusion and one by one.
type tailWriter struct {
	r     *rand.Rand
	shape []int // of the product
	args  []string
	types []string
	body  []string
}

func textType(shape []int, elem string) string {
	text := ""
	for _, n := range shape {
		text += fmt.Sprint(n, "x")
	}
	return "tensor<" + text + elem + ">"
}

func (w *tailWriter) argument(shape []int, elem string) string {
	name := fmt.Sprintf("%%x%d", len(w.args))
	w.args, w.types = append(w.args, name), append(w.types, textType(shape, elem))
	return name
}

func (w *tailWriter) line(format string, args ...any) string {
	name := fmt.Sprintf("%%v%d", len(w.body))
	w.body = append(w.body, name+" = "+fmt.Sprintf(format, args...))
	return name
}

// contraction writes one of all kinds, with extents of all kinds.
func (w *tailWriter) contraction(elem string) string {
	r := w.r
	switch r.IntN(4) {
	case 0:
		m, k, n := 1+r.IntN(40), 1+r.IntN(20), 1+r.IntN(90)
		w.shape = []int{m, n}
		x, y := w.argument([]int{m, k}, elem), w.argument([]int{k, n}, elem)
		return w.line("tg.matmul %s, %s : (%s, %s) -> %s", x, y, w.types[0], w.types[1], textType(w.shape, elem))
	case 1:
		b, m, k, n := 1+r.IntN(3), 1+r.IntN(20), 1+r.IntN(20), 1+r.IntN(70)
		w.shape = []int{b, m, n}
		x, y := w.argument([]int{b, k, m}, elem), w.argument([]int{b, n, k}, elem)
		return w.line("tg.dot_general %s, %s batching [0] x [0] contracting [1] x [2] : (%s, %s) -> %s", x, y, w.types[0], w.types[1], textType(w.shape, elem))
	}
	groups, features, outputs, taps := 1, 1+r.IntN(20), 1+r.IntN(80), 1+r.IntN(3)
	switch r.IntN(3) {
	case 0:
		groups, features, outputs = 1+r.IntN(70), 1, 1
	case 1:
		features = 1 + r.IntN(4)
	}
	h, wide, n := taps+r.IntN(6), taps+r.IntN(20), 1+r.IntN(2)
	oh, ow := h-taps+1, wide-taps+1
	layout, in, out := "[n, h, w, c] x [h, w, i, o] -> [n, h, w, c]", []int{n, h, wide, groups * features}, []int{n, oh, ow, groups * outputs}
	if r.IntN(3) == 0 {
		layout, in, out = "[n, c, h, w] x [h, w, i, o] -> [n, c, h, w]", []int{n, groups * features, h, wide}, []int{n, groups * outputs, oh, ow}
	}
	w.shape = out
	x, y := w.argument(in, elem), w.argument([]int{taps, taps, features, groups * outputs}, elem)
	return w.line("tg.conv %s, %s layout %s groups %d : (%s, %s) -> %s", x, y, layout, groups, w.types[0], w.types[1], textType(out, elem))
}

// operand is an argument that broadcasts to the product.
func (w *tailWriter) operand(elem string) (name, typ string) {
	s := slices.Clone(w.shape)
	switch w.r.IntN(6) {
	case 0, 1, 2:
		s = s[len(s)-1:]
	case 3:
	case 4:
		for d := range s {
			if w.r.IntN(2) == 0 {
				s[d] = 1
			}
		}
	default:
		s = s[w.r.IntN(len(s)+1):]
	}
	return w.argument(s, elem), textType(s, elem)
}

// batchNorm is what a network most often has, and the rest anything.
func (w *tailWriter) tail(v, elem string) (string, string) {
	r, t := w.r, func() string { return textType(w.shape, elem) }
	affine, form := r.IntN(2) == 0, r.IntN(2)
	for i := range 1 + r.IntN(5) {
		op := []string{"add", "mul", "sub", "max"}[r.IntN(4)]
		if affine {
			op = [][]string{{"add", "mul", "add", "add", "mul"}, {"sub", "mul", "mul", "add", "add"}}[form][i]
		}
		switch k := r.IntN(10); {
		case !affine && k == 0 && elem != "i32":
			v = w.line("tg.%s %s : %s", []string{"neg", "sqrt", "relu"}[r.IntN(3)], v, t())
		case !affine && k == 1:
			from := t()
			elem = []string{"f32", "f64", "f16", "i32"}[r.IntN(4)]
			if from != t() {
				v = w.line("tg.convert %s : (%s) -> %s", v, from, t())
			}
		case !affine && k == 2:
			v = w.line("tg.mul %s, %s : %s", v, v, t())
		default:
			o, typ := w.operand(elem)
			x, y, tx, ty := v, o, t(), typ
			if r.IntN(3) == 0 {
				x, y, tx, ty = o, v, typ, t()
			}
			v = w.line("tg.%s %s, %s : (%s, %s) -> %s", op, x, y, tx, ty, t())
		}
	}
	if r.IntN(2) == 0 || len(w.body) == 1 {
		v = w.line("tg.%s %s : %s", []string{"relu", "relu6"}[r.IntN(2)], v, t())
	}
	return v, t()
}

// A fusion that begins with a contraction computes the bits of its ops one by one.
func TestTailsRandom(t *testing.T) {
	t.Cleanup(func() { parallel.SetWorkers(0) })
	for seed := range campaign.Seeds(150) {
		w := &tailWriter{r: rand.New(rand.NewPCG(seed, 11))}
		elem := []string{"f32", "f32", "f32", "f64", "f16", "i32"}[w.r.IntN(6)]
		v, typ := w.tail(w.contraction(elem), elem)
		var params, given, inner []string
		for i, a := range w.args {
			params, given = append(params, a+": "+w.types[i]), append(given, "%i"+a[1:]+" = "+a)
			inner = append(inner, a, "%i"+a[1:])
		}
		body := strings.Join(w.body, "\n")
		plain := function(strings.Join(params, ", "), strings.Replace(body, v+" = ", "%0 = ", 1), typ)
		// Names from longer to shorter, so that %x1 is not found in %x12.
		slices.Reverse(inner)
		for i := 0; i < len(inner); i += 2 {
			inner[i], inner[i+1] = inner[i+1], inner[i]
		}
		fused := function(strings.Join(params, ", "), fmt.Sprintf("%%0 = tg.fusion (%s) : (%s) -> %s {\n%s\ntg.yield %s : %s\n}",
			strings.Join(given, ", "), strings.Join(w.types, ", "), typ, strings.NewReplacer(inner...).Replace(body), v, typ), typ)
		var want []byte
		for i, text := range []string{plain, fused} {
			for _, workers := range []int{1, 3} {
				parallel.SetWorkers(workers)
				p, err := interp.NewModule(parse(t, newContext(), text)).Program("f")
				if err != nil {
					t.Fatalf("case %d: %v\n%s", seed, err, text)
				}
				result, err := p.Run(tensorsFor(t, p), interp.Options{})
				if err != nil {
					t.Fatalf("case %d: %v\n%s", seed, err, text)
				}
				got := result.Outputs[0].WithOneNaN().Bytes()
				if i == 0 && workers == 1 {
					want = append([]byte(nil), got...)
				}
				if string(got) != string(want) {
					t.Fatalf("case %d: other bits with %d workers:\n%s", seed, workers, text)
				}
			}
		}
		ir.Walk(parse(t, newContext(), fused), func(o *ir.Op) ir.WalkAction {
			if o.Is(tg.Fusion) && tg.RunsOneByOne(o) != nil {
				t.Fatalf("case %d: %v\n%s", seed, tg.RunsOneByOne(o), fused)
			}
			return ir.Advance
		})
	}
}
