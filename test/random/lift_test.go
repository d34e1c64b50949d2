package random

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

// Functions of blocks that branch anywhere compute the same when their branches are lifted, with
// checks as often and in the same order, and no branch is left. So they do when they are optimised
// then.
func TestLiftedBranches(t *testing.T) {
	first, count := campaign.Cases(400)
	all(count, func(i int) {
		seed := first + uint64(i)
		text := graphProgram(seed, 4+int(seed%4)*6)
		if seed%8 == 0 {
			text = branchingProgram(seed)
		}
		if err := liftedAgrees(text); err != nil {
			t.Errorf("program %d: %v\n%s", seed, err, text)
		}
	})
}

// A function may have no end, as passes make of one that nobody calls: it is lifted, too.
func TestLiftedEndless(t *testing.T) {
	first, count := campaign.Cases(200)
	all(count, func(i int) {
		g := &graphs{Rand: rand.New(rand.NewPCG(first+uint64(i), 17)), types: graphTypes, endless: true}
		g.function("main", 4+i%4*6)
		module, err := agree.Parse(g.String())
		if err == nil {
			err = isLifted(agree.Check(module, nil, "lift-cf-to-tg"))
		}
		if err != nil {
			t.Errorf("function %d: %v\n%s", first+uint64(i), err, g.String())
		}
	})
}

// liftedAgrees compares a program with what becomes of it when its branches are lifted.
func liftedAgrees(text string) error {
	module, err := agree.Parse(text)
	if err != nil {
		return err
	}
	runs, err := graphRuns(module)
	if err != nil {
		return err
	}
	lifted, err := agree.Check(module, runs, "lift-cf-to-tg")
	if err = isLifted(lifted, err); err == nil {
		_, err = agree.Check(lifted, runs, "canonicalize,cse,loop-invariant-code-motion,canonicalize,fuse-elementwise")
	}
	return err
}

// isLifted says which branch is left in a module, unless there was an error.
func isLifted(module *ir.Op, err error) error {
	if err != nil {
		return err
	}
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		if len(o.Successors()) > 0 {
			err = fmt.Errorf("%s is left", o.Name())
		}
		return ir.Advance
	})
	return err
}

// graphRuns runs all functions, each twice. They end, and have inputs of known extents.
func graphRuns(module *ir.Op) (runs []agree.Run, err error) {
	for name, fn := range ir.Symbols(module) {
		for seed := range 2 {
			r := agree.Run{Name: name, Inputs: agree.Inputs(fn, seed)}
			if r.Before = agree.Execute(module, name, r.Inputs, time.Minute); r.Before.Err != nil {
				return nil, r.Before.Err
			}
			runs = append(runs, r)
		}
	}
	return runs, nil
}

// choices is a source of random numbers that are the bytes of a text, as long as it has some, and
// then others.
type choices struct {
	text []byte
	rest *rand.PCG
}

func (c *choices) Uint64() uint64 {
	if len(c.text) == 0 {
		return c.rest.Uint64()
	}
	b := c.text[0]
	c.text = c.text[1:]
	return uint64(b) << 56 // choices are the high bits
}

// Whatever the graph, it can be lifted.
func FuzzLiftedGraphs(f *testing.F) {
	f.Add([]byte{}, uint8(8))
	f.Add([]byte("a graph of blocks, of which some lead back"), uint8(30))
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		g := &graphs{Rand: rand.New(&choices{text, rand.NewPCG(1, 2)}), types: graphTypes}
		g.function("main", 1+int(size)%40)
		if err := liftedAgrees(g.String()); err != nil {
			t.Errorf("%v\n%s", err, g.String())
		}
	})
}

// liftByMLIROpt finds for each function in an op the module that mlir-opt makes of it, false if it
// crashes.
func liftByMLIROpt(t *testing.T, path string, o *ir.Op, theirs map[string]*ir.Op) bool {
	t.Helper()
	said := peer.MLIROpt(t, path, []string{"--allow-unregistered-dialect", "--lift-cf-to-scf"}, printer.OpString(o, printer.Options{Generic: true}))
	if strings.Contains(said.Stderr, "PLEASE submit a bug report") {
		return false
	}
	module, err := agree.Parse(said.Stdout)
	if err != nil {
		t.Fatalf("%v\n%s", err, said.Stderr)
	}
	for fn := module.RegionAt(0).First().First(); fn != nil; fn = fn.Next() {
		theirs[ir.SymbolName(fn)] = module
	}
	return true
}

// What mlir-opt makes of blocks, choices and loops of scf, computes the same as what they are here.
func TestLiftedAsByMLIROpt(t *testing.T) {
	path := peer.Path()
	if path == "" {
		t.Skip("mlir-opt-22 is not installed")
	}
	first, count := campaign.Cases(100)
	// mlir-opt makes values of which nothing is known, and of those with unknown extents there are
	// none.
	g := &graphs{Rand: rand.New(rand.NewPCG(first, 13)), types: knownTypes}
	for i := range count {
		g.function(fmt.Sprintf("f%d", i), 16)
	}
	module, err := agree.Parse(g.String())
	if err != nil {
		t.Fatal(err)
	}
	theirs := map[string]*ir.Op{}
	if !liftByMLIROpt(t, path, module, theirs) {
		// It crashes at some: the others one by one.
		for fn := module.RegionAt(0).First().First(); fn != nil; fn = fn.Next() {
			if !liftByMLIROpt(t, path, fn, theirs) {
				t.Logf("mlir-opt crashes at @%s", ir.SymbolName(fn))
			}
		}
	}
	runs, err := graphRuns(module)
	if err != nil {
		t.Fatal(err)
	}
	ours, err := agree.Check(module, runs, "lift-cf-to-tg")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		if theirs[r.Name] == nil {
			continue
		}
		want := agree.Execute(theirs[r.Name], r.Name, r.Inputs, time.Minute)
		if d := want.Difference(agree.Execute(ours, r.Name, r.Inputs, time.Minute), agree.Same); d != "" {
			t.Errorf("@%s of %v, lifted by mlir-opt and here: %s", r.Name, r.Inputs, d)
		}
	}
}
