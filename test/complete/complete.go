// Package complete says what is missing of an op: each problem names what to write, and where. Its
// test asks about every op of every dialect; tests of other dialects may ask about theirs.
package complete

import (
	"fmt"
	"math"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/asm"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/field"
)

// Dialects make the contexts in which ops are looked at: the dialect of the op and those that its
// example needs.
type Dialects []*ir.Dialect

// Problems lists what is missing of an op.
func (ds Dialects) Problems(def *ir.OpDef) []string {
	p := &inspection{dialects: ds, def: def}
	p.document()
	if p.example() {
		p.forms()
		p.costs()
		p.refusals()
		p.broken()
	}
	p.inference()
	p.execution()
	p.derivative()
	p.expansion()
	p.inField()
	p.enumeration()
	p.orders()
	if len(p.problems) == 0 {
		p.storage()
	}
	if len(p.problems) == 0 {
		p.reference()
		p.oneNaN()
	}
	return p.problems
}

// inspection is a look at one op.
type inspection struct {
	dialects Dialects
	def      *ir.OpDef
	module   *ir.Op   // of the example
	ops      []*ir.Op // the ops of the kind in it
	problems []string
}

func (p *inspection) problem(format string, args ...any) {
	p.problems = append(p.problems, fmt.Sprintf(format, args...))
}

func (p *inspection) context() *ir.Context {
	c := ir.NewContext(p.dialects...)
	c.AllowUnregistered = true
	return c
}

// read parses and verifies text.
func (p *inspection) read(text string) (*ir.Op, error) {
	c := p.context()
	module, err := parser.Parse(c, []byte(text), parser.Options{Filename: "example"})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		return nil, fmt.Errorf("%s", strings.TrimSpace(c.Render(ir.AsDiag(err, 0))))
	}
	return module, nil
}

// document looks at what people read of the op.
func (p *inspection) document() {
	summary, _, ended := strings.Cut(p.def.Doc, ".")
	if !ended || len(summary) < 5 || len(summary) > 160 || !strings.HasSuffix(p.def.Doc, ".") {
		p.problem("OpDef.Doc: write sentences, of which the first is a summary of at most 160 letters; it is %q", p.def.Doc)
	}
}

// example reads OpDef.Example.
func (p *inspection) example() bool {
	module, err := p.read(p.def.Example)
	if err != nil {
		p.problem("OpDef.Example: write a module that is valid: %v", err)
		return false
	}
	p.module = module
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		if o.Is(p.def) {
			p.ops = append(p.ops, o)
		}
		return ir.Advance
	})
	if len(p.ops) == 0 {
		p.problem("OpDef.Example: use the op in it")
	}
	return len(p.ops) > 0
}

// forms checks that what is printed of the example reads as the same program.
func (p *inspection) forms() {
	if p.def.Format != "" {
		if _, err := asm.Compile(p.def); err != nil {
			p.problem("OpDef.Format: %v", err)
			return
		}
	}
	if (p.def.Parse == nil) != (p.def.Print == nil) {
		p.problem("OpDef.Parse and OpDef.Print: write both, or neither and OpDef.Format")
		return
	}
	pretty, generic := printer.OpString(p.module, printer.Options{}), printer.OpString(p.module, printer.Options{Generic: true})
	if hasForm := p.def.Format != "" || p.def.Print != nil; hasForm && strings.Contains(pretty, `"`+p.def.Name()+`"(`) {
		p.problem("OpDef.Format, or Parse and Print: the example is printed in generic form:\n%s", pretty)
	}
	for _, text := range []string{pretty, generic} {
		back, err := p.read(text)
		if err != nil {
			p.problem("OpDef.Format, or Parse and Print: what is printed of the example cannot be read: %v\n%s", err, text)
			continue
		}
		if again := printer.OpString(back, printer.Options{}); again != pretty {
			p.problem("OpDef.Format, or Parse and Print: what is printed of the example\n%sreads as another program:\n%s", text, again)
		}
	}
}

