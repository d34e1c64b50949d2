package tensorop

import "github.com/tg-opt/tg/ir"

// Index is an index that is a value, or a constant where Value is nil.
type Index struct {
	Value *ir.Value
	Const int64
}

// Known is the constant that x is, by itself or as the result of a constant op.
func (x Index) Known() (n int64, ok bool) {
	if x.Value == nil {
		return x.Const, true
	}
	return constantIndex(x.Value)
}

// equal reports whether two indices are one value, or one constant.
func (x Index) equal(y Index) bool {
	if x == y {
		return true
	}
	n, ok := x.Known()
	m, same := y.Known()
	return ok && same && n == m
}

// Indices is the list that an attribute with the constants, and ir.Dynamic at
// the places of the others, stands for together with those.
func Indices(static []int64, dynamic []*ir.Value) []Index {
	list := make([]Index, len(static))
	for i, n := range static {
		if list[i].Const = n; n == ir.Dynamic {
			list[i] = Index{Value: dynamic[0]}
			dynamic = dynamic[1:]
		}
	}
	return list
}

// Split is the opposite of Indices.
func Split(list []Index) (static []int64, dynamic []*ir.Value) {
	static = make([]int64, len(list))
	for i, x := range list {
		if static[i] = x.Const; x.Value != nil {
			static[i] = ir.Dynamic
			dynamic = append(dynamic, x.Value)
		}
	}
	return static, dynamic
}

// FoldIndices replaces values by the constants that they are, where ok, and
// reports whether there were any.
func FoldIndices(list []Index, ok func(n int64) bool) (changed bool) {
	for i, x := range list {
		if x.Value == nil {
			continue
		}
		if n, known := x.Known(); known && n != ir.Dynamic && ok(n) {
			list[i] = Index{Const: n}
			changed = true
		}
	}
	return changed
}

const indexList = "dynamic index list"

// ParseIndexList reads `[%a, 4, ...]` between the brackets: the operands, and
// for each place its constant, or ir.Dynamic where an operand stands.
func ParseIndexList(p ir.OpParser, open, end string) (dynamic []ir.UnresolvedOperand, static []int64) {
	done := p.Following(p.NamePos(), "expected SSA value or integer")
	p.ExpectIn(open, indexList)
	static = []int64{}
	for more := !p.Peek(end); more; more = p.Try(",") {
		if p.PeekOperand() {
			dynamic = append(dynamic, p.Operand())
			static = append(static, ir.Dynamic)
		} else {
			static = append(static, p.Int())
		}
	}
	p.ExpectIn(end, indexList)
	done()
	return dynamic, static
}

// PrintIndexList is the opposite of ParseIndexList.
func PrintIndexList(p ir.OpPrinter, open, end string, dynamic []*ir.Value, static []int64) {
	p.Str(open)
	for i, n := range static {
		if i > 0 {
			p.Str(", ")
		}
		if n == ir.Dynamic && len(dynamic) > 0 {
			p.Operand(dynamic[0])
			dynamic = dynamic[1:]
		} else {
			p.Int(n)
		}
	}
	p.Str(end)
}
