package update

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/lit"
)

// outputTest makes a test that shows an output, with a function for each name.
func outputTest(t *testing.T, output string, functions ...string) *lit.Test {
	t.Helper()
	var text strings.Builder
	text.WriteString("// RUN: cat %S/out | FileCheck %s\n")
	for _, f := range functions {
		fmt.Fprintf(&text, "\nfunc.func @%s() { return }\n", f)
	}
	test := writeTest(t, text.String())
	writeOutput(t, test, output)
	return test
}

func writeOutput(t *testing.T, test *lit.Test, output string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(test.Suite.Dir, "out"), []byte(output), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A small change of the output is a small change of the checks.
func TestStability(t *testing.T) {
	const before = `func.func @f(%arg0: i32, %arg1: i32) -> i32 {
  %0 = tg.add %arg0, %arg1 : i32
  %1 = tg.add %0, %arg1 : i32
  %2 = tg.add %1, %0 : i64
  %3 = tg.mul %2, %1 : i32
  return %3 : i32
}
func.func @g(%arg0: i32) -> i32 {
  %0 = tg.add %arg0, %arg0 : i32
  return %0 : i32
}
`
	tests := []struct {
		name  string
		after string
		want  []string // lines that are new
	}{
		{"the same", before, nil},
		{
			"values renumbered",
			strings.NewReplacer("%0", "%10", "%1", "%11", "%2", "%12", "%3", "%cst_7").Replace(before),
			nil,
		}, {
			"operation renamed",
			strings.Replace(before, "%1 = tg.add", "%1 = tg.sub", 1),
			[]string{
				"// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ADD]], %[[ARG1]] : i32\n",
				"// CHECK-NEXT:    %[[ADD_2:[a-zA-Z0-9_]+]] = tg.add %[[SUB]], %[[ADD]] : i64\n",
				"// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ADD_2]], %[[SUB]] : i32\n",
			},
		}, {
			"type changed",
			strings.Replace(before, ": i64", ": i65", 1),
			[]string{"// CHECK-NEXT:    %[[ADD_2:[a-zA-Z0-9_]+]] = tg.add %[[ADD_1]], %[[ADD]] : i65\n"},
		}, {
			"operation added before the others",
			strings.NewReplacer("%arg1 : i32\n  %1", "%arg1 : i32\n  %1", "func.func @f(%arg0: i32, %arg1: i32) -> i32 {\n",
				"func.func @f(%arg0: i32, %arg1: i32) -> i32 {\n  %x = tg.add %arg1, %arg1 : i8\n").Replace(before),
			[]string{"// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}} = tg.add %[[ARG1]], %[[ARG1]] : i8\n"},
		}, {
			"function added",
			"func.func @e(%arg0: i32) {\n  tg.use %arg0\n}\n" + before,
			[]string{
				"// CHECK-LABEL: func.func @e(\n",
				"// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i32) {\n",
				"// CHECK-NEXT:    tg.use %[[ARG0]]{{$}}\n",
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			test := outputTest(t, before, "f", "g")
			first := generate(t, test, Options{})
			rewrite(t, test, first.New)
			writeOutput(t, test, tt.after)
			second := generate(t, test, Options{})
			if got := linesChanged(first.New, second.New); strings.Join(got, "") != strings.Join(tt.want, "") {
				t.Errorf("new lines:\n%swant:\n%s", strings.Join(got, ""), strings.Join(tt.want, ""))
			}
			rewrite(t, test, second.New)
			mustPass(t, test)
		})
	}
}

// Names that somebody gave to variables stay, also where the prefix of a function changes.
func TestNamesStay(t *testing.T) {
	const output = "func.func @f(%arg0: i32) {\n  %0 = tg.add %arg0, %arg0\n  tg.use %0\n}\n"
	test := outputTest(t, output, "f")
	text := generate(t, test, Options{}).New
	text = strings.NewReplacer("ADD", "SUM", "ARG0", "INPUT").Replace(text)
	rewrite(t, test, text)
	if got := generate(t, test, Options{}).New; got != text {
		t.Errorf("the names change:\n%s", strings.Join(linesChanged(text, got), ""))
	}
	other := strings.Replace(text, "FileCheck %s", "FileCheck %s --check-prefix=OTHER", 1)
	rewrite(t, test, other)
	got := generate(t, test, Options{}).New
	if want := strings.NewReplacer("// CHECK-", "// OTHER-", "FileCheck %s", "FileCheck %s --check-prefix=OTHER").Replace(text); got != want {
		t.Errorf("the names change with the prefix:\n%s", got)
	}
}

// Whatever the output, the second update changes nothing and the test passes.
func TestRandomOutputs(t *testing.T) {
	count := 200
	if testing.Short() {
		count = 20
	}
	for seed := range uint64(count) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			checkRandomOutput(t, seed)
		})
	}
}

func checkRandomOutput(t *testing.T, seed uint64) {
	g := &generator{rand.New(rand.NewPCG(seed, 1))}
	output, functions := g.output()
	test := outputTest(t, output, functions...)
	first := generate(t, test, Options{})
	if first.Skipped != "" || first.New == first.Old {
		t.Fatalf("seed %d: no checks %s", seed, first.Skipped)
	}
	rewrite(t, test, first.New)
	if second := generate(t, test, Options{}); second.New != first.New {
		t.Errorf("seed %d: the second update changes:\n%s", seed, strings.Join(linesChanged(first.New, second.New), ""))
	}
	mustPass(t, test)
	if t.Failed() {
		t.Fatalf("seed %d: output:\n%s\nchecks:\n%s", seed, output, first.New)
	}
}

