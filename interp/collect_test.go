package interp_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// round is what a round of a loop computes: the next state from %i and %v, and behind it what is
// collected, of every size of element. WIDE makes the loop one whose ops run one by one.
const round = `
  %one = tg.constant dense<1> : tensor<i32>
  %three = tg.constant dense<3> : tensor<i32>
  %j = tg.add %i, %one : tensor<i32>
  %third = tg.rem %i, %three : tensor<i32>
  %bool = tg.compare eq %third, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %half = tg.convert %i : (tensor<i32>) -> tensor<f16>
  %double = tg.convert %i : (tensor<i32>) -> tensor<f64>
  %fi = tg.convert %i : (tensor<i32>) -> tensor<f32>
  %w = tg.add %v, %fi : (tensor<WIDExf32>, tensor<f32>) -> tensor<WIDExf32>
  %pair = tg.complex %v, %w : (tensor<WIDExf32>, tensor<WIDExf32>) -> tensor<WIDExcomplex<f32>>
  %row = tg.reshape %w : (tensor<WIDExf32>) -> tensor<1xWIDExf32>
`

const (
	roundState     = "tensor<i32>, tensor<WIDExf32>"
	roundCollected = "tensor<i1>, tensor<i32>, tensor<f16>, tensor<f64>, tensor<WIDExf32>, tensor<WIDExf32>, tensor<WIDExcomplex<f32>>, tensor<1xWIDExf32>, tensor<0x2xi8>"
	roundYields    = "%j, %w, %bool, %i, %half, %double, %v, %x, %pair, %row, %none"
)

// collecting is a function whose loop collects COUNT rounds, and one that is a round of it.
func collecting(rounds, width string) string {
	var tapes []string
	for _, t := range strings.Split(roundCollected, ", ") {
		tapes = append(tapes, strings.Replace(t, "<", "<COUNTx", 1))
	}
	text := `func.func @main(%n: tensor<i32>, %x: tensor<WIDExf32>, %none: tensor<0x2xi8>) -> (STATE, TAPES) {
  %zero = tg.constant dense<0> : tensor<i32>
  %0:11 = tg.while (%i = %zero, %v = %x) : STATE collect (TAPES) cond {
    %more = tg.compare lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %more : tensor<i1>
  } do {` + round + `
    tg.yield YIELDS : STATE, ROUND
  }
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10 : STATE, TAPES
}
func.func @round(%i: tensor<i32>, %v: tensor<WIDExf32>, %x: tensor<WIDExf32>, %none: tensor<0x2xi8>) -> (STATE, ROUND) {` + round + `
  return YIELDS : STATE, ROUND
}`
	return strings.NewReplacer("COUNT", rounds, "WIDE", width).Replace(
		strings.NewReplacer("STATE", roundState, "ROUND", roundCollected, "YIELDS", roundYields, "TAPES", strings.Join(tapes, ", ")).Replace(text))
}

