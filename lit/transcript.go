package lit

import (
	"fmt"
	"regexp"
	"strings"
)

// commandResult is what the transcript tells about a command.
type commandResult struct {
	words    []word
	stdout   string
	stderr   string
	status   int
	timedOut bool
	files    []outputFile // that the output was redirected to; only of a failed command
}

type outputFile struct{ name, content string }

// transcript is the log of a test, in the format of lit.
type transcript struct{ strings.Builder }

// announce writes where the next command comes from.
func (t *transcript) announce(line scriptLine) {
	if line.command == "" {
		fmt.Fprintf(t, "# %s has no command after substitutions\n", line.at)
		return
	}
	fmt.Fprintf(t, "# %s\n%s\n", line.at, line.command)
}

// maxRedirectedOutput is how much of a redirected output is shown.
const maxRedirectedOutput = 1024

func (t *transcript) add(r *commandResult) {
	var shown []string
	for i, w := range r.words {
		if w.text == "!" && len(shown) == i && strings.Join(shown, "") == strings.Repeat("!", i) {
			shown = append(shown, "!")
			continue
		}
		shown = append(shown, shellQuote(w.text))
	}
	fmt.Fprintf(t, "# executed command: %s\n", strings.Join(shown, " "))
	hasOutput := strings.TrimSpace(r.stdout) != "" || strings.TrimSpace(r.stderr) != ""
	if r.status == 0 && !hasOutput && !r.timedOut {
		return
	}
	for _, f := range r.files {
		t.box("redirected output from '"+f.name+"'", f.content, maxRedirectedOutput)
	}
	t.box("command stdout", r.stdout, 0)
	t.box("command stderr", r.stderr, 0)
	if !hasOutput {
		t.WriteString("# note: command had no output on stdout or stderr\n")
	}
	if r.status != 0 {
		fmt.Fprintf(t, "# error: command failed with exit status: %d\n", r.status)
	}
	if r.timedOut {
		t.WriteString("# error: command reached timeout: True\n")
	}
}

// box writes a text with a title and a frame; nothing if the text is blank.
func (t *transcript) box(title, text string, limit int) {
	if strings.TrimSpace(text) == "" {
		return
	}
	note := ""
	if limit > 0 && len(text) > limit {
		text, note = text[:limit]+"\n...\n", "data was truncated"
	}
	const width = 26
	fmt.Fprintf(t, "# .---%s%s\n", title, strings.Repeat("-", max(0, width-len(title))))
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		fmt.Fprintf(t, "# | %s\n", strings.TrimSuffix(line, "\r"))
	}
	fmt.Fprintf(t, "# `---%s%s\n", note, strings.Repeat("-", width-len(note)))
}

var safeWord = regexp.MustCompile(`^[a-zA-Z0-9_@%+=:,./-]+$`)

// shellQuote quotes a word so that a shell reads it back.
func shellQuote(s string) string {
	if safeWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'"
}

// shellParserError is the output of a test with a command that is no valid shell command.
func shellParserError(line scriptLine, err error) string {
	return fmt.Sprintf("Exit Code: 1\n\nCommand Output (stdout):\n--\n# shell parser error on %s: %s\n# %v\n\n--\n",
		line.at, line.command, err)
}
