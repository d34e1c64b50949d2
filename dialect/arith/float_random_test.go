package arith_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/peer"
)

// floats are the formats that constants are folded in: exponent and stored
// mantissa bits. The formats without NaN, and f8E8M0FNU without a sign, are
// left to cases, for mlir-opt makes numbers of them that they do not have.
var floats = []struct {
	name      string
	exp, mant int
}{
	{"f16", 5, 10}, {"bf16", 8, 7}, {"tf32", 8, 10}, {"f32", 8, 23}, {"f64", 11, 52}, {"f80", 15, 64}, {"f128", 15, 112},
	{"f8E3M4", 3, 4}, {"f8E4M3", 4, 3}, {"f8E5M2", 5, 2}, {"f8E4M3FN", 4, 3}, {"f8E4M3FNUZ", 4, 3},
	{"f8E4M3B11FNUZ", 4, 3}, {"f8E5M2FNUZ", 5, 2},
}

// floatWriter writes small functions whose ops canonicalization folds or changes.
type floatWriter struct {
	*rand.Rand
	b strings.Builder
}

func pick[T any](g *floatWriter, list ...T) T { return list[g.IntN(len(list))] }

// format is the number of a format.
func (g *floatWriter) format() int { return g.IntN(len(floats)) }

func width(f int) int { return 1 + floats[f].exp + floats[f].mant }

// hex is the bits of a number that is near a boundary of its format more often
// than not: sign, exponent and mantissa as one hex literal.
func (g *floatWriter) hex(f int) string {
	exp, mant := floats[f].exp, floats[f].mant
	bias := 1<<(exp-1) - 1
	e := pick(g, 0, 0, 1, 1<<exp-1, 1<<exp-2, bias, bias-1, bias+g.IntN(9)-3, bias+g.IntN(2*mant+6)-mant-3, g.IntN(1<<exp))
	e = min(max(e, 0), 1<<exp-1)
	stored := min(mant, 63) // of f128 the lower part is made of pieces
	m := pick(g, 0, 0, 1, 1<<(stored-1), 1<<stored-1, 5, g.Uint64(), g.Uint64()&^(1<<(stored*2/3)-1)) & (1<<stored - 1)
	sign := uint64(g.IntN(2))
	switch floats[f].name {
	case "f80":
		if e != 0 {
			m |= 1 << 63
		}
		return fmt.Sprintf("0x%04X%016X", sign<<15|uint64(e), m)
	case "f128":
		return fmt.Sprintf("0x%04X%012X%016X", sign<<15|uint64(e), m>>15, pick(g, 0, 1, g.Uint64()))
	}
	return fmt.Sprintf("0x%0*X", (width(f)+3)/4, sign<<(exp+mant)|uint64(e)<<mant|m)
}

// function writes a function with the given lines, the last of which defines
// %r. Results of the wide formats are shown as integers, for we write their
// numbers in another way.
func (g *floatWriter) function(args, typ string, lines ...string) {
	fmt.Fprintf(&g.b, "func.func @f%d(%s) -> ", strings.Count(g.b.String(), "func.func"), args)
	value := "%r"
	if typ == "f80" || typ == "f128" {
		lines = append(lines, fmt.Sprintf("%%q = arith.bitcast %%r : %s to i%s", typ, typ[1:]))
		value, typ = "%q", "i"+typ[1:]
	}
	fmt.Fprintf(&g.b, "%s {\n  %s\n  return %s : %s\n}\n", typ, strings.Join(lines, "\n  "), value, typ)
}

func (g *floatWriter) constant(name string, f int) string {
	return fmt.Sprintf("%s = arith.constant %s : %s", name, g.hex(f), floats[f].name)
}

var (
	floatOps   = strings.Fields("addf subf mulf divf remf maximumf minimumf maxnumf minnumf")
	predicates = strings.Fields("false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true")
	flags      = []string{"", "", "", " fastmath<fast>", " fastmath<nnan,nsz>", " fastmath<contract>"}
	intWidths  = []int{1, 2, 7, 8, 16, 24, 25, 31, 32, 33, 53, 54, 63, 64}
)

