package lit

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// shell is the state of the internal shell during one test.
type shell struct {
	ctx   context.Context
	run   *testRun
	dir   string
	stack []string // of pushd
	env   environment
	log   transcript
}

// environment is the variables of external programs.
type environment map[string]string

// passedVariables are handed from lit's environment to tests if they are not empty.
var passedVariables = strings.Fields(`PATH LIBRARY_PATH LD_LIBRARY_PATH SYSTEMROOT TERM CLANG LLDB LD_PRELOAD
	LLVM_SYMBOLIZER_PATH LLVM_PROFILE_FILE ASAN_SYMBOLIZER_PATH HWASAN_SYMBOLIZER_PATH LSAN_SYMBOLIZER_PATH
	MSAN_SYMBOLIZER_PATH TSAN_SYMBOLIZER_PATH UBSAN_SYMBOLIZER_PATH ASAN_OPTIONS LSAN_OPTIONS HWASAN_OPTIONS
	MSAN_OPTIONS RTSAN_OPTIONS TSAN_OPTIONS UBSAN_OPTIONS TMPDIR TMP TEMP TEMPDIR FILECHECK_OPTS SOURCE_DATE_EPOCH
	GTEST_FILTER QEMU_LD_PREFIX QEMU_CPU HOME COMSPEC INCLUDE LIB PATHEXT USERPROFILE`)

func newShell(ctx context.Context, run *testRun) *shell {
	sh := &shell{ctx: ctx, run: run, dir: run.execDir, env: environment{}}
	for _, name := range passedVariables {
		if value := os.Getenv(name); value != "" {
			sh.env[name] = value
		}
	}
	sh.env["LLVM_DISABLE_CRASH_REPORT"] = "1"
	sh.env["LIT_CURRENT_TESTCASE"] = run.suite.name() + " :: " + run.test
	for _, definition := range run.suite.Environment {
		name, value, _ := strings.Cut(definition, "=")
		sh.env[name] = value
	}
	return sh
}

// list is the environment as package os/exec takes it, sorted.
func (e environment) list() []string {
	var all []string
	for name, value := range e {
		all = append(all, name+"="+value)
	}
	slices.Sort(all)
	return all
}

// statusInternal is the status of a command that the shell could not run.
const statusInternal = 127

// shellError is a misuse of the shell found while running: the rest of the test does not run.
type shellError struct{ text string }

func (e *shellError) Error() string { return e.text }

func shellErrorf(format string, args ...any) *shellError {
	return &shellError{fmt.Sprintf(format, args...)}
}

// sequence runs pipelines from left to right and returns the status of the last one that ran.
func (sh *shell) sequence(s *sequence) int {
	status, fatal := 0, false
	for i, pipeline := range s.pipelines {
		if sh.ctx.Err() != nil {
			return max(status, 1)
		}
		if i > 0 && (s.ops[i-1] == "&&" && status != 0 || s.ops[i-1] == "||" && status == 0) {
			continue
		}
		if status, fatal = sh.pipeline(pipeline); fatal {
			break
		}
	}
	return status
}

// pipeline runs commands joined by pipes. Its status is the last one that is not 0. fatal tells that the shell itself
// failed.
func (sh *shell) pipeline(commands []*command) (status int, fatal bool) {
	fail := func(c *command, err error) (int, bool) {
		sh.log.add(&commandResult{words: c.words, stderr: err.Error(), status: statusInternal})
		return statusInternal, true
	}
	stages := make([]*stage, len(commands))
	for i, c := range commands {
		st, err := sh.prepare(c, len(commands) > 1)
		if err != nil {
			return fail(c, err)
		}
		stages[i] = st
	}
	opened, err := sh.connect(stages)
	defer closeAll(opened)
	if err != nil {
		return fail(err.command, err)
	}
	for _, result := range sh.runStages(stages) {
		sh.log.add(result)
		if result.status != 0 {
			status = result.status
		}
	}
	if sh.ctx.Err() == nil && slices.ContainsFunc(stages, func(st *stage) bool { return st.misused }) {
		return statusInternal, true
	}
	return status, false
}

// prefix is a word before a command that changes the meaning of its status.
type prefix uint8

const (
	prefixBang prefix = iota
	prefixNot
	prefixNotCrash
)

// prepare resolves the prefixes and the name of a command.
func (sh *shell) prepare(c *command, piped bool) (*stage, error) {
	words, err := sh.readFiles(c.words)
	if err != nil {
		return nil, err
	}
	st := &stage{command: c, shell: sh, env: sh.env}
	withEnv := false
	for {
		switch words[0].text {
		case "env":
			if !withEnv {
				withEnv = true
				st.env = environment{}
				for name, value := range sh.env {
					st.env[name] = value
				}
			}
			if words = st.env.update(words[1:]); len(words) == 0 {
				st.main = printEnvironment
				return st, nil
			}
			continue
		case "not", "!":
			kind, name := prefixBang, words[0].text
			if name == "not" {
				kind = prefixNot
			}
			words = words[1:]
			if kind == prefixNot && len(words) > 0 && words[0].text == "--crash" {
				kind, words = prefixNotCrash, words[1:]
			}
			if len(words) == 0 {
				return nil, shellErrorf("Error: '%s' requires a subcommand", name)
			}
			st.prefixes = append(st.prefixes, kind)
			continue
		}
		break
	}
	for _, w := range words {
		st.args = append(st.args, sh.expandGlob(w)...)
	}
	return st, sh.resolve(st, piped, withEnv)
}

