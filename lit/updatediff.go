package lit

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/lit/shell"
)

// diffUpdate overwrites what a failed diff compares with: of its two files, the one that is no
// output of the test. It returns what it did, or "" if the command is no diff of two files.
func (r *testRun) diffUpdate(c *shell.Upcoming, lines []shell.Line) (string, error) {
	files := slices.DeleteFunc(slices.Clone(c.Args[1:]), func(arg string) bool { return strings.HasPrefix(arg, "-") })
	if c.Args[0] != "diff" || len(files) != 2 {
		return "", nil
	}
	output, reference := r.outputAndReference(c, files[0], files[1], lines)
	if reference == nil {
		return fmt.Sprintf("update-diff-test: could not deduce source and target from %s and %s", files[0], files[1]), nil
	}
	data, err := input.Text(0).ReadFile(absolute(c.Dir, output))
	if err != nil {
		return "", err
	}
	if err := reference.update(data); err != nil {
		return "", err
	}
	return fmt.Sprintf("update-diff-test: copied %s to %s", output, reference), nil
}

func absolute(dir, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, file)
}

// reference is a file, or a part of the test that split-file writes to a file.
type reference struct {
	shown  string // the file as the command names it
	path   string // the file to change
	isPart bool
	line   int // of a part: where its separator is, from 0
}

func (r *reference) String() string {
	if r.isPart {
		return "slice in " + r.path
	}
	return r.shown
}

// outputAndReference tells which file of a diff is which, or returns no reference if nothing tells
// it.
func (r *testRun) outputAndReference(c *shell.Upcoming, a, b string, lines []shell.Line) (output string, ref *reference) {
	partA, partB := r.part(c, a, lines), r.part(c, b, lines)
	if (partA != nil) != (partB != nil) {
		if partA != nil {
			return b, partA
		}
		return a, partB
	}
	target := func(part *reference, file string) *reference {
		if part != nil {
			return part
		}
		return &reference{shown: file, path: absolute(c.Dir, file)}
	}
	for _, sign := range []struct {
		isReference bool
		has         func(string) bool
	}{
		{true, func(file string) bool { return strings.HasSuffix(file, ".expected") }},
		{false, func(file string) bool { return strings.Contains(file, ".tmp") }},
	} {
		if sign.has(a) != sign.has(b) {
			if sign.has(a) == sign.isReference {
				return b, target(partA, a)
			}
			return a, target(partB, b)
		}
	}
	return "", nil
}

var separator = regexp.MustCompile(`^(?:.|//)--- (.*?)\s*$`)

// part returns the part of the test that split-file writes to a file, or nil.
func (r *testRun) part(c *shell.Upcoming, file string, lines []shell.Line) *reference {
	dir := r.splitDir(lines)
	if dir == "" {
		return nil
	}
	data, err := input.Text(0).ReadFile(r.source)
	if err != nil {
		return nil
	}
	for i, line := range strings.Split(string(data), "\n") {
		m := separator.FindStringSubmatch(line)
		if m != nil && m[1] != "" && sameFile(absolute(c.Dir, file), filepath.Join(absolute(c.Dir, dir), m[1])) {
			return &reference{shown: file, path: r.source, isPart: true, line: i}
		}
	}
	return nil
}

// wordOfCommand is a word of a simple command, possibly in quotes.
var wordOfCommand = regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`)

// splitDir is the directory into which a command splits the test itself, or "".
func (r *testRun) splitDir(lines []shell.Line) string {
	for _, line := range lines {
		words := wordOfCommand.FindAllString(line.Command, -1)
		for i := range words {
			words[i] = strings.Trim(words[i], `"'`)
		}
		i := slices.Index(words, "split-file")
		if i >= 0 && i+2 < len(words) && sameFile(absolute(r.execDir, words[i+1]), r.source) {
			return words[i+2]
		}
	}
	return ""
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// update replaces the content of the reference.
func (r *reference) update(data []byte) error {
	if !r.isPart {
		return wholefile.Write(r.path, data)
	}
	old, err := input.Text(0).ReadFile(r.path)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	inPart := false
	for i, line := range strings.SplitAfter(string(old), "\n") {
		if i > r.line && separator.MatchString(strings.TrimSuffix(line, "\n")) {
			inPart = false
		}
		if !inPart {
			text.WriteString(line)
		}
		if i == r.line {
			inPart = true
			text.Write(data)
		}
	}
	return wholefile.Write(r.path, text.Bytes())
}
