package rewrite_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// many is a library of the shipped rules and of others for the same ops, so
// that there are at least 300.
func many(tb testing.TB) *rule.Library {
	tb.Helper()
	l := rule.NewLibrary(rules.Lookup)
	var text strings.Builder
	n := 0
	for _, r := range rules.All() {
		fmt.Fprintf(&text, "%s\n", r.Text)
		n++
	}
	functions := []string{"exp", "log", "sin", "cos", "tan", "sqrt", "cbrt", "tanh", "erf", "atan"}
	for i := 0; n < 300; i++ {
		op := []string{"add", "mul", "sub", "max"}[i%4]
		f, g := functions[i/4%10], functions[i/40%10]
		fmt.Fprintf(&text, "rule more-%d: %s(%s(%s(?x)), lgamma(?y)) => neg(?x) [real]\n", i, op, f, g)
		n++
	}
	l.Add("many.rules", text.String())
	return l
}

// lazySet is the set of a library and of all patterns in Go.
func lazySet(c *ir.Context, l *rule.Library) *rewrite.Set {
	var patterns []*rewrite.Pattern
	for _, d := range c.Dialects() {
		for _, o := range d.Ops() {
			list, _ := rewrite.Patterns.Get(o)
			patterns = append(patterns, list...)
		}
	}
	return rewrite.NewLazySet(patterns, func(root *ir.OpDef) []*rewrite.Pattern {
		return l.Patterns(root, rewrite.FPStrict, func(rule.Header) bool { return true })
	})
}

// deepChain is n elementwise ops, each on the one before.
func deepChain(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {\n")
	ops := []string{"tg.add %%%d, %%y", "tg.mul %%%d, %%y", "tg.exp %%%d", "tg.max %%%d, %%y", "tg.sub %%%d, %%y"}
	b.WriteString("  %0 = tg.neg %x : tensor<8xf32>\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "  %%%d = "+ops[i%len(ops)]+" : tensor<8xf32>\n", i, i-1)
	}
	fmt.Fprintf(&b, "  return %%%d : tensor<8xf32>\n}", n)
	return b.String()
}

// wideFan is n ops that all use the same value, and are all used.
func wideFan(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%x: tensor<8xf32>, %y: tensor<8xf32>) {\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%%d = tg.%s %%x, %%y : tensor<8xf32>\n  \"u.use\"(%%%d) : (tensor<8xf32>) -> ()\n", i, []string{"add", "mul", "sub", "max"}[i%4], i)
	}
	b.WriteString("  return\n}")
	return b.String()
}

// BenchmarkCanonicalize reports the time per op of matching 300 rules and all
// patterns on 100k ops that none of them changes.
func BenchmarkCanonicalize(b *testing.B) {
	const n = 100_000
	for _, program := range []struct {
		name string
		text string
		ops  int
	}{{"chain", deepChain(n), n}, {"fan", wideFan(n / 2), n}} {
		b.Run(program.name, func(b *testing.B) {
			ctx := driver.NewContext()
			ctx.AllowUnregistered = true
			module, err := parser.Parse(ctx, []byte(program.text), parser.Options{Filename: "f.mlir"})
			if err != nil {
				b.Fatal(err)
			}
			set := lazySet(ctx, many(b))
			b.ReportAllocs()
			for b.Loop() {
				rewrite.Greedy(module, ir.NewBuilder(ctx), set, rewrite.Config{TopDown: true, MaxIterations: 10, MaxRewrites: -1})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(program.ops), "ns/op-of-ir")
		})
	}
}

// BenchmarkLoad is what a tool pays at its start: cutting 300 rules, and reading
// those of the ten ops of a small program.
func BenchmarkLoad(b *testing.B) {
	var text strings.Builder
	for _, r := range many(b).Rules() {
		fmt.Fprintf(&text, "// A comment.\n%s\n", r.Text)
	}
	ctx := driver.NewContext()
	read := func(b *testing.B, ops ...string) {
		for b.Loop() {
			l := rule.NewLibrary(rules.Lookup)
			l.Add("many.rules", text.String())
			for _, o := range ops {
				l.Patterns(ctx.LookupOp("tg."+o), rewrite.FPStrict, func(rule.Header) bool { return true })
			}
		}
	}
	b.Run("cut", func(b *testing.B) { read(b) })
	b.Run("small", func(b *testing.B) {
		read(b, "add", "mul", "exp", "matmul", "reshape", "transpose", "broadcast", "reduce", "relu", "div")
	})
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			if _, err := rule.Parse("many.rules", text.String(), rules.Lookup); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkSeveralPatterns is a rule with two patterns at each of 20k users of
// one value, none of which has a partner.
func BenchmarkSeveralPatterns(b *testing.B) {
	const n = 20_000
	ctx := driver.NewContext()
	ctx.AllowUnregistered = true
	module, err := parser.Parse(ctx, []byte(wideFan(n)), parser.Options{Filename: "f.mlir"})
	if err != nil {
		b.Fatal(err)
	}
	list, err := rule.Parse("f.rules", "rule r: add(?x, ?y), sin(cos(?x)) => (?x, ?x) [real]", rules.Lookup)
	if err != nil {
		b.Fatal(err)
	}
	set := rewrite.NewSet([]*rewrite.Pattern{list[0].Pattern(rewrite.FPFast)})
	for b.Loop() {
		rewrite.Greedy(module, ir.NewBuilder(ctx), set, rewrite.Config{TopDown: true, MaxIterations: 10, MaxRewrites: -1})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/op-of-ir")
}
