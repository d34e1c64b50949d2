// Package page writes the tables of benchmarks into docs/performance.md.
package page

import (
	"bytes"
	"fmt"
	"os"
	"slices"
)

const file = "docs/performance.md"

// Write puts a table between the comments `<!-- NAME -->` and `<!-- end of NAME -->`. It is called
// in the folder of the module.
func Write(name string, table []byte) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	begin, end := "<!-- "+name+" -->", "<!-- end of "+name+" -->"
	head, rest, ok := bytes.Cut(text, []byte(begin))
	_, tail, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		return fmt.Errorf("%s has no %s ... %s", file, begin, end)
	}
	return os.WriteFile(file, slices.Concat(head, []byte(begin+"\n\n"), table, []byte("\n"+end), tail), 0o644)
}
