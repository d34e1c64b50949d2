package tensor

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// archives are the formats of several tensors.
var archives = []struct {
	name  string
	write func(io.Writer, []Named) error
	open  func(r io.ReaderAt, size, room int64) (*Archive, error)
	known func(DType) bool // the element types that there are
}{
	{"npz", WriteNPZ, OpenNPZ, func(DType) bool { return true }},
	{"safetensors", WriteSafetensors, OpenSafetensors, func(d DType) bool { return d != C128 }},
}

// everyType has a tensor of each type and of several shapes, not in the order of their names.
func everyType(known func(DType) bool) []Named {
	var all []Named
	for _, d := range slices.Backward(DTypes()) {
		if !known(d) {
			continue
		}
		for i, shape := range [][]int{{3, 4}, {}, {2, 0}} {
			all = append(all, Named{fmt.Sprintf("%s.%d", d, i), Random(d, shape, 3)})
		}
	}
	return append(all, Named{"a/b \"c\" <ü>", Random(F32, []int{5}, 1)})
}

func TestArchivesReadBack(t *testing.T) {
	for _, f := range archives {
		all := everyType(f.known)
		var first, second bytes.Buffer
		if err := f.write(&first, all); err != nil {
			t.Fatal(err)
		}
		slices.Reverse(all)
		if err := f.write(&second, all); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: other bytes in another order: %v", f.name, err)
		}
		a, err := f.open(bytes.NewReader(first.Bytes()), int64(first.Len()), math.MaxInt64)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Names()) != len(all) || !slices.IsSorted(a.Names()) {
			t.Errorf("%s: %v", f.name, a.Names())
		}
		for _, x := range all {
			if back, err := a.Read(x.Name, math.MaxInt64); err != nil || !Equal(x.Tensor, back) {
				t.Errorf("%s: %s reads back as %v, %v", f.name, x.Name, back, err)
			}
		}
		if _, err := a.Read("f32.7", 0); err == nil || !strings.HasPrefix(err.Error(), "there is no 'f32.7' among 'a/b \"c\" <ü>', 'bf16.0', ") || !strings.HasSuffix(err.Error(), " more; did you mean 'f32.0'?") {
			t.Errorf("%s: %v", f.name, err)
		}
		if err := f.write(io.Discard, []Named{all[0], all[0]}); err == nil || !strings.Contains(err.Error(), "two arrays have the name") {
			t.Errorf("%s: one name twice: %v", f.name, err)
		}
		if err := f.write(failingWriter{}, all); err == nil {
			t.Errorf("%s: writing to a full disk: want an error", f.name)
		}
		// What does not fit into the memory there is, is not begun.
		var large bytes.Buffer
		if err := f.write(&large, []Named{{"x", New(F32, 10_000_000)}}); err != nil {
			t.Fatal(err)
		}
		if a, err = f.open(bytes.NewReader(large.Bytes()), int64(large.Len()), 1<<20); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Read("x", 1<<20); err == nil || !strings.Contains(err.Error(), "needs 40000000 bytes of elements: there is memory for ") {
			t.Errorf("%s: %v", f.name, err)
		}
		if _, err := f.open(bytes.NewReader(first.Bytes()), int64(first.Len()), 100); err == nil {
			t.Errorf("%s: a list of names without memory for it", f.name)
		}
	}
}

