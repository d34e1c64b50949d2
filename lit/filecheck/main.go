package filecheck

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// version is that of the FileCheck whose behaviour this package follows.
const version = "22.1.8"

// Main is the command-line tool. args does not include the name of the program. The result is the exit status: 0 if the
// input matches, 1 if not or if an option is wrong, 2 if there is nothing to check with.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	all := append(splitWords(os.Getenv("FILECHECK_OPTS")), args...)
	c, err := parseArguments(all)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, err)
		return statusFailed
	case c.showHelp:
		printHelp(stdout)
		return 0
	case c.showVersion:
		fmt.Fprintf(stdout, "tg %s, compatible with LLVM %s\n", toolName, version)
		return 0
	case c.dump == dumpHelp:
		fmt.Fprint(stdout, dumpHelpText)
		return 0
	case c.checkFile == "":
		fmt.Fprintln(stderr, "<check-file> not specified")
		return statusUnusable
	}
	c.options.RemarksOnlyAnnotated = c.dump != dumpNever
	return c.run(args, stdin, stderr)
}

func (c *commandLine) run(args []string, stdin io.Reader, stderr io.Writer) int {
	if message := c.options.validatePrefixes(); message != "" {
		fmt.Fprintln(stderr, message)
		return statusUnusable
	}
	text, err := readFile(c.checkFile, stdin)
	if err != nil {
		fmt.Fprintf(stderr, "Could not open check file '%s': %s\n", c.checkFile, reason(err))
		return statusUnusable
	}
	file, err := Parse(displayName(c.checkFile), text, c.options)
	var failure *ParseError
	if errors.As(err, &failure) {
		writeDiagnostics(stderr, failure.Diagnostics)
		return failure.ExitStatus
	}
	input, err := readFile(c.inputFile, stdin)
	if err != nil {
		fmt.Fprintf(stderr, "Could not open input file '%s': %s\n", c.inputFile, reason(err))
		return statusUnusable
	}
	if len(input) == 0 && !c.allowEmpty {
		fmt.Fprintf(stderr, "FileCheck error: '%s' is empty.\nFileCheck command line:  %s\n",
			displayName(c.inputFile), strings.Join(append([]string{toolName}, args...), " "))
		return statusUnusable
	}
	result := file.Run(displayName(c.inputFile), input)
	writeDiagnostics(stderr, result.Diagnostics)
	if c.dump == dumpAlways || c.dump == dumpOnFailure && !result.Matched {
		fmt.Fprintf(stderr, "\nInput file: %s\nCheck file: %s\n\n"+
			"-dump-input=help explains the following input dump.\n\n%s",
			displayName(c.inputFile), c.checkFile, result.Dump(DumpOptions{c.filter, c.context}))
	}
	if !result.Matched {
		return statusFailed
	}
	return 0
}

func writeDiagnostics(w io.Writer, all []*Diagnostic) {
	for _, d := range all {
		io.WriteString(w, d.String())
	}
}

// readFile reads a file, or standard input for `-`.
func readFile(name string, stdin io.Reader) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(stdin)
	}
	return os.ReadFile(name)
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

// splitWords splits the text of FILECHECK_OPTS as a shell would: at blanks outside of quotes, where a backslash takes
// the next byte literally.
func splitWords(s string) []string {
	var words []string
	var word []byte
	started := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case strings.IndexByte(" \t\r\n", c) >= 0:
			if started {
				words = append(words, string(word))
				word, started = word[:0], false
			}
		case c == '\\' && i+1 < len(s):
			i++
			word, started = append(word, s[i]), true
		case c == '"' || c == '\'':
			started = true
			for i++; i < len(s) && s[i] != c; i++ {
				if c == '"' && s[i] == '\\' && i+1 < len(s) {
					i++
				}
				word = append(word, s[i])
			}
		default:
			word, started = append(word, c), true
		}
	}
	if started {
		words = append(words, string(word))
	}
	return words
}
