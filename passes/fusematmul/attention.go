package fusematmul

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/ir"
)

// Attention multiplies queries by keys, does something to the rows of scores, and multiplies them
// by values. As one fusion the scores of a few queries at a time stay in the cache, and are never a
// value: row r of all in between is made of row r of what is before it. So what is between may be
// anything that keeps rows, and masks and scales are operands, or in the fusion themselves.

// attention is a product one of whose operands, the left one unless it is as JAX writes it, may be
// rows that begin with another product.
type attention struct {
	*fuser
	last *ir.Op
	form dotForm // of last, with the rows on the left
	rows int
	// members are the other ops of the fusion, each behind those that it needs.
	members []*ir.Op
	forms   map[*ir.Op]fusion.Form // what ops in front of last are in a fusion
	uses    map[*ir.Op]int         // how many reads by members of an op have been seen
	refused map[*ir.Op]error       // why an op is no member
}

// maxMembers bounds the ops of a fusion of attention.
const maxMembers = 64

// attentions makes a fusion of each attention in a block.
func (f *fuser) attentions(b *ir.Block) {
	for o := b.First(); o != nil; {
		next := o.Next()
		if d, ok := dotFormOf(o); ok && o.NumOperands() == 2 && o.Props().Get("activation") == nil {
			_ = f.attention(o, d) || f.attention(o, d.swapped())
		}
		o = next
	}
}

// swapped is the product with its operands in the other order.
func (d dotForm) swapped() dotForm {
	return dotForm{[2]*ir.Value{d.values[1], d.values[0]}, [2]dotDims{d.dims[1], d.dims[0]}}
}

// attention makes a fusion that ends in o, which is a product like d, if its left operand is rows
// that another product begins.
func (f *fuser) attention(o *ir.Op, d dotForm) bool {
	from := d.values[0].Def()
	if from == nil || from.Block() != o.Block() || isContraction(from) {
		return false
	}
	a := &attention{fuser: f, last: o, form: d, forms: map[*ir.Op]fusion.Form{}, uses: map[*ir.Op]int{}, refused: map[*ir.Op]error{}}
	if !a.find() {
		return false
	}
	before, after := a.apart(), a.together()
	if !(after < before) {
		f.run.Count("num-left", 1)
		f.run.Missed(o, "FuseMatmul", "left %d ops from product to product apart: as one they would take %.3g us instead of %.3g us",
			len(a.members)+1, microseconds(after), microseconds(before))
		return false
	}
	fused := a.build()
	if _, err := tg.TileProgram(fused); err != nil {
		loc := fused.RegionAt(0).First().Last().Operand(0).Def()
		tg.Unfuse(fused)
		f.run.Missed(loc, "FuseMatmul", "left %d ops from product to product apart: %s", len(a.members)+1, err)
		return false
	}
	f.run.Count("num-attentions", 1)
	f.run.Passed(fused, "FuseMatmul", "fused %d ops from product to product: %.3g us instead of %.3g us",
		len(a.members)+1, microseconds(after), microseconds(before))
	return true
}

// find lists the members. It reports whether there is a product among them.
func (a *attention) find() bool {
	rows, matrix := a.form.values[0], a.form.values[1]
	from := a.rowsFrom(rows.Def())
	if from == nil {
		return false
	}
	if _, _, kept := analysis.Kept(matrix); kept {
		return false // it is packed once for all runs
	}
	// Products by one matrix pay where rows are longest in between, as scores are.
	if len(a.form.dims[0].batching) == 0 &&
		!(cost.Elements(from.Operand(0).Type()) < cost.Elements(rows.Type()) && cost.Elements(a.last.Result(0).Type()) < cost.Elements(rows.Type())) {
		return false
	}
	missed := func(why string) bool {
		a.run.Missed(a.last, "FuseMatmul", "left '%s' apart from the '%s' that its rows begin with: %s", a.last.Name(), from.Name(), why)
		return false
	}
	if !analysis.StaticShapes(a.last) {
		return missed("not all extents are known")
	}
	left := a.form.dims[0]
	if !slices.IsSorted(left.order(rows.Type().Rank())) {
		return missed("rows are not what its left operand consists of")
	}
	a.rows = 1
	for _, d := range shapeOf(rows.Type())[:rows.Type().Rank()-len(left.contracting)] {
		a.rows *= d
	}
	if cost.Elements(rows.Type()) == 0 || cost.Elements(a.last.Result(0).Type()) == 0 {
		return missed("there is nothing to compute")
	}
	a.visit()
	if !slices.Contains(a.members, from) {
		return missed(a.whyNot())
	}
	for _, o := range append(slices.Clone(a.members), a.last) {
		if d, ok := dotFormOf(o); ok && len(d.dims[0].batching) == 0 && cost.Elements(o.Operand(1).Type()) > cost.Elements(rows.Type()) {
			return missed("one matrix for all rows is larger than they are")
		}
	}
	return true
}