// zipFile is a file of these entries, which are names and contents by turns.
func zipFile(t testing.TB, method uint16, entries ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(entries); i += 2 {
		w, err := z.CreateHeader(&zip.FileHeader{Name: entries[i], Method: method})
		if err == nil {
			_, err = io.WriteString(w, entries[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadNPZ(t *testing.T) {
	pair := string(npyFile(1, "{'descr': '<i2', 'fortran_order': False, 'shape': (2,)}", 1, 0, 2, 0))
	object := string(npyFile(1, "{'descr': '|O', 'fortran_order': False, 'shape': (2,)}", 1, 0, 2, 0))
	good := zipFile(t, zip.Deflate, "a.npy", pair, "notes.txt", "hello", "dir/o.npy", object)
	broken := zipFile(t, zip.Store, "a.npy", pair)
	broken[bytes.Index(broken, []byte{1, 0, 2, 0})]++
	encrypted := zipFile(t, zip.Store, "a.npy", pair)
	encrypted[bytes.Index(encrypted, []byte("PK\x01\x02"))+8] |= 1
	for _, c := range []struct {
		file       []byte
		name, want string
	}{
		{good, "a", "2xi16=1 2"},
		{good, "dir/o", "'dir/o': npy: header, byte 14: element type '|O' is not supported"},
		{good, "notes", "there is no 'notes' among 'a', 'dir/o'"},
		{broken, "a", "'a': zip: checksum error"},
		{encrypted, "a", "'a': it is encrypted"},
		{zipFile(t, zip.Store, "a.npy", pair+"x"), "a", "'a': more follows after the elements of a 2xi16"},
		{zipFile(t, zip.Store, "a.npy", pair[:len(pair)-1]), "a", "'a': npy: 2xi16 needs 4 bytes of elements: file ends after 3 of them"},
		{zipFile(t, zip.Store, "a.npy", pair, "a.npy", pair), "a", "npz: two arrays have the name 'a'"},
		{zipFile(t, zip.Store), "a", "there is no 'a': there are none"},
		{[]byte(pair), "a", "npz: not a .npz file: not a valid zip file"},
		{nil, "a", "npz: not a .npz file: not a valid zip file"},
		{good[:len(good)-30], "a", "npz: not a .npz file: not a valid zip file"},
	} {
		got := ""
		a, err := OpenNPZ(bytes.NewReader(c.file), int64(len(c.file)), math.MaxInt64)
		if err == nil {
			var x *Tensor
			if x, err = a.Read(c.name, math.MaxInt64); err == nil {
				got = Format(x)
			}
		}
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// safetensorsFile is a file of that header and those elements.
func safetensorsFile(header string, data ...byte) []byte {
	return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...), data...)
}

func TestReadSafetensors(t *testing.T) {
	entry := func(dtype, shape, offsets string) string {
		return fmt.Sprintf(`{"dtype":"%s","shape":[%s],"data_offsets":[%s]}`, dtype, shape, offsets)
	}
	one := func(dtype, shape, offsets string) string { return `{"a":` + entry(dtype, shape, offsets) + `}` }
	for _, c := range []struct {
		file []byte
		want string
	}{
		{safetensorsFile(`{"__metadata__":{"format":"pt"},"a":`+entry("BF16", "2", "0,4")+"}  ", 0x80, 0x3F, 0, 0xC0), "2xbf16=1 -2"},
		{safetensorsFile(`{"b":`+entry("U8", "1", "1,2")+`,"a":`+entry("BOOL", "", "0,1")+"}", 1, 9), "i1=true"},
		{safetensorsFile(`{"b":`+entry("F8_E4M3", "1", "1,2")+`,"a":`+entry("I8", "1,1", "0,1")+"}", 255, 9), "1x1xi8=[-1]"},
		{safetensorsFile(one("F8_E4M3", "1", "0,1"), 1), "'a': element type 'F8_E4M3' is not supported; supported are BF16, BOOL, C64, F16, "},
		{safetensorsFile(one("BOOL", "1", "0,1"), 2), "'a': element 0 of tensor 1xi1 is the byte 0x2, must be 0 or 1"},
		{nil, "safetensors: not a safetensors file: it has 0 bytes"},
		{[]byte("PK\x03\x04 a zip"), "safetensors: not a safetensors file: a header of 8800140462016121680 bytes is too large"},
		{safetensorsFile("{}")[:9], "safetensors: the header of 2 bytes does not fit into the file, of which 1 bytes are left"},
		{safetensorsFile(""), "safetensors: header, byte 0: it ends too early"},
		{safetensorsFile("[]"), "safetensors: header, byte 1: the header must begin with '{'"},
		{safetensorsFile("{}{"), "safetensors: header, byte 3: text after the closing brace"},
		{safetensorsFile(`{"a`), "safetensors: header, byte "},
		{safetensorsFile("{\"a\xff\":1}"), "safetensors: header: it is not UTF-8"},
		{safetensorsFile(`{"a":1}`), "safetensors: header, byte 6: 'a' must begin with '{'"},
		{safetensorsFile(`{"__metadata__":{"x":1}}`), "safetensors: header, byte 22: 'x' of __metadata__ must be a string"},
		{safetensorsFile(`{"a":{"dtype":"F32","shape":[1]}}`, 0, 0, 0, 0), "safetensors: header, byte 32: 'a' has no 'data_offsets'"},
		{safetensorsFile(`{"a":{"dtype":"F32","dtype":"I32"}}`), "safetensors: header, byte 27: 'a' has the key 'dtype' twice"},
		{safetensorsFile(`{"a":{"DTYPE":"F32"}}`), "safetensors: header, byte 13: 'a' has the unknown key 'DTYPE'; known are dtype, shape and data_offsets"},
		{safetensorsFile(one("F32", "1.0", "0,4"), 0, 0, 0, 0), "safetensors: header, byte 32: 'shape' of 'a' must be whole numbers from 0"},
		{safetensorsFile(one("F32", "-1", "0,4"), 0, 0, 0, 0), "safetensors: header, byte 31: 'shape' of 'a' must be whole numbers from 0"},
		{safetensorsFile(one("F32", "1", "0,4,5"), 0, 0, 0, 0), "safetensors: header, byte 54: 'data_offsets' of 'a' must be two numbers"},
		{safetensorsFile(one("F32", "1", "4,0"), 0, 0, 0, 0), "safetensors: 'a' ends before it begins: data_offsets are 4 and 0"},
		{safetensorsFile(one("F32", "1", "0,4"), 0, 0, 0), "safetensors: 'a' ends at byte 4 of the elements, but the file has 3"},
		{safetensorsFile(one("F32", "1", "1,5"), 0, 0, 0, 0, 0), "safetensors: bytes 0 to 1 of the elements, between the header and 'a', belong to no tensor"},
		{safetensorsFile(one("F32", "1", "0,4"), 0, 0, 0, 0, 0), "safetensors: 1 bytes follow after 'a', and belong to no tensor"},
		{safetensorsFile(one("F32", "2", "0,4"), 0, 0, 0, 0), "safetensors: 'a': 2xf32 needs 8 bytes, but its data_offsets 0 and 4 leave 4"},
		{safetensorsFile(one("F32", "4611686018427387903,4611686018427387903", "0,4"), 0, 0, 0, 0), "safetensors: 'a': shape 4611686018427387903x4611686018427387903 has more elements"},
		{safetensorsFile(`{"b":`+entry("F16", "1", "0,2")+`,"a":`+entry("F16", "1", "1,3")+"}", 0, 0, 0), "safetensors: 'a' overlaps 'b': it begins at byte 1 of the elements, which end at 2 before"},
		{safetensorsFile(`{"a":`+entry("U8", "1", "0,1")+`,"a":`+entry("U8", "1", "1,2")+"}", 0, 0), "safetensors: header, byte 56: two tensors have the name 'a'"},
	} {
		got := ""
		a, err := OpenSafetensors(bytes.NewReader(c.file), int64(len(c.file)), math.MaxInt64)
		if err == nil {
			var x *Tensor
			if x, err = a.Read("a", math.MaxInt64); err == nil {
				got = Format(x)
			}
		}
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%q:\n got %s\nwant %s", c.file, got, c.want)
		}
	}
	if err := WriteSafetensors(io.Discard, []Named{{"z", New(C128)}}); err == nil || !strings.Contains(err.Error(), "'z' has elements of type complex<f64>, which the format has no name for") {
		t.Errorf("a tensor of complex<f64>: got %v", err)
	}
	if err := WriteSafetensors(io.Discard, []Named{{"__metadata__", New(F32)}}); err == nil {
		t.Error("a tensor with the name of the metadata")
	}
}

// The bytes are part of the promise: those of tomorrow are those of today.
func TestArchiveBytes(t *testing.T) {
	small := []Named{{"n", New(I8, 1)}, {"x", New(F32, 2)}}
	var file bytes.Buffer
	if err := WriteSafetensors(&file, small); err != nil {
		t.Fatal(err)
	}
	header := `{"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"n":{"dtype":"I8","shape":[1],"data_offsets":[8,9]}}`
	want := string(safetensorsFile(header+strings.Repeat(" ", -len(header)&7), make([]byte, 9)...))
	if file.String() != want {
		t.Errorf("got %q, want %q", file.String(), want)
	}
	file.Reset()
	if err := WriteNPZ(&file, small[:1]); err != nil {
		t.Fatal(err)
	}
	if start := "PK\x03\x04\x14\x00\x08\x00\x00\x00\x00\x00\x21\x00"; !strings.HasPrefix(file.String(), start) { // stored, 1980-01-01 00:00
		t.Errorf("got %q, want %q", file.String()[:len(start)], start)
	}
}

// python is a Python that has the module.
func python(t *testing.T, module string) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} { // the system's has what its packages install
		if exec.Command(name, "-c", "import "+module).Run() == nil {
			return name
		}
	}
	t.Skip("there is no python3 with " + module)
	return ""
}

// Libraries in Python read what we write and write what we read.
func TestArchivesInPython(t *testing.T) {
	for i, script := range []string{
		"import numpy,sys\na=dict(numpy.load(sys.argv[1]))\nnumpy.savez(sys.argv[2],**a)\nnumpy.savez_compressed(sys.argv[3],**a)",
		"import sys\nfrom safetensors.numpy import load_file,save_file\na=load_file(sys.argv[1])\nsave_file(a,sys.argv[2])\nsave_file(a,sys.argv[3],metadata={'a':'b'})",
	} {
		f := archives[i]
		t.Run(f.name, func(t *testing.T) {
			program := python(t, []string{"numpy", "safetensors.numpy"}[i])
			all := everyType(func(d DType) bool { return d != BF16 }) // NumPy has none
			dir := t.TempDir()
			var names []string
			for _, name := range []string{"in", "out", "out2"} {
				names = append(names, filepath.Join(dir, name+"."+f.name))
			}
			var file bytes.Buffer
			if err := f.write(&file, all); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(names[0], file.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			if text, err := exec.Command(program, append([]string{"-c", script}, names...)...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			for _, name := range names[1:] {
				written, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				a, err := f.open(bytes.NewReader(written), int64(len(written)), math.MaxInt64)
				if err != nil || len(a.Names()) != len(all) {
					t.Fatalf("%s: %v", name, err)
				}
				for _, x := range all {
					if back, err := a.Read(x.Name, math.MaxInt64); err != nil || !Equal(x.Tensor, back) {
						t.Errorf("%s through Python: %v, %v", x.Name, back, err)
					}
				}
			}
		})
	}
}

// fuzzArchive: what can be read can be written, and reads back the same.
func fuzzArchive(f *testing.F, format int) {
	f.Fuzz(func(t *testing.T, file []byte) {
		const room = 1 << 24
		a, err := archives[format].open(bytes.NewReader(file), int64(len(file)), room)
		if err != nil {
			return
		}
		var all []Named
		for _, name := range a.Names() {
			if x, err := a.Read(name, room); err == nil {
				all = append(all, Named{name, x})
			}
		}
		var out bytes.Buffer
		if err := archives[format].write(&out, all); err != nil {
			t.Fatal(err)
		}
		b, err := archives[format].open(bytes.NewReader(out.Bytes()), int64(out.Len()), math.MaxInt64)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range all {
			if back, err := b.Read(x.Name, math.MaxInt64); err != nil || !Equal(x.Tensor, back) {
				t.Errorf("%s %s reads back as %v, %v", x.Name, x.Tensor.TypeString(), back, err)
			}
		}
	})
}

func FuzzReadNPZ(f *testing.F) {
	pair := string(npyFile(1, "{'descr': '<i2', 'fortran_order': True, 'shape': (2,)}", 1, 0, 2, 0))
	f.Add(zipFile(f, zip.Store, "a.npy", pair, "b.npy", pair, "c", "text"))
	f.Add(zipFile(f, zip.Deflate, "a.npy", pair, "a.npy", pair))
	f.Add(zipFile(f, zip.Deflate))
	fuzzArchive(f, 0)
}

func FuzzReadSafetensors(f *testing.F) {
	f.Add(safetensorsFile(`{"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},"b":{"dtype":"BOOL","shape":[],"data_offsets":[4,5]}}`, 1, 2, 3, 4, 1))
	f.Add(safetensorsFile(`{"__metadata__":{"a":"b"},"a":{"dtype":"F8_E4M3","shape":[1],"data_offsets":[0,1]}}`, 1))
	f.Add(safetensorsFile("{}"))
	fuzzArchive(f, 1)
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		a, b string
		ulps uint64
		want Difference
	}{
		{"3xf32=1 nan inf", "3xf32=1 0xFFC00001 inf", 0, Difference{0, -1, 0, 0}},
		{"2xf32=0 1", "2xf32=-0 1", 0, Difference{1, 0, 0, 0}},
		{"2xf32=0 1", "2xf32=-0 1", 1, Difference{0, -1, 0, 0}},
		{"3xf32=1 0x40000000 4", "3xf32=1 0x40000002 5", 2, Difference{1, 2, 1 << 21, 1}},
		{"2xf16=0x0001 1", "2xf16=0x8001 1", 1, Difference{1, 0, 2, 0x1p-23}},
		{"2xf64=inf 1", "2xf64=1 nan", 1 << 60, Difference{2, 0, Incomparable, math.Inf(1)}},
		{"2xf64=inf 1", "2xf64=-inf 1", math.MaxUint64, Difference{1, 0, Incomparable, math.Inf(1)}},
		{"2xi8=-128 1", "2xi8=127 1", 300, Difference{1, 0, 255, 255}},
		{"1xui64=18446744073709551615", "1xui64=0", 0, Difference{1, 0, math.MaxUint64, 0x1p64}},
		{"2xi1=true false", "2xi1=true true", 9, Difference{1, 1, 1, 1}},
		{"0xf32=[]", "0xf32=[]", 0, Difference{0, -1, 0, 0}},
	} {
		a, err := Parse(c.a)
		b, err2 := Parse(c.b)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		for range 2 {
			if got := Compare(a, b, c.ulps); got != c.want {
				t.Errorf("%s and %s: got %v, want %v", c.a, c.b, got, c.want)
			}
			a, b = b, a
		}
	}
	if got := IndexString([]int{2, 3, 4}, 23) + IndexString(nil, 0); got != "[1, 2, 3][]" {
		t.Error(got)
	}
}
