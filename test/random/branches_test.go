package random

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// branches writes functions of blocks that branch anywhere, back as well, until they
// have spent their fuel, which all pass on. Blocks use their arguments and what the
// first block makes; some of what they pass they pass twice, or in another order.
type branches struct {
	*rand.Rand
	strings.Builder
	values int
	args   []int // how many tensors each block takes
	first  []string
}

func branchingProgram(seed uint64) string {
	b := &branches{Rand: rand.New(rand.NewPCG(seed, 7))}
	b.WriteString("func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {\n" +
		"%one = arith.constant 1 : i32\n%zero = arith.constant 0 : i32\n%begin = arith.constant 0 : index\n%step = arith.constant 1 : index\n%end = arith.constant 2 : index\n")
	fmt.Fprintf(b, "%%fuel = arith.constant %d : i32\n%%odd = arith.cmpi eq, %%one, %%zero : i32\n", 2+b.IntN(12))
	b.first = b.ops([]string{"%x", "%y"}, "%odd", b.IntN(4))
	for range 1 + b.IntN(5) {
		b.args = append(b.args, b.IntN(4))
	}
	b.branch("cf.br ", b.target("%fuel", b.first))
	for k, args := range b.args {
		fmt.Fprintf(b, "^b%d(%%f%d: i32", k, k)
		list := b.first[max(0, len(b.first)-3):]
		for i := range args {
			fmt.Fprintf(b, ", %%b%d_%d: tensor<8xf32>", k, i)
			list = append(list[:len(list):len(list)], fmt.Sprintf("%%b%d_%d", k, i))
		}
		fmt.Fprintf(b, "):\n%%g%d = arith.subi %%f%d, %%one : i32\n%%s%d = arith.cmpi sle, %%g%d, %%zero : i32\n", k, k, k, k)
		fmt.Fprintf(b, "%%d%d = arith.andi %%g%d, %%one : i32\n%%o%d = arith.cmpi eq, %%d%d, %%one : i32\n", k, k, k, k)
		list = b.ops(list, fmt.Sprintf("%%o%d", k), b.IntN(6))
		fuel := fmt.Sprintf("%%g%d", k)
		b.branch(fmt.Sprintf("cf.cond_br %%s%d, ", k), fmt.Sprintf("^exit(%s, %s : tensor<8xf32>, tensor<8xf32>)", b.any(list), b.any(list)), fmt.Sprintf("^m%d", k))
		fmt.Fprintf(b, "^m%d:\n", k)
		list = b.ops(list, fmt.Sprintf("%%o%d", k), b.IntN(3))
		if b.IntN(3) == 0 {
			b.branch("cf.br ", b.target(fuel, list))
		} else {
			b.branch(fmt.Sprintf("cf.cond_br %%o%d, ", k), b.target(fuel, list), b.target(fuel, list))
		}
	}
	b.WriteString("^exit(%e0: tensor<8xf32>, %e1: tensor<8xf32>):\n")
	list := b.ops([]string{"%e0", "%e1"}, "%odd", b.IntN(3))
	fmt.Fprintf(b, "return %s, %s : tensor<8xf32>, tensor<8xf32>\n}\n", b.any(list), b.any(list))
	return b.String()
}

// any is a value; those made last are more likely.
func (b *branches) any(list []string) string {
	if b.IntN(2) == 0 {
		list = list[max(0, len(list)-2):]
	}
	return list[b.IntN(len(list))]
}

// target is a block, with what is passed to it.
func (b *branches) target(fuel string, list []string) string {
	k := b.IntN(len(b.args))
	values, types := fuel, "i32"
	for range b.args[k] {
		values, types = values+", "+b.any(list), types+", tensor<8xf32>"
	}
	return fmt.Sprintf("^b%d(%s : %s)", k, values, types)
}

func (b *branches) branch(op string, targets ...string) {
	b.WriteString(op + strings.Join(targets, ", ") + "\n")
}

// ops computes from values that are there; the list has the new ones, too.
func (b *branches) ops(list []string, condition string, count int) []string {
	list = list[:len(list):len(list)]
	for range count {
		v := fmt.Sprintf("%%v%d", b.values)
		b.values++
		x, y := b.any(list), b.any(list)
		switch b.IntN(7) {
		case 0:
			fmt.Fprintf(b, "%sr = tg.reshape %s : (tensor<8xf32>) -> tensor<2x4xf32>\n%s = tg.reshape %sr : (tensor<2x4xf32>) -> tensor<8xf32>\n", v, x, v, v)
		case 1:
			fmt.Fprintf(b, "%sr = tg.reshape %s : (tensor<8xf32>) -> tensor<2x4xf32>\n%st = tg.transpose %sr permutation [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>\n", v, x, v, v)
			fmt.Fprintf(b, "%s = tg.reshape %st : (tensor<4x2xf32>) -> tensor<8xf32>\n", v, v)
		case 2:
			fmt.Fprintf(b, "%s = scf.if %s -> (tensor<8xf32>) {\n%st = tg.sub %s, %s : tensor<8xf32>\nscf.yield %st : tensor<8xf32>\n", v, condition, v, x, y, v)
			fmt.Fprintf(b, "} else {\nscf.yield %s : tensor<8xf32>\n}\n", b.any(list))
		case 3:
			fmt.Fprintf(b, "%s = scf.for %si = %%begin to %%end step %%step iter_args(%ss = %s) -> (tensor<8xf32>) {\n", v, v, v, x)
			fmt.Fprintf(b, "%st = tg.sub %s, %ss : tensor<8xf32>\nscf.yield %st : tensor<8xf32>\n}\n", v, y, v, v)
		default:
			fmt.Fprintf(b, "%s = %s %s, %s : tensor<8xf32>\n", v, []string{"tg.add", "tg.sub", "tg.min"}[b.IntN(3)], x, y)
		}
		list = append(list, v)
	}
	return list
}

