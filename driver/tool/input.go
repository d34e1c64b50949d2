package tool

import (
	"bytes"
	"fmt"
	"io"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
)

// SplitMarker is the line between the modules of a file.
const SplitMarker = "// -----"

// bytecodeMagic is what MLIR's bytecode begins with.
const bytecodeMagic = "ML\xefR"

// ReadInput reads a file or, for `-`, standard input. It returns the name that
// messages call the text.
func ReadInput(limit input.Limit, name string, stdin io.Reader) (data []byte, shown string, err error) {
	shown = name
	if name == "-" {
		shown = "<stdin>"
		if data, err = limit.ReadAll(stdin); err != nil && !input.IsTooLarge(err) {
			return nil, "", fmt.Errorf("cannot read standard input: %s", oserr.Reason(err))
		}
	} else if data, err = limit.ReadFile(name); err != nil && !input.IsTooLarge(err) {
		return nil, "", fmt.Errorf("cannot open input file '%s': %s", name, oserr.Reason(err))
	}
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("%s: %w", shown, err)
	case bytes.HasPrefix(data, []byte(bytecodeMagic)):
		return nil, "", fmt.Errorf("%s: this is MLIR bytecode, and tg reads MLIR's text form only; mlir-opt turns bytecode into text", shown)
	}
	return data, shown, nil
}
