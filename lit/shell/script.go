package shell

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// runScript runs the lines as one script of bash, or of sh where there is none.
func (sh *shell) runScript(file string, lines []Line, outcome *Outcome) {
	if err := os.WriteFile(file, []byte(sh.scriptText(lines)), 0o666); err != nil {
		outcome.Status, outcome.Invalid, outcome.Log = statusInternal, true, systemError(err, file)
		return
	}
	interpreter := sh.findProgram("bash", sh.env)
	if interpreter == "" {
		interpreter = "/bin/sh"
	}
	st := &stage{shell: sh, env: sh.env, program: interpreter, args: []string{interpreter, file}}
	stages := []*stage{st}
	_, err := connect(stages)
	if err == nil {
		err = sh.startStages(stages)
	}
	if err != nil {
		outcome.Status, outcome.Invalid, outcome.Log = statusInternal, true, err.text
		return
	}
	outcome.Status = st.wait(nil)
	outcome.Log, outcome.Errors = st.stdout.text(), st.stderr.text()
}

// scriptText is the script: the lines joined by &&, each with a trace of where it is from.
func (sh *shell) scriptText(lines []Line) string {
	var b strings.Builder
	if sh.pipefail {
		b.WriteString("set -o pipefail;")
	}
	var exports []string
	for _, definition := range sh.env.list() {
		// The loader of macOS reads these, and a shell there does not get them.
		if name, value, _ := strings.Cut(definition, "="); strings.HasPrefix(name, "DYLD_") {
			exports = append(exports, fmt.Sprintf("export %s=%s;", name, quote(value)))
		}
	}
	b.WriteString(strings.Join(exports, "\n") + "set -x;{ ")
	for i, line := range lines {
		if i > 0 {
			b.WriteString("; } &&\n{ ")
		}
		command := readFilesInScript(strings.TrimFunc(line.Command, isSpace))
		message := fmt.Sprintf("'%s' has no command after substitutions", line.At)
		if command != "" {
			message = fmt.Sprintf(`%s \# '%s'`, quote(command), line.At)
		}
		fmt.Fprintf(&b, "{ set +x; } 2>/dev/null && echo %s >&2 && { set -x; } 2>/dev/null", message)
		if command != "" {
			fmt.Fprintf(&b, " && { %s; }", command)
		}
	}
	return b.String() + "; }\n"
}

// readFilesInScript lets the script replace %{readfile:PATH}, and fail if there is no such file.
func readFilesInScript(command string) string {
	var paths []string
	for _, match := range readFileSubstitution.FindAllStringSubmatch(command, -1) {
		paths = append(paths, match[1])
	}
	command = readFileSubstitution.ReplaceAllStringFunc(command, func(match string) string {
		return fmt.Sprintf("$(cat %s)", quote(readFileSubstitution.FindStringSubmatch(match)[1]))
	})
	for path := range slices.Values(paths) {
		command += " && test -e " + path
	}
	return command
}