// Functions of blocks that loop run by their plans, in which arguments of blocks
// share storage with what is passed, with what dies poisoned; also by those that are
// in the text. Planned is what is taken, at most.
func TestPlannedBranches(t *testing.T) {
	first, count := campaign.Cases(300)
	var shared atomic.Int64
	all(count, func(i int) {
		seed := first + uint64(i)
		text := branchingProgram(seed)
		module, err := agree.Parse(text)
		if err != nil {
			t.Errorf("program %d: %v\n%s", seed, err, text)
			return
		}
		if _, _, err := plannedAgrees(module, 1); err != nil {
			t.Errorf("program %d: %v\n%s", seed, err, text)
			return
		}
		planned, err := agree.Optimised(module, "assign-buffers{work=1000}")
		if err == nil {
			err = runsAgree(planned, module)
		}
		if err != nil {
			t.Errorf("program %d, with its plan in the text: %v\n%s", seed, err, text)
		}
		fn := module.RegionAt(0).First().First()
		frame, err := lifetimes.NewPlanner(lifetimes.Options{}).Frame(fn)
		if err != nil {
			t.Errorf("program %d: %v", seed, err)
			return
		}
		shared.Add(sharedArguments(fn, frame))
	})
	if shared.Load() < int64(count) {
		t.Errorf("only %d arguments lie where what is passed to them does", shared.Load())
	}
}

// sharedArguments counts tensors that branches pass to arguments which lie in the same
// place.
func sharedArguments(fn *ir.Op, f *lifetimes.Frame) (count int64) {
	for b := fn.RegionAt(0).First(); b != nil; b = b.Next() {
		for e := b.FirstEdge(); e != nil; e = e.Next() {
			for i, u := range e.Values() {
				at := f.Place(b.Arg(i))
				if at.Buffer != lifetimes.Borrowed && at == f.Place(u.Value()) && at.Offset == 0 {
					count++
				}
			}
		}
	}
	return count
}

// A loop of blocks takes what is planned, to the byte: one buffer for its state, two
// and a stage for states that change places.
func TestLoopsOfBlocksTakeWhatIsPlanned(t *testing.T) {
	const loop = `func.func @main(%%x: tensor<64xf32>, %%y: tensor<64xf32>) -> tensor<64xf32> {
  %%zero = arith.constant 0 : i32
  %%one = arith.constant 1 : i32
  %%rounds = arith.constant 5 : i32
  %%begin = tg.neg %%x : tensor<64xf32>
  cf.br ^loop(%%rounds, %%begin, %%y : i32, tensor<64xf32>, tensor<64xf32>)
^loop(%%i: i32, %%a: tensor<64xf32>, %%b: tensor<64xf32>):
  %%next = arith.subi %%i, %%one : i32
  %%more = arith.cmpi sgt, %%next, %%zero : i32
  %%c = tg.neg %%a : tensor<64xf32>
  cf.cond_br %%more, ^loop(%%next, %s : i32, tensor<64xf32>, tensor<64xf32>), ^end
^end:
  %%r = tg.sub %%c, %%b : tensor<64xf32>
  return %%r : tensor<64xf32>
}`
	for passed, tensors := range map[string]int64{"%c, %b": 2, "%b, %c": 4} {
		module, err := agree.Parse(fmt.Sprintf(loop, passed))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := plannedAgrees(module, 1); err != nil {
			t.Errorf("%s: %v", passed, err)
		}
		for _, r := range agree.Runs(module) {
			program, err := interp.NewModule(module).Program(r.Name)
			if err != nil {
				t.Fatal(err)
			}
			frame, err := program.Frame(1)
			if err != nil {
				t.Fatal(err)
			}
			got, err := program.Run(r.Inputs, interp.Options{Poison: true})
			if err != nil {
				t.Fatal(err)
			}
			if int64(got.PeakBytes) != frame.Total() {
				t.Errorf("%s: %d bytes are taken, %d planned", passed, got.PeakBytes, frame.Total())
			}
			if want := tensors*256 + 2*lifetimes.Alignment; frame.Total() != want { // and two scalars
				t.Errorf("%s: %d bytes are planned, want %d", passed, frame.Total(), want)
			}
		}
	}
}