// update executes the options and assignments of env and returns the words after them.
func (e environment) update(words []word) []word {
	for i := 0; i < len(words); i++ {
		switch text := words[i].text; {
		case text == "-i":
			clear(e)
		case text == "-u" && i+1 < len(words):
			i++
			delete(e, words[i].text)
		case strings.Contains(text, "="):
			name, value, _ := strings.Cut(text, "=")
			e[name] = value
		default:
			return words[i:]
		}
	}
	return nil
}

// resolve finds what the first argument names: a builtin that changes the shell, a tool, another builtin, or a program.
func (sh *shell) resolve(st *stage, piped, withEnv bool) error {
	name := st.args[0]
	_, isState := stateBuiltins[name]
	if isState {
		switch {
		case withEnv:
			return shellErrorf("Error: 'env' cannot call '%s'", name)
		case slices.Contains(st.prefixes, prefixNotCrash):
			return shellErrorf("Error: 'not --crash' cannot call '%s'", name)
		case piped:
			return shellErrorf("Unsupported: '%s' cannot be part of a pipeline", name)
		}
		st.main = func(c *call) int {
			status := stateBuiltins[name](c)
			st.misused = status == statusInternal
			return status
		}
		return nil
	}
	if tool := sh.run.suite.findTool(name); tool != nil {
		if withEnv {
			return shellErrorf("Error: 'env' cannot set variables of the in-process tool '%s'", name)
		}
		st.main = func(c *call) int { return tool.Main(c.args, c.stdin, c.stdout, c.stderr) }
		return nil
	}
	if main, ok := filterBuiltins[name]; ok {
		st.main = main
		return nil
	}
	st.program = sh.findProgram(name, st.env)
	if st.program == "" {
		return shellErrorf("'%s': command not found", name)
	}
	return nil
}

// findProgram returns the path of an external program, or "".
func (sh *shell) findProgram(name string, env environment) string {
	if strings.HasPrefix(name, ".") {
		if path := filepath.Join(sh.dir, name); isProgram(path) {
			return path
		}
	}
	if filepath.IsAbs(name) {
		if isProgram(name) {
			return name
		}
		return ""
	}
	search, ok := env["PATH"]
	if !ok {
		search = sh.env["PATH"]
	}
	for _, dir := range filepath.SplitList(search) {
		for _, suffix := range append([]string{""}, filepath.SplitList(env["PATHEXT"])...) {
			if path := filepath.Join(dir, name+suffix); dir != "" && isProgram(path) {
				return path
			}
		}
	}
	return ""
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (info.Mode()&0o111 != 0 || os.PathSeparator == '\\')
}

// absolute resolves a path against the working directory of the shell.
func (sh *shell) absolute(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(sh.dir, path)
}

// expandGlob returns the absolute paths of the files that a word with unquoted * or ? names, sorted, or the word itself if
// there are none.
func (sh *shell) expandGlob(w word) []string {
	if !w.glob {
		return []string{w.text}
	}
	pattern := strings.ReplaceAll(sh.absolute(w.text), "[!", "[^")
	matches, err := filepath.Glob(pattern)
	matches = slices.DeleteFunc(matches, func(match string) bool { return hiddenByGlob(pattern, match) })
	if err != nil || len(matches) == 0 {
		return []string{w.text}
	}
	slices.Sort(matches)
	return matches
}

// hiddenByGlob reports whether a wildcard of pattern stands for the leading dot of a file name.
func hiddenByGlob(pattern, match string) bool {
	patterns := strings.Split(pattern, string(os.PathSeparator))
	for i, name := range strings.Split(match, string(os.PathSeparator)) {
		if i < len(patterns) && strings.HasPrefix(name, ".") && !strings.HasPrefix(patterns[i], ".") {
			return true
		}
	}
	return false
}

var readFileSubstitution = regexp.MustCompile(`%\{readfile:([^}]*)\}`)

// readFiles replaces %{readfile:PATH} by the contents of files.
func (sh *shell) readFiles(words []word) ([]word, error) {
	out := slices.Clone(words)
	for i, w := range out {
		var failure error
		out[i].text = readFileSubstitution.ReplaceAllStringFunc(w.text, func(match string) string {
			path := sh.absolute(readFileSubstitution.FindStringSubmatch(match)[1])
			data, err := os.ReadFile(path)
			if err != nil {
				failure = shellErrorf("File specified in readfile substitution does not exist: %s", path)
			}
			return string(data)
		})
		if failure != nil {
			return nil, failure
		}
	}
	return out, nil
}
