package driver

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

const (
	helpColumn = 46  // where the explanations start
	helpWidth  = 120 // where they end
)

// printHelp writes the help page: flags by group, then passes and pipelines.
func (l *commandLine) printHelp(w io.Writer, reg *pipeline.Registry) {
	fmt.Fprint(w, `tg-opt optimises tensor programs in MLIR's text form.

Usage: tg-opt [options] [input file]

It reads the input file (standard input if there is none, or for '-'), verifies
it, runs passes and prints the result. Passes are chosen either by their flags,
which run in the order given, or by --pass-pipeline.
`)
	for _, g := range l.groups {
		fmt.Fprintf(w, "\n%s:\n", g.title)
		for _, name := range g.names {
			f := l.set.Lookup(name)
			what, doc := flag.UnquoteUsage(f)
			if v := f.Value.(*value); v.hasAbsent && what != "" && what != "value" {
				helpLine(w, 2, dashes(name)+"[=<"+what+">]", strings.TrimPrefix(doc, what+": "))
			} else if _, isBool := v.target.(*bool); isBool {
				helpLine(w, 2, dashes(name), doc)
			} else if len(name) == 1 {
				helpLine(w, 2, dashes(name)+" <"+what+">", strings.TrimPrefix(doc, what+": "))
			} else {
				helpLine(w, 2, dashes(name)+"=<"+what+">", strings.TrimPrefix(doc, what+": "))
			}
		}
	}
	fmt.Fprintln(w)
	printPasses(w, reg)
	fmt.Fprint(w, `
Flags may be written with one or two dashes, values as -flag=value or -flag value;
what follows -- is no flag.
Pass options: --canonicalize="max-iterations=5 top-down=false", or
--pass-pipeline='builtin.module(func.func(canonicalize{max-iterations=5}))'.
`)
}

// printPasses writes the passes with their options, and the named pipelines.
func printPasses(w io.Writer, reg *pipeline.Registry) {
	fmt.Fprintln(w, "Passes:")
	for _, p := range reg.Passes() {
		doc := p.Summary()
		if p.On != "" {
			doc += " (on " + p.On + ")"
		}
		helpLine(w, 2, "--"+p.Name, doc)
		for _, o := range p.OptionList() {
			helpLine(w, 6, o.Name+"="+optionForm(o), optionDoc(o))
		}
	}
	if len(reg.Pipelines()) == 0 {
		return
	}
	fmt.Fprintln(w, "\nPipelines:")
	for _, a := range reg.Pipelines() {
		helpLine(w, 2, "--"+a.Name, a.Doc)
		helpLine(w, 6, "", strings.ReplaceAll(a.Text, ",", ", "))
		for _, o := range reg.OptionsOf(a) {
			helpLine(w, 6, o.Name+"="+optionForm(o), optionDoc(o))
		}
	}
}

func optionForm(o pipeline.Option) string {
	switch {
	case o.OneOf != nil:
		return strings.Join(o.OneOf, "|")
	case o.Kind == "list":
		return "<a,b,...>"
	}
	return "<" + o.Kind + ">"
}

func optionDoc(o pipeline.Option) string {
	if o.Default == "" {
		return o.Doc
	}
	return fmt.Sprintf("%s (default: %s)", o.Doc, o.Default)
}

// helpLine writes a term and its explanation, wrapped.
func helpLine(w io.Writer, indent int, term, doc string) {
	line := strings.Repeat(" ", indent) + term
	if len(line) > helpColumn-2 {
		fmt.Fprintln(w, line)
		line = ""
	}
	fresh := true
	for _, word := range strings.Fields(doc) {
		if !fresh && len(line)+1+len(word) > helpWidth {
			fmt.Fprintln(w, line)
			line, fresh = "", true
		}
		if fresh {
			line += strings.Repeat(" ", helpColumn-len(line))
		} else {
			line += " "
		}
		line += word
		fresh = false
	}
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

func printDialects(w io.Writer, c *ir.Context) {
	var names []string
	for _, d := range c.Dialects() {
		names = append(names, d.Name)
	}
	fmt.Fprintf(w, "Available Dialects: %s\n", strings.Join(names, ","))
}
