package random

import (
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// machines are processors that this one can pretend to be: each without some of its instructions.
// The runtime and package cpu read the same variable.
var machines = []struct{ name, debug string }{
	{"this processor", ""},
	{"without AVX-512", "cpu.avx512f=off"},
	{"without vectors and FMA", "cpu.avx512f=off,cpu.avx2=off,cpu.fma=off"},
}

const machineVariable = "TG_TEST_MACHINE"

// Every processor computes the same with any number of workers, before and after optimize, with
// what could tell NaNs apart among the results. Each machine is a process of its own, which prints
// a fingerprint for each program.
func TestMachinesComputeTheSame(t *testing.T) {
	if os.Getenv(machineVariable) != "" {
		fingerprints(t)
		return
	}
	first, count := campaign.Cases(30)
	prints := make([]string, len(machines))
	for i, m := range machines {
		child := exec.Command(os.Args[0], "-test.run=^TestMachinesComputeTheSame$", "-test.timeout=5h",
			fmt.Sprintf("-campaign=%d", count), fmt.Sprintf("-first-case=%d", first))
		child.Env = append(os.Environ(), machineVariable+"=1", "GODEBUG="+m.debug)
		out, err := child.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", m.name, err, out)
		}
		prints[i] = string(out)
	}
	want := strings.Split(prints[0], "\n")
	if len(want) < count {
		t.Fatalf("%d lines of %d programs:\n%s", len(want), count, prints[0])
	}
	failures := 0
	for i, m := range machines[1:] {
		for k, line := range strings.Split(prints[i+1], "\n") {
			if line != want[k] && failures < maxFailures {
				failures++
				t.Errorf("%s\n%s\n%s", want[k], m.name, line)
			}
		}
	}
}

// fingerprints prints what the programs compute, in the order of their numbers. The number of
// workers is that of the process, so that the programs of a batch wait for each other.
func fingerprints(t *testing.T) {
	const batch = 256
	first, count := campaign.Cases(1)
	for from := 0; from < count; from += batch {
		programs := make([][2]*ir.Op, min(batch, count-from))
		lines := make([]string, len(programs))
		all(len(programs), func(i int) {
			programs[i] = showing(first + uint64(from+i))
		})
		for _, workers := range []int{1, 2, 3, 8} {
			parallel.SetWorkers(workers)
			all(len(programs), func(i int) {
				line := fmt.Sprintf("program %d: %x", first+uint64(from+i), fingerprint(programs[i]))
				if workers == 1 {
					lines[i] = line
				} else if lines[i] != line {
					t.Errorf("%d workers: %s, with one %s", workers, line, lines[i])
				}
			})
		}
		parallel.SetWorkers(0)
		fmt.Println(strings.Join(lines, "\n"))
	}
}

// showing is a program that shows its NaNs, and what optimize makes of it.
func showing(seed uint64) [2]*ir.Op {
	module, err := agree.Parse(progen.Program(seed, progen.Options{}))
	if err != nil {
		return [2]*ir.Op{}
	}
	showNaNs(module)
	optimised, err := agree.Optimised(module, "optimize")
	if err != nil {
		optimised = nil
	}
	return [2]*ir.Op{module, optimised}
}

func fingerprint(modules [2]*ir.Op) (sums [2]uint64) {
	for i, m := range modules {
		if m == nil {
			continue
		}
		main := ir.Symbols(m)["main"]
		h := fnv.New64a()
		for seed := range 2 {
			if inputs := agree.Inputs(main, seed); inputs != nil && !agree.Huge(main) {
				o := agree.Execute(m, "main", inputs, time.Minute)
				fmt.Fprint(h, o.Err != nil, o.Checks)
				for _, x := range o.Outputs {
					h.Write(x.WithOneNaN().Bytes())
				}
			}
		}
		sums[i] = h.Sum64()
	}
	return sums
}

// all calls f with 0 to n-1 on as many goroutines as there are processors.
func all(n int, f func(i int)) {
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
}