// costs looks at what the model says of the example.
func (p *inspection) costs() {
	known := map[string]bool{"": true}
	for _, d := range p.dialects {
		for _, def := range d.Ops() {
			timing, _ := cost.Timed.Get(def)
			for _, f := range timing.Functions {
				known[f.Name] = true
			}
		}
	}
	for _, o := range p.ops {
		free := o.Has(ir.ConstantLike) || o.Has(ir.ReturnLike) || o.Has(ir.Symbol) || o.Name() == "builtin.module" || analysis.IsCallable(o)
		for _, m := range []*cost.Machine{cost.CPU(), cost.GPU()} {
			e := cost.NewEstimator(m).Op(o)
			for _, v := range []float64{e.Seconds, e.Flops, e.Read, e.Written} {
				if !(v >= 0) || math.IsInf(v, 0) {
					p.problem("cost.Model: fill the slot with work that is finite; the op of the example costs %+v on %s", e, m.Name)
				}
			}
			if !free && e.Seconds == 0 {
				p.problem("cost.Model: fill the slot; the op of the example costs nothing on %s", m.Name)
			}
		}
		if call := cost.WorkOf(ir.InferenceOf(o)).Call; !known[call] {
			p.problem("cost.Timed: fill the slot with the function '%s', which the op calls and nobody measures", call)
		}
	}
}

// derivative checks that an op of tg says what its derivative is.
func (p *inspection) derivative() {
	if p.def.Dialect() != tg.Dialect {
		return
	}
	if rule, _ := autodiff.Derivative.Get(p.def); !rule.Complete() {
		p.problem("autodiff.Derivative: fill the slot with the derivative: a rule with JVP, and VJP unless the transpose of that will do; or with autodiff.Zero, " +
			"or autodiff.Refuse, and why")
	}
}

// expansion checks that an op of tg says what it is at the index level.
func (p *inspection) expansion() {
	if p.def.Dialect() != tg.Dialect {
		return
	}
	if e, _ := te.Expand.Get(p.def); !e.Complete() {
		p.problem("te.Expand: fill the slot with what makes computes of the op: te.Elementwise, or a te.Expansion with Make; or with te.Opaque, and why there are none")
	}
}

// inField checks that an elementwise op of tg says what it is over a finite field.
func (p *inspection) inField() {
	if p.def.Dialect() != tg.Dialect || !p.def.Has(ir.Elementwise) {
		return
	}
	if m, _ := field.Of.Get(p.def); !m.Complete() {
		p.problem("field.Of: fill the slot with what the op is over a finite field: field.Is or field.OfReals of a function, field.Opaque at least; " +
			"or with field.None, and why it is nothing there")
	}
}

// enumeration checks that an op of tg says with which attributes enumerations try it.
func (p *inspection) enumeration() {
	if p.def.Dialect() != tg.Dialect {
		return
	}
	if f, _ := opgen.FormsOf.Get(p.def); !f.Complete() {
		p.problem("opgen.FormsOf: fill the slot with the attributes with which enumerations of small programs try the op: opgen.Plain for none, opgen.Words, opgen.Each or a function; " +
			"or with opgen.NoForms, and why they leave it alone")
	}
}

// orders checks that an op of tg says how it looks when its values are held in other orders of
// dimensions.
func (p *inspection) orders() {
	if p.def.Dialect() != tg.Dialect || p.def.Has(ir.Elementwise) {
		return
	}
	if r, _ := dimorder.Of.Get(p.def); !r.Complete() {
		p.problem("dimorder.Of: fill the slot with a rule that says which orders of dimensions operands and results have together, and which attributes then change; " +
			"or with dimorder.Fixed, and why they keep theirs")
	}
}