// order are the dimensions of an operand as a product of rows has them: batches, others, and those
// that are summed over.
func (d dotDims) order(rank int) []int64 {
	list := slices.Clone(d.batching)
	for _, i := range d.free(rank) {
		list = append(list, int64(i))
	}
	return append(list, d.contracting...)
}

// rowsFrom is the first product found in front of o. Where one matrix is for all rows, something in
// between must reduce them: else it is a network like any other.
func (a *attention) rowsFrom(o *ir.Op) *ir.Op {
	var product *ir.Op
	reduces := false
	seen, list := map[*ir.Op]bool{o: true}, []*ir.Op{o}
	for len(list) > 0 && len(seen) <= maxMembers {
		o, list = list[0], list[1:]
		if isContraction(o) {
			if product == nil {
				product = o
			}
			continue
		}
		reduces = reduces || o.Is(tg.Reduce)
		for i := range o.NumOperands() {
			if def := o.Operand(i).Def(); def != nil && def.Block() == a.last.Block() && !seen[def] && !def.Has(ir.ConstantLike) {
				seen[def] = true
				list = append(list, def)
			}
		}
	}
	if !reduces && len(a.form.dims[0].batching) == 0 {
		return nil
	}
	return product
}

// visit finds the members: what only members read, row by row.
func (a *attention) visit() {
	a.forms[a.last] = fusion.Form{Kind: fusion.Multiply, Product: &fusion.Product{
		Left: toInts(a.form.dims[0].order(a.form.values[0].Type().Rank())), Inner: toInts(a.form.dims[1].contracting),
	}}
	var found []*ir.Op
	read := func(by *ir.Op, k int, v *ir.Value) {
		def := v.Def()
		if def == nil || def.Block() != a.last.Block() || repeated(def) && !def.Is(tg.Broadcast) || a.refused[def] != nil {
			return
		}
		if _, known := a.forms[def]; !known {
			form, err := a.formOf(def)
			if err != nil {
				a.refused[def] = err
				return
			}
			a.forms[def] = form
		}
		form := a.forms[by]
		if err := form.InRows(k, shapeOf(v.Type()), a.rows); err != nil {
			a.refused[def] = err
			return
		}
		if a.uses[def]++; a.uses[def] == usesOf(v) && len(found) < maxMembers {
			found = append(found, def)
		}
	}
	read(a.last, 0, a.form.values[0])
	for i := 0; i < len(found); i++ {
		for k := range found[i].NumOperands() {
			read(found[i], k, found[i].Operand(k))
		}
	}
	// Each was found when all that reads it had been.
	slices.Reverse(found)
	a.members = found
}

// whyNot tells why there is no product among the members: what is in front of them.
func (a *attention) whyNot() string {
	for _, o := range a.backwards() {
		for k := range o.NumOperands() {
			def := o.Operand(k).Def()
			if def == nil || slices.Contains(a.members, def) {
				continue
			}
			if err := a.refused[def]; err != nil {
				return err.Error()
			}
			if n := a.uses[def]; n > 0 && n < usesOf(def.Result(0)) {
				return fmt.Sprintf("others read the result of '%s', too", def.Name())
			}
		}
	}
	return fmt.Sprintf("there are more than %d ops between", maxMembers)
}

// backwards are last and the members in front of it.
func (a *attention) backwards() []*ir.Op {
	list := append(slices.Clone(a.members), a.last)
	slices.Reverse(list)
	return list
}

