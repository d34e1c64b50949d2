package rulecheck

import (
	"slices"

	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
)

// Keywords and flags of the ops of an example, such as the kind of a reduction,
// are replaced in the IR: only there it is known which an op has, and which types
// follow from them.

// choice is an attribute of an op that could be another one.
type choice struct {
	op     int // its place in the module
	name   string
	now    *ir.Attr
	others []*ir.Attr // nil for none at all
}

// setting is what becomes of choices, by their place in a list of them.
type setting map[int]*ir.Attr

// maxSettings bounds what is tried of an example, and with it the time of a check:
// the keywords of four or five ops go together in thousands of ways.
const maxSettings = 64

// reworded are what a program becomes with other keywords and flags, where that
// is valid.
func (c *checker) reworded(text string) (list []string) {
	module := c.valid(text)
	if module == nil {
		return nil
	}
	choices := c.choices(module)
	for _, s := range c.settings(choices) {
		changed := ir.NewBuilder(c.ctx).Clone(module, map[*ir.Value]*ir.Value{})
		ops := opsOf(changed)
		for i, a := range s {
			ops[choices[i].op].SetAttr(choices[i].name, a)
		}
		if c.settle(changed) {
			list = append(list, printer.OpString(changed, printer.Options{}))
		}
	}
	return list
}

func opsOf(module *ir.Op) (ops []*ir.Op) {
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		ops = append(ops, o)
		return ir.Advance
	})
	return ops
}

// promises are flags that say something of indices which random ones do not keep.
var promises = []string{"sorted", "unique"}

// choices are those of the tg ops of a module. Attributes of other dialects are
// promises for the most part.
func (c *checker) choices(module *ir.Op) (list []choice) {
	for i, o := range opsOf(module) {
		if o.Def() == nil || o.Def().Dialect() != tg.Dialect {
			continue
		}
		for _, a := range o.Def().Attrs {
			var all []*ir.Attr
			for _, word := range a.Is.Values {
				all = append(all, c.ctx.StringAttr(word))
			}
			if a.Is.Desc == ir.IsUnit.Desc && !slices.Contains(promises, a.Name) {
				all = append(all, c.ctx.Unit())
			}
			if len(all) > 0 && a.Optional {
				all = append(all, nil)
			}
			now := o.Attr(a.Name)
			others := slices.DeleteFunc(all, func(a *ir.Attr) bool { return a == now })
			if len(others) > 0 {
				list = append(list, choice{i, a.Name, now, others})
			}
		}
	}
	return list
}

// settings change one choice, or all that are the same now, as a pattern may ask
// two ops for one kind; as many as are left of maxSettings are a mixture.
func (c *checker) settings(choices []choice) (list []setting) {
	for i, x := range choices {
		var alike []int
		for k, y := range choices {
			if y.name == x.name && y.now == x.now && slices.Equal(x.others, y.others) {
				alike = append(alike, k)
			}
		}
		for _, a := range x.others {
			list = append(list, setting{i: a})
			if len(alike) == 1 || alike[0] != i {
				continue
			}
			together := setting{}
			for _, k := range alike {
				together[k] = a
			}
			list = append(list, together)
		}
	}
	c.rng.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	for len(choices) > 1 && len(list) < maxSettings {
		mixture := setting{}
		for i, x := range choices {
			if c.rng.IntN(2) == 0 {
				mixture[i] = x.others[c.rng.IntN(len(x.others))]
			}
		}
		list = append(list, mixture)
	}
	return list[:min(len(list), maxSettings)]
}

// settle gives the results of ops the types that follow from what the ops are
// now, where the module is not valid with those that they have. It reports
// whether the module is valid.
func (c *checker) settle(module *ir.Op) bool {
	if ir.Verify(module) == nil {
		return true
	}
	for _, f := range opsOf(module) {
		if !f.Is(fn.Func) || !straight(f.RegionAt(0).First()) {
			continue
		}
		end := f.RegionAt(0).First().Last()
		for o := f.RegionAt(0).First().First(); o != end; o = o.Next() {
			if o.NumOperands() == 0 {
				continue
			}
			if types, err := resultTypes(c.ctx, o, o.Operands()); err == nil {
				for i, t := range types {
					o.Result(i).SetType(t)
				}
			}
		}
		f.SetAttr("function_type", c.ctx.TypeAttr(c.ctx.Func(fn.Type(f).Inputs(), end.OperandTypes())))
	}
	return ir.Verify(module) == nil
}
