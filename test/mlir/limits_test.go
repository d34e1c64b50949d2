package mlir

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/parser"
)

// hostile is an input that is small for what it could make a reader do.
type hostile struct {
	name string
	text func(n int) string
	// says is what standard error must say; empty when the text is valid.
	says string
	// megabytes bounds what may be allocated on the way, all in all, in the full
	// size: a million, or n.
	megabytes uint64
	n         int // of what a large text takes long for; 0 for no bound
}

// hostileSize is large enough that what takes quadratic time or memory shows:
//
//	go test ./test/mlir -run Hostile -hostile 1000000
var hostileSize = flag.Int("hostile", 160_000, "how many brackets, terms or regions a hostile text has")

// nested is n times open, the middle, and n times closed.
func nested(before, open, middle, closed, after string) func(int) string {
	return func(n int) string {
		return before + strings.Repeat(open, n) + middle + strings.Repeat(closed, n) + after
	}
}

// chained is first, then n lines of format, which has the number of the line and
// that of the one before, then last with the number of the last.
func chained(first, format, last string) func(int) string {
	return func(n int) string {
		var b strings.Builder
		b.WriteString(first)
		for i := range n {
			fmt.Fprintf(&b, format, i+1, i)
		}
		fmt.Fprintf(&b, last, n)
		return b.String()
	}
}

// listed is before, n terms that each have their number, and after.
func listed(before, term, after string) func(int) string {
	return func(n int) string {
		var b strings.Builder
		b.WriteString(before)
		for i := range n {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, term, i)
		}
		b.WriteString(after)
		return b.String()
	}
}

const (
	tooDeep  = "error: types and attributes nest deeper than the limit of 1000"
	tooLarge = "error: the alias stands for more than 4194304 types and attributes"
	tooLong  = "error: affine expressions have more than 10000 operators"
)

var hostiles = []hostile{
	{"brackets of a type", nested(`"a"() : () -> `, "tuple<", "", ">", "\n"), tooDeep, 100, 0},
	{"brackets of a signature", nested(`"a"() : `, "(", "", ")", " -> ()\n"), tooDeep, 100, 0},
	{"brackets of an attribute", nested(`"a"() {x = `, "[", "", "]", "} : () -> ()\n"), tooDeep, 100, 0},
	{"brackets of an opaque attribute", nested(`"a"() {x = #u<`, "<", "", ">", ">} : () -> ()\n"), "", 100, 0},
	{"brackets of a literal", nested(`"a"() {x = dense<`, "[", "1", "]", "> : tensor<1xi32>} : () -> ()\n"), tooDeep, 100, 0},
	{"brackets of a location", nested(`"a"() : () -> () loc(`, `"x"(`, `"y"`, ")", ")\n"), tooDeep, 100, 0},
	{"parentheses of an affine map", nested(`"a"() {x = affine_map<(d0) -> (`, "(", "d0", ")", ")>} : () -> ()\n"), tooDeep, 100, 0},
	{"signs of an affine map", nested(`"a"() {x = affine_map<(d0) -> (`, "-", "d0", "", ")>} : () -> ()\n"), tooDeep, 100, 0},
	{"terms of an affine map", nested(`"a"() {x = affine_map<(d0) -> (d0`, " + d0 floordiv 3", "", "", ")>} : () -> ()\n"), tooLong, 100, 100_000},
	{"dimensions of an affine map", func(n int) string {
		return listed(`"a"() {x = affine_map<(`, "d%d", ")")(n) + listed(" -> (", "d%d", ")>} : () -> ()\n")(n)
	}, "", 200, 100_000},
	{"chain of types", chained("!t0 = i32\n", "!t%d = tuple<!t%d>\n", `"a"() : () -> !t%d`), tooDeep, 200, 0},
	{"chain of attributes", chained("#a0 = 1\n", "#a%d = [#a%d]\n", `"a"() {x = #a%d} : () -> ()`), tooDeep, 200, 0},
	{"chain of locations", chained("#l0 = loc(\"x\")\n", "#l%d = loc(\"y\"(#l%d))\n", `"a"() : () -> () loc(#l%d)`), tooDeep, 200, 0},
	{"chain of names", chained("#a0 = 1\n", "#a%d = #a%d\n", `"a"() {x = #a%d} : () -> ()`), "", 800, 0},
	{"doubling types", chained("!t0 = i32\n", "!t%d = tuple<!t%[2]d, !t%[2]d>\n", `"a"() : () -> !t%d`), tooLarge, 100, 100},
	{"doubling attributes", chained("#a0 = 1\n", "#a%d = {a = #a%[2]d, b = #a%[2]d}\n", `"a"() {x = #a%d} : () -> ()`), tooLarge, 100, 100},
	{"keys of a dictionary", listed(`"a"() {`, "k%d", "} : () -> ()\n"), "", 1500, 0},
	{"symbols of a reference", nested(`"a"() {x = @a`, "::@a", "", "", "} : () -> ()\n"), "", 300, 0},
	{"extents of a tensor", nested(`"a"() : () -> tensor<`, "1x", "f32", "", ">\n"), "", 300, 0},
	{"digits of an integer", nested(`"a"() {x = `, "9", "", "", " : i16777215} : () -> ()\n"), "", 100, 0},
	{"digits of a small integer", nested(`"a"() {x = `, "9", "", "", " : i64} : () -> ()\n"), "error: integer constant out of range for attribute", 100, 0},
	{"letters of names", func(n int) string {
		return "%" + strings.Repeat("a", n) + ` = "` + strings.Repeat("b", n) + "\"() : () -> i32\n"
	}, "", 100, 0},
	{"regions", nested("", "\"a\"() ({\n", "\"b\"() : () -> ()\n", "}) : () -> ()\n", ""), "error: regions nest deeper than the limit of 150000", 2000, 0},
	{"regions that are not too many", nested("", "\"a\"() ({\n", "\"b\"() : () -> ()\n", "}) : () -> ()\n", ""), "", 2000, 100_000},
	{"modules", nested("", "module {\n", "", "}\n", ""), "", 2000, 100_000},
	{"conditions", nested("func.func @f(%c: i1) {\n", "scf.if %c {\n", "", "}\n", "return\n}\n"), "", 2000, 100_000},
	{"blocks", func(n int) string {
		return "\"a\"() ({\n" + chained("", "^b%[2]d:\n\"br\"()[^b%[1]d] : () -> ()\n", "^b%d:\n\"r\"() : () -> ()\n")(n) + "}) : () -> ()\n"
	}, "", 1500, 200_000},
}

