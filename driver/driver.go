// Package driver holds the command line tools as functions, so that tests run
// them in-process.
package driver

import (
	"io"

	"github.com/tg-opt/tg/driver/opt"
	"github.com/tg-opt/tg/driver/run"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Opt is the tool tg-opt: it reads a module, runs passes and prints the result.
// args are the arguments without the name of the tool; the result is the exit
// status, 1 after any error. Nothing is written to stdout, and no file left,
// by a run that fails, except for the good chunks of a split input.
func Opt(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return opt.Main(tool.Standard("tg-opt"), args, stdin, stdout, stderr)
}

// OptCommand is Opt for a process that does nothing else: it also sets the
// garbage collector of the process.
func OptCommand(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return opt.Command(tool.Standard("tg-opt"), args, stdin, stdout, stderr)
}

// Run is the tool tg-run: it executes a function of a module. args are the
// arguments without the name of the tool; the result is the exit status, 1
// after any error or failed check. A run that fails leaves no output file.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return run.Main(tool.Standard("tg-run"), args, stdin, stdout, stderr)
}

// NewContext makes a context with all dialects that the tools know.
func NewContext() *ir.Context { return ir.NewContext(tool.Dialects()...) }

// NewRegistry makes a registry with all passes that the tools know.
func NewRegistry() *pipeline.Registry { return tool.NewRegistry() }
