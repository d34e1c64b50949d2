package rule

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Backward is a rule read from right to left, though it may not be written so: for those who ask
// which programs it makes others of. It is nil if the right side is no pattern, or binds too little
// for the left side and the conditions. That these hold for what it matches does not say that they
// hold for what it makes: apply the rule itself to that.
func (r *Rule) Backward() *Rule {
	if r.reversed != nil {
		return r.reversed
	}
	c := &chunk{name: r.Name, set: r.Set, about: setWords{r.Complex, r.Search}, doc: r.Doc, text: r.Statement(), pos: r.Pos, endless: true}
	text, err := parseRuleText(c)
	if err != nil {
		return nil
	}
	right := []*termText{text.right}
	if g := text.right.group; g != nil && g.typ == nil {
		right = g.terms
	}
	text.bothWays = true
	b, errs := compileRule(c, text, r.Name+"-backward", right, text.left, r.lookup)
	if len(errs) > 0 {
		return nil
	}
	return b
}

// lookup finds the ops of the rule.
func (r *Rule) lookup(name string) (*ir.OpDef, error) {
	for _, def := range slices.Concat(r.Ops(), r.Made()) {
		if def.Name() == name || strings.HasSuffix(def.Name(), "."+name) {
			return def, nil
		}
	}
	return nil, fmt.Errorf("the rule '%s' has no op '%s'", r.Name, name)
}
