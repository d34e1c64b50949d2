package config

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tg-opt/tg/internal/charset"
)

// maxSource limits the size of a tglit.toml in bytes.
const maxSource = 1 << 20

// maxNesting limits how deep the values of a tglit.toml are nested.
const maxNesting = 100

// place is a position in a file; lines and columns (in bytes) count from 1.
type place struct{ line, col int }

// Error is a mistake in a configuration file. Line and Col count from 1; they are 0 where they are
// not known.
type Error struct {
	File      string
	Line, Col int
	Text      string
}

// Error is the message in the form file:line:col: error: text.
func (e *Error) Error() string { return located(e.File, e.Line, e.Col, "error", e.Text) }

// reportedErrors is how many mistakes configurations have reported with lit_config.error, as lit
// says it.
type reportedErrors int

func (n reportedErrors) Error() string { return fmt.Sprintf("%d errors, exiting.", int(n)) }

// located formats a message with the parts of its position that are known.
func located(file string, line, col int, kind, text string) string {
	var b strings.Builder
	b.WriteString(file)
	for _, n := range []int{line, col} {
		if n == 0 {
			break
		}
		fmt.Fprintf(&b, ":%d", n)
	}
	return b.String() + ": " + kind + ": " + text
}

// checkText reports the first byte of a file that is not UTF-8, as all configuration files must be.
func checkText(file, source string) error {
	if fault := charset.UTF16(source); fault != "" {
		return &Error{file, 1, 1, fault}
	}
	if utf8.ValidString(source) {
		return nil
	}
	at := 0
	for i, r := range source {
		if r == utf8.RuneError && !strings.HasPrefix(source[i:], "\ufffd") {
			at = i
			break
		}
	}
	line := 1 + strings.Count(source[:at], "\n")
	return &Error{file, line, at - strings.LastIndexByte(source[:at], '\n'), "the file is not UTF-8 here"}
}
