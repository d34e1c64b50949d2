package shell

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
)

// negation is the words `not`, `not --crash` and `!` before a command.
type negation struct {
	words []string
	count int // of not and !
	crash bool
}

// take reads the words of a negation that words begin with. It returns what follows.
func (n *negation) take(words []Word) ([]Word, *shellError) {
	name := words[0].Text
	n.words = append(n.words, name)
	n.count++
	words = words[1:]
	if name == "not" && len(words) > 0 && words[0] == (Word{Text: "--crash"}) {
		n.words = append(n.words, "--crash")
		n.crash = true
		words = words[1:]
	}
	if len(words) == 0 {
		return nil, shellErrorf("Error: '%s' requires a subcommand", name)
	}
	return words, nil
}

// apply is the status of the command as the shell negates it. A single `not` does not hide a crash.
func (n *negation) apply(status int) int {
	switch {
	case n.crash:
		return status // crashed has done it
	case n.count%2 == 1 && slices.Equal(n.words, []string{"not"}):
		return boolStatus(status > 0)
	case n.count%2 == 1:
		return boolStatus(status != 0)
	case n.count > 1:
		return boolStatus(status == 0)
	}
	return status
}

// crashed is the status of a command under `not --crash`: there all the words before it are the
// program not, called by itself.
func (n *negation) crashed(status int, core bool, stderr io.Writer) int {
	if !n.crash {
		return status
	}
	for _, crash := range slices.Backward(n.levels()) {
		status = invert(crash, status, core, stderr)
	}
	return status
}

// levels are the programs not of a negation with --crash, the outer ones first, by whether they
// have the option.
func (n *negation) levels() []bool {
	var levels []bool
	for _, word := range n.words {
		if word == "--crash" {
			levels[len(levels)-1] = true
		} else {
			levels = append(levels, false)
		}
	}
	return levels
}

// failed is the status of words under `not --crash` if the innermost one cannot run its command. It
// is its own status then.
func (n *negation) failed(text string, status int, stderr io.Writer) int {
	fmt.Fprintf(stderr, "error: %s\n", text)
	levels := n.levels()
	n.words = nil // it is done: crashed has nothing to add
	for _, crash := range slices.Backward(levels[:len(levels)-1]) {
		status = invert(crash, status, false, stderr)
	}
	return status
}

// boolStatus is the exit status for success or failure.
func boolStatus(ok bool) int {
	if ok {
		return 0
	}
	return 1
}

// invert is the status of the program not for the status of its command. It takes 126 and 127 for
// failures to run.
func invert(crash bool, status int, core bool, stderr io.Writer) int {
	problem := ""
	switch {
	case status < 0:
		if problem = signalText(syscall.Signal(-status)); core {
			problem += " (core dumped)"
		}
	case status == 127:
		problem = "No such file or directory"
	case status == 126:
		problem = "Program could not be executed"
	}
	switch {
	case problem != "":
		fmt.Fprintf(stderr, "error: %s\n", problem)
		return boolStatus(crash)
	case crash:
		return 1
	}
	return boolStatus(status != 0)
}

// signalText is strsignal of the C library.
func signalText(signal syscall.Signal) string {
	text := signal.String()
	return strings.ToUpper(text[:1]) + text[1:]
}
