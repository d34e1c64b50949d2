package wholefile

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// asNobody runs f with the rights on files of a user who owns none.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Getuid() != 0 {
		f()
		return
	}
	const nobody = 65534
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Setfsuid(nobody); err != nil {
		t.Fatal(err)
	}
	defer unix.Setfsuid(0)
	f()
}

// open makes a directory that everybody may search, and write if shared is set.
func open(t *testing.T, shared bool) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "d")
	mode := os.FileMode(0o555)
	if shared {
		mode = 0o777
	}
	for d, m := range map[string]os.FileMode{filepath.Dir(dir): 0o755, filepath.Dir(filepath.Dir(dir)): 0o755} {
		if err := os.Chmod(d, m); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o777) })
	if err := os.Chmod(dir, mode); err != nil {
		t.Fatal(err)
	}
	return dir
}

// What a user may not write stays.
func TestReadOnly(t *testing.T) {
	modes(t, func(t *testing.T) {
		dir := open(t, true)
		file := put(t, filepath.Join(dir, "f"), "old", 0o444)
		asNobody(t, func() {
			if err := Write(file, []byte("new")); err == nil || err.Error() != "cannot open output file '"+file+"': Permission denied" {
				t.Error(err)
			}
		})
		check(t, file, "old")
		left(t, dir, "f")
	})
}

// A file may be writable where its directory is not.
func TestReadOnlyDirectory(t *testing.T) {
	modes(t, func(t *testing.T) {
		dir := open(t, true)
		file := put(t, filepath.Join(dir, "f"), "older", 0o666)
		if err := os.Chmod(file, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, 0o555); err != nil {
			t.Fatal(err)
		}
		before, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		asNobody(t, func() {
			if err := Write(file, []byte("new")); err != nil {
				t.Error(err)
			}
			other := filepath.Join(dir, "g")
			if err := Write(other, nil); err == nil || err.Error() != "cannot open output file '"+other+"': Permission denied" {
				t.Error(err)
			}
		})
		check(t, file, "new")
		if after, err := os.Stat(file); err != nil || !os.SameFile(before, after) {
			t.Error("it is another file", err)
		}
		left(t, dir, "f")
	})
}

// A file keeps its owner where the system allows that.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root gives files away")
	}
	modes(t, func(t *testing.T) {
		file := put(t, filepath.Join(t.TempDir(), "f"), "old", 0o640)
		if err := os.Chown(file, 1234, 2345); err != nil {
			t.Fatal(err)
		}
		if err := Write(file, []byte("new")); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if s := info.Sys().(*syscall.Stat_t); s.Uid != 1234 || s.Gid != 2345 || info.Mode() != 0o640 {
			t.Errorf("%d %d %v", s.Uid, s.Gid, info.Mode())
		}
	})
}

// A sticky directory does not let a file of another user be replaced.
func TestRefusedName(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("a second user is needed")
	}
	modes(t, func(t *testing.T) {
		dir := open(t, true)
		file := put(t, filepath.Join(dir, "f"), "a long old text", 0o666)
		if err := os.Chmod(file, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, 0o777|os.ModeSticky); err != nil {
			t.Fatal(err)
		}
		asNobody(t, func() {
			if err := Write(file, []byte("new")); err != nil {
				t.Error(err)
			}
		})
		check(t, file, "new")
		left(t, dir, "f")
	})
}
