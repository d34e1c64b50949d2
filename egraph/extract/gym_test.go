package extract

import (
	"encoding/csv"
	"iter"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/input"
)

const gym = "../../../shared/data/egraph"

// readGym reads a file of the benchmark.
func readGym(t testing.TB, name string) *File {
	r, err := os.Open(filepath.Join(gym, "gym", name))
	if err != nil {
		t.Skip("the benchmark is not there: ", err)
	}
	defer r.Close()
	f, err := Read(r, name, input.Memory())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// baseline are the rows of the benchmark's results, by column.
func baseline(t testing.TB) (rows []map[string]string) {
	r, err := os.Open(filepath.Join(gym, "baseline.csv"))
	if err != nil {
		t.Skip("the benchmark is not there: ", err)
	}
	defer r.Close()
	all, err := csv.NewReader(r).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, fields := range all[1:] {
		row := map[string]string{}
		for i, v := range fields {
			row[all[0][i]] = v
		}
		rows = append(rows, row)
	}
	return rows
}

// figure is a number of a row, +Inf for none.
func figure(row map[string]string, column string) float64 {
	v, err := strconv.ParseFloat(row[column], 64)
	if err != nil {
		return math.Inf(1)
	}
	return v
}

// quick are families of which a plain test tries every eighth file.
var quick = regexp.MustCompile("^(babble/text|diospyros/simple|dummy|egg|flexc|impress|lean|rover/box_filter_[35]|tensat/resnet)")

// sample are files of the benchmark, all of them in a campaign.
func sample(t *testing.T) iter.Seq2[map[string]string, *File] {
	_, count := campaign.Cases(0)
	return func(yield func(map[string]string, *File) bool) {
		for i, row := range baseline(t) {
			if count == 0 && (!quick.MatchString(row["file"]) || i%8 != 0 && !strings.Contains(row["file"], "rover")) {
				continue
			}
			if !yield(row, readGym(t, row["file"])) {
				return
			}
		}
	}
}

// TestGym: choices for the benchmark's files are not dearer than the best known, each method is at
// least as good as the simpler one, and the result is the same twice. Bench/extract has the figures
// of all.
func TestGym(t *testing.T) {
	for row, f := range sample(t) {
		var costs [3]float64
		for m := range Methods {
			r, err := Run(&f.Problem, Options{Method: Method(m)})
			if err != nil {
				t.Fatal(row["file"], err)
			}
			cost, err := f.CostOf(r.Choice)
			if err != nil || cost != r.Cost || r.Bound > cost {
				t.Errorf("%s: %v: %v, cost %g, in fact %g, bound %g", row["file"], Method(m), err, r.Cost, cost, r.Bound)
			}
			costs[m] = cost
			if Method(m) != Exact {
				continue
			}
			if best := min(figure(row, "best"), figure(row, "proven_optimum")); cost > best+1e-8*math.Abs(best) {
				t.Errorf("%s: cost %.10g, but %.10g is known", row["file"], cost, best)
			}
			again, _ := Run(&f.Problem, Options{})
			if again.Work != r.Work || !slices.Equal(again.Choice, r.Choice) {
				t.Errorf("%s: not the same result twice", row["file"])
			}
		}
		if costs[Exact] > costs[Greedy] || costs[Greedy] > costs[Tree] {
			t.Errorf("%s: exact, greedy and tree cost %g", row["file"], costs)
		}
	}
}

// TestLimits: whatever work is allowed, there is a choice, and its bound holds.
func TestLimits(t *testing.T) {
	f := readGym(t, "babble/text_text_ellisk_2019-01-24T22.05.53--bench010_it17.json.gz")
	const least = 246
	for work := int64(1); work < 1<<26; work *= 8 {
		r, err := Run(&f.Problem, Options{Work: work})
		if err != nil || r.Cost < least || r.Bound > least || !r.Proven && r.Ended != EndWork {
			t.Errorf("work %d: %+v, %v", work, r, err)
		}
	}
	asked := 0
	r, err := Run(&f.Problem, Options{Interrupt: func() bool { asked++; return true }})
	if err != nil || asked == 0 || r.Ended != EndInterrupted && !r.Proven {
		t.Errorf("interrupted: %+v, %v", r, err)
	}
}
