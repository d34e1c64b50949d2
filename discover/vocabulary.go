package discover

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/discover/term"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// world is one choice of extents: the types of the inputs in it. What is enumerated must be valid
// in all worlds at once, and what is equal must be so in all: so what holds for square matrices
// only, or for one extent, is told apart from what holds for more.
type world = []*ir.Type

// shape is a type in each world, by number.
type shape int32

// form is an op with attributes, without operands; or one of its results, if it has several. Where
// attributes follow from extents, they are those of one world, and form has them for each.
type form struct {
	def     *ir.OpDef
	arity   int
	result  int
	results int
	op      string      // the op with its attributes, which all results have in common
	attrs   []term.Attr // in the language of rules
	typed   string      // the type that the op states, in that language; empty for none
}

// forms are those that occurred, by number. All vocabularies of a search share them, so that a rule
// found in one is known in all.
type forms struct {
	list  []form
	byKey map[string]int
}

func newForms() *forms { return &forms{byKey: map[string]int{}} }

// typedForm is a form on operands of given shapes.
type typedForm struct {
	form     int
	operands []shape
	result   shape
	worlds   []inWorld
	planned  bool    // whether plans are what they will be: see plansOf
	plans    []*plan // one for each world; none if the op is nothing on these operands
}

// inWorld is a form in one world: its attributes, and the types of all its results.
type inWorld struct {
	form    opgen.Form
	results []*ir.Type
}

// vocabulary is all that programs are made of: forms, and what they are on operands of each
// combination of shapes that occurred. It serves one goroutine; once it has answered, plans are
// not changed by anybody but through clones.
type vocabulary struct {
	ctx    *ir.Context
	worlds int
	ops    []*ir.OpDef
	attrs  []string // those that ops may have; nil for all
	forms  *forms
	shapes [][]*ir.Type
	counts [][]int // of elements, of a shape in each world
	byType map[string]shape
	typed  []typedForm
	on     map[opOn][]int // typed forms by op and shapes of operands
	lookup map[formOn]int // typed forms by form and shapes of operands
	// most is how many elements a result may have in each world.
	most []int64
	plan func(b *ir.Builder, o *ir.Op, result int) (*plan, error)
}

// onShapes are the shapes of operands, and 0 where there is none.
func onShapes(operands []shape) (s [3]shape) {
	copy(s[:], operands)
	return s
}

type opOn struct {
	def    *ir.OpDef
	shapes [3]shape
}

type formOn struct {
	form   int
	shapes [3]shape
}

// newVocabulary makes one of ops, for programs of a domain.
func newVocabulary(c *ir.Context, ops []*ir.OpDef, d *Domain, f *forms) *vocabulary {
	v := &vocabulary{
		ctx: c, worlds: len(d.Worlds), ops: ops, forms: f, byType: map[string]shape{}, on: map[opOn][]int{}, lookup: map[formOn]int{},
		most: make([]int64, len(d.Worlds)), plan: d.plan,
	}
	for i, w := range d.Worlds {
		for _, t := range w {
			n, _ := t.NumElements()
			v.most[i] = max(v.most[i], n*d.Growth)
		}
	}
	return v
}

// shapeOf numbers a type in each world.
func (v *vocabulary) shapeOf(types []*ir.Type) shape {
	key := fmt.Sprint(types)
	s, ok := v.byType[key]
	if !ok {
		s = shape(len(v.shapes))
		v.byType[key] = s
		v.shapes = append(v.shapes, slices.Clone(types))
		counts := make([]int, len(types))
		for i, t := range types {
			n, _ := t.NumElements()
			counts[i] = int(n)
		}
		v.counts = append(v.counts, counts)
	}
	return s
}

// arity is how many operands an op is tried with.
func arity(def *ir.OpDef) int {
	if f, _ := opgen.FormsOf.Get(def); f.Operands > 0 {
		return f.Operands
	}
	n := 0
	for _, o := range def.Operands {
		if o.Count == ir.One {
			n++
		}
	}
	return n
}

// formsOn are the typed forms of an op on operands of such shapes.
func (v *vocabulary) formsOn(def *ir.OpDef, operands []shape) []int {
	key := opOn{def, onShapes(operands)}
	list, ok := v.on[key]
	if ok {
		return list
	}
	made := make([][]opgen.Form, v.worlds)
	f, _ := opgen.FormsOf.Get(def)
	for w := range made {
		if f.Of != nil {
			made[w] = slices.DeleteFunc(f.Of(v.ctx, v.types(operands, w)), v.unwanted)
		}
	}
	for i := range made[0] {
		if !slices.ContainsFunc(made, func(m []opgen.Form) bool { return len(m) != len(made[0]) }) {
			list = append(list, v.typedForms(def, operands, made, i)...)
		}
	}
	v.on[key] = list
	return list
}

// unwanted reports whether a form has attributes that ops are not to have.
func (v *vocabulary) unwanted(f opgen.Form) bool {
	return v.attrs != nil && slices.ContainsFunc(f.Attrs.Entries(), func(e ir.NamedAttr) bool { return !slices.Contains(v.attrs, e.Name) })
}

func (v *vocabulary) types(operands []shape, world int) []*ir.Type {
	list := make([]*ir.Type, len(operands))
	for i, s := range operands {
		list[i] = v.shapes[s][world]
	}
	return list
}

