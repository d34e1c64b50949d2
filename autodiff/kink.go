package autodiff

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Kink is a place where an op has no derivative, so that a convention says what to take for one.
type Kink struct {
	// Where says what is known of the operands that makes it one.
	Where string
	// By is what each convention takes, in their order.
	By [3]string
}

// remarkKink tells of an op whose derivative is asked where it is known to have none what the
// convention takes for one, and what others do; nothing if all take the same.
func (m *Maker) remarkKink(rule *Rule, o *ir.Op) {
	if m.e.opt.Remark == nil || rule.Kink == nil {
		return
	}
	k := rule.Kink(o, func(i int) bool { return m.active.has(o.Operand(i)) })
	if k == nil || k.By[LeastNorm] == k.By[JAX] && k.By[JAX] == k.By[Enzyme] {
		return
	}
	var others []string
	for c, name := range Conventions {
		if Convention(c) != m.Convention {
			others = append(others, fmt.Sprintf("%s by '%s'", k.By[c], name))
		}
	}
	text := fmt.Sprintf("'%s' has a kink, for %s: its derivative is %s by the convention '%s'; it would be %s",
		o.Name(), k.Where, k.By[m.Convention], Conventions[m.Convention], strings.Join(others, ", and "))
	if said := (said{o.Loc(), text}); !m.e.said[said] {
		m.e.said[said] = true
		m.e.remark(o, text)
	}
}

// said is a remark about what stands at a place, of which there may be copies.
type said struct {
	at   ir.Loc
	text string
}
