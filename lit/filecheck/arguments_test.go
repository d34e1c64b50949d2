package filecheck

import (
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// arguments makes a command line, of FILECHECK_OPTS if written is true.
func (m *caseMaker) arguments(written bool) []string {
	var all []string
	for range m.IntN(4) {
		all = append(all, m.argument())
	}
	if written {
		return all
	}
	return slices.Insert(all, m.IntN(len(all)+1), "check.txt")
}

func (m *caseMaker) argument() string {
	dashes := m.pick("-", "--", "--", "---")
	switch m.IntN(10) {
	case 0:
		return m.pick("-", "--", "", "check.txt", "in.txt", "@words", "@none", "x", "---", "-=", "--=x", "- ", "-@words")
	case 1:
		return dashes + m.pick("v", "vv", "vvv", "D", "vD", "vDA=1", "vvx", "DA=b", "D=1", "h=1", "v=1", "vv=0", "vvv=", "vx=1", "vhx")
	}
	o := commandOptions[m.IntN(len(commandOptions))]
	name := o.name
	if m.one(3) {
		name = m.misspelled(name)
	}
	switch {
	case m.one(6):
		return dashes + name
	case o.value == "":
		return dashes + name + m.pick("", "", "", "=", "=true", "=0", "=no", "=False")
	}
	return dashes + name + m.pick("=", "=", "=CHECK", "=x", "=always", "=fail", "=never", "=all", "=error", "=3", "=0x7", "=-1", "=in.txt",
		"=A,B", "=CHECK,A", "={{", "==")
}

// misspelled changes a few letters of a name, or combines it with another one.
func (m *caseMaker) misspelled(name string) string {
	if m.one(3) {
		other := commandOptions[m.IntN(len(commandOptions))].name
		return name[:m.IntN(len(name)+1)] + other[m.IntN(len(other)+1):]
	}
	for range 1 + m.IntN(3) {
		at := m.IntN(len(name) + 1)
		name = name[:at] + m.pick("", "x", "-", "e", "input") + name[min(len(name), at+m.IntN(2)):]
	}
	return name
}

// TestRandomArgumentsAgainstReference compares on random command lines, but for those that ask for
// help or version.
func TestRandomArgumentsAgainstReference(t *testing.T) {
	tool := reference(t)
	t.Setenv("FILECHECK_OPTS", "")
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"check.txt": "CHECK: a\nA: x\n", "in.txt": "a\nx\n", "words": "-v --dump-input=always 'check.txt'",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	randomCases(25, func(seed int) {
		m := newCaseMaker(rand.New(rand.NewPCG(uint64(seed), 9)))
		c := call{args: m.arguments(false), input: m.pick("a\n", "a\n", "", "b\n")}
		if m.one(4) {
			c.opts = strings.Join(m.arguments(true), m.pick(" ", "  ", "\n", "' '"))
		}
		theirs, ok := c.theirs(t, tool)
		if !ok || strings.Contains(theirs.Stdout, "USAGE") || strings.Contains(theirs.Stdout, "LLVM version") ||
			strings.Contains(theirs.Stderr, "debug-counter") {
			return // in our own words, or about options that are not here
		}
		c.compare(t, tool, "")
	})
}

func TestColorMode(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	t.Setenv("TERM", "xterm")
	for _, w := range []io.Writer{&strings.Builder{}, file} {
		if colorAuto.on(w) || colorNever.on(w) || !colorAlways.on(w) {
			t.Errorf("%T: wrong about colors", w)
		}
	}
	for terminal, want := range map[string]bool{
		"xterm": true, "xterm-256color": true, "linux": true, "screen.x": true, "some-color": true, "vt220": false, "dumb": false, "": false,
	} {
		if hasColors(terminal) != want {
			t.Errorf("hasColors(%q) is not %t", terminal, want)
		}
	}
}
