package input

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// endless is a stream without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestReadAll(t *testing.T) {
	text := strings.Repeat("0123456789", 100_000)
	for _, size := range []int{0, 1, 4095, 4096, 4097, len(text)} {
		for _, most := range []int{0, 1, size - 1, size, size + 1, 1 << 40} {
			limit := Limit{int64(most), "of the test"}
			for what, r := range map[string]io.Reader{
				"stream": strings.NewReader(text[:size]), "drips": iotest.HalfReader(strings.NewReader(text[:size])),
			} {
				got, err := limit.ReadAll(r)
				if size <= most && (err != nil || string(got) != text[:size]) || size > most && !IsTooLarge(err) {
					t.Errorf("%s of %d bytes, limit %d: %d bytes, %v", what, size, most, len(got), err)
				}
			}
			got, err := io.ReadAll(limit.Reader(strings.NewReader(text[:size])))
			if size <= most && (err != nil || string(got) != text[:size]) || size > most && !IsTooLarge(err) {
				t.Errorf("reader of %d bytes, limit %d: %d bytes, %v", size, most, len(got), err)
			}
		}
	}
	_, err := Limit{1 << 20, "set by --max-input"}.ReadAll(endless{})
	if want := "input exceeds the limit of 1048576 bytes set by --max-input"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	broken := errors.New("broken")
	if _, err := Text(0).ReadAll(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	if err := os.WriteFile(name, []byte("12345"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, most := range []int64{5, 6, 1 << 40} {
		if got, err := (Limit{most, ""}).ReadFile(name); err != nil || string(got) != "12345" {
			t.Errorf("%d: %q %v", most, got, err)
		}
	}
	_, err := Any(4).ReadFile(name)
	if want := "input of 5 bytes exceeds the limit of 4 bytes set by --max-input"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	// The rest of a file counts.
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Seek(2, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if got, err := Any(3).ReadAll(f); err != nil || string(got) != "345" {
		t.Errorf("%q %v", got, err)
	}
	// A file of more than the memory is not begun.
	sparse := filepath.Join(dir, "sparse")
	if err := os.WriteFile(sparse, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(sparse, 1<<43); err != nil {
		t.Skip(err)
	}
	for _, limit := range []Limit{Any(0), Any(1 << 50), Text(0)} {
		if _, err := limit.ReadFile(sparse); !IsTooLarge(err) || !strings.HasPrefix(err.Error(), "input of 8796093022208 bytes exceeds the limit of ") {
			t.Error(err)
		}
	}
	for _, bad := range []string{dir, filepath.Join(dir, "none")} {
		if _, err := Text(0).ReadFile(bad); err == nil || IsTooLarge(err) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// Files of the system that have no size are read to their end, or to the limit.
func TestDevices(t *testing.T) {
	if got, err := Text(0).ReadFile("/proc/self/stat"); os.IsNotExist(err) {
		t.Skip("no Linux")
	} else if err != nil || !bytes.HasSuffix(got, []byte("\n")) {
		t.Errorf("%q %v", got, err)
	}
	if got, err := Text(0).ReadFile(os.DevNull); err != nil || len(got) > 0 {
		t.Errorf("%q %v", got, err)
	}
	if _, err := Text(1 << 20).ReadFile("/dev/zero"); !IsTooLarge(err) {
		t.Error(err)
	}
}
