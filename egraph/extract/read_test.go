package extract

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/input"
)

const small = `{"nodes": {
  "a": {"op": "f", "cost": 2.5, "eclass": "\u00e9", "children": ["b", "b", "c"]},
  "b": {"op": "g", "eclass": "1", "subsumed": false},
  "c": {"op": "h", "cost": -1e0, "eclass": "1", "children": []}},
 "root_eclasses": ["é", "é", "gone"], "class_data": {"1": [{}, [], true, false, null, "\n"]}}`

// TestRead reads the same plain and compressed.
func TestRead(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write([]byte(small))
	z.Close()
	for _, text := range []string{small, zipped.String()} {
		f, err := Read(strings.NewReader(text), "small.json", input.Memory())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(f.Names, []string{"a", "b", "c"}) || !slices.Equal(f.Classes, []string{"é", "1"}) || !slices.Equal(f.Cost, []float64{2.5, 1, -1}) ||
			!slices.Equal(f.Children, []uint32{1, 1, 1}) || !slices.Equal(f.Roots, []uint32{0, 0}) || len(f.Unknown) != 1 || f.Unknown[0].Line != 5 {
			t.Errorf("read as %+v", f)
		}
		r, err := Run(&f.Problem, Options{})
		if err != nil || r.Cost != 1.5 || !r.Proven {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

// TestReadLimits: what is larger than allowed, too deep or cut off is an error.
func TestReadLimits(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write([]byte(small + strings.Repeat(" ", 1<<20)))
	z.Close()
	deep := strings.Repeat("[", mostDepth+2)
	for _, c := range []struct{ text, want string }{
		{zipped.String(), "exceeds the limit of 1024 bytes set by --max-input"},
		{zipped.String()[:zipped.Len()/2], "unexpected EOF"},
		{"\x1f\x8b", "f.json: error: "},
		{`{"x": ` + deep, "f.json:1:10008: error: values are nested more than 10000 deep"},
		{"", "f.json:1:1: error: expected an object"},
		{"{\"\x01\"", "f.json:1:3: error: the byte 0x01 in a string"},
		{`{"\q"`, "f.json:1:3: error: there is no escape of 'q'"},
		{`{"\u00g0"`, "f.json:1:3: error: expected four hexadecimal digits"},
		{`{"a": nul}`, "f.json:1:7: error: expected a value"},
		{`{"nodes": {}, "nodes": {}}`, "f.json:1:15: error: 'nodes' is given twice"},
		{`{"nodes": {"a": {"cost": 1, "cost": 1}}}`, "f.json:1:29: error: 'cost' is given twice"},
	} {
		limit := input.Any(0)
		if strings.Contains(c.want, "1024") {
			limit = input.Any(1024)
		}
		if _, err := Read(strings.NewReader(c.text), "f.json", limit); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v, want %s", c.text, err, c.want)
		}
	}
}

// FuzzRead: whatever the text, there is an error or a problem that can be extracted from.
func FuzzRead(f *testing.F) {
	f.Add(small)
	f.Add(`{"nodes": {"a": {"eclass": "0", "children": ["a"]}}, "root_eclasses": []}`)
	f.Add(`{"nodes": {}, "root_eclasses": ["0"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Read(strings.NewReader(text), "f.json", input.Any(1<<20))
		if err != nil {
			return
		}
		for m := range Methods {
			r, err := Run(&e.Problem, Options{Method: Method(m), Work: 1_000_000})
			if err != nil {
				t.Fatal(err)
			}
			if cost, err := e.CostOf(r.Choice); err != nil || cost != r.Cost || r.Bound > r.Cost {
				t.Fatalf("%v: %+v, %v", Method(m), r, err)
			}
		}
	})
}
