package lit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// stateBuiltins run in the shell itself: alone, not in a pipeline.
var stateBuiltins map[string]func(*call) int

// filterBuiltins can be part of a pipeline.
var filterBuiltins map[string]func(*call) int

func init() {
	stateBuiltins = map[string]func(*call) int{
		"cd": changeDir, "pushd": pushDir, "popd": popDir, "export": export, "mkdir": makeDirs, "rm": remove,
		":": func(*call) int { return 0 },
	}
	filterBuiltins = map[string]func(*call) int{
		"echo": echo, "cat": cat, "diff": diff, "count": count, "split-file": splitFile,
	}
}

// fail reports a misuse of a builtin.
func (c *call) fail(status int, format string, args ...any) int {
	fmt.Fprintf(c.stderr, format+"\n", args...)
	return status
}

// flags separates the options in args from the operands, wherever they stand; `--` ends the options. short lists the
// one-letter options, with a colon after those that take a value; long the others. Each option is handed to set.
func (c *call) flags(short string, long []string, set func(name, value string)) (operands []string, err error) {
	args := c.args
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			return append(operands, args...), nil
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			operands = append(operands, arg)
		case strings.HasPrefix(arg, "--"):
			if !slices.Contains(long, arg[2:]) {
				return nil, fmt.Errorf("option %s not recognized", arg)
			}
			set(arg[2:], "")
		default:
			for letters := arg[1:]; letters != ""; {
				name := letters[:1]
				letters = letters[1:]
				i := strings.Index(short, name)
				if i < 0 || name == ":" {
					return nil, fmt.Errorf("option -%s not recognized", name)
				}
				if i+1 == len(short) || short[i+1] != ':' {
					set(name, "")
					continue
				}
				if letters == "" {
					if len(args) == 0 {
						return nil, fmt.Errorf("option -%s requires argument", name)
					}
					letters, args = args[0], args[1:]
				}
				set(name, letters)
				letters = ""
			}
		}
	}
	return operands, nil
}

func changeDir(c *call) int {
	if len(c.args) != 1 {
		return c.fail(statusInternal, "'cd' supports only one argument")
	}
	c.shell.dir = c.shell.absolute(c.args[0])
	return 0
}

func pushDir(c *call) int {
	if len(c.args) != 1 {
		return c.fail(statusInternal, "'pushd' supports only one argument")
	}
	c.shell.stack = append(c.shell.stack, c.shell.dir)
	c.shell.dir = c.shell.absolute(c.args[0])
	return 0
}

func popDir(c *call) int {
	n := len(c.shell.stack)
	switch {
	case len(c.args) != 0:
		return c.fail(statusInternal, "'popd' does not support arguments")
	case n == 0:
		return c.fail(statusInternal, "popd: directory stack empty")
	}
	c.shell.dir, c.shell.stack = c.shell.stack[n-1], c.shell.stack[:n-1]
	return 0
}

func export(c *call) int {
	if len(c.args) != 1 {
		return c.fail(statusInternal, "'export' supports only one argument")
	}
	c.shell.env.update([]word{{text: c.args[0]}})
	return 0
}

func printEnvironment(c *call) int {
	fmt.Fprintln(c.stdout, strings.Join(c.env.list(), "\n"))
	return 0
}

// echo prints its arguments; -n leaves out the newline, -e interprets backslash escapes.
func echo(c *call) int {
	args, newline, escapes := c.args, "\n", false
	for len(args) > 0 && (args[0] == "-n" || args[0] == "-e") {
		if args[0] == "-n" {
			newline = ""
		} else {
			escapes = true
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if escapes {
		text = unescape(text)
	}
	if _, err := io.WriteString(c.stdout, text+newline); err != nil {
		return c.fail(1, "echo: %v", err)
	}
	return 0
}

// unescape replaces \n, \t, \\ and the like, \xHH and \OOO; any other backslash stays.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		if n := strings.IndexByte(`abfnrtv\'"`, s[i]); n >= 0 {
			b.WriteByte("\a\b\f\n\r\t\v\\'\""[n])
			continue
		}
		digits, base := 0, 8
		start := i
		if s[i] == 'x' {
			start, base = i+1, 16
		}
		for digits < 3 && start+digits < len(s) && !(base == 16 && digits == 2) {
			if _, err := strconv.ParseUint(s[start+digits:start+digits+1], base, 8); err != nil {
				break
			}
			digits++
		}
		value, err := strconv.ParseUint(s[start:start+digits], base, 8)
		if err != nil || base == 16 && digits != 2 {
			b.WriteString(s[i-1 : i+1])
			continue
		}
		b.WriteByte(byte(value))
		i = start + digits - 1
	}
	return b.String()
}

func makeDirs(c *call) int {
	parents := false
	dirs, err := c.flags("p", nil, func(string, string) { parents = true })
	if err != nil {
		return c.fail(statusInternal, "Unsupported: 'mkdir':  %v", err)
	}
	if len(dirs) == 0 {
		return c.fail(statusInternal, "Error: 'mkdir' is missing an operand")
	}
	status := 0
	for _, dir := range dirs {
		dir = c.shell.absolute(dir)
		if parents {
			err = os.MkdirAll(dir, 0o777)
		} else if err = os.Mkdir(dir, 0o777); isDir(dir) {
			err = nil // lit's mkdir accepts what exists
		}
		if err != nil {
			status = c.fail(1, "Error: 'mkdir' command failed, %v", err)
		}
	}
	return status
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func remove(c *call) int {
	force, recursive := false, false
	paths, err := c.flags("frR", []string{"recursive"}, func(name, _ string) {
		if name == "f" {
			force = true
		} else {
			recursive = true
		}
	})
	if err != nil {
		return c.fail(statusInternal, "Unsupported: 'rm':  %v", err)
	}
	if len(paths) == 0 {
		return c.fail(statusInternal, "Error: 'rm' is missing an operand")
	}
	status := 0
	for _, path := range paths {
		path = c.shell.absolute(path)
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && force:
			continue
		case err == nil && info.IsDir() && !recursive:
			status = c.fail(1, "Error: %s is a directory", path)
			continue
		case err == nil && recursive:
			err = os.RemoveAll(path)
		case err == nil:
			err = os.Remove(path)
		}
		if err != nil {
			status = c.fail(1, "Error: 'rm' command failed, %v", err)
		}
	}
	return status
}

