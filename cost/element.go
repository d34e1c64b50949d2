package cost

import "github.com/tg-opt/tg/ir"

// element is a class of element types that a machine computes with at one
// speed.
type element uint8

const (
	i1 element = iota
	i8
	i16
	i32
	i64
	f8
	f16
	bf16
	f32
	f64
	elements
)

var elementNames = [elements]string{"i1", "i8", "i16", "i32", "i64", "f8", "f16", "bf16", "f32", "f64"}

// nearest lists, for each class, the classes whose speed stands in for its own,
// the best one first. All lists end at f32, which every profile has.
var nearest = [elements][]element{
	i1:   {i8, i32, f32},
	i8:   {i1, i16, i32, f32},
	i16:  {i8, i32, f32},
	i32:  {f32},
	i64:  {i32, f32},
	f8:   {f16, bf16, f32},
	f16:  {bf16, f32},
	bf16: {f16, f32},
	f64:  {f32},
}

// elementOf is the class of an element type; complex numbers go by their parts.
// A type that is no number is taken for f32.
func elementOf(t *ir.Type) element {
	switch {
	case t == nil:
		return f32
	case t.IsInteger():
		return integerOf(t.Width())
	case t.IsIndex():
		return i64
	case t.IsComplex():
		return elementOf(t.Elem())
	case !t.IsFloat():
		return f32
	}
	switch w := t.Width(); {
	case w < 16:
		return f8
	case w == 16 && t.Format().Name == "bf16":
		return bf16
	case w == 16:
		return f16
	case w <= 32:
		return f32
	}
	return f64
}

func integerOf(width int) element {
	switch {
	case width == 1:
		return i1
	case width <= 8:
		return i8
	case width <= 16:
		return i16
	case width <= 32:
		return i32
	}
	return i64
}
