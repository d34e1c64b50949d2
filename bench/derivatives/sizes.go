package main

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/ir"
)

// size is a shape of programs; text writes one of about n of what it counts.
type size struct {
	what string
	most int
	text func(n int) string
}

// sizes are those that must not take time by the square, each measured at half its size, too.
var sizes = []size{
	{"ops, one behind the other", 100_000, chain},
	{"functions, of which each calls the next", 10_000, nestedCalls},
	{"calls of one function", 10_000, repeatedCalls},
	{"ops in the body of a loop", 10_000, longBody},
	{"loops, one behind the other", 1_000, loops},
	{"branches, one behind the other", 1_000, branches},
}

const (
	matrix = "tensor<4x4xf32>"
	header = "func.func @main(%x: " + matrix + ", %w: " + matrix + ") -> " + matrix + " {\n"
)

// steps writes n ops behind v and returns the last value. Names begin with a letter of the
// caller's.
func steps(b *strings.Builder, n int, letter, v string) string {
	kinds := []string{"add %s, %%w", "tanh %s", "mul %s, %%w", "exp %s", "max %s, %%w", "sin %s"}
	for i := range n {
		next := fmt.Sprintf("%%%s%d", letter, i)
		fmt.Fprintf(b, "%s = tg."+kinds[i%len(kinds)]+" : "+matrix+"\n", next, v)
		v = next
	}
	return v
}

func chain(n int) string {
	var b strings.Builder
	b.WriteString(header)
	fmt.Fprintf(&b, "return %s : %s\n}\n", steps(&b, n, "v", "%x"), matrix)
	return b.String()
}

const callType = "(" + matrix + ", " + matrix + ") -> " + matrix

func nestedCalls(n int) string {
	var b strings.Builder
	b.WriteString(header)
	fmt.Fprintf(&b, "%%r = func.call @f0(%%x, %%w) : %s\nreturn %%r : %s\n}\n", callType, matrix)
	for i := range n {
		fmt.Fprintf(&b, "func.func private @f%d(%%x: %s, %%w: %s) -> %s {\n", i, matrix, matrix, matrix)
		last := steps(&b, 2, "v", "%x")
		if i < n-1 {
			fmt.Fprintf(&b, "%%r = func.call @f%d(%s, %%w) : %s\n", i+1, last, callType)
			last = "%r"
		}
		fmt.Fprintf(&b, "return %s : %s\n}\n", last, matrix)
	}
	return b.String()
}

func repeatedCalls(n int) string {
	var b strings.Builder
	b.WriteString(header)
	v := "%x"
	for i := range n {
		next := fmt.Sprintf("%%r%d", i)
		fmt.Fprintf(&b, "%s = func.call @f(%s, %%w) : %s\n", next, v, callType)
		v = next
	}
	fmt.Fprintf(&b, "return %s : %s\n}\nfunc.func private @f(%%x: %s, %%w: %s) -> %s {\n", v, matrix, matrix, matrix, matrix)
	fmt.Fprintf(&b, "return %s : %s\n}\n", steps(&b, 4, "v", "%x"), matrix)
	return b.String()
}

// loop writes a loop over v with a body of n ops, and returns the name of its result.
func loop(b *strings.Builder, i, n int, v string) string {
	fmt.Fprintf(b, `%%l%d:2 = tg.while (%%i = %%zero, %%s = %s) : tensor<i32>, %s cond {
%%p = tg.compare lt %%i, %%n : (tensor<i32>, tensor<i32>) -> tensor<i1>
tg.yield %%p : tensor<i1>
} do {
%%next = tg.add %%i, %%one : tensor<i32>
`, i, v, matrix)
	fmt.Fprintf(b, "tg.yield %%next, %s : tensor<i32>, %s\n}\n", steps(b, n, "v", "%s"), matrix)
	return fmt.Sprintf("%%l%d#1", i)
}

const counters = `%n = tg.constant dense<10> : tensor<i32>
%one = tg.constant dense<1> : tensor<i32>
%zero = tg.constant dense<0> : tensor<i32>
`

func longBody(n int) string {
	var b strings.Builder
	b.WriteString(header + counters)
	fmt.Fprintf(&b, "return %s : %s\n}\n", loop(&b, 0, n, "%x"), matrix)
	return b.String()
}

func loops(n int) string {
	var b strings.Builder
	b.WriteString(header + counters)
	v := "%x"
	for i := range n {
		v = loop(&b, i, 4, v)
	}
	fmt.Fprintf(&b, "return %s : %s\n}\n", v, matrix)
	return b.String()
}

func branches(n int) string {
	var b strings.Builder
	b.WriteString(header + "%p = tg.constant dense<true> : tensor<i1>\n")
	v := "%x"
	for i := range n {
		fmt.Fprintf(&b, "%%b%d = tg.if %%p -> (%s) {\n", i, matrix)
		fmt.Fprintf(&b, "tg.yield %s : %s\n} else {\n", steps(&b, 3, "v", v), matrix)
		fmt.Fprintf(&b, "tg.yield %s : %s\n}\n", steps(&b, 2, "v", v), matrix)
		v = fmt.Sprintf("%%b%d", i)
	}
	fmt.Fprintf(&b, "return %s : %s\n}\n", v, matrix)
	return b.String()
}

// modes are those of the pass, by the columns of the table.
var modes = []string{"forward", "reverse", "split"}

// measureSizes is the table of how long derivatives of large programs take: the time that one
// processor works for it, the garbage collector included, which a busy machine does not change.
func measureSizes(repeat int, only string) ([]byte, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var table bytes.Buffer
	fmt.Fprintf(&table, "| program | forward, s | reverse, s | split, s | ops of the derivative over those of the program |\n|---|---:|---:|---:|---:|\n")
	for _, s := range sizes {
		if !strings.Contains(s.what, only) {
			continue
		}
		for _, n := range []int{s.most / 2, s.most} {
			text := []byte(s.text(n))
			fmt.Fprintf(&table, "| %d %s |", n, s.what)
			ratios := ""
			for i, mode := range modes {
				seconds, ratio, err := fastest(text, mode, repeat)
				if err != nil {
					return nil, fmt.Errorf("%d %s, mode=%s: %w", n, s.what, mode, err)
				}
				fmt.Fprintf(&table, " %.2f |", seconds)
				if i > 0 {
					ratios += ", "
				}
				ratios += fmt.Sprintf("%.1f", ratio)
			}
			fmt.Fprintf(&table, " %s |\n", ratios)
		}
	}
	return table.Bytes(), nil
}

// fastest is the least time of several, and how many times as many ops there are behind it.
func fastest(text []byte, mode string, repeat int) (seconds, ratio float64, err error) {
	for i := range repeat {
		p, err := program.Parse("main", text)
		if err != nil {
			return 0, 0, err
		}
		before := p.Ops()
		runtime.GC()
		start := processor.Time()
		if _, err := autodiff.New(p.Module, &autodiff.Options{}).Function(ir.Symbols(p.Module)["main"], autodiff.Request{Mode: autodiff.Mode(mode)}); err != nil {
			return 0, 0, err
		}
		if s := (processor.Time() - start).Seconds(); i == 0 || s < seconds {
			seconds = s
		}
		if err := ir.Verify(p.Module); err != nil {
			return 0, 0, err
		}
		ratio = float64(p.Ops()-before) / float64(before)
	}
	return seconds, ratio, nil
}
