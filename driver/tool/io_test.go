package tool_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/driver/tooltest"
	"github.com/tg-opt/tg/internal/input"
)

// large is more than an output holds back.
const large = 2 << 20

func TestReadStandardInput(t *testing.T) {
	text := strings.Repeat("some text\n", 1000)
	file := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, in := range []struct {
		name string
		data func() ([]byte, string, error)
	}{
		{"file", func() ([]byte, string, error) { return tool.ReadInput(input.Text(0), "-", f) }},
		{"stream", func() ([]byte, string, error) { return tool.ReadInput(input.Text(0), "-", strings.NewReader(text)) }},
	} {
		data, shown, err := in.data()
		if err != nil || string(data) != text || shown != "<stdin>" {
			t.Errorf("%s: %d bytes of %s, %v", in.name, len(data), shown, err)
		}
	}
}

func TestOutputFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.mlir")
	write := func(text string) *tool.Output {
		t.Helper()
		o, err := tool.OpenOutput(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(o, text)
		return o
	}
	content := func() string {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}

	write("never").Discard()
	if got := tooltest.Files(t, dir); got != "" {
		t.Errorf("discard left %s", got)
	}
	if err := write("first").Commit(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	o := write(strings.Repeat("x", large))
	if got := content(); got != "first" {
		t.Errorf("before commit the file holds %.20q", got)
	}
	o.Discard()
	if err := write("second").Commit(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o640 || content() != "second" || tooltest.Files(t, dir) != "out.mlir" {
		t.Errorf("%v %v %q %s", err, info.Mode(), content(), tooltest.Files(t, dir))
	}

	// A link stays a link.
	link := filepath.Join(dir, "link")
	if err := os.Symlink("out.mlir", link); err != nil {
		t.Fatal(err)
	}
	o, err = tool.OpenOutput(link, nil)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(o, "third")
	if err := o.Commit(); err != nil || content() != "third" {
		t.Error(err, content())
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}

	if _, err := tool.OpenOutput(filepath.Join(dir, "none", "x"), nil); err == nil ||
		!strings.HasSuffix(err.Error(), "x': No such file or directory") {
		t.Error(err)
	}
}

func TestOutputDevice(t *testing.T) {
	o, err := tool.OpenOutput(os.DevNull, nil)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(o, "text")
	if err := o.Commit(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Error("the device was replaced")
	}
}

func TestOutputError(t *testing.T) {
	for _, size := range []int{1, large} {
		o, err := tool.OpenOutput("", tooltest.BrokenWriter{})
		if err != nil {
			t.Fatal(err)
		}
		o.Write(bytes.Repeat([]byte("x"), size))
		if err := o.Commit(); err == nil || err.Error() != "cannot write standard output: the disk is full" {
			t.Error(err)
		}
	}
}
