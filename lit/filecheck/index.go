package filecheck

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/tg-opt/tg/lit/filecheck/ere"
)

// literalIndex knows where strings occur in a region that many directives search: one string per
// directive, which every match of it contains. It reads the region once, and no further than it is
// asked for.
//
// Each string is found by a window of a few of its bytes, chosen so that few of the strings share
// it. For every position of the region a filter of bits tells whether some string has the window
// that starts there.
type literalIndex struct {
	text     []byte
	scanned  int // the windows before this position have been looked at
	end      int // of the region
	literals map[string]*indexedLiteral
	chosen   map[*directive]*indexedLiteral
	sizes    []*windowSize
}

// indexedLiteral is a string with the places where it occurs.
type indexedLiteral struct {
	text  []byte
	at    []int // ascending
	dense bool  // there are more than these
}

// windowSize is the windows of one length.
type windowSize struct {
	length  int
	filter  []uint64
	shift   uint
	windows map[uint64][]window
}

// window is some bytes of a string.
type window struct {
	literal *indexedLiteral
	offset  int
}

const (
	minIndexed   = 12  // directives that make an index worth while
	maxPlaces    = 256 // that are noted of a string; a string with more is quickly found without an index
	maxSharing   = 64  // strings with the same window; further ones are not indexed
	scanStep     = 1 << 12
	filterFactor = 32 // bits of the filter per window
)

// newLiteralIndex makes an index for searches of all in a region, or returns nil if it is not worth
// while.
func newLiteralIndex(text []byte, region extent, all []*directive) *literalIndex {
	if len(all) < minIndexed || region.end-region.start < scanStep || all[0].pattern.fold {
		return nil
	}
	x := &literalIndex{text: text, scanned: region.start, end: region.end,
		literals: make(map[string]*indexedLiteral, len(all)), chosen: make(map[*directive]*indexedLiteral, len(all))}
	candidates := make([][][]byte, len(all))
	common := newWindowCounts(len(all))
	for i, d := range all {
		candidates[i] = d.pattern.literals()
		common.add(candidates[i])
	}
	for i, d := range all {
		if text, w := common.rarest(candidates[i]); w.length > 0 {
			x.chosen[d] = x.add(text, w)
		}
	}
	for _, size := range x.sizes {
		size.makeFilter()
	}
	return x
}

// literals returns strings that every match contains.
func (p *pattern) literals() [][]byte {
	if p.fixed != nil {
		return [][]byte{p.fixed}
	}
	expr := p.regex
	for _, h := range slices.Backward(p.holes) {
		expr = expr[:h.index] + ".*" + expr[h.index:] // it can hold anything
	}
	compiled, err := ere.Compile(expr, 0)
	if err != nil {
		return nil
	}
	return compiled.Literals()
}

// windowLengths are the lengths of windows, the best first.
var windowLengths = [...]int{8, 4, 2}

// loadWindow reads a window as a number.
func loadWindow(text []byte, length int) uint64 {
	switch length {
	case 8:
		return binary.LittleEndian.Uint64(text)
	case 4:
		return uint64(binary.LittleEndian.Uint32(text))
	default:
		return uint64(binary.LittleEndian.Uint16(text))
	}
}

// hashWindow spreads windows over the numbers below 1<<(64-shift).
func hashWindow(w uint64, shift uint) uint64 { return w * 0x9e3779b97f4a7c15 >> shift }

// windowCounts tells about how many strings have a window: those with the same hash count as one.
type windowCounts struct {
	counts []uint32
	shift  uint
}

func newWindowCounts(strings int) *windowCounts {
	c := &windowCounts{shift: 64 - 12}
	for c.shift > 64-22 && 1<<(64-c.shift) < 16*strings {
		c.shift--
	}
	c.counts = make([]uint32, 1<<(64-c.shift))
	return c
}

// lengthFor returns the length of the windows of a string, or 0 if it is too short for any.
func lengthFor(literal []byte) int {
	for _, length := range windowLengths {
		if len(literal) >= length {
			return length
		}
	}
	return 0
}

