package random

import (
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/cpu"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// machines are processors that this one can pretend to be: each without some of its instructions.
// The runtime and package cpu read the same variable.
var machines = []struct {
	name, debug string
	lacks       []string // of what vectors names
}{
	{"this processor", "", nil},
	{"without AVX-512", "cpu.avx512f=off", []string{"AVX-512"}},
	{"without vectors and FMA", "cpu.avx512f=off,cpu.avx2=off,cpu.fma=off", []string{"AVX-512", "AVX2", "FMA"}},
}

const machineVariable = "TG_TEST_MACHINE"

// Every processor computes the same with any number of workers, before and after optimize, with
// what could tell NaNs apart among the results. Each machine is a process of its own, which prints
// its vectors and a fingerprint for each program.
func TestMachinesComputeTheSame(t *testing.T) {
	if os.Getenv(machineVariable) != "" {
		fmt.Println(vectors())
		fingerprints(t)
		return
	}
	first, count := campaign.Cases(30)
	prints := make([][]string, len(machines))
	for i, m := range machines {
		child := exec.Command(os.Args[0], "-test.run=^TestMachinesComputeTheSame$", "-test.timeout=5h",
			fmt.Sprintf("-campaign=%d", count), fmt.Sprintf("-first-case=%d", first))
		child.Env = append(os.Environ(), machineVariable+"=1", "GODEBUG="+m.debug)
		out, err := child.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", m.name, err, out)
		}
		// Behind the lines of the programs stands what package testing prints.
		if prints[i] = strings.Split(string(out), "\n"); len(prints[i]) <= count {
			t.Fatalf("%s: %d lines of %d programs:\n%s", m.name, len(prints[i]), count, out)
		}
		for _, set := range m.lacks {
			if slices.Contains(strings.Fields(prints[i][0]), set) {
				t.Errorf("%s: it has %s", m.name, prints[i][0])
			}
		}
	}
	want := prints[0][1 : count+1]
	failures, ran := 0, 0
	for k, line := range want {
		if strings.Contains(line, didRun) {
			ran++
		}
		for i, m := range machines[1:] {
			if other := prints[i+1][k+1]; other != line && failures < maxFailures {
				failures++
				t.Errorf("%s\n%s\n%s", line, m.name, other)
			}
		}
	}
	if ran < count*9/10 {
		t.Errorf("only %d of %d programs could be run", ran, count)
	}
}

// vectors names the instructions of this process that kernels choose their machine code by.
func vectors() string {
	var names []string
	for _, set := range []struct {
		name string
		has  bool
	}{{"AVX2", cpu.X86.HasAVX2}, {"FMA", cpu.X86.HasFMA}, {"AVX-512", cpu.X86.HasAVX512F}} {
		if set.has {
			names = append(names, set.name)
		}
	}
	return strings.Join(names, " ")
}

// didRun is in the line of a program that ran without an error, before and after optimize.
const didRun = " ran: "

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
				sums, ran := fingerprint(programs[i])
				did := ": "
				if ran {
					did = didRun
				}
				line := fmt.Sprintf("program %d%s%x", first+uint64(from+i), did, sums)
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

// fingerprint sums up what the modules compute, and reports whether each has run without an error.
func fingerprint(modules [2]*ir.Op) (sums [2]uint64, ran bool) {
	var without [2]bool
	for i, m := range modules {
		if m == nil {
			continue
		}
		main := ir.Symbols(m)["main"]
		h := fnv.New64a()
		for seed := range 2 {
			if inputs := agree.Inputs(main, seed); inputs != nil && !agree.Huge(main) {
				o := agree.Execute(m, "main", inputs, time.Minute)
				without[i] = without[i] || o.Err == nil
				fmt.Fprint(h, o.Err != nil, o.Checks)
				for _, x := range o.Outputs {
					h.Write(x.WithOneNaN().Bytes())
				}
			}
		}
		sums[i] = h.Sum64()
	}
	return sums, without[0] && without[1]
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
