package shell

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// NotMain is the program not of LLVM: it runs a command and succeeds if that fails, or, with
// --crash, if that is ended by a signal.
func NotMain(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	crash := len(args) > 0 && args[0] == "--crash"
	if crash {
		args = args[1:]
	}
	if len(args) == 0 {
		return 1
	}
	program := args[0]
	if !strings.ContainsRune(program, filepath.Separator) {
		var err error
		if program, err = exec.LookPath(program); err != nil || args[0] == "" {
			fmt.Fprintf(stderr, "error: %s\n", missingText(args[0]))
			return 1
		}
	}
	cmd := exec.Cmd{Path: program, Args: args, Stdin: stdin, Stdout: stdout, Stderr: stderr}
	if crash {
		cmd.Env = append(os.Environ(), crashVariables...)
	}
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		if wait, ok := exit.Sys().(syscall.WaitStatus); ok && wait.Signaled() {
			return invert(crash, -int(wait.Signal()), coreDumped(wait), stderr)
		}
		return invert(crash, exit.ExitCode(), false, stderr)
	case err != nil && cmd.ProcessState == nil:
		fmt.Fprintf(stderr, "error: %s\n", spawnText(err))
		return boolStatus(crash)
	}
	return invert(crash, 0, false, stderr)
}

// crashVariables are set for commands that are to crash.
var crashVariables = []string{"LLVM_DISABLE_CRASH_REPORT=1", "LLVM_DISABLE_SYMBOLIZATION=1"}

// missingText is what not says of a program that is not in PATH.
func missingText(name string) string {
	return fmt.Sprintf("unable to find `%s' in PATH: No such file or directory", name)
}

// spawnText is what not says of a program that it cannot start.
func spawnText(err error) string { return "posix_spawn failed: " + strerror(err) }
