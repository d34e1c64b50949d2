// Package architecture looks whether docs/architecture.md is true.
package architecture

import (
	"os"
	"testing"
)

// The folder of the module and the page, from here.
const (
	root = "../.."
	page = root + "/docs/architecture.md"
)

// read is the text of the page.
func read(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
