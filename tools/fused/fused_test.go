package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// planted is a package with sums that are fused, in lines 6, 28 and 32, and others that are
// not or may be.
var planted = `package planted

import "math"

func fused(x, y, z float64) float64 {
	return x*y + z
}

func converted(x, y, z float64) float64 {
	return float64(x*y) + z
}

func called(x, y, z float64) float64 {
	return math.FMA(x, y, z) + x
}

func widened(x, y, z float32) float64 {
	return float64(x)*float64(y) + float64(z) // exact product of two float32
}

func single(x, y, z float32) float32 {
	return float32(x*y) - z
}

func beside(x, y, z float64) float64 {
	a := math.FMA(x, y, z)
	b := x * y
	return math.FMA(x, z, a) - b
}

func add(x, y float64) float64 {
	return x + y
}

func caller(x, y, z float64) float64 {
	return add(x*y, z)
}

func exactCaller(x, y, z float32) float64 {
	return add(float64(x)*float64(y), float64(z)) // exact product
}
`

func TestFused(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":             "module planted\n\ngo 1.26.0\n",
		"planted/planted.go": planted,
		"cmd/cmd/main.go":    "package main\n\nimport _ \"planted/planted\"\n\nfunc main() {}\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "planted", "planted.go")
	want := []string{path + ":6", path + ":28", path + ":32"}
	// The second time it is compiled already.
	for _, packages := range [][]string{{"./planted"}, nil} {
		found, err := run(dir, "arm64", packages)
		if err != nil {
			t.Fatal(err)
		}
		var places []string
		for _, line := range found {
			at, _, _ := strings.Cut(line, ": ")
			places = append(places, at)
		}
		if !slices.Equal(places, want) {
			t.Fatalf("found %q", found)
		}
		if !strings.HasSuffix(found[2], "inlined at "+path+":36") {
			t.Errorf("found %q", found[2])
		}
	}
}

func TestErrors(t *testing.T) {
	if found, err := run(t.TempDir(), "arm64", []string{"./absent"}); err == nil {
		t.Errorf("found %q in a package that is not there", found)
	}
}
