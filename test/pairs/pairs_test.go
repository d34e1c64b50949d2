// Package pairs asks of pairs of programs that the rules of another compiler equate at which level
// they are equal, and whether tg makes one program of both at that level.
package pairs

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/test/agree"
)

const (
	dir  = "../../../shared/data/rules"
	page = "../../docs/xla-rules.md"
)

var update = flag.Bool("update", false, "write the table of docs/xla-rules.md")

// Both programs of each pair become one at the weakest level at which they are equal, or both
// become cheaper: with their own element type, and with floats in the place of integers and the
// other way round. The page says so of each.
func TestPairs(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(dir, "*.lhs.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("the pairs are not there")
	}
	rows := make([]row, len(files))
	t.Run("pair", func(t *testing.T) {
		for i, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".lhs.mlir")
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				rows[i] = row{name: name, floats: look(t, name, rulecheck.FloatElements), integers: look(t, name, integerElements(t, name)), proof: proven(t, name)}
				rows[i].check(t)
			})
		}
	})
	if t.Failed() {
		return
	}
	want := document(rows)
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(page)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Errorf("docs/xla-rules.md is stale, `go test ./test/pairs -update` writes it:\n%s", d)
	}
}

// row is what is known of a pair.
type row struct {
	name             string
	floats, integers half
	proof            proof
}

// half is what is known of a pair with element types of one kind.
type half struct {
	rulecheck.Verdict
	// args are the names of the inputs.
	args []string
	// same says that both programs become one text; before and after are what each is predicted to
	// take, in seconds.
	same          bool
	before, after [2]float64
	texts         [2]string
}

// read is a pair; each program of it is read in a context of its own pair.
func read(t *testing.T, name string) *rulecheck.Programs {
	t.Helper()
	ctx := driver.NewContext()
	p := &rulecheck.Programs{Name: name, Read: func(text string) (*ir.Op, error) {
		module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: name})
		if err == nil {
			err = ir.Verify(module)
		}
		if err != nil {
			return nil, err
		}
		return module, agree.Optimise(module, "stablehlo-to-tg", 1)
	}}
	for side, text := range map[string]*string{"lhs": &p.Left, "rhs": &p.Right} {
		b, err := os.ReadFile(filepath.Join(dir, name+"."+side+".mlir"))
		if err != nil {
			t.Fatal(err)
		}
		*text = string(b)
		if _, err := p.Read(*text); err != nil {
			t.Fatalf("%s: %v", side, err)
		}
	}
	return p
}

// integerElements are those that a pair is tried with: its own first.
func integerElements(t *testing.T, name string) []string {
	if e := read(t, name).Elem(); e == "i1" {
		return append([]string{e}, rulecheck.IntegerElements...)
	}
	return rulecheck.IntegerElements
}

// look executes a pair with these element types, and optimises it with the first.
func look(t *testing.T, name string, elems []string) half {
	p := read(t, name)
	h := half{Verdict: p.Over(elems, 0), args: argsOf(p.Left)}
	if h.Programs == 0 || !h.Equal {
		return h
	}
	mode := [...]rewrite.FPMode{rewrite.Exact: rewrite.FPStrict, rewrite.Finite: rewrite.FPFinite, rewrite.Real: rewrite.FPFast}[h.Level]
	q := p.As(elems[0])
	for i, text := range []string{q.Left, q.Right} {
		before, err := p.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		after, err := agree.Optimised(before, "optimize{fp="+string(mode)+"}")
		if err != nil {
			t.Fatal(err)
		}
		h.before[i], h.after[i] = cost.Total(cost.CPU(), before).Seconds, cost.Total(cost.CPU(), after).Seconds
		h.texts[i] = printer.OpString(after, printer.Options{})
	}
	h.same = h.texts[0] == h.texts[1]
	return h
}

// check reports what is missing of a pair.
func (r row) check(t *testing.T) {
	if !r.floats.Equal && !r.integers.Equal {
		t.Errorf("the programs are equal neither over floats (%s) nor over integers (%s)", r.floats.witness(), r.integers.witness())
	}
	for kind, h := range map[string]half{"floats": r.floats, "integers": r.integers} {
		if h.Programs == 0 || !h.Equal {
			continue
		}
		if h.Compared == 0 {
			t.Errorf("%s: nothing was compared", kind)
		}
		cheaper := h.after[0] < h.before[0] && h.after[1] < h.before[1]
		if !h.same && !cheaper {
			t.Errorf("%s: the programs are equal at level %s, but become\n%s\nand\n%s\nand took %v, and take %v", kind, h.Level, h.texts[0], h.texts[1], h.before, h.after)
		}
	}
}
