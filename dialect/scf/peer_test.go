package scf_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/peer"
)

func TestLikeMLIROpt(t *testing.T) { peer.Test(t, "testdata/*.cases", driver.Opt) }

// TestRandomLikeMLIROpt compares random functions after canonicalization.
func TestRandomLikeMLIROpt(t *testing.T) {
	text := opaque
	first, count := campaign.Cases(300)
	for i := range count {
		text += function(int64(first)+int64(i), true)
	}
	compare(t, text, count+1)
}

// TestGeneratedLikeMLIROpt compares large functions with nested regions.
func TestGeneratedLikeMLIROpt(t *testing.T) {
	generator := filepath.Join("..", "..", "..", "shared", "bench", "mlir_gen.py")
	if _, err := os.Stat(generator); err != nil {
		t.Skip(err)
	}
	for _, seed := range []int{1, 2, 3} {
		out, err := exec.Command("python3", generator, "--ops", "4000", "--nest", "regions", "--seed", strconv.Itoa(seed)).Output()
		if err != nil {
			t.Skip("python3: ", err)
		}
		compare(t, string(out), 1)
	}
}

// compare runs mlir-opt and ours on a module of so many functions.
func compare(t *testing.T, text string, count int) {
	t.Helper()
	path := peer.Path()
	if path == "" {
		t.Skip("mlir-opt-22 is not installed")
	}
	for _, c := range []struct{ args, ours []string }{
		{[]string{"--canonicalize"}, []string{"--canonicalize"}},
		{[]string{"--cse", "--canonicalize"}, []string{"--cse=calls=false", "--canonicalize"}}, // mlir-opt does not ask what functions do
	} {
		args := c.args
		want := functions(peer.MLIROpt(t, path, args, text).Stdout)
		ours := peer.Tool(driver.Opt).Run(c.ours, text)
		got := functions(ours.Stdout)
		if len(want) != count || len(got) != count {
			t.Fatalf("%d functions, but mlir-opt printed %d and ours %d: %s", count, len(want), len(got), ours.Stderr)
		}
		failed := 0
		for i := range want {
			if want[i] != got[i] && failed < 3 {
				failed++
				t.Errorf("%v: mlir-opt makes\n%s, ours\n%s", args, want[i], got[i])
			}
		}
	}
}

// functions takes a printed module apart.
func functions(text string) []string {
	parts := strings.SplitAfter(strings.TrimSuffix(strings.TrimPrefix(text, "module {\n"), "}\n\n"), "\n  }\n")
	return parts[:len(parts)-1]
}
