// Package stablehlo runs the test programs of the StableHLO project, which
// state what they compute: one op per program, as JAX exports it or as the
// reference interpreter's own tests have it. They are not part of this
// repository; without them the tests skip.
//
// A program is left out only when it uses an op that no registered dialect
// defines, an element type that the interpreter has no storage for, or a shape
// that is known at run time only. Floors below keep the number of programs that
// run from falling unnoticed.
package stablehlo

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

const (
	dir      = "../../../shared/data/stablehlo"
	plain    = "stablehlo-to-tg"
	optimise = "stablehlo-to-tg,inline,canonicalize,cse,fold,canonicalize,symbol-dce"
	there    = ",tg-to-stablehlo"
	back     = ",stablehlo-to-tg"
)

// The numbers of programs that were read and printed, that were converted to
// tg, and that ran with all checks passed, when this was last written.
const (
	leastRead      = 1645
	leastConverted = 1609
	leastRun       = 1406
)

// wrong are the checks that no implementation can pass, or only one with larger
// errors than ours, or with the order of sums that they come from, by what they
// must say; they are the only ones that may fail.
var wrong = map[string]struct{ detail, reason string }{
	"testdata/sort_float32_5.mlir":                                {"2 of 5 elements differ", "expects two NaN to be equal to others, which they never are"},
	"testdata/sinh_float32_20_20_chlo.mlir":                       {"4 of 400 elements differ", "expects values that are 5 to 7 steps from the nearest ones, which we compute"},
	"testdata/triangular_solve_float32_2_8_8_float32_2_10_8.mlir": {"25 of 160 elements differ", "expects values that are up to 39 steps from the nearest ones, which we compute"},
	"testdata/fft_float32_14_15_16_17.mlir":                       {"3844 of 30240 elements differ", "expects of each part 3 steps, where it is itself often more than 3 from the nearest value: parts that nearly cancel have the errors of an algorithm"},
	"testdata/fft_complex64_14_15_16_17.mlir":                     {"21146 of 107520 elements differ", "expects of each part 3 steps, where it is itself often more than 3 from the nearest value: parts that nearly cancel have the errors of an algorithm"},
	"testdata/fft_complex128_14_15_16_17.mlir":                    {"19769 of 110880 elements differ", "expects of each part 3 steps, where it is itself often more than 3 from the nearest value: parts that nearly cancel have the errors of an algorithm"},
	"testdata/cosh_float32_20_20_chlo.mlir":                       {"1 of 400 elements differ", "expects a value that is 4 steps from the nearest one, which we compute"},
	"testdata/dot_general_uint32_4_3_complex128_3_6.mlir":         {"2 of 24 elements differ", "has parts that cancel: an error of half a step of a product is 11 steps of one, and 3 steps of the other expected value"},
	"testdata/dot_general_int16_4_3_complex64_3_6.mlir":           {"2 of 24 elements differ", "expects parts that cancel, with errors of 16 and 9 steps, where ours have 11 and 4"},
}

// program is one piece of a file.
type program struct {
	name string
	text []byte
	line int // lines of the file before it
}

// programs are the pieces of all files.
func programs(t *testing.T) []program {
	t.Helper()
	all, err := readPrograms()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not there: the programs belong to another project", dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(all)
}

var readPrograms = sync.OnceValues(func() (all []program, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".mlir" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		pieces := splitter.Split(string(text), -1)
		line := 0
		for i, piece := range pieces {
			p := program{filepath.ToSlash(name), []byte(piece), line}
			if len(pieces) > 1 {
				p.name += fmt.Sprintf("#%d", i+1)
			}
			line += strings.Count(piece, "\n") + 1
			if strings.TrimSpace(comments.ReplaceAllString(piece, "")) != "" {
				all = append(all, p)
			}
		}
		return err
	})
	return all, err
})

var (
	splitter = regexp.MustCompile(`(?m)^// -----.*\n`)
	comments = regexp.MustCompile(`(?m)^\s*//.*$`)
	opNames  = regexp.MustCompile(`(?m)^\s*(?:%[^="\n]*=\s*)?"?([a-z_]+\.[\w-]+)`)
	typeName = regexp.MustCompile(`!(\w+\.\w+)`)
)