// cat copies files, or its input; -v shows bytes that do not print.
func cat(c *call) int {
	visible := false
	files, err := c.flags("v", []string{"show-nonprinting"}, func(string, string) { visible = true })
	if err != nil {
		return c.fail(1, "Unsupported: 'cat':  %v", err)
	}
	if len(files) == 0 {
		if _, err := io.Copy(c.stdout, c.stdin); err != nil {
			return c.fail(1, "cat: %v", err)
		}
		return 0
	}
	for _, file := range files {
		data, err := os.ReadFile(c.shell.absolute(file))
		if err != nil {
			return c.fail(1, "%v", err)
		}
		if visible {
			data = caretNotation(data)
		}
		if _, err := c.stdout.Write(data); err != nil {
			return c.fail(1, "cat: %v", err)
		}
	}
	return 0
}

// caretNotation writes control bytes as ^X and bytes above 127 with M- before them.
func caretNotation(data []byte) []byte {
	var out []byte
	for _, c := range data {
		if c == '\t' || c == '\n' {
			out = append(out, c)
			continue
		}
		if c > 127 {
			c -= 128
			out = append(out, "M-"...)
		}
		switch {
		case c < ' ':
			out = append(out, '^', c+'@')
		case c == 127:
			out = append(out, "^?"...)
		default:
			out = append(out, c)
		}
	}
	return out
}

// count checks the number of newlines of its input.
func count(c *call) int {
	if len(c.args) != 1 {
		return c.fail(2, "usage: count <expected line count>")
	}
	expected, err := strconv.ParseUint(c.args[0], 10, 63)
	if err != nil {
		return c.fail(2, "count: invalid count argument '%s'", c.args[0])
	}
	data, err := io.ReadAll(c.stdin)
	if err != nil {
		return c.fail(3, "count: error reading input: %v", err)
	}
	if got := uint64(strings.Count(string(data), "\n")); got != expected {
		return c.fail(1, "Expected %d lines, got %d.", expected, got)
	}
	return 0
}

// splitFile writes the parts of a file, which begin after lines like `//--- name`, into a directory.
func splitFile(c *call) int {
	keepLines := false
	operands, err := c.flags("", []string{"leading-lines", "no-leading-lines"}, func(name, _ string) {
		keepLines = name == "leading-lines"
	})
	if err != nil {
		return c.fail(1, "split-file: %v", err)
	}
	if len(operands) != 2 {
		return c.fail(1, "split-file: expects an input file and an output directory")
	}
	name, dir := operands[0], c.shell.absolute(operands[1])
	var data []byte
	if name == "-" {
		data, err = io.ReadAll(c.stdin)
	} else {
		data, err = os.ReadFile(c.shell.absolute(name))
	}
	if err != nil {
		return c.fail(1, "split-file: error: %s: %v", name, err)
	}
	parts, err := splitParts(string(data), keepLines)
	if err != nil {
		return c.fail(1, "split-file: error: %s: %v", name, err)
	}
	if err := writeParts(parts, dir); err != nil {
		return c.fail(1, "split-file: error: %v", err)
	}
	return 0
}

// part is one file inside of a file.
type part struct {
	name  string
	lines []string
}

func splitParts(text string, keepLines bool) ([]part, error) {
	var parts []part
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		separator, name, found := strings.Cut(line, "--- ")
		if !found || separator != "//" && len(separator) != 1 {
			if len(parts) > 0 {
				last := &parts[len(parts)-1]
				last.lines = append(last.lines, line)
			}
			continue
		}
		name = strings.TrimRight(name, "\r\n")
		switch {
		case name == "":
			return nil, fmt.Errorf("%d: empty part name", i+1)
		case strings.Trim(name, " ") != name:
			return nil, fmt.Errorf("%d: part name cannot have leading or trailing space", i+1)
		case slices.ContainsFunc(parts, func(p part) bool { return p.name == name }):
			return nil, fmt.Errorf("%d: '%s--- %s' occurs more than once", i+1, separator, name)
		case !filepath.IsLocal(filepath.FromSlash(name)):
			return nil, fmt.Errorf("%d: part name '%s' leaves the output directory", i+1, name)
		}
		p := part{name: name}
		if keepLines {
			p.lines = slices.Repeat([]string{"\n"}, i+1)
		}
		parts = append(parts, p)
	}
	if len(parts) == 0 {
		return nil, errors.New("no part separator was found")
	}
	return parts, nil
}

func writeParts(parts []part, dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s: output cannot be a special file", dir)
		}
		if err := os.Remove(dir); err != nil {
			return err
		}
	}
	for _, p := range parts {
		path := filepath.Join(dir, filepath.FromSlash(p.name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(strings.Join(p.lines, "")), 0o666); err != nil {
			return err
		}
	}
	return nil
}