// program compiles a function of a module.
func program(t *testing.T, text, name string) *interp.Program {
	t.Helper()
	p, err := interp.NewModule(module(t, text)).Program(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rounds are what a loop of so many rounds gives, from running single rounds.
func rounds(t *testing.T, one *interp.Program, n int, x, none *tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	i := tensor.New(tensor.I32)
	state := []*tensor.Tensor{i, x}
	shapes := [][]int{{}, {}, {}, {}, x.Shape(), x.Shape(), x.Shape(), {1, x.Len()}, {0, 2}}
	dtypes := []tensor.DType{tensor.Bool, tensor.I32, tensor.F16, tensor.F64, tensor.F32, tensor.F32, tensor.C64, tensor.F32, tensor.I8}
	collected := make([][]byte, len(shapes))
	for range n {
		r, err := one.Run([]*tensor.Tensor{state[0], state[1], x, none}, interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		state = r.Outputs[:2]
		for k, v := range r.Outputs[2:] {
			collected[k] = append(collected[k], v.Bytes()...)
		}
	}
	for k, b := range collected {
		v := tensor.New(dtypes[k], append([]int{n}, shapes[k]...)...)
		if copy(v.Bytes(), b) != len(v.Bytes()) {
			t.Fatalf("value %d has %d bytes in %d rounds, and should have %d", k, len(b), n, len(v.Bytes()))
		}
		state = append(state, v)
	}
	return state
}

// A loop collects what single rounds compute, whether its length is in the type or not, as a
// program or op by op, by the plan or not.
func TestLoopsCollect(t *testing.T) {
	counts := []int{0, 1, 2, 7, 1000}
	for _, width := range []int{4, 2000} {
		one := program(t, collecting("?", fmt.Sprint(width)), "round")
		x, none := tensor.New(tensor.F32, width), tensor.New(tensor.I8, 0, 2)
		for i := range width {
			tensor.Data[float32](x)[i] = float32(i) - 1.5
		}
		for _, n := range counts {
			if width > 4 && n > 7 && testing.Short() {
				continue
			}
			want := rounds(t, one, n, x, none)
			count := tensor.New(tensor.I32)
			count.SetInt64(0, int64(n))
			for _, length := range []string{"?", fmt.Sprint(n)} {
				p := program(t, collecting(length, fmt.Sprint(width)), "main")
				for _, opt := range []interp.Options{{}, {Stepped: true}, {NoPlan: true}, {NoPlan: true, Stepped: true}, {Poison: true}} {
					got, err := p.Run([]*tensor.Tensor{count, x, none}, opt)
					if err != nil {
						t.Fatalf("%d rounds in <%s>, %+v: %v", n, length, opt, err)
					}
					for k, v := range got.Outputs {
						if !tensor.Equal(v, want[k]) {
							t.Errorf("%d rounds in <%s>, %+v, result %d: %.200s, want %.200s", n, length, opt, k, tensor.Format(v), tensor.Format(want[k]))
						}
					}
				}
			}
		}
	}
}

// nested collects in each of three rounds what a loop inside has collected: OUTER and INNER are the
// lengths of the types.
const nested = `func.func @main(%n: tensor<i32>, %x: tensor<2xf32>) -> (tensor<OUTERxINNERx2xf32>, tensor<OUTERxINNERxi32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %three = tg.constant dense<3> : tensor<i32>
  %0:4 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<2xf32> collect (tensor<OUTERxINNERx2xf32>, tensor<OUTERxINNERxi32>) cond {
    %1 = tg.compare lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %end = LIMIT
    %1:4 = tg.while (%k = %zero, %w = %v) : tensor<i32>, tensor<2xf32> collect (tensor<INNERx2xf32>, tensor<INNERxi32>) cond {
      %2 = tg.compare lt %k, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      tg.yield %2 : tensor<i1>
    } do {
      %2 = tg.add %k, %one : tensor<i32>
      %3 = tg.add %w, %w : tensor<2xf32>
      %4 = tg.add %i, %k : tensor<i32>
      tg.yield %2, %3, %w, %4 : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<i32>
    }
    %5 = tg.add %i, %one : tensor<i32>
    tg.yield %5, %1#1, %1#2, %1#3 : tensor<i32>, tensor<2xf32>, tensor<INNERx2xf32>, tensor<INNERxi32>
  }
  return %0#2, %0#3 : tensor<OUTERxINNERx2xf32>, tensor<OUTERxINNERxi32>
}`

func nestedLoops(outer, inner, limit string) string {
	return strings.NewReplacer("OUTER", outer, "INNER", inner, "LIMIT", limit).Replace(nested)
}

const sameLimit = "tg.add %n, %zero : tensor<i32>"

// What a loop collects is a value that the loop around may collect.
func TestNestedLoopsCollect(t *testing.T) {
	for _, outer := range []string{"?", "3"} {
		for _, inner := range []string{"?", "2"} {
			for _, opt := range []interp.Options{{}, {Stepped: true}, {NoPlan: true}, {Poison: true}} {
				r, err := execute(t, nestedLoops(outer, inner, sameLimit), opt, "i32=2", "2xf32=1 3")
				if err != nil {
					t.Fatalf("<%sx%s>, %+v: %v", outer, inner, opt, err)
				}
				for i, want := range []string{"3x2x2xf32=[[1 3][2 6]][[4 12][8 24]][[16 48][32 96]]", "3x2xi32=[0 1][1 2][2 3]"} {
					if got := tensor.Format(r.Outputs[i]); got != want {
						t.Errorf("<%sx%s>, %+v, result %d: %s, want %s", outer, inner, opt, i, got, want)
					}
				}
			}
		}
	}
	// No round of the loop inside: what it collects is empty, in each round outside.
	r, err := execute(t, nestedLoops("?", "?", sameLimit), interp.Options{}, "i32=0", "2xf32=1 3")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.Outputs[0].Shape()); got != "[3 0 2]" {
		t.Errorf("no round inside: shape %s", got)
	}
}

// What is large enough is made where the round has its place in the result, also where that is in
// the result of the loop around, and what is made of it on the way.
const inPlace = `func.func @main(%x: tensor<16xf32>) -> (tensor<3x2x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %two = tg.constant dense<2> : tensor<i32>
  %three = tg.constant dense<3> : tensor<i32>
  %0:5 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<16xf32> collect (tensor<3x2x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>) cond {
    %1 = tg.compare lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1:3 = tg.while (%k = %zero, %w = %v) : tensor<i32>, tensor<16xf32> collect (tensor<2x16xf32>) cond {
      %2 = tg.compare lt %k, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      tg.yield %2 : tensor<i1>
    } do {
      %2 = tg.add %k, %one : tensor<i32>
      %3 = tg.add %w, %w : tensor<16xf32>
      %4 = tg.neg %w : tensor<16xf32>
      %5 = tg.abs %4 : tensor<16xf32>
      %6 = tg.reshape %5 : (tensor<16xf32>) -> tensor<4x4xf32>
      %7 = tg.transpose %6 permutation [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %8 = tg.reshape %7 : (tensor<4x4xf32>) -> tensor<16xf32>
      %9 = tg.floor %8 : tensor<16xf32>
      tg.yield %2, %3, %9 : tensor<i32>, tensor<16xf32>, tensor<16xf32>
    }
    %p = tg.compare eq %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %q = tg.if %p -> (tensor<16xf32>) {
      %2 = tg.neg %v : tensor<16xf32>
      tg.yield %2 : tensor<16xf32>
    } else {
      tg.yield %v : tensor<16xf32>
    }
    %r = tg.while (%w = %q) : tensor<16xf32> cond {
      %2 = tg.reduce max %w dims [0] : (tensor<16xf32>) -> tensor<f32>
      %hundred = tg.constant dense<100.0> : tensor<f32>
      %3 = tg.compare lt %2, %hundred : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = tg.compare ne %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %5 = tg.and %3, %4 : tensor<i1>
      tg.yield %5 : tensor<i1>
    } do {
      %2 = tg.reshape %w : (tensor<16xf32>) -> tensor<4x4xf32>
      %3 = tg.add %2, %2 : tensor<4x4xf32>
      %4 = tg.reshape %3 : (tensor<4x4xf32>) -> tensor<16xf32>
      tg.yield %4 : tensor<16xf32>
    }
    %10 = tg.add %i, %one : tensor<i32>
    tg.yield %10, %1#1, %1#2, %q, %r : tensor<i32>, tensor<16xf32>, tensor<2x16xf32>, tensor<16xf32>, tensor<16xf32>
  }
  return %0#2, %0#3, %0#4 : tensor<3x2x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>
}`

func TestCollectedInPlace(t *testing.T) {
	in := "16xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"
	want, err := execute(t, inPlace, interp.Options{NoPlan: true, Stepped: true}, in)
	if err != nil {
		t.Fatal(err)
	}
	for _, opt := range []interp.Options{{}, {Stepped: true}, {Poison: true}, {Poison: true, Stepped: true}} {
		got, err := execute(t, inPlace, opt, in)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range got.Outputs {
			if !tensor.Equal(v, want.Outputs[i]) {
				t.Errorf("%+v, result %d: %s, want %s", opt, i, tensor.Format(v), tensor.Format(want.Outputs[i]))
			}
		}
	}
	// Of all that is large only the transposition has two values at a time.
	m := module(t, inPlace)
	p, err := interp.NewModule(m).Program("main")
	if err != nil {
		t.Fatal(err)
	}
	frame, err := p.Frame(1)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	ir.Walk(m, func(o *ir.Op) ir.WalkAction {
		for i := range o.NumResults() {
			if to := frame.Collector(o.Result(i)); to != nil {
				found[fmt.Sprintf("%s in #%d", o.Name(), to.Index())]++
			}
		}
		return ir.Advance
	})
	for _, name := range []string{"tg.while in #2", "tg.transpose in #2", "tg.floor in #2", "tg.if in #3", "tg.neg in #3", "tg.while in #4", "tg.add in #4"} {
		if found[name] == 0 {
			t.Errorf("no %s: %v", name, found)
		}
	}
}

// Values whose extents the type leaves open, in no round at all.
const openRounds = `func.func @main(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?x?xf32> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:2 = tg.while (%i = %n) : tensor<i32> collect (tensor<?x?xf32>) cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    tg.yield %1, %x : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?x?xf32>
}`

func TestLoopsCollectOpenExtents(t *testing.T) {
	for n, want := range map[int]string{0: "[0 0]", 1: "[1 3]", 2: "[2 3]"} {
		r, err := execute(t, openRounds, interp.Options{}, fmt.Sprint("i32=", n), "3xf32=1 2 3")
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.Outputs[0].Shape()); got != want {
			t.Errorf("%d rounds: shape %s, want %s", n, got, want)
		}
	}
}

// What does not fit the types is an error at the loop, which says how many rounds there were.
func TestLoopsCollectWrongly(t *testing.T) {
	fixed := collecting("3", "4")
	for _, c := range []struct {
		text string
		in   []string
		want string
	}{
		{fixed, []string{"i32=0", "4xf32=1", "0x2xi8="}, "'tg.while' op has run 0 rounds, but result #2 of type 'tensor<3xi1>' holds 3"},
		{fixed, []string{"i32=1", "4xf32=1", "0x2xi8="}, "'tg.while' op has run 1 round, but result #2 of type 'tensor<3xi1>' holds 3"},
		{fixed, []string{"i32=4", "4xf32=1", "0x2xi8="}, "'tg.while' op goes on after 3 rounds, but result #2 of type 'tensor<3xi1>' holds 3"},
		{
			nestedLoops("?", "?", "tg.add %i, %zero : tensor<i32>"), []string{"i32=1", "2xf32=1"},
			"'tg.while' op collects values of one shape, but result #2 gets one of type 'tensor<1x2xf32>' after 1 round with one of type 'tensor<0x2xf32>'",
		},
		{
			strings.ReplaceAll(openRounds, "?x?xf32", "?x2xf32"), []string{"i32=1", "3xf32=1"},
			"'tg.while' op collects a value of type 'tensor<3xf32>' at run time, but result #1 is of type 'tensor<?x2xf32>'",
		},
		{
			strings.ReplaceAll(openRounds, "?x?xf32", "2x?xf32"), []string{"i32=1", "3xf32=1"},
			"'tg.while' op has run 1 round, but result #1 of type 'tensor<2x?xf32>' holds 2",
		},
	} {
		for _, opt := range []interp.Options{{}, {Stepped: true}, {NoPlan: true}} {
			_, err := execute(t, c.text, opt, c.in...)
			if !strings.Contains(fmt.Sprint(err), c.want) || !errors.As(err, new(*ir.Diag)) {
				t.Errorf("%+v: got %v, want %s", opt, err, c.want)
			}
		}
	}
}

// A tape that grows is refused before it takes more than the limit.
func TestCollectedMemoryIsLimited(t *testing.T) {
	p := program(t, strings.ReplaceAll(openRounds, "tensor<?xf32>", "tensor<100000xf32>"), "main")
	in := tensors(t, []string{"i32=100000", "100000xf32=1"})
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	limit := int(before.HeapAlloc) + 64<<20
	_, err := p.Run(in, interp.Options{MaxBytes: limit})
	runtime.ReadMemStats(&after)
	if !strings.Contains(fmt.Sprint(err), "collects result #1 of ") || !strings.Contains(fmt.Sprint(err), "but the limit is") {
		t.Errorf("got %v", err)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
		t.Errorf("allocated %d bytes", n)
	}
	static := strings.ReplaceAll(strings.ReplaceAll(openRounds, "tensor<?xf32>", "tensor<100000xf32>"), "?x?xf32", "100000x100000xf32")
	_, err = program(t, static, "main").Run(in, interp.Options{MaxBytes: limit})
	if !strings.Contains(fmt.Sprint(err), "of memory, but the limit is") {
		t.Errorf("by the plan: %v", err)
	}
}

// What grows is copied once more at most for each value, on average, and what is planned is written
// where it stays.
func TestCollectedStorage(t *testing.T) {
	p := program(t, collecting("?", "4"), "main")
	for _, opt := range []interp.Options{{}, {Stepped: true}} {
		n := 100_000
		if opt.Stepped {
			n = 1000
		}
		in := tensors(t, []string{fmt.Sprint("i32=", n), "4xf32=1", "0x2xi8="})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := p.Run(in, opt)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		tapes := 0
		for _, v := range r.Outputs[2:] {
			tapes += len(v.Bytes())
		}
		if allocated := int(after.TotalAlloc - before.TotalAlloc); !opt.Stepped && !raceEnabled && allocated > 4*tapes+1<<20 {
			t.Errorf("%d bytes are collected, and %d allocated", tapes, allocated)
		}
		if r.PeakBytes > 4*tapes+1<<20 {
			t.Errorf("%d bytes are collected, and %d taken at most", tapes, r.PeakBytes)
		}
	}
	frame, err := program(t, collecting("50", "2000"), "main").Frame(1)
	if err != nil {
		t.Fatal(err)
	}
	if most := int64(20 * 4 * 2000); frame.Arena > most {
		t.Errorf("besides its results the loop takes %d bytes, want %d at most", frame.Arena, most)
	}
}

// The bits do not depend on the number of workers.
func TestCollectedByWorkers(t *testing.T) {
	defer parallel.SetWorkers(0)
	text := collecting("20", "70000")
	var want *interp.Result
	for _, workers := range []int{1, 2, 8} {
		parallel.SetWorkers(workers)
		r, err := execute(t, text, interp.Options{}, "i32=20", "70000xf32=0.3", "0x2xi8=")
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = r
		}
		for i, v := range r.Outputs {
			if !tensor.Equal(v, want.Outputs[i]) {
				t.Errorf("%d workers: result %d differs", workers, i)
			}
		}
	}
}
