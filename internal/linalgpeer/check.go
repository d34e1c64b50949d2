package linalgpeer

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/expand"
	"github.com/tg-opt/tg/te/linalg"
	"github.com/tg-opt/tg/tensor"
)

// Bar is how close results must be.
type Bar int

const (
	// Exact is to the bit, NaN aside, of which there is one.
	Exact Bar = iota
	// Close is within 2 units in the last place.
	Close
	// Terms is within n eps times the sum of the absolute values of what is summed, which is
	// Case.Count and what Case.Terms computes; without, what the computes behind results say.
	Terms
)

func (b Bar) String() string {
	return [...]string{"equal bits", "2 ULP", "n eps sum of |terms|"}[b]
}

// Case is a program with a function @f of computes, or of ops of tg that are expanded to them.
type Case struct {
	Name   string
	Text   string
	Inputs []*tensor.Tensor
	Bar    Bar
	// Here is what is executed here, if not Text.
	Here string
	// Terms is a program with a function @f of the same arguments, whose results are sums of
	// absolute terms, and Count how many these are.
	Terms string
	Count int
	// FMA says that the steps of `dot` are written as math.fma.
	FMA bool
}

// Report is what came out of a case.
type Report struct {
	*Case
	// Nests is the number of computes, Elements that of elements which were compared.
	Nests, Elements int
	// Worst is the largest difference of all elements, as a part of what is allowed.
	Worst float64
	// Err says what went wrong, or which element is too far off.
	Err error
}

// together is how many cases a process has: to compile a function that calls all of some thousand
// takes much longer than to start a process for each of some tens of them.
const together = 100

// Check runs cases, many by one process of each tool, and compares them.
func (t Tools) Check(c *ir.Context, cases []Case) []Report {
	reports := make([]Report, len(cases))
	// Programs with functions of integers are lowered otherwise.
	batches := map[bool]*batch{}
	for i := range cases {
		r := &reports[i]
		r.Case = &cases[i]
		want, err := execute(c, cmp.Or(r.Here, r.Text), r.Inputs)
		var fn *ir.Op
		if err == nil {
			fn, err = r.convert(c)
		}
		if err != nil {
			r.Err = err
			continue
		}
		integers := OfIntegers(printer.OpString(fn, printer.Options{}))
		b := batches[integers]
		if b == nil {
			b = &batch{module: read(c, "")}
			batches[integers] = b
		}
		if b.add(r, fn, want); len(b.reports) == together {
			b.run(c, t)
			delete(batches, integers)
		}
	}
	for _, b := range batches {
		b.run(c, t)
	}
	return reports
}

// batch is the cases of one process.
type batch struct {
	module  *ir.Op
	main    caller
	reports []*Report
	want    [][]*tensor.Tensor
}

// add adds a case, whose function becomes a part of the module.
func (b *batch) add(r *Report, fn *ir.Op, want []*tensor.Tensor) {
	fn.SetAttr("sym_name", fn.Context().StringAttr(fmt.Sprintf("f%d", len(b.reports))))
	fn.Detach()
	b.module.RegionAt(0).First().Append(fn)
	b.main.call(fn, r.Inputs)
	b.reports, b.want = append(b.reports, r), append(b.want, want)
}

// run runs the cases and compares them.
func (b *batch) run(c *ir.Context, t Tools) {
	text := strings.TrimSpace(printer.OpString(b.module, printer.Options{}))
	text = strings.TrimSuffix(text, "}") + declarations + "  func.func @main() {\n" + b.main.String() + "    return\n  }\n}\n"
	out, err := t.Run(text)
	var all [][]uint64
	if err == nil {
		all, err = printed(out)
	}
	for i, r := range b.reports {
		n := len(b.want[i])
		switch {
		case err != nil:
			r.Err = err
		case len(all) < n:
			r.Err = fmt.Errorf("%d results were not printed", n-len(all))
		default:
			r.compare(c, b.want[i], all[:n])
			all = all[n:]
		}
	}
}

// read parses a module.
func read(c *ir.Context, text string) *ir.Op {
	module, err := parser.Parse(c, []byte(text), parser.Options{})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		panic(c.Render(ir.AsDiag(err, 0)) + text)
	}
	return module
}

// execute runs the function @f of a program.
func execute(c *ir.Context, text string, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	return outputs(read(c, text), inputs)
}

func outputs(module *ir.Op, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	program, err := interp.NewModule(module).Program("f")
	if err != nil {
		return nil, err
	}
	result, err := program.Run(inputs, interp.Options{})
	if err != nil {
		return nil, err
	}
	return result.Outputs, nil
}

