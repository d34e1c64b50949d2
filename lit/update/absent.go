package update

import (
	"slices"
	"strings"
)

// withAbsent adds a block for each function of the file that the output does not have, so that its
// return is noticed. It stands after the function before it, where the output has that.
func withAbsent(blocks []*block, src *source) []*block {
	present := map[key]bool{}
	chunks := map[int]bool{} // that have a symbol
	for _, b := range blocks {
		if !b.key.gap {
			present[b.key] = true
			chunks[b.key.chunk] = true
		}
	}
	var missing []string // paths
	chunk := 0
	at := 0
	for _, f := range src.functions {
		if f.key.chunk != chunk {
			missing, chunk = nil, f.key.chunk
		}
		inMissing := slices.ContainsFunc(missing, func(path string) bool { return strings.HasPrefix(f.key.path, path+"/") })
		switch {
		case present[f.key]:
			at = 1 + slices.IndexFunc(blocks, func(b *block) bool { return b.key == f.key })
		case chunks[chunk] && !inMissing && isFunction(f.op):
			missing = append(missing, f.key.path)
			for at < len(blocks) && blocks[at].key.chunk < chunk {
				at++
			}
			blocks = slices.Insert(blocks, at, &block{f.key, f.op, []*check{absence(f)}})
			at++
		}
	}
	return blocks
}

// isFunction reports whether an operation is one whose absence means something: other symbols are
// often lowered.
func isFunction(op string) bool {
	kind := op[strings.LastIndexByte(op, '.')+1:]
	return kind == "func" || kind == "module"
}

// absence is the check that the output has no function of a name, up to the next that it has.
func absence(f *sourceFunction) *check {
	name := f.name()
	if strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 || !isValueByte(byte(r)) }) {
		name = `"` + name + `"`
	}
	return &check{kind: kindNot, pieces: []piece{textPiece("@" + name), {kind: pieceRegex, text: "[( ]"}}}
}
