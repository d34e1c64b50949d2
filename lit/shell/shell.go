package shell

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/tg-opt/tg/internal/input"
)

// shell is the state of the internal shell during one test.
type shell struct {
	ctx      context.Context
	tools    []Tool
	pipefail bool
	dir      string
	stack    []string // of pushd
	env      environment
	umask    int // -1 if not set
	limits   []limit
	group    group
	log      transcript

	at        string // where the command line comes from
	intercept Interceptor
}

// environment is the variables of programs.
type environment map[string]string

// newEnvironment is the environment of a list of NAME=VALUE.
func newEnvironment(list []string) environment {
	e := environment{}
	for _, definition := range list {
		name, value, _ := strings.Cut(definition, "=")
		e[name] = value
	}
	return e
}

// list is the environment as package os takes it, sorted by names.
func (e environment) list() []string {
	names := make([]string, 0, len(e))
	for name := range e {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		names[i] = name + "=" + e[name]
	}
	return names
}

// statusInternal is the status of a command that the shell could not run.
const statusInternal = 127

// shellError is a misuse of the shell found while running: the rest of the test does not run.
type shellError struct {
	command    *Command // nil for the one being prepared
	text       string
	unresolved bool // lit has no result for such a test
}

func (e *shellError) Error() string { return e.text }

func shellErrorf(format string, args ...any) *shellError {
	return &shellError{text: fmt.Sprintf(format, args...)}
}

func (sh *shell) timedOut() bool { return errors.Is(sh.ctx.Err(), context.DeadlineExceeded) }

// announce writes where the next command comes from, as the command @echo would.
func (sh *shell) announce(line Line) *shellError {
	sh.at = line.At
	command := strings.TrimFunc(line.Command, isSpace)
	if command == "" {
		fmt.Fprintf(&sh.log, "# %s has no command after substitutions\n", line.At)
		return nil
	}
	fmt.Fprintf(&sh.log, "# %s\n", line.At)
	words := []Word{{Text: "@echo"}, {Text: command}}
	expanded, err := sh.readFiles(words)
	if err != nil {
		err.command = &Command{Words: words}
		return err
	}
	text, err := echoText([]string{expanded[1].Text})
	if err == nil {
		sh.log.WriteString(text)
	}
	return err
}

// list runs pipelines from left to right and returns the status of the last one that ran.
func (sh *shell) list(l *List) (status int, failure *shellError) {
	for i, pipeline := range l.Pipelines {
		if i > 0 && (l.Operators[i-1] == "&&" && status != 0 || l.Operators[i-1] == "||" && status == 0) {
			continue
		}
		if sh.ctx.Err() != nil {
			if status == 0 {
				status = statusKilled
			}
			return status, nil
		}
		if status, failure = sh.pipeline(pipeline); failure != nil {
			return statusInternal, failure
		}
	}
	return status, nil
}

// pipeline runs commands joined by pipes. Its status is the last one that is not 0.
func (sh *shell) pipeline(commands []*Command) (status int, failure *shellError) {
	stages := make([]*stage, len(commands))
	defer func() {
		for _, st := range stages {
			if st != nil {
				st.closeFiles()
			}
		}
	}()
	for i, c := range commands {
		stages[i] = &stage{command: c, shell: sh, env: sh.env}
		builtin, err := stages[i].prepare(len(commands) > 1)
		switch {
		case err == nil && builtin != nil:
			status, err = sh.runBuiltin(stages[i], builtin)
			if err == nil {
				return status, nil
			}
			fallthrough
		case err != nil:
			if err.command == nil {
				err.command = c
			}
			return 0, err
		}
	}
	links, err := connect(stages)
	if err == nil {
		err = sh.startStages(stages)
	}
	if err != nil {
		for _, l := range links {
			l.close()
		}
		return 0, err
	}
	for _, r := range sh.finishStages(stages, links) {
		sh.log.add(r)
		if r.status != 0 || !sh.pipefail {
			status = r.status
		}
	}
	return status, nil
}

