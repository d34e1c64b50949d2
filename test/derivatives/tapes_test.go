package derivatives_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

// tapedLoop is a loop over v, of type tensor<4xf64>, that begins as %x, and perhaps u, that begins
// as %w. Its body may use the counter %i, the arguments %w and %m (a matrix), and makes %next.
type tapedLoop struct {
	name, body string
	wrt        []int  // of x, w and m
	tapes      string // what is kept of each round
	next       string // what u is next; "" where there is no u
}

// tapedLoops lists what is kept of loops: "v" is the state, other names are ops.
var tapedLoops = []tapedLoop{
	{"what reads its result", `%next = tg.exp %v : tensor<4xf64>`, []int{0}, "tg.exp tensor<4xf64>", ""},
	{"what reads its result, too", `%next = tg.tanh %v : tensor<4xf64>`, []int{0}, "tg.tanh tensor<4xf64>", ""},
	{"what reads its operand", `%next = tg.sin %v : tensor<4xf64>`, []int{0}, "v tensor<4xf64>", ""},
	{"linear", `%next = tg.add %v, %v : tensor<4xf64>`, []int{0}, "", ""},
	{"linear in what varies", `%next = tg.mul %v, %w : tensor<4xf64>`, []int{0}, "", ""},
	{"a product", `%next = tg.mul %v, %w : tensor<4xf64>`, []int{0, 1}, "v tensor<4xf64>", ""},
	{"only what is captured varies", `%next = tg.add %w, %w : tensor<4xf64>`, []int{1}, "", ""},
	{"a sum of what is captured", `%1 = tg.sin %w : tensor<4xf64>
    %next = tg.add %v, %1 : tensor<4xf64>`, []int{1}, "", ""},
	{"a product by what is the same in all rounds", `%1 = tg.exp %w : tensor<4xf64>
    %next = tg.mul %v, %1 : tensor<4xf64>`, []int{0}, "", ""},
	{"the same, by which is differentiated", `%1 = tg.exp %w : tensor<4xf64>
    %next = tg.mul %v, %1 : tensor<4xf64>`, []int{0, 1}, "v tensor<4xf64>", ""},
	{"a product by the counter", `%1 = tg.convert %i : (tensor<i32>) -> tensor<f64>
    %2 = tg.cos %1 : tensor<f64>
    %next = tg.mul %v, %2 : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>`, []int{0}, "", ""},
	{"a matrix", `%next = tg.matmul %m, %v : (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>`, []int{0}, "", ""},
	{"a matrix by which is differentiated", `%next = tg.matmul %m, %v : (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>`, []int{0, 2}, "v tensor<4xf64>", ""},
	{"a layer", `%1 = tg.matmul %m, %v : (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %2 = tg.add %1, %w : tensor<4xf64>
    %next = tg.tanh %2 : tensor<4xf64>`, []int{0, 1, 2}, "v tensor<4xf64>", ""},
	{"a choice", `%1 = tg.compare gt %v, %w : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %next = tg.select %1, %v, %w : (tensor<4xi1>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>`, []int{0, 1}, "tg.compare tensor<4xi1>", ""},
	{"a chain", `%1 = tg.sin %v : tensor<4xf64>
    %2 = tg.mul %1, %w : tensor<4xf64>
    %3 = tg.tanh %2 : tensor<4xf64>
    %4 = tg.neg %3 : tensor<4xf64>
    %next = tg.exp %4 : tensor<4xf64>`, []int{0, 1}, "v tensor<4xf64>", ""},
	{"a product of matrices that is the same in all rounds", `%1 = tg.matmul %m, %m : tensor<4x4xf64>
    %2 = tg.matmul %1, %v : (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %next = tg.sin %2 : tensor<4xf64>`, []int{0}, "tg.matmul tensor<4xf64>", ""},
	{"a branch", `%1 = tg.slice %v [0:1] : (tensor<4xf64>) -> tensor<1xf64>
    %2 = tg.reshape %1 : (tensor<1xf64>) -> tensor<f64>
    %3 = tg.constant dense<0.5> : tensor<f64>
    %4 = tg.compare gt %2, %3 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %next = tg.if %4 -> (tensor<4xf64>) {
      %5 = tg.sin %v : tensor<4xf64>
      tg.yield %5 : tensor<4xf64>
    } else {
      %5 = tg.add %v, %w : tensor<4xf64>
      tg.yield %5 : tensor<4xf64>
    }`, []int{0}, "v tensor<4xf64>", ""},
	{"a loop in the loop", `%three = tg.constant dense<3> : tensor<i32>
    %in:2 = tg.while (%l = %zero, %u = %v) : tensor<i32>, tensor<4xf64> cond {
      %1 = tg.compare lt %l, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      tg.yield %1 : tensor<i1>
    } do {
      %1 = tg.add %l, %one : tensor<i32>
      %2 = tg.sin %u : tensor<4xf64>
      tg.yield %1, %2 : tensor<i32>, tensor<4xf64>
    }
    %next = tg.mul %in#1, %w : tensor<4xf64>`, []int{0}, "tg.while tensor<3x4xf64>", ""},
	{"state that is the same in all rounds", `%next = tg.mul %v, %u : tensor<4xf64>`, []int{0}, "", "%u"},
	{"state that is the same in all rounds, by which is differentiated", `%next = tg.mul %v, %u : tensor<4xf64>`, []int{0, 1}, "v tensor<4xf64>", "%u"},
	{"state that is set to what it was", `%1 = tg.sin %u : tensor<4xf64>
    %next = tg.mul %v, %1 : tensor<4xf64>`, []int{0, 1}, "v tensor<4xf64>", "%w"},
	{"two that change places", `%next = tg.sin %u : tensor<4xf64>`, []int{0, 1}, "u tensor<4xf64>", "%v"},
	{"two that change places, both read", `%1 = tg.sin %v : tensor<4xf64>
    %next = tg.mul %1, %u : tensor<4xf64>`, []int{0, 1}, "u tensor<4xf64>", "%v"},
	{"what was there a round ago", `%1 = tg.mul %v, %u : tensor<4xf64>
    %next = tg.tanh %1 : tensor<4xf64>`, []int{0, 1}, "u tensor<4xf64>", "%v"},
	{"a ring", `%next = tg.barrier %u : tensor<4xf64>`, []int{0, 1}, "", "%v"},
}

