package prove_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/prove"
	"github.com/tg-opt/tg/test/agree"
)

// block reads the only function of a text, as ops of tg.
func block(t testing.TB, ctx *ir.Context, text string) *ir.Block {
	t.Helper()
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "pair.mlir"})
	if err == nil {
		err = ir.Verify(module)
	}
	if err == nil && strings.Contains(text, "stablehlo.") {
		err = agree.Optimise(module, "stablehlo-to-tg", 1)
	}
	if err != nil {
		t.Fatal(ctx.Render(ir.AsDiag(err, 0)))
	}
	for _, f := range ir.Symbols(module) {
		return f.RegionAt(0).First()
	}
	return nil
}

// part: one in so many pairs, or rules, is tried unless a campaign asks for more.
const part = 4

// chosen reports whether pair, or rule, number i is tried. A campaign of fewer instances than part
// tries so many in part, others from other seeds on.
func chosen(i int) bool {
	first, instances := campaign.Cases(0)
	return (uint64(i)+first)%part < uint64(max(1, instances))
}

// The pairs are those of XLA's rules. One of them is equal for no number: its constant is rounded.
func TestReferencePairs(t *testing.T) {
	files, _ := filepath.Glob("../../shared/data/rules/*.lhs.mlir")
	if len(files) == 0 {
		t.Skip("the pairs are not there")
	}
	t.Parallel()
	kinds := map[prove.Kind]int{}
	generalised, extents, ranks := 0, 0, 0
	for i, left := range files {
		name := strings.TrimSuffix(filepath.Base(left), ".lhs.mlir")
		l, err := os.ReadFile(left)
		if err != nil {
			t.Fatal(err)
		}
		r, err := os.ReadFile(strings.Replace(left, ".lhs.", ".rhs.", 1))
		if err != nil {
			t.Fatal(err)
		}
		ctx := driver.NewContext()
		lhs, rhs := block(t, ctx, string(l)), block(t, ctx, string(r))
		p := prove.Prove(prove.Pair(lhs, rhs))
		if kinds[p.Kind]++; chosen(i) {
			p, _ = prove.Generalise(lhs, rhs)
			generalised++
		}
		if strings.HasPrefix(p.Extents, "all ") {
			extents++
		}
		if strings.HasPrefix(p.Ranks, "any ") {
			ranks++
		}
		if p.Kind == prove.Unknown && !strings.HasPrefix(name, "div.const-to-mul") {
			t.Errorf("%s is not proven: %s", name, p.Reason)
		}
		t.Logf("%s: %s", name, p)
	}
	t.Logf("of %d pairs, %d are proven to the bit, %d over all commutative rings, %d over the reals; of %d, %d are for symbols as extents, %d for any number of axes of some class",
		len(files), kinds[prove.ByDefinition], kinds[prove.OverRings], kinds[prove.OverReals], generalised, extents, ranks)
}
