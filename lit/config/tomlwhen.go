package config

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// commandTimeout limits the commands that decide about features.
const commandTimeout = 10 * time.Second

// The systems and machines that conditions can name; machines also as `uname -m` calls them.
var (
	systems = strings.Fields(`aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1
		windows`)
	machines = strings.Fields(`386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm`)
	aliases  = map[string]string{"x86_64": "amd64", "aarch64": "arm64", "i386": "386", "i686": "386", "loongarch64": "loong64"}
)

// condition evaluates the table `when` of a feature: all its parts must hold.
func (f *tomlFile) condition(path string, v any) bool {
	values, ok := is[map[string]any](f, path, v, "a table")
	if !ok {
		return false
	}
	t := tomlTable{path, values}
	f.checkKeys(t, []string{"os", "arch", "exists", "command"})
	holds := true
	if v, ok := values["os"]; ok {
		holds = f.oneOf(t.at("os"), v, systems, runtime.GOOS) && holds
	}
	if v, ok := values["arch"]; ok {
		known := slices.Concat(machines, slices.Sorted(maps.Keys(aliases)))
		holds = f.oneOf(t.at("arch"), v, known, runtime.GOARCH) && holds
	}
	if v, ok := values["exists"]; ok {
		for _, file := range f.oneOrMore(t.at("exists"), v) {
			_, err := os.Stat(f.relative(file))
			holds = holds && err == nil
		}
	}
	if v, ok := values["command"]; ok {
		arguments := f.strings(t.at("command"), v)
		holds = holds && f.err == nil && f.succeeds(t.at("command"), arguments)
	}
	return holds
}

// oneOrMore is a string, or an array of strings.
func (f *tomlFile) oneOrMore(path string, v any) []string {
	if _, isText := v.(string); isText {
		return []string{f.expand(path, v)}
	}
	return f.strings(path, v)
}

// oneOf reports whether one of the names is that of this machine; all must be known.
func (f *tomlFile) oneOf(path string, v any, known []string, this string) bool {
	found := false
	for _, name := range f.oneOrMore(path, v) {
		if !slices.Contains(known, name) {
			f.fail(path, "'%s' is not known here%s", name, suggest(name, known))
		}
		found = found || name == this || aliases[name] == this
	}
	return found
}

// succeeds runs a command in the directory of the file. It fails the condition if its exit status
// is not 0 or there is no such program.
func (f *tomlFile) succeeds(path string, arguments []string) bool {
	if len(arguments) == 0 || arguments[0] == "" {
		f.fail(path, "'%s' needs the name of a program", path)
		return false
	}
	program := f.program(arguments[0])
	if program == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), f.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, arguments[1:]...)
	cmd.Dir = filepath.Dir(f.settings.file)
	for _, name := range slices.Sorted(maps.Keys(f.settings.environment)) {
		cmd.Env = append(cmd.Env, name+"="+f.settings.environment[name])
	}
	inGroup(cmd)
	err := cmd.Run()
	var status *exec.ExitError
	switch {
	case err == nil:
		return true
	case ctx.Err() != nil:
		f.fail(path, "the command %s takes more than %s", arguments[0], f.limit)
	case !errors.As(err, &status):
		f.fail(path, "the command %s does not run: %s", arguments[0], reason(err))
	}
	return false
}

// program finds a program in the PATH of the tests, or, with a slash in its name, relative to the
// file.
func (f *tomlFile) program(name string) string {
	if strings.ContainsRune(filepath.ToSlash(name), '/') {
		found, _ := exec.LookPath(f.relative(name))
		return found
	}
	for _, dir := range filepath.SplitList(f.settings.environment["PATH"]) {
		if found, err := exec.LookPath(filepath.Join(f.relative(dir), name)); err == nil {
			return found
		}
	}
	return ""
}

var expansion = regexp.MustCompile(`\$(\$\{|\{[^}]*\}?)`)

var reference = regexp.MustCompile(`^\{(dir|param\.([^}:]+)|env\.([^}:]+)(:-([^}]*))?)\}$`)

// expand is a string in which ${dir}, ${param.NAME}, ${env.NAME} and ${env.NAME:-default} stand for
// values, and $${ for ${.
func (f *tomlFile) expand(path string, v any) string {
	text, ok := is[string](f, path, v, "a string")
	if !ok {
		return ""
	}
	return expansion.ReplaceAllStringFunc(text, func(match string) string {
		if match == "$${" {
			return "${"
		}
		m := reference.FindStringSubmatch(match[1:])
		switch {
		case m == nil:
			f.fail(path, "'%s' is unknown; there are ${dir}, ${param.NAME}, ${env.NAME} and ${env.NAME:-default}, and $${ for ${", match)
		case m[1] == "dir":
			return filepath.Dir(f.settings.file)
		case m[2] != "":
			return f.param(path, m[2])
		default:
			return f.variable(path, m[3], m[4] != "", m[5])
		}
		return ""
	})
}

func (f *tomlFile) param(path, name string) string {
	if v, ok := f.run.options.Params[name]; ok {
		return v
	}
	defaults := f.settings.state.(map[string]string)
	v, ok := defaults[name]
	if !ok {
		f.fail(path, "there is no parameter '%s'; give it by -D %s=VALUE, or a default under [params]", name, name)
	}
	return v
}

// variable is an environment variable, as tests have it or else as this process has it.
func (f *tomlFile) variable(path, name string, hasDefault bool, otherwise string) string {
	if v, ok := f.settings.environment[name]; ok {
		return v
	}
	if v, ok := os.LookupEnv(name); ok {
		return v
	}
	if !hasDefault {
		f.fail(path, "the environment variable %s is not set; a default is written %s", name, fmt.Sprintf("${env.%s:-default}", name))
	}
	return otherwise
}
