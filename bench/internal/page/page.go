// Package page puts what benchmarks measure into pages of the documentation.
package page

import (
	"bytes"
	"fmt"
	"os"
	"slices"
)

// Write puts a table between the comments `<!-- NAME -->` and `<!-- end of NAME -->` of a file.
func Write(file, name string, table []byte) error {
	begin, end := "<!-- "+name+" -->", "<!-- end of "+name+" -->"
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	head, rest, ok := bytes.Cut(text, []byte(begin))
	_, tail, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		return fmt.Errorf("%s has no %s ... %s", file, begin, end)
	}
	return os.WriteFile(file, slices.Concat(head, []byte(begin+"\n\n"), table, []byte("\n"+end), tail), 0o644)
}
