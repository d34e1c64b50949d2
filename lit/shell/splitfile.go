package shell

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/spelling"
)

// SplitFileMain is the program split-file of LLVM: it writes the parts of a file, which begin after
// lines like `//--- name`, into a directory.
func SplitFileMain(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return splitFile(standalone("split-file", args, stdin, stdout, stderr))
}

const splitFileHelp = `OVERVIEW: write the parts of a file, each headed by a line that matches '^(.|//)--- NAME$', to files of a directory

USAGE: %s [options] filename directory

OPTIONS:
  --help             - Display available options
  --leading-lines    - Keep the line numbers of the parts, by empty lines before them
  --no-leading-lines - Do not keep line numbers (default)
  --version          - Display the version of this program
`

// splitOptions are the options of split-file, in the order in which they are suggested.
var splitOptions = []string{"h", "help", "help-list", "leading-lines", "no-leading-lines", "version"}

func splitFile(i *Invocation) int {
	operands, keepLines, done, status := splitArguments(i)
	if done {
		return status
	}
	name, dir := operands[0], operands[1]
	var data []byte
	var err error
	if name == "-" {
		data, err = input.Text(0).ReadAll(i.Stdin)
	} else {
		data, err = input.Text(0).ReadFile(i.Path(name))
	}
	if err != nil {
		return i.fail(1, "%s: error: %s: %s", i.Name, name, strerror(err))
	}
	if err := clearOutput(i.Path(dir)); err != nil {
		return i.fail(1, "%s: error: %s: %s", i.Name, dir, strerror(err))
	}
	parts, problems := splitParts(name, string(data))
	for _, problem := range problems {
		fmt.Fprintln(i.Stderr, problem)
	}
	switch {
	case len(parts) == 0:
		return i.fail(1, "%s: error: %s: no part separator was found", i.Name, name)
	case len(problems) > 0:
		return 1
	}
	for _, p := range parts {
		if keepLines {
			p.text = strings.Repeat(lineEnd(string(data)), p.lines) + p.text
		}
		if err := i.writePart(p, dir); err != nil {
			return i.fail(1, "%s: error: %s: %s", i.Name, join(dir, p.name), strerror(err))
		}
	}
	return 0
}

// splitArguments reads the command line. done tells that there is nothing more to do.
func splitArguments(i *Invocation) (operands []string, keepLines, done bool, status int) {
	for k, arg := range i.Args {
		if arg == "--" {
			operands = append(operands, i.Args[k+1:]...)
			break
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			operands = append(operands, arg)
			continue
		}
		option, value, hasValue := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		single := !strings.HasPrefix(arg, "--")
		if !slices.Contains(splitOptions, option) || single && len(option) > 1 {
			fmt.Fprintf(i.Stderr, "%s: Unknown command line argument '%s'.  Try: '%[1]s --help'\n", i.Name, arg)
			return nil, false, true, i.fail(1, "%s: Did you mean '%s'?", i.Name, nearestOption(option))
		}
		switch option {
		case "leading-lines", "no-leading-lines":
			on, ok := map[string]bool{"": true, "true": true, "TRUE": true, "True": true, "1": true, "false": false, "FALSE": false,
				"False": false, "0": false}[value]
			if !ok {
				return nil, false, true, i.fail(1, "%s: for the --%s option: '%s' is invalid value for boolean argument! Try 0 or 1",
					i.Name, option, value)
			}
			if option == "leading-lines" {
				keepLines = on
			}
			continue
		case "version":
			if !hasValue {
				fmt.Fprintln(i.Stdout, "split-file, as of LLVM 22")
			}
		default:
			if !hasValue {
				fmt.Fprintf(i.Stdout, splitFileHelp, i.Name)
			}
		}
		if hasValue {
			return nil, false, true, i.fail(1, "%s: for the --%s option: does not allow a value! '%s' specified.", i.Name, option, value)
		}
		return nil, false, true, 0
	}
	switch len(operands) {
	case 0:
		return nil, false, true, i.fail(1, "%s: error: input filename is not specified", i.Name)
	case 1:
		return nil, false, true, i.fail(1, "%s: error: output directory is not specified", i.Name)
	case 2:
		return operands, keepLines, false, 0
	}
	fmt.Fprintf(i.Stderr, "%s: Too many positional arguments specified!\n", i.Name)
	return nil, false, true, i.fail(1, "Can specify at most 2 positional arguments: See: %s --help", i.Name)
}

