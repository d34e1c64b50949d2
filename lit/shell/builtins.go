package shell

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// stateBuiltin runs in the shell itself: alone, not in a pipeline. Redirections do not apply to
// one, but to echo.
type stateBuiltin func(*stage) (int, *shellError)

// stateBuiltins are the builtins that change the shell, and those that lit runs in its own process.
var stateBuiltins map[string]stateBuiltin

// filterBuiltins are in-process commands that can be part of a pipeline. In one, echo is that of
// the system.
var filterBuiltins map[string]func(*call) int

func init() {
	stateBuiltins = map[string]stateBuiltin{
		"cd": changeDir, "pushd": pushDir, "popd": popDir, "export": export, "mkdir": makeDirs, "rm": remove,
		"umask": setUmask, "ulimit": setLimit, "echo": echo, "@echo": echo,
		":": func(*stage) (int, *shellError) { return 0, nil },
	}
	filterBuiltins = map[string]func(*call) int{
		"echo": systemEcho, "cat": cat, "diff": diff,
		"count":      func(c *call) int { return count(&c.Invocation) },
		"split-file": func(c *call) int { return splitFile(&c.Invocation) },
	}
}

// runBuiltin runs a builtin and logs it.
func (sh *shell) runBuiltin(st *stage, builtin stateBuiltin) (int, *shellError) {
	status, err := builtin(st)
	if err != nil {
		err.command = &Command{Words: st.operands} // lit shows it without prefixes
		return 0, err
	}
	if st.negation.count%2 == 1 {
		status = boolStatus(status != 0)
	}
	sh.log.add(&result{words: st.command.Words, stdout: st.stdout.text(), stderr: st.stderr.text(), status: status,
		timedOut: sh.timedOut()})
	return status, nil
}

// fail reports a misuse of a builtin.
func (i *Invocation) fail(status int, format string, args ...any) int {
	fmt.Fprintf(i.Stderr, format+"\n", args...)
	return status
}

