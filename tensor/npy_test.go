package tensor

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// npyFile builds a file by hand: version, header text without padding, element bytes.
func npyFile(version byte, header string, data ...byte) []byte {
	b := []byte("\x93NUMPY")
	b = append(b, version, 0)
	if version == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	}
	return append(append(b, header...), data...)
}

func TestReadNPY(t *testing.T) {
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"little endian", npyFile(1, "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }\n", 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 255, 255), "2x3xi16=[1 2 3][4 5 -1]"},
		{"big endian", npyFile(1, "{'descr': '>i2', 'fortran_order': False, 'shape': (3,), }\n", 0, 1, 1, 0, 255, 254), "3xi16=1 256 -2"},
		{"big-endian double", npyFile(1, "{'descr': '>f8', 'fortran_order': False, 'shape': (), }", 0x3F, 0xF8, 0, 0, 0, 0, 0, 0), "f64=1.5"},
		{"column-major", npyFile(2, "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3)}", 1, 4, 2, 5, 3, 6), "2x3xui8=[1 2 3][4 5 6]"},
		{"column-major rank 3, big endian", npyFile(3, "{'descr': '>u2', 'fortran_order': True, 'shape': (2, 1, 2)}", 0, 1, 0, 3, 0, 2, 0, 4), "2x1x2xui16=[[1 2]][[3 4]]"},
		{"other key order, double quotes, Python 2 longs", npyFile(1, `{"shape": (2L,), "descr": "|b1", "fortran_order": False}`, 0, 7), "2xi1=false true"},
		{"native order, no blanks", npyFile(1, "{'descr':'=f4','fortran_order':False,'shape':(1,)}", 0, 0, 128, 63), "1xf32=1"},
		{"bfloat16 of ml_dtypes", npyFile(1, "{'descr': '|V2', 'fortran_order': False, 'shape': (2,)}", 0x80, 0x3F, 0x00, 0xC0), "2xbf16=1 -2"},
		{"half", npyFile(1, "{'descr': '<f2', 'fortran_order': False, 'shape': (1, 1)}", 0, 0x3C), "1x1xf16=[1]"},
		{"complex", npyFile(1, "{'descr': '<c8', 'fortran_order': True, 'shape': (1, 2)}", 0, 0, 128, 63, 0, 0, 0, 0x80, 0, 0, 0, 0x40, 0, 0, 128, 0x7F), "1x2xcomplex<f32>=[(1,-0) (2,inf)]"},
		{"big-endian complex", npyFile(1, "{'descr': '>c16', 'fortran_order': False, 'shape': ()}", 0x3F, 0xF8, 0, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0), "complex<f64>=(1.5,-2)"},
		{"empty", npyFile(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (0, 3)}"), "0x3xf32=[]"},
	} {
		for _, r := range []io.Reader{bytes.NewReader(c.file), iotest.OneByteReader(bytes.NewReader(c.file))} {
			x, err := ReadNPY(r)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			if got := Format(x); got != c.want {
				t.Errorf("%s: got %s, want %s", c.name, got, c.want)
			}
		}
	}
}

