// Package shell runs command lines as the internal shell of LLVM's lit does, with registered tools
// called in-process.
//
// A command line is commands with redirections, joined by the operators | && || and ; all of which
// but the pipe have the same precedence. There are quotes, and wildcards, but no variables,
// substitutions, loops or functions: the builtins env, export, cd, pushd, popd, mkdir, rm, echo,
// cat, diff, umask, ulimit and : do what tests need, and so do the prefixes not, not --crash and !.
// count and split-file, programs of LLVM, are there as well. See Parse and Run.
package shell

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Line is a command line and where it comes from.
type Line struct {
	At      string // such as "RUN: at line 3"
	Command string // blank if substitutions left nothing
}

// Config is what the command lines of a test run in.
type Config struct {
	Dir        string        // working directory at the start, an absolute path
	Env        []string      // NAME=VALUE
	Tools      []Tool        // found before programs, and before builtins that can be part of a pipeline
	NoPipefail bool          // a pipeline has the status of its last command
	Timeout    time.Duration // for all lines together; 0 for none
	Intercept  Interceptor   // if not nil, may run something else in place of a command
	Script     string        // if not empty, bash runs the lines as a script that is written to this file; it knows no tools
}

// Outcome is what came of the lines of a test.
type Outcome struct {
	Status   int    // of the last command that ran; negative for a signal
	Log      string // what ran and what it said, as lit shows it; of bash its standard output
	Errors   string // the standard error of bash
	TimedOut bool   // the test failed because its time was over
	Invalid  bool   // the lines are no test: one is no command, or the shell could not do what it says
	timeout  time.Duration
}

// Report is the outcome as the output of a test.
func (o *Outcome) Report() string {
	var report strings.Builder
	fmt.Fprintf(&report, "Exit Code: %d\n", o.Status)
	if o.TimedOut {
		fmt.Fprintf(&report, "Timeout: Reached timeout of %g seconds\n", o.timeout.Seconds())
	}
	report.WriteString("\n")
	if o.Log != "" {
		fmt.Fprintf(&report, "Command Output (stdout):\n--\n%s\n--\n", o.Log)
	}
	if o.Errors != "" {
		fmt.Fprintf(&report, "Command Output (stderr):\n--\n%s\n--\n", o.Errors)
	}
	return report.String()
}

// Run runs lines one after the other until one fails, or ctx ends. All processes that they started
// have ended when it returns, but for those that left their process group.
func Run(ctx context.Context, config Config, lines []Line) Outcome {
	cancel := context.CancelFunc(func() {})
	if config.Timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, config.Timeout)
	}
	defer cancel()
	sh := &shell{ctx: ctx, tools: config.Tools, pipefail: !config.NoPipefail, dir: config.Dir,
		env: newEnvironment(config.Env), umask: -1, intercept: config.Intercept, log: transcript{verbose: config.Timeout > 0}}
	stop := context.AfterFunc(ctx, sh.group.kill)
	defer sh.group.close()
	defer stop()
	outcome := Outcome{timeout: config.Timeout}
	if config.Script != "" {
		sh.runScript(config.Script, lines, &outcome)
	} else {
		sh.runLines(lines, &outcome)
	}
	outcome.TimedOut = sh.timedOut() && outcome.Status != 0
	return outcome
}

func (sh *shell) runLines(lines []Line, outcome *Outcome) {
	program := make([]*List, len(lines))
	for i, line := range lines {
		var err error
		if program[i], err = Parse(line.Command); err != nil {
			outcome.Status, outcome.Log, outcome.Invalid = 1, parserError(line, err), true
			return
		}
	}
	for i, line := range lines {
		if i > 0 && sh.ctx.Err() != nil {
			outcome.Status = statusKilled
			break
		}
		err := sh.announce(line)
		if err == nil && program[i] != nil {
			outcome.Status, err = sh.list(program[i])
		}
		if err != nil {
			sh.log.add(&result{words: err.command.Words, stderr: err.text, status: statusInternal})
			outcome.Status, outcome.Invalid = statusInternal, err.unresolved
		}
		if outcome.Status != 0 {
			break
		}
	}
	outcome.Log = sh.log.String()
}