// nearestOption is the option that a wrong one is nearest to.
func nearestOption(wrong string) string {
	distance := func(option string) int { return spelling.Distance(wrong, option, math.MaxInt) }
	best := slices.MinFunc(splitOptions, func(a, b string) int { return distance(a) - distance(b) })
	if len(best) == 1 {
		return "-" + best
	}
	return "--" + best
}

// clearOutput makes place for the output directory: it deletes a file of its name. Other files in
// it stay.
func clearOutput(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir() && !info.Mode().IsRegular():
		return errors.New("output cannot be a special file")
	}
	if err = os.Remove(dir); errors.Is(err, syscall.ENOTEMPTY) || errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// part is one file inside of a file.
type part struct {
	name  string
	lines int // before it
	text  string
}

// splitParts finds the parts of a file, and what is wrong with their names.
func splitParts(file, text string) (parts []part, problems []string) {
	begin := 0 // of the last part
	end := func(at int) {
		if n := len(parts); n > 0 {
			parts[n-1].text = text[begin:at]
		}
	}
	number, at := 0, 0
	for line := range strings.Lines(text) {
		start := at
		at += len(line)
		number++
		separator, name, found := cutSeparator(line)
		if !found {
			continue
		}
		problem := ""
		switch {
		case name == "":
			problem = "empty part name"
		case isBlankByte(name[0]) || isBlankByte(name[len(name)-1]):
			problem = "part name cannot have leading or trailing space"
		case slices.ContainsFunc(parts, func(p part) bool { return p.name == name }):
			problem = fmt.Sprintf("'%s--- %s' occurs more than once", separator, name)
		}
		if problem != "" {
			problems = append(problems, fmt.Sprintf("%s:%d: error: %s", file, number, problem))
			continue
		}
		end(start)
		begin = at
		parts = append(parts, part{name: name, lines: strings.Count(text[:begin], "\n")})
	}
	end(len(text))
	return parts, problems
}

// cutSeparator takes a line like `//--- name` or `#--- name` apart.
func cutSeparator(line string) (separator, name string, found bool) {
	line = strings.TrimSuffix(line, "\n")
	line = strings.TrimSuffix(line, "\r")
	n := 1
	if strings.HasPrefix(line, "//") {
		n = 2
	}
	if len(line) < n {
		return "", "", false
	}
	name, found = strings.CutPrefix(line[n:], "--- ")
	return line[:n], name, found
}

func isBlankByte(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// lineEnd is how the lines of a text end.
func lineEnd(text string) string {
	i := strings.IndexByte(text, '\r')
	switch {
	case i < 0:
		return "\n"
	case strings.HasPrefix(text[i:], "\r\n"):
		return "\r\n"
	case i > 0 && text[i-1] == '\n':
		return "\n\r"
	}
	return "\r"
}

// writePart writes a part below dir.
func (i *Invocation) writePart(p part, dir string) error {
	path := filepath.Join(i.Path(dir), filepath.FromSlash(p.name))
	for _, parent := range []string{i.Path(dir), filepath.Dir(path)} {
		if err := makeDir(filepath.Clean(parent), true, i.umask); err != nil {
			return err
		}
	}
	file, err := openFile(path, openCreate, i.umask)
	if err != nil {
		return err
	}
	_, err = io.WriteString(file, p.text)
	return errors.Join(err, file.Close())
}