func TestReadNPYErrors(t *testing.T) {
	good := npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\n", 0, 0, 0, 0, 0, 0, 0, 0)
	for _, c := range []struct {
		file []byte
		want string
	}{
		{nil, "file ends inside the magic string"},
		{good[:3], "file ends inside the magic string"},
		{[]byte("PK\x03\x04 a zip"), "not a .npy file"},
		{good[:9], "file ends inside the header length"},
		{good[:20], "file ends inside the header"},
		{good[:len(good)-1], "2xf32 needs 8 bytes of elements: file ends after 7 of them: unexpected EOF"},
		{npyFile(4, "{}"), "format version 4.0 is not supported"},
		{npyFile(1, "{}"), "key 'descr' is missing"},
		{npyFile(1, "{'descr': '<f4', 'fortran_order': False, }"), "key 'shape' is missing"},
		{npyFile(1, "{'descr': '<f4', 'descr': '<f4'}"), "key 'descr' appears twice"},
		{npyFile(1, "{'colour': 3}"), "unknown key 'colour'"},
		{npyFile(1, "{'descr': '<c32', 'fortran_order': False, 'shape': ()}"), "element type '<c32' is not supported"},
		{npyFile(1, "{'descr': '', 'fortran_order': False, 'shape': ()}"), "element type '' is not supported"},
		{npyFile(1, "{'descr': '<>f4', 'fortran_order': False, 'shape': ()}"), "element type '<>f4' is not supported"},
		{npyFile(1, "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': ()}"), "structured element types are not supported"},
		{npyFile(1, "{'descr': '<f4', 'fortran_order': 1, 'shape': ()}"), "must be True or False"},
		{npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}"), "tuple of non-negative integers"},
		{npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': 3}"), `expected "("`},
		{npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3 4)}"), `expected ")"`},
		{npyFile(1, "{'descr': '<f4"), "string is not closed"},
		{npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x", 0, 0, 0, 0), "text after the closing brace"},
		{npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (9999999999, 9999999999)}"), "more elements than an int can count"},
		{npyFile(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (9999999999999,)}", 1, 2, 3), "file ends after 3 of them"},
		{append([]byte("\x93NUMPY\x02\x00"), 255, 255, 255, 255), "header length 4294967295 is not plausible"},
	} {
		if _, err := ReadNPY(bytes.NewReader(c.file)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: got %v, want %q", c.file, err, c.want)
		}
	}
}

func TestWriteNPY(t *testing.T) {
	for _, d := range DTypes() {
		for _, shape := range [][]int{{}, {1}, {3, 4}, {2, 0}, {2, 3, 5}} {
			x := Random(d, shape, 3)
			var file bytes.Buffer
			if err := WriteNPY(&file, x); err != nil {
				t.Fatal(err)
			}
			if header := file.Len() - len(x.Bytes()); header%64 != 0 {
				t.Errorf("%s: elements start at %d", x.TypeString(), header)
			}
			file.WriteString("next")
			back, err := ReadNPY(&file)
			if err != nil || !Equal(x, back) {
				t.Errorf("%s reads back as %v, %v", x.TypeString(), back, err)
			}
			if file.String() != "next" {
				t.Errorf("%s: reading leaves %q", x.TypeString(), file.String())
			}
		}
	}
	// A header over 64 KiB needs version 2.
	shape := make([]int, 30000)
	for i := range shape {
		shape[i] = 1
	}
	var file bytes.Buffer
	if err := WriteNPY(&file, New(F32, shape...)); err != nil || file.Bytes()[6] != 2 {
		t.Fatalf("rank 30000: version %d, %v", file.Bytes()[6], err)
	}
	if back, err := ReadNPY(&file); err != nil || back.Rank() != 30000 {
		t.Errorf("rank 30000 reads back as %v", err)
	}
	var exact bytes.Buffer
	if err := WriteNPY(&exact, New(F32, 2)); err != nil {
		t.Fatal(err)
	}
	want := "\x93NUMPY\x01\x00\x76\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"
	want += strings.Repeat(" ", 127-len(want)) + "\n" + strings.Repeat("\x00", 8)
	if exact.String() != want {
		t.Errorf("got %q, want %q", exact.String(), want)
	}
	if err := WriteNPY(iotest.TruncateWriter(io.Discard, 0), New(F32, 2)); err != nil {
		t.Error(err)
	}
	if err := WriteNPY(failingWriter{}, New(F32, 2)); err == nil {
		t.Error("writing to a full disk: want an error")
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// NumPy itself reads what we write and writes what we read, where it is installed.
func TestNumPyAgrees(t *testing.T) {
	program := python(t, "numpy")
	dir := t.TempDir()
	for _, d := range DTypes() {
		if d == BF16 {
			continue
		}
		x := Random(d, []int{3, 4, 5}, 11)
		in, out := filepath.Join(dir, "in.npy"), filepath.Join(dir, "out.npy")
		var file bytes.Buffer
		if err := WriteNPY(&file, x); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(in, file.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		script := "import numpy,sys; a=numpy.load(sys.argv[1]); a=numpy.asfortranarray(a.astype(a.dtype.newbyteorder('>'))); numpy.save(sys.argv[2],a)"
		if text, err := exec.Command(program, "-c", script, in, out).CombinedOutput(); err != nil {
			t.Fatalf("numpy: %v\n%s", err, text)
		}
		written, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := ReadNPY(bytes.NewReader(written)); err != nil || !Equal(x, back) {
			t.Errorf("%v through NumPy: %v, %v", d, back, err)
		}
	}
}

func FuzzReadNPY(f *testing.F) {
	f.Add(npyFile(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2), }\n", 0, 0, 128, 63, 0, 0, 0, 64))
	f.Add(npyFile(3, "{'descr': '>i8', 'fortran_order': False, 'shape': ()}", 0, 0, 0, 0, 0, 0, 0, 1))
	f.Fuzz(func(t *testing.T, file []byte) {
		x, err := ReadNPY(bytes.NewReader(file))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := WriteNPY(&out, x); err != nil {
			t.Fatal(err)
		}
		if back, err := ReadNPY(&out); err != nil || !Equal(x, back) {
			t.Errorf("%s reads back as %v, %v", x.TypeString(), back, err)
		}
	})
}

func BenchmarkFloat16(b *testing.B) {
	values := make([]float32, 4096)
	for i := range values {
		values[i] = float32(math.Sin(float64(i)))
	}
	b.SetBytes(int64(4 * len(values)))
	var sink Float16
	for b.Loop() {
		for _, v := range values {
			sink += ToFloat16(v)
		}
	}
	_ = sink
}
