package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The committed documentation must be what the code says.
func TestDocsAreCurrent(t *testing.T) {
	root := filepath.Join("..", "..")
	files, err := contents(root)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := files["README.md"]; !ok {
		t.Log("the programs of other projects are absent: the table in the README is not compared")
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is stale; run `go run ./docs/gen` (-want +got):\n%s", name, diff)
		}
	}
}
