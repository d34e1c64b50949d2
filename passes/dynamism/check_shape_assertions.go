package dynamism

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/stablehlo"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// CheckShapeAssertions decides assertions about shapes.
var CheckShapeAssertions = &pipeline.Pass{
	Name:  "check-shape-assertions",
	Title: "CheckShapeAssertions",
	Doc: "Decide calls of @shape_assertion, by which exporters say what must hold of shapes. One of a constant that is true is removed, one of a constant " +
		"that is false is an error with its message, in which {0}, {1}, ... stand for the other operands. What is not known yet stays, for the run to decide.",
	Statistics: []pipeline.Statistic{{Name: "num-removed", Doc: "Number of assertions removed"}},
	Run: func(r *pipeline.Run) error {
		n := int64(0)
		for _, o := range assertions(r.Op) {
			if err := CheckAssertion(o); err != nil {
				return err
			}
			holds, known := analysis.ConstantInts(ir.ConstantValue(o.Operand(0)))
			if !known {
				continue
			}
			if holds[0] == 0 {
				return o.Errorf("%s", assertionMessage(o))
			}
			o.Erase()
			n++
		}
		if n == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-removed", n)
		return nil
	},
}

func assertions(root *ir.Op) (list []*ir.Op) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if isCustomCall(o, "shape_assertion") {
			list = append(list, o)
		}
		return ir.Advance
	})
	return list
}

// isCustomCall reports whether o is a custom call of that target.
func isCustomCall(o *ir.Op, target string) bool {
	return o.Is(stablehlo.CustomCall) && o.Attr("call_target_name").Text() == target
}

// CheckAssertion fails for a call of @shape_assertion that is none.
func CheckAssertion(o *ir.Op) error {
	switch {
	case o.NumOperands() == 0 || !isScalarOf(o.Operand(0).Type(), (*ir.Type).IsBool):
		return o.Errorf("requires the first operand of @shape_assertion to be what must hold, of type 'tensor<i1>'")
	case o.NumResults() > 0:
		return o.Errorf("requires @shape_assertion to have no results, but it has %d", o.NumResults())
	case !o.Attr("error_message").Is(ir.StringAttr):
		return o.Errorf("requires @shape_assertion to have an attribute 'error_message' that is a string")
	case !o.Attr("has_side_effect").Is(ir.IntegerAttr) || !o.Attr("has_side_effect").Bool():
		return o.Errorf("requires @shape_assertion to say has_side_effect = true, or it might be removed")
	}
	for i := 1; i < o.NumOperands(); i++ {
		if t := o.Operand(i).Type(); !isScalarOf(t, (*ir.Type).IsInteger) {
			return o.Errorf("requires operand #%d of @shape_assertion, which its message shows, to be a tensor of one integer, but it is '%s'", i, t)
		}
	}
	return nil
}

func isScalarOf(t *ir.Type, ok func(*ir.Type) bool) bool {
	return t.IsRankedTensor() && t.Rank() == 0 && ok(t.Elem())
}

// assertionMessage is the message with the numbers that are known in the places of
// `{0}`, `{1}`, ...; others stay as they are.
func assertionMessage(o *ir.Op) string {
	text := o.Attr("error_message").Text()
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		inside, after, closed := strings.Cut(rest, "}")
		n, err := strconv.Atoi(inside)
		if !closed || err != nil || n < 0 || n+1 >= o.NumOperands() {
			b.WriteString("{")
			text = rest
			continue
		}
		if value, known := analysis.ConstantInts(ir.ConstantValue(o.Operand(n + 1))); known {
			fmt.Fprint(&b, value[0])
		} else {
			fmt.Fprintf(&b, "{%d}", n)
		}
		text = after
	}
}
