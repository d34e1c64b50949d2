package derivatives

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// elements is how many the leading dimension has.
const elements = 3

// An op that is applied to all elements of a leading dimension at once computes the bits that it
// computes of one after the other, whichever of its operands are the same for all elements.
func TestRaised(t *testing.T) {
	first, count := campaign.Cases(60)
	for _, def := range tg.Dialect.Ops() {
		if _, ok := autodiff.Raised.Get(def); !ok {
			continue
		}
		t.Run(def.Name(), func(t *testing.T) {
			made, loops := 0, 0
			for n := range uint64(count) {
				rng := rand.New(rand.NewPCG(first+n, 0x7261))
				text, module := batchOf(def, rng)
				if module == nil {
					continue
				}
				made++
				if strings.Contains(text, "tg.while") {
					loops++
				}
				if err := sameBatch(module, rng); err != nil {
					t.Fatalf("case %d: %v\n%s", first+n, err, text)
				}
			}
			if made < count/4 || loops > made/2 {
				t.Errorf("of %d instances %d could be made, and %d of them are loops", count, made, loops)
			}
		})
	}
}

// batchOf is a module with a function @f of a random instance of an op, of which some operands are
// constants, and a function @main that applies it to all elements; nil if there is none.
func batchOf(def *ir.OpDef, rng *rand.Rand) (string, *ir.Op) {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect)
	g := &opgen.Generator{Rand: rng, Ctx: ctx, Extents: []int64{0, 1, 2, 3, 5}, MaxRank: 3}
	g.Elem = opgen.Pick(g, []*ir.Type{ctx.F32(), ctx.F64(), ctx.Float("f16"), ctx.I32(), ctx.Complex(ctx.F32())})
	var o *ir.Op
	for range 40 {
		g.Base = opgen.Pick(g, [][]int64{{}, {3}, {2, 3}, {1, 3}, {3, 1}, {2, 1, 3}, {2, 3, 2}, {0, 2}, {40, 5}})
		if o = g.RandomOp(def); o != nil && isStatic(o) {
			break
		}
		o = nil
	}
	if o == nil {
		return "", nil
	}
	block := o.Block()
	for i := block.NumArgs() - 1; i >= 0; i-- {
		if a := block.Arg(i); block.NumArgs() > 1 && rng.IntN(3) == 0 {
			value := interp.EncodeElements(ctx, a.Type(), g.Tensor(a.Type(), opgen.Ordinary))
			c := ir.NewBuilder(ctx).Before(block.First()).OpWithTypes(tg.Constant, 0, []*ir.Type{a.Type()}, nil, ir.NamedAttr{Name: "value", Value: value})
			a.ReplaceAllUsesWith(c.Result(0))
			block.RemoveArg(i)
		}
	}
	f := text(around(ctx, o))
	signature := ir.Symbols(o.Block().Parent().Parent())["f"].Attr("function_type").Type()
	many := func(list []*ir.Type) string {
		var out []*ir.Type
		for _, t := range list {
			out = append(out, ctx.Tensor(append([]int64{elements}, t.Shape()...), t.Elem()))
		}
		return typeNames(out)
	}
	var args, params, results []string
	for i, t := range signature.Inputs() {
		args = append(args, fmt.Sprintf("%%a%d", i))
		params = append(params, fmt.Sprintf("%%a%d: %s", i, many([]*ir.Type{t})))
	}
	for i := range signature.Results() {
		results = append(results, fmt.Sprintf("%%r#%d", i))
	}
	source := fmt.Sprintf(`%s
func.func @main(%s) -> (%[3]s) {
  %%r:%[4]d = enzyme.batch @f(%[5]s) {batch_shape = array<i64: %[6]d>} : (%[7]s) -> (%[3]s)
  return %[8]s : %[3]s
}
}`, strings.TrimSuffix(strings.TrimSpace(f), "}"), strings.Join(params, ", "), many(signature.Results()), len(results), strings.Join(args, ", "), elements,
		many(signature.Inputs()), strings.Join(results, ", "))
	module, err := agree.Parse(source)
	if err == nil {
		err = agree.Optimise(module, "differentiate", 1)
	}
	if err != nil {
		panic(fmt.Sprintf("%v\n%s", err, source))
	}
	return text(module), module
}

func isStatic(o *ir.Op) bool {
	for _, v := range append(o.Operands(), o.Results()...) {
		if n, ok := v.Type().NumElements(); !ok || n > 5000 {
			return false
		}
	}
	return true
}

// sameBatch compares @main with @f of each element.
func sameBatch(module *ir.Op, rng *rand.Rand) error {
	g := &opgen.Generator{Rand: rng, Ctx: module.Context()}
	m := interp.NewModule(module)
	one, err := m.Program("f")
	if err != nil {
		return nil // it cannot run by itself
	}
	all, err := m.Program("main")
	if err != nil {
		return err
	}
	var in []*tensor.Tensor
	for _, t := range all.Inputs {
		in = append(in, g.Tensor(t, opgen.Ordinary))
	}
	got, err := all.Run(in, interp.Options{})
	if err != nil {
		return err
	}
	for k := range elements {
		var args []*tensor.Tensor
		for i, t := range one.Inputs {
			spec, err := interp.SpecOf(t)
			if err != nil {
				return err
			}
			x := tensor.New(spec.DType, spec.Shape...)
			copy(x.Bytes(), in[i].Bytes()[k*len(x.Bytes()):])
			args = append(args, x)
		}
		want, err := one.Run(args, interp.Options{})
		if err != nil {
			return err
		}
		for i, w := range want.Outputs {
			n := len(w.Bytes())
			if part := tensor.Wrap(w.DType(), w.Shape(), got.Outputs[i].Bytes()[k*n:][:n]); !tensor.SameValues(part, w) {
				return fmt.Errorf("result #%d of element %d differs: %x, and by itself %x", i, k, part.Bytes(), w.Bytes())
			}
		}
	}
	return nil
}
