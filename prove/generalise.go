package prove

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// place is where a number is in graphs: an extent of a type, for no name, or an entry of the list
// of an attribute. All numbers of a place that are equal change together.
type place struct {
	attr  string
	value int64
}

// general is a pair of graphs whose numbers may change.
type general struct {
	left, right *ir.Block
	places      []place
	// products are places whose extent is that of two others, multiplied.
	products map[place][2]place
	kind     Kind
}

// move is a way to change numbers: lead changes by 1, all by what the factors say. Its
// value is at least least.
type move struct {
	lead    place
	factors map[place]int64
	least   int64
}

const (
	maxCompanions = 2 // places that change together with another one
	maxPlaces     = 8 // of one pair
)

// Generalise finds a family of graphs that a pair is one of: extents, and entries of attributes,
// become symbols as long as both sides stay valid, of the same type, and equal as far as the pair
// is. It proves the family, which is what the proof is then about: its Extents say which that is.
// Where no family is found, or proven, the proof is that of the pair.
func Generalise(left, right *ir.Block) (Proof, Family) {
	family := Pair(left, right)
	base := Prove(family)
	if base.Kind == Unknown {
		return base, family
	}
	g := &general{left: left, right: right, kind: base.Kind}
	g.find()
	best := base
	var list []move
	for _, lead := range g.places {
		d, ok := g.direction(lead)
		if !ok || slices.ContainsFunc(list, func(e move) bool { return e.factors[lead] != 0 || d.factors[e.lead] != 0 }) {
			continue
		}
		for _, more := range []int64{0, 1} {
			d.least = g.least(d) + more
			f := g.family(append(slices.Clip(list), d))
			if p := Prove(f); p.Kind == base.Kind && g.small(f) {
				best, family, list = p, f, append(list, d)
				break
			}
		}
	}
	return best, family
}

// find lists the places of numbers.
func (g *general) find() {
	var args, others []place
	note := func(list *[]place, p place) {
		if !slices.Contains(args, p) && !slices.Contains(others, p) {
			*list = append(*list, p)
		}
	}
	for _, v := range g.left.Args() {
		for _, n := range v.Type().Shape() {
			if n > 1 {
				note(&args, place{value: n})
			}
		}
	}
	for _, b := range []*ir.Block{g.left, g.right} {
		for o := b.First(); o != b.Last(); o = o.Next() {
			if o.Has(ir.StatedTypes) || o.Has(ir.ConstantLike) {
				for _, t := range o.ResultTypes() {
					for _, n := range t.Shape() {
						if n > 1 {
							note(&others, place{value: n})
						}
					}
				}
			}
			for _, a := range slices.Concat(o.Props().Entries(), o.Attrs().Entries()) {
				if ir.IsInts.Ok(a.Value) {
					for _, n := range a.Value.Ints() {
						note(&others, place{a.Name, n})
					}
				}
			}
		}
	}
	g.products = map[place][2]place{}
	for _, p := range others {
		for i, x := range args {
			for _, y := range args[:i+1] {
				if p.attr == "" && x.value*y.value == p.value {
					g.products[p] = [2]place{y, x}
				}
			}
		}
	}
	others = slices.DeleteFunc(others, func(p place) bool { _, is := g.products[p]; return is })
	g.places = append(args, others...)
	g.places = g.places[:min(len(g.places), maxPlaces)]
}

// direction searches what changes together with a place, and how.
func (g *general) direction(lead place) (move, bool) {
	d := move{lead: lead, factors: map[place]int64{lead: 1}}
	isExtent := func(p place) bool { return p.attr == "" }
	others := slices.DeleteFunc(slices.Clone(g.places), isExtent) // first, as attributes follow extents
	for _, p := range g.places {
		if isExtent(p) {
			others = append(others, p)
		}
	}
	var search func(from, left int) bool
	search = func(from, left int) bool {
		if left == 0 {
			return g.works(d)
		}
		for i := from; i < len(others); i++ {
			p := others[i]
			if p == lead {
				continue
			}
			for _, c := range []int64{1, 2, -1} {
				d.factors[p] = c
				if search(i+1, left-1) {
					return true
				}
				delete(d.factors, p)
			}
		}
		return false
	}
	for companions := range maxCompanions + 1 {
		if search(0, companions) {
			return d, true
		}
	}
	return d, false
}

// works reports whether both sides can be made, and are equal, a step and two into a direction.
func (g *general) works(d move) bool {
	for step := range int64(2) {
		left, right, err := g.make(func(p place) int64 { return p.value + (step+1)*d.factors[p] })
		if err != nil || Prove(Pair(left, right)).Kind < g.kind {
			return false
		}
	}
	return true
}

