package ir

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"sync"
	"unsafe"
)

// Loc says where an op or value came from. Zero is unknown. It is either a
// position in one of the context's sources or an explicit `loc(...)`; four
// bytes hold both, because there is one per op.
type Loc uint32

const explicitLoc Loc = 1 << 31

// MaxSourceBytes bounds the text one Context can hold positions of.
const MaxSourceBytes = 1<<31 - 2

// Source is a text whose positions a Context can name.
type Source struct {
	Name string
	Text []byte
	base Loc
	// firstLine is added to line numbers, for pieces of a split file.
	firstLine int
	opened    bool // by OpenSource

	once  sync.Once
	lines []int32 // offset of each line's first byte

	mu    sync.Mutex
	again func() []byte // how to get at the text once more, after Forget
	size  int           // of the text, after Forget
}

// Forget lets go of the text, which may be a good part of the memory that a
// program needs. Positions stay what they are. A message that shows a line asks
// again for the text; without an answer of the same size it shows none. The
// caller answers for the text being what it was.
func (s *Source) Forget(again func() []byte) {
	s.index()
	s.size, s.again, s.Text = len(s.Text), again, nil
}

// text is the text, or nil when it is gone.
func (s *Source) text() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.again != nil && s.Text == nil {
		if text := s.again(); len(text) == s.size {
			s.Text = text
		}
	}
	return s.Text
}

// Loc is the location of the byte at offset.
func (s *Source) Loc(offset int) Loc { return s.base + Loc(offset) }

// Offset is the inverse of Loc; l must lie in s.
func (s *Source) Offset(l Loc) int { return int(l - s.base) }

func (s *Source) index() {
	s.once.Do(func() {
		s.lines = append(make([]int32, 0, 1+bytes.Count(s.Text, []byte{'\n'})), 0)
		for at := 0; ; {
			i := bytes.IndexByte(s.Text[at:], '\n')
			if i < 0 {
				return
			}
			at += i + 1
			s.lines = append(s.lines, int32(at))
		}
	})
}

// Position is the 1-based line and column of offset; columns count bytes.
func (s *Source) Position(offset int) (line, col int) {
	s.index()
	i := sort.Search(len(s.lines), func(i int) bool { return int(s.lines[i]) > offset }) - 1
	return i + 1 + s.firstLine, offset - int(s.lines[i]) + 1
}

// lineText is the line of text, of a source, that holds offset, without its line
// end. It is no copy: the line may be all of a large file.
func lineText(text []byte, offset int) string {
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	text = text[start:]
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	text = bytes.TrimSuffix(text, []byte("\r"))
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// AddSource registers a text, so that locations can point into it. firstLine
// is the number of lines that precede the text in its file.
func (c *Context) AddSource(name string, text []byte, firstLine int) (*Source, error) {
	return c.addSource(&Source{Name: name, Text: text, firstLine: firstLine})
}

// OpenSource is the source that it made under that name before, or a new one with
// what read returns: whoever asks for a file in a context gets the same text, and
// a file that can be read only once, such as a pipe, is.
func (c *Context) OpenSource(name string, read func() ([]byte, error)) (*Source, error) {
	for _, s := range c.Sources() {
		if s.opened && s.Name == name {
			return s, nil
		}
	}
	text, err := read()
	if err != nil {
		return nil, err
	}
	return c.addSource(&Source{Name: name, Text: text, opened: true})
}

func (c *Context) addSource(s *Source) (*Source, error) {
	name, text := s.Name, s.Text
	c.mu.Lock()
	defer c.mu.Unlock()
	s.base = c.nextLoc
	if int64(c.nextLoc)+int64(len(text))+1 > MaxSourceBytes {
		return nil, fmt.Errorf("%s: input of %d bytes exceeds the limit of %d bytes in one context", name, len(text), MaxSourceBytes)
	}
	c.nextLoc += Loc(len(text)) + 1
	c.sources = append(c.sources, s)
	return s, nil
}

// Sources are the texts that locations may point into.
func (c *Context) Sources() []*Source {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.sources)
}

// ExplicitLoc is the Loc of a location attribute.
func (c *Context) ExplicitLoc(a *Attr) Loc {
	if a.kind == UnknownLocAttr {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	l, ok := c.locIndex[a]
	if !ok {
		l = explicitLoc | Loc(len(c.locs))
		c.locs = append(c.locs, a)
		c.locIndex[a] = l
	}
	return l
}

// Source finds the source that l points into, or nil.
func (c *Context) Source(l Loc) *Source {
	if l == 0 || l&explicitLoc != 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	i := sort.Search(len(c.sources), func(i int) bool { return c.sources[i].base > l }) - 1
	if i < 0 {
		return nil
	}
	return c.sources[i]
}

// LocAttr is the location attribute of l.
func (c *Context) LocAttr(l Loc) *Attr {
	if l&explicitLoc != 0 {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.locs[l&^explicitLoc]
	}
	s := c.Source(l)
	if s == nil {
		return c.UnknownLoc()
	}
	line, col := s.Position(s.Offset(l))
	return c.FileLoc(FileLine{File: s.Name, Line: line, Col: col})
}

// FilePosition is the first file position that l leads to; ok is false when
// there is none.
func (c *Context) FilePosition(l Loc) (f FileLine, ok bool) {
	if s := c.Source(l); s != nil {
		line, col := s.Position(s.Offset(l))
		return FileLine{File: s.Name, Line: line, Col: col}, true
	}
	if l&explicitLoc == 0 {
		return FileLine{}, false
	}
	return filePosition(c.LocAttr(l))
}

func filePosition(a *Attr) (FileLine, bool) {
	switch a.kind {
	case FileLocAttr:
		return a.FileLine(), true
	case NameLocAttr, CallLocAttr:
		for _, e := range a.Elems() {
			if f, ok := filePosition(e); ok {
				return f, true
			}
		}
	case FusedLocAttr:
		for _, e := range a.Parts() {
			if f, ok := filePosition(e); ok {
				return f, true
			}
		}
	}
	return FileLine{}, false
}