func (c *windowCounts) add(literals [][]byte) {
	for _, text := range literals {
		length := lengthFor(text)
		for i := 0; length > 0 && i+length <= len(text); i++ {
			c.counts[hashWindow(loadWindow(text[i:], length), c.shift)]++
		}
	}
}

// chosenWindow is a place in a string, and how many strings share what is there.
type chosenWindow struct {
	offset, length int
	sharing        uint32
}

// rarest returns the rarest of the windows of some strings, the longer one where two are as rare,
// and its string.
func (c *windowCounts) rarest(literals [][]byte) (literal []byte, w chosenWindow) {
	for _, text := range literals {
		length := lengthFor(text)
		for i := 0; length > 0 && i+length <= len(text); i++ {
			n := c.counts[hashWindow(loadWindow(text[i:], length), c.shift)]
			if w.length == 0 || n < w.sharing || n == w.sharing && length > w.length {
				literal, w = text, chosenWindow{i, length, n}
			}
		}
	}
	return literal, w
}

// add files a string under a window. It returns nil if too many strings have that.
func (x *literalIndex) add(text []byte, w chosenWindow) *indexedLiteral {
	if known, ok := x.literals[string(text)]; ok {
		return known
	}
	i := slices.IndexFunc(x.sizes, func(s *windowSize) bool { return s.length == w.length })
	if i < 0 {
		i = len(x.sizes)
		x.sizes = append(x.sizes, &windowSize{length: w.length, windows: map[uint64][]window{}})
	}
	key := loadWindow(text[w.offset:], w.length)
	windows := x.sizes[i].windows
	if len(windows[key]) >= maxSharing {
		x.literals[string(text)] = nil
		return nil
	}
	literal := &indexedLiteral{text: text}
	windows[key] = append(windows[key], window{literal, w.offset})
	x.literals[string(text)] = literal
	return literal
}

func (s *windowSize) makeFilter() {
	s.shift = 64 - 6
	for 1<<(64-s.shift) < filterFactor*len(s.windows) {
		s.shift--
	}
	s.filter = make([]uint64, 1<<(64-s.shift)/64)
	for key := range s.windows {
		h := hashWindow(key, s.shift)
		s.filter[h/64] |= 1 << (h % 64)
	}
}

// locator returns a function that finds the string of d in a region, which ends with that of the
// index, or nil if d has none.
func (x *literalIndex) locator(d *directive, region extent) ere.Locator {
	if x == nil {
		return nil
	}
	literal := x.chosen[d]
	if literal == nil {
		return nil
	}
	return func(from int) int {
		at := x.next(literal, region.start+from)
		if at < 0 {
			return -1
		}
		return at - region.start
	}
}

// next returns the first place at or after from where a string occurs, or -1.
func (x *literalIndex) next(literal *indexedLiteral, from int) int {
	for {
		if i, _ := slices.BinarySearch(literal.at, from); i < len(literal.at) {
			return literal.at[i]
		}
		if literal.dense {
			at := bytes.Index(x.text[from:x.end], literal.text)
			if at < 0 {
				return -1
			}
			return from + at
		}
		if x.scanned >= x.end {
			return -1
		}
		x.scan(min(x.scanned+scanStep, x.end))
	}
}

// scan looks at the windows up to a position.
func (x *literalIndex) scan(to int) {
	for _, size := range x.sizes {
		last := min(to, x.end-size.length+1)
		for pos := x.scanned; pos < last; pos++ {
			key := loadWindow(x.text[pos:], size.length)
			if h := hashWindow(key, size.shift); size.filter[h/64]>>(h%64)&1 == 0 {
				continue
			}
			for _, w := range size.windows[key] {
				x.note(w.literal, pos-w.offset)
			}
		}
	}
	x.scanned = to
}

// note adds a place to those of a string if it is there.
func (x *literalIndex) note(literal *indexedLiteral, at int) {
	if literal.dense || at < 0 || at+len(literal.text) > x.end || !bytes.Equal(x.text[at:at+len(literal.text)], literal.text) {
		return
	}
	if len(literal.at) == maxPlaces {
		literal.dense = true
		return
	}
	literal.at = append(literal.at, at)
}