// family has a symbol for each of some directions.
func (g *general) family(list []move) Family {
	f := Family{Make: func(values []int64) (left, right *ir.Block, err error) {
		return g.make(func(p place) int64 {
			v := p.value
			for i, d := range list {
				v += d.factors[p] * (values[i] - d.lead.value)
			}
			return v
		})
	}}
	for _, d := range list {
		f.Symbols = append(f.Symbols, Symbol{Name: d.lead.name(), Min: d.least, Base: max(2, d.lead.value)})
		var along []string
		for _, p := range g.places {
			if c := d.factors[p]; c != 0 && p != d.lead {
				along = append(along, fmt.Sprintf("%+d*%s", c, p.name()))
			}
		}
		if along != nil {
			f.Symbols[len(f.Symbols)-1].Note = "together with " + strings.Join(along, ", ")
		}
	}
	return f
}

func (p place) name() string {
	name := p.attr
	if name == "" {
		name = "n"
	}
	return strings.ReplaceAll(fmt.Sprint(name, p.value), "-", "m")
}

// least is the least value of the lead, at least 0, from which on both sides are valid.
func (g *general) least(d move) int64 {
	low := d.lead.value
	for low > 0 {
		if _, _, err := g.make(func(p place) int64 { return p.value + d.factors[p]*(low-1-d.lead.value) }); err != nil {
			break
		}
		low--
	}
	return low
}

// small reports whether the pairs of a family are equal, extents being known, at some values of the
// symbols: also those at which ops may be something else at the index level.
func (g *general) small(f Family) bool {
	return !slices.ContainsFunc(f.points(), func(point []int64) bool {
		left, right, err := f.Make(point)
		return err == nil && Prove(Pair(left, right)).Kind < g.kind
	})
}

// make makes both sides with other numbers.
func (g *general) make(value func(place) int64) (left, right *ir.Block, err error) {
	of := func(p place) int64 {
		if two, ok := g.products[p]; ok {
			return value(two[0]) * value(two[1])
		}
		return value(p)
	}
	if left, err = remade(g.left, of); err != nil {
		return nil, nil, err
	}
	if right, err = remade(g.right, of); err != nil {
		return nil, nil, err
	}
	for i, v := range left.Last().Operands() {
		if v.Type() != right.Last().Operand(i).Type() {
			return nil, nil, errors.New("the results have different types")
		}
	}
	return left, right, nil
}

// remade is a block with other numbers, in a region of its own.
func remade(block *ir.Block, value func(place) int64) (*ir.Block, error) {
	c := block.Last().Context()
	out, region, b := &ir.Block{}, &ir.Region{}, ir.NewBuilder(c)
	region.Append(out)
	values := map[*ir.Value]*ir.Value{}
	resized := func(t *ir.Type) (*ir.Type, error) {
		shape := slices.Clone(t.Shape())
		for d, n := range shape {
			if n > 1 {
				shape[d] = value(place{value: n})
			}
			if shape[d] < 0 {
				return nil, errors.New("an extent is negative")
			}
		}
		return c.WithShape(t, shape), nil
	}
	for _, v := range block.Args() {
		t, err := resized(v.Type())
		if err != nil {
			return nil, err
		}
		values[v] = out.AddArg(t, 0)
	}
	b.AtEnd(out)
	for o := block.First(); o != nil; o = o.Next() {
		st := &ir.OpState{Name: o.OpName()}
		for _, v := range o.Operands() {
			if values[v] == nil {
				return nil, errors.New("a value comes from outside")
			}
			st.Operands = append(st.Operands, values[v])
		}
		for _, a := range slices.Concat(o.Props().Entries(), o.Attrs().Entries()) {
			switch {
			case ir.IsInts.Ok(a.Value):
				list := slices.Clone(a.Value.Ints())
				for i, n := range list {
					list[i] = value(place{a.Name, n})
				}
				a.Value = c.I64Array(list)
			case a.Value.Is(ir.DenseAttr) && a.Value.Type().IsRankedTensor() && a.Value.IsSplat():
				t, err := resized(a.Value.Type())
				if err != nil {
					return nil, err
				}
				a.Value = c.Dense(t, a.Value.Raw())
			}
			st.Attrs = append(st.Attrs, a)
		}
		if o.Has(ir.StatedTypes) || o == block.Last() {
			st.Results = []*ir.Type{}
			for _, t := range o.ResultTypes() {
				t, err := resized(t)
				if err != nil {
					return nil, err
				}
				st.Results = append(st.Results, t)
			}
		}
		for i := range o.NumRegions() {
			st.Regions = append(st.Regions, b.CloneRegion(o.RegionAt(i), values, map[*ir.Block]*ir.Block{}))
		}
		made, err := b.Create(st)
		if err != nil {
			return nil, err
		}
		if o != block.Last() {
			if err := ir.Verify(made); err != nil {
				return nil, err
			}
		}
		for i, v := range o.Results() {
			values[v] = made.Result(i)
		}
	}
	return out, nil
}
