package linalgop

import (
	"errors"
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// Generic is a loop nest.
var Generic = Dialect.NewOp("linalg.generic")

func init() {
	Generic.Define(ir.OpDef{
		Doc: "A loop nest over tensors. Each operand has an affine map from the loops to its element, which is an argument of the region; " +
			"the region yields what becomes of the elements of `outs`, the operands that the results begin with. Loops are parallel, or reductions, in which an element of the results is one of the arguments, too. " +
			"The extents of the loops are those of operands that have a loop alone as an index. Programs with it are for other compilers: it is printed by --te-to-linalg and executed by nobody here.",
		Example: `func.func @f(%x: tensor<4x8xf32>, %w: tensor<8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 7 - j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x, %w : tensor<4x8xf32>, tensor<8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Variadic("inputs", ir.AnyType), ir.Variadic("outputs", ir.AnyTensor)),
		Results:  ir.Args(ir.Variadic("results", ir.AnyTensor)),
		Attrs: []ir.AttrArg{
			{Name: mapsAttr, Is: isMaps}, {Name: iteratorsAttr, Is: isIterators},
			{Name: docAttr, Is: ir.IsString, Optional: true}, {Name: callAttr, Is: ir.IsString, Optional: true},
			{Name: segments, Is: isSegments},
		},
		Regions: []ir.RegionArg{{Name: "region"}},
		Traits:  ir.RecursiveEffects | ir.SingleBlock | ir.SizedOperands,
		// The form is not a format: kinds of loops are words in quotes there.
		Parse:         parseGeneric,
		Print:         printGeneric,
		Verify:        verifyGeneric,
		VerifyRegions: verifyGenericBody,
	})
}

func parseGeneric(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	pos := p.Pos()
	p.AttrDict(st)
	if a := st.Attr(iteratorsAttr); a.Is(ir.ArrayAttr) {
		kinds := make([]*ir.Attr, len(a.Elems()))
		for i, e := range a.Elems() {
			if kinds[i] = e; e.Is(ir.StringAttr) {
				kinds[i] = iteratorOf(p, pos, e.Text())
			}
		}
		st.SetAttr(iteratorsAttr, c.Array(kinds))
	}
	parseParts(p, st)
	if p.Try("attrs") {
		p.Expect("=")
		p.AttrDict(st)
	}
	st.Regions = append(st.Regions, p.Region())
	parseResults(p, st)
}

func iteratorOf(p ir.OpParser, pos ir.Pos, kind string) *ir.Attr {
	for _, k := range iterators {
		if k == kind {
			return Iterator(p.Context(), kind)
		}
	}
	p.Fail(pos, "unexpected iterator_type (%s)", kind)
	return nil
}

func printGeneric(p ir.OpPrinter, o *ir.Op) {
	p.Str(" {")
	for _, name := range []string{docAttr, mapsAttr, iteratorsAttr, callAttr} {
		a := o.Attr(name)
		if a == nil {
			continue
		}
		if name != docAttr && (name != mapsAttr || o.Attr(docAttr) != nil) {
			p.Str(", ")
		}
		p.Str(name + " = ")
		if name != iteratorsAttr {
			p.Attr(a)
			continue
		}
		p.Str("[")
		for i, e := range a.Elems() {
			if i > 0 {
				p.Str(", ")
			}
			p.Quoted(kindOf(e))
		}
		p.Str("]")
	}
	p.Str("}")
	printParts(p, o)
	if len(o.Attrs().Entries()) > 0 {
		p.Str(" attrs = ")
		p.AttrDict(o, docAttr, mapsAttr, iteratorsAttr, callAttr, segments)
	}
	p.Str(" ")
	p.Region(o.RegionAt(0), true, true)
	printResults(p, o)
}

func verifyGeneric(o *ir.Op) error {
	_, outs := parts(o)
	maps, kinds := o.Attr(mapsAttr).Elems(), o.Attr(iteratorsAttr).Elems()
	switch {
	case len(outs) == 0:
		return errors.New("expected at least 1 output operand")
	case len(maps) != o.NumOperands():
		return fmt.Errorf("expected the number of indexing_map (%d) to be equal to the number of input/output operands (%d)", len(maps), o.NumOperands())
	case o.NumResults() != len(outs):
		return fmt.Errorf("expected the number of tensor results (%d) to be equal to the number of output tensors (%d)", o.NumResults(), len(outs))
	}
	covered := make([]bool, len(kinds))
	for i, a := range maps {
		m, rank := a.AffineMap(), 0
		if t := o.Operand(i).Type(); t.IsRankedTensor() {
			rank = t.Rank()
		}
		switch {
		case m.Syms != 0:
			return fmt.Errorf("unexpected symbols in indexing_map #%d", i)
		case m.Dims != len(kinds):
			return fmt.Errorf("expected indexing_map #%d to have %d dim(s) to match the number of loops", i, len(kinds))
		case len(m.Results) != rank:
			return fmt.Errorf("expected operand rank (%d) to match the result rank of indexing_map #%d (%d)", rank, i, len(m.Results))
		}
		for _, e := range m.Results {
			if e.Op == ir.AffineDim {
				covered[e.Value] = true
			}
		}
	}
	for d, ok := range covered {
		if !ok {
			return fmt.Errorf("has a loop, #%d, that is no index of an operand by itself, so that nothing says its extent", d)
		}
	}
	for i, v := range outs {
		if v.Type() != o.Result(i).Type() {
			return fmt.Errorf("expected type of operand #%d ('%s') to match type of corresponding result ('%s')", o.NumOperands()-len(outs)+i, v.Type(), o.Result(i).Type())
		}
	}
	return nil
}

// verifyGenericBody checks what the region takes and yields.
func verifyGenericBody(o *ir.Op) error {
	r := o.RegionAt(0)
	if !r.HasOneBlock() {
		return errors.New("expects to have 1 region with 1 block")
	}
	args := r.First().Args()
	if len(args) != o.NumOperands() {
		return fmt.Errorf("expected as many non-induction variable region arguments as the number of input/output operands, but there are %d and %d", len(args), o.NumOperands())
	}
	for i, a := range args {
		if want := o.Operand(i).Type().ElemOrSelf(); a.Type() != want {
			return fmt.Errorf("expected type of bb argument #%d ('%s') to match element or self type of the corresponding operand ('%s')", i, a.Type(), want)
		}
	}
	end := r.First().Last()
	if !end.Is(Yield) {
		return errors.New("expects its region to end with 'linalg.yield'")
	}
	_, outs := parts(o)
	if end.NumOperands() != len(outs) {
		return fmt.Errorf("expected number of yield values (%d) to match the number of inits / outs operands of the enclosing LinalgOp (%d)", end.NumOperands(), len(outs))
	}
	for i, v := range end.Operands() {
		if want := outs[i].Type().Elem(); v.Type() != want {
			return fmt.Errorf("type of yield operand %d ('%s') doesn't match the element type of the enclosing linalg.generic op ('%s')", i+1, v.Type(), want)
		}
	}
	return nil
}
