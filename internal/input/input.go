// Package input reads files and streams, which may be larger than what there is
// room for, or without end.
package input

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/tg-opt/tg/internal/memory"
)

// Limit bounds what is read at once.
type Limit struct {
	Bytes int64
	By    string // what says so, for messages: `set by --max-input`
}

// MaxText is the largest text: positions in it are 32-bit numbers.
const MaxText = 1<<31 - 2

// Memory is the limit for what has to fit into the memory there is.
func Memory() Limit { return Limit{memory.Limit(), "that memory sets"} }

// Any is the limit for files of any kind where the user allows so many bytes, 0
// for as many as fit into the memory.
func Any(most int64) Limit {
	if limit := Memory(); most == 0 || most > limit.Bytes {
		return limit
	}
	return Limit{most, "set by --max-input"}
}

// Text is the limit for texts where the user allows so many bytes, 0 for as many
// as there can be.
func Text(most int64) Limit {
	limit := Any(most)
	if limit.Bytes > MaxText {
		return Limit{MaxText, "in one context"}
	}
	return limit
}

// tooLarge is an input beyond a limit.
type tooLarge struct {
	size  int64 // -1 if it is not known
	limit Limit
}

func (e *tooLarge) Error() string {
	size := ""
	if e.size >= 0 {
		size = fmt.Sprintf(" of %d bytes", e.size)
	}
	return fmt.Sprintf("input%s exceeds the limit of %d bytes %s", size, e.limit.Bytes, e.limit.By)
}

// IsTooLarge reports whether err says that an input exceeds its limit.
func IsTooLarge(err error) bool {
	var e *tooLarge
	return errors.As(err, &e)
}

// Check is an error for an input of size bytes beyond the limit.
func (l Limit) Check(size int64) error {
	if size > l.Bytes {
		return &tooLarge{size, l}
	}
	return nil
}

// ReadFile is os.ReadFile within the limit.
func (l Limit) ReadFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return l.ReadAll(f)
}

// largestPiece bounds how much is read at a time of what may not end.
const largestPiece = 64 << 20

// ReadAll is io.ReadAll within the limit. What is known to be larger, as the
// rest of a regular file, is not begun.
func (l Limit) ReadAll(r io.Reader) ([]byte, error) {
	size := int64(4 << 10)
	if f, ok := r.(*os.File); ok {
		if err := l.CheckFile(f); err != nil {
			return nil, err
		}
		rest, _ := remaining(f)
		size = max(size, rest+1) // in one piece, with the end of the file
	}
	var pieces [][]byte
	for total := int64(0); ; {
		piece := make([]byte, min(size, l.Bytes-total+1))
		n, err := io.ReadFull(r, piece)
		total += int64(n)
		pieces = append(pieces, piece[:n])
		switch {
		case total > l.Bytes:
			return nil, &tooLarge{-1, l}
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			if len(pieces) == 1 {
				return pieces[0], nil
			}
			return slices.Concat(pieces...), nil
		case err != nil:
			return nil, err
		}
		size = min(2*size, largestPiece)
	}
}

// remaining is how much of a regular file has not been read.
func remaining(f *os.File) (size int64, known bool) {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 { // those of /proc have no size
		return 0, false
	}
	at, err := f.Seek(0, io.SeekCurrent)
	return max(info.Size()-at, 0), err == nil
}

// CheckFile is an error for a regular file beyond the limit.
func (l Limit) CheckFile(f *os.File) error {
	if rest, known := remaining(f); known {
		return l.Check(rest)
	}
	return nil
}

// Reader reads r within the limit.
func (l Limit) Reader(r io.Reader) io.Reader { return &reader{r, l, l.Bytes} }

type reader struct {
	io.Reader
	limit Limit
	left  int64
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p[:min(int64(len(p)), r.left+1)])
	if r.left -= int64(n); r.left < 0 {
		return 0, &tooLarge{-1, r.limit}
	}
	return n, err
}
