package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// modes runs a test with temporary files that have no name, where the system
// has them, and with others.
func modes(t *testing.T, test func(t *testing.T)) {
	t.Run("unnamed", test)
	t.Run("named", func(t *testing.T) {
		AvoidNames(false)
		defer AvoidNames(true)
		test(t)
	})
}

func put(t *testing.T, name, text string, mode fs.FileMode) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return name
}

func link(t *testing.T, target, name string) string {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
	return name
}

// check compares the text of a file.
func check(t *testing.T, name, want string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s: %.40q, %v, want %.40q", name, got, err, want)
	}
}

// left compares the names in a directory.
func left(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if err != nil || strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%s has %q, %v, want %q", dir, got, err, want)
	}
}

func TestWrite(t *testing.T) {
	modes(t, func(t *testing.T) {
		dir := t.TempDir()
		file := filepath.Join(dir, "f")
		for _, text := range []string{"one", "two and more", "", strings.Repeat("x", 1<<20)} {
			if err := Write(file, []byte(text)); err != nil {
				t.Fatal(err)
			}
			check(t, file, text)
			left(t, dir, "f")
		}
	})
}

// The permissions of a file stay, a new one has those of any new file.
func TestPermissions(t *testing.T) {
	modes(t, func(t *testing.T) {
		dir := t.TempDir()
		any := put(t, filepath.Join(dir, "any"), "", 0o666)
		usual, err := os.Stat(any)
		if err != nil {
			t.Fatal(err)
		}
		for name, mode := range map[string]fs.FileMode{"new": usual.Mode(), "private": 0o600, "program": 0o755} {
			file := filepath.Join(dir, name)
			if name != "new" {
				put(t, file, "old", mode)
			}
			if err := Write(file, []byte("x")); err != nil {
				t.Fatal(err)
			}
			if info, err := os.Stat(file); err != nil || info.Mode() != mode {
				t.Errorf("%s: %v %v, want %v", name, info, err, mode)
			}
		}
	})
}

// Discard, and an error on the way, leave the file as it was.
func TestDiscard(t *testing.T) {
	modes(t, func(t *testing.T) {
		dir := t.TempDir()
		old := put(t, filepath.Join(dir, "old"), "old", 0o666)
		for _, name := range []string{old, filepath.Join(dir, "new")} {
			f, err := Create(name)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(f, "text")
			f.Discard()
			f.Discard()
			if err := f.Commit(); err != nil {
				t.Error(err)
			}
		}
		check(t, old, "old")
		left(t, dir, "old")
	})
}