// sink counts what is written to it.
type sink int

func (s *sink) Write(p []byte) (int, error) {
	*s += sink(len(p))
	return len(p), nil
}

// TestHostile checks that texts made to cost a lot end soon, and in little
// memory, with an error that says why or with the right result.
func TestHostile(t *testing.T) {
	const limit = time.Minute // a machine may be busy; what is quadratic takes hours
	for _, h := range hostiles {
		t.Run(h.name, func(t *testing.T) {
			n := *hostileSize
			if h.n > 0 {
				n = min(n/4, h.n)
			}
			megabytes := h.megabytes
			if h.n == 0 {
				megabytes = 20 + megabytes*uint64(n)/1_000_000
			}
			text := strings.NewReader(h.text(n))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			var out sink
			var errs strings.Builder
			status := driver.Opt([]string{"--allow-unregistered-dialect"}, text, &out, &errs)
			spent := time.Since(start)
			runtime.ReadMemStats(&after)
			if spent > limit {
				t.Errorf("took %v", spent)
			}
			if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > megabytes {
				t.Errorf("allocated %d MB, more than %d", used, megabytes)
			}
			valid := h.says == "" || h.name == "regions" && n <= parser.DefaultMaxDepth
			switch {
			case valid && (status != 0 || errs.Len() > 0 || out == 0):
				t.Errorf("status %d, %d bytes of output: %.300s", status, out, errs.String())
			case !valid && (status != 1 || out > 0 || !strings.Contains(errs.String(), h.says)):
				t.Errorf("status %d, %d bytes of output, want %q: %.300s", status, out, h.says, errs.String())
			}
			if errs.Len() > 1<<14 {
				t.Errorf("the message has %d bytes", errs.Len())
			}
		})
	}
}

// TestSparseFile checks that a file that is too large is not read.
func TestSparseFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "sparse.mlir")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(2 << 30); err != nil {
		t.Skip(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := peer.Tool(driver.Opt).Run([]string{name}, "")
	runtime.ReadMemStats(&after)
	if want := name + ": input of 2147483648 bytes exceeds the limit of 2147483646 bytes in one context\n"; got.Status != 1 || got.Stderr != want {
		t.Errorf("status %d: %s", got.Status, got.Stderr)
	}
	if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 20 {
		t.Errorf("allocated %d MB", used)
	}
}

// TestDocumentedLimits checks that docs/differences.md says what the limits are.
func TestDocumentedLimits(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "differences.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range []string{tooDeep, tooLarge, tooLong, fmt.Sprint(parser.DefaultMaxDepth), fmt.Sprint(parser.MaxNesting)} {
		number := regexp.MustCompile(`\d{3,}`).FindString(message)
		spelled := number
		for i := len(number) - 3; i > 0; i -= 3 {
			spelled = spelled[:i] + "," + spelled[i:]
		}
		if !strings.Contains(string(text), " "+spelled+" ") && !strings.Contains(string(text), " "+spelled+";") {
			t.Errorf("docs/differences.md does not speak of the limit %s", spelled)
		}
	}
}
