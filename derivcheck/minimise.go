package derivcheck

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/internal/minimise"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

// minimise looks for a smaller module in which the same check of the function fails, and makes the
// text of it.
func (p *Problem) minimise(module *ir.Op, name string, o Options) {
	if o.MinimiseBudget == 0 {
		o.MinimiseBudget = DefaultMinimiseBudget
	}
	shown := p
	small := module
	if !hasRules(module) { // which are no derivatives of a smaller function
		small = minimise.Module(module, o.MinimiseBudget, func(m *ir.Op) bool {
			r, err := check(m, name, o)
			return err == nil && r.Problem != nil && r.Problem.Check == p.Check
		})
	}
	if r, err := check(small, name, o); err == nil && r.Problem != nil {
		shown = r.Problem
	}
	var text strings.Builder
	fmt.Fprintf(&text, "// %s of @%s: %s\n", shown.Check, name, strings.ReplaceAll(shown.Text, "\n", "\n// "))
	fmt.Fprintf(&text, "// seed %d\n", o.Seed)
	for i, x := range shown.Inputs {
		fmt.Fprintf(&text, "// input %d: %s\n", i, tensor.FormatElided(x, 16))
	}
	text.WriteString(printer.OpString(small, printer.Options{}))
	if !strings.HasSuffix(text.String(), "\n") {
		text.WriteByte('\n')
	}
	p.Module = text.String()
}

// hasRules reports whether a function of a module has a rule that somebody wrote.
func hasRules(module *ir.Op) bool {
	for _, f := range ir.Symbols(module) {
		if f.Attr(autodiff.CustomJVP) != nil || f.Attr(autodiff.CustomVJP) != nil || f.Attr(autodiff.CustomZero) != nil {
			return true
		}
	}
	return false
}