// prepare resolves prefixes, redirections and the name of a command. It returns the builtin if that
// is one that changes the shell.
func (st *stage) prepare(piped bool) (stateBuiltin, *shellError) {
	sh := st.shell
	words, err := sh.readFiles(st.command.Words)
	if err != nil {
		return nil, err
	}
	withEnv := false
	for {
		switch words[0] {
		case Word{Text: "env"}:
			if !withEnv {
				withEnv, st.env = true, sh.env.clone()
			}
			if words = st.env.update(words[1:]); len(words) == 0 {
				st.main, st.negation = printEnvironment, negation{}
				return nil, st.redirect()
			}
			continue
		case Word{Text: "not"}, Word{Text: "!"}:
			if words, err = st.negation.take(words); err != nil {
				return nil, err
			}
			continue
		}
		break
	}
	name := sh.expandGlob(words[0])[0]
	st.args = []string{name}
	if builtin := stateBuiltins[name]; builtin != nil && (name != "echo" || !piped) {
		switch {
		case withEnv:
			return nil, shellErrorf("Error: 'env' cannot call '%s'", name)
		case st.negation.crash:
			return nil, shellErrorf("Error: 'not --crash' cannot call '%s'", name)
		case piped:
			return nil, shellErrorf("Unsupported: '%s' cannot be part of a pipeline", name)
		}
		st.operands = words
		st.expandOperands(words[1:])
		return builtin, nil
	}
	if st.negation.crash && st.negation.words[0] == "!" {
		return nil, shellErrorf("'!': command not found")
	}
	if err := st.redirect(); err != nil {
		return nil, err
	}
	st.expandOperands(words[1:])
	return nil, st.resolve(withEnv)
}

// expandOperands appends words to the arguments.
func (st *stage) expandOperands(words []Word) {
	for _, w := range words {
		st.args = append(st.args, st.shell.expandGlob(w)...)
	}
}

func (e environment) clone() environment {
	c := make(environment, len(e))
	for name, value := range e {
		c[name] = value
	}
	return c
}

// update executes the options and assignments of env and returns the words after them.
func (e environment) update(words []Word) []Word {
	unset := false
	for i, w := range words {
		switch name, value, assigns := strings.Cut(w.Text, "="); {
		case w.Text == "-u":
			unset = true
		case w.Text == "-i":
			clear(e)
		case unset:
			delete(e, w.Text)
			unset = false
		case assigns:
			e[name] = value
		default:
			return words[i:]
		}
	}
	return nil
}

// resolve finds what the first argument names: a tool, a builtin, or a program.
func (st *stage) resolve(withEnv bool) *shellError {
	sh, name := st.shell, st.args[0]
	if st.negation.crash && st.underNot() {
		return nil
	}
	if st.intercepted() {
		return nil
	}
	if sh.knows(name) && !isDir(sh.dir) {
		if name == "echo" { // lit runs that of the system, and names its file
			name = cmp.Or(sh.findProgram(name, st.env), name)
		}
		return sh.noProcess(name)
	}
	if i := slices.IndexFunc(sh.tools, func(t Tool) bool { return t.Name == name }); i >= 0 {
		return st.useTool(sh.tools[i], withEnv)
	}
	if main := filterBuiltins[name]; main != nil {
		st.main = main
		return nil
	}
	if st.program = sh.findProgram(name, st.env); st.program == "" {
		return shellErrorf("%s: command not found", repr(name))
	}
	if !isDir(sh.dir) { // before the redirections of the next stage fail, which then say something else
		return sh.noProcess(st.program)
	}
	return nil
}

// noProcess is the error of a program that cannot start since there is no working directory.
func (sh *shell) noProcess(program string) *shellError {
	return shellErrorf("Could not create process (%s) due to %s", program, systemError(syscall.ENOENT, sh.dir))
}

