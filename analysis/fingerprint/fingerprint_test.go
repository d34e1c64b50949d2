package fingerprint_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis/fingerprint"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/modgen"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// parse reads a module in a context of its own.
func parse(t *testing.T, text string) *ir.Op {
	t.Helper()
	ctx := driver.NewContext()
	ctx.AllowUnregistered = true
	root, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "in.mlir"})
	if err == nil {
		err = ir.Verify(root)
	}
	if err != nil {
		t.Fatalf("%s\n%s", ctx.Render(ir.AsDiag(err, 0)), text)
	}
	return root
}

// functions are those of a module, with fingerprints from a table of its own.
func functions(root *ir.Op) (list []*fingerprint.Function, prints []string) {
	table := fingerprint.NewTable()
	list = table.Add(root)
	for _, f := range list {
		prints = append(prints, table.Of(f.Class).String())
	}
	return list, prints
}

var (
	valueName    = regexp.MustCompile(`%([A-Za-z0-9_$.-]+)`)
	functionName = regexp.MustCompile(`func\.func (?:private |public )?@([A-Za-z0-9_]+)\(`)
)

// renamed is a text with other names of values and functions, on other lines.
func renamed(text string) string {
	for _, m := range functionName.FindAllStringSubmatch(text, -1) {
		text = regexp.MustCompile("@"+m[1]+`\b`).ReplaceAllString(text, "@other_"+m[1])
	}
	return "// Moved.\n\n" + valueName.ReplaceAllString(text, "%v$1")
}

// disorder swaps operands of ops that commute, and ops that do not depend on each other.
func disorder(root *ir.Op, rng *rand.Rand) {
	var ops []*ir.Op
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		ops = append(ops, o)
		return ir.Advance
	})
	for _, o := range ops {
		if o.Has(ir.Commutative) && o.NumOperands() >= 2 && rng.IntN(2) == 0 {
			a, b := o.Operand(0), o.Operand(1)
			o.SetOperand(0, b)
			o.SetOperand(1, a)
		}
		before := o.Prev()
		if before != nil && o.Has(ir.Pure) && before.Has(ir.Pure) && o.NumRegions() == 0 && !o.Has(ir.Terminator) && rng.IntN(2) == 0 && !uses(o, before) {
			o.MoveBefore(before)
		}
	}
}

func uses(o, other *ir.Op) bool {
	for _, v := range o.Operands() {
		if v.Def() == other {
			return true
		}
	}
	return false
}

// programs are random texts of both kinds. What is not valid is left out.
func programs(seed uint64) []string {
	list := []string{progen.Program(seed, progen.Options{Functions: 2}), modgen.Valid(seed), modgen.Loops(seed)}
	return slices.DeleteFunc(list, func(text string) bool {
		ctx := driver.NewContext()
		ctx.AllowUnregistered = true
		root, err := parser.Parse(ctx, []byte(text), parser.Options{})
		return err != nil || ir.Verify(root) != nil
	})
}

// Names, places, the order of operands that commute and that of independent ops do not matter.
func TestSame(t *testing.T) {
	for seed := range campaign.Seeds(15) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for k, text := range programs(seed) {
			_, want := functions(parse(t, text))
			other := parse(t, text)
			if k == 0 {
				other = parse(t, renamed(text))
			}
			disorder(other, rng)
			if _, got := functions(other); strings.Join(got, " ") != strings.Join(want, " ") {
				t.Fatalf("seed %d: %v, but %v in another guise:\n%s", seed, want, got, text)
			}
		}
	}
}

// What differs in an attribute or an operand is different, and so are the functions that call it.
func TestMutated(t *testing.T) {
	for seed := range campaign.Seeds(15) {
		rng := rand.New(rand.NewPCG(seed, 2))
		for _, text := range programs(seed) {
			root := parse(t, text)
			list, before := functions(root)
			for round := range 4 {
				k := rng.IntN(len(list))
				what := mutate(list[k], rng, round)
				if what == "" {
					continue
				}
				_, after := functions(root)
				if after[k] == before[k] {
					t.Fatalf("seed %d: function %d is %s, and so it was before %s:\n%s", seed, k, after[k], what, text)
				}
				break // the functions are not those of the list any more
			}
		}
	}
}

// mutate changes a function in one place, and says how; "" if there is no way.
func mutate(f *fingerprint.Function, rng *rand.Rand, round int) string {
	var ops []*ir.Op
	ir.Walk(f.Op, func(o *ir.Op) ir.WalkAction {
		if o != f.Op && !o.Has(ir.Symbol) {
			ops = append(ops, o)
		}
		return ir.Advance
	})
	if len(ops) == 0 {
		return ""
	}
	o := ops[rng.IntN(len(ops))]
	if round%2 == 1 || o.NumOperands() == 0 {
		o.SetAttr("t.mutant", o.Context().Unit())
		return "'" + o.Name() + "' got an attribute"
	}
	i := rng.IntN(o.NumOperands())
	v := o.Operand(i)
	is, known := f.Value(v)
	for p := o.Prev(); p != nil; p = p.Prev() {
		for _, w := range p.Results() {
			if c, also := f.Value(w); known && also && c != is && w.Type() == v.Type() {
				o.SetOperand(i, w)
				return fmt.Sprintf("operand %d of '%s' became another", i, o.Name())
			}
		}
	}
	return ""
}

// Random programs are different.
func TestDifferent(t *testing.T) {
	seen := map[string]string{}
	for seed := range campaign.Seeds(40) {
		text := progen.Program(seed, progen.Options{})
		list, prints := functions(parse(t, text))
		main := prints[len(prints)-1]
		if ir.SymbolName(list[len(list)-1].Op) != "main" {
			t.Fatalf("seed %d: the last function is not @main", seed)
		}
		if other, known := seen[main]; known && other != text {
			t.Errorf("two programs have the fingerprint %s:\n%s\n%s", main, text, other)
		}
		seen[main] = text
	}
}

