package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/modgen"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// compareWithBits compares the deaths in every region of a module, as found from
// each function at once, with those on bit sets, and returns the number of
// values that die and of regions that have several blocks.
func compareWithBits(t *testing.T, text string) (deaths, branched int) {
	t.Helper()
	module, err := agree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	ir.Walk(module, func(fn *ir.Op) ir.WalkAction {
		if fn.Name() == "builtin.module" {
			return ir.Advance
		}
		for _, root := range fn.Regions() {
			found := analysis.LastUses(root)
			ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
				for _, r := range o.Regions() {
					inside := o != fn || r == root
					if (found[r] != nil) != inside {
						t.Errorf("%s: deaths are found: %t", o.Name(), found[r] != nil)
					}
					if d := found[r]; d != nil {
						deaths += compareRegion(t, r, d)
						if !r.HasOneBlock() {
							branched++
						}
					}
				}
				return ir.Advance
			})
		}
		return ir.Skip
	})
	if t.Failed() {
		t.Fatal(agree.Numbered(text))
	}
	return deaths, branched
}

func compareRegion(t *testing.T, r *ir.Region, d *analysis.Deaths) (deaths int) {
	t.Helper()
	var values []*ir.Value
	for b := r.First(); b != nil; b = b.Next() {
		values = append(values, b.Args()...)
		for o := b.First(); o != nil; o = o.Next() {
			values = append(values, o.Results()...)
		}
	}
	last, unused := deathsOf(r, d)
	wantLast, wantUnused := lastUsesOnBits(r)
	for b := r.First(); b != nil; b = b.Next() {
		if d := cmp.Diff(numbers(values, wantUnused[b]), numbers(values, unused[b])); d != "" {
			t.Errorf("unused: %s", d)
		}
		for o := b.First(); o != nil; o = o.Next() {
			deaths += len(last[o])
			if d := cmp.Diff(numbers(values, wantLast[o]), numbers(values, last[o])); d != "" {
				t.Errorf("%s: %s", o.Name(), d)
			}
		}
	}
	return deaths
}

func TestLastUsesOfRandomModules(t *testing.T) {
	deaths, branched := 0, 0
	for seed := range campaign.Seeds(150) {
		for _, text := range []string{modgen.Valid(seed), progen.Program(seed, progen.Options{}), randomFlow(seed)} {
			d, b := compareWithBits(t, text)
			deaths, branched = deaths+d, branched+b
		}
	}
	if deaths == 0 || branched == 0 {
		t.Errorf("%d values die, %d regions have several blocks: the modules are too plain", deaths, branched)
	}
}

// randomFlow is a function of blocks that branch anywhere, so that loops are
// entered at several places and blocks are not reached. A block uses its own
// values and those of blocks that dominate it, here and there in a region within a
// region, which may have blocks of its own.
func randomFlow(seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 0x666c6f77))
	n := 2 + rng.IntN(9)
	succs := make([][]int, n)
	for b := range succs {
		for range rng.IntN(4) {
			succs[b] = append(succs[b], 1+rng.IntN(n-1))
		}
	}
	var text strings.Builder
	text.WriteString("func.func @f(%v0_0: i1, %v0_1: i1) {\n")
	counts := make([]int, n)
	for b := range n {
		if counts[b] = 2; b > 0 {
			fmt.Fprintf(&text, "^b%d(%%v%d_0: i1, %%v%d_1: i1):\n", b, b, b)
		}
		use := func() string {
			from := b
			if k := rng.IntN(n); k < b && dominates(succs, k, b) {
				from = k
			}
			return fmt.Sprintf("%%v%d_%d", from, rng.IntN(counts[from]))
		}
		for range rng.IntN(4) {
			writeStatement(&text, rng, 3, use)
			if rng.IntN(2) == 0 {
				fmt.Fprintf(&text, "%%v%d_%d = \"t.make\"(%s) : (i1) -> i1\n", b, counts[b], use())
				counts[b]++
			}
		}
		writeEnd(&text, rng, succs[b], use)
	}
	text.WriteString("}\n")
	return text.String()
}

// writeStatement writes nothing, a use, or an op with statements in regions, at
// most depth levels of them.
func writeStatement(text *strings.Builder, rng *rand.Rand, depth int, use func() string) {
	kinds := 4
	if depth == 0 {
		kinds = 2
	}
	switch rng.IntN(kinds) {
	case 0:
		fmt.Fprintf(text, "\"t.use\"(%s, %s) : (i1, i1) -> ()\n", use(), use())
	case 2:
		text.WriteString("\"t.nest\"() ({\n")
		writeStatement(text, rng, depth-1, use)
		text.WriteString("}, {\n")
		writeStatement(text, rng, depth-1, use)
		text.WriteString("}) : () -> ()\n")
	case 3:
		fmt.Fprintf(text, "scf.execute_region {\n cf.cond_br %s, ^x, ^y\n^x:\n", use())
		writeStatement(text, rng, depth-1, use)
		text.WriteString(" cf.br ^y\n^y:\n")
		writeStatement(text, rng, depth-1, use)
		text.WriteString(" scf.yield\n}\n")
	}
}