// typedForms makes the typed forms of form i in all worlds, one for each result.
func (v *vocabulary) typedForms(def *ir.OpDef, operands []shape, made [][]opgen.Form, i int) (list []int) {
	var worlds []inWorld
	for w := range v.worlds {
		in := v.types(operands, w)
		t := v.infer(def, in, made[w][i])
		if len(t) == 0 || w > 0 && len(t) != len(worlds[0].results) {
			return nil
		}
		for _, t := range t {
			if n, ok := t.NumElements(); !ok || n > v.most[w] || n == 0 {
				return nil
			}
		}
		worlds = append(worlds, inWorld{made[w][i], t})
		if v.alike(operands, w) < w {
			continue
		}
		if _, _, err := v.make(def, in, worlds[w]); err != nil {
			return nil
		}
	}
	for r := range worlds[0].results {
		x := typedForm{form: v.formOf(def, made, i, r, len(worlds[0].results)), operands: slices.Clone(operands), worlds: worlds}
		types := make([]*ir.Type, v.worlds)
		for w := range types {
			types[w] = worlds[w].results[r]
		}
		x.result = v.shapeOf(types)
		v.lookup[formOn{x.form, onShapes(operands)}] = len(v.typed)
		list = append(list, len(v.typed))
		v.typed = append(v.typed, x)
	}
	return list
}

// alike is the first world in which operands have the types that they have in a world.
func (v *vocabulary) alike(operands []shape, world int) int {
	in := v.types(operands, world)
	for w := range world {
		if slices.Equal(v.types(operands, w), in) {
			return w
		}
	}
	return world
}

// plansOf are the plans of a typed form, one for each world. They are made when they are first
// asked for, as there are many more forms than programs can be tried of. There are none if the op
// is nothing on these operands.
func (v *vocabulary) plansOf(typed int32) []*plan {
	x := &v.typed[typed]
	if x.planned {
		return x.plans
	}
	x.planned = true
	f := &v.forms.list[x.form]
	plans := make([]*plan, v.worlds)
	for w := range plans {
		if same := v.alike(x.operands, w); same < w {
			plans[w] = plans[same]
			continue
		}
		b, o, err := v.make(f.def, v.types(x.operands, w), x.worlds[w])
		if err == nil {
			plans[w], err = v.plan(b, o, f.result)
		}
		if err != nil {
			return nil
		}
	}
	x.plans = plans
	return plans
}

// formOf numbers a form: the same attributes in the first world, and as text.
func (v *vocabulary) formOf(def *ir.OpDef, made [][]opgen.Form, i, result, results int) int {
	f := form{def: def, arity: arity(def), result: result, results: results, attrs: attributeTerms(made[0][i].Attrs), typed: made[0][i].Type}
	f.op = fmt.Sprint(def.Name(), f.attrs, f.typed)
	key := fmt.Sprint(f.op, result)
	n, ok := v.forms.byKey[key]
	if !ok {
		n = len(v.forms.list)
		v.forms.byKey[key] = n
		v.forms.list = append(v.forms.list, f)
	}
	return n
}

// attributeTerms are attributes in the language of rules.
func attributeTerms(a opgen.Attrs) (list []term.Attr) {
	for _, e := range a.Entries() {
		list = append(list, term.Attr{Name: e.Name, Value: attributeText(e.Value)})
	}
	return list
}

func attributeText(a *ir.Attr) string {
	switch {
	case a.Is(ir.StringAttr):
		return fmt.Sprintf("%q", a.Text())
	case a.Is(ir.UnitAttr):
		return "true"
	case a.Is(ir.IntegerAttr):
		return fmt.Sprint(a.Int())
	}
	list := make([]string, 0, 4)
	for _, n := range a.Ints() {
		list = append(list, fmt.Sprint(n))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// infer are the types of the results of an op; nil if there is none.
func (v *vocabulary) infer(def *ir.OpDef, operands []*ir.Type, f opgen.Form) []*ir.Type {
	for i, t := range operands {
		if d := def.OperandDef(i); d == nil || !d.Type.Ok(t) {
			return nil
		}
	}
	g := &opgen.Generator{Ctx: v.ctx}
	if f.Results != nil {
		return f.Results
	}
	types, err := g.Results(def, operands, f.Attrs)
	if err != nil {
		return nil
	}
	return types
}

// make makes the op on arguments of a block, and checks it.
func (v *vocabulary) make(def *ir.OpDef, operands []*ir.Type, x inWorld) (*ir.Builder, *ir.Op, error) {
	block := &ir.Block{}
	(&ir.Region{}).Append(block)
	for _, t := range operands {
		block.AddArg(t, 0)
	}
	b := ir.NewBuilder(v.ctx)
	o := b.AtEnd(block).OpWithTypes(def, 0, x.results, block.Args(), x.form.Attrs.Entries()...)
	return b, o, ir.VerifyOp(o)
}

// find finds the typed form of a form on operands of such shapes; -1 if there is none.
func (v *vocabulary) find(f int, operands []shape) int {
	v.formsOn(v.forms.list[f].def, operands)
	if n, ok := v.lookup[formOn{f, onShapes(operands)}]; ok {
		return n
	}
	return -1
}
