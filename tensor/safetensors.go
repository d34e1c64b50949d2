package tensor

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// The safetensors container: the length of the header as 8 bytes, the header, which is a JSON
// object with type, shape and place of each tensor by its name, then the elements. Every byte
// behind the header belongs to exactly one tensor.
const (
	safetensorsMaxHeader = 100_000_000 // the bound of the reference implementation
	safetensorsMetadata  = "__metadata__"
	safetensorsAlign     = 8 // the elements start at a multiple of this
)

// safetensorsTypes are the element types by the names they have there. There are more, of eight and
// fewer bits, which this package has not; complex<f64> has no name there.
var safetensorsTypes = map[string]DType{
	"BOOL": Bool, "I8": I8, "I16": I16, "I32": I32, "I64": I64, "U8": U8, "U16": U16, "U32": U32, "U64": U64,
	"F16": F16, "BF16": BF16, "F32": F32, "F64": F64, "C64": C64,
}

// placed is what the header says of a tensor.
type placed struct {
	name       string
	dtype      string
	shape      []int
	begin, end int64 // of its bytes, from the end of the header
}

// OpenSafetensors reads the header of a safetensors file of size bytes, which may take room bytes
// of memory. It fails where tensors have a name twice, overlap, leave bytes between them or do not
// end where the file does. A tensor of a type that this package lacks is an error only for who
// reads it.
func OpenSafetensors(r io.ReaderAt, size, room int64) (*Archive, error) {
	header, err := readSafetensorsHeader(r, size, room)
	if err != nil {
		return nil, fmt.Errorf("safetensors: %w", err)
	}
	tensors, err := parseSafetensorsHeader(header)
	if err != nil {
		return nil, fmt.Errorf("safetensors: header%w", err)
	}
	start := int64(8 + len(header))
	if err := checkPlaces(tensors, size-start); err != nil {
		return nil, fmt.Errorf("safetensors: %w", err)
	}
	a := &Archive{names: slices.Sorted(maps.Keys(tensors))}
	a.read = func(name string, room int64) (*Tensor, error) {
		p := tensors[name]
		d, err := p.known()
		if err != nil {
			return nil, err
		}
		if p.end-p.begin > room {
			return nil, fmt.Errorf("%s needs %d bytes of elements: there is memory for %d", typeText(d, p.shape), p.end-p.begin, room)
		}
		data := alignedBytes(int(p.end - p.begin))
		if _, err := r.ReadAt(data, start+p.begin); err != nil && !(errors.Is(err, io.EOF) && len(data) == 0) {
			return nil, fmt.Errorf("reading %d bytes of elements: %w", len(data), endOfFile(err))
		}
		return FromBytes(d, p.shape, data)
	}
	return a, nil
}

func readSafetensorsHeader(r io.ReaderAt, size, room int64) ([]byte, error) {
	var start [8]byte
	if size < int64(len(start)) {
		return nil, fmt.Errorf("not a safetensors file: it has %d bytes, and starts with 8 for the length of its header", size)
	}
	if _, err := r.ReadAt(start[:], 0); err != nil {
		return nil, fmt.Errorf("reading the length of the header: %w", endOfFile(err))
	}
	length := binary.LittleEndian.Uint64(start[:])
	const factor = 8 // what is read of a header takes more memory than its text
	switch {
	case length > safetensorsMaxHeader:
		return nil, fmt.Errorf("not a safetensors file: a header of %d bytes is too large, at most %d are allowed", length, safetensorsMaxHeader)
	case int64(length) > size-8:
		return nil, fmt.Errorf("the header of %d bytes does not fit into the file, of which %d bytes are left", length, size-8)
	case int64(length) > room/factor:
		return nil, fmt.Errorf("there is no memory for a header of %d bytes", length)
	}
	header := make([]byte, length)
	if n, err := r.ReadAt(header, 8); n < len(header) {
		return nil, fmt.Errorf("reading the header: %w", endOfFile(err))
	}
	return header, nil
}

