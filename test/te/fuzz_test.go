package te

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/modgen"
	"github.com/tg-opt/tg/internal/tegen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/test/agree"
)

// FuzzPasses reads texts with computes, changed by a number or as they are, and runs passes on
// them: nothing crashes or takes long, what is printed reads back as the same, passes leave what
// the verifier accepts, and those that promise it keep every bit. For long:
//
//	go test ./test/te -run '^$' -fuzz FuzzPasses -fuzztime 30m
func FuzzPasses(f *testing.F) {
	for i, text := range programs(f) {
		f.Add(text, uint64(0), uint64(i))
		f.Add(text, uint64(i+1), uint64(i+1))
	}
	f.Fuzz(func(t *testing.T, text string, change, passes uint64) {
		if len(text) > maxText {
			return
		}
		if _, err := endsWell(text, change, passes); err != nil {
			t.Error(err)
		}
	})
}

// TestChanged is that with fixed numbers.
func TestChanged(t *testing.T) {
	list, ran := programs(t), 0
	for seed := range campaign.Seeds(400) {
		valid, err := endsWell(list[seed%uint64(len(list))], seed, seed/uint64(len(list)))
		if err != nil {
			t.Errorf("case %d: %v", seed, err)
		}
		if valid {
			ran++
		}
	}
	if _, n := campaign.Cases(400); ran < n/2 {
		t.Errorf("only %d of %d texts were programs", ran, n)
	}
}

// TestFound is what FuzzPasses found.
func TestFound(t *testing.T) {
	for _, tt := range []struct{ text, passes string }{
		// Operands that simplification leaves unused.
		{compute("%x: tensor<5x1xf32>, %i: tensor<i8>, %j: tensor<ui64>", "%0 = te.read %x [a + %j, %i * 2 mod 1] : tensor<5x1xf32>, tensor<ui64>, tensor<i8>"), "cse"},
		{compute("%x: tensor<4xf32>, %i: index", "%0 = te.read %x [%i * 0 + a] : tensor<4xf32>, index"), "te-normalize"},
		{compute("%x: tensor<4xf32>, %i: index, %j: tensor<i32>", "%0 = te.read %x [%j - %i + %j * 3] : tensor<4xf32>, tensor<i32>, index"), "te-normalize"},
		// The least number.
		{compute("%x: tensor<4xf32>", "%0 = te.read %x [a] if (-a - 1 >= 9223372036854775807) : tensor<4xf32>"), "te-normalize"},
		// An index from in front of a barrier.
		{"func.func @main(%n: index, %x: tensor<3xf32>) -> (tensor<?xf32>, tensor<?xf32>) {\n  %0:2 = te.compute [a < %n] -> tensor<?xf32>, tensor<?xf32> {\n" +
			"    %1 = te.read %x [a] : tensor<3xf32>\n    %2 = tg.add %1, %1 : tensor<f32>\n    te.yield %2, %2 : tensor<f32>, tensor<f32>\n  }\n  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>\n}\n", "partition{func=main stash=bytes form=joint}"},
		// A reduction of nothing, derived.
		{"func.func @main(%x: tensor<4xf64>, %s: tensor<f64>) -> tensor<f64> {\n  %0 = te.compute [] reduce [a < 0] init(%s) -> tensor<f64> {\n    %1 = te.read %x [3] : tensor<4xf64>\n    te.yield %1 : tensor<f64>\n" +
			"  } with (%a: tensor<f64>, %e: tensor<f64>) {\n    %2 = tg.min %a, %s : tensor<f64>\n    te.yield %2 : tensor<f64>\n  }\n  return %0 : tensor<f64>\n}\n", "te-vjp{func=main}"},
		// More elements than a number tells.
		{"func.func @main(%x: tensor<9223372036854775807x3xf32>) -> tensor<9223372036854775807x3xf32> {\n  %0 = tg.add %x, %x : tensor<9223372036854775807x3xf32>\n  return %0 : tensor<9223372036854775807x3xf32>\n}\n", "tg-to-te"},
		// A condition on numbers of more than 64 bits.
		{compute("%x: tensor<4xf32>", "%p = te.guard (a - 9223372036854775807 - 3 >= 0) : tensor<i1>\n%1 = te.read %x [a] : tensor<4xf32>\n%0 = tg.select %p, %1, %1 : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>"), "te-to-tg{max-constant=0}"},
		{"func.func @main() -> tensor<3x3xi1> {\n  %0 = te.compute [i < 3, j < 3] -> tensor<3x3xi1> {\n    %1 = te.guard (j - i >= 9223372036854775807) : tensor<i1>\n    te.yield %1 : tensor<i1>\n  }\n  return %0 : tensor<3x3xi1>\n}\n", "te-to-tg{max-constant=0}"},
		// An index of which there is no tensor.
		{compute("%x: tensor<4xf32>, %i: index", "%0 = te.read %x [%i + a] : tensor<4xf32>, index"), "te-vjp{func=main}"},
	} {
		module, err := agree.Parse(tt.text)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if err := leavesWell(module, tt.text, tt.passes, true); err != nil {
			t.Error(err)
		}
	}
}