// execution checks that programs with the op can be executed, and that it fuses.
func (p *inspection) execution() {
	_, converts := convert.ToTG.Get(p.def)
	runs := interp.Runs(p.def)
	if !runs && !converts && !p.def.Has(ir.ConstantLike) && notExecuted[p.def.Name()] == "" && notExecuted[p.def.Dialect().Name] == "" {
		p.problem("interp.Kernel: fill the slot with what executes the op, or convert.ToTG with what it becomes")
	}
	if _, ok := convert.ToStableHLO.Get(p.def); !ok && p.def.Dialect() == tg.Dialect {
		p.problem("convert.ToStableHLO: fill the slot with what the op is in StableHLO (convert.Writes, or convert.WritesAll for several results), " +
			"or with convert.Unsayable and why it is nothing there")
	}
	_, kernel := interp.Kernel.Get(p.def)
	if _, ok := analysis.StorageOf.Get(p.def); kernel && !ok {
		p.problem("analysis.StorageOf: fill the slot with how the results lie in memory: analysis.OwnStorage if the kernel writes all of them, " +
			"analysis.ElementwiseStorage if it may write one where an operand is, or a function that says which are views, and what else the op needs")
	}
	if _, tiles := interp.Tile.Get(p.def); kernel && !tiles && p.def.Has(ir.Elementwise) && p.fuses() {
		p.problem("interp.Tile: fill the slot with what the op is in a fusion; else it runs by itself where others fuse")
	}
	if p.def.Has(ir.Elementwise) && kernel && p.fuses() {
		if why := opgen.Unknown(p.def); why != "" {
			p.problem("opgen: say how random instances are made: %s", why)
		}
	}
}

// fuses reports whether the op is one of a dialect whose ops join fusions: one of them does.
func (p *inspection) fuses() bool {
	for _, def := range p.def.Dialect().Ops() {
		if _, ok := interp.Tile.Get(def); ok {
			return true
		}
	}
	return false
}

// notExecuted are the ops, and dialects, that no program that runs holds, and why.
var notExecuted = map[string]string{
	"builtin": "its ops hold others, or stand for conversions that are not done yet",
	"irdl":    "its ops define dialects",
	"linalg":  "its ops are for other compilers to go on with",
	"math":    "its ops are for other compilers to go on with",
	"ub":      "its ops stand for what does not happen",

	"func.func":          "is what is executed, not a step of that",
	"func.call_indirect": "no value that can be executed is a function",
	"scf.forall":         "loops of this kind are there to be simplified",
	"scf.parallel":       "loops of this kind are there to be simplified",
	"scf.reduce.return":  "ends a region of scf.parallel",
	"stablehlo.complex":  "numbers of two parts have no dtype",
	"sdy.mesh":           "is what shardings refer to",
	"util.global":        "is read when a program is compiled",

	"tensor.extract_slice":         "is there to be simplified",
	"tensor.insert_slice":          "is there to be simplified",
	"tensor.parallel_insert_slice": "is a part of scf.forall",
}

// inference asks for the result types of ops that make no sense: builders and rewrites ask before
// anything is verified, so that the answer is types or an error.
func (p *inspection) inference() {
	if p.def.Infer == nil {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			p.problem("OpDef.Infer: return an error for what cannot be, of operands and attributes that fit their declarations; it panics: %v", r)
		}
	}()
	c := p.context()
	types := []*ir.Type{
		c.I32(), c.Tensor(nil, c.F32()), c.Tensor([]int64{2, 3}, c.F32()), c.Tensor([]int64{ir.Dynamic}, c.I32()),
		c.UnrankedTensor(c.F32()), c.Tensor([]int64{0}, c.Bool()), c.Tensor([]int64{2}, c.Int(0, ir.Signless)),
	}
	attrs := []*ir.Attr{
		nil, c.I64Attr(-1), c.I64Attr(0), c.I64Array(nil), c.I64Array([]int64{0}), c.I64Array([]int64{-1, 7}), c.StringAttr("sum"), c.StringAttr("nc x io -> nc"),
		c.Unit(), c.TypeAttr(c.F32()), c.TypeAttr(c.Tensor(nil, c.F32())), c.IntArray(c.Bool(), []int64{1}),
	}
	for n := range 5 {
		for i := range types {
			for k := range attrs {
				in := &ir.Inference{Ctx: c, Def: p.def}
				for j := range n {
					in.Operands = append(in.Operands, types[(i+j*k)%len(types)])
				}
				var props []ir.NamedAttr
				for j, a := range p.def.Attrs {
					props = append(props, ir.NamedAttr{Name: a.Name, Value: attrs[(k+j*i)%len(attrs)]})
				}
				in.Props = c.Dict(props)
				if k%2 == 0 {
					in.Results = in.Operands
				}
				if _, err := in.Types(); err != nil && err.Error() == "" {
					p.problem("OpDef.Infer: say what is wrong; an error is empty")
				}
			}
		}
	}
}
