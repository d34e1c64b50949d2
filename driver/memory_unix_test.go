//go:build linux

package driver_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Under a limit on memory (ulimit -v) what asks for more gets an error with a
// position, and the process is not killed.
func TestRunUnderMemoryLimit(t *testing.T) {
	const none = "func.func @main() -> tensor<f32> {\n"
	const end = "  %r = tg.constant dense<1.0> : tensor<f32>\n  return %r : tensor<f32>\n}\n"
	dir := t.TempDir()
	npy := filepath.Join(dir, "x.npy")
	header := "{'descr': '<f4', 'fortran_order': False, 'shape': (3000000000,), }"
	header += strings.Repeat(" ", 118-len(header)-1) + "\n"
	if err := os.WriteFile(npy, []byte("\x93NUMPY\x01\x00\x76\x00"+header), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(npy, 128+12_000_000_000); err != nil { // a file with a hole
		t.Fatal(err)
	}
	identity := "func.func @main(%x: tensor<3000000000xf32>) -> tensor<3000000000xf32> {\n  return %x : tensor<3000000000xf32>\n}\n"
	for _, tt := range []struct {
		name, text string
		args       []string
		want       string
	}{
		{"fits", none + end, nil, ""},
		{"constant", none + "  %c = tg.constant dense<1.0> : tensor<3000000000xf32>\n" + end, nil, "m.mlir:2:8: error: 'tg.constant' op needs 11.2 GiB of memory"},
		{"iota", none + "  %c = tg.iota dim 0 : tensor<3000000000xf32>\n" + end, nil, "m.mlir:2:8: error: 'tg.iota' op needs 11.2 GiB of memory"},
		{"broadcast", none + "  %c = tg.constant dense<1.0> : tensor<f32>\n  %b = tg.broadcast %c dims [] : (tensor<f32>) -> tensor<3000000000xf32>\n" + end, nil, "m.mlir:3:8: error: 'tg.broadcast' op needs 11.2 GiB of memory"},
		{"sort", none + "  %c = tg.iota dim 0 : tensor<60000000xi8>\n  %b = tg.sort ascending %c dim 0 : tensor<60000000xi8>\n" + end, nil, "m.mlir:3:8: error: 'tg.sort' op: function @main needs "},
		{"many", none + "  %c0 = tg.iota dim 0 : tensor<90000000xf32>\n  %c1 = tg.add %c0, %c0 : tensor<90000000xf32>\n  %c2 = tg.sub %c1, %c0 : tensor<90000000xf32>\n  %c3 = tg.add %c2, %c1 : tensor<90000000xf32>\n" +
			"  %c4 = tg.add %c3, %c0 : tensor<90000000xf32>\n  %c5 = tg.add %c4, %c2 : tensor<90000000xf32>\n  %c6 = tg.add %c5, %c1 : tensor<90000000xf32>\n  %c7 = tg.add %c6, %c3 : tensor<90000000xf32>\n" + end, nil, " of memory, but the limit is "},
		{"wide integers", "func.func @main() -> tensor<f32> {\n  %c = arith.constant dense<[" + strings.Repeat("1, ", 2000) + "1]> : tensor<2001xi16777215>\n" + end, nil, "m.mlir:2:29: error: the elements need 4196401152 bytes, more than "},
		{"input", identity, []string{"--input=3000000000xf32=random:1"}, "<input #0>:1:1: error: 3000000000xf32 needs 12000000000 bytes"},
		{"splat input", identity, []string{"--input=3000000000xf32=1"}, "<input #0>:1:1: error: 3000000000xf32 needs 12000000000 bytes"},
		{"npy", identity, []string{"--input=@" + npy}, "x.npy: input of 12000000128 bytes exceeds the limit of "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(dir, "m.mlir")
			if err := os.WriteFile(file, []byte(tt.text), 0o666); err != nil {
				t.Fatal(err)
			}
			// Go reserves more than a gigabyte of addresses that it does not use.
			args := append([]string{"-c", `ulimit -v 2000000; exec "$0" "$@"`, os.Args[0], file}, tt.args...)
			cmd := exec.Command("sh", args...)
			cmd.Env = append(os.Environ(), asTool+"=tg-run")
			out, err := cmd.CombinedOutput()
			if tt.want == "" {
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				return
			}
			if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), tt.want) || strings.Contains(string(out), "goroutine") {
				t.Errorf("exit code %d, want 1 and %q:\n%.2000s", cmd.ProcessState.ExitCode(), tt.want, out)
			}
		})
	}
}