// Several files are committed together; those behind an error are discarded.
func TestCommitTogether(t *testing.T) {
	modes(t, func(t *testing.T) {
		dir := t.TempDir()
		gone := filepath.Join(dir, "gone")
		if err := os.Mkdir(gone, 0o777); err != nil {
			t.Fatal(err)
		}
		var files []*File
		for _, name := range []string{"a", "gone/b", "c"} {
			f, err := Create(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		if err := os.RemoveAll(gone); err != nil {
			t.Fatal(err)
		}
		if failed, err := Commit(files...); failed != 1 || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%d %v", failed, err)
		}
		left(t, dir, "a")
	})
}

// A symbolic link stays one, and what it leads to changes, whether it was there
// or not.
func TestSymbolicLinks(t *testing.T) {
	modes(t, func(t *testing.T) {
		dir := t.TempDir()
		for _, d := range []string{"d", "far", "far/deep"} {
			if err := os.Mkdir(filepath.Join(dir, d), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		at := func(name string) string { return filepath.Join(dir, name) }
		put(t, at("d/there"), "old", 0o640)
		link(t, "deep", at("far/near"))
		link(t, at("far/deep"), at("l"))
		for _, c := range []struct{ name, to, changes string }{
			{"to-file", "d/there", "d/there"},
			{"chain", "to-file", "d/there"},
			{"absolute", at("d/there"), "d/there"},
			{"dangling", "d/new", "d/new"},
			{"dangling-chain", "dangling2", "d/new2"},
			{"dangling-absolute", at("d/new3"), "d/new3"},
			{"d/up", "../l/../new4", "far/new4"}, // not what cleaning the path makes of it
			{"plain", "", "l/../new5"},
		} {
			t.Run(c.name, func(t *testing.T) {
				name := at(c.name)
				switch c.name {
				case "dangling-chain":
					link(t, "d/new2", at("dangling2"))
				case "plain":
					name = dir + "/l/../new5"
				}
				if c.to != "" {
					link(t, c.to, name)
				}
				if err := Write(name, []byte(c.name)); err != nil {
					t.Fatal(err)
				}
				changed := at(c.changes)
				if c.name == "plain" {
					changed = at("far/new5")
				}
				check(t, changed, c.name)
				if info, err := os.Lstat(name); c.to != "" && (err != nil || info.Mode()&fs.ModeSymlink == 0) {
					t.Errorf("the link is gone: %v, %v", info, err)
				}
			})
		}
		if info, err := os.Stat(at("d/there")); err != nil || info.Mode() != 0o640 {
			t.Errorf("%v %v", info, err)
		}
		left(t, at("d"), "new", "new2", "new3", "there", "up")
		left(t, at("far"), "deep", "near", "new4", "new5")
	})
}

// All names of a file stay names of one file.
func TestHardLinks(t *testing.T) {
	modes(t, func(t *testing.T) {
		dir := t.TempDir()
		one, two := put(t, filepath.Join(dir, "one"), "", 0o640), filepath.Join(dir, "two")
		if err := os.Link(one, two); err != nil {
			t.Skip(err)
		}
		for _, text := range []string{"text", "longer text", "short", "", strings.Repeat("large", 1<<18)} {
			f, err := Create(one)
			if err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadFile(two)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(f, text)
			check(t, two, string(before))
			if err := f.Commit(); err != nil {
				t.Fatal(err)
			}
			check(t, one, text)
			check(t, two, text)
		}
		left(t, dir, "one", "two")
	})
}

// Nothing is left of what cannot be written.
func TestFailure(t *testing.T) {
	modes(t, func(t *testing.T) {
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		put(t, at("f"), "", 0o666)
		link(t, "b", at("a"))
		link(t, "a", at("b"))
		link(t, "none/f", at("lost"))
		link(t, ".", at("here"))
		for _, c := range []struct{ name, reason string }{
			{at("none/f"), "No such file or directory"},
			{"", "No such file or directory"},
			{dir, "Is a directory"},
			{dir + "/new/", "Is a directory"},
			{at("f/g"), "Not a directory"},
			{at("a"), "Too many levels of symbolic links"},
			{at("lost"), "No such file or directory"},
			{at("here"), "Is a directory"},
			{at(strings.Repeat("n", 300)), "File name too long"},
			{"/dev/fd/999", "Bad file descriptor"},
		} {
			err := Write(c.name, []byte("x"))
			if want := "cannot open output file '" + c.name + "': " + c.reason; err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		}
		left(t, dir, "a", "b", "f", "here", "lost")
	})
}

// A name may be as long as the system allows.
func TestLongestName(t *testing.T) {
	modes(t, func(t *testing.T) {
		name := filepath.Join(t.TempDir(), strings.Repeat("n", 255))
		for range 2 {
			if err := Write(name, []byte("x")); err != nil {
				t.Fatal(err)
			}
		}
		check(t, name, "x")
	})
}

// What is no file is written to as it is.
func TestStreams(t *testing.T) {
	if err := Write(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := Write("/dev/full", []byte("x")); err == nil || err.Error() != "cannot write output file '/dev/full': No space left on device" {
			t.Error(err)
		}
	}
	if _, err := os.Stat("/dev/fd"); err != nil {
		t.Skip("there is no /dev/fd")
	}
	// A descriptor goes on where it is, and stays open.
	name := filepath.Join(t.TempDir(), "f")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	fmt.Fprint(file, "one ")
	if err := Write(fmt.Sprintf("/dev/fd/%d", file.Fd()), []byte("two ")); err != nil {
		t.Error(err)
	}
	fmt.Fprint(file, "three")
	check(t, name, "one two three")
}

// Check says what Create would, and leaves nothing.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name string
		ok   bool
	}{{filepath.Join(dir, "new"), true}, {os.DevNull, true}, {dir, false}, {filepath.Join(dir, "no", "f"), false}} {
		if err := Check(c.name); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	left(t, dir)
}

func TestWriteTemporary(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	name, err := WriteTemporary("some-*.mlir", []byte("text"))
	if err != nil || filepath.Dir(name) != dir || !strings.HasSuffix(name, ".mlir") {
		t.Fatal(name, err)
	}
	check(t, name, "text")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteTemporary("some-*.mlir", nil); err == nil {
		t.Error("it is written to a directory that is gone")
	}
}
