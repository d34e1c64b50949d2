package enzyme

import (
	"fmt"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// Autodiff asks for reverse mode.
var Autodiff = Dialect.NewOp("enzyme.autodiff")

func init() {
	request{
		def: Autodiff,
		doc: "The results of a function and gradients of its arguments, in reverse mode. Operands are the arguments, and a cotangent for each result " +
			"that is active. Results are those of the function but for the `noneed` ones, and then the gradients of the active arguments. Without `ret_activity` " +
			"they are the gradients only. `width` cotangents, and gradients, lie along a leading dimension.",
		example: `func.func private @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @f(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = enzyme.autodiff @square(%x, %g) {activity = [#enzyme<activity enzyme_active>], ret_activity = [#enzyme<activity enzyme_active>]} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#1 : tensor<4xf32>
}`,
		attrs: derivativeAttrs,
		sign:  signReverse,
	}.define()
}

// signReverse is the signature of a derivative in reverse mode: the function that answers takes
// arguments and cotangents, and returns results and gradients.
func signReverse(o *ir.Op, t *ir.Type) (*signature, error) {
	args, rets, err := activities(o, t, activeNoNeed)
	if err != nil {
		return nil, err
	}
	w, err := widthOf(o)
	if err != nil {
		return nil, err
	}
	s := &signature{}
	wrt, of, results := []int{}, []int{}, []int{}
	for i, a := range args {
		x := t.Inputs()[i]
		s.in = append(s.in, x)
		switch a {
		case active, out:
			if err := differentiable("argument", i, x); err != nil {
				return nil, err
			}
			wrt = append(wrt, i)
		case constant:
		default:
			return nil, fmt.Errorf("has argument #%d that is %s, but a gradient is added to a shadow in memory only, which a tensor has none of: write %s, and add the result", i, a, active)
		}
	}
	for i, a := range rets {
		r := t.Results()[i]
		switch a {
		case active, activeNoNeed:
			if err := differentiable("result", i, r); err != nil {
				return nil, err
			}
			of, s.in = append(of, i), append(s.in, w.of(r))
		case constant, constNoNeed:
		default:
			return nil, fmt.Errorf("has result #%d that is %s, but in reverse mode it is %s, %s or one of those with 'noneed' behind them", i, a, active, constant)
		}
		if a == active || a == constant {
			results, s.out = append(results, i), append(s.out, r)
		}
	}
	for k, i := range wrt {
		results, s.out = append(results, len(rets)+k), append(s.out, w.of(t.Inputs()[i]))
	}
	s.asked = autodiff.Asked{Request: autodiff.Request{Mode: autodiff.Reverse, Wrt: wrt, Of: of, StrongZero: strongZero(o)}, Results: results}
	return w.finish(s, t, len(of), len(wrt)), nil
}
