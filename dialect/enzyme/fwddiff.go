package enzyme

import (
	"fmt"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// Fwddiff asks for forward mode.
var Fwddiff = Dialect.NewOp("enzyme.fwddiff")

func init() {
	request{
		def: Fwddiff,
		doc: "The results of a function and their tangents, in forward mode. Operands are the arguments, each that is `dup` followed by its tangent. Results are those " +
			"of the function but for the `noneed` ones, each that is `dup` followed by its tangent. Without `ret_activity` they are the tangents only. " +
			"`width` tangents lie along a leading dimension.",
		example: `func.func private @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @f(%x: tensor<4xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = enzyme.fwddiff @square(%x, %t) {activity = [#enzyme<activity enzyme_dup>], ret_activity = [#enzyme<activity enzyme_dupnoneed>]} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		attrs: derivativeAttrs,
		sign:  signForward,
	}.define()
}

// signForward is the signature of a derivative in forward mode: the function that answers takes
// arguments and then tangents, and returns results and then their tangents.
func signForward(o *ir.Op, t *ir.Type) (*signature, error) {
	args, rets, err := activities(o, t, dupNoNeed)
	if err != nil {
		return nil, err
	}
	w, err := widthOf(o)
	if err != nil {
		return nil, err
	}
	s := &signature{}
	wrt, of, results := []int{}, []int{}, []int{}
	var own, tangents []int
	for i, a := range args {
		x := t.Inputs()[i]
		own, s.in = append(own, len(s.in)), append(s.in, x)
		switch a {
		case dup, dupNoNeed:
			if err := differentiable("argument", i, x); err != nil {
				return nil, err
			}
			wrt, tangents, s.in = append(wrt, i), append(tangents, len(s.in)), append(s.in, w.of(x))
		case constant:
		default:
			return nil, fmt.Errorf("has argument #%d that is %s, but in forward mode it is %s or %s", i, a, dup, constant)
		}
	}
	for i, a := range rets {
		r := t.Results()[i]
		if a == dup || a == constant {
			results, s.out = append(results, i), append(s.out, r)
		}
		switch a {
		case dup, dupNoNeed:
			if err := differentiable("result", i, r); err != nil {
				return nil, err
			}
			results, s.out = append(results, len(rets)+len(of)), append(s.out, w.of(r))
			of = append(of, i)
		case constant, constNoNeed:
		default:
			return nil, fmt.Errorf("has result #%d that is %s, but in forward mode it is %s, %s or one of those with 'noneed' behind them", i, a, dup, constant)
		}
	}
	s.asked = autodiff.Asked{
		Request:  autodiff.Request{Mode: autodiff.Forward, Wrt: wrt, Of: of, StrongZero: strongZero(o)},
		Operands: append(own, tangents...), Results: results,
	}
	return w.finish(s, t, len(wrt), len(of)), nil
}
