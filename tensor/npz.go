package tensor

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// The .npz container: a zip file whose entries are .npy files, the name of the array being that of
// the entry without ".npy".
const (
	npySuffix = ".npy"
	// npzMaxDirectory bounds the list of entries, in bytes: half a million arrays of short names.
	npzMaxDirectory = 64 << 20
)

var errDirectoryTooLarge = errors.New("the list of its entries is too large")

// OpenNPZ reads the list of arrays in a .npz file of size bytes, which may take room bytes of
// memory. Entries may be stored or deflated. Those that are no .npy files are left out; two of one
// name are an error.
func OpenNPZ(r io.ReaderAt, size, room int64) (*Archive, error) {
	bounded := &boundedReaderAt{r, min(npzMaxDirectory, room)}
	z, err := zip.NewReader(bounded, size)
	switch {
	case errors.Is(err, errDirectoryTooLarge):
		return nil, fmt.Errorf("npz: %w", err)
	case err != nil:
		return nil, fmt.Errorf("npz: not a .npz file: %s", strings.TrimPrefix(err.Error(), "zip: "))
	}
	bounded.left = -1
	entries := map[string]*zip.File{}
	a := &Archive{read: func(name string, room int64) (*Tensor, error) { return readEntry(entries[name], room) }}
	for _, f := range z.File {
		name, isArray := strings.CutSuffix(f.Name, npySuffix)
		if !isArray {
			continue
		}
		if entries[name] != nil {
			return nil, fmt.Errorf("npz: two arrays have the name '%s'", name)
		}
		entries[name] = f
		a.names = append(a.names, name)
	}
	slices.Sort(a.names)
	return a, nil
}

// readEntry reads all of an entry, for the checksum at its end.
func readEntry(f *zip.File, room int64) (*Tensor, error) {
	const encrypted = 1
	if f.Flags&encrypted != 0 {
		return nil, errors.New("it is encrypted")
	}
	in, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	t, err := ReadNPYWithin(in, room)
	if err != nil {
		return nil, err
	}
	switch n, err := io.ReadFull(in, make([]byte, 1)); {
	case n > 0:
		return nil, fmt.Errorf("more follows after the elements of a %s", t.TypeString())
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	return t, nil
}

// npzDate is the earliest that zip can say. All entries have it, as those of NumPy have.
var npzDate = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

// WriteNPZ writes tensors as a .npz file, in the order of their names and stored, not compressed,
// as numpy.savez does. The same tensors give the same bytes.
func WriteNPZ(w io.Writer, tensors []Named) error {
	if err := checkNames(tensors); err != nil {
		return fmt.Errorf("npz: %w", err)
	}
	z := zip.NewWriter(w)
	for _, t := range sortedByName(tensors) {
		e, err := z.CreateHeader(&zip.FileHeader{Name: t.Name + npySuffix, Method: zip.Store, Modified: npzDate})
		if err == nil {
			err = WriteNPY(e, t.Tensor)
		}
		if err != nil {
			return fmt.Errorf("npz: '%s': %w", t.Name, err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("npz: %w", err)
	}
	return nil
}

func sortedByName(tensors []Named) []Named {
	return slices.SortedFunc(slices.Values(tensors), func(a, b Named) int { return strings.Compare(a.Name, b.Name) })
}
