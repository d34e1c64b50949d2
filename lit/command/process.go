package command

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/shell"
)

// WithProcesses makes tools work where this process cannot run them, because they need a working
// directory or environment of their own: there they run as processes of program, whose first
// argument is the name of the tool, as Main takes it.
func WithProcesses(tools []lit.Tool, program string) []lit.Tool {
	tools = slices.Clone(tools)
	for i, tool := range tools {
		tools[i].Run = func(c *shell.Invocation) int {
			if needsProcess(c) {
				return runProcess(program, c)
			}
			return tool.Main(c.Args, c.Stdin, c.Stdout, c.Stderr)
		}
	}
	return tools
}

// toolVariables are the variables that tools read.
var toolVariables = []string{"FILECHECK_OPTS"}

// needsProcess reports whether a tool would do something else in this process than in one of its
// own: variables differ, or an argument could be a file relative to another directory.
func needsProcess(c *shell.Invocation) bool {
	for _, name := range toolVariables {
		if c.Getenv(name) != os.Getenv(name) {
			return true
		}
	}
	if current, err := os.Getwd(); err == nil && current == c.Dir {
		return false
	}
	for i, arg := range c.Args {
		value := arg
		if strings.HasPrefix(arg, "-") {
			_, value, _ = strings.Cut(arg, "=")
		}
		if value == "" || filepath.IsAbs(value) {
			continue
		}
		if _, err := os.Stat(c.Path(value)); err == nil || i > 0 && c.Args[i-1] == "-o" || strings.HasPrefix(arg, "-o=") {
			return true
		}
	}
	return false
}

// statusUnstarted is the status of a tool whose process could not start.
const statusUnstarted = 127

func runProcess(program string, c *shell.Invocation) int {
	cmd := exec.CommandContext(c.Context, program, slices.Concat([]string{c.Name}, c.Args)...)
	cmd.Dir, cmd.Env = c.Dir, c.Environ()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.Stdin, c.Stdout, c.Stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if wait, ok := exit.Sys().(syscall.WaitStatus); ok && wait.Signaled() {
			return -int(wait.Signal())
		}
		return exit.ExitCode()
	}
	if err != nil && cmd.ProcessState == nil {
		fmt.Fprintf(c.Stderr, "cannot run '%s' as a process: %v\n", c.Name, err)
		return statusUnstarted
	}
	return cmd.ProcessState.ExitCode()
}
