package partition

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/partition"
)

// TestPicturesOfAnyNames has names that locations give, with what dot and XML take for their own,
// and so long that a line is cut within a character.
func TestPicturesOfAnyNames(t *testing.T) {
	long := strings.Repeat("é", 60)
	text := `func.func @step(%x: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = tg.exp %x : tensor<4xf32> loc("a\\b\22<c>&\01")
  %b = tg.mul %a, %g : tensor<4xf32> loc("` + long + `")
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}`
	module, err := parser.Parse(driver.NewContext(), []byte(text), parser.Options{Filename: "step.mlir"})
	if err != nil {
		t.Fatal(err)
	}
	j, err := partition.Open(module.RegionAt(0).First().First(), []int{0})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := j.Choose(&partition.Options{Objective: partition.Compute})
	if err != nil {
		t.Fatal(err)
	}
	dot, svg := j.Dot(plan), j.SVG(plan)
	if want := `a\\b\"<c>&` + "�"; !strings.Contains(dot, want) {
		t.Errorf("the graph has no label with %s:\n%s", want, dot)
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); err == nil; {
		_, err = d.Token()
	}
	if !errors.Is(err, io.EOF) || !utf8.ValidString(svg) {
		t.Errorf("the picture is no XML: %v\n%s", err, svg)
	}
}
