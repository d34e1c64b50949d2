// Tg-lit runs test files whose RUN lines are shell commands, as LLVM's lit does, with the tools
// under test called inside of its own process. See tg-lit --help.
package main

import (
	"io"
	"os"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/process"
	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/command"
	"github.com/tg-opt/tg/lit/filecheck"
)

func main() {
	tools := []lit.Tool{
		{Name: "tg-opt", Main: driver.Opt},
		{Name: "tg-run", Main: driver.Run},
		{Name: "FileCheck", Main: filecheck.Main},
		{Name: "tg-filecheck", Main: filecheck.NativeMain},
	}
	if program, err := os.Executable(); err == nil {
		tools = command.WithProcesses(tools, program)
	}
	process.Main(func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		return command.Main(args, tools, stdin, stdout, stderr)
	})
}
