package opt

import (
	"bytes"

	"github.com/tg-opt/tg/ir"
)

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
