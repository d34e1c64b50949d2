package driver

import (
	"bytes"
	"fmt"
	"io"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/ir"
)

// bytecodeMagic is what MLIR's bytecode begins with.
const bytecodeMagic = "ML\xefR"

// readInput reads a file or, for `-`, standard input. It returns the name that
// messages call the text.
func readInput(limit input.Limit, name string, stdin io.Reader) (data []byte, shown string, err error) {
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

// chunk is a piece of the input that is processed by itself.
type chunk struct {
	text      []byte
	firstLine int // lines that come before it in the file
	firstCol  int // bytes that come before it in its line
}

// nearMissTail is how many characters at the end of a split marker may be
// wrong for a warning.
const nearMissTail = 2

// splitInput cuts data at each marker, wherever it stands. nearMiss is given
// the offset behind each text that only begins like a marker.
func splitInput(data []byte, marker string, nearMiss func(offset int)) []chunk {
	if marker == "" {
		return []chunk{{text: data}}
	}
	var chunks []chunk
	begin := []byte(marker[:max(len(marker)-nearMissTail, 1)])
	start, line, counted := 0, 0, 0
	for at := 0; ; {
		i := bytes.Index(data[at:], begin)
		if i < 0 {
			return append(chunks, chunk{data[start:], line, column(data, start)})
		}
		at += i
		if !bytes.HasPrefix(data[at:], []byte(marker)) {
			at += len(begin)
			if len(begin) > nearMissTail {
				nearMiss(at)
			}
			continue
		}
		chunks = append(chunks, chunk{data[start:at:at], line, column(data, start)})
		at += len(marker)
		start = at
		line += bytes.Count(data[counted:start], []byte("\n"))
		counted = start
	}
}

// column is how many bytes come before offset in its line.
func column(data []byte, offset int) int {
	return offset - bytes.LastIndexByte(data[:offset], '\n') - 1
}

// nearMissWarning is the diagnostic about a text like a split marker.
func nearMissWarning(c *ir.Context, name string, data []byte, offset int) *ir.Diag {
	d := &ir.Diag{Severity: ir.Warning, Message: "near miss with file split marker"}
	if src, err := c.AddSource(name, data, 0); err == nil {
		d.Loc = src.Loc(offset)
	}
	return d
}
