package wholefile

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	for _, text := range []string{"one", "two and more", ""} {
		if err := Write(file, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != text {
			t.Fatalf("%q, %v", got, err)
		}
	}
	left(t, dir, 1)
}

// A link stays one, and what it leads to changes; the mode stays.
func TestLink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "f"), filepath.Join(dir, "l")
	if err := os.WriteFile(file, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("f", link); err != nil {
		t.Fatal(err)
	}
	if err := Write(link, []byte("x")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(file)
	if err != nil || info.Mode() != 0o640 || info.Size() != 1 {
		t.Errorf("%v %v", info, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("%v %v", info, err)
	}
	left(t, dir, 2)
}

// Nothing is left of what cannot be written.
func TestFailure(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ name, reason string }{
		{filepath.Join(dir, "none", "f"), "No such file or directory"},
		{dir, "Is a directory"},
	} {
		err := Write(c.name, []byte("x"))
		if want := "cannot open output file '" + c.name + "': " + c.reason; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	left(t, dir, 0)
}

func TestDevice(t *testing.T) {
	if err := Write(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
}

func left(t *testing.T, dir string, want int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != want {
		t.Errorf("%v, %v, want %d files", entries, err, want)
	}
}
