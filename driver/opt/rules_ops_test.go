package opt

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
)

// selfRules are rules that make what they match once more, which is right: one
// with the op as the root, one with it inside, and one for each operand with a
// constant in its place. There are none for an op that rules cannot speak of.
func selfRules(t *testing.T, c *ir.Context, def *ir.OpDef, operands int) []*rule.Rule {
	t.Helper()
	var names []string
	for i := range operands {
		names = append(names, fmt.Sprintf("?x%d", i))
	}
	result, stated := "", ""
	if len(def.Results) > 1 {
		result = "#0"
	}
	if def.Has(ir.StatedTypes) || def.Infer == nil && !def.Has(ir.SameTypes) {
		stated = " : type(root)"
	}
	term := def.Name() + "(" + strings.Join(names, ", ") + ") {*a}" + result
	lookup := func(name string) (*ir.OpDef, error) {
		if o := c.LookupOp(name); o != nil {
			return o, nil
		}
		return nil, fmt.Errorf("there is no op '%s'", name)
	}
	// made is the term where it stands at a path.
	made := func(path string) string {
		if stated == "" {
			return term
		}
		return "(" + term + " : type(" + path + "))"
	}
	texts := []string{
		term + " => " + term + stated,
		"arith.select(?c, " + term + ", ?y) {*b} => arith.select(?c, " + made("root.1") + ", ?y) {*b}",
	}
	for i := range names {
		with := slices.Clone(names)
		with[i] = "0"
		texts = append(texts, "arith.select(?c, ?r "+def.Name()+"("+strings.Join(with, ", ")+") {*a}"+result+", ?y) {*b} => arith.select(?c, ?r, ?y) {*b}")
	}
	var list []*rule.Rule
	for i, text := range texts {
		text = fmt.Sprintf("set s complex\nrule r%d: %s [exact]", i, text)
		rules, err := rule.Parse("t.rules", text, lookup)
		switch {
		case err == nil:
			list = append(list, rules...)
		case strings.Contains(err.Error(), "rules cannot speak of it"), strings.Contains(err.Error(), "which cannot be given one type"):
		default:
			t.Errorf("%s: %v", text, err)
		}
	}
	return list
}

// operandCounts are how many operands an op may have, the first few.
func operandCounts(def *ir.OpDef) []int {
	n := 0
	for _, a := range def.Operands {
		switch a.Count {
		case ir.One:
			n++
		case ir.Any:
			return []int{n, n + 1, n + 2, n + 3}
		}
	}
	return []int{n}
}

// Every op of every dialect may stand in a rule that is checked, as the root or
// inside: the check ends, does not crash, and says that the rule is right, or why
// it cannot tell. What it cannot tell is known here, op by op: an op that is added
// can be tested, or says why not.
func TestCheckRulesOfEveryOp(t *testing.T) {
	c := standard.NewContext()
	var rules []*rule.Rule
	var of []*ir.OpDef
	for _, d := range c.Dialects() {
		for _, def := range d.Ops() {
			for _, n := range operandCounts(def) {
				for _, r := range selfRules(t, c, def, n) {
					rules, of = append(rules, r), append(of, def)
				}
			}
		}
	}
	tested, reasons := map[*ir.OpDef]bool{}, map[*ir.OpDef]string{}
	for i, r := range rulecheck.Check(rules, rulecheck.Options{Instances: 1, Workers: runtime.GOMAXPROCS(0)}) {
		switch def := of[i]; {
		case r.Problem == "":
			tested[def] = true
		case strings.HasPrefix(r.Problem, "cannot be tested: "):
			if !strings.Contains(reasons[def], "'"+def.Name()+"'") { // it may be what the op stands in that lacks something
				reasons[def] = r.Problem
			}
		case strings.HasPrefix(r.Problem, "never matched: no instance that could be made is what"), strings.HasPrefix(r.Problem, "matched "):
			reasons[def] = r.Problem
		default:
			t.Errorf("%s\n%s", r.Rule.Text, r.Problem)
		}
	}
	for def, why := range reasons {
		switch name := def.Dialect().Name; {
		case tested[def]:
		case strings.Contains(why, "no instance of op 'arith.select'"): // of what the op makes, around it
			t.Logf("%s: %s", def.Name(), why)
		case !strings.Contains(why, "'"+def.Name()+"'"):
			t.Errorf("%s cannot be tested, but the reason does not name it: %s", def.Name(), why)
		case name == "arith", name == "chlo" && !slices.Contains([]string{"top_k", "ragged_dot", "constant_like", "broadcast_complex"}, def.Mnemonic()):
			t.Errorf("%s: %s", def.Name(), why)
		default:
			t.Logf("%s: %s", def.Name(), why)
		}
	}
	if len(tested) < 200 {
		t.Errorf("%d ops only can be tested", len(tested))
	}
}
