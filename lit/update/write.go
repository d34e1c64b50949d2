package update

import (
	"fmt"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/wholefile"
)

// replaceFile gives a file a new text at once: whoever reads it sees the old one or the new one. It
// keeps the mode of the file and the links to it, and fails if the file is no longer what it was.
func replaceFile(path, before, after string) error {
	current, err := input.Text(0).ReadFile(path)
	if err != nil {
		return err
	}
	if string(current) != before {
		return fmt.Errorf("%s: the file changed during the update; it is left alone", path)
	}
	return wholefile.Write(path, []byte(after))
}
