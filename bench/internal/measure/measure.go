// Package measure times whole processes: what the benchmarks that compare our
// tools with others have in common.
package measure

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// Sample is one run of a tool.
type Sample struct {
	Wall, CPU time.Duration
	RSS       int64 // peak, in bytes
	Status    int
	Output    []byte // of both streams, when it was asked for
}

// Run runs a tool under the name argv[0], with its output kept or dropped. The
// peak memory of a child is at least what its parent has when it starts it, so
// that the caller should be small.
func Run(path string, argv []string, keep bool) (Sample, error) {
	cmd := exec.Cmd{Path: path, Args: argv}
	var output bytes.Buffer
	if keep {
		cmd.Stdout, cmd.Stderr = &output, &output
	}
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return Sample{}, err
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return Sample{wall, cpu, usage.Maxrss * 1024, cmd.ProcessState.ExitCode(), output.Bytes()}, nil
}

// Summary is a row of medians: milliseconds and MiB.
type Summary struct{ Wall, CPU, RSS float64 }

// Medians of the runs of one tool.
func Medians(all []Sample) Summary {
	median := func(of func(Sample) float64) float64 {
		v := make([]float64, len(all))
		for i := range all {
			v[i] = of(all[i])
		}
		slices.Sort(v)
		return v[len(v)/2]
	}
	return Summary{
		median(func(s Sample) float64 { return s.Wall.Seconds() * 1e3 }),
		median(func(s Sample) float64 { return s.CPU.Seconds() * 1e3 }),
		median(func(s Sample) float64 { return float64(s.RSS) / (1 << 20) }),
	}
}

// Build builds the package ./cmd/NAME of this module into file.
func Build(name, file string) error {
	if out, err := exec.Command("go", "build", "-o", file, "./cmd/"+name).CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %v\n%s", name, err, out)
	}
	return nil
}
