package scf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/scf"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
)

// TestExamples: the examples of the documentation use their ops and print as
// mlir-opt prints them.
func TestExamples(t *testing.T) {
	var examples []string
	for _, d := range scf.Dialect.Ops() {
		if !strings.Contains(d.Example, d.Name()) {
			t.Errorf("the example of %s does not use it:\n%s", d.Name(), d.Example)
		}
		examples = append(examples, d.Example+"\n")
	}
	text, args := strings.Join(examples, "// -----\n"), []string{"--split-input-file"}
	ours := peer.Tool(driver.Opt).Run(args, text)
	if ours.Status != 0 {
		t.Fatal(ours.Stderr)
	}
	if path := peer.Path(); path != "" {
		if d := cmp.Diff(peer.MLIROpt(t, path, args, text), ours); d != "" {
			t.Errorf("(-mlir-opt +ours):\n%s", d)
		}
	}
}

// What mlir-opt-22 crashes on.
func TestRejected(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 { scf.reduce(%x : f32) { scf.reduce.return %x : f32 } }`,
			"'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region"},
	} {
		r := peer.Tool(driver.Opt).Run(nil, "func.func @f(%n: index, %x: f32) {\n%0 = "+c.body+"\nreturn\n}\n")
		if r.Status != 1 || !strings.Contains(r.Stderr, "error: "+c.want) {
			t.Errorf("%s: status %d, %s", c.body, r.Status, r.Stderr)
		}
	}
}

// A nest is simplified in time that is linear in its levels, whatever they ask.
func TestDeepNests(t *testing.T) {
	const levels = 20_000
	nest := func(open func(i int) string, inner, last string) string {
		var b strings.Builder
		b.WriteString("func.func @f(%c: i1, %d: i1, %n: index) {\n")
		for i := range levels {
			b.WriteString(open(i))
		}
		b.WriteString(inner)
		for range levels {
			b.WriteString(last)
		}
		b.WriteString("return\n}\n")
		return b.String()
	}
	use := "\"test.use\"(%c) : (i1) -> ()\n"
	for _, c := range []struct{ name, text, want string }{
		{"one condition", nest(func(int) string { return "scf.if %c {\n" }, use, "}\n"), "scf.if %arg0 {\n      \"test.use\"(%true)"},
		{"two conditions", nest(func(i int) string { return "scf.if %" + string("cd"[i%2]) + " {\n" }, use, "}\n"), "scf.if %0 {\n      \"test.use\"(%arg0)"},
		{"more inside", nest(func(int) string { return "scf.if %c {\n" + use }, use, use+"}\n"), "\"test.use\"(%true)"},
		{"loops", nest(func(i int) string {
			return fmt.Sprintf("%%z%d = arith.constant 0 : index\n%%o%d = arith.constant 1 : index\nscf.for %%i%d = %%z%d to %%o%d step %%o%d {\n", i, i, i, i, i, i)
		}, use, "}\n"), "\"test.use\"(%arg0)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := peer.Tool(driver.Opt).Run([]string{"--canonicalize", "--allow-unregistered-dialect"}, c.text)
			if r.Status != 0 || !strings.Contains(r.Stdout, c.want) {
				t.Errorf("status %d, %.500s%.500s", r.Status, r.Stdout, r.Stderr)
			}
		})
	}
}
