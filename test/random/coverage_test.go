package random

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// notGenerated are ops and attributes that random programs do without, and why.
var notGenerated = map[string]string{
	"tg.assert":                        "a promise that values of random programs do not keep",
	"tg.assert message":                "a promise that values of random programs do not keep",
	"tg.conv algorithm":                "few random kernels have 3x3 taps: instances and interp/contract have them",
	"tg.conv algorithm = winograd_2x2": "few random kernels have 3x3 taps: instances and interp/contract have them",
	"tg.conv algorithm = winograd_4x4": "few random kernels have 3x3 taps: instances and interp/contract have them",
	"tg.custom_call config":            "what a call is told is up to the function that it calls",
	"tg.select_and_scatter region 0":   "its regions run as those of reduce_window and scatter do, and are compared with these in instances",
	"tg.dynamic_gather sorted":         "a promise that indices of random programs do not keep",
	"tg.gather sorted":                 "a promise that indices of random programs do not keep",
	"tg.scatter sorted":                "a promise that indices of random programs do not keep",
	"tg.scatter unique":                "a promise that indices of random programs do not keep",
}

// requested says that a feature is one of an op that asks for a derivative, which programs in
// test/derivatives do.
func requested(feature string) bool {
	name, _, _ := strings.Cut(feature, " ")
	_, asks := autodiff.Requested.Get(tgContext.LookupOp(name))
	return asks
}

// unplanned says that a feature is one of an op whose memory nothing can plan, which programs for
// all passes do without. Its instances are compared with references.
func unplanned(feature string) bool {
	name, _, _ := strings.Cut(feature, " ")
	told, _ := analysis.ToldBy.Get(tgContext.LookupOp(name))
	return told != nil && told.Scratch
}

// coveredPrograms is how many programs are enough to have everything, each at
// least leastPrograms times.
const (
	coveredPrograms = 1500
	leastPrograms   = 2
)

// Every op of the dialect turns up in random programs, with every attribute, each
// of the words that it may be, with and without optional operands and regions; so
// do element types, ranks and sizes. `-v` shows in how many programs each does.
func TestProgramsCoverTheDialect(t *testing.T) {
	count := map[string]int{}
	missing := func() []string {
		return slices.DeleteFunc(wanted(), func(f string) bool {
			return count[f] >= leastPrograms || notGenerated[f] != "" || unplanned(f) || requested(f)
		})
	}
	for seed := range uint64(coveredPrograms) {
		if seed%100 == 0 && len(missing()) == 0 && !testing.Verbose() {
			break
		}
		module, err := agree.Parse(progen.Program(seed, progen.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		ir.Walk(module, func(o *ir.Op) ir.WalkAction {
			for _, f := range features(o) {
				seen[f] = true
			}
			return ir.Advance
		})
		for f := range seen {
			count[f]++
		}
	}
	for _, f := range slices.Sorted(maps.Keys(count)) {
		t.Logf("%5d %s", count[f], f)
	}
	for _, f := range missing() {
		t.Errorf("%d of %d random programs have %s: teach package opgen or progen to make more", count[f], coveredPrograms, f)
	}
	for f := range notGenerated {
		if count[f] > 0 || !slices.Contains(wanted(), f) {
			t.Errorf("%s is not to be left out", f)
		}
	}
}

// features are what the campaign is to have, as far as an op has it.
func features(o *ir.Op) []string {
	name := o.Name()
	list := []string{name}
	def := o.Def()
	if def == nil {
		return nil
	}
	for _, a := range def.Attrs {
		v := o.Attr(a.Name)
		if v == nil || a.Default != nil && v == a.Default(o.Context()) || v.Is(ir.DenseArrayAttr) && len(v.Ints()) == 0 {
			continue
		}
		list = append(list, name+" "+a.Name)
		if len(a.Is.Values) > 0 {
			list = append(list, name+" "+a.Name+" = "+strings.Trim(v.String(), `"`))
		}
		if v.Is(ir.DenseArrayAttr) && slices.ContainsFunc(v.Ints(), func(n int64) bool { return n < 0 }) {
			list = append(list, name+" "+a.Name+" below 0")
		}
	}
	list = append(list, fmt.Sprintf("%s with %d operands", name, min(o.NumOperands(), 4)))
	for i, r := range o.Regions() {
		if !r.Empty() {
			list = append(list, fmt.Sprintf("%s region %d", name, min(i, 3)))
		}
	}
	for _, v := range append(o.Operands(), o.Results()...) {
		list = append(list, ofType(v.Type())...)
	}
	if o.Is(tg.Constant) {
		list = append(list, fmt.Sprintf("a constant, splat %v", o.Attr("value").IsSplat()))
	}
	return list
}

func ofType(t *ir.Type) []string {
	if !t.IsRankedTensor() {
		return nil
	}
	n, _ := t.NumElements()
	return []string{"elements " + t.Elem().String(), fmt.Sprintf("rank %d", t.Rank()), fmt.Sprintf("size %d", min(n, 2))}
}

// wanted are the features that there must be.
func wanted() []string {
	list := []string{"a constant, splat true", "a constant, splat false", "func.call", "cf.br", "cf.cond_br", "check.expect_eq", "builtin.module region 0"}
	for _, o := range tg.Dialect.Ops() {
		name := o.Name()
		list = append(list, name)
		for _, a := range o.Attrs {
			list = append(list, name+" "+a.Name)
			for _, word := range a.Is.Values {
				if a.Default == nil || a.Default(tgContext) != tgContext.StringAttr(word) {
					list = append(list, name+" "+a.Name+" = "+word)
				}
			}
		}
		for i := range o.Regions {
			list = append(list, fmt.Sprintf("%s region %d", name, i))
		}
		for i, a := range o.Operands {
			if a.Count == ir.AtMostOne {
				list = append(list, fmt.Sprintf("%s with %d operands", name, i), fmt.Sprintf("%s with %d operands", name, i+1))
			}
		}
	}
	for _, e := range opgen.Elements(tgContext) {
		list = append(list, "elements "+e.String())
	}
	for rank := range 6 {
		list = append(list, fmt.Sprintf("rank %d", rank))
	}
	return append(list, "size 0", "size 1", "tg.pad low below 0", "tg.pad high below 0", "tg.conv pads below 0", "tg.case region 2")
}
