// Package mlir compares the text that tg-opt reads, prints and says with
// mlir-opt's, in corner cases of every construct. Most cases hold many pieces
// of text, which --split-input-file keeps apart.
package mlir

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
)

func TestCases(t *testing.T) { peer.Test(t, "*.cases", driver.Opt) }

// lossy are cases that mlir-opt prints in a way that it reads as something else.
var lossy = map[string]bool{"floats/wide": true}

// TestRoundTrip checks that what both tools print of a valid text is read, and
// printed again as it is.
func TestRoundTrip(t *testing.T) {
	files, err := filepath.Glob("*.cases")
	if err != nil {
		t.Fatal(err)
	}
	path := peer.Path()
	var trips []peer.Case // whose input is what they print
	for _, file := range files {
		for _, c := range peer.Read(t, file) {
			if !isTrip(&c) {
				continue
			}
			c.Name = strings.TrimSuffix(file, ".cases") + "/" + c.Name
			got := peer.Tool(driver.Opt).Run(c.Args, c.Want.Stdout)
			if d := cmp.Diff(c.Want.Stdout, got.Stdout); d != "" {
				t.Errorf("%s: ours does not keep its own text (-text +again):\n%s\n%s", c.Name, d, got.Stderr)
			}
			c.Input = c.Want.Stdout
			if !lossy[c.Name] {
				trips = append(trips, c)
			}
		}
	}
	peer.Confirm(t, path, trips)
	if len(trips) < 20 {
		t.Errorf("there are only %d valid texts", len(trips))
	}
}

// isTrip reports whether c prints all that its input says, in a form that is
// read back.
func isTrip(c *peer.Case) bool {
	if c.Differs != "" || c.Want.Status != 0 || c.Want.Stdout == "" {
		return false
	}
	lossless := []string{"--split-input-file", "--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-unique-ssa-ids"}
	return !slices.ContainsFunc(c.Args, func(a string) bool { return !slices.Contains(lossless, a) })
}
