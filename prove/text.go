package prove

import (
	"fmt"
	"strings"
)

// name is a variable for readers.
func (t *table) name(v variable) string {
	switch o := t.vars[v]; o.sort {
	case quotient:
		return fmt.Sprintf("floor((%s)/(%s))", o.e.text(t.name), o.d.text(t.name))
	case clamped:
		return fmt.Sprintf("clamp(%s, 0, %s)", o.e.text(t.name), o.d.text(t.name))
	case element:
		return t.text(o.node)
	default:
		return o.name
	}
}

// facts are conditions for readers.
func (t *table) facts(list []fact) string {
	var out []string
	for _, f := range list {
		sign := " >= 0"
		if f.eq {
			sign = " = 0"
		}
		out = append(out, f.p.text(t.name)+sign)
	}
	return strings.Join(out, ", ")
}

func (t *table) list(list []poly) string {
	var out []string
	for _, p := range list {
		out = append(out, p.text(t.name))
	}
	return strings.Join(out, ", ")
}

// maxText is how many characters of a node are shown.
const maxText = 400

// text is a node for readers.
func (t *table) text(n *node) string {
	var b strings.Builder
	t.write(&b, n)
	if b.Len() > maxText {
		return b.String()[:maxText] + "..."
	}
	return b.String()
}

func (t *table) write(b *strings.Builder, n *node) {
	if b.Len() > maxText {
		return
	}
	args := func(list []*node) {
		for i, a := range list {
			if i > 0 {
				b.WriteString(", ")
			}
			t.write(b, a)
		}
	}
	switch n.kind {
	case call:
		b.WriteString(strings.TrimPrefix(n.op, "tg."))
		if n.attrs != "" {
			b.WriteString("{" + strings.TrimSpace(n.attrs) + "}")
		}
		b.WriteString("(")
		args(n.args)
		b.WriteString(")")
	case read:
		fmt.Fprintf(b, "%s[%s]", t.tensors[n.tensor], t.list(n.at))
	case constant:
		if len(n.at) > 0 {
			b.WriteString(n.at[0].text(t.name))
		} else {
			b.WriteString("0x" + n.op)
		}
	case index:
		b.WriteString("index(" + t.list(n.at) + ")")
	case choice:
		fmt.Fprintf(b, "(%s if %s else %s)", t.text(n.args[0]), t.facts(n.facts), t.text(n.args[1]))
	case fold:
		var axes []string
		for i, v := range n.bound {
			axes = append(axes, fmt.Sprintf("%s < %s", t.vars[v].name, n.extents[i].text(t.name)))
		}
		op := n.op
		if op == "" {
			op = "fold"
		}
		fmt.Fprintf(b, "%s[%s](", op, strings.Join(axes, ", "))
		args(n.args)
		b.WriteString(")")
	case argument:
		fmt.Fprintf(b, "#%d", n.result)
	}
}
