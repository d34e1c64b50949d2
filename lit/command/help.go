package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tg-opt/tg/lit"
)

// emulated is what behaves like this tool.
const emulated = "lit 22.1.8"

const usage = `usage: tg-lit [options] TEST_PATH...
       tg-lit update [options] FILE...
       tg-lit TOOL [arguments]

Runs the tests below the given paths. A test is a file with lines "RUN: command"; tests next to each other share a
configuration in a directory above them: tglit.toml, or a lit.cfg.py, which needs python3. These tools run inside of
tg-lit when a test calls them, and as 'tg-lit TOOL' from a shell (write ./TOOL for a test path of that name):
`

const closing = `
An argument @FILE stands for the lines of a file. The arguments in the environment variable LIT_OPTS come after those
of the command line. LIT_MAX_WORKERS, LIT_FILTER, LIT_FILTER_OUT, LIT_XFAIL, LIT_XFAIL_NOT, LIT_NUM_SHARDS and
LIT_RUN_SHARD set the options of those names. With LIT_PRESERVES_TMP tests get the TMPDIR of tg-lit and not one that
vanishes.

The exit status is 0 if no test failed, 1 if one did, 2 if the run could not be done, and 128 plus the number of the
signal that interrupted it.
`

const (
	helpWidth  = 120
	helpIndent = 32
)

// printHelp prints how to call the program.
func printHelp(w io.Writer, tools []lit.Tool) {
	var b strings.Builder
	b.WriteString(usage)
	var names []string
	for _, tool := range slices.Concat(tools, helpers) {
		names = append(names, tool.Name)
	}
	fmt.Fprintf(&b, "  %s\n", strings.Join(names, ", "))
	for i, g := range groups {
		fmt.Fprintf(&b, "\n%s:\n", g.title)
		if i == 0 {
			printOption(&b, "-h, --help", "Show this text and exit")
			printOption(&b, "--version", "Show the version and exit")
		}
		for _, o := range g.options {
			if o.help == "" {
				continue // refused
			}
			head := strings.Join(o.names, ", ")
			if o.value != "" {
				head += " " + o.value
			}
			printOption(&b, head, o.help)
		}
	}
	b.WriteString(closing)
	io.WriteString(w, b.String())
}

// printOption prints an option and its help in two columns.
func printOption(b *strings.Builder, head, help string) {
	line := fmt.Sprintf("  %-*s", helpIndent-2, head)
	if len(head) > helpIndent-4 {
		b.WriteString("  " + head + "\n")
		line = strings.Repeat(" ", helpIndent)
	}
	width := len(line)
	for i, word := range strings.Fields(help) {
		if i > 0 && width+1+len(word) > helpWidth {
			line += "\n" + strings.Repeat(" ", helpIndent)
			width = helpIndent
		} else if i > 0 {
			line += " "
			width++
		}
		line += word
		width += len(word)
	}
	b.WriteString(line + "\n")
}
