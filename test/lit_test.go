// Package test runs the lit tests: every .mlir file below this folder that has
// RUN lines, as a sub-test of its own, with the tools in-process.
//
//	go test ./test -run 'TestLit/passes/cse'
package test

import (
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/filecheck"
)

func TestLit(t *testing.T) {
	lit.Run(t, lit.Suite{
		Dir:      ".",
		Suffixes: []string{".mlir"},
		Tools: []lit.Tool{
			{Name: "tg-opt", Main: driver.Opt},
			{Name: "tg-run", Main: driver.Run},
			{Name: "tg-filecheck", Main: filecheck.NativeMain},
		},
		// Our own checks are held to more than the default: all that the linter finds is an error.
		Substitutions: []lit.Substitution{{Pattern: `(?<![-/\w])tg-filecheck(?![-.\w])`, Text: "tg-filecheck --lint=error"}},
	})
}
