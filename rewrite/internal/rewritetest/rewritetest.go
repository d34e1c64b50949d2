// Package rewritetest is what the tests of patterns and of rules have in common:
// modules from text, ops by name, and the greedy driver with a log.
package rewritetest

import (
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Lookup finds ops of tg by mnemonic and all others by their full names.
func Lookup() rule.Lookup {
	c := driver.NewContext()
	return rule.LookupIn(c.LookupDialect("tg"), c.LookupDialect)
}

// Parse is the module of a text, which must be valid; ops that no dialect has may
// stand in it.
func Parse(t *testing.T, text string) *ir.Op {
	t.Helper()
	ctx := driver.NewContext()
	ctx.AllowUnregistered = true
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "f.mlir"})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		t.Fatal(ctx.Render(ir.AsDiag(err, 0)))
	}
	return module
}

// Unbounded is the configuration of `canonicalize`.
var Unbounded = rewrite.Config{TopDown: true, MaxIterations: 10, MaxRewrites: -1}

// Greedy runs patterns and returns what was applied, in order.
func Greedy(t *testing.T, module *ir.Op, cfg rewrite.Config, patterns ...*rewrite.Pattern) (log []string, converged bool) {
	t.Helper()
	cfg.Applied = func(name string, _ *ir.Op) { log = append(log, name) }
	converged, changed := rewrite.Greedy(module, ir.NewBuilder(module.Context()), rewrite.NewSet(patterns), cfg)
	if err := ir.Verify(module); err != nil {
		t.Fatal(err)
	}
	if changed != (len(log) > 0) && cfg.Simplify == rewrite.NoSimplification {
		t.Errorf("changed is %v, but %q was applied", changed, log)
	}
	return log, converged
}
