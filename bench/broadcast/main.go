// Command broadcast times the sums that gradients of broadcasts are, to all four kinds of shapes
// that two or three merged dimensions have, in three types, and compares how fast they read memory
// with the bandwidth that calibration finds on the same machine.
//
//	go run ./bench/broadcast [-runs 25] [-bar 0.8]
//
// Each sum reads 4 Mi elements, from another one of several inputs each time, so that none of them
// is in the cache. A line has the merged dimensions, 1 for those that are summed; the least time,
// as in calibration; the bytes of the operand in that time; and these as a part of the bandwidth.
// The lines `by addition` add the sum to what is there, those `of a product` sum a product of two,
// and those `of both` do both; the last column is how long an addition takes, to the line above it.
// It exits with status 1 where [4096,1024] to [1024] or to [4096,1] is below the bar.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/cost/calibrate"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

func main() {
	runs := atleast.One("runs", 25, "runs of each; the fastest counts")
	bar := flag.Float64("bar", 0.8, "the least part of the bandwidth")
	flag.Parse()
	ok, err := compare(*runs, *bar)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/broadcast:", err)
		os.Exit(1)
	}
	if !ok {
		os.Exit(1)
	}
}

// sum is one direction: TO has the elements of the extents that are not summed.
type sum struct {
	bits, from, merged, dims, kept, to string
	judged                             bool
}

var sums = []sum{
	{"10", "4096x1024", "4096x1024", "0", "1024", "1024", true},
	{"01", "4096x1024", "4096x1024", "1", "4096", "4096x1", true},
	{"010", "64x16x64x64", "1024x64x64", "1", "1024x64", "64x16x1x64", false},
	{"101", "4096x16x4x16", "4096x16x64", "0, 2", "16", "16x1x1", false},
}

// text is a program whose function @main sums its first argument, times the second one if it is to
// sum a product, and adds it to the third if it is to add.
func (s *sum) text(elem string, product, addition bool) string {
	t := func(shape string) string { return "tensor<" + shape + "x" + elem + ">" }
	var b strings.Builder
	args, g, out := "%x: "+t(s.from), "%x", "%r"
	if product {
		args += ", %y: " + t(s.from)
		g = "%p"
	}
	if addition {
		args += ", %old: " + t(s.to)
		out = "%a"
	}
	fmt.Fprintf(&b, "func.func @main(%s) -> %s {\n", args, t(s.to))
	if product {
		fmt.Fprintf(&b, "  %%p = tg.mul %%x, %%y : %s\n", t(s.from))
	}
	fmt.Fprintf(&b, "  %%m = tg.reshape %s : (%s) -> %s\n", g, t(s.from), t(s.merged))
	fmt.Fprintf(&b, "  %%s = tg.reduce sum %%m dims [%s] : (%s) -> %s\n", s.dims, t(s.merged), t(s.kept))
	fmt.Fprintf(&b, "  %%r = tg.reshape %%s : (%s) -> %s\n", t(s.kept), t(s.to))
	if addition {
		fmt.Fprintf(&b, "  %%a = tg.add %%old, %%r : %s\n", t(s.to))
	}
	fmt.Fprintf(&b, "  return %s : %s\n}\n", out, t(s.to))
	return b.String()
}

// kinds are what is done with the sum: it is written, added to what is there, or that of a product.
var kinds = []struct {
	name              string
	product, addition bool
}{{"", false, false}, {"by addition", false, true}, {"of a product", true, false}, {"of both", true, true}}

func compare(runs int, bar float64) (ok bool, err error) {
	m, err := calibrate.Run(driver.NewContext, calibrate.Options{Slice: 2 * time.Millisecond, Passes: 3})
	if err != nil {
		return false, err
	}
	fmt.Printf("bandwidth %.1f GB/s\n\n%-6s %-12s %-6s %10s %9s %9s %9s\n", m.Bandwidth/1e9, "bits", "", "", "ms", "GB/s", "part", "to write")
	ok = true
	for _, elem := range []string{"f32", "f64", "bf16"} {
		for i := range sums {
			s := &sums[i]
			list, err := s.measure(runs, elem)
			if err != nil {
				return false, fmt.Errorf("%s %s: %w", s.bits, elem, err)
			}
			for k, p := range list {
				part := p.bytes / p.least / m.Bandwidth
				fmt.Printf("%-6s %-12s %-6s %10.3f %9.1f %9.2f", s.bits, kinds[k].name, elem, p.least*1e3, p.bytes/p.least/1e9, part)
				if kinds[k].addition { // as long as without, if it is one kernel
					fmt.Printf(" %9.2f", p.least/list[k-1].least)
				}
				fmt.Println()
				if s.judged && elem == "f32" && k == 0 && part < bar {
					ok = false
				}
			}
		}
	}
	if !ok {
		fmt.Printf("a sum of [4096,1024] is below %.2f of the bandwidth\n", bar)
	}
	return ok, nil
}

// copies is how many inputs of each kind a program gets in turns.
const copies = 6

// measured is a program after optimisation, the bytes of its large operands, and its least time.
type measured struct {
	program      *interp.Program
	inputs       [copies][]*tensor.Tensor
	bytes, least float64
}

// measure runs a sum of each kind, one after the other, so that all have the same of what else the
// machine does.
func (s *sum) measure(runs int, elem string) (list []*measured, err error) {
	for _, kind := range kinds {
		m, err := s.compiled(elem, kind.product, kind.addition)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind.name, err)
		}
		list = append(list, m)
	}
	for n := range runs + copies {
		for _, m := range list {
			start := time.Now()
			if _, err := m.program.Run(m.inputs[n%copies], interp.Options{}); err != nil {
				return nil, err
			}
			if t := time.Since(start).Seconds(); n >= copies {
				m.least = min(m.least, t)
			}
		}
	}
	return list, nil
}

func (s *sum) compiled(elem string, product, addition bool) (*measured, error) {
	p, err := program.Parse("broadcast.mlir", []byte(s.text(elem, product, addition)))
	if err == nil {
		err = p.Apply("optimize")
	}
	if err != nil {
		return nil, err
	}
	m := &measured{least: math.Inf(1)}
	if m.program, err = p.Compile(); err != nil {
		return nil, err
	}
	for c := range m.inputs {
		m.bytes = 0
		for i, t := range m.program.Inputs {
			spec, err := interp.SpecOf(t)
			if err != nil {
				return nil, err
			}
			x := tensor.Random(spec.DType, spec.Shape, uint64(c*4+i))
			m.inputs[c] = append(m.inputs[c], x)
			m.bytes += float64(len(x.Bytes()))
		}
	}
	return m, nil
}
