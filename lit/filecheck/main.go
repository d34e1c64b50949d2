package filecheck

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/tg-opt/tg/internal/input"
)

// version is that of the FileCheck whose behaviour this package follows.
// llvm is the version of LLVM whose FileCheck this is like.
const llvm = "22.1.8"

// Main is the command-line tool. args does not include the name of the program. The result is the
// exit status: 0 if the input matches, 1 if not or if an option is wrong, 2 if there is nothing to
// check with.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return mainOf(slices.Concat(splitWords(os.Getenv("FILECHECK_OPTS")), args), args, stdin, stdout, stderr)
}

// mainOf is Main for a whole command line, of which args is what a message shows.
func mainOf(words, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := parseArguments(words)
	for _, message := range slices.Concat(c.warnings, c.problems) {
		fmt.Fprintln(stderr, message)
	}
	switch {
	case c.showHelp:
		printHelp(stdout)
		return 0
	case c.showVersion:
		fmt.Fprintf(stdout, "tg %s, compatible with LLVM version %s\n", toolName, llvm)
		return 0
	case len(c.problems) > 0:
		return statusFailed
	case c.dump == dumpHelp:
		printDumpHelp(stdout, c.color.on(stdout))
		return 0
	case c.checkFile == "":
		fmt.Fprintln(stderr, "<check-file> not specified")
		return statusUnusable
	}
	c.options.RemarksOnlyAnnotated = c.dump != dumpNever
	c.options.toleratesBadImplicit = true
	return c.run(args, stdin, stderr)
}

// run checks the input; args are for the message that shows them.
func (c *commandLine) run(args []string, stdin io.Reader, stderr io.Writer) int {
	if problems := c.options.invalid(); problems != nil {
		writeDiagnostics(stderr, problems, false)
		return statusUnusable
	}
	readInput := readInput(c.inputFile, stdin, c.options.StrictWhitespace)
	text, err := readFile(c.checkFile, stdin)
	if err != nil {
		fmt.Fprintf(stderr, "Could not open check file '%s': %s\n", c.checkFile, reason(err))
		return statusUnusable
	}
	paint := c.color.on(stderr)
	file, err := Parse(displayName(c.checkFile), text, c.options)
	var failure *ParseError
	if errors.As(err, &failure) {
		writeDiagnostics(stderr, failure.Diagnostics, paint)
		return failure.ExitStatus
	}
	writeDiagnostics(stderr, file.warnings, paint)
	input := readInput()
	if input.err != nil {
		fmt.Fprintf(stderr, "Could not open input file '%s': %s\n", displayName(c.inputFile), reason(input.err))
		return statusUnusable
	}
	if input.empty && !c.allowEmpty {
		fmt.Fprintf(stderr, "FileCheck error: '%s' is empty.\nFileCheck command line:  %s\n",
			displayName(c.inputFile), strings.Join(append([]string{toolName}, args...), " "))
		return statusUnusable
	}
	result := file.run(newSource(displayName(c.inputFile), input.text), nil)
	writeDiagnostics(stderr, result.Diagnostics, paint)
	if c.dump == dumpAlways || c.dump == dumpOnFailure && !result.Matched {
		fmt.Fprintf(stderr, "\nInput file: %s\nCheck file: %s\n\n"+
			"-dump-input=help explains the following input dump.\n\n%s",
			displayName(c.inputFile), c.checkFile, result.Dump(DumpOptions{c.filter, c.context, paint}))
	}
	if !result.Matched {
		return statusFailed
	}
	return 0
}

// writeDiagnostics writes messages at once, for there may be thousands.
func writeDiagnostics(w io.Writer, all []*Diagnostic, colored bool) {
	var text strings.Builder
	for _, d := range all {
		text.WriteString(d.render(brush(colored)))
	}
	io.WriteString(w, text.String())
}

// readFile reads a file, or standard input for `-`.
func readFile(name string, stdin io.Reader) ([]byte, error) {
	if name == "-" {
		return input.Text(0).ReadAll(stdin)
	}
	return input.Text(0).ReadFile(name)
}

func displayName(name string) string {
	if name == "-" {
		return "<stdin>"
	}
	return name
}

// reason is the message of an operating system error as C programs print it.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	var number syscall.Errno
	if text := err.Error(); errors.As(err, &number) && text != "" {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return err.Error()
}
