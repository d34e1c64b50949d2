package driver_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// exampleModule is a module of its own, which go test ./... leaves out.
const exampleModule = "../examples/own-dialect"

// TestExampleModule builds the tools of the example and runs its tests. Nothing is
// downloaded: it needs what this module needs.
func TestExampleModule(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	// What was tested before counts only for the same files: they are opened.
	err := filepath.WalkDir(exampleModule, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			_, err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir() + string(filepath.Separator)
	for _, args := range []string{"vet ./...", "build -o " + bin + " ./...", "test ./..."} {
		cmd := exec.Command("go", strings.Fields(args)...)
		cmd.Dir, cmd.Env = exampleModule, append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOFLAGS=-mod=readonly")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", args, err, out)
		}
	}
	for tool, want := range map[string]string{"image-opt": "--image-drop-brighten", "image-run": "image-run executes"} {
		if out, err := exec.Command(bin+tool, "--help").CombinedOutput(); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s --help: %v\n%s", tool, err, out)
		}
	}
}
