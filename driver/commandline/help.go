package commandline

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

const (
	helpColumn = 46  // where the explanations start
	helpWidth  = 120 // where they end
)

// WriteGroups writes the flags by group, as a help page has them.
func (l *Line) WriteGroups(w io.Writer) {
	for _, g := range l.groups {
		fmt.Fprintf(w, "\n%s:\n", g.title)
		for _, name := range g.names {
			f := l.set.Lookup(name)
			what, doc := flag.UnquoteUsage(f)
			if v := f.Value.(*value); v.hasAbsent && what != "" && what != "value" {
				WriteTerm(w, 2, Dashes(name)+"[=<"+what+">]", strings.TrimPrefix(doc, what+": "))
			} else if _, isBool := v.target.(*bool); isBool {
				WriteTerm(w, 2, Dashes(name), doc)
			} else if len(name) == 1 {
				WriteTerm(w, 2, Dashes(name)+" <"+what+">", strings.TrimPrefix(doc, what+": "))
			} else {
				WriteTerm(w, 2, Dashes(name)+"=<"+what+">", strings.TrimPrefix(doc, what+": "))
			}
		}
	}
}

// WriteTerm writes a term and its explanation, wrapped, in the columns of a help
// page.
func WriteTerm(w io.Writer, indent int, term, doc string) {
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
