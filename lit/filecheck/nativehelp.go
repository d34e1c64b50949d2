package filecheck

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// helpGroups are the options of tg-filecheck in the order of its help.
var helpGroups = []struct {
	title string
	names []string
}{
	{"Files", []string{"input-file", "allow-empty"}},
	{"Directives", []string{"check-prefix", "check-prefixes", "comment-prefixes", "allow-unused-prefixes", "implicit-check-not"}},
	{"Matching", []string{"D", "enable-var-scope", "no-enable-var-scope", "ignore-case", "match-full-lines", "strict-whitespace",
		"allow-deprecated-dag-overlap"}},
	{"Linter", []string{"lint", "no-lint", "lint-only", "list-lint"}},
	{"Reports", []string{"explain", "v", "vv", "color", "dump-input", "dump-input-context", "dump-input-filter"}},
	{"Others", []string{"llvm", "help", "version"}},
}

func printNativeHelp(w io.Writer) {
	fmt.Fprintf(w, `usage: %s [options] check-file

Checks that the input, standard input unless --input-file is given, has what the
directives in check-file demand, such as CHECK: and CHECK-NEXT:. It takes what
LLVM's FileCheck takes, and differs from it so:
  * A linter refuses misspelled directives and warns of those that mean
    something else than they seem to. The check runs all the same.
  * A failure shows what was expected, with the values of variables filled in,
    next to the line of the input that is most like it. The input is dumped only
    if --dump-input asks for it (in FileCheck --dump-input=fail is the default).
  * Variables without $ in front end at the next LABEL.
  * CHECK-COUNT-n! is CHECK-COUNT-n where no further match may come before the
    match of the next positive directive, or before the end of the input or of
    the part before the next LABEL if there is none.
`, nativeName)
	known := (&native{commandLine: newCommandLine()}).allOptions()
	for _, group := range helpGroups {
		fmt.Fprintf(w, "\n%s:\n", group.title)
		for _, name := range group.names {
			i := slices.IndexFunc(known, func(o option) bool { return o.name == name })
			printOption(w, &known[i])
		}
	}
	fmt.Fprint(w, `
One dash is as good as two, and a value may also follow as an argument of its
own, except that of -D. Options in the environment variable FILECHECK_OPTS come
before those of the command line. A line in the check file with LINT-OFF: and
rules of the linter, separated by commas, switches these off up to a line with
LINT-ON: and the rules.

Exit status: 0 if the input matches; 1 if not, or if an option is wrong; 2 if
there is nothing to check with, or only the linter found errors.
`)
}

// printOption writes an option with its help, wrapped.
func printOption(w io.Writer, o *option) {
	const width, column = 79, 32
	name := shown(o.name)
	switch {
	case o.attached:
		name += o.value
	case o.value != "":
		name += "=" + o.value
	}
	line := fmt.Sprintf("  %-*s", column-3, name)
	if len(line) >= column {
		fmt.Fprintln(w, line)
		line = strings.Repeat(" ", column-1)
	}
	filled := false
	for word := range strings.FieldsSeq(o.help) {
		if filled && len(line)+1+len(word) > width {
			fmt.Fprintln(w, line)
			line = strings.Repeat(" ", column-1)
		}
		line += " " + word
		filled = true
	}
	fmt.Fprintln(w, line)
}

// printRules lists the rules of the linter.
func printRules(w io.Writer) {
	for _, rule := range lintRules {
		fmt.Fprintf(w, "%-22s %-8s %s\n", rule.name, rule.severity, rule.doc)
	}
}
