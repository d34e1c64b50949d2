package ir

import (
	"math/rand/v2"
	"testing"
)

// randomRegion is a region of n blocks, each of which ends with a jump to up to
// three blocks that are not the entry: loops with several entries, branches to
// themselves, blocks that nothing reaches and equal successors all occur.
func randomRegion(t *testing.T, rng *rand.Rand, c *Context, n int) (*Region, []*Block) {
	r := &Region{}
	blocks := make([]*Block, n)
	for i := range blocks {
		blocks[i] = &Block{}
		r.Append(blocks[i])
	}
	for _, b := range blocks {
		var succ []*Block
		if n > 1 {
			for range rng.IntN(4) {
				succ = append(succ, blocks[1+rng.IntN(n-1)])
			}
		}
		if _, err := NewBuilder(c).AtEnd(b).Create(&OpState{Name: c.OpName("u.jump"), Results: []*Type{}, Successors: succ}); err != nil {
			t.Fatal(err)
		}
	}
	return r, blocks
}

// reach is the blocks that from reaches without passing through without.
func reach(from, without *Block) map[*Block]bool {
	seen := map[*Block]bool{}
	if from == without {
		return seen
	}
	seen[from] = true
	for work := []*Block{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Successors() {
			if s != without && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return seen
}

// TestDominance compares the dominator tree with the definition: a dominates b
// if b cannot be reached without a.
func TestDominance(t *testing.T) {
	c := NewContext()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		r, blocks := randomRegion(t, rng, c, 1+rng.IntN(12))
		entry := r.First()
		reached := reach(entry, nil)
		d := NewDominance()
		dominates := map[[2]*Block]bool{}
		for _, a := range blocks {
			if d.Reachable(a) != reached[a] {
				t.Fatalf("reachable: got %v, want %v", !reached[a], reached[a])
			}
			avoiding := reach(entry, a)
			for _, b := range blocks {
				want := a == b || !reached[b] || reached[a] && !avoiding[b]
				if got := d.BlockDominates(a, b); got != want {
					t.Fatalf("block %d of %d dominates %v: got %v, want %v", index(blocks, a), len(blocks), index(blocks, b), got, want)
				}
				dominates[[2]*Block{a, b}] = want
			}
		}
		checkChildren(t, d, blocks, reached, dominates)
		checkReversePostorder(t, r, reached, dominates)
	}
}

func index(blocks []*Block, b *Block) int {
	for i, c := range blocks {
		if b == c {
			return i
		}
	}
	return -1
}

// checkChildren checks the tree: the parent of b is the dominator of b that all
// others dominate.
func checkChildren(t *testing.T, d *Dominance, blocks []*Block, reached map[*Block]bool, dominates map[[2]*Block]bool) {
	t.Helper()
	parents := map[*Block]*Block{}
	for _, a := range blocks {
		for _, b := range d.Children(a) {
			if parents[b] != nil {
				t.Fatal("a block has two parents")
			}
			parents[b] = a
		}
	}
	for i, b := range blocks {
		p := parents[b]
		if (p != nil) != (reached[b] && i > 0) {
			t.Fatalf("block %d: has a parent is %v", i, p != nil)
		}
		for _, a := range blocks {
			if p != nil && a != b && dominates[[2]*Block{a, b}] && reached[a] && !dominates[[2]*Block{a, p}] {
				t.Fatalf("block %d: its parent is not its immediate dominator", i)
			}
		}
	}
}

// checkReversePostorder checks that the order has every reachable block once,
// and dominators first.
func checkReversePostorder(t *testing.T, r *Region, reached map[*Block]bool, dominates map[[2]*Block]bool) {
	t.Helper()
	order := ReversePostorder(r)
	if len(order) != len(reached) || order[0] != r.First() {
		t.Fatalf("%d blocks in order, want %d", len(order), len(reached))
	}
	seen := map[*Block]bool{}
	for _, b := range order {
		for a := range reached {
			if a != b && dominates[[2]*Block{a, b}] && !seen[a] {
				t.Fatal("a block comes before its dominator")
			}
		}
		if seen[b] || !reached[b] {
			t.Fatal("a block comes twice, or is not reached at all")
		}
		seen[b] = true
	}
}

// TestEraseUnreachable erases, in random graphs, what the entry does not reach,
// with values used across the blocks that go.
func TestEraseUnreachable(t *testing.T) {
	c := NewContext()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		r, blocks := randomRegion(t, rng, c, 1+rng.IntN(10))
		reached := reach(r.First(), nil)
		outside := free(t, c, "u.source", nil, c.F32()).Result(0)
		var dead []*Value
		for _, b := range blocks {
			if !reached[b] {
				dead = append(dead, NewBuilder(c).AtStart(b).Insert(free(t, c, "u.make", []*Value{outside}, c.F32())).Result(0))
			}
		}
		for _, b := range blocks {
			if !reached[b] {
				NewBuilder(c).AtStart(b).Insert(free(t, c, "u.use", []*Value{dead[rng.IntN(len(dead))]}))
			}
		}
		if got, want := EraseUnreachable(r), len(blocks)-len(reached); got != want {
			t.Fatalf("erased %d blocks, want %d", got, want)
		}
		for b := r.First(); b != nil; b = b.Next() {
			if !reached[b] {
				t.Fatal("a block is left that nothing reaches")
			}
			delete(reached, b)
		}
		if len(reached) > 0 || outside.HasUses() {
			t.Fatal("a block is gone that the entry reaches, or a use is left of one that is gone")
		}
	}
}
