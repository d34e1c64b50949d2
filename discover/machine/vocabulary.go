package machine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// form is an op with attributes, without operands.
type form struct {
	def   *ir.OpDef
	key   string   // the attributes in the language of rules; empty for none
	typed *ir.Type // the element type that the op states; nil for none
}

// typedForm is a form on operands of given types.
type typedForm struct {
	form     int32
	operands []int32 // kinds
	result   int32
	op       *ir.Op // on a batch of lanes
}

// vocabulary is all that programs are made of. It numbers element types, as kinds, in the order in
// which they are met.
type vocabulary struct {
	c      *ir.Context
	elems  []*ir.Type // by kind
	dtypes []tensor.DType
	forms  []form
	byKey  map[string]int32 // forms
	typed  []typedForm
	on     map[opOn][]int32 // typed forms
	lookup map[formOn]int32 // typed forms
	// commutes are the forms whose first two operands need to be tried in one order only.
	commutes map[int32]bool
}

// kinds are those of operands, and -1 where there is none.
type kinds [3]int32

type opOn struct {
	def *ir.OpDef
	kinds
}

type formOn struct {
	form int32
	kinds
}

func kindsOf(operands []int32) kinds {
	k := kinds{-1, -1, -1}
	copy(k[:], operands)
	return k
}

func newVocabulary(c *ir.Context) *vocabulary {
	return &vocabulary{c: c, byKey: map[string]int32{}, on: map[opOn][]int32{}, lookup: map[formOn]int32{}, commutes: map[int32]bool{}}
}

// kindOf numbers an element type; -1 for what nothing here computes with.
func (v *vocabulary) kindOf(elem *ir.Type) int32 {
	if k := slices.Index(v.elems, elem); k >= 0 {
		return int32(k)
	}
	d, ok := interp.DTypeOf(elem)
	if !ok || d.IsComplex() {
		return -1
	}
	v.elems, v.dtypes = append(v.elems, elem), append(v.dtypes, d)
	return int32(len(v.elems) - 1)
}

func (v *vocabulary) typeOf(kind int32) *ir.Type { return v.c.Tensor([]int64{width}, v.elems[kind]) }

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

// typedForms are the typed forms of an op on operands of all kinds that values have.
func (e *enumerator) typedForms(def *ir.OpDef) (list []int32) {
	operands := make([]int32, arity(def))
	var fill func(i int)
	fill = func(i int) {
		if i == len(operands) {
			list = append(list, e.formsOn(def, operands)...)
			return
		}
		for _, k := range e.parts.kinds {
			operands[i] = k
			fill(i + 1)
		}
	}
	fill(0)
	return list
}

// formsOn are the typed forms of an op on operands of such kinds.
func (v *vocabulary) formsOn(def *ir.OpDef, operands []int32) []int32 {
	key := opOn{def, kindsOf(operands)}
	list, ok := v.on[key]
	if ok {
		return list
	}
	var types []*ir.Type
	fits := true
	for i, k := range operands {
		types = append(types, v.typeOf(k))
		d := def.OperandDef(i)
		fits = fits && d != nil && d.Type.Ok(types[i])
	}
	if f, _ := opgen.FormsOf.Get(def); fits {
		for _, form := range f.Of(v.c, types) {
			if n := v.typedForm(def, operands, types, form); n >= 0 {
				list = append(list, n)
			}
		}
	}
	v.on[key] = list
	return list
}

// typedForm makes the op on arguments of a block; -1 if it is not valid.
func (v *vocabulary) typedForm(def *ir.OpDef, operands []int32, types []*ir.Type, f opgen.Form) int32 {
	results := f.Results
	if results == nil {
		g := &opgen.Generator{Ctx: v.c}
		var err error
		if results, err = g.Results(def, types, f.Attrs); err != nil || len(results) != 1 {
			return -1
		}
	}
	block := &ir.Block{}
	(&ir.Region{}).Append(block)
	for _, t := range types {
		block.AddArg(t, 0)
	}
	o := ir.NewBuilder(v.c).AtEnd(block).OpWithTypes(def, 0, results, block.Args(), f.Attrs.Entries()...)
	if ir.VerifyOp(o) != nil || !interp.Runs(def) {
		return -1
	}
	kind := v.kindOf(results[0].Elem())
	if kind < 0 {
		return -1
	}
	x := form{def: def, key: attributesText(f.Attrs)}
	if f.Results != nil {
		x.typed = results[0].Elem()
	}
	key := fmt.Sprint(def.Name(), x.key, x.typed)
	n, ok := v.byKey[key]
	if !ok {
		n = int32(len(v.forms))
		v.byKey[key] = n
		v.forms = append(v.forms, x)
		v.commutes[n] = def.Has(ir.Commutative)
	}
	t := int32(len(v.typed))
	v.lookup[formOn{n, kindsOf(operands)}] = t
	v.typed = append(v.typed, typedForm{form: n, operands: slices.Clone(operands), result: kind, op: o})
	return t
}

// find finds the typed form of a form on operands of such kinds; -1 if there is none.
func (v *vocabulary) find(f int32, operands []int32) int32 {
	v.formsOn(v.forms[f].def, operands)
	if n, ok := v.lookup[formOn{f, kindsOf(operands)}]; ok {
		return n
	}
	return -1
}

// attributesText are attributes in the language of rules.
func attributesText(a opgen.Attrs) string {
	var parts []string
	for _, e := range a.Entries() {
		parts = append(parts, e.Name+" = "+attributeText(e.Value))
	}
	if len(parts) == 0 {
		return ""
	}
	return " {" + strings.Join(parts, ", ") + "}"
}

// attributeText is an attribute of an elementwise op: a word, a mark, or a number.
func attributeText(a *ir.Attr) string {
	switch {
	case a.Is(ir.StringAttr):
		return fmt.Sprintf("%q", a.Text())
	case a.Is(ir.UnitAttr):
		return "true"
	}
	return fmt.Sprint(a.Int())
}
