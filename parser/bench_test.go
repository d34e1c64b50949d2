package parser_test

import (
	"fmt"
	"math/rand"
	"runtime"
	"strings"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

const benchType = "tensor<16x16xf32>"

// genericText is a function of n unregistered ops in generic form, like what
// the passes print between each other.
func genericText(n int, loc bool) string {
	r := rand.New(rand.NewSource(1))
	var b strings.Builder
	fmt.Fprintf(&b, "\"u.func\"() ({\n^bb0(%%arg0: %s, %%arg1: %s):\n", benchType, benchType)
	value := func(i int) string {
		if i < 2 {
			return []string{"%arg0", "%arg1"}[i]
		}
		return fmt.Sprintf("%%%d", max(0, i-1-r.Intn(min(i, 60))))
	}
	fmt.Fprintf(&b, "  %%0 = \"u.add\"(%%arg0, %%arg1) : (%s, %s) -> %s\n", benchType, benchType, benchType)
	for i := 1; i < n; i++ {
		attr := ""
		switch r.Intn(6) {
		case 0:
			attr = fmt.Sprintf(" {axis = %d : i64}", r.Intn(4))
		case 1:
			attr = fmt.Sprintf(" {fast, name = \"n%d\"}", r.Intn(100))
		case 2:
			attr = " {alpha = 1.500000e+00 : f32}"
		}
		at := ""
		if loc {
			at = fmt.Sprintf(" loc(\"f.py\":%d:3)", i)
		}
		op := []string{"add", "mul", "sub", "max", "matmul"}[r.Intn(5)]
		fmt.Fprintf(&b, "  %%%d = \"u.%s\"(%s, %s)%s : (%s, %s) -> %s%s\n", i, op, value(i), value(i), attr, benchType, benchType, benchType, at)
	}
	b.WriteString("}) : () -> ()\n")
	return b.String()
}

// prettyText is the same in custom form.
func prettyText(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\"u.func\"() ({\n^bb0(%%a: %s):\n", benchType)
	prev := "a"
	for i := range n {
		fmt.Fprintf(&b, "    %%%d = t.add %%%s, %%a : %s\n", i, prev, benchType)
		prev = fmt.Sprint(i)
	}
	b.WriteString("}) : () -> ()\n")
	return b.String()
}

func benchParse(b *testing.B, text string, ops int, ctx func() *ir.Context) {
	src := []byte(text)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	var before, after runtime.MemStats
	for b.Loop() {
		b.StopTimer()
		runtime.GC()
		runtime.ReadMemStats(&before)
		b.StartTimer()
		op, err := parser.Parse(ctx(), src, parser.Options{Filename: "bench.mlir"})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(op)
		b.StartTimer()
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(ops), "live-B/op-parsed")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(ops), "ns/op-parsed")
}

func BenchmarkGeneric100k(b *testing.B) {
	benchParse(b, genericText(100_000, false), 100_000, newContext)
}

func BenchmarkGeneric1M(b *testing.B) {
	benchParse(b, genericText(1_000_000, false), 1_000_000, newContext)
}

func BenchmarkGenericLocations100k(b *testing.B) {
	benchParse(b, genericText(100_000, true), 100_000, newContext)
}

func BenchmarkPretty100k(b *testing.B) {
	benchParse(b, prettyText(100_000), 100_000, newContext)
}

func BenchmarkDenseDecimal(b *testing.B) {
	const n = 1_000_000
	r := rand.New(rand.NewSource(1))
	var t strings.Builder
	t.WriteString("\"u.c\"() {v = dense<[")
	for i := range n {
		if i > 0 {
			t.WriteString(", ")
		}
		fmt.Fprintf(&t, "%.6e", r.NormFloat64())
	}
	fmt.Fprintf(&t, "]> : tensor<%dxf32>} : () -> ()\n", n)
	benchParse(b, t.String(), n, newContext)
}

func BenchmarkDenseHex(b *testing.B) {
	const n = 4_000_000
	text := fmt.Sprintf("\"u.c\"() {v = dense<\"0x%s0000803F\"> : tensor<%dxf32>} : () -> ()\n", strings.Repeat("0000C03F", n-1), n)
	benchParse(b, text, n, newContext)
}
