package mlir

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/cf"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/irdl"
	"github.com/tg-opt/tg/dialect/scf"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/ir"
)

// shared are the dialects that mlir-opt has as well.
var shared = []*ir.Dialect{arith.Dialect, builtin.Dialect, cf.Dialect, fn.Dialect, irdl.Dialect, scf.Dialect, tensorop.Dialect, ub.Dialect}

// genericHead is a generic op up to its properties.
var genericHead = regexp.MustCompile(`"(\w+)\.[\w.]+"\([^)]*\)(\[[^\]]*\])?( <\{)?`)

// propertyTexts are texts about the properties of an op: of the op alone, of its
// example in generic form with a property that no op has, and of the example
// with properties where its pretty form ends.
func propertyTexts(t *testing.T, d *ir.OpDef) []string {
	t.Helper()
	var texts []string
	for _, props := range []string{"{nosuch = 1}", "{}", "1", "[]", "{nosuch = 1, nosuch = 1}"} {
		texts = append(texts, fmt.Sprintf("%q() <%s> : () -> ()\n", d.Name(), props))
	}
	if d.Example == "" {
		return texts
	}
	r := peer.Tool(driver.Opt).Run([]string{"--mlir-print-op-generic"}, d.Example)
	if r.Status != 0 {
		t.Fatalf("the example of %s: %s", d.Name(), r.Stderr)
	}
	for _, at := range genericHead.FindAllStringIndex(r.Stdout, -1) {
		head, rest := r.Stdout[:at[1]], r.Stdout[at[1]:]
		name := strings.TrimPrefix(r.Stdout[at[0]:], `"`)
		switch name = name[:strings.IndexByte(name, '"')]; {
		case name != d.Name():
		case strings.HasSuffix(head, "<{"):
			texts = append(texts, head+"nosuch = 1 : i64, "+rest)
		default:
			texts = append(texts, head+" <{nosuch = 1 : i64}>"+rest)
		}
	}
	lines := strings.Split(d.Example, "\n")
	for i, l := range lines {
		if !strings.Contains(l, d.Mnemonic()+" ") && !strings.HasSuffix(l, d.Mnemonic()) {
			continue
		}
		with := func(line string) string {
			return strings.Join(lines[:i], "\n") + "\n" + line + "\n" + strings.Join(lines[i+1:], "\n") + "\n"
		}
		texts = append(texts, with(l+" <{nosuch = 1}>"))
		if before, after, ok := strings.Cut(l, " : "); ok {
			texts = append(texts, with(before+" <{nosuch = 1}> : "+after))
		}
	}
	return texts
}

// TestPropertiesOfAllOps checks that both tools accept and reject the same
// properties, for the same reasons, of all ops that both have.
func TestPropertiesOfAllOps(t *testing.T) {
	path := peer.Path()
	if path == "" {
		t.Skip("mlir-opt-22 is not installed (Debian's mlir-22-tools has it)")
	}
	var texts []string
	for _, d := range shared {
		for _, o := range d.Ops() {
			texts = append(texts, propertyTexts(t, o)...)
		}
	}
	args := []string{"--split-input-file", "--mlir-print-op-on-diagnostic=false"}
	want, got := theirs(path)(t, args, texts), ours(t, args, texts)
	reasons := 0
	for i, w := range want {
		g := got[i]
		if strings.Contains(w.error, "unregistered operation") {
			t.Errorf("mlir-opt does not know an op of\n%s", texts[i])
		}
		if strings.Contains(w.error, "does not support properties") {
			reasons++
		}
		// A property that the op does not have stays as an attribute (differs-1 of
		// modules.cases), which a module does not take.
		if w.error == "" && strings.Contains(g.error, "'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'nosuch'") {
			continue
		}
		if (w.error == "") != (g.error == "") || strings.Contains(w.error+g.error, "invalid properties") && !strings.HasPrefix(g.error, w.error) {
			t.Errorf("mlir-opt says %q, ours %q:\n%s", w.error, g.error, texts[i])
		}
	}
	t.Logf("%d texts, %d about ops without properties", len(texts), reasons)
	if reasons < 200 {
		t.Errorf("only %d texts are about ops without properties", reasons)
	}
}