func (c tapedLoop) text(n string) string {
	first, types, next := "%v = %x", "tensor<i32>, tensor<4xf64>", "%next"
	if c.next != "" {
		first, types, next = first+", %u = %w", types+", tensor<4xf64>", "%next, "+c.next
	}
	return fmt.Sprintf(`func.func @main(%%x: tensor<4xf64>, %%w: tensor<4xf64>, %%m: tensor<4x4xf64>, %%k: tensor<i32>) -> tensor<4xf64> {
  %%zero = tg.constant dense<0> : tensor<i32>
  %%one = tg.constant dense<1> : tensor<i32>
  %%n = %[1]s : tensor<i32>
  %%out:%[2]d = tg.while (%%i = %%zero, %[3]s) : %[4]s cond {
    %%p = tg.compare lt %%i, %%n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %%p : tensor<i1>
  } do {
    %%j = tg.add %%i, %%one : tensor<i32>
    %[5]s
    tg.yield %%j, %[6]s : %[4]s
  }
  return %%out#1 : tensor<4xf64>
}
`, n, 1+strings.Count(types, ","), first, types, c.body, next)
}

// rounds are the bounds of a loop: a number, or one that only a run knows.
func constantRounds(n int) string { return fmt.Sprintf("tg.constant dense<%d>", n) }

const givenRounds = "tg.barrier %k"

// kept lists what is kept of each round, and how many bytes that is: what loops collect, and the
// tapes that are state. Of a loop in a loop it is a part of what that keeps.
func kept(fn *ir.Op) (list []string, bytes int) {
	for o := fn.RegionAt(0).First().First(); o != nil; o = o.Next() {
		if o.Name() != "tg.while" {
			continue
		}
		body := o.RegionAt(1).First()
		for i, v := range body.Last().Operands() {
			switch {
			case i >= o.NumOperands():
			case v.Def() != nil && v.Def().Name() == "tg.dynamic_update_slice":
				v = v.Def().Operand(1).Def().Operand(0)
			default:
				continue
			}
			name := "v"
			if v.Def() != nil {
				name = v.Def().Name()
			} else if v.Index() == 2 {
				name = "u"
			}
			list = append(list, name+" "+v.Type().String())
			bytes += int(cost.Bytes(v.Type()))
		}
	}
	return list, bytes
}

// reverseOf is the derivative of a program, in a module.
func reverseOf(t *testing.T, text string, opt autodiff.Options, wrt []int) *ir.Op {
	t.Helper()
	module, err := parsed(driver.NewContext(), text)
	if err != nil {
		t.Fatal(err, text)
	}
	made, err := autodiff.New(module, &opt).Function(ir.Symbols(module)["main"], autodiff.Request{Mode: autodiff.Reverse, Wrt: wrt})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		t.Fatal(module.Context().Render(ir.AsDiag(err, 0)))
	}
	return made[0]
}

