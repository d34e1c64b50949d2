package architecture

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The examples of the page compile, together, and do what they are meant to: the tests are those of
// package newop with the build tag `additions`, which see a module with the examples in it.
func TestAdditions(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	overlay, err := layOver(blocks(read(t)), dir)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("go", "test", "-vet=off", "-tags=additions", "-overlay="+overlay, "./test/newop")
	command.Dir, command.Env = root, append(os.Environ(), "TG_ADDITIONS="+dir)
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("the examples of %s: %v\n%s", page, err, out)
	}
}

// A block is text of the page that goes into a file.
type block struct{ file, language, text string }

// fenced is a block with the name of a file before it, or before others that it follows.
var fenced = regexp.MustCompile("(?m)^(?:`([\\w./-]+)`:\n\n)?```(\\w*)\n((?s:.*?))^```$")

// blocks are those of a page that go into files.
func blocks(text string) (list []block) {
	file, end := "", 0
	for _, m := range fenced.FindAllStringSubmatchIndex(text, -1) {
		switch {
		case m[2] >= 0:
			file = text[m[2]:m[3]]
		case strings.TrimSpace(text[end:m[0]]) != "":
			file = ""
		}
		if end = m[1]; file != "" {
			list = append(list, block{file, text[m[4]:m[5]], text[m[6]:m[7]]})
		}
	}
	return list
}

// layOver writes the files with the blocks in them below dir, and says in the file whose name it
// returns which files of the module they stand for. This is what `go build -overlay` reads.
func layOver(list []block, dir string) (string, error) {
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for _, b := range list {
		from, to := filepath.Join(root, b.file), filepath.Join(dir, b.file)
		path, err := filepath.Abs(from)
		if err != nil {
			return "", err
		}
		if overlay.Replace[path] != "" {
			from = to
		}
		before, err := os.ReadFile(from)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		after, err := b.into(string(before))
		if err != nil {
			return "", fmt.Errorf("%s: %w", b.file, err)
		}
		overlay.Replace[path] = to
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(to, []byte(after), 0o644); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o644)
}

// into is the text of a file with the block in it: at its end, or where a block of language `diff`
// says. A file that somebody has put it into stays as it is.
func (b *block) into(file string) (string, error) {
	if b.language != "diff" {
		if strings.Contains(file, b.text) {
			return file, nil
		}
		return file + b.text, nil
	}
	place, added := "", ""
	for line := range strings.Lines(b.text) {
		switch {
		case line[0] == '+':
			added += line[1:]
		case line[0] == ' ' && place == "":
			place = line[1:]
		default:
			return "", fmt.Errorf("a block shows one line that is there, and behind it those that are added:\n%s", b.text)
		}
	}
	if strings.Contains(file, place+added) {
		return file, nil
	}
	after, places := "", 0
	for line := range strings.Lines(file) {
		if after += line; line == place {
			after += added
			places++
		}
	}
	if places != 1 {
		return "", fmt.Errorf("the line that new ones are to stand behind is there %d times: %s", places, place)
	}
	return after, nil
}

// What a page says of files is understood, or refused.
func TestBlocks(t *testing.T) {
	const text = "Text.\n\n```go\nno file\n```\n\n`a/b.go`:\n\n```go\none\n```\n\n```diff\n two\n+three\n```\n\nText.\n\n```go\nno file\n```\n"
	list := blocks(text)
	if want := "[{a/b.go go one\n} {a/b.go diff  two\n+three\n}]"; fmt.Sprint(list) != want {
		t.Fatalf("the blocks are %v, want %s", list, want)
	}
	for _, tt := range []struct{ diff, file, want, err string }{
		{" two\n+three\n", "two\nfour\n", "two\nthree\nfour\n", ""},
		{" two\n+three\n", "two\nthree\n", "two\nthree\n", ""},
		{" two\n+three\n", "one\n", "", "is there 0 times"},
		{" two\n+three\n", "two\ntwo\n", "", "is there 2 times"},
		{" two\n-three\n", "two\nthree\n", "", "a block shows one line"},
	} {
		b := block{"f", "diff", tt.diff}
		if got, err := b.into(tt.file); got != tt.want || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%q into %q is %q, %v", tt.diff, tt.file, got, err)
		}
	}
}