// getopt separates the options in args from the operands, wherever they stand; `--` ends the
// options. short lists the one-letter options, with a colon after those that take a value; long the
// others, which may be shortened. Each option is handed to set. Errors are in the words of the
// getopt of Python.
func getopt(args []string, short string, long []string, set func(name, value string)) (operands []string, err error) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			return append(operands, args...), nil
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			operands = append(operands, arg)
		case strings.HasPrefix(arg, "--"):
			name, err := longOption(arg[2:], long)
			if err != nil {
				return nil, err
			}
			set(name, "")
		default:
			for letters := arg[1:]; letters != ""; {
				name := string([]rune(letters)[0])
				letters = letters[len(name):]
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

// longOption finds the option that arg is or begins.
func longOption(arg string, long []string) (string, error) {
	name, _, hasValue := strings.Cut(arg, "=")
	for _, option := range long {
		if strings.HasPrefix(option, name) {
			if hasValue {
				return "", fmt.Errorf("option --%s must not have an argument", option)
			}
			return option, nil
		}
	}
	return "", fmt.Errorf("option --%s not recognized", name)
}

// changeTo is the working directory after cd. What does not exist is found out by the next command.
func (sh *shell) changeTo(dir string) {
	if filepath.IsAbs(dir) {
		sh.dir = dir
	} else {
		sh.dir = realPath(join(sh.dir, dir))
	}
}

func changeDir(st *stage) (int, *shellError) {
	sh, args := st.shell, st.args[1:]
	if len(args) != 1 {
		return 0, shellErrorf("'cd' supports only one argument")
	}
	sh.changeTo(args[0])
	return 0, nil
}

func pushDir(st *stage) (int, *shellError) {
	sh, args := st.shell, st.args[1:]
	if len(args) != 1 {
		return 0, shellErrorf("'pushd' supports only one argument")
	}
	sh.stack = append(sh.stack, sh.dir)
	sh.changeTo(args[0])
	return 0, nil
}

func popDir(st *stage) (int, *shellError) {
	sh, args := st.shell, st.args[1:]
	n := len(sh.stack)
	switch {
	case len(args) != 0:
		return 0, shellErrorf("'popd' does not support arguments")
	case n == 0:
		return 0, shellErrorf("popd: directory stack empty")
	}
	sh.dir, sh.stack = sh.stack[n-1], sh.stack[:n-1]
	return 0, nil
}

func export(st *stage) (int, *shellError) {
	sh, args := st.shell, st.args[1:]
	if len(args) != 1 {
		return 0, shellErrorf("'export' supports only one argument")
	}
	sh.env.update([]Word{{Text: args[0]}})
	return 0, nil
}

func printEnvironment(c *call) int {
	for _, definition := range c.environment.list() {
		if _, err := fmt.Fprintln(c.Stdout, definition); err != nil {
			return c.fail(1, "env: %s", systemError(err, ""))
		}
	}
	return 0
}

func makeDirs(st *stage) (int, *shellError) {
	sh, args := st.shell, st.args[1:]
	parents := false
	dirs, err := getopt(args, "p", nil, func(string, string) { parents = true })
	if err != nil {
		return 0, shellErrorf("Unsupported: 'mkdir':  %v", err)
	}
	if len(dirs) == 0 {
		return 0, shellErrorf("Error: 'mkdir' is missing an operand")
	}
	status := 0
	for _, dir := range dirs {
		if filepath.IsAbs(dir) {
			dir = filepath.Clean(dir)
		} else {
			dir = realPath(join(sh.dir, dir))
		}
		if err := makeDir(dir, parents, sh.umask); err != nil {
			fmt.Fprintf(&st.stderr, "Error: 'mkdir' command failed, %s\n", systemError(err, dir))
			status = 1
		}
	}
	return status, nil
}

// makeDir makes a directory that may exist. umask applies to it, unless that is -1.
func makeDir(dir string, parents bool, umask int) error {
	err := os.Mkdir(dir, 0o777)
	switch {
	case err == nil && umask >= 0:
		return os.Chmod(dir, fs.FileMode(0o777&^umask))
	case err == nil || isDir(dir):
		return nil
	}
	parent := filepath.Dir(dir)
	if !parents || exists(dir) || exists(parent) && isDir(parent) || parent == dir {
		return err
	}
	if err := makeDir(parent, true, umask); err != nil {
		return err
	}
	return makeDir(dir, false, umask)
}

// remove deletes files, and with -r directories. Unlike lit's it follows no symbolic link and
// leaves directories alone without -r.
func remove(st *stage) (int, *shellError) {
	sh, args := st.shell, st.args[1:]
	force, recursive := false, false
	paths, err := getopt(args, "frR", []string{"recursive"}, func(name, _ string) {
		if name == "f" {
			force = true
		} else {
			recursive = true
		}
	})
	if err != nil {
		return 0, shellErrorf("Unsupported: 'rm':  %v", err)
	}
	if len(paths) == 0 {
		return 0, shellErrorf("Error: 'rm' is missing an operand")
	}
	status := 0
	for _, path := range paths {
		path = join(sh.dir, path)
		info, err := os.Lstat(path)
		switch {
		case err != nil && force:
			continue
		case err == nil && info.IsDir() && !recursive:
			fmt.Fprintf(&st.stderr, "Error: %s is a directory\n", path)
			status = 1
			continue
		case err == nil && recursive:
			err = removeTree(path, force)
		case err == nil:
			err = os.Remove(path)
		}
		if err != nil {
			fmt.Fprintf(&st.stderr, "Error: 'rm' command failed, %s", systemError(err, path))
			status = 1
		}
	}
	return status, nil
}

// removeTree deletes a file or a directory; with force also one whose directories are read-only.
func removeTree(path string, force bool) error {
	err := os.RemoveAll(path)
	if err == nil || !force {
		return err
	}
	filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() {
			os.Chmod(file, 0o700)
		}
		return nil
	})
	return os.RemoveAll(path)
}

func setUmask(st *stage) (int, *shellError) {
	sh, args := st.shell, st.args[1:]
	switch {
	case !hasLimits:
		return 0, shellErrorf("'umask' not supported on this system")
	case len(args) != 1:
		return 0, shellErrorf("'umask' supports only one argument")
	}
	mask, err := strconv.ParseUint(strings.TrimPrefix(args[0], "0o"), 8, 31)
	if err != nil {
		return 0, shellErrorf("Error: 'umask': invalid literal for int() with base 8: %s", repr(args[0]))
	}
	sh.umask = int(mask & 0o777)
	return 0, nil
}

// limit is a setting of ulimit.
type limit struct {
	option    string
	value     uint64
	unlimited bool
}

func setLimit(st *stage) (int, *shellError) {
	sh, args := st.shell, st.args[1:]
	switch {
	case !hasLimits:
		return 0, shellErrorf("'ulimit' not supported on this system")
	case len(args) != 2:
		return 0, shellErrorf("'ulimit' requires two arguments")
	}
	l := limit{option: args[0], unlimited: args[1] == "unlimited"}
	if !l.unlimited {
		var err error
		if l.value, err = strconv.ParseUint(args[1], 10, 53); err != nil {
			return 0, shellErrorf("Error: 'ulimit': invalid literal for int() with base 10: %s", repr(args[1]))
		}
	}
	if _, ok := limitKinds[l.option]; !ok {
		return 0, shellErrorf("'ulimit' does not support option: %s", l.option)
	}
	sh.limits = slices.DeleteFunc(sh.limits, func(other limit) bool { return other.option == l.option })
	sh.limits = append(sh.limits, l)
	slices.SortFunc(sh.limits, func(a, b limit) int { return strings.Compare(a.option, b.option) }) // -v, which may hurt the helper, last
	return 0, nil
}
