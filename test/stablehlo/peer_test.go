package stablehlo

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/ir"
)

// splitMark is what mlir-opt splits its input at, and puts between its outputs.
const splitMark = "// -----\n"

// batch are texts that one process is given, with the names of where they are from.
type batch struct {
	names []string
	texts []string
}

func (b *batch) add(name, text string) {
	b.names, b.texts = append(b.names, name), append(b.texts, text)
}

// TestGenericFormIsMLIR: mlir-opt reads the generic form of every program, as it is
// and of what is written in StableHLO after passes, and prints it so that it stands
// for the same.
func TestGenericFormIsMLIR(t *testing.T) {
	path := peer.Path()
	if path == "" {
		t.Skip("mlir-opt-22 is not installed (Debian's mlir-22-tools has it)")
	}
	var b batch
	for _, p := range peer.Some(programs(t), func(p program) string { return p.name }) {
		if p.unknownNames(driver.NewContext()) != nil {
			continue
		}
		m := p.parse(t, p.text)
		if callsFromRegion(m) {
			continue
		}
		b.add(p.name, string(printed(t, m, true)))
		if typesWithoutStorage(m) != nil || !p.pass(t, m, plain) {
			continue
		}
		for _, passes := range []string{plain, optimise} {
			if m := p.parse(t, p.text); p.pass(t, m, passes+there) {
				b.add(p.name+" after "+passes+there, string(printed(t, m, true)))
			}
		}
	}
	t.Logf("%d modules are compared", len(b.texts))
	for i := 0; i < len(b.texts); i += perProcess {
		end := min(i+perProcess, len(b.texts))
		(&batch{b.names[i:end], b.texts[i:end]}).compare(t, path)
	}
}

// perProcess bounds what one process is given: it takes longer for each module the more
// there are.
const perProcess = 400

// callsFromRegion reports whether a function is called from an op with one region. One
// that mlir-opt does not know may be a symbol table for all that it knows, so that it
// refuses the call.
func callsFromRegion(m *ir.Op) bool {
	return ir.Walk(m, func(o *ir.Op) ir.WalkAction {
		if p := o.Parent(); o.Name() == "func.call" && p.NumRegions() == 1 && p.Name() != "func.func" {
			return ir.Stop
		}
		return ir.Advance
	}) == ir.Stop
}

// compare has mlir-opt print all texts.
func (b *batch) compare(t *testing.T, path string) {
	t.Helper()
	input := strings.Join(b.texts, splitMark)
	r := peer.MLIROpt(t, path, []string{"--allow-unregistered-dialect", "--split-input-file", "--mlir-print-op-generic"}, input)
	if r.Status != 0 {
		t.Fatalf("mlir-opt refuses what is written:\n%.4000s", r.Stderr)
	}
	outputs := strings.Split(r.Stdout, splitMark)
	if len(outputs) != len(b.texts) {
		t.Fatalf("mlir-opt prints %d modules of %d", len(outputs), len(b.texts))
	}
	for i, out := range outputs {
		p := program{name: b.names[i]}
		if got := string(printed(t, p.parse(t, []byte(out)), true)); got != b.texts[i] {
			t.Errorf("%s: mlir-opt reads\n%s\nas\n%s", p.name, b.texts[i], got)
		}
	}
}
