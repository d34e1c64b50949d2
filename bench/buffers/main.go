// Command buffers places buffers with package memory: those of files, by default all
// of ../shared/data/buffers, within the capacity that the name of the file says, as in
// A.1048576.csv; and without files given those of generated programs, with a search
// and by best fit alone. Package memory/check verifies every plan.
//
//	go run ./bench/buffers [-time 5s] [-capacity N] [-seed 0] [-out DIR] [FILE.csv ...]
//
// Where a busy machine leaves less of the processor than the time that is asked for,
// it searches again for longer, so that seconds of the processor count. It prints a
// line for each: buffers, the most bytes live at once, height of the plan,
// their ratio, the gap between the height and the proven bound, what that is, and the
// seconds on the clock and of the processor. With -out it writes each plan as a table
// with the column offset. It exits with 1 where a bar is missed:
//
//	files                       within the capacity in 5 seconds of the processor
//	best fit, 100,000 buffers   at most 1.05 of what is live, in 1 second
//	programs, with a search     at most 1.001 of what is live, in 10 seconds, or
//	                            proven to be the least
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/internal/buffergen"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/memory/check"
)

const folder = "../shared/data/buffers"

func main() {
	b := &bench{}
	flag.DurationVar(&b.time, "time", 5*time.Second, "how long to search for a file; twice as long for a program")
	flag.Int64Var(&b.capacity, "capacity", 0, "bytes; 0 for what the name of a file says")
	flag.Uint64Var(&b.seed, "seed", 0, "that of random choices")
	flag.StringVar(&b.out, "out", "", "a folder for the plans")
	flag.Parse()
	if err := b.run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench/buffers:", err)
		os.Exit(1)
	}
	if b.missed > 0 {
		fmt.Fprintf(os.Stderr, "bench/buffers: %d bars are missed\n", b.missed)
		os.Exit(1)
	}
}

// bench is what is asked for, and how many bars were missed.
type bench struct {
	time     time.Duration
	capacity int64
	seed     uint64
	out      string
	missed   int
}

// work is a placement, and its bar.
type work struct {
	name     string
	buffers  []memory.Buffer
	options  memory.AssignOptions
	seconds  float64
	ratio    float64
	capacity bool
	// live is the most bytes that are live at once.
	live int64
}

// tooHigh says that a plan is above the ratio, and may not be the lowest there is.
func (w *work) tooHigh(p *memory.Plan) bool {
	return float64(p.Height) > w.ratio*float64(w.live) && !p.Optimal
}

func (b *bench) run(files []string) error {
	if b.time <= 0 || b.capacity < 0 {
		return fmt.Errorf("-time %v, -capacity %d: there must be some time, and no negative capacity", b.time, b.capacity)
	}
	if b.out != "" {
		if err := os.MkdirAll(b.out, 0o777); err != nil {
			return err
		}
	}
	programs := len(files) == 0
	if programs {
		entries, err := os.ReadDir(folder)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(os.Stderr, "bench/buffers: there is no folder %s: only generated programs are placed\n", folder)
		} else if err != nil {
			return err
		}
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".csv") {
				files = append(files, filepath.Join(folder, e.Name()))
			}
		}
	}
	fmt.Println("| case | buffers | most live | height | height/live | gap, % | status | s | processor s | bar |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, file := range files {
		if err := b.file(file); err != nil {
			return err
		}
	}
	if programs {
		return b.programs()
	}
	return nil
}

// file places the buffers of a file.
func (b *bench) file(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	buffers, err := memory.ReadBuffers(f, file)
	if err != nil {
		return err
	}
	w := work{name: strings.TrimSuffix(filepath.Base(file), ".csv"), buffers: buffers, seconds: 5}
	w.options = memory.AssignOptions{Capacity: b.capacity, Time: b.time, Seed: b.seed}
	if b.capacity == 0 {
		if i := strings.LastIndexByte(w.name, '.'); i >= 0 {
			if n, err := strconv.ParseInt(w.name[i+1:], 10, 64); err == nil && n > 0 {
				w.options.Capacity = n
			}
		}
	}
	w.capacity = w.options.Capacity > 0
	return b.place(w)
}

