package shell

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// result is what the transcript tells about a command.
type result struct {
	words    []Word
	stdout   string
	stderr   string
	status   int
	timedOut bool
	files    []outputFile // that the output of the pipeline was redirected to; only of a failed command
}

// outputFile is a file that output goes to, by its name in the command and its place.
type outputFile struct{ name, path string }

// transcript is the log of a test, in the format of lit.
type transcript struct {
	strings.Builder
	verbose bool // also about commands that succeed without output
}

// maxRedirectedOutput is how many characters of a redirected output are shown.
const maxRedirectedOutput = 1024

func (t *transcript) add(r *result) {
	if r.words[0].Text == "@echo" && r.status == 0 && r.stderr == "" && len(r.files) == 0 && !r.timedOut {
		t.WriteString(r.stdout)
		return
	}
	bangs := 0
	for bangs < len(r.words) && r.words[bangs] == (Word{Text: "!"}) {
		bangs++
	}
	t.WriteString("# executed command: " + strings.Repeat("! ", bangs))
	for i, w := range r.words[bangs:] {
		if i > 0 {
			t.WriteByte(' ')
		}
		t.WriteString(quote(w.Text))
	}
	t.WriteByte('\n')
	hasOutput := !isBlank(r.stdout) || !isBlank(r.stderr)
	if !t.verbose && r.status == 0 && !hasOutput {
		return
	}
	slices.SortStableFunc(r.files, func(a, b outputFile) int { return cmp.Compare(a.name, b.name) })
	for _, f := range r.files {
		if data, err := readStart(f.path); err == nil {
			t.box("redirected output from '"+f.name+"'", decode(data), maxRedirectedOutput)
		}
	}
	t.box("command stdout", r.stdout, 0)
	t.box("command stderr", r.stderr, 0)
	if !hasOutput {
		t.WriteString("# note: command had no output on stdout or stderr\n")
	}
	if r.status != 0 {
		fmt.Fprintf(t, "# error: command failed with exit status: %d\n", r.status)
	}
	if t.verbose && r.timedOut {
		t.WriteString("# error: command reached timeout: True\n")
	}
}

// readStart reads as much of a file as the transcript may show, and a little more.
func readStart(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, 4*(maxRedirectedOutput+1)))
}

// box writes a text with a title and a frame; nothing if the text is blank. Colours end at the end
// of each line and come back in the next one.
func (t *transcript) box(title, text string, limit int) {
	if isBlank(text) {
		return
	}
	note := ""
	if limit > 0 {
		if runes := []rune(text); len(runes) > limit {
			text, note = string(runes[:limit])+"\n...\n", "data was truncated"
		}
	}
	const width = 26
	fmt.Fprintf(t, "# .---%s%s\n", title, strings.Repeat("-", max(0, width-len([]rune(title)))))
	color := ""
	for _, line := range splitLines(text) {
		if color != "" {
			t.WriteString("\033[0m")
		}
		t.WriteString("# | " + color + line + "\n")
		color = lastColor(line, color)
	}
	if color != "" {
		t.WriteString("\033[0m")
	}
	fmt.Fprintf(t, "# `---%s%s\n", note, strings.Repeat("-", width-len(note)))
}

// lastColor is the escape sequence that is in effect at the end of a line.
func lastColor(line, before string) string {
	start := strings.LastIndex(line, "\033[")
	if start < 0 {
		return before
	}
	end := strings.IndexByte(line[start+2:], 'm')
	if end < 0 {
		return before
	}
	color := line[start : start+2+end+1]
	if color == "\033[m" || color == "\033[0m" {
		return ""
	}
	return color
}

// parserError is the log of a line that is no valid shell command.
func parserError(line Line, err error) string {
	return fmt.Sprintf("# shell parser error on %s: %s\n# %v\n", line.At, strings.Join(splitLines(line.Command), "\n# "), err)
}
