package irdl_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
)

func TestAgainstMLIROpt(t *testing.T) { peer.Test(t, "testdata/*.cases", driver.Opt) }

// opt runs tg-opt with a file of definitions.
func opt(t *testing.T, definitions, input string) peer.Result {
	t.Helper()
	file := filepath.Join(t.TempDir(), "d.mlir")
	if err := os.WriteFile(file, []byte(definitions), 0o666); err != nil {
		t.Fatal(err)
	}
	return peer.Tool(driver.Opt).Run([]string{"--irdl-file=" + file}, input)
}

// A dialect that is there already cannot be defined once more; mlir-opt
// crashes.
func TestDialectExists(t *testing.T) {
	for _, name := range []string{"arith", "irdl", "e"} {
		r := opt(t, "irdl.dialect @e\nmodule { irdl.dialect @"+name+" }", "")
		want := fmt.Sprintf("2:10: error: 'irdl.dialect' op cannot define dialect '%s', which exists already", name)
		if r.Status != 1 || !strings.Contains(r.Stderr, want) {
			t.Errorf("%s: status %d, %s", name, r.Status, r.Stderr)
		}
	}
}

// Alternatives of alternatives must not take exponential time.
func TestManyAlternatives(t *testing.T) {
	var b strings.Builder
	b.WriteString("irdl.dialect @d { irdl.operation @x {\n%v0 = irdl.is i32\n")
	const n = 200
	for i := range n {
		fmt.Fprintf(&b, "%%v%d = irdl.any_of(%%v%d, %%v%d)\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "irdl.operands(a: %%v%d)\n}}\n", n)
	start := time.Now()
	r := opt(t, b.String(), "func.func @f(%a: f32) {\n  \"d.x\"(%a) : (f32) -> ()\n  return\n}\n")
	if !strings.Contains(r.Stderr, "2:3: error: 'f32' does not satisfy the constraint") {
		t.Errorf("%s", r.Stderr)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}

// Definitions that are deep are data.
func TestDeepConstraints(t *testing.T) {
	var b strings.Builder
	b.WriteString("irdl.dialect @d { irdl.operation @x {\n%v0 = irdl.is i32\n")
	const n = 20000
	for i := range n {
		fmt.Fprintf(&b, "%%v%d = irdl.all_of(%%v%d)\n", i+1, i)
	}
	fmt.Fprintf(&b, "irdl.operands(a: %%v%d)\n}}\n", n)
	r := opt(t, b.String(), "func.func @f(%a: i32) {\n  \"d.x\"(%a) : (i32) -> ()\n  return\n}\n")
	if r.Status != 0 {
		t.Errorf("%s", r.Stderr)
	}
}
