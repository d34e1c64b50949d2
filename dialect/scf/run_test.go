package scf_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

func load(t *testing.T, text string) *interp.Module {
	t.Helper()
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "f.mlir"})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		t.Fatal(ctx.Render(ir.AsDiag(err, 0)))
	}
	return interp.NewModule(module)
}

func execute(t *testing.T, m *interp.Module, name string, inputs []string) (string, error) {
	t.Helper()
	p, err := m.Program(name)
	if err != nil {
		t.Fatal(err)
	}
	var in []*tensor.Tensor
	for _, text := range inputs {
		v, err := tensor.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		in = append(in, v)
	}
	r, err := p.Run(in, interp.Options{Poison: true})
	if err != nil {
		return "", err
	}
	var out []string
	for _, o := range r.Outputs {
		out = append(out, tensor.Format(o))
	}
	return strings.Join(out, " "), nil
}

const programs = `
// Counts the rounds and adds up where they are.
func.func @rounds(%lb: i8, %ub: i8, %step: i8) -> (i32, i8) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %start = arith.constant 0 : i8
  %0:2 = scf.for %i = %lb to %ub step %step iter_args(%n = %zero, %sum = %start) -> (i32, i8) : i8 {
    %1 = arith.addi %n, %one : i32
    %2 = arith.addi %sum, %i : i8
    scf.yield %1, %2 : i32, i8
  }
  return %0#0, %0#1 : i32, i8
}
func.func @unsigned(%lb: i8, %ub: i8, %step: i8) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = scf.for unsigned %i = %lb to %ub step %step iter_args(%n = %zero) -> i32 : i8 {
    %1 = arith.addi %n, %one : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}
func.func @index(%lb: index, %ub: index, %step: index) -> (i32, index) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0:2 = scf.for %i = %lb to %ub step %step iter_args(%n = %zero, %last = %ub) -> (i32, index) {
    %1 = arith.addi %n, %one : i32
    scf.yield %1, %i : i32, index
  }
  return %0#0, %0#1 : i32, index
}
func.func @bits(%lb: i1, %ub: i1, %step: i1) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = scf.for unsigned %i = %lb to %ub step %step iter_args(%n = %zero) -> i32 : i1 {
    scf.yield %n : i32
  }
  return %0 : i32
}
func.func @choose(%c: i1, %x: i32) -> i32 {
  scf.if %c {
    scf.yield
  }
  %0 = scf.if %c -> i32 {
    %1 = arith.addi %x, %x : i32
    scf.yield %1 : i32
  } else {
    scf.yield %x : i32
  }
  return %0 : i32
}
func.func @switch(%i: index) -> (i32, index) {
  %0:2 = scf.index_switch %i -> i32, index
  case -3 {
    %1 = arith.constant 10 : i32
    scf.yield %1, %i : i32, index
  }
  case 7 {
    %1 = arith.constant 20 : i32
    scf.yield %1, %i : i32, index
  }
  default {
    %1 = arith.constant 30 : i32
    %2 = arith.constant 99 : index
    scf.yield %1, %2 : i32, index
  }
  return %0#0, %0#1 : i32, index
}
// The number of steps of the Collatz sequence, which the first region counts.
func.func @collatz(%x: i32) -> (i32, i1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %0:2 = scf.while (%v = %x, %n = %zero) : (i32, i32) -> (i32, i1) {
    %more = arith.cmpi ne, %v, %one : i32
    %next = arith.addi %n, %one : i32
    %odd = arith.andi %v, %one : i32
    %is = arith.cmpi eq, %odd, %one : i32
    %w = scf.if %is -> i32 {
      %t = arith.muli %v, %three : i32
      %u = arith.addi %t, %one : i32
      scf.yield %u : i32
    } else {
      %u = arith.divsi %v, %two : i32
      scf.yield %u : i32
    }
    %packed = arith.muli %next, %two : i32
    scf.condition(%more) %next, %is : i32, i1
  } do {
  ^bb0(%n: i32, %is: i1):
    %v = func.call @again(%x, %n) : (i32, i32) -> i32
    scf.yield %v, %n : i32, i32
  }
  return %0#0, %0#1 : i32, i1
}
func.func @again(%x: i32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %0 = scf.for %i = %c0 to %n step %one iter_args(%v = %x) -> i32 : i32 {
    %odd = arith.andi %v, %one : i32
    %is = arith.cmpi eq, %odd, %one : i32
    %w = scf.execute_region -> i32 {
      cf.cond_br %is, ^odd, ^even
    ^odd:
      %t = arith.muli %v, %three : i32
      %u = arith.addi %t, %one : i32
      scf.yield %u : i32
    ^even:
      %half = arith.divsi %v, %two : i32
      scf.yield %half : i32
    }
    scf.yield %w : i32
  }
  return %0 : i32
}
`