// programs places those of generated programs.
func (b *bench) programs() error {
	for _, kind := range buffergen.Kinds {
		w := work{name: "best fit: " + kind, buffers: buffergen.Program(kind, 100_000, b.seed), seconds: 1, ratio: 1.05}
		if err := b.place(w); err != nil {
			return err
		}
	}
	for _, n := range []int{1000, 20_000, 60_000} {
		for _, kind := range buffergen.Kinds {
			w := work{name: kind, buffers: buffergen.Program(kind, n, b.seed), seconds: 10, ratio: 1.001}
			w.options = memory.AssignOptions{Time: 2 * b.time, Seed: b.seed}
			if err := b.place(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// place prints a line of the table.
func (b *bench) place(w work) error {
	w.live = mostLive(w.buffers)
	p, seconds, cpu, err := assign(w)
	var above *memory.CapacityError
	if err != nil && !errors.As(err, &above) {
		return fmt.Errorf("%s: %w", w.name, err)
	}
	if err := check.Plan(w.buffers, p.Offsets, p.Height); err != nil {
		return fmt.Errorf("%s: the plan is wrong: %w", w.name, err)
	}
	status := "feasible"
	switch {
	case above != nil && above.Impossible():
		status = "impossible"
	case above != nil:
		status = "none found"
	case p.Optimal:
		status = "optimal"
	}
	ratio := float64(p.Height) / float64(max(w.live, 1))
	var missed []string
	if above != nil && w.capacity {
		missed = append(missed, fmt.Sprintf("%d bytes", w.options.Capacity))
	}
	if w.ratio > 0 && w.tooHigh(p) {
		missed = append(missed, fmt.Sprint("ratio ", w.ratio))
	}
	// A search that goes on until its time is over needs a little more than that.
	if cpu > w.seconds*1.05 {
		missed = append(missed, fmt.Sprint(w.seconds, " s"))
	}
	bar := "met"
	if len(missed) > 0 {
		bar = "missed: " + strings.Join(missed, ", ")
		b.missed++
	}
	fmt.Printf("| %s | %d | %d | %d | %.5f | %.3f | %s | %.2f | %.2f | %s |\n", w.name, len(w.buffers), w.live, p.Height, ratio,
		100*float64(p.Height-p.Bound)/float64(max(p.Bound, 1)), status, seconds, cpu, bar)
	return b.write(w, p)
}

// assign places buffers, and says how long that took by the clock and the processor.
// Where other work had most of the processor, so that the time was over before this
// had its share of it, it begins again with more.
func assign(w work) (p *memory.Plan, seconds, cpu float64, err error) {
	asked := w.options.Time.Seconds()
	for range 4 {
		begin, used := time.Now(), processor.Time()
		p, err = memory.Assign(w.buffers, w.options)
		seconds, cpu = time.Since(begin).Seconds(), (processor.Time() - used).Seconds()
		var above *memory.CapacityError
		unmet := errors.As(err, &above) || err == nil && w.ratio > 0 && w.tooHigh(p)
		if !unmet || cpu > 0.8*asked {
			break
		}
		w.options.Time = time.Duration(float64(w.options.Time) * min(8, 0.95*asked/max(cpu, 0.01)))
	}
	return p, seconds, cpu, err
}

// mostLive is the most bytes that are live at once.
func mostLive(buffers []memory.Buffer) (most int64) {
	type change struct{ time, bytes int64 }
	var changes []change
	for _, b := range buffers {
		changes = append(changes, change{b.Lower, b.Size}, change{b.Upper, -b.Size})
		for _, g := range b.Gaps {
			changes = append(changes, change{g.Lower, g.To - g.From - b.Size}, change{g.Upper, b.Size - (g.To - g.From)})
		}
	}
	slices.SortFunc(changes, func(x, y change) int { return cmp.Compare(x.time, y.time) })
	var live int64
	for i, c := range changes {
		if live += c.bytes; i+1 == len(changes) || changes[i+1].time != c.time {
			most = max(most, live)
		}
	}
	return most
}

// write writes a plan, if there is a folder for it.
func (b *bench) write(w work, p *memory.Plan) error {
	if b.out == "" {
		return nil
	}
	name := strings.Map(func(r rune) rune {
		if slices.Contains([]rune(" :/\\"), r) {
			return '-'
		}
		return r
	}, w.name)
	f, err := os.Create(filepath.Join(b.out, fmt.Sprintf("%s-%d.csv", name, len(w.buffers))))
	if err != nil {
		return err
	}
	if err := memory.WriteBuffers(f, w.buffers, p.Offsets); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