// known is the element type, for which the shape and the place must agree.
func (p *placed) known() (DType, error) {
	d, ok := safetensorsTypes[p.dtype]
	if !ok {
		return Invalid, fmt.Errorf("element type '%s' is not supported; supported are %s", p.dtype, strings.Join(slices.Sorted(maps.Keys(safetensorsTypes)), ", "))
	}
	size, err := ByteSize(d, p.shape)
	if err != nil {
		return Invalid, err
	}
	if int64(size) != p.end-p.begin {
		return Invalid, fmt.Errorf("%s needs %d bytes, but its data_offsets %d and %d leave %d", typeText(d, p.shape), size, p.begin, p.end, p.end-p.begin)
	}
	return d, nil
}

// checkPlaces checks that the tensors fill size bytes without holes.
func checkPlaces(tensors map[string]*placed, size int64) error {
	all := slices.SortedFunc(maps.Values(tensors), func(a, b *placed) int {
		return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end), strings.Compare(a.name, b.name))
	})
	at, before := int64(0), "the header"
	for _, p := range all {
		switch {
		case p.begin > p.end:
			return fmt.Errorf("'%s' ends before it begins: data_offsets are %d and %d", p.name, p.begin, p.end)
		case p.end > size:
			return fmt.Errorf("'%s' ends at byte %d of the elements, but the file has %d", p.name, p.end, size)
		case p.begin < at:
			return fmt.Errorf("'%s' overlaps %s: it begins at byte %d of the elements, which end at %d before", p.name, before, p.begin, at)
		case p.begin > at:
			return fmt.Errorf("bytes %d to %d of the elements, between %s and '%s', belong to no tensor", at, p.begin, before, p.name)
		}
		if _, ok := safetensorsTypes[p.dtype]; ok {
			if _, err := p.known(); err != nil {
				return fmt.Errorf("'%s': %w", p.name, err)
			}
		}
		at, before = p.end, "'"+p.name+"'"
	}
	if at < size {
		return fmt.Errorf("%d bytes follow after %s, and belong to no tensor", size-at, before)
	}
	return nil
}

// WriteSafetensors writes tensors as a safetensors file: those of the widest element types first,
// so that all are aligned, and otherwise in the order of their names. The same tensors give the
// same bytes.
func WriteSafetensors(w io.Writer, tensors []Named) error {
	if err := writeSafetensors(w, tensors); err != nil {
		return fmt.Errorf("safetensors: %w", err)
	}
	return nil
}

func writeSafetensors(w io.Writer, tensors []Named) error {
	if err := checkNames(tensors); err != nil {
		return err
	}
	names := map[DType]string{}
	for name, d := range safetensorsTypes {
		names[d] = name
	}
	sorted := sortedByName(tensors)
	slices.SortStableFunc(sorted, func(a, b Named) int { return cmp.Compare(b.Tensor.dtype.Size(), a.Tensor.dtype.Size()) })
	header, at := []byte("{"), int64(0)
	for i, t := range sorted {
		if t.Name == safetensorsMetadata {
			return fmt.Errorf("no tensor can have the name '%s'", t.Name)
		}
		if i > 0 {
			header = append(header, ',')
		}
		if names[t.Tensor.dtype] == "" {
			return fmt.Errorf("'%s' has elements of type %v, which the format has no name for; write it as .npy or .npz", t.Name, t.Tensor.dtype)
		}
		name, err := json.Marshal(t.Name)
		if err != nil {
			return err
		}
		end := at + int64(len(t.Tensor.data))
		header = append(header, name...)
		header = fmt.Appendf(header, `:{"dtype":"%s","shape":[%s],"data_offsets":[%d,%d]}`,
			names[t.Tensor.dtype], strings.ReplaceAll(ShapeString(t.Tensor.shape), "x", ","), at, end)
		at = end
	}
	header = append(header, '}')
	for len(header)%safetensorsAlign != 0 {
		header = append(header, ' ')
	}
	if len(header) > safetensorsMaxHeader {
		return fmt.Errorf("a header of %d bytes is too large, at most %d are allowed", len(header), safetensorsMaxHeader)
	}
	if _, err := w.Write(append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...)); err != nil {
		return err
	}
	for _, t := range sorted {
		if _, err := w.Write(t.Tensor.data); err != nil {
			return err
		}
	}
	return nil
}
