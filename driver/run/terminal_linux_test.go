package run

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal is a new terminal, with the name of its file.
func terminal(t *testing.T) (*os.File, string) {
	t.Helper()
	control, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { control.Close() })
	if err := unix.IoctlSetPointerInt(int(control.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	n, err := unix.IoctlGetInt(int(control.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	name := fmt.Sprintf("/dev/pts/%d", n)
	shown, err := os.OpenFile(name, os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { shown.Close() })
	return shown, name
}

// TestNoBytesForTerminals: what nobody can read is not shown, under whatever name
// the terminal goes; results as text are.
func TestNoBytesForTerminals(t *testing.T) {
	shown, name := terminal(t)
	for _, c := range []struct{ file, called string }{{"-", "standard output"}, {"/dev/stdout", "standard output"}, {name, "output file '" + name + "'"}} {
		var stderr bytes.Buffer
		status := main([]string{"--inputs=random:1", "--output=@" + c.file}, strings.NewReader(identity), shown, &stderr)
		want := "tg-run: --output #0: cannot write " + c.called + ": a terminal does not show .npy files; name a file, or send standard output on with | or >\n"
		if status != 1 || stderr.String() != want {
			t.Errorf("%s: %d %s", c.file, status, stderr.String())
		}
	}
	var stderr bytes.Buffer
	if status := main([]string{"--inputs=random:1"}, strings.NewReader(identity), shown, &stderr); status != 0 {
		t.Errorf("%d %s", status, stderr.String())
	}
}

// TestArchiveFromPipe: what has no size is read to its end.
func TestArchiveFromPipe(t *testing.T) {
	dir := t.TempDir()
	file, pipe := filepath.Join(dir, "x.npz"), filepath.Join(dir, "pipe.npz")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	want := tgRun(identity, "--inputs=random:1")
	if r := tgRun("func.func @main(%x: tensor<2x3xf32>, %n: i32) -> (tensor<2x3xf32> {a.name = \"x\"}, i32 {a.name = \"n\"}) {\n  return %x, %n : tensor<2x3xf32>, i32\n}\n", "--inputs=random:1", "--output=@"+file); r.Status != 0 {
		t.Fatal(r)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	go os.WriteFile(pipe, data, 0)
	if got := tgRun(identity, "--inputs="+pipe); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
