package shell

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
)

// CountMain is the program count of LLVM: it checks the number of newlines of its input.
func CountMain(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return count(standalone("count", args, stdin, stdout, stderr))
}

func count(i *Invocation) int {
	if len(i.Args) != 1 {
		return i.fail(2, "usage: %s <expected line count>", i.Name)
	}
	expected, ok := leadingNumber(i.Args[0])
	if !ok {
		return i.fail(2, "%s: invalid count argument '%s'", i.Name, i.Args[0])
	}
	var got uint64
	for buffer := make([]byte, pipeSize); ; {
		n, err := i.Stdin.Read(buffer)
		got += uint64(bytes.Count(buffer[:n], []byte("\n")))
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return i.fail(3, "%s: error reading stdin", i.Name)
		}
	}
	if got != expected {
		return i.fail(1, "Expected %d lines, got %d.", expected, got)
	}
	return 0
}

// leadingNumber is strtoul of C: a text that does not begin with a number is 0, and one too large
// the largest. A number that something follows is not ok.
func leadingNumber(s string) (value uint64, ok bool) {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	digits := strings.TrimPrefix(s, "-")
	negative := digits != s
	if !negative {
		digits = strings.TrimPrefix(s, "+")
	}
	rest := strings.TrimLeft(digits, "0123456789")
	if digits = digits[:len(digits)-len(rest)]; digits == "" {
		return 0, true
	}
	value, err := strconv.ParseUint(digits, 10, 64)
	switch {
	case err != nil:
		value = math.MaxUint64
	case negative:
		value = -value
	}
	return value, rest == ""
}
