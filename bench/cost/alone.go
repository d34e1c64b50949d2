package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// copies makes modules that execute o alone, several times in a row: operands are
// parameters, but for constants, which are constants there, too.
func copies(o *ir.Op) func(count int) (*ir.Op, error) {
	return func(count int) (*ir.Op, error) {
		outside := captured(o)
		var parameters []string
		for i, v := range outside {
			if ir.ConstantValue(v) == nil {
				parameters = append(parameters, fmt.Sprintf("%%a%d: %s", i, v.Type()))
			}
		}
		text := "func.func @main(" + strings.Join(parameters, ", ") + ") {\n  return\n}\n"
		module, err := parser.Parse(o.Context(), []byte(text), parser.Options{Filename: "alone"})
		if err != nil {
			return nil, err
		}
		block := module.RegionAt(0).First().First().RegionAt(0).First()
		b := ir.NewBuilder(o.Context()).Before(block.First())
		values, arguments := map[*ir.Value]*ir.Value{}, block.Args()
		for _, v := range outside {
			if ir.ConstantValue(v) != nil {
				b.Clone(v.Def(), values)
				continue
			}
			values[v], arguments = arguments[0], arguments[1:]
		}
		for range count {
			n := b.Clone(o, values)
			if inPlace(o) {
				values[o.Operand(0)] = n.Result(0)
			}
		}
		return module, nil
	}
}

// inPlace reports whether o changes its first operand, which is for nothing else:
// then the next copy goes on with the result.
func inPlace(o *ir.Op) bool {
	return !o.Has(ir.Elementwise) && o.NumOperands() > 0 && o.NumResults() > 0 && o.Operand(0).HasOneUse() && o.Operand(0).Type() == o.Result(0).Type()
}

// captured are the values from outside that o uses, with its regions, in order.
func captured(o *ir.Op) []*ir.Value {
	var list []*ir.Value
	seen := map[*ir.Value]bool{}
	ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
		for _, v := range inner.Operands() {
			if !seen[v] && !o.IsAncestorOf(v.Block().Parent().Parent()) {
				seen[v] = true
				list = append(list, v)
			}
		}
		return ir.Advance
	})
	return list
}

// inputs makes random inputs; those of one type are shared by all programs.
type inputs map[string]*tensor.Tensor

func (in inputs) of(types []*ir.Type) ([]*tensor.Tensor, error) {
	list, times := make([]*tensor.Tensor, len(types)), map[*ir.Type]int{}
	for i, t := range types {
		s, err := interp.SpecOf(t)
		if err != nil {
			return nil, err
		}
		times[t]++
		key := fmt.Sprint(t, times[t])
		if in[key] == nil {
			in[key] = input(s, uint64(len(in)+1))
		}
		list[i] = in[key]
	}
	return list, nil
}

// input is random numbers, floats being positive, as many functions want them,
// and small: with results near to 0 processors are many times slower, which
// depends on the numbers and not on the op.
func input(s interp.Spec, seed uint64) *tensor.Tensor {
	t := tensor.Random(s.DType, s.Shape, seed)
	if s.DType == tensor.F32 {
		for i, v := range tensor.Data[float32](t) {
			tensor.Data[float32](t)[i] = (float32(math.Abs(float64(v))) + 0.01) / 16
		}
	}
	return t
}