// tally counts the programs by what became of them.
type tally struct {
	mu                   sync.Mutex
	read, converted, run int
	why                  map[string]int
}

func (c *tally) count(n *int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*n++
}

func (c *tally) skip(reasons []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.why[strings.Join(reasons, ", ")]++
}

func TestPrograms(t *testing.T) {
	all := programs(t)
	counts := &tally{why: map[string]int{}}
	t.Run("all", func(t *testing.T) {
		for _, p := range all {
			t.Run(p.name, func(t *testing.T) {
				t.Parallel()
				p.test(t, counts)
			})
		}
	})
	t.Logf("%d programs: %d read, %d of them converted, %d of these run", len(all), counts.read, counts.converted, counts.run)
	reasons := slices.SortedFunc(maps.Keys(counts.why), func(a, b string) int {
		return cmp.Or(counts.why[b]-counts.why[a], strings.Compare(a, b))
	})
	for _, r := range reasons {
		t.Logf("%4d left out for %s", counts.why[r], r)
	}
	if !t.Failed() && (counts.read < leastRead || counts.converted < leastConverted || counts.run < leastRun) {
		t.Errorf("%d programs read, %d converted, %d run; before it has been %d, %d, %d",
			counts.read, counts.converted, counts.run, leastRead, leastConverted, leastRun)
	}
}

func (p program) test(t *testing.T, counts *tally) {
	if unknown := p.unknownNames(driver.NewContext()); unknown != nil {
		counts.skip(unknown)
		return
	}
	m := p.parse(t, p.text)
	p.checkRoundTrip(t, m)
	if !t.Failed() {
		counts.count(&counts.read)
	}
	if unknown := typesWithoutStorage(m); unknown != nil {
		counts.skip(unknown)
		return
	}
	results, checks := map[string][]*tensor.Tensor{}, 0
	for _, passes := range []string{plain, optimise} {
		m := p.parse(t, p.text)
		if !p.pass(t, m, passes) {
			counts.skip([]string{"shapes that are " + shapeUnknown})
			return
		}
		p.checkRoundTrip(t, m)
		checks = p.run(t, m, passes, results)
		if said := p.parse(t, p.text); p.pass(t, said, passes+there) {
			p.checkRoundTrip(t, said)
		}
		if m := p.parse(t, p.text); p.pass(t, m, passes+there+back) {
			p.run(t, m, passes+there+back, results)
		}
	}
	if t.Failed() {
		return
	}
	counts.count(&counts.converted)
	if checks > 0 {
		counts.count(&counts.run)
	}
}

// unknownNames are the ops and types in the text that no dialect defines.
func (p program) unknownNames(c *ir.Context) []string {
	unknown := map[string]bool{}
	for _, m := range opNames.FindAllSubmatch(p.text, -1) {
		if name := string(m[1]); c.LookupOp(name) == nil {
			unknown[name] = true
		}
	}
	for _, m := range typeName.FindAllSubmatch(p.text, -1) {
		name := string(m[1])
		dialect, _, _ := strings.Cut(name, ".")
		d := c.LookupDialect(dialect)
		if d == nil || !slices.ContainsFunc(d.Types, func(t *ir.TypeDef) bool { return t.Name == name }) {
			unknown["!"+name] = true
		}
	}
	return slices.Sorted(maps.Keys(unknown))
}

// typesWithoutStorage are the element types that the interpreter cannot hold.
func typesWithoutStorage(m *ir.Op) []string {
	unknown := map[string]bool{}
	look := func(types []*ir.Type) {
		for _, t := range convert.PartTypes(types) {
			if t.IsShaped() {
				t = t.Elem()
			}
			if _, ok := interp.DTypeOf(t); !ok {
				unknown[t.String()] = true
			}
		}
	}
	ir.Walk(m, func(o *ir.Op) ir.WalkAction {
		look(o.ResultTypes())
		for _, r := range o.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				for _, a := range b.Args() {
					look([]*ir.Type{a.Type()})
				}
			}
		}
		return ir.Advance
	})
	return slices.Sorted(maps.Keys(unknown))
}

