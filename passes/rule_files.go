package passes

import (
	"errors"
	"os"

	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// RuleFiles reads rules that a user wrote, about ops of the dialects of c: those
// of tg by their mnemonics, others by their full names. All errors in the files
// are returned, joined, each with its place.
func RuleFiles(c *ir.Context, names []string) ([]*rewrite.Rule, error) {
	dialect := func(name string) *ir.Dialect {
		for _, d := range c.Dialects() {
			if d.Name == name {
				return d
			}
		}
		return nil
	}
	lookup := rewrite.LookupIn(dialect("tg"), dialect)
	var all []*rewrite.Rule
	var errs []error
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			errs = append(errs, ir.Errorf(0, "cannot read the rules in '%s': %s", name, oserr.Reason(err)))
			continue
		}
		src, err := c.AddSource(name, text, 0)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		list, err := rewrite.ParseRules(name, string(text), lookup)
		errs = append(errs, ruleDiags(src, err)...)
		all = append(all, list...)
	}
	return all, errors.Join(errs...)
}

// ruleDiags are the errors of a file of rules as diagnostics with their lines.
func ruleDiags(src *ir.Source, err error) []error {
	list, ok := err.(rewrite.RuleErrors)
	if !ok && err != nil {
		return []error{err}
	}
	diags := make([]error, len(list))
	for i, e := range list {
		diags[i] = ir.Errorf(src.Loc(e.Pos.Offset), "%s", e.Message)
	}
	return diags
}