func TestRuns(t *testing.T) {
	m := load(t, programs)
	for _, c := range []struct{ name, inputs, want string }{
		{"rounds", "i8=0 i8=10 i8=3", "i32=4 i8=18"},
		{"rounds", "i8=0 i8=9 i8=3", "i32=3 i8=9"},
		{"rounds", "i8=-5 i8=5 i8=5", "i32=2 i8=-5"},
		{"rounds", "i8=5 i8=5 i8=1", "i32=0 i8=0"},
		{"rounds", "i8=5 i8=-5 i8=1", "i32=0 i8=0"},
		{"rounds", "i8=5 i8=-5 i8=-1", "i32=0 i8=0"},
		{"rounds", "i8=-128 i8=127 i8=1", "i32=255 i8=1"},
		{"rounds", "i8=100 i8=127 i8=100", "i32=1 i8=100"},
		{"rounds", "i8=0 i8=1 i8=0", "needs a step that is positive, but it is 0"},
		{"rounds", "i8=0 i8=1 i8=-1", "needs a step that is positive, but it is -1"},
		{"unsigned", "i8=0 i8=-56 i8=100", "i32=2"},
		{"unsigned", "i8=-1 i8=0 i8=1", "i32=0"},
		{"unsigned", "i8=1 i8=-1 i8=127", "i32=2"},
		{"unsigned", "i8=1 i8=-1 i8=-128", "needs a step that is positive, but it is -128"},
		{"index", "i64=-2 i64=3 i64=2", "i32=3 i64=2"},
		{"index", "i64=3 i64=-2 i64=2", "i32=0 i64=-2"},
		{"index", "i64=-9223372036854775808 i64=9223372036854775807 i64=9223372036854775807", "i32=3 i64=9223372036854775806"},
		{"bits", "i1=true i1=false i1=true", "i32=0"},
		{"bits", "i1=false i1=true i1=true", "needs a step that is positive, but it is -1"},
		{"choose", "i1=true i32=21", "i32=42"},
		{"choose", "i1=false i32=21", "i32=21"},
		{"switch", "i64=-3", "i32=10 i64=-3"},
		{"switch", "i64=7", "i32=20 i64=7"},
		{"switch", "i64=0", "i32=30 i64=99"},
		{"collatz", "i32=1", "i32=1 i1=true"},
		{"collatz", "i32=6", "i32=9 i1=true"},
		{"collatz", "i32=27", "i32=112 i1=true"},
		{"again", "i32=7 i32=3", "i32=34"},
	} {
		got, err := execute(t, m, c.name, strings.Fields(c.inputs))
		if err != nil {
			got = err.Error()
		}
		if !strings.HasSuffix(got, c.want) || err == nil && got != c.want {
			t.Errorf("@%s of %s gives %q, want %q", c.name, c.inputs, got, c.want)
		}
	}
}

// TestSameAfterCanonicalize executes functions before and after.
func TestSameAfterCanonicalize(t *testing.T) {
	const count = 300
	text := opaque
	for i := range count {
		text += function(int64(5000+i), false)
	}
	after := peer.Tool(driver.Opt).Run([]string{"--canonicalize"}, text)
	if after.Status != 0 {
		t.Fatal(after.Stderr)
	}
	before, done := load(t, text), load(t, after.Stdout)
	random := rand.New(rand.NewSource(1))
	for i := range count {
		name := fmt.Sprintf("f%d", 5000+i)
		for range 3 {
			inputs := []string{
				fmt.Sprint("i1=", random.Intn(2) == 0), fmt.Sprint("i1=", random.Intn(2) == 0),
				fmt.Sprint("i32=", random.Intn(7)-3), fmt.Sprint("i32=", random.Intn(7)-3),
				fmt.Sprint("i64=", random.Intn(3)), fmt.Sprint("i64=", random.Intn(5)), fmt.Sprint("i64=", 1+random.Intn(2)),
			}
			want, err := execute(t, before, name, inputs)
			if err != nil {
				t.Fatal(err)
			}
			got, err := execute(t, done, name, inputs)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("@%s of %s (-before +after):\n%s\n%s", name, inputs, d, function(int64(5000+i), false))
			}
		}
	}
}