// run runs a function on numbers that are not special, and k.
func (c tapedLoop) run(t *testing.T, fn *ir.Op, k int) *interp.Result {
	t.Helper()
	program, err := interp.NewModule(fn.Parent()).Program(ir.SymbolName(fn))
	if err != nil {
		t.Fatal(err)
	}
	some := func(shape ...int) *tensor.Tensor {
		x := tensor.New(tensor.F64, shape...)
		for e := range x.Len() {
			x.SetFloat64(e, 0.1+float64(e%7)/10)
		}
		return x
	}
	r, err := program.Run([]*tensor.Tensor{some(4), some(4), some(4, 4), integer(tensor.I32, int64(k)), some(4)}, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Of each round of a loop only what its derivative reads is kept, and nothing twice; the memory
// that a run takes grows by that for each round.
func TestTapes(t *testing.T) {
	for _, c := range tapedLoops {
		var want *interp.Result
		peaks := map[string]int{}
		for _, way := range []struct {
			rounds string
			opt    autodiff.Options
			extent int
		}{
			{constantRounds(64), autodiff.Options{}, 64}, {constantRounds(128), autodiff.Options{}, 128}, {givenRounds, autodiff.Options{}, 0},
			{givenRounds, autodiff.Options{MaxTrip: 64}, 64}, {givenRounds, autodiff.Options{MaxTrip: 128}, 128},
		} {
			fn := reverseOf(t, c.text(way.rounds), way.opt, c.wrt)
			list, bytes := kept(fn)
			if got := strings.Join(list, ", "); got != c.tapes {
				t.Errorf("%s: %s with a bound of %d keeps %q, want %q\n%s", c.name, way.rounds, way.opt.MaxTrip, got, c.tapes, printer.OpString(fn, printer.Options{}))
			}
			r := c.run(t, fn, 64)
			if way.extent != 128 || way.opt.MaxTrip > 0 {
				if want == nil {
					want = r
				}
				for i, x := range r.Outputs {
					if !slices.Equal(x.Bytes(), want.Outputs[i].Bytes()) {
						t.Errorf("%s: %s with a bound of %d: result #%d is %v, but %v with a tape for a constant number of rounds", c.name, way.rounds, way.opt.MaxTrip, i, x, want.Outputs[i])
					}
				}
			}
			if way.extent == 0 {
				continue
			}
			if r.Unplanned != nil {
				t.Errorf("%s: %v", c.name, r.Unplanned)
			}
			before, again := peaks[way.rounds[:5]]
			if again && r.PeakBytes-before != 64*bytes {
				t.Errorf("%s: with a bound of %d, 64 rounds more take %d bytes, want %d", c.name, way.opt.MaxTrip, r.PeakBytes-before, 64*bytes)
			}
			peaks[way.rounds[:5]] = r.PeakBytes
		}
	}
}

// predicted is how many bytes a way to keep states takes for n rounds of a loop whose state is a
// counter of 4 bytes and a value of 32, which its derivative reads, with the lengths of segments or
// without: where it takes less to work them out again, they are not kept.
func predicted(kind string, n int, bounded, lengths bool) int {
	rounded := func(bytes int) int { return (bytes + 63) / 64 * 64 }
	var word string
	var p int
	fmt.Sscan(kind, &word, &p)
	switch word {
	case "tape":
		return rounded(32 * n)
	case "sqrt":
		for p*p < n {
			p++
		}
		fallthrough
	case "period":
		p = min(p, n)
		segments := (n + p - 1) / p
		bytes := rounded(32*segments) + rounded(4*segments) + rounded(32*p)
		if n%p != 0 && !bounded && lengths {
			bytes += rounded(8 * segments) // how long each is
		}
		return bytes
	case "none":
		p = 1
	}
	return rounded(32*(p+1)) + rounded(4*(p+1)) + rounded(8*(p+1))
}

// What is kept takes the memory that is predicted, for any number of rounds, known or bounded: what
// a run takes besides does not grow with it. Where neither is known, what is collected grows by
// doubling, and is copied then.
func TestTapeBytes(t *testing.T) {
	c := tapedLoop{name: "sine", body: `%next = tg.sin %v : tensor<4xf64>`, wrt: []int{0}}
	for _, kind := range []string{"tape", "none", "sqrt", "period 1", "period 2", "period 3", "period 8", "binomial 3", "binomial 10"} {
		for _, n := range []int{0, 1, 2, 7, 10, 1000} {
			if n == 1000 && (kind == "none" || testing.Short()) {
				continue
			}
			for _, rounds := range []string{constantRounds(n), givenRounds, "unbounded"} {
				opt := autodiff.Options{Loops: kind}
				times, besides := 1, 1024
				switch rounds {
				case givenRounds:
					opt.MaxTrip = int64(max(n, 1))
				case "unbounded":
					rounds, times, besides = givenRounds, 3, 4096
				}
				r := c.run(t, reverseOf(t, c.text(rounds), opt, c.wrt), n)
				if r.Unplanned != nil && times == 1 {
					t.Errorf("%s: %v", kind, r.Unplanned)
				}
				least, most := 0, 0
				if n > 0 {
					least, most = predicted(kind, n, rounds == givenRounds, false), predicted(kind, n, rounds == givenRounds, true)
				}
				if r.PeakBytes < least || r.PeakBytes > times*most+besides {
					t.Errorf("%s, %d rounds, %s with a bound of %d: %d bytes, want %d to %d and little more", kind, n, rounds, opt.MaxTrip, r.PeakBytes, least, most)
				}
			}
		}
	}
}
