// Command extract shows how cheap the choices of package egraph/extract are on the files of the
// benchmark extraction-gym, how many of them it proves to be the cheapest, and how long that takes,
// on one core.
//
//	go run ./bench/extract [-data ../shared/data/egraph] [-match REGEXP] [-seed N] [-work N] [-seconds 10] [-files] [-write]
//
// A row is a family of files; -files prints the files, too. -seed N gives each node a cost drawn
// anew, between 0 and 1, in place of its own. The command fails where a choice costs more than the
// best that is known, or with -seed more than greedy DAG extraction; where a proven optimum is
// missed; and where fewer files are proven than the bars say. The work is counted, so that results
// are those of every machine; -seconds of processor time for a file end it only where it is slow,
// and then the row says so. -write puts the table into docs/performance.md.
package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/bench/internal/page"
	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/egraph/extract"
	"github.com/tg-opt/tg/internal/input"
)

// The bars: which part of the files is to be proven, and which of the others is to have a gap of at
// most smallGap.
const (
	provenBar, drawnBar = 0.95, 0.90
	smallGap, gapBar    = 0.02, 0.5
	tolerance           = 1e-8 // of costs that files give with so many digits
)

type bench struct {
	data    string
	match   *regexp.Regexp
	seed    uint64
	work    int64
	seconds float64
	files   bool
	missed  []string
	rows    []*row
}

// row is what a file shows, or all files of a family.
type row struct {
	name              string
	files, kept       int // kept are not dearer than the best that is known
	proven, close     int
	nodes, left       int
	seconds, longest  float64
	cost, best, worst float64 // worst is the largest gap
}

func main() {
	b := &bench{}
	flag.StringVar(&b.data, "data", "../shared/data/egraph", "folder of the benchmark")
	match := flag.String("match", "", "only files whose names match")
	flag.Uint64Var(&b.seed, "seed", 0, "draw costs anew; 0 keeps those of the files")
	flag.Int64Var(&b.work, "work", 0, "how much work is allowed; 0 for the default")
	flag.Float64Var(&b.seconds, "seconds", 10, "processor time after which a file is given up")
	flag.BoolVar(&b.files, "files", false, "print the files, too")
	write := flag.Bool("write", false, "write the table into docs/performance.md")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	var err error
	if b.match, err = regexp.Compile(*match); err == nil {
		err = b.run()
	}
	if err == nil {
		table := b.table()
		if *write {
			err = page.Write("docs/performance.md", "extract", table)
		} else {
			os.Stdout.Write(table)
		}
	}
	if err == nil && len(b.missed) > 0 {
		err = fmt.Errorf("%s", strings.Join(b.missed, "\n"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run extracts from all files.
func (b *bench) run() error {
	r, err := os.Open(filepath.Join(b.data, "baseline.csv"))
	if err != nil {
		return err
	}
	defer r.Close()
	lines, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return err
	}
	column := map[string]int{}
	for i, name := range lines[0] {
		column[name] = i
	}
	for _, line := range lines[1:] {
		name := line[column["file"]]
		if !b.match.MatchString(name) {
			continue
		}
		number := func(of string) float64 {
			v, err := strconv.ParseFloat(line[column[of]], 64)
			if err != nil {
				return math.Inf(1)
			}
			return v
		}
		if err := b.one(name, number("best"), number("proven_optimum")); err != nil {
			return err
		}
	}
	return nil
}

// one extracts from a file, of which the best known cost is given, and what is proven to be the
// least.
func (b *bench) one(name string, best, optimum float64) error {
	in, err := os.Open(filepath.Join(b.data, "gym", name))
	if err != nil {
		return err
	}
	defer in.Close()
	f, err := extract.Read(in, name, input.Memory())
	if err != nil {
		return err
	}
	if b.seed > 0 {
		rng := rand.New(rand.NewPCG(b.seed, 0))
		for n := range f.Cost {
			f.Cost[n] = rng.Float64()
		}
		greedy, err := extract.Run(&f.Problem, extract.Options{Method: extract.Greedy})
		if err != nil {
			return err
		}
		best, optimum = greedy.Cost, math.Inf(1)
	}
	begin := processor.Time()
	late := func() bool { return (processor.Time() - begin).Seconds() > b.seconds }
	r, err := extract.Run(&f.Problem, extract.Options{Work: b.work, Interrupt: late})
	if err != nil {
		return err
	}
	took := (processor.Time() - begin).Seconds()
	x := &row{name: name, files: 1, nodes: len(f.Cost), left: r.Nodes, seconds: took, longest: took, cost: r.Cost, best: best, worst: r.Gap}
	if r.Cost <= best+tolerance*math.Abs(best) {
		x.kept = 1
	} else {
		b.missed = append(b.missed, fmt.Sprintf("%s: cost %.10g, but %.10g is known", name, r.Cost, best))
	}
	if r.Cost > optimum+tolerance*math.Abs(optimum) {
		b.missed = append(b.missed, fmt.Sprintf("%s: the optimum is %.10g", name, optimum))
	}
	if r.Proven {
		x.proven = 1
	} else if r.Gap <= smallGap {
		x.close = 1
	}
	if b.files || !r.Proven {
		fmt.Fprintf(os.Stderr, "%-60s %6d -> %6d nodes %6.2f s work %5.0fM cost %.10g best %.10g bound %.10g gap %.2f%% %s\n",
			name, x.nodes, x.left, took, float64(r.Work)/1e6, r.Cost, best, r.Bound, 100*r.Gap, r.Ended)
	}
	b.rows = append(b.rows, x)
	return nil
}

// table is what the files of each family show, and all together.
func (b *bench) table() []byte {
	families := []*row{{name: "all"}}
	for _, x := range b.rows {
		family, _, _ := strings.Cut(x.name, "/")
		at := slices.IndexFunc(families, func(f *row) bool { return f.name == family })
		if at < 0 {
			at = len(families)
			families = append(families, &row{name: family})
		}
		families[at].add(x)
		families[0].add(x)
	}
	slices.SortStableFunc(families[1:], func(a, b *row) int { return cmp.Compare(a.name, b.name) })
	all := families[0]
	bar := provenBar
	if b.seed > 0 {
		bar = drawnBar
	}
	if float64(all.proven) < bar*float64(all.files) {
		b.missed = append(b.missed, fmt.Sprintf("%d of %d files are proven, fewer than %.0f %%", all.proven, all.files, 100*bar))
	}
	if rest := all.files - all.proven; b.seed == 0 && float64(all.close) < gapBar*float64(rest) {
		b.missed = append(b.missed, fmt.Sprintf("%d of the %d others have a gap of at most %.0f %%", all.close, rest, 100*smallGap))
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "| family | files | nodes | left | at most the best known | proven | largest gap | s | longest s |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, f := range append(families[1:], all) {
		fmt.Fprintf(&out, "| %s | %d | %d | %d | %d | %d | %.2f %% | %.2f | %.2f |\n", f.name, f.files, f.nodes, f.left, f.kept, f.proven, 100*f.worst, f.seconds, f.longest)
	}
	return out.Bytes()
}

func (f *row) add(x *row) {
	f.files += x.files
	f.kept += x.kept
	f.proven += x.proven
	f.close += x.close
	f.nodes += x.nodes
	f.left += x.left
	f.seconds += x.seconds
	f.longest = max(f.longest, x.longest)
	f.worst = max(f.worst, x.worst)
}
