package wholefile

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// elsewhere are the calls that need not go through this package or
// internal/input, and why.
var elsewhere = map[string]string{
	"driver/opt/heap.go":         "reads a regular file again, of the size that it had",
	"driver/tooltest/":           "is for tests",
	"interp/contract/gen/":       "is no tool",
	"interp/kernel/gen/":         "is no tool",
	"internal/memory/":           "reads what the system tells",
	"internal/peer/":             "is for tests",
	"internal/process/":          "reads what the system tells",
	"internal/wholefile/":        "is this package",
	"lit/internal/":              "is for tests",
	"lit/shell/cat.go":           "is what a test asks for",
	"lit/shell/redirect.go":      "is what a test asks for",
	"lit/shell/script.go":        "writes into the directory of a test",
	"lit/shell/process_linux.go": "reads what the system tells",
	"lit/shell/transcript.go":    "reads a part",
}

var direct = regexp.MustCompile(`\b(?:os\.(?:Create|CreateTemp|WriteFile|OpenFile|Rename|ReadFile)|io\.ReadAll)\(`)

// Every tool writes files whole, and reads with a limit: nothing calls the
// standard library for that without a reason.
func TestNobodyElseWritesFiles(t *testing.T) {
	root := filepath.Join("..", "..")
	used := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "bench" || name == "docs" || name == "tools" || name == "test" || name != "." && strings.HasPrefix(name, ".")):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		call := direct.Find(text)
		if call == nil {
			return nil
		}
		for known := range elsewhere {
			if strings.HasPrefix(name, known) {
				used[known] = true
				return nil
			}
		}
		t.Errorf("%s calls %s) and not internal/wholefile or internal/input", name, call)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for known, why := range elsewhere {
		if !used[known] {
			t.Errorf("%s, which %s, calls nothing of the kind", known, why)
		}
	}
}
