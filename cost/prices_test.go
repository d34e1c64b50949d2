package cost

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tg-opt/tg/ir"
)

const priced = "cost conv 100 # as people write it\n cost\tnn.act = 50\ncost.nn.convact = 125\ncost other 1\ncost input 0.5\n"

func TestPrices(t *testing.T) {
	m, err := Parse("dir/npu.profile", priced)
	if err != nil {
		t.Fatal(err)
	}
	if m.Name != "npu" || !m.Abstract || m.Input != 0.5 || m.Trips != 1 {
		t.Errorf("%+v", m)
	}
	for _, tc := range []struct {
		name string
		work Work
		want float64
	}{
		{"an op of tg", Work{Op: "tg.conv", Kind: Contract, Flops: 1e9, Read: 1e9}, 100},
		{"one of another dialect", Work{Op: "nn.act"}, 50},
		{"everything else", Work{Op: "tg.exp", Kind: Math, Flops: 1e9, Read: 1e9, Swapped: 64, Rows: 8, Cols: 6}, 1},
		{"but constants and ends", Work{Op: "tg.constant", Kind: Free}, 0},
	} {
		if got := m.Seconds(tc.work); got != tc.want {
			t.Errorf("%s costs %v, want %v", tc.name, got, tc.want)
		}
	}
	exp := Work{Op: "tg.exp", Kind: Math, Elem: ir.NewContext().F32(), Flops: 1e9, Call: "exp"}
	if got := m.ComputeSeconds(exp); got != 0 {
		t.Errorf("the arithmetic alone of what has no price costs %v", got)
	}
	if got := m.ComputeSeconds(Work{Op: "tg.conv"}); got != 100 {
		t.Errorf("a priced op inside of a fusion costs %v", got)
	}
}

// A price is all that a model says of an op, and of no other one.
func TestPriceNextToModel(t *testing.T) {
	m, err := Parse("toy", toy+"cost sin 7\ncost tg.tan = 0\n")
	if err != nil {
		t.Fatal(err)
	}
	for op, want := range map[string]float64{"tg.sin": 7, "tg.tan": 0, "tg.cos": 2} {
		if got := m.Seconds(Work{Op: op, Kind: Math, Flops: 10}); got != want {
			t.Errorf("%s takes %v seconds, want %v", op, got, want)
		}
	}
}

func TestPricesReadBack(t *testing.T) {
	for _, text := range []string{priced, "cost other 0\ntrips = 3\nname = of mine\n", toy + "cost sin 7e-9\ncost input 2\n"} {
		m, err := Parse("p", text)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse("q", m.String())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(m, again, cmp.AllowUnexported(Machine{}), cmpopts.IgnoreFields(Machine{}, "file", "mentions")); diff != "" {
			t.Errorf("reads back differently (-was +is):\n%s\n%s", diff, m)
		}
	}
}

func TestPriceErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"cost\n", "p:1:1: error: expected 'key = value', but there is no '='"},
		{"cost conv\n", "p:1:1: error: expected 'key = value', but there is no '='"},
		{"cost = 3\n", "p:1:1: error: 'cost': expected 'cost' and the name of one op, as in 'cost conv 100'"},
		{"cost. = 3\n", "p:1:1: error: 'cost.': expected 'cost' and the name of one op, as in 'cost conv 100'"},
		{"cost conv act = 3\n", "p:1:1: error: 'cost conv act': expected 'cost' and the name of one op, as in 'cost conv 100'"},
		{"cost conv 100 200\n", "p:1:1: error: expected 'key = value', but there is no '='"},
		{"  cost conv  -1\n", "p:1:14: error: 'cost conv' must be a number that is not negative, such as 100, but is '-1'"},
		{"cost conv = much\n", "p:1:13: error: 'cost conv' must be a number that is not negative, such as 100, but is 'much'"},
		{"cost other inf\n", "p:1:12: error: 'cost other' must be a number that is not negative, such as 100, but is 'inf'"},
		{"cost other nan\n", "p:1:12: error: 'cost other' must be a number that is not negative, such as 100, but is 'nan'"},
		{"cost other =\n", "p:1:13: error: 'cost other' must be a number that is not negative, such as 100, but is ''"},
		{"cost conv 1\ncost.tg.conv = 2\n", "p:2:1: error: 'cost.tg.conv': the cost of 'tg.conv' is given twice"},
		{"cost input 1\ncost input 1\n", "p:2:1: error: 'cost input': the cost of 'input' is given twice"},
		{"costs = 1\n", "p:1:1: error: there is no key 'costs'"},
		{"cost conv 1\n", "p:2:1: error: the profile ends without 'cost other NUMBER', the cost of all ops that it does not name, and without a model of them, which begins with 'speedup'"},
		{"cost conv 1\nspeedup = 1\n", "p:3:1: error: the profile ends without 'name'"},
		{"grain = 1\n cost other 1\n", "p:2:2: error: 'cost other' says what all ops cost that have no cost of their own, so that 'grain' has no use"},
	} {
		if _, err := Parse("p", c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestAmountText(t *testing.T) {
	for _, c := range []struct {
		cost     float64
		abstract bool
		want     string
	}{{252, true, "252"}, {0.1 + 0.2, true, "0.3"}, {1e6, true, "1000000"}, {1e20, true, "1e+20"}, {2.5e-3, false, "2.5 ms"}} {
		if got := AmountText(c.cost, c.abstract); got != c.want {
			t.Errorf("%v is %s, want %s", c.cost, got, c.want)
		}
	}
}
