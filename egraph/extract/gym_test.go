package extract

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

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

// TestHeuristics: trees and greedy DAGs of the benchmark's files cost what its own cost.
func TestHeuristics(t *testing.T) {
	for _, row := range baseline(t) {
		f := readGym(t, row["file"])
		for m, column := range map[Method]string{Tree: "tree_greedy", Greedy: "dag_greedy"} {
			r, err := Run(&f.Problem, Options{Method: m})
			if err != nil {
				t.Fatal(row["file"], err)
			}
			if want, _ := strconv.ParseFloat(row[column], 64); math.Abs(r.Cost-want) > 1e-6*math.Abs(want) {
				t.Logf("%s: %v costs %.10g, in the benchmark %s", row["file"], m, r.Cost, row[column])
			}
		}
	}
}
