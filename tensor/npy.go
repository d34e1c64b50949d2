package tensor

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// The .npy container (NumPy Enhancement Proposal 1, format versions 1.0 to 3.0): magic, version,
// header length, a Python dictionary literal with the element type, the storage order and the
// shape, then the elements.
const (
	npyMagic     = "\x93NUMPY"
	npyAlign     = 64      // the elements start at a multiple of this
	npyMaxHeader = 1 << 20 // longer headers are corrupt: a real one has a few hundred bytes
)

// npyCodes maps element types to the kind and size part of NumPy's type string. NumPy has no
// bfloat16; the ml_dtypes extension, which JAX and TensorFlow use, saves it as the two-byte void
// type V2, and so do we.
var npyCodes = map[DType]string{
	Bool: "b1", I8: "i1", I16: "i2", I32: "i4", I64: "i8", U8: "u1", U16: "u2", U32: "u4", U64: "u8",
	F16: "f2", BF16: "V2", F32: "f4", F64: "f8", C64: "c8", C128: "c16",
}

// WriteNPY writes t in row-major little-endian .npy format. A BF16 tensor is written with type
// '<V2' (see ml_dtypes).
func WriteNPY(w io.Writer, t *Tensor) error {
	order := "<"
	if t.dtype.Size() == 1 {
		order = "|"
	}
	extents := make([]string, len(t.shape))
	for i, extent := range t.shape {
		extents[i] = fmt.Sprint(extent)
	}
	shape := strings.Join(extents, ", ")
	if len(extents) == 1 {
		shape += ","
	}
	header := fmt.Sprintf("{'descr': '%s%s', 'fortran_order': False, 'shape': (%s), }", order, npyCodes[t.dtype], shape)

	prefix := []byte(npyMagic + "\x01\x00")
	if len(header)+npyAlign > 0xFFFF {
		prefix = []byte(npyMagic + "\x02\x00")
	}
	lengthSize := 2 * int(prefix[6]) // version 1 has a two-byte length, version 2 a four-byte one
	before := len(prefix) + lengthSize
	padding := -(before + len(header) + 1) & (npyAlign - 1)
	header += strings.Repeat(" ", padding) + "\n"
	if lengthSize == 2 {
		prefix = binary.LittleEndian.AppendUint16(prefix, uint16(len(header)))
	} else {
		prefix = binary.LittleEndian.AppendUint32(prefix, uint32(len(header)))
	}
	if _, err := w.Write(append(prefix, header...)); err != nil {
		return fmt.Errorf("npy: %w", err)
	}
	if _, err := w.Write(t.data); err != nil {
		return fmt.Errorf("npy: %w", err)
	}
	return nil
}

// ReadNPY reads one array in .npy format, version 1 to 3, in either byte order and either storage
// order; the result is row-major. It reads exactly the array, so what follows it is left in r. The
// type '<V2' is read as BF16.
func ReadNPY(r io.Reader) (*Tensor, error) { return ReadNPYWithin(r, math.MaxInt64) }

// ReadNPYWithin is ReadNPY where reading may take room bytes of memory.
func ReadNPYWithin(r io.Reader, room int64) (*Tensor, error) {
	t, err := readNPY(r, room)
	if err != nil {
		return nil, fmt.Errorf("npy: %w", err)
	}
	return t, nil
}

func readNPY(r io.Reader, room int64) (*Tensor, error) {
	text, err := readNPYHeader(r)
	if err != nil {
		return nil, err
	}
	header, err := parseNPYHeader(text)
	if err != nil {
		return nil, err
	}
	size, err := ByteSize(header.dtype, header.shape)
	if err != nil {
		return nil, err
	}
	data, err := readExactly(r, size, room/3*2) // the buffer grows by copies
	if err != nil {
		return nil, fmt.Errorf("%s needs %d bytes of elements: %w", typeText(header.dtype, header.shape), size, err)
	}
	if header.bigEndian {
		reverseElements(data, header.dtype.Part().Size())
	}
	if header.dtype == Bool { // NumPy reads any byte but 0 as True
		for i, v := range data {
			if v != 0 {
				data[i] = 1
			}
		}
	}
	if !header.columnMajor {
		return FromBytes(header.dtype, header.shape, data)
	}
	t := New(header.dtype, header.shape...)
	rowMajor(t, data)
	return t, nil
}

func readNPYHeader(r io.Reader) (string, error) {
	var start [8]byte
	if _, err := io.ReadFull(r, start[:]); err != nil {
		return "", fmt.Errorf("file ends inside the magic string: %w", endOfFile(err))
	}
	if string(start[:6]) != npyMagic {
		return "", fmt.Errorf("not a .npy file: starts with %q, must start with %q", start[:6], npyMagic)
	}
	var length [4]byte
	field := length[:]
	switch start[6] {
	case 1:
		field = length[:2]
	case 2, 3:
	default:
		return "", fmt.Errorf("format version %d.%d is not supported, only 1 to 3", start[6], start[7])
	}
	if _, err := io.ReadFull(r, field); err != nil {
		return "", fmt.Errorf("file ends inside the header length: %w", endOfFile(err))
	}
	size := binary.LittleEndian.Uint32(length[:])
	if size > npyMaxHeader {
		return "", fmt.Errorf("header length %d is not plausible", size)
	}
	header := make([]byte, size)
	if _, err := io.ReadFull(r, header); err != nil {
		return "", fmt.Errorf("file ends inside the header of %d bytes: %w", size, endOfFile(err))
	}
	return string(header), nil
}

// endOfFile makes an end of file before the first byte read like one after it: both are a truncated
// file.
func endOfFile(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readExactly reads size bytes, room at most. It grows its buffer as data arrives, so a corrupt
// header cannot make it reserve memory that the file does not fill.
func readExactly(r io.Reader, size int, room int64) ([]byte, error) {
	const step = 1 << 24
	data := alignedBytes(min(size, step))
	for filled := 0; ; {
		n, err := io.ReadFull(r, data[filled:])
		filled += n
		if err != nil {
			return nil, fmt.Errorf("file ends after %d of them: %w", filled, endOfFile(err))
		}
		if filled == size {
			return data, nil
		}
		if int64(size) > room && 2*int64(len(data)) > room {
			return nil, fmt.Errorf("there is memory for %d", room)
		}
		grown := alignedBytes(min(size, 2*len(data)))
		copy(grown, data)
		data = grown
	}
}

// reverseElements changes the byte order of numbers of that size.
func reverseElements(data []byte, size int) {
	for len(data) > 0 {
		slices.Reverse(data[:size])
		data = data[size:]
	}
}

// rowMajor copies column-major elements into t.
func rowMajor(t *Tensor, columnMajor []byte) {
	size := t.dtype.Size()
	strides := make([]int, len(t.shape))
	stride := size
	for i, extent := range t.shape {
		strides[i] = stride
		stride *= extent
	}
	index := make([]int, len(t.shape))
	from := 0
	for to := 0; to < len(t.data); to += size {
		copy(t.data[to:to+size], columnMajor[from:from+size])
		for d := len(index) - 1; d >= 0; d-- {
			index[d]++
			from += strides[d]
			if index[d] < t.shape[d] {
				break
			}
			from -= index[d] * strides[d]
			index[d] = 0
		}
	}
}
