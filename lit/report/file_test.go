package report

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/lit"
)

func TestFileErrors(t *testing.T) {
	dir := t.TempDir()
	writeText(t, filepath.Join(dir, "file"), "")
	for name, c := range map[string]struct{ path, want string }{
		"missing directory": {filepath.Join(dir, "no", "out.json"), "no such file or directory"},
		"directory":         {dir, "is a directory"},
		"below a file":      {filepath.Join(dir, "file", "out.json"), "not a directory"},
		"empty":             {"", "the name is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, unique := range []bool{false, true} {
				if unique && name == "directory" {
					continue // a new file beside it
				}
				f := File{Format: JSON, Path: c.path, Unique: unique}
				want := c.path + ": cannot write the report: " + c.want
				if name == "directory" && f.Write(nil, 0) == nil {
					t.Error("Write wrote over a directory")
				} else if err := f.Write(nil, 0); name != "directory" && (err == nil || err.Error() != want) {
					t.Errorf("Write: got %v, want %s", err, want)
				}
				if err := f.Check(); err == nil || err.Error() != want {
					t.Errorf("Check: got %v, want %s", err, want)
				}
			}
		})
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("files are left behind: %v, %v", entries, err)
	}
}

func TestFileReplacesOnlyWhenComplete(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.txt")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("out.txt", link); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("out of ink")
	if err := writeFile(name, failing(failure)); !errors.Is(err, failure) {
		t.Errorf("got error %v", err)
	}
	if got := string(readFile(t, name)); got != "old" {
		t.Errorf("after an error the file has %q", got)
	}
	if err := (File{Format: TimeTrace, Path: link}).Write(nil, 0); err != nil {
		t.Fatal(err)
	}
	if got := string(readFile(t, name)); !strings.Contains(got, "traceEvents") {
		t.Errorf("the link's target has %q", got)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the permissions changed: %v, %v", info.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("files are left behind: %v, %v", entries, err)
	}
}

func TestFileOnStream(t *testing.T) {
	f := File{Format: XUnit, Path: os.DevNull}
	if err := errors.Join(f.Check(), f.Write(sample(), 0)); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s is a file now: %v", os.DevNull, err)
	}

	if _, err := os.Stat("/dev/fd"); err != nil {
		t.Skip("there is no /dev/fd")
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString("console\n"); err != nil {
		t.Fatal(err)
	}
	f = File{Format: TimeTrace, Path: fmt.Sprintf("/dev/fd/%d", file.Fd())}
	if err := errors.Join(f.Check(), f.Write(nil, 0)); err != nil {
		t.Fatal(err)
	}
	if got, want := string(readFile(t, file.Name())), "console\n{\n  \"traceEvents\": []\n}"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	f.Path = fmt.Sprintf("/dev/fd/%d", writer.Fd())
	if err := errors.Join(f.Check(), f.Write(nil, 0), writer.Close()); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(reader); err != nil || string(got) != "{\n  \"traceEvents\": []\n}" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestUniqueFiles(t *testing.T) {
	for name, want := range map[string]string{
		"results.xml": "results.*.xml",
		"a.b.json":    "a.b.*.json",
		"plain":       "plain.*",
		".hidden":     ".hidden.*",
	} {
		dir := t.TempDir()
		f := File{Format: JSON, Path: filepath.Join(dir, name), Unique: true}
		for range 3 {
			if err := errors.Join(f.Check(), f.Write(nil, time.Second)); err != nil {
				t.Fatal(err)
			}
		}
		matches, err := filepath.Glob(filepath.Join(dir, want))
		if err != nil {
			t.Fatal(err)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(matches) != 3 || len(entries) != 3 {
			t.Errorf("%s: got %v, %v", name, entries, err)
		}
	}
}

// TestFilesWithoutResults writes every format with nothing in it.
func TestFilesWithoutResults(t *testing.T) {
	skipped := []*lit.Result{{Test: &lit.Test{Suite: &lit.Suite{Name: "s"}, Path: "x"}, Status: lit.Skipped}}
	for _, results := range [][]*lit.Result{nil, skipped} {
		for _, format := range []Format{JSON, XUnit, ResultDB, TimeTrace} {
			f := File{Format: format, Path: filepath.Join(t.TempDir(), "out"), FailuresOnly: true}
			if err := f.Write(results, 0); err != nil {
				t.Fatal(err)
			}
			text := readFile(t, f.Path)
			if format == XUnit {
				parseXML(t, text)
			} else {
				parseJSON(t, text)
			}
		}
	}
}

// TestFilesAreWellFormed writes results that consist of arbitrary bytes.
func TestFilesAreWellFormed(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	alphabet := []string{"\x00", "\b", "\f", "\x1b", "\r", "\n", "\t", "<", ">", "&", "]]>", "]", "'", `"`, `\`, "\xff", "\xe2\x82", "\ufffe", "\uffff",
		"\u2028", "\x7f", "\u0085", "\U0010ffff", "\xed\xa0\x80", "a", "é"}
	text := func() string {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteString(alphabet[random.IntN(len(alphabet))])
		}
		return b.String()
	}
	for range 200 {
		suite := &lit.Suite{Name: "s" + text(), Dir: "/s"}
		results := []*lit.Result{
			{Test: &lit.Test{Suite: suite, Path: "t" + text()}, Status: lit.Fail, Output: text(), Start: time.Now()},
			{Test: &lit.Test{Suite: suite, Path: "t" + text()}, Status: lit.Unsupported, Start: time.Now(),
				Output: "Test requires the following unavailable features: " + text()},
		}
		for _, format := range []Format{JSON, XUnit, ResultDB, TimeTrace} {
			f := File{Format: format, Path: filepath.Join(t.TempDir(), "out")}
			if err := f.Write(results, time.Second); err != nil {
				t.Fatal(err)
			}
			content := readFile(t, f.Path)
			if format == XUnit {
				parseXML(t, content)
				continue
			}
			value := parseJSON(t, content).(map[string]any)
			if format == JSON {
				if got, want := value["tests"].([]any)[0].(map[string]any)["output"], validUTF8(results[0].Output); got != want {
					t.Fatalf("got output %q, want %q", got, want)
				}
			}
			for _, c := range content {
				if c != '\n' && (c < ' ' || c > '~') {
					t.Fatalf("byte %#x in\n%s", c, content)
				}
			}
		}
	}
}

func TestSecondsLikePython(t *testing.T) {
	for value, want := range map[float64]string{
		0: "0.0", 1: "1.0", 0.1: "0.1", 1e-4: "0.0001", 1e-5: "1e-05", 1.5e-7: "1.5e-07", 123456789: "123456789.0",
		1e15: "1000000000000000.0", 1e16: "1e+16", 0.16066479682922363: "0.16066479682922363", -2.5: "-2.5",
	} {
		if got := seconds(value).String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
