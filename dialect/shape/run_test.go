package shape_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
)

// program mixes shapes with other dialects, as exporters do.
const program = `func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, index, index, tensor<3xindex>, tensor<?xindex>, i1) {
  %sx = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %sy = shape.shape_of %y : tensor<?xf32> -> !shape.shape
  %w = shape.cstr_broadcastable %sx, %sy : tensor<2xindex>, !shape.shape
  %v = shape.cstr_eq %sx, %sx : tensor<2xindex>, tensor<2xindex>
  %all = shape.assuming_all %w, %v
  %r:2 = shape.assuming %all -> (tensor<?x?xf32>, index) {
    %s = shape.broadcast %sx, %sy : tensor<2xindex>, !shape.shape -> tensor<?xindex>
    %t = shape.to_extent_tensor %s : tensor<?xindex> -> tensor<2xindex>
    %a = stablehlo.dynamic_broadcast_in_dim %x, %t, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %b = stablehlo.dynamic_broadcast_in_dim %y, %t, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %c = stablehlo.add %a, %b : tensor<?x?xf32>
    %n = shape.num_elements %s : tensor<?xindex> -> index
    shape.assuming_yield %c, %n : tensor<?x?xf32>, index
  }
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = shape.get_extent %sx, %c1 : tensor<2xindex>, index -> index
  %m = arith.muli %d, %e : index
  %size = shape.index_to_size %m
  %two = shape.const_size 2
  %sum = shape.add %size, %two : !shape.size, !shape.size -> !shape.size
  %i = shape.size_to_index %sum : !shape.size
  %t3 = tensor.from_elements %m, %i, %d : tensor<3xindex>
  %head, %tail = "shape.split_at"(%sx, %c1) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %both = shape.concat %tail, %head : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %eq = shape.shape_eq %both, %sx : tensor<?xindex>, tensor<2xindex>
  return %r#0, %r#1, %i, %t3, %both, %eq : tensor<?x?xf32>, index, index, tensor<3xindex>, tensor<?xindex>, i1
}
`

func run(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.mlir")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, err bytes.Buffer
	driver.Run(append(args, file), strings.NewReader(""), &out, &err)
	return out.String(), err.String()
}

// A program of shapes runs with other dialects, also optimised, and checks what must hold.
func TestRun(t *testing.T) {
	const want = "2x3xf32=[11 21 31][12 22 32]\ni64=6\ni64=3\n3xi64=1 3 1\n2xi64=1 2\ni1=false\n"
	for _, more := range [][]string{nil, {"--optimize"}} {
		out, err := run(t, append(more, "--input=2x1xf32=1 2", "--input=3xf32=10 20 30")...)
		if out != want {
			t.Errorf("%v: got %s%s, want %s", more, out, err, want)
		}
	}
	if _, err := run(t, "--input=2x2xf32=1", "--input=3xf32=1"); !strings.Contains(err, ":4:8: error: 'cf.assert' op assertion failed: shapes do not broadcast") {
		t.Errorf("got %s", err)
	}
}
