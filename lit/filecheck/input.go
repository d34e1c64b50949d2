package filecheck

import (
	"io"
	"os"
)

// inputText is an input in canonical form, or why it cannot be read.
type inputText struct {
	text  []byte
	empty bool // before it was canonicalized
	err   error
}

// readInput reads and canonicalizes an input. A regular file is read while the caller parses the
// check file; anything else when the result is called for, as a reader that gives up before that
// must not have taken a byte.
func readInput(name string, stdin io.Reader, strict bool) func() inputText {
	read := func() inputText {
		text, err := readFile(name, stdin)
		return inputText{appendCanonical(text[:0], text, strict), len(text) == 0, err}
	}
	if info, err := os.Stat(name); name == "-" || err != nil || !info.Mode().IsRegular() {
		return read
	}
	done := make(chan inputText, 1)
	go func() { done <- read() }()
	return func() inputText { return <-done }
}
