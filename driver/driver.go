// Package driver holds the command line tools as functions, so that tests run
// them in-process and other programs make tools of their own: a [Config] says what
// those have besides what comes with tg.
package driver

import (
	"io"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/process"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Opt is the tool tg-opt: it reads a module, runs passes and prints the result.
// args are the arguments without the name of the tool; the result is the exit
// status, 1 after any error. Nothing is written to stdout, and no file left,
// by a run that fails, except for the good chunks of a split input.
func Opt(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return Config{}.Opt(args, stdin, stdout, stderr)
}

// OptCommand is Opt for a process that does nothing else: it also sets the
// garbage collector of the process.
func OptCommand(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return Config{}.OptCommand(args, stdin, stdout, stderr)
}

// Run is the tool tg-run: it executes a function of a module. args are the
// arguments without the name of the tool; the result is the exit status, 1
// after any error or failed check. A run that fails leaves no output file.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return Config{}.Run(args, stdin, stdout, stderr)
}

// Main is the main function of a process that runs a tool, such as Config.Run: it
// hands over the arguments and the standard streams, removes files that are not
// complete when a signal ends the process, and exits with the status of the tool.
func Main(tool func(args []string, stdin io.Reader, stdout, stderr io.Writer) int) {
	process.Main(tool)
}

// NewContext makes a context with the dialects that come with tg.
func NewContext() *ir.Context { return ir.NewContext(tool.Dialects()...) }

// NewRegistry makes a registry with the passes and named pipelines that come with
// tg.
func NewRegistry() *pipeline.Registry { return tool.NewRegistry() }
