package filecheck

import (
	"fmt"
	"io"
)

func printHelp(w io.Writer) {
	fmt.Fprintf(w, "USAGE: %s [options] <check-file>\n\n"+
		"Checks that the input has what the directives in check-file demand.\n\nOPTIONS:\n", toolName)
	for _, o := range commandOptions {
		if o.help == "" {
			continue
		}
		name := shown(o.name)
		switch {
		case o.attached:
			name += o.value
		case o.value != "":
			name += "=" + o.value
		}
		fmt.Fprintf(w, "  %-32s %s\n", name, o.help)
	}
	fmt.Fprint(w, "\nA value may also follow as an argument of its own, and one dash is enough.\n"+
		"Options in the environment variable FILECHECK_OPTS come before those of the command line.\n")
}

// printDumpHelp explains the input dump. The signs are in the colors that they have there.
func printDumpHelp(w io.Writer, colored bool) {
	b := brush(colored)
	sign := func(text string) string { return b.paint(bold, text) }
	fmt.Fprintf(w, `The following description was requested by -dump-input=help to
explain the input dump printed by FileCheck.

  %s     the input line number L; the blank at its end stands for the newline
  %s    an annotation: what became of the directive of type T in line L of the
         check file, or of implicit pattern number I (from 1) if L is "imp" and I
  %s  the same, number N (from 0), for a directive that has several of them
  %s    a good match (shown with -v)
  %s    a bad match: one on the wrong line, one of a pattern that must not occur,
         or (with -vv) one discarded for its overlap with an earlier DAG match
  %s    the range that was searched and has no match; that of a NOT, where this
         is as it should be, is shown with -vv
  %s      text that is like what was expected
  %s    lines and annotations left out

  colors %s, %s, %s, %s, %s

  -dump-input=<value>         when to dump: always, fail, never
  -dump-input-filter=<value>  which lines to show
  -dump-input-context=<N>     how many more lines around them
  -v, -vv                     more annotations
  -color                      colors, also if the output is no terminal

FILECHECK_OPTS in the environment can hold these options, such as
FILECHECK_OPTS='-dump-input-filter=all -vv' to see all there is.
`, sign("L:"), sign("T:L"), sign("T:L'N"), sign("^~~"), sign("!~~"), sign("X~~"), sign("?"), sign("..."),
		b.paint(green, "success"), b.paint(red, "error"), b.paint(magenta, "fuzzy match"), b.paint(cyan, "discarded match"),
		b.paint(cyanGround, "unmatched input"))
}
