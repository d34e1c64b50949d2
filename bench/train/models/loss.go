package models

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// loss is what is to become small.
type loss interface {
	// targets are what the results should be, as --input has it; their names are target0, ...
	targets(s *signature) []string
	// body computes the value %loss, of rank 0, from %results#0, ... and %target0, ...
	body(b *strings.Builder, s *signature)
}

// lossText is the function Loss: the weights of the model come first, then its inputs, then the
// targets.
func lossText(l loss, s *signature) string {
	var b strings.Builder
	var declared, operands, parameters []string
	for i, a := range s.arguments {
		declared, operands = append(declared, a.typ.String()), append(operands, fmt.Sprintf("%%a%d", i))
	}
	for _, weight := range []bool{true, false} {
		for i, a := range s.arguments {
			if a.weight == weight {
				parameters = append(parameters, fmt.Sprintf("%%a%d: %s {tg.name = %q}", i, a.typ, a.name))
			}
		}
	}
	for _, t := range l.targets(s) {
		name, spec, _ := strings.Cut(t, "=")
		typ, _, _ := strings.Cut(spec, "=")
		parameters = append(parameters, fmt.Sprintf("%s: tensor<%s> {tg.name = %q}", name, typ, strings.TrimPrefix(name, "%")))
	}
	results := make([]string, len(s.results))
	for i, t := range s.results {
		results[i] = t.String()
	}
	typ := fmt.Sprintf("(%s) -> (%s)", strings.Join(declared, ", "), strings.Join(results, ", "))
	fmt.Fprintf(&b, "func.func private @%s%s\n", s.function, typ)
	fmt.Fprintf(&b, "func.func @%s(%s) -> tensor<f32> {\n", Loss, strings.Join(parameters, ", "))
	fmt.Fprintf(&b, "  %%results:%d = func.call @%s(%s) : %s\n", len(results), s.function, strings.Join(operands, ", "), typ)
	l.body(&b, s)
	b.WriteString("  return %loss : tensor<f32>\n}\n")
	return b.String()
}

// mean writes the mean of all elements of %v as %out.
func mean(b *strings.Builder, out, v string, t *ir.Type) {
	n, _ := t.NumElements()
	dims := make([]int, t.Rank())
	for i := range dims {
		dims[i] = i
	}
	fmt.Fprintf(b, "  %s.n = tg.constant dense<%d.0> : tensor<f32>\n", out, n)
	fmt.Fprintf(b, "  %s.sum = tg.reduce sum %s dims %s : (%s) -> tensor<f32>\n", out, v, strings.ReplaceAll(fmt.Sprint(dims), " ", ", "), t)
	fmt.Fprintf(b, "  %[1]s = tg.div %[1]s.sum, %[1]s.n : tensor<f32>\n", out)
}

// squared is the sum, over so many results, of the mean squares of how far they are from random
// numbers.
type squared struct{ results int }

func (l squared) targets(s *signature) (list []string) {
	for i, t := range s.results[:l.results] {
		list = append(list, fmt.Sprintf("%%target%d=%s=random:%d", i, spelled(t), 100+i))
	}
	return list
}

func (l squared) body(b *strings.Builder, s *signature) {
	last := ""
	for i, t := range s.results[:l.results] {
		out := "%loss"
		if l.results > 1 {
			out = fmt.Sprintf("%%part%d", i)
		}
		fmt.Fprintf(b, "  %%off%[1]d = tg.sub %%results#%[1]d, %%target%[1]d : %[2]s\n", i, t)
		fmt.Fprintf(b, "  %%square%[1]d = tg.mul %%off%[1]d, %%off%[1]d : %[2]s\n", i, t)
		mean(b, out, fmt.Sprintf("%%square%d", i), t)
		switch {
		case i > 0 && i == l.results-1:
			fmt.Fprintf(b, "  %%loss = tg.add %s, %s : tensor<f32>\n", last, out)
		case i > 0:
			fmt.Fprintf(b, "  %%sum%d = tg.add %s, %s : tensor<f32>\n", i, last, out)
			out = fmt.Sprintf("%%sum%d", i)
		}
		last = out
	}
}

// crossEntropy is minus the mean logarithm of what a model says is the probability of a label: one
// for each row of the only result, whose last dimension is that of the labels.
type crossEntropy struct {
	logarithms bool // that is what the model returns
}

// rows is the type of labels: what each row of t is to be.
func (crossEntropy) rows(t *ir.Type) []int64 { return t.Shape()[:t.Rank()-1] }

// targets are as many different labels as there are rows.
func (l crossEntropy) targets(s *signature) []string {
	t := s.results[0]
	classes, n := t.Shape()[t.Rank()-1], int64(1)
	for _, extent := range l.rows(t) {
		n *= extent
	}
	labels := make([]string, n)
	for i := range labels {
		labels[i] = fmt.Sprint((int64(i)*7 + 3) % classes)
	}
	return []string{fmt.Sprintf("%%target0=%s=[%s]", shaped(l.rows(t), "i32"), strings.Join(labels, ","))}
}

func (l crossEntropy) body(b *strings.Builder, s *signature) {
	t := s.results[0]
	rows, classes := l.rows(t), t.Shape()[t.Rank()-1]
	of := func(shape []int64, elem string) string { return "tensor<" + shaped(shape, elem) + ">" }
	column := of(append(append([]int64{}, rows...), 1), "i32")
	chosen := of(t.Shape(), "i1")
	dims := make([]string, t.Rank())
	for i := range dims {
		dims[i] = fmt.Sprint(i)
	}
	logarithms := "%results#0"
	if !l.logarithms {
		logarithms = "%logarithms"
		fmt.Fprintf(b, "  %s = tg.log %%results#0 : %s\n", logarithms, t)
	}
	fmt.Fprintf(b, "  %%label = tg.reshape %%target0 : (%s) -> %s\n", of(rows, "i32"), column)
	fmt.Fprintf(b, "  %%classes = tg.iota dim 0 : tensor<%dxi32>\n", classes)
	fmt.Fprintf(b, "  %%chosen = tg.compare eq %%label, %%classes : (%s, tensor<%dxi32>) -> %s\n", column, classes, chosen)
	fmt.Fprintf(b, "  %%zero = tg.constant dense<0.0> : tensor<f32>\n")
	fmt.Fprintf(b, "  %%picked = tg.select %%chosen, %s, %%zero : (%s, %s, tensor<f32>) -> %s\n", logarithms, chosen, t, t)
	fmt.Fprintf(b, "  %%sum = tg.reduce sum %%picked dims [%s] : (%s) -> tensor<f32>\n", strings.Join(dims, ", "), t)
	n := int64(1)
	for _, extent := range rows {
		n *= extent
	}
	fmt.Fprintf(b, "  %%n = tg.constant dense<-%d.0> : tensor<f32>\n", n)
	fmt.Fprintf(b, "  %%loss = tg.div %%sum, %%n : tensor<f32>\n")
}

// shaped is a type as in --input.
func shaped(shape []int64, elem string) string {
	var b strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&b, "%dx", n)
	}
	return b.String() + elem
}
