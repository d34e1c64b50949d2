package tensor

import (
	"fmt"
	"io"
	"slices"

	"github.com/tg-opt/tg/internal/spelling"
)

// Named is a tensor under the name that it has in a file of several.
type Named struct {
	Name   string
	Tensor *Tensor
}

// Archive is a file of named tensors, open for reading. Each is read when it is asked for, so that
// a file may hold more than there is memory.
type Archive struct {
	names []string // sorted
	// read reads the tensor of that name, one of names, for which it may take room bytes of memory.
	read func(name string, room int64) (*Tensor, error)
}

// Names returns the names in the file in their order by bytes. The caller must not change them.
func (a *Archive) Names() []string { return a.names }

// Read reads the tensor of that name, for which it may take room bytes of memory. It fails for a
// name that is not there, for a tensor whose type this package does not have, and for contents that
// are not what the file says of them.
func (a *Archive) Read(name string, room int64) (*Tensor, error) {
	if _, found := slices.BinarySearch(a.names, name); !found {
		return nil, fmt.Errorf("there is no '%s'%s", name, spelling.Among(name, a.names))
	}
	t, err := a.read(name, room)
	if err != nil {
		return nil, fmt.Errorf("'%s': %w", name, err)
	}
	return t, nil
}

// checkNames is an error for names that one file cannot have.
func checkNames(tensors []Named) error {
	seen := map[string]bool{}
	for _, t := range tensors {
		if seen[t.Name] {
			return fmt.Errorf("two arrays have the name '%s'", t.Name)
		}
		seen[t.Name] = true
	}
	return nil
}

// boundedReaderAt reads at most left bytes in all; a negative bound is none.
type boundedReaderAt struct {
	io.ReaderAt
	left int64
}

func (r *boundedReaderAt) ReadAt(p []byte, offset int64) (int, error) {
	if r.left < 0 {
		return r.ReaderAt.ReadAt(p, offset)
	}
	if int64(len(p)) > r.left {
		return 0, errDirectoryTooLarge
	}
	n, err := r.ReaderAt.ReadAt(p, offset)
	r.left -= int64(n)
	return n, err
}
