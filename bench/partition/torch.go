package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/tg-opt/tg/bench/internal/page"
	"github.com/tg-opt/tg/bench/partition/joint"
)

// torch compares our cut with PyTorch's partitioner, on its graphs.
func torch(write bool) error {
	graphs, err := joint.Ask()
	if errors.Is(err, joint.ErrAbsent) {
		fmt.Fprintln(os.Stderr, "bench/partition: graphs that PyTorch wrote earlier are compared:", err)
		graphs, err = joint.Written()
	}
	if err != nil {
		return err
	}
	var table bytes.Buffer
	table.WriteString("| model | least | ours: weight | bytes | flops again | us | PyTorch: weight | bytes | flops again | us |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	var worse []error
	for _, g := range graphs {
		theirs := g.Theirs()
		for _, o := range joint.Objectives {
			saved, again, err := g.Best(o)
			if err != nil {
				return err
			}
			ours := g.Sum(saved, again)
			if ours.Of(o) > theirs.Of(o) {
				worse = append(worse, fmt.Errorf("%s is worse by %s", g.Name, o))
			}
			weight := "" // by other rules we keep what by its own cannot be
			if o == joint.Rule {
				weight = fmt.Sprint(ours.Weight)
			}
			fmt.Fprintf(&table, "| %s | %s | %s | %d | %d | %.3g | %d | %d | %d | %.3g |\n", g.Name, o, weight, ours.Bytes, ours.Flops, ours.Seconds*1e6,
				theirs.Weight, theirs.Bytes, theirs.Flops, theirs.Seconds*1e6)
		}
	}
	fmt.Fprintf(&table, "\nPyTorch %s.\n", graphs[0].Version)
	if write {
		err = page.Write("docs/performance.md", "partition torch", table.Bytes())
	} else {
		_, err = os.Stdout.Write(table.Bytes())
	}
	return errors.Join(append(worse, err)...)
}
