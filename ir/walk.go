package ir

// WalkAction steers a walk.
type WalkAction uint8

const (
	Advance WalkAction = iota
	Skip               // do not enter the regions of this op
	Stop               // end the walk
)

type walkFrame struct {
	op     *Op
	region int
	block  *Block
	next   *Op
}

// Walk visits root and every op nested in it, parents first, in the order of
// the text. The visitor may erase or replace the op it is shown, not others.
// The walk keeps its own stack, so depth is limited by memory alone.
func Walk(root *Op, visit func(*Op) WalkAction) WalkAction {
	switch visit(root) {
	case Stop:
		return Stop
	case Skip:
		return Advance
	}
	stack := []walkFrame{{op: root, region: -1}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		o := f.step()
		if o == nil {
			stack = stack[:len(stack)-1]
			continue
		}
		switch visit(o) {
		case Stop:
			return Stop
		case Advance:
			if o.rest != nil && len(o.rest.regions) > 0 {
				stack = append(stack, walkFrame{op: o, region: -1})
			}
		}
	}
	return Advance
}

// step returns the next op directly inside f.op, or nil.
func (f *walkFrame) step() *Op {
	for f.next == nil {
		if f.block != nil {
			f.block = f.block.next
		}
		for f.block == nil {
			f.region++
			if f.op.rest == nil || f.region >= len(f.op.rest.regions) {
				return nil
			}
			f.block = f.op.rest.regions[f.region].first
		}
		f.next = f.block.first
	}
	o := f.next
	f.next = o.next
	return o
}

// WalkPost visits every op nested in root, children before parents, root last.
// The visitor may erase the op it is shown.
func WalkPost(root *Op, visit func(*Op)) {
	stack := []walkFrame{{op: root, region: -1}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		o := f.step()
		switch {
		case o == nil:
			done := f.op
			stack = stack[:len(stack)-1]
			visit(done)
		case o.rest != nil && len(o.rest.regions) > 0:
			stack = append(stack, walkFrame{op: o, region: -1})
		default:
			visit(o)
		}
	}
}

// ConstantValue is the attribute of the constant that v is, or nil.
func ConstantValue(v *Value) *Attr {
	if v == nil || v.Def() == nil || !v.Def().Has(ConstantLike) {
		return nil
	}
	return v.Def().Attr("value")
}