// repeated reports whether an op is copied into a fusion that reads it, and not computed outside.
func repeated(o *ir.Op) bool {
	switch {
	case !analysis.StaticShapes(o):
		return false
	case o.Is(tg.Constant):
		return o.Attr("value").Is(ir.DenseAttr) && o.Attr("value").IsSplat()
	case o.Is(tg.Broadcast):
		from := o.Operand(0).Type()
		return o.Result(0).Type().IsStatic() && cost.Bytes(from) < cost.Bytes(o.Result(0).Type()) && !o.Operand(0).Def().Is(tg.Broadcast)
	case o.Is(tg.Iota):
		return o.Result(0).Type().Shape()[o.Attr("dim").Int()] <= fusion.MaxIota
	}
	return false
}

// usesOf is how many operands a value is.
func usesOf(v *ir.Value) int {
	n := 0
	for u := v.FirstUse(); u != nil; u = u.Next() {
		n++
	}
	return n
}

// formOf is what an op is in a fusion, in which it computes rows.
func (a *attention) formOf(o *ir.Op) (fusion.Form, error) {
	if o.NumOperands() == 0 || !tg.MayBeFused(o) || !analysis.StaticShapes(o) {
		return fusion.Form{}, fmt.Errorf("'%s' runs by itself", o.Name())
	}
	node, err := interp.TileNode(o, o.OperandTypes(), o.ResultTypes())
	if err != nil {
		return fusion.Form{}, err
	}
	form := node.Form()
	switch node.Kind {
	case fusion.Multiply:
		if _, _, kept := analysis.Kept(o.Operand(1)); kept {
			return form, errors.New("a matrix that is the same in every run is packed once for all")
		}
	case fusion.Reduce:
		across, err := form.AcrossRows(shapeOf(o.Operand(0).Type()), a.rows)
		if err == nil && across {
			err = errors.New("a reduction combines rows")
		}
		return form, err
	}
	return form, nil
}

func shapeOf(t *ir.Type) []int { return toInts(t.Shape()) }

func toInts(list []int64) []int {
	ints := make([]int, len(list))
	for i, n := range list {
		ints[i] = int(n)
	}
	return ints
}

// apart is how long the ops take if only those between products run as one.
func (a *attention) apart() float64 {
	products, between := a.machine.Op(a.last), cost.Work{Kind: cost.Fusion, Op: tg.Fusion.Name()}
	for _, v := range a.outside() {
		between.Read += cost.Bytes(v.Type())
	}
	computing := 0.0
	for _, o := range append(slices.Clone(a.members), a.last) {
		d, isProduct := dotFormOf(o)
		if o == a.last {
			d = a.form
		}
		switch {
		case !isProduct:
			computing += a.machine.ComputeSeconds(a.machine.Work(ir.InferenceOf(o)))
			continue
		case o != a.last:
			products += a.machine.Op(o)
			between.Read += cost.Bytes(o.Result(0).Type())
		default:
			between.Written += cost.Bytes(d.values[0].Type())
		}
		between.Read -= cost.Bytes(d.values[1].Type())
	}
	between.Read = max(0, between.Read)
	return products + max(a.machine.Seconds(between), computing)
}

// together is how long they take as one.
func (a *attention) together() float64 {
	w := cost.Work{Kind: cost.Fusion, Op: tg.Fusion.Name(), Written: cost.Bytes(a.last.Result(0).Type())}
	for _, v := range a.outside() {
		w.Read += cost.Bytes(v.Type())
	}
	computing := 0.0
	for _, o := range append(slices.Clone(a.members), a.last) {
		own := a.machine.Work(ir.InferenceOf(o))
		computing += a.machine.ComputeSeconds(own)
		if d, ok := dotFormOf(o); ok {
			w.Packed += cost.Bytes(d.values[1].Type())
		}
	}
	return max(a.machine.Seconds(w), computing)
}

// outside lists what the members read from outside, in the order in which they do.
func (a *attention) outside() (list []*ir.Value) {
	for _, o := range append(slices.Clone(a.members), a.last) {
		for _, v := range o.Operands() {
			def := v.Def()
			if def != nil && slices.Contains(a.members, def) {
				continue
			}
			if def != nil && def.Block() == a.last.Block() && repeated(def) {
				if !def.Is(tg.Broadcast) {
					continue
				}
				v = def.Operand(0)
			}
			if !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	return list
}