// convert writes the function of a case for linalg.
func (r *Report) convert(c *ir.Context) (*ir.Op, error) {
	module := read(c, r.Text)
	expand.Inside(ir.NewBuilder(c), module, expand.Options{})
	n, err := linalg.Convert(module, linalg.Options{FMA: r.FMA})
	if err == nil {
		err = ir.Verify(module)
	}
	r.Nests = n
	return module.RegionAt(0).First().First(), err
}

// compare fills in what the numbers of the other tool say.
func (r *Report) compare(c *ir.Context, want []*tensor.Tensor, bits [][]uint64) {
	bounds, count, err := r.bounds(c)
	if err != nil {
		r.Err = err
		return
	}
	for i, w := range want {
		got, err := tensorOf(w, bits[i])
		if err != nil {
			r.Err = err
			return
		}
		r.Elements += w.Len()
		for k := range w.Len() {
			off := 0.0
			if bounds != nil && w.DType().IsFloat() {
				off = offTerms(got, w, k, bounds[i], count)
			} else {
				off = offUnits(got, w, k) / 2
				if r.Bar == Exact && (off > 0 || !sameSign(got, w, k)) {
					off = math.Inf(1)
				}
			}
			if r.Worst = max(r.Worst, off); off > 1 && r.Err == nil {
				r.Err = fmt.Errorf("result #%d [%d] is %s, and %s in linalg: %.3g of what is allowed, %s", i, k, w.ElementString(k), got.ElementString(k), off, r.Bar)
			}
		}
	}
}

// offUnits is how many values lie between two elements, of which both zeros are one.
func offUnits(got, want *tensor.Tensor, k int) float64 {
	if !want.DType().IsFloat() {
		if got.Int64At(k) != want.Int64At(k) {
			return math.Inf(1)
		}
		return 0
	}
	g, w := got.Float64At(k), want.Float64At(k)
	if math.IsNaN(g) || math.IsNaN(w) {
		if math.IsNaN(g) != math.IsNaN(w) {
			return math.Inf(1)
		}
		return 0
	}
	return math.Abs(float64(tensor.FloatRank(got, k) - tensor.FloatRank(want, k)))
}

// sameSign reports whether no element is negative alone, -0 being so, and NaN having no sign.
func sameSign(got, want *tensor.Tensor, k int) bool {
	if !want.DType().IsFloat() || math.IsNaN(want.Float64At(k)) {
		return true
	}
	return math.Signbit(got.Float64At(k)) == math.Signbit(want.Float64At(k))
}

// offTerms is a difference as a part of n eps times a sum of absolute terms. What is rounded to a
// type of fewer digits than the sum has may be its neighbour, too.
func offTerms(got, want *tensor.Tensor, k int, terms *tensor.Tensor, count int) float64 {
	units := offUnits(got, want, k)
	if units == 0 || want.DType().Size() < 4 && units <= 1 {
		return 0
	}
	eps := 0x1p-23
	if want.DType() == tensor.F64 {
		eps = 0x1p-52
	}
	return math.Abs(got.Float64At(k)-want.Float64At(k)) / (float64(count) * eps * math.Abs(terms.Float64At(k)))
}

// bounds are the sums of absolute terms, and how many these are; nil where nothing is summed.
func (r *Report) bounds(c *ir.Context) (sums []*tensor.Tensor, count int, err error) {
	if r.Bar != Terms {
		return nil, 0, nil
	}
	if r.Terms != "" {
		sums, err = execute(c, r.Terms, r.Inputs)
		return sums, r.Count, err
	}
	module := read(c, r.Text)
	expand.Inside(ir.NewBuilder(c), module, expand.Options{})
	body := module.RegionAt(0).First().First().RegionAt(0).First()
	count = 2 // units, where nothing is summed
	for _, v := range body.Last().Operands() {
		n, ok := te.AsCompute(v.Def())
		if !ok || !n.Reduces() {
			continue
		}
		points := 1
		for _, a := range n.Reduced() {
			points *= int(a.Extent)
		}
		count = max(count, points+len(n.Inits()))
		absolute(c, n)
	}
	sums, err = outputs(module, r.Inputs)
	return sums, count, err
}

// absolute makes a compute sum the absolute values of what it sums.
func absolute(c *ir.Context, n te.Compute) {
	for _, o := range []*ir.Op{n.Body().Last(), n.Op} {
		b := ir.NewBuilder(c).Before(o)
		for i, v := range o.Operands() {
			if v.Type().IsRankedTensor() && v.Type().Elem().IsFloat() {
				o.SetOperand(i, b.Op(c.LookupOp("tg.abs"), o.Loc(), []*ir.Value{v}).Result(0))
			}
		}
	}
}