// Any bytes are an output: what comes of them is stable, or refused.
func TestRandomBytes(t *testing.T) {
	for seed := range uint64(60) {
		g := rand.New(rand.NewPCG(seed, 2))
		words := []string{"func.func @f(", "%0", "%arg0: i32", "#map = ", "\n", "\n", "}", "{", ")", "^bb0:", "[[", "{{", "]]", "}}", "\"",
			"\\", "\r", "\x00", "\x01", "\xff", "// -----", "module {", "module @m {", " ", "\t", " = ", "sym_name = \"x\"", "!t", ",", "->"}
		var output strings.Builder
		for range g.IntN(200) {
			output.WriteString(words[g.IntN(len(words))])
		}
		test := outputTest(t, output.String(), "f", "m")
		first, err := File(t.Context(), test, "a.mlir", Options{})
		if err != nil {
			continue
		}
		rewrite(t, test, first.New)
		if second := generate(t, test, Options{}); second.New != first.New {
			t.Errorf("seed %d: %q: the second update changes:\n%s", seed, output.String(),
				strings.Join(linesChanged(first.New, second.New), ""))
		}
		if result := test.Run(t.Context(), 0); result.Status != lit.Pass {
			t.Errorf("seed %d: %q:\n%s", seed, output.String(), result.Output)
		}
	}
}

// generator makes up outputs of a compiler.
type generator struct{ *rand.Rand }

func (g *generator) one(list ...string) string { return list[g.IntN(len(list))] }

// output is a text, and the functions that its test file has: some of those in the text, and one
// that is not there.
func (g *generator) output() (text string, functions []string) {
	if g.IntN(10) == 0 {
		return g.plainText(), nil
	}
	var b strings.Builder
	functions = []string{"missing"}
	chunks := 1 + g.IntN(3)/2
	name := 0
	for chunk := range chunks {
		if chunk > 0 {
			b.WriteString("\n// -----\n")
		}
		aliases := g.IntN(3)
		for i := range aliases {
			fmt.Fprintf(&b, "#map%d = affine_map<(d0) -> (d0 + %d)>\n", i, 2*i+g.IntN(2))
		}
		b.WriteString(g.one("module {\n", "module attributes {a = \"x\"} {\n", "module @m {\n"))
		for range 1 + g.IntN(4) {
			name++
			f := fmt.Sprintf("f%d", name)
			if g.IntN(4) > 0 && chunks == 1 {
				functions = append(functions, f)
			}
			g.function(&b, f, aliases)
			if g.IntN(6) == 0 {
				b.WriteString("  \"foo.between\"() : () -> ()\n")
			}
		}
		b.WriteString("}\n")
	}
	g.Shuffle(len(functions), func(i, j int) { functions[i], functions[j] = functions[j], functions[i] })
	return b.String(), functions
}

func (g *generator) function(b *strings.Builder, name string, aliases int) {
	arguments := g.IntN(4)
	fmt.Fprintf(b, "  func.func %s@%s(", g.one("", "private "), name)
	var values []string
	for i := range arguments {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%%arg%d: %s", i, g.kind(aliases))
		values = append(values, fmt.Sprintf("%%arg%d", i))
	}
	fmt.Fprintf(b, ")%s {\n", g.one("", " -> i32", " attributes {x = [[1, 2]]}"))
	for i := range g.IntN(12) {
		switch g.IntN(8) {
		case 0:
			fmt.Fprintf(b, "  ^bb%d(%%v%d: i32):  // pred: ^bb0\n", i, i)
			values = append(values, fmt.Sprintf("%%v%d", i))
		case 1:
			b.WriteString(g.one("\n", "    cf.br ^bb1\n", "    tg.text \"[[ {{ %0 \\\" RUN:\"\n", "    tg.done\n"))
		case 2:
			fmt.Fprintf(b, "    %%cst_%d = tg.constant dense<[[%d, {{1}}]]> : %s\n", i, i, g.kind(aliases))
			values = append(values, fmt.Sprintf("%%cst_%d", i))
		case 3:
			fmt.Fprintf(b, "    %%%d:2 = \"foo.pair\"(%s) : i32\n", i, g.operands(values))
			values = append(values, fmt.Sprintf("%%%d#1", i))
		default:
			fmt.Fprintf(b, "    %%%d = tg.%s %s : %s\n", i, g.one("add", "mul", "neg"), g.operands(values), g.kind(aliases))
			values = append(values, fmt.Sprintf("%%%d", i))
		}
	}
	fmt.Fprintf(b, "    return%s\n  }\n", g.one("", " "+g.operands(values)))
}

func (g *generator) operands(values []string) string {
	var list []string
	for range g.IntN(14) {
		if len(values) > 0 {
			list = append(list, values[g.IntN(len(values))])
		}
	}
	return strings.Join(list, ", ")
}

func (g *generator) kind(aliases int) string {
	if aliases > 0 && g.IntN(3) == 0 {
		return fmt.Sprintf("memref<4xf32, #map%d>", g.IntN(aliases))
	}
	return g.one("i32", "tensor<4xf32>", "!foo.bar<\"x\">")
}

// plainText has no operations.
func (g *generator) plainText() string {
	var b strings.Builder
	b.WriteString("start\n")
	for range g.IntN(20) {
		b.WriteString(g.one("a line", "", "two  words", "\t", "[[x]]", "{{x}}{{{", "CHECK: a", "END.", "[[[[a", "x|y{{|}}",
			"a\\b.*", "é", "%0 = 1", "a [[ {{b}} ]] |", " indented", "trailing ") + "\n")
	}
	b.WriteString("end\n")
	return b.String()
}
