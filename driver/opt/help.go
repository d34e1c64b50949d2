package opt

import (
	"fmt"
	"io"
	"strings"

	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// printHelp writes the help page: flags by group, then passes and pipelines.
func printHelp(w io.Writer, name string, l *commandline.Line, reg *pipeline.Registry) {
	fmt.Fprintf(w, `%[1]s optimises tensor programs in MLIR's text form.

Usage: %[1]s [options] [input file]

It reads the input file (standard input if there is none, or for '-'), verifies
it, runs passes and prints the result. Passes are chosen either by their flags,
which run in the order given, or by --pass-pipeline.
`, name)
	l.WriteGroups(w)
	fmt.Fprintln(w)
	tool.PrintPasses(w, reg)
	fmt.Fprint(w, `
Flags may be written with one or two dashes, values as -flag=value or -flag value;
what follows -- is no flag.
Pass options: --canonicalize="max-iterations=5 top-down=false", or
--pass-pipeline='builtin.module(func.func(canonicalize{max-iterations=5}))'.
`)
}

func printDialects(w io.Writer, c *ir.Context) {
	var names []string
	for _, d := range c.Dialects() {
		names = append(names, d.Name)
	}
	fmt.Fprintf(w, "Available Dialects: %s\n", strings.Join(names, ","))
}