// golden are functions whose fingerprints are the same on every machine and in every version that
// does not change what they are made of.
const golden = `
func.func private @outside(tensor<4xf32>) -> tensor<4xf32>
func.func @straight(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<0.5> : tensor<4xf32>
  %0 = tg.mul %x, %c : tensor<4xf32>
  %1 = tg.sub %0, %y : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @straight(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = call @outside(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @calls(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func @branches(%p: i1, %x: i32) -> i32 {
  cf.cond_br %p, ^a(%x : i32), ^b
^a(%y: i32):
  %0 = scf.if %p -> i32 {
    scf.yield %y : i32
  } else {
    %1 = arith.addi %x, %y : i32
    scf.yield %1 : i32
  }
  return %0 : i32
^b:
  cf.br ^a(%x : i32)
}
`

func TestGolden(t *testing.T) {
	list, prints := functions(parse(t, golden))
	want := []string{
		"outside e9e63551ccd9c3a9a8d26f84bf0f3e9f",
		"straight da93ae70491cd129e9ae3757d1c5d218",
		"calls 20bbbedd5a326810631f0174318daad5",
		"branches 87e7611bce264c80b6567e20f30e8f47",
	}
	for k, f := range list {
		if got := ir.SymbolName(f.Op) + " " + prints[k]; got != want[k] {
			t.Errorf("%s, want %s", got, want[k])
		}
	}
}

// What is told apart, and what is not, one function against another.
func TestPairs(t *testing.T) {
	const signature = "(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32>"
	for _, tt := range []struct {
		name, a, b string
		same       bool
	}{
		{"operands that commute", "%0 = tg.add %x, %y : tensor<4xf32>", "%0 = tg.add %y, %x : tensor<4xf32>", true},
		{"operands that do not", "%0 = tg.sub %x, %y : tensor<4xf32>", "%0 = tg.sub %y, %x : tensor<4xf32>", false},
		{"locations", `%0 = tg.neg %x {at = loc("a")} : tensor<4xf32> loc("b")`, `%0 = tg.neg %x {at = loc("c")} : tensor<4xf32>`, true},
		{"attributes", `%0 = tg.neg %x {k = [1, "a"]} : tensor<4xf32>`, `%0 = tg.neg %x {k = [1, "b"]} : tensor<4xf32>`, false},
		{"constants", "%0 = tg.constant dense<1.0> : tensor<4xf32>", "%0 = tg.constant dense<[1.0, 1.0, 1.0, 1.0]> : tensor<4xf32>", true},
		{"other constants", "%0 = tg.constant dense<1.0> : tensor<4xf32>", "%0 = tg.constant dense<[1.0, 1.0, 1.0, 2.0]> : tensor<4xf32>", false},
		{"signs of zero", "%0 = tg.constant dense<0.0> : tensor<4xf32>", "%0 = tg.constant dense<-0.0> : tensor<4xf32>", false},
		{"unused ops", "%0 = tg.neg %x : tensor<4xf32>", "%1 = tg.exp %x : tensor<4xf32>\n  %0 = tg.neg %x : tensor<4xf32>", false},
		{"order of ops", "%1 = tg.exp %x : tensor<4xf32>\n  %0 = tg.neg %x : tensor<4xf32>", "%0 = tg.neg %x : tensor<4xf32>\n  %1 = tg.exp %x : tensor<4xf32>", true},
		{"order of effects", "%0 = \"t.a\"() : () -> tensor<4xf32>\n  \"t.b\"() : () -> ()", "\"t.b\"() : () -> ()\n  %0 = \"t.a\"() : () -> tensor<4xf32>", false},
		{"results with effects", "%0 = \"t.a\"() : () -> tensor<4xf32>\n  %1 = \"t.a\"() : () -> tensor<4xf32>", "%1 = \"t.a\"() : () -> tensor<4xf32>\n  %0 = \"t.a\"() : () -> tensor<4xf32>", false},
	} {
		text := func(body string) string {
			return "func.func @f" + signature + " {\n  " + body + "\n  return %0 : tensor<4xf32>\n}\n"
		}
		_, a := functions(parse(t, text(tt.a)))
		_, b := functions(parse(t, text(tt.b)))
		if (a[0] == b[0]) != tt.same {
			t.Errorf("%s: %s and %s", tt.name, a[0], b[0])
		}
	}
}

// Two programs may have different data under one name.
func TestResources(t *testing.T) {
	text := func(name, data string) string {
		return "func.func @f() -> tensor<1xi32> {\n  %0 = arith.constant dense_resource<" + name + "> : tensor<1xi32>\n  return %0 : tensor<1xi32>\n}\n" +
			"{-# dialect_resources: { builtin: { " + name + ": \"0x04000000" + data + "\" } } #-}\n"
	}
	_, a := functions(parse(t, text("blob", "01000000")))
	_, b := functions(parse(t, text("other", "01000000")))
	_, c := functions(parse(t, text("blob", "02000000")))
	if a[0] != b[0] || a[0] == c[0] {
		t.Errorf("%s and %s are the same data, %s is other data", a[0], b[0], c[0])
	}
}

// Nesting is data: it takes time in proportion.
func TestDeep(t *testing.T) {
	const depth = 20000
	text := "func.func @f() {\n" + strings.Repeat("\"t.a\"() ({\n", depth) + strings.Repeat("}) : () -> ()\n", depth) + "return\n}\n"
	list, _ := functions(parse(t, text))
	if list[0].Ops != depth+1 {
		t.Errorf("%d ops, want %d", list[0].Ops, depth+1)
	}
}