// compute is a function whose body makes %0 of axis a.
func compute(args, body string) string {
	return "func.func @main(" + args + ") -> tensor<4xf32> {\n  %r = te.compute [a < 4] -> tensor<4xf32> {\n    " + body +
		"\n    te.yield %0 : tensor<f32>\n  }\n  return %r : tensor<4xf32>\n}\n"
}

const (
	// maxText is how long texts are.
	maxText = 8000
	// maxPoints is how many points computes have that are executed.
	maxPoints = 20_000
	// longest is what passes may take with such a text, on a busy machine.
	longest = 20 * time.Second
)

var eachFunction = regexp.MustCompile(`(?m)^(// .*\n|// *$\n|// -----.*\n)*func\.func `)

// programs are the functions of lit tests of passes, those that follow each other in twos, and
// random ones.
func programs(t testing.TB) (list []string) {
	t.Helper()
	for seed := range uint64(60) {
		list = append(list, tegen.Function(rand.New(rand.NewPCG(seed, 11)), tegen.Options{}))
	}
	for _, pattern := range []string{"te-*", "tg-to-te", "stash", "partition"} {
		files, err := filepath.Glob("../passes/" + pattern + "/*.mlir")
		if err != nil || len(files) == 0 {
			t.Fatalf("no programs in test/passes/%s: %v", pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var functions []string
			at := eachFunction.FindAllIndex(text, -1)
			for i, span := range at {
				end := len(text)
				if i+1 < len(at) {
					end = at[i+1][0]
				}
				functions = append(functions, withoutComments(string(text[span[0]:end])))
			}
			for i, fn := range functions {
				list = append(list, fn)
				if i > 0 {
					list = append(list, functions[i-1]+fn)
				}
			}
		}
	}
	return list
}

func withoutComments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(strings.TrimSpace(line), "//") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// words stand in the places of others.
var words = []string{
	"0", "1", "-1", "2", "7", "9223372036854775807", "-9223372036854775808", "4611686018427387904", "?", "mod", "floordiv", "ceildiv", "*", "+", "-", "(", ")", "[", "]",
	"sum", "prod", "dot", "max", "min", "and", "or", "xor", "reduce", "init", "with", "if", "else", "in", "<", "..", ">=", "==", "i1", "i32", "ui8", "f16", "f32", "f64",
	"index", "tensor<f32>", "tensor<?xf32>", "tensor<0xf32>", "tensor<1xf32>", "complex<f32>", "te.compute", "te.read", "te.index", "te.guard", "te.yield",
	"tg.add", "tg.mul", "tg.div", "tg.max", "tg.exp", "tg.neg", "tg.select", "tg.compare", "tg.constant", "tg.cast", "tg.reduce", "tg.matmul", "tg.reshape", "tg.slice",
	"tg.transpose", "tg.pad", "tg.gather", "tg.iota", "{}", "{tg.keep}", "i", "j", "k", "%0", "%1",
}

// step is a pass, and whether it keeps what functions compute to the bit. $f and $g stand for
// functions.
type step struct {
	text  string
	exact bool
}

var steps = []step{
	{"te-inline", true},
	{"te-inline{duplicate=always max-ops=1000 max-reads=1000}", true},
	{"te-normalize", true},
	{"te-cse", true},
	{"te-cse{min-saving=0}", true},
	{"te-cse{min-saving=0 fp=fast}", false},
	{"te-fuse-axes", true},
	{"te-vjp{func=$f}", true},
	{"te-to-tg", true},
	{"te-to-tg{max-constant=0}", true},
	{"tg-to-te", true},
	{"canonicalize", true},
	{"cse", true},
	{"optimize", true},
	{"partition{func=$f stash=compute}", false},
	{"partition{func=$f stash=bytes form=joint}", false},
	{"partition{func=$f stash=time lambda=1e-9}", false},
	{"stash{forward=$f backward=$g}", false},
	{"stash{forward=$f backward=$g objective=bytes}", false},
	{"te-to-linalg", false},
	{"te-to-linalg{fma}", false},
}

// chainOf is one pass, or a chain of up to five.
func chainOf(number uint64, functions []string) (passes string, exact bool) {
	r, exact := rand.New(rand.NewPCG(number, 17)), true
	n := 1
	if r.IntN(3) > 0 {
		n += r.IntN(5)
	}
	name := func() string {
		f := functions[r.IntN(len(functions))]
		return f + []string{"", "", ".vjp"}[r.IntN(3)]
	}
	var list []string
	for range n {
		s := steps[r.IntN(len(steps))]
		list = append(list, strings.NewReplacer("$f", name(), "$g", name()).Replace(s.text))
		exact = exact && s.exact
	}
	return strings.Join(list, ","), exact
}

// changed is a text with some changes, of many tried one after the other those that leave a
// program, and that program. It is the text itself if change is 0, or leaves 1 on division by 4.
func changed(text string, change uint64) (*ir.Op, string, error) {
	module, err := agree.Parse(text)
	if change == 0 || change%4 == 1 || text == "" {
		return module, text, err
	}
	r := rand.New(rand.NewPCG(change, 23))
	for range 12 {
		next := ""
		switch r.IntN(4) {
		case 0:
			next = modgen.Mutated(r.Uint64(), text, words)
		case 1:
			next = modgen.Replaced(r.Uint64(), text, nil)
		default:
			next = modgen.Replaced(r.Uint64(), text, words)
		}
		if len(next) > maxText {
			continue
		}
		if m, e := agree.Parse(next); e == nil {
			module, text, err = m, next, nil
		}
	}
	return module, text, err
}

// endsWell says what is wrong with what becomes of a text, and whether it was a program.
func endsWell(text string, change, passes uint64) (valid bool, err error) {
	module, text, err := changed(text, change)
	if err != nil {
		return false, nil
	}
	var functions []string
	for name := range ir.Symbols(module) {
		if plain.MatchString(name) {
			functions = append(functions, name)
		}
	}
	if len(functions) == 0 {
		return true, nil
	}
	chain, exact := chainOf(passes, functions)
	return true, leavesWell(module, text, chain, exact)
}

// leavesWell says what is wrong with what passes make of a text, or with how it is printed.
func leavesWell(module *ir.Op, text, chain string, exact bool) error {
	printed := printer.OpString(module, printer.Options{})
	again, err := agree.Parse(printed)
	if err != nil {
		return fmt.Errorf("%s\nprints as\n%s\nwhich is wrong: %v", text, printed, err)
	}
	if second := printer.OpString(again, printer.Options{}); second != printed {
		return fmt.Errorf("%s\nprints as\n%s\nand then as\n%s", text, printed, second)
	}
	var runs []agree.Run
	if exact && small(module) {
		runs = agree.Runs(module)
	}
	start := time.Now()
	_, err = agree.Check(module, runs, chain)
	if d := time.Since(start); d > longest {
		return fmt.Errorf("%s takes %v\n%s", chain, d, text)
	}
	if err != nil && wrong(err) {
		return fmt.Errorf("%s:\n%w\n%s", chain, err, text)
	}
	return nil
}

var plain = regexp.MustCompile(`^[a-z0-9_]+$`)

// wrong reports whether an error is not what a pass says of a program that it cannot change.
func wrong(err error) bool {
	text := err.Error()
	for _, s := range []string{"crashed", "is invalid after", "leave invalid IR", " changes what @"} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// small reports whether a module is executed in no time.
func small(module *ir.Op) bool {
	return ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		if c, ok := te.AsCompute(o); ok {
			points := 1.0
			for _, a := range c.All() {
				points *= float64(max(1, a.Extent))
			}
			if points > maxPoints {
				return ir.Stop
			}
		}
		for _, v := range o.Results() {
			if n, ok := v.Type().NumElements(); v.Type().IsRankedTensor() && (!ok || n > maxPoints) {
				return ir.Stop
			}
		}
		return ir.Advance
	}) != ir.Stop
}
