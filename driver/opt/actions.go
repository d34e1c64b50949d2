package opt

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// actionFiles is where the log and the trace of actions go. Nil is for neither.
type actionFiles struct {
	pipeline.Actions
	log, profile *reportFile
}

// reportFile is a report that goes to a file or to standard output.
type reportFile struct {
	*bufio.Writer
	file *wholefile.File // nil for standard output
}

// openActions opens the files that the flags name.
func (t *invocation) openActions() (*actionFiles, error) {
	r := &t.config.reports
	if r.logActions == "" && r.profileActions == "" {
		return nil, nil
	}
	a := &actionFiles{}
	a.Thread = t.setup.Name
	var err error
	if a.At, err = t.actionFilter(r.actionFilter); err != nil {
		return nil, err
	}
	if a.log, err = t.openReport("log-actions-to", r.logActions); err != nil {
		return nil, err
	}
	if a.profile, err = t.openReport("profile-actions-to", r.profileActions); err != nil {
		a.discard()
		return nil, err
	}
	if a.log != nil {
		a.Log = a.log
	}
	if a.profile != nil {
		a.Profile = a.profile
	}
	return a, nil
}

func (t *invocation) openReport(flag, name string) (*reportFile, error) {
	switch {
	case name == "":
		return nil, nil
	case tool.IsStandardOutput(name):
		return &reportFile{Writer: bufio.NewWriterSize(t.stdout, 1)}, nil
	}
	f, err := wholefile.Create(name)
	if err != nil {
		return nil, commandline.Wording(fmt.Sprintf("Opening file for --%s failed: cannot open output file '%s': %s", flag, name, oserr.Reason(err)))
	}
	size := 0 // the usual one
	if f.IsStream() {
		size = 1 // somebody may be watching
	}
	return &reportFile{bufio.NewWriterSize(f, size), f}, nil
}

// actionFilter tells which positions are in the list, a file, a line and, if it
// matters, a column each. It is nil for an empty list.
func (t *invocation) actionFilter(list []string) (func(ir.FileLine) bool, error) {
	if list == nil {
		return nil, nil
	}
	var wanted []ir.FileLine
	for _, text := range list {
		f, ok := parsePosition(text)
		if !ok {
			return nil, t.setup.Errorf("for the --log-mlir-actions-filter option: '%s' is no position such as in.mlir:12 or in.mlir:12:3", text)
		}
		wanted = append(wanted, f)
	}
	return func(at ir.FileLine) bool {
		for _, f := range wanted {
			if f.File == at.File && f.Line == at.Line && (f.Col == 0 || f.Col == at.Col) {
				return true
			}
		}
		return false
	}, nil
}

func parsePosition(text string) (f ir.FileLine, ok bool) {
	parts := strings.Split(text, ":")
	numbers := 0
	for numbers < 2 && numbers < len(parts)-1 {
		if _, err := strconv.ParseUint(parts[len(parts)-1-numbers], 10, 31); err != nil {
			break
		}
		numbers++
	}
	if numbers == 0 {
		return f, false
	}
	first := len(parts) - numbers
	f.File = strings.Join(parts[:first], ":")
	f.Line, _ = strconv.Atoi(parts[first])
	if numbers == 2 {
		f.Col, _ = strconv.Atoi(parts[first+1])
	}
	return f, f.File != ""
}

// sink is what a manager tells its actions.
func (a *actionFiles) sink() *pipeline.Actions {
	if a == nil {
		return nil
	}
	return &a.Actions
}

// close completes the files.
func (a *actionFiles) close() error {
	if a == nil {
		return nil
	}
	a.Close()
	var failed error
	for _, r := range []*reportFile{a.log, a.profile} {
		if r == nil {
			continue
		}
		err := r.Flush()
		if err == nil && r.file != nil {
			err = r.file.Commit()
		}
		if err != nil && failed == nil {
			failed = fmt.Errorf("cannot write a report of actions: %s", oserr.Reason(err))
		}
	}
	return failed
}

// discard forgets files that are not complete.
func (a *actionFiles) discard() {
	if a == nil {
		return
	}
	for _, r := range []*reportFile{a.log, a.profile} {
		if r != nil && r.file != nil {
			r.file.Discard()
		}
	}
}
