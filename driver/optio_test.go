package driver

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/input"
)

func TestSplitInput(t *testing.T) {
	type piece struct {
		Text      string
		FirstLine int
	}
	tests := []struct {
		name, text, marker string
		want               []piece
		nearMisses         []int
	}{
		{"no marker", "a\n// -----\nb", "", []piece{{"a\n// -----\nb", 0}}, nil},
		{"empty", "", "// -----", []piece{{"", 0}}, nil},
		{"one", "a\n", "// -----", []piece{{"a\n", 0}}, nil},
		{"several", "a\n// -----\nb\nc\n// -----\n\nd", "// -----", []piece{{"a\n", 0}, {"\nb\nc\n", 1}, {"\n\nd", 4}}, nil},
		{"at the ends", "// -----\na\n// -----", "// -----", []piece{{"", 0}, {"\na\n", 0}, {"", 2}}, nil},
		{"within a line", "a // ----- b\nc", "// -----", []piece{{"a ", 0}, {" b\nc", 0}}, nil},
		{"longer", "a\n// ------\nb", "// -----", []piece{{"a\n", 0}, {"-\nb", 1}}, nil},
		{"near miss", "a\n// ---\nb\n// -----\n// ----", "// -----", []piece{{"a\n// ---\nb\n", 0}, {"\n// ----", 3}}, []int{8, 26}},
		{"short marker", "a#b##c", "##", []piece{{"a#b", 0}, {"c", 0}}, nil},
		{"one character", "a#b##c", "#", []piece{{"a", 0}, {"b", 0}, {"", 0}, {"c", 0}}, nil},
		{"own marker", "a\n//====\nb", "//====", []piece{{"a\n", 0}, {"\nb", 1}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []piece
			var nearMisses []int
			for _, c := range splitInput([]byte(tt.text), tt.marker, func(at int) { nearMisses = append(nearMisses, at) }) {
				got = append(got, piece{string(c.text), c.firstLine})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.nearMisses, nearMisses); diff != "" {
				t.Error(diff)
			}
		})
	}
}

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
		{"file", func() ([]byte, string, error) { return readInput(input.Text(0), "-", f) }},
		{"stream", func() ([]byte, string, error) { return readInput(input.Text(0), "-", strings.NewReader(text)) }},
	} {
		data, shown, err := in.data()
		if err != nil || string(data) != text || shown != "<stdin>" {
			t.Errorf("%s: %d bytes of %s, %v", in.name, len(data), shown, err)
		}
	}
}

// files lists a directory.
func files(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestOutputFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.mlir")
	write := func(text string) *output {
		t.Helper()
		o, err := openOutput(name, nil)
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

	write("never").discard()
	if got := files(t, dir); got != "" {
		t.Errorf("discard left %s", got)
	}
	if err := write("first").commit(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	o := write(strings.Repeat("x", 2*outputBuffer))
	if got := content(); got != "first" {
		t.Errorf("before commit the file holds %.20q", got)
	}
	o.discard()
	if err := write("second").commit(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o640 || content() != "second" || files(t, dir) != "out.mlir" {
		t.Errorf("%v %v %q %s", err, info.Mode(), content(), files(t, dir))
	}

	// A link stays a link.
	link := filepath.Join(dir, "link")
	if err := os.Symlink("out.mlir", link); err != nil {
		t.Fatal(err)
	}
	o, err = openOutput(link, nil)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(o, "third")
	if err := o.commit(); err != nil || content() != "third" {
		t.Error(err, content())
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}

	if _, err := openOutput(filepath.Join(dir, "none", "x"), nil); err == nil ||
		!strings.HasSuffix(err.Error(), "x': No such file or directory") {
		t.Error(err)
	}
}

func TestOutputDevice(t *testing.T) {
	o, err := openOutput(os.DevNull, nil)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(o, "text")
	if err := o.commit(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Error("the device was replaced")
	}
}

// brokenWriter accepts nothing.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestOutputError(t *testing.T) {
	for _, size := range []int{1, 2 * outputBuffer} {
		o, err := openOutput("", brokenWriter{})
		if err != nil {
			t.Fatal(err)
		}
		o.Write(bytes.Repeat([]byte("x"), size))
		if err := o.commit(); err == nil || err.Error() != "cannot write standard output: the disk is full" {
			t.Error(err)
		}
	}
}

func TestDiagnosticPainter(t *testing.T) {
	const text = "f.mlir:1:2: error: bad: thing\n op\n ^\n<unknown>:0: note: here\n"
	if got := diagnosticPainter(false)(text); got != text {
		t.Errorf("%q", got)
	}
	want := "\x1b[1mf.mlir:1:2: \x1b[22m\x1b[31;1merror: \x1b[0;22m\x1b[1mbad: thing\x1b[22m\n op\n \x1b[32;1m^\x1b[0;22m\n" +
		"\x1b[1m<unknown>:0: \x1b[22m\x1b[90;1mnote: \x1b[0;22m\x1b[1mhere\x1b[22m\n"
	if diff := cmp.Diff(want, diagnosticPainter(true)(text)); diff != "" {
		t.Error(diff)
	}
}
