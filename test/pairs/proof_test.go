package pairs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/prove"
)

// proof is what is proven of a pair, with its own element type.
type proof struct {
	prove.Proof
	// elem is that type.
	elem string
	// extents and axes say how many of the extents are free, and of how many axes there may be any
	// number.
	extents, axes share
}

// share is how many there are of something.
type share struct{ some, all int }

// words is what a share is called: the extents of all, of some or of none.
func (s share) words(none, some, all string) string {
	switch s.some {
	case 0:
		return none
	case s.all:
		return all
	}
	return some
}

// proven proves a pair as generally as it can be.
func proven(t *testing.T, name string) proof {
	p := read(t, name)
	var sides [2]*ir.Block
	for i, text := range []string{p.Left, p.Right} {
		module, err := p.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ir.Symbols(module) {
			sides[i] = f.RegionAt(0).First()
		}
	}
	found, family := prove.Generalise(sides[0], sides[1])
	out := proof{Proof: found, elem: p.Elem()}
	shape := extents(sides[0])
	free, carried := make([]bool, len(shape)), make([]bool, len(shape))
	for i, s := range family.Symbols {
		var values []int64
		for _, s := range family.Symbols {
			values = append(values, s.Base)
		}
		values[i]++
		left, _, err := family.Make(values)
		if err != nil {
			t.Fatalf("there is no pair for %s = %d: %v", s.Name, values[i], err)
		}
		for k, n := range extents(left) {
			if n != shape[k] {
				free[k] = true
				carried[k] = carried[k] || slices.Contains(found.Carried, s.Name)
			}
		}
	}
	for k, n := range shape {
		if n < 2 {
			continue
		}
		out.extents.all++
		out.axes.all++
		if free[k] {
			out.extents.some++
		}
		if carried[k] {
			out.axes.some++
		}
	}
	return out
}

// extents are the extents of what goes into a program and comes out of it.
func extents(b *ir.Block) (out []int) {
	for _, v := range slices.Concat(b.Args(), b.Last().Operands()) {
		for _, n := range v.Type().Shape() {
			out = append(out, int(n))
		}
	}
	return out
}

// cell is what the table says of a proof.
func (p proof) cell() string {
	sense := [...]string{prove.ByDefinition: "by definition", prove.OverRings: "over rings", prove.OverReals: "over reals"}
	if p.Kind == prove.Unknown {
		return "-"
	}
	return fmt.Sprintf("%s %s, %s, %s", p.elem, sense[p.Kind], p.extents.words("given extents", "some extents", "all extents"), p.axes.words("given axes", "some axes", "all axes"))
}

// proofs is the text below the table: how many pairs are proven in which sense, and why others are
// not.
func proofs(rows []row) string {
	kinds := map[prove.Kind]int{}
	var extents, someExtents, axes, someAxes int
	var failed strings.Builder
	for _, r := range rows {
		p := r.proof
		if kinds[p.Kind]++; p.Kind == prove.Unknown {
			fmt.Fprintf(&failed, "* `%s` is not proven: %s.\n", r.name, p.Reason)
			continue
		}
		for _, c := range []struct {
			share
			all, some *int
		}{{p.extents, &extents, &someExtents}, {p.axes, &axes, &someAxes}} {
			switch {
			case c.share.some == 0:
			case c.share.some == c.share.all:
				*c.all++
			default:
				*c.some++
			}
		}
	}
	text := fmt.Sprintf("\nOf the %d pairs, %d are proven by definition, %d over rings and %d over the reals.\n"+
		"%d proofs are for all extents and %d for some; %d for any number of all axes and %d of some.\n",
		len(rows), kinds[prove.ByDefinition], kinds[prove.OverRings], kinds[prove.OverReals], extents, someExtents, axes, someAxes)
	if failed.Len() > 0 {
		text += "\n" + failed.String()
	}
	return text
}
