package joint

import (
	"errors"
	"testing"
)

// never checks that our choice is at least as good as PyTorch's in each objective, and that the two
// cuts weigh the same by PyTorch's own rule, since both are minimum cuts.
func never(t *testing.T, g *Graph) {
	t.Helper()
	if err := g.check(g.Saved, g.Again); err != nil {
		t.Errorf("PyTorch's choice: %v", err)
	}
	theirs := g.Theirs()
	for _, o := range Objectives {
		saved, again, err := g.Best(o)
		if err != nil {
			t.Errorf("%s: %v", o, err)
			continue
		}
		ours := g.Sum(saved, again)
		if ours.Of(o) > theirs.Of(o) {
			t.Errorf("%s: by %s ours takes %v, PyTorch's %v", g.Name, o, ours.Of(o), theirs.Of(o))
		}
		if o == Rule && ours.Weight != theirs.Weight {
			t.Errorf("%s: our cut weighs %d, PyTorch's %d", g.Name, ours.Weight, theirs.Weight)
		}
	}
}

func TestWrittenGraphs(t *testing.T) {
	graphs, err := Written()
	if err != nil || len(graphs) != len(Models) {
		t.Fatalf("got %d graphs, %v", len(graphs), err)
	}
	for _, g := range graphs {
		never(t, g)
	}
}

func TestAgainstTorch(t *testing.T) {
	if testing.Short() {
		t.Skip("PyTorch takes some seconds to start")
	}
	graphs, err := Ask()
	if errors.Is(err, ErrAbsent) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range graphs {
		never(t, g)
	}
}