func (p program) parse(t *testing.T, text []byte) *ir.Op {
	t.Helper()
	ctx := driver.NewContext()
	m, err := parser.Parse(ctx, text, parser.Options{Filename: p.name, FirstLine: p.line})
	if err == nil {
		err = ir.Verify(m)
	}
	check(t, ctx, err)
	return m
}

func check(t *testing.T, ctx *ir.Context, err error) {
	t.Helper()
	var d *ir.Diag
	if errors.As(err, &d) {
		t.Fatal(ctx.Render(d))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// checkRoundTrip prints a module in both forms and reads it back: the text must
// not change, and the forms must stand for the same.
func (p program) checkRoundTrip(t *testing.T, m *ir.Op) {
	t.Helper()
	pretty, generic := printed(t, m, false), printed(t, m, true)
	if got := printed(t, p.parse(t, pretty), false); !bytes.Equal(got, pretty) {
		t.Errorf("read and printed again,\n%s\nbecomes\n%s", pretty, got)
	}
	again := p.parse(t, generic)
	if got := printed(t, again, true); !bytes.Equal(got, generic) {
		t.Errorf("read and printed again,\n%s\nbecomes\n%s", generic, got)
	}
	if got := printed(t, again, false); !bytes.Equal(got, pretty) {
		t.Errorf("the generic form stands for\n%s\nbut the pretty form is\n%s", got, pretty)
	}
}

func printed(t *testing.T, m *ir.Op, generic bool) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := printer.Print(&b, m, printer.Options{Generic: generic}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// shapeUnknown is how the error ends of an op that cannot be converted before
// its shape is known.
const shapeUnknown = "not known at compile time"

// pass runs a pipeline and reports whether it got to its end. It may end early
// at the conversion of an op that says it needs a shape to be known.
func (p program) pass(t *testing.T, m *ir.Op, passes string) bool {
	t.Helper()
	line, err := pipeline.ParsePipeline("builtin.module("+passes+")", driver.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	ctx := m.Context()
	var diags []*ir.Diag
	manager := &pipeline.Manager{Ctx: ctx, Pipeline: line, Workers: 1, Emit: func(d *ir.Diag) { diags = append(diags, d) }}
	err = manager.Run(m)
	if len(diags) == 1 && strings.HasSuffix(diags[0].Message, shapeUnknown) && bytes.Contains(p.text, []byte("tensor<?")) {
		return false
	}
	for _, d := range diags {
		t.Error(ctx.Render(d))
	}
	if err != nil {
		t.Fatal(err)
	}
	return true
}

// run executes every public function that takes no inputs. All checks must
// pass, and results must have the bits that results already has for them. It
// returns the number of checks.
func (p program) run(t *testing.T, m *ir.Op, passes string, results map[string][]*tensor.Tensor) (checks int) {
	t.Helper()
	for b := m.RegionAt(0).First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			if o.Name() != "func.func" || ir.SymbolVisibility(o) != "public" {
				continue
			}
			program, err := interp.NewModule(m).Program(ir.SymbolName(o))
			check(t, m.Context(), err)
			if len(program.Inputs) > 0 {
				continue
			}
			r, err := program.Run(nil, interp.Options{})
			check(t, m.Context(), err)
			for _, c := range r.Checks {
				w, excused := wrong[p.name]
				switch {
				case !c.Passed && !(excused && strings.HasPrefix(c.Detail, w.detail)):
					t.Errorf("after %s: %s failed: %s", passes, c.Op.Name(), c.Detail)
				case c.Passed && excused:
					t.Errorf("after %s: %s passed, although it %s", passes, c.Op.Name(), w.reason)
				}
			}
			checks += len(r.Checks)
			before, seen := results[program.Name]
			results[program.Name] = r.Outputs
			if seen && !slices.EqualFunc(before, r.Outputs, tensor.SameValues) {
				t.Errorf("after %s: @%s returns something else", passes, program.Name)
			}
		}
	}
	if checks == 0 && bytes.Contains(p.text, []byte("check.")) {
		t.Errorf("after %s: no check was run", passes)
	}
	return checks
}
