// Package derivatives holds derivatives against numbers that others assert.
package derivatives

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/tensor"
)

// data are the assertions of Enzyme-JAX, next to the repository.
const data = "../../../shared/data/autodiff/enzyme"

type value struct{ Type, Value string }

func (v value) constant(name string) string {
	return fmt.Sprintf("  %%%s = stablehlo.constant %s : %s\n", name, v.Value, v.Type)
}

type expectation struct {
	What   string
	Index  int
	Within map[string]float64
	value
	SameAs *struct {
		Case  int
		What  string
		Index int
	} `json:"same_as"`
}

type testCase struct {
	Function, Mode       string
	Inputs               []value
	Active               []int
	Tangents, Cotangents []value
	ActiveResults        []int `json:"active_results"`
	Expect               []expectation
}

// TestEnzyme runs every case as a request of dialect enzyme.
func TestEnzyme(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(data, "*.json"))
	if len(files) == 0 {
		t.Skip("the numbers are not there: " + data)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) { runFile(t, file) })
	}
}

func runFile(t *testing.T, file string) {
	var suite struct{ Cases []testCase }
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &suite)
	}
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(strings.TrimSuffix(file, "json") + "mlir")
	if err != nil {
		t.Fatal(err)
	}
	got := make([]map[string]*tensor.Tensor, len(suite.Cases))
	for i, c := range suite.Cases {
		results, err := c.run(t, string(program))
		if err != nil {
			t.Errorf("case %d, @%s %s: %v", i, c.Function, c.Mode, err)
			continue
		}
		got[i] = results
	}
	for i, c := range suite.Cases {
		for k, e := range c.Expect {
			have := got[i][place(e.What, e.Index)]
			want := got[i][fmt.Sprint("expected ", k)]
			if e.SameAs != nil {
				want = got[e.SameAs.Case][place(e.SameAs.What, e.SameAs.Index)]
			}
			switch {
			case got[i] == nil:
			case have == nil || want == nil:
				t.Errorf("case %d, @%s %s: there is no %s #%d to compare", i, c.Function, c.Mode, e.What, e.Index)
			case !near(have, want, e.Within):
				t.Errorf("case %d, @%s %s: %s #%d is %s, not %s within %v", i, c.Function, c.Mode, e.What, e.Index, tensor.Format(have), tensor.Format(want), e.Within)
			}
		}
	}
}

func place(what string, index int) string { return fmt.Sprint(what, " ", index) }
