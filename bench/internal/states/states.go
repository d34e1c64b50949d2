// Package states builds programs of this module as they are and as they were at another commit, for
// benchmarks that compare the two.
package states

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// State says which of the two.
type State string

// The states: of the commit, and of the files as they are.
const (
	Old State = "old"
	New State = "new"
)

// Tools is a folder with the same programs in both states.
type Tools struct{ folder string }

// Build compiles the packages, given as paths such as ./cmd/tg-run, in the module of the current
// directory and in the commit, which is checked out in a folder of its own for as long as that
// takes.
func Build(commit string, packages ...string) (*Tools, error) {
	if commit == "" {
		return nil, fmt.Errorf("which commit to compare with is not said")
	}
	folder, err := os.MkdirTemp("", "tg-states")
	if err != nil {
		return nil, err
	}
	t := &Tools{folder}
	if err := t.build(commit, packages); err != nil {
		t.Remove()
		return nil, err
	}
	return t, nil
}

func (t *Tools) build(commit string, packages []string) error {
	tree := filepath.Join(t.folder, "tree")
	if err := command(".", "git", "worktree", "add", "--quiet", "--detach", tree, commit); err != nil {
		return err
	}
	defer command(".", "git", "worktree", "remove", "--force", tree)
	for _, p := range packages {
		for state, source := range map[State]string{Old: tree, New: "."} {
			if err := command(source, "go", "build", "-o", t.Path(state, filepath.Base(p)), p); err != nil {
				return err
			}
		}
	}
	return nil
}

// Path is the file of a program, which has the name of its package's folder.
func (t *Tools) Path(state State, name string) string {
	return filepath.Join(t.folder, string(state), name)
}

// Remove removes the programs.
func (t *Tools) Remove() { os.RemoveAll(t.folder) }

func command(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}
