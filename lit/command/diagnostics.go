package command

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// diagnosticLevel says what the program itself has to say.
type diagnosticLevel int

const (
	levelError diagnosticLevel = iota
	levelWarning
	levelNote
)

func parseDiagnosticLevel(s string) diagnosticLevel {
	switch s {
	case "error":
		return levelError
	case "warning":
		return levelWarning
	}
	return levelNote
}

func (l diagnosticLevel) String() string { return [...]string{"error", "warning", "note"}[l] }

// programName starts all messages.
const programName = "tg-lit"

// diagnostics prints messages about anything but test results.
type diagnostics struct {
	mu       sync.Mutex
	w        io.Writer
	level    diagnosticLevel
	debug    bool
	warnings int
}

// print prints a message. One that a configuration reports stands as it is.
func (d *diagnostics) print(kind, text string) {
	if strings.HasPrefix(text, programName+": ") {
		fmt.Fprintln(d.w, text)
		return
	}
	fmt.Fprintf(d.w, "%s: %s: %s\n", programName, kind, strings.TrimPrefix(text, kind+": "))
}

func (d *diagnostics) note(format string, args ...any) {
	if d.level >= levelNote {
		d.print("note", fmt.Sprintf(format, args...))
	}
}

// warn takes a whole text, as other packages hand it over.
func (d *diagnostics) warn(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.warnings++
	if d.level >= levelWarning {
		d.print("warning", text)
	}
}

// fail takes an error that a configuration reports.
func (d *diagnostics) fail(text string) { d.print("error", text) }

func (d *diagnostics) debugf(format string, args ...any) {
	if d.debug {
		d.print("debug", fmt.Sprintf(format, args...))
	}
}
