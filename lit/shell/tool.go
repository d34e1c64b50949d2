package shell

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Tool is a program that command lines call by its name, run in-process by one of its functions,
// which returns the exit status. A tool must not write to its outputs after it returns. A panic in
// it counts as a crash.
//
// Limits and file modes that ulimit and umask set do not apply to tools, which share them with the
// whole process.
type Tool struct {
	Name string
	// Main gets the arguments without the name. A tool with nothing but Main does not know the
	// working directory and the environment of the command line. So it is an error to call it with
	// env, or with a relative path of an existing file.
	Main func(args []string, stdin io.Reader, stdout, stderr io.Writer) int
	// Run, if set, is called in place of Main.
	Run func(*Invocation) int
}

// Invocation is one run of a tool.
type Invocation struct {
	Context        context.Context // its end ends the run
	Name           string
	Args           []string // without the name
	Dir            string   // what relative paths are relative to
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	environment environment
	umask       int // for files that builtins create, or -1
}

// Getenv returns the value of a variable, or "".
func (i *Invocation) Getenv(name string) string { return i.environment[name] }

// Environ lists the variables as NAME=VALUE, sorted by names.
func (i *Invocation) Environ() []string { return i.environment.list() }

// Path resolves the name of a file against the working directory.
func (i *Invocation) Path(name string) string { return join(i.Dir, name) }

// standalone is an invocation in the directory and environment of the process.
func standalone(name string, args []string, stdin io.Reader, stdout, stderr io.Writer) *Invocation {
	return &Invocation{Context: context.Background(), Name: name, Args: args, Stdin: stdin, Stdout: stdout, Stderr: stderr,
		environment: newEnvironment(os.Environ()), umask: -1}
}

// misplacedPath returns an argument that a tool without a working directory of its own would take
// for another file than the one it names, or "".
func misplacedPath(dir string, args []string) string {
	if current, err := os.Getwd(); err == nil && current == dir {
		return ""
	}
	for _, arg := range args {
		path := arg
		if strings.HasPrefix(arg, "-") {
			_, path, _ = strings.Cut(arg, "=")
		}
		if path != "" && !filepath.IsAbs(path) && exists(join(dir, path)) {
			return path
		}
	}
	return ""
}
