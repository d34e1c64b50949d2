// Package tooltest is what the tests of the tools share: runs of a tool, files
// and streams.
package tooltest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/process"
)

// Result is what a run of a tool leaves.
type Result struct {
	Status   int
	Out, Err string
}

// Run runs a tool with that text on its standard input.
func Run(tool process.Tool, stdin string, args ...string) Result {
	var stdout, stderr bytes.Buffer
	status := tool(args, strings.NewReader(stdin), &stdout, &stderr)
	return Result{status, stdout.String(), stderr.String()}
}

// WriteFiles writes files by their names.
func WriteFiles(t testing.TB, files map[string]string) {
	t.Helper()
	for name, content := range files {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Files lists a directory.
func Files(t testing.TB, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// BrokenWriter accepts nothing.
type BrokenWriter struct{}

func (BrokenWriter) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

// NPYHeader is the dictionary of a .npy file of six float32.
const NPYHeader = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"

// NPY is a .npy file of that dictionary and those elements.
func NPY(header, elements string) string {
	length := binary.LittleEndian.AppendUint16(nil, uint16(len(header)))
	return "\x93NUMPY\x01\x00" + string(length) + header + elements
}