func (g *floatWriter) step() {
	f := g.format()
	t := floats[f].name
	switch g.IntN(9) {
	case 0, 1:
		g.function("", t, g.constant("%a", f), g.constant("%b", f), fmt.Sprintf("%%r = arith.%s %%a, %%b%s : %s", pick(g, floatOps...), pick(g, flags...), t))
	case 2:
		operands := pick(g, "%x, %b", "%b, %x", "%x, %x")
		g.function("%x: "+t, t, g.constant("%b", f), fmt.Sprintf("%%r = arith.%s %s%s : %s", pick(g, floatOps...), operands, pick(g, flags...), t))
	case 3:
		g.function("", t, g.constant("%a", f), "%r = arith.negf %a : "+t)
	case 4:
		a := g.hex(f)
		g.function("", "i1", fmt.Sprintf("%%a = arith.constant %s : %s", a, t), fmt.Sprintf("%%b = arith.constant %s : %s", pick(g, a, g.hex(f)), t),
			fmt.Sprintf("%%r = arith.cmpf %s, %%a, %%b : %s", pick(g, predicates...), t))
	case 5:
		to := g.format()
		op := "bitcast"
		if width(to) > width(f) {
			op = "extf"
		} else if width(to) < width(f) {
			op = "truncf"
		}
		g.function("", floats[to].name, g.constant("%a", f), fmt.Sprintf("%%r = arith.%s %%a : %s to %s", op, t, floats[to].name))
	case 6:
		i := fmt.Sprintf("i%d", pick(g, intWidths...))
		g.function("", i, g.constant("%a", f), fmt.Sprintf("%%r = arith.%s %%a : %s to %s", pick(g, "fptosi", "fptoui"), t, i))
	case 7:
		w := pick(g, intWidths...)
		v := pick(g, 0, 1, -1, 1<<(w-1), 1<<(w-1)-1, g.Int64(), g.Int64()>>(63-g.IntN(w))) << (64 - w) >> (64 - w)
		literal := fmt.Sprintf("%d : i%d", v, w)
		if w == 1 {
			literal = fmt.Sprint(v != 0)
		}
		g.function("", t, "%a = arith.constant "+literal, fmt.Sprintf("%%r = arith.%s %%a : i%d to %s", pick(g, "sitofp", "uitofp"), w, t))
	case 8:
		g.comparedInt(f)
	}
}

// comparedInt compares a converted integer with a constant.
func (g *floatWriter) comparedInt(f int) {
	t, w := floats[f].name, pick(g, intWidths...)
	k := g.hex(f) + " : " + t
	if f := floats[f].mant; f == 23 || f == 52 || f == 7 {
		v := pick(g, float64(g.IntN(600)-150)/float64(pick(g, 1, 2, 4)), float64(uint64(1)<<g.IntN(w+1))+pick(g, 0, 0.5, -0.5, 1, -1))
		k = fmt.Sprintf("%e : %s", pick(g, v, -v), t)
	}
	g.function(fmt.Sprintf("%%x: i%d", w), "i1", "%a = arith.constant "+k, fmt.Sprintf("%%b = arith.%s %%x : i%d to %s", pick(g, "sitofp", "uitofp"), w, t),
		fmt.Sprintf("%%r = arith.cmpf %s, %%b, %%a : %s", pick(g, predicates[1:15]...), t))
}

// wideConstant is a constant of a format whose numbers we write in hex when
// mlir-opt's digits would not read back.
var wideConstant = regexp.MustCompile(`= arith.constant \S+ : (f80|f128)`)

func TestRandomFloatsAgainstMLIROpt(t *testing.T) {
	path := peer.Path()
	if path == "" {
		t.Skip("mlir-opt-22 is not installed (Debian's mlir-22-tools has it)")
	}
	for seed := range campaign.Seeds(3) {
		g := &floatWriter{Rand: rand.New(rand.NewPCG(seed, 1))}
		for range 1500 {
			g.step()
		}
		src := g.b.String()
		want := peer.MLIROpt(t, path, []string{"--canonicalize"}, src)
		got := peer.Tool(driver.Opt).Run([]string{"--canonicalize"}, src)
		if want.Status != 0 || got.Status != 0 {
			t.Fatalf("seed %d: mlir-opt ends with %d, ours with %d:\n%s%s", seed, want.Status, got.Status, want.Stderr, got.Stderr)
		}
		compareFunctions(t, src, wideConstant.ReplaceAllString(want.Stdout, "= constant : $1"), wideConstant.ReplaceAllString(got.Stdout, "= constant : $1"))
	}
}
