package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/tg-opt/tg/lit"
)

const (
	maxReasons     = 10 // failed tests that the summary explains
	maxReasonLines = 5  // lines of output of each
)

// reason prints below the name of a failed test what went wrong: the first command that failed, the
// last lines that it printed and its exit status, or, if no command failed, the last lines of the
// result. For an unexpected pass there is nothing to tell.
func (t *terminal) reason(w io.Writer, r *lit.Result) {
	if r.Status == lit.XPass {
		return
	}
	const indent = "      "
	columns := t.columns() - 1 - len(indent)
	line := func(text string) {
		text = validUTF8(text[:min(len(text), max(0, 16*columns))]) // more than can be shown, less than can be waited for
		text = (&terminal{}).clean(strings.TrimRight(text, " \r"))  // without colours, which cutting could split
		fmt.Fprintf(w, "%s%s\n", indent, firstColumns(text, columns))
	}
	command, printed, failure := firstFailure(r.Output)
	if failure == "" {
		command, printed = "", nil
		for text := range strings.Lines(r.Output) {
			if text = strings.TrimRight(text, "\r\n"); !isFrame(text) {
				printed = append(printed, strings.TrimPrefix(text, "# "))
			}
		}
	}
	if command != "" {
		line("$ " + command)
	}
	for _, text := range printed[max(0, len(printed)-maxReasonLines):] {
		line("| " + text)
	}
	if failure != "" {
		line(failure)
	}
}

// isFrame reports whether a line of a result only separates others.
func isFrame(line string) bool {
	return line == "" || line == "--" || strings.HasPrefix(line, "Exit Code: ") || strings.HasPrefix(line, "Command Output (")
}

// firstFailure finds the first command that failed in the transcript of a test: what it was, what
// it printed, and the message about it. The message is empty if there is no such command.
func firstFailure(transcript string) (command string, output []string, message string) {
	timeout := ""
	for text := range strings.Lines(transcript) {
		text = strings.TrimRight(text, "\r\n")
		if executed, ok := strings.CutPrefix(text, "# executed command: "); ok {
			command, output = executed, nil
		} else if printed, ok := strings.CutPrefix(text, "# | "); ok {
			output = append(output, printed)
		} else if failed, ok := strings.CutPrefix(text, "# error: "); ok {
			return command, output, failed
		} else if reached, ok := strings.CutPrefix(text, "Timeout: "); ok && timeout == "" {
			timeout = reached
		}
	}
	return command, output, timeout
}