func writeEnd(text *strings.Builder, rng *rand.Rand, succs []int, use func() string) {
	target := func(s int) string { return fmt.Sprintf("^b%d(%s, %s : i1, i1)", s, use(), use()) }
	switch len(succs) {
	case 0:
		text.WriteString("return\n")
	case 1:
		fmt.Fprintf(text, "cf.br %s\n", target(succs[0]))
	case 2:
		fmt.Fprintf(text, "cf.cond_br %s, %s, %s\n", use(), target(succs[0]), target(succs[1]))
	default:
		fmt.Fprintf(text, "cf.switch %s : i1, [default: %s, 0: %s, 1: %s]\n", use(), target(succs[0]), target(succs[1]), target(succs[2]))
	}
}

// dominates reports whether b is out of reach from block 0 without a.
func dominates(succs [][]int, a, b int) bool {
	seen := make([]bool, len(succs))
	work := []int{0}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if k == a || seen[k] {
			continue
		}
		if seen[k] = true; k == b {
			return false
		}
		work = append(work, succs[k]...)
	}
	return true
}

// Loops with one entry and with two, loops within loops, blocks without a way to
// them, and values that live around a loop, in a part of it and not at all.
func TestLastUsesOfLoops(t *testing.T) {
	for _, text := range []string{
		`func.func @loop(%n: i1, %unused: i1) -> i1 {
  %a = "t.make"() : () -> i1
  %b = "t.make"() : () -> i1
  cf.br ^head(%n : i1)
^head(%i: i1):
  cf.cond_br %i, ^body, ^exit
^body:
  %c = "t.make"(%a) : (i1) -> i1
  cf.cond_br %c, ^head(%c : i1), ^inner
^inner:
  cf.cond_br %i, ^inner, ^head(%c : i1)
^exit:
  return %b : i1
}`,
		`func.func @irreducible(%n: i1) {
  %a = "t.make"() : () -> i1
  %b = "t.make"() : () -> i1
  cf.cond_br %n, ^left(%a : i1), ^right(%a : i1)
^left(%x: i1):
  "t.use"(%b) : (i1) -> ()
  cf.cond_br %x, ^right(%x : i1), ^exit
^right(%y: i1):
  cf.cond_br %y, ^left(%n : i1), ^exit
^exit:
  return
}`,
		`func.func @unreachable(%n: i1) {
  %a = "t.make"() : () -> i1
  cf.br ^exit
^never(%x: i1, %y: i1):
  "t.use"(%a, %y) : (i1, i1) -> ()
  cf.br ^again
^again:
  "t.use"(%x) : (i1) -> ()
  cf.cond_br %y, ^again, ^exit
^exit:
  "t.nest"() ({
    "t.use"(%a) : (i1) -> ()
  }) : () -> ()
  return
}`,
	} {
		compareWithBits(t, text)
	}
}

// deepNest is n regions within each other; each defines a value that the innermost
// uses, and uses the value of the function.
func deepNest(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%v: i1) {\n")
	for i := range n {
		fmt.Fprintf(&b, "%%v%d = \"t.make\"(%%v) : (i1) -> i1\n\"t.nest\"() ({\n", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "\"t.use\"(%%v%d) : (i1) -> ()\n", i)
	}
	b.WriteString(strings.Repeat("}) : () -> ()\n", n) + "return\n}\n")
	return b.String()
}

// blockChain is n blocks in a row that use a value of the first and one of the
// block before.
func blockChain(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%v: i1) {\n%v0 = \"t.make\"(%v) : (i1) -> i1\n")
	for i := range n {
		fmt.Fprintf(&b, "cf.br ^b%d\n^b%d:\n%%v%d = \"t.make\"(%%v%d, %%v) : (i1, i1) -> i1\n", i, i, i+1, i)
	}
	b.WriteString("return\n}\n")
	return b.String()
}

func flatChain(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%v: i1) {\n%v0 = \"t.make\"(%v) : (i1) -> i1\n")
	for i := range n {
		fmt.Fprintf(&b, "%%v%d = \"t.make\"(%%v%d, %%v) : (i1, i1) -> i1\n", i+1, i)
	}
	b.WriteString("return\n}\n")
	return b.String()
}

func TestLastUsesOfChainsAndNests(t *testing.T) {
	for _, text := range []string{deepNest(60), blockChain(60), flatChain(60)} {
		compareWithBits(t, text)
	}
}

// What LastUses allocates grows as the function does, in all directions.
func TestLastUsesScales(t *testing.T) {
	for _, c := range []struct {
		name  string
		text  func(int) string
		bytes uint64 // for each op, block or level
	}{
		{"ops", flatChain, 100},
		{"blocks", blockChain, 1200},
		{"levels", deepNest, 1500},
	} {
		small, large := allocated(t, c.text(2000)), allocated(t, c.text(32000))
		t.Logf("%s: %d and %d bytes each", c.name, small/2000, large/32000)
		if large > 32000*c.bytes || large > 16*2*small {
			t.Errorf("%s: 2,000 take %d bytes, 32,000 take %d", c.name, small, large)
		}
	}
}

func allocated(t *testing.T, text string) uint64 {
	t.Helper()
	module, err := agree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	r := module.RegionAt(0).First().First().RegionAt(0)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	found := analysis.LastUses(r)
	runtime.ReadMemStats(&after)
	if found[r] == nil {
		t.Error("nothing is found")
	}
	return after.TotalAlloc - before.TotalAlloc
}