// underNot prepares a command that the program not is to run, with --crash. It reports whether that
// cannot run it.
func (st *stage) underNot() bool {
	st.env = st.env.clone()
	for _, definition := range crashVariables {
		name, value, _ := strings.Cut(definition, "=")
		st.env[name] = value
	}
	name := st.args[0]
	if i := slices.Index(st.negation.words, "!"); i > 0 {
		st.negation.words, name = st.negation.words[:i], "!"
	} else if st.shell.knows(name) {
		return false
	}
	problem, status := missingText(name), 1
	if strings.ContainsRune(name, os.PathSeparator) {
		path := join(st.shell.dir, name)
		err := executable(path)
		if err == nil {
			st.program = path
			return true
		}
		problem, status = spawnText(err), boolStatus(strings.HasSuffix(strings.Join(st.negation.words, " "), "--crash"))
	} else if st.shell.findProgram(name, st.env) != "" {
		return false
	}
	st.main = func(c *call) int { return st.negation.failed(problem, status, c.Stderr) }
	return true
}

// knows reports whether a name is that of a command that runs in-process.
func (sh *shell) knows(name string) bool {
	return filterBuiltins[name] != nil || slices.ContainsFunc(sh.tools, func(t Tool) bool { return t.Name == name })
}

func (st *stage) useTool(tool Tool, withEnv bool) *shellError {
	if tool.Run != nil {
		st.main = func(c *call) int { return tool.Run(&c.Invocation) }
		return nil
	}
	if withEnv {
		return shellErrorf("Error: 'env' cannot set variables of the in-process tool '%s'", tool.Name)
	}
	if path := misplacedPath(st.shell.dir, st.args[1:]); path != "" {
		return shellErrorf("Error: the in-process tool '%s' does not know the working directory '%s': "+
			"write the absolute path of '%s', for which there are %%s, %%S and %%t", tool.Name, st.shell.dir, path)
	}
	st.main = func(c *call) int { return tool.Main(c.Args, c.Stdin, c.Stdout, c.Stderr) }
	return nil
}

// defaultPath is searched if PATH is empty.
const defaultPath = "/bin:/usr/bin"

// findProgram returns the path of an external program, or "". Like lit it does not ask whether it
// may be executed.
func (sh *shell) findProgram(name string, env environment) string {
	if strings.HasPrefix(name, ".") {
		if path := join(sh.dir, name); isFile(path) {
			return path
		}
	}
	if filepath.IsAbs(name) && isFile(name) {
		return filepath.Clean(name)
	}
	search, ok := env["PATH"]
	if !ok {
		search = sh.env["PATH"]
	}
	if search == "" {
		search = defaultPath
	}
	for _, dir := range filepath.SplitList(search) {
		if dir == "" {
			continue // it would mean the directory of this process
		}
		for _, suffix := range append([]string{""}, filepath.SplitList(env["PATHEXT"])...) {
			if path := join(dir, name+suffix); exists(path) && !isDir(path) {
				return filepath.Clean(path)
			}
		}
	}
	return ""
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

var readFileSubstitution = regexp.MustCompile(`%\{readfile:([^}]*)\}`)

// readFiles replaces %{readfile:PATH} by the contents of files.
func (sh *shell) readFiles(words []Word) ([]Word, *shellError) {
	var out []Word
	for i, w := range words {
		if w.Glob || !strings.Contains(w.Text, "%{readfile:") {
			continue
		}
		var failure *shellError
		text := readFileSubstitution.ReplaceAllStringFunc(w.Text, func(match string) string {
			path := join(sh.dir, readFileSubstitution.FindStringSubmatch(match)[1])
			data, err := input.Text(0).ReadFile(path)
			switch {
			case errors.Is(err, os.ErrNotExist):
				failure = shellErrorf("File specified in readfile substitution does not exist: %s", path)
			case err != nil:
				failure = &shellError{text: systemError(err, path), unresolved: true}
			}
			return universalNewlines(string(data))
		})
		if failure != nil {
			return nil, failure
		}
		if out == nil {
			out = slices.Clone(words)
		}
		out[i].Text = text
	}
	if out == nil {
		return words, nil
	}
	return out, nil
}
