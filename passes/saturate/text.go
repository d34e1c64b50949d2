package saturate

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// maxText is how long the text of an expression gets, about.
const maxText = 100

// ruleName is what a rule is called, as a reason has it.
func (s *saturater) ruleName(rule int32) string {
	switch n := int(rule) - len(s.rules); {
	case n < 0:
		return s.rules[rule].Name
	case n == 0:
		return "fusion"
	}
	return "folding"
}

// applied is a rule, as a reason has it, for those who ask what gains.
func (s *saturater) applied(rule int32) pipeline.Applied {
	if int(rule) >= len(s.rules) {
		return pipeline.Applied{Name: s.ruleName(rule)}
	}
	r := s.rules[rule]
	return pipeline.Applied{Name: r.Name, Place: r.Pos.String()}
}

// stepText names the rule of a step, and says if it was read from right to left.
func (s *saturater) stepText(x step) string {
	backward := x.backward
	if int(x.rule) < len(s.rules) && s.reversed[s.rules[x.rule]] {
		backward = !backward
	}
	if backward {
		return s.ruleName(x.rule) + ", backward"
	}
	return s.ruleName(x.rule)
}

// where is the line and column of a location.
func (s *saturater) where(l ir.Loc) string {
	if at, ok := s.run.Ctx.FilePosition(l); ok {
		return fmt.Sprintf("%d:%d", at.Line, at.Col)
	}
	return "an unknown place"
}

// shortName is the name of a node's op without its dialect, the value of a constant, or empty
// for what comes from outside.
func (s *space) shortName(n egraph.ID) string {
	x := &s.nodes[n]
	switch {
	case x.op != nil && x.op.Has(ir.ConstantLike):
		return constantValueText(x.op.Attr("value"))
	case x.name == nil && x.value == nil:
		return fmt.Sprintf("#%d", x.result)
	case x.name == nil:
		return ""
	}
	return x.name.Name[strings.LastIndexByte(x.name.Name, '.')+1:]
}

// constantValueText is the number that all elements of a constant are, or `constant`.
func constantValueText(a *ir.Attr) string {
	text := a.String()
	if i, j := strings.IndexByte(text, '<'), strings.IndexByte(text, '>'); a.Is(ir.DenseAttr) && a.IsSplat() && i >= 0 && j > i {
		return text[i+1 : j]
	}
	if i := strings.Index(text, " : "); i >= 0 && (a.Is(ir.FloatAttr) || a.Is(ir.IntegerAttr)) {
		return text[:i]
	}
	return "constant"
}

// writer writes expressions of limited length.
type writer struct {
	strings.Builder
}

// expression writes op(arg, ...), with what shows nothing left out.
func (w *writer) expression(name string, args int, arg func(i int)) {
	w.WriteString(name)
	if w.Len() > maxText {
		if args > 0 {
			w.WriteString("(...)")
		}
		return
	}
	mark := w.Len()
	for i := range args {
		if i == 0 {
			w.WriteString("(")
		} else {
			w.WriteString(", ")
		}
		if w.Len() > maxText {
			w.WriteString("...")
			break
		}
		arg(i)
	}
	if w.Len() > mark {
		w.WriteString(")")
	}
}

// text is a term as an expression, of which what comes from outside is an underscore.
func (p *prover) text(t *term) string {
	var w writer
	var of func(t *term)
	of = func(t *term) { // as deep as the text is long
		name := p.space.shortName(t.node)
		if strings.HasPrefix(name, "#") && len(t.kids) == 1 { // a result of several
			of(t.kids[0])
			w.WriteString(name)
			return
		}
		if name == "" {
			name = "_"
		}
		w.expression(name, len(t.kids), func(i int) { of(t.kids[i]) })
	}
	of(t)
	return w.String()
}
