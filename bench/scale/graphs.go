package main

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/bench/optimize/programs"
)

// graph is a shape of programs; text writes one of about n ops.
type graph struct {
	name, doc string
	text      func(n int) string
}

var graphs = []graph{
	{"deep", "a chain of elementwise ops", deep},
	{"wide", "one value with n users, added up in pairs", wide},
	{"products", "a chain of products and activations", products},
	{"attention", "copies of an attention block, one behind the other", func(n int) string {
		return programs.AttentionCopies(programs.Params{Sequence: 8, Width: 8, Heads: 2, Arguments: true}, n/34, false)
	}},
	{"parallel", "copies of an attention block on one input, added up", func(n int) string {
		return programs.AttentionCopies(programs.Params{Sequence: 8, Width: 8, Heads: 2, Arguments: true}, n/35, true)
	}},
}

// writer writes a function of %x and %w.
type writer struct {
	b     strings.Builder
	count int // values so far
}

func newWriter() *writer {
	w := &writer{}
	w.line("func.func @main(%%x: tensor<8x8xf32>, %%w: tensor<8x8xf32>) -> tensor<8x8xf32> {")
	return w
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.b, format+"\n", args...)
}

func (w *writer) name() string {
	w.count++
	return fmt.Sprintf("%%%d", w.count-1)
}

// as writes an op of tg with its type, and returns the name of its result.
func (w *writer) as(format string, args ...any) string {
	name := w.name()
	w.line("%s = tg.%s", name, fmt.Sprintf(format, args...))
	return name
}

// op writes an op of tg on matrices of 8x8.
func (w *writer) op(format string, args ...any) string {
	return w.as(format+" : tensor<8x8xf32>", args...)
}

// end returns the text of a function that returns result.
func (w *writer) end(result string) string {
	w.line("return %s : tensor<8x8xf32>\n}", result)
	return w.b.String()
}

func deep(n int) string {
	w := newWriter()
	last := "%x"
	ops := []string{"add %s, %%w", "neg %s", "mul %s, %%w", "exp %s", "max %s, %%w", "tanh %s"}
	for i := range n {
		last = w.op(ops[i%len(ops)], last)
	}
	return w.end(last)
}

func wide(n int) string {
	w := newWriter()
	var level []string
	shared := w.op("exp %%x")
	for i := range n / 3 {
		c := w.as("constant dense<%d.5> : tensor<8x8xf32>", i)
		level = append(level, w.op("mul %s, %s", shared, c))
	}
	for len(level) > 1 {
		var next []string
		for i := 0; i+1 < len(level); i += 2 {
			next = append(next, w.op("add %s, %s", level[i], level[i+1]))
		}
		if len(level)%2 > 0 {
			next = append(next, level[len(level)-1])
		}
		level = next
	}
	return w.end(level[0])
}

func products(n int) string {
	w := newWriter()
	last := "%x"
	for range n / 2 {
		last = w.op("relu %s", w.op("matmul %s, %%w", last))
	}
	return w.end(last)
}
