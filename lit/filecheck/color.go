package filecheck

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// colorMode is what --color says.
type colorMode uint8

const (
	colorAuto colorMode = iota // on a terminal that is known to have colors
	colorAlways
	colorNever
)

// on reports whether what is written to w is to be colored.
func (m colorMode) on(w io.Writer) bool {
	if m != colorAuto {
		return m == colorAlways
	}
	file, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(file.Fd())) && hasColors(os.Getenv("TERM"))
}

// hasColors is LLVM's knowledge of terminals.
func hasColors(terminal string) bool {
	switch terminal {
	case "ansi", "cygwin", "linux":
		return true
	}
	for _, family := range []string{"screen", "xterm", "vt100", "rxvt"} {
		if strings.HasPrefix(terminal, family) {
			return true
		}
	}
	return strings.HasSuffix(terminal, "color")
}

// color is the sequence of control bytes that switches to it.
type color string

const (
	noColor    color = "\x1b[0m"
	bold       color = "\x1b[1m"
	gray       color = "\x1b[0;1;30m"
	red        color = "\x1b[0;1;31m"
	green      color = "\x1b[0;1;32m"
	blue       color = "\x1b[0;1;34m"
	magenta    color = "\x1b[0;1;35m"
	cyan       color = "\x1b[0;1;36m"
	cyanGround color = "\x1b[0;1;46m"
)

// brush writes text in color, or without if it is off.
type brush bool

// paint returns text in a color.
func (b brush) paint(c color, text string) string { return b.on(c) + text + b.on(noColor) }

// on returns what switches to a color.
func (b brush) on(c color) string {
	if !b {
		return ""
	}
	return string(c)
}

// color is that of the name of a severity.
func (s Severity) color() color {
	switch s {
	case Error:
		return red
	case Remark:
		return blue
	case Note:
		return gray
	}
	return magenta
}
