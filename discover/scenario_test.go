package discover

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
)

// TestScenarios are the inputs that follow from ops.
func TestScenarios(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	for _, tt := range []struct {
		ops    []*ir.OpDef
		inputs int
		want   string
	}{
		{[]*ir.OpDef{tg.Neg, tg.Exp}, 2, "[4] [4]"},
		{[]*ir.OpDef{tg.Neg, tg.Add}, 1, "[4]"},
		{[]*ir.OpDef{tg.Neg, tg.Add}, 2, "[4] [4]; [] [4]"},
		{[]*ir.OpDef{tg.Transpose, tg.Relu}, 2, "[2 2] [2 2]"},
		{[]*ir.OpDef{tg.MatMul, tg.Mul}, 3, "[2 2] [2 2] [2 2]; [] [2 2] [2 2]"},
		{[]*ir.OpDef{tg.ReduceWindow, tg.Relu}, 1, "[2 2]; [2 2 4 4]"},
		{[]*ir.OpDef{tg.ReduceWindow}, 1, "[2 2 4 4]"},
		{[]*ir.OpDef{tg.Conv}, 3, "[2 2 4 4] [2 2 3 3] [2 2 3 3]; [2 2 4 4] [2 2 3 3] [2 2 1 1]; [2 2 4 4] [2 2 4 4] [2 2 3 3]"},
	} {
		domains, err := scenariosOf(c, &Options{Ops: tt.ops, Inputs: tt.inputs})
		if err != nil {
			t.Error(err)
		}
		var got []string
		for _, d := range domains {
			var inputs []string
			for n := range tt.inputs {
				inputs = append(inputs, strings.ReplaceAll(strings.Trim(textOfShape(&d, n), "\n"), ",", ""))
			}
			got = append(got, strings.Join(inputs, " "))
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: %s, want %s", tt.ops[0].Name(), strings.Join(got, "; "), tt.want)
		}
	}
	if _, err := Find(context.Background(), c, Options{Ops: []*ir.OpDef{tg.Select}, Size: 1, Inputs: 2}); err == nil || !strings.Contains(err.Error(), "there are no programs: none of the ops takes 2 inputs") {
		t.Errorf("a choice between floats by floats: %v", err)
	}
}

func textOfShape(d *Domain, input int) string {
	s := d.Worlds[0][input].Shape()
	parts := make([]string, len(s))
	for i, n := range s {
		parts[i] = string(rune('0' + n))
	}
	return "[" + strings.Join(parts, " ") + "]"
}

// TestSets has each set found, and its ops tried.
func TestSets(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	for name, wants := range map[string][]string{
		"taso": {
			`relu(matmul(?x, ?y)) = matmul(?x, ?y) {activation = "relu"}`, "split(concat(?x, ?y) {dim = 1}) {dim = 1, sizes = [2, 2]}#0 = ?x",
			`relu(conv(?x, ?y) {layout = "nchw x oihw -> nchw", pads = [1, 1, 1, 1], strides = [1, 1]}) = ` +
				`conv(?x, ?y) {activation = "relu", layout = "nchw x oihw -> nchw", pads = [1, 1, 1, 1], strides = [1, 1]}`,
		},
		"all-elementwise": {"mul(?x, 1) = ?x", "sub(?x, ?x) = 0", "min(?x, ?y) = min(?y, ?x)"},
	} {
		o, err := Set(c, name)
		if err != nil {
			t.Fatal(err)
		}
		if o.Size, o.Workers = 1, 2; name == "taso" {
			o.Size, o.Inputs = 2, 2
		}
		r, err := Find(context.Background(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, q := range r.Equalities {
			got = append(got, textOf(q))
		}
		t.Logf("%s: %d ops, %d equalities of %d programs", name, len(o.Ops), len(got), r.Programs)
		for _, want := range wants {
			if !slices.Contains(got, want) {
				t.Errorf("%s is not found", want)
			}
		}
	}
	if _, err := Set(c, "all"); err == nil || !strings.Contains(err.Error(), "no set of ops 'all', only all-elementwise and taso") {
		t.Error(err)
	}
}
