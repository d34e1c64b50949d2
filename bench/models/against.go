package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/measure"
	"github.com/tg-opt/tg/bench/internal/states"
	"github.com/tg-opt/tg/tensor"
)

// compare runs each program as tg is now and as it was at a commit, in turns, with the same inputs,
// and prints how far the results are apart and how the times compare. Far apart are elements that
// are small next to the others of their result, so it tells both the steps of the type and the
// absolute difference over the greatest element.
func compare(files []string, commit string, runs int) error {
	tools, err := states.Build(commit, "./cmd/tg-run")
	if err != nil {
		return err
	}
	defer tools.Remove()
	folder, err := os.MkdirTemp("", "tg-models")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	fmt.Printf("%-22s %-10s %9s %9s %6s %10s %12s %10s\n", "program", "", "before", "now", "ratio", "differ", "at most", "of largest")
	for _, f := range files {
		args, err := arguments(f)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		for _, way := range []struct{ name, flag string }{{"converted", ""}, {"optimised", "--optimize"}} {
			c := comparison{tools: tools, folder: folder, args: append(slices.Clone(args), "--workers=1", f)}
			if way.flag != "" {
				c.args = append(c.args, way.flag)
			}
			before, now, err := c.times(runs)
			if err != nil {
				return fmt.Errorf("%s: %w", f, err)
			}
			d, err := c.apart()
			if err != nil {
				return fmt.Errorf("%s: %w", f, err)
			}
			name := strings.TrimSuffix(filepath.Base(f), ".mlir")
			fmt.Printf("%-22s %-10s %9s %9s %6.2f %9.2f%% %8d ULP %10.1e\n", name, way.name, before.Round(digits(before)), now.Round(digits(now)), float64(now)/float64(before), 100*d.share, d.ulps, d.relative)
		}
	}
	return nil
}

// comparison is of one program and one way to run it.
type comparison struct {
	tools  *states.Tools
	folder string
	args   []string
}

func (c *comparison) results(state states.State) string {
	return filepath.Join(c.folder, string(state)+".npz")
}

// enough is for how long a program runs at least, run after run.
const enough = 200 * time.Millisecond

// times are the medians of how long a run takes at least by one worker, without what comes before
// the first one, of processes in turns.
func (c *comparison) times(runs int) (before, now time.Duration, err error) {
	once, err := c.least(states.New, 3)
	if err != nil {
		return 0, 0, err
	}
	repeat := min(max(int(enough/max(once, 1)), 3), 100_000)
	samples := map[states.State][]time.Duration{}
	for range runs {
		for _, state := range []states.State{states.Old, states.New} {
			t, err := c.least(state, repeat)
			if err != nil {
				return 0, 0, err
			}
			samples[state] = append(samples[state], t)
		}
	}
	median := func(state states.State) time.Duration {
		slices.Sort(samples[state])
		return samples[state][runs/2]
	}
	return median(states.Old), median(states.New), nil
}

// least runs the program so often, in a process, and is how long the fastest run took.
func (c *comparison) least(state states.State, repeat int) (time.Duration, error) {
	tool := c.tools.Path(state, "tg-run")
	s, err := measure.Run(tool, append([]string{tool, "--output=@" + c.results(state), fmt.Sprint("--repeat=", repeat)}, c.args...), true)
	if err != nil {
		return 0, err
	}
	if s.Status != 0 {
		return 0, fmt.Errorf("%s: status %d\n%s", state, s.Status, s.Output)
	}
	_, rest, _ := strings.Cut(string(s.Output), "minimum:")
	text, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	return time.ParseDuration(text)
}

// digits rounds a time to three digits.
func digits(t time.Duration) time.Duration {
	unit := time.Duration(1)
	for t >= 1000*unit {
		unit *= 10
	}
	return unit
}

// distance is how far apart the results of a program are: the share of elements that differ, the
// most steps of their type, and the greatest difference over the greatest element of its result.
type distance struct {
	share    float64
	ulps     uint64
	relative float64
}

func (c *comparison) apart() (distance, error) {
	old, err := read(c.results(states.Old))
	if err != nil {
		return distance{}, err
	}
	now, err := read(c.results(states.New))
	if err != nil {
		return distance{}, err
	}
	var d distance
	differ, all := 0, 0
	for i, a := range old {
		if i >= len(now) || !slices.Equal(a.Shape(), now[i].Shape()) || a.DType() != now[i].DType() {
			return d, fmt.Errorf("the results are no longer of the same types")
		}
		found := tensor.Compare(a, now[i], 0)
		differ, all = differ+found.Count, all+a.Len()
		d.ulps = max(d.ulps, found.ULPs)
		largest := 0.0
		for j := range a.Len() {
			if x := math.Abs(a.Float64At(j)); !math.IsInf(x, 0) {
				largest = max(largest, x)
			}
		}
		if found.Absolute > 0 {
			d.relative = max(d.relative, found.Absolute/largest)
		}
	}
	d.share = float64(differ) / float64(max(all, 1))
	return d, nil
}

// read reads all tensors of an archive.
func read(file string) ([]*tensor.Tensor, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	archive, err := tensor.OpenNPZ(f, info.Size(), math.MaxInt64)
	if err != nil {
		return nil, err
	}
	var all []*tensor.Tensor
	for _, name := range archive.Names() {
		t, err := archive.Read(name, math.MaxInt64)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}
