package analysis

import "github.com/tg-opt/tg/ir"

// PrepackAttr is the name of an attribute of an argument of a function: the caller promises that
// the array it passes has the same contents in every run of the program. Its packed forms are made
// in the first run and kept, as those of constants are.
const PrepackAttr = "tg.prepack"

// Pack is an operand that an op would rather read in another form, which is made once if the
// operand is Kept.
type Pack struct {
	Operand int
	// Bytes is what that form takes.
	Bytes int
	// Layout is the same for forms that are the same of equal operands.
	Layout string
}

// Form is what tells forms of operands apart that are kept: bytes of a constant or of an argument,
// and what they become.
type Form struct {
	Constant *ir.Attr
	Argument *ir.Value
	Offset   int
	Layout   string
}

// KeptOperands are the operands of an op of known extents that are the same in every run, as forms
// that have no layout yet; nil for none.
func KeptOperands(o *ir.Op) (forms []Form, kept []bool) {
	if !StaticShapes(o) {
		return nil, nil
	}
	for i := range o.NumOperands() {
		root, offset, same := Kept(o.Operand(i))
		if !same {
			continue
		}
		if kept == nil {
			forms, kept = make([]Form, o.NumOperands()), make([]bool, o.NumOperands())
		}
		kept[i], forms[i] = true, Form{Constant: ir.ConstantValue(root), Offset: offset}
		if forms[i].Constant == nil {
			forms[i].Argument = root
		}
	}
	return forms, kept
}

// mostViews is how many views of one another are looked through.
const mostViews = 16

// Origin is the value that v consists of bytes of, from an offset on: v itself, or what ops that
// move nothing view.
func Origin(v *ir.Value) (root *ir.Value, offset int) {
	for range mostViews {
		o := v.Def()
		if o == nil {
			return v, offset
		}
		of, ok := StorageOf.Get(o.Def())
		if !ok || !StaticShapes(o) {
			return v, offset
		}
		views := of(ir.InferenceOf(o)).Views
		if views == nil {
			return v, offset
		}
		view := views[v.Index()]
		v, offset = o.Operand(view.Operand), offset+view.Offset
	}
	return v, offset
}

// StaticShapes reports whether all extents of operands and results of an op are known.
func StaticShapes(o *ir.Op) bool {
	for _, list := range [][]*ir.Type{o.OperandTypes(), o.ResultTypes()} {
		for _, t := range list {
			if t.IsShaped() && !t.IsStatic() {
				return false
			}
		}
	}
	return true
}

// Kept reports whether a value has the same contents in every run, and its packed forms are kept:
// it consists of bytes of a constant, or of an argument of a function with PrepackAttr.
func Kept(v *ir.Value) (root *ir.Value, offset int, kept bool) {
	root, offset = Origin(v)
	if o := root.Def(); o != nil {
		_, executed := StorageOf.Get(o.Def())
		return root, offset, !executed && ir.ConstantValue(root) != nil
	}
	return root, offset, isPrepacked(root)
}

// isPrepacked reports whether v is an argument of a function with PrepackAttr.
func isPrepacked(v *ir.Value) bool {
	block := v.Block()
	if block == nil || block.Region() == nil {
		return false
	}
	fn := block.Region().Parent()
	if fn == nil || !fn.Has(ir.Symbol) || fn.NumRegions() != 1 || fn.RegionAt(0).First() != block {
		return false
	}
	dicts := fn.Attr("arg_attrs")
	return dicts != nil && v.Index() < len(dicts.Elems()) && dicts.Elems()[v.Index()].Get(PrepackAttr) != nil
}
