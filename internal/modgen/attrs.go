package modgen

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/internal/shapes"
)

// attr is any attribute.
func (g *generator) attr() string {
	g.deep++
	defer func() { g.deep-- }()
	n := g.IntN(100)
	if g.deep > 3 {
		n = g.IntN(45)
	}
	switch {
	case n < 12:
		return g.integer()
	case n < 20:
		return g.float()
	case n < 26:
		return g.str()
	case n < 29:
		return g.pick("unit", "true", "false")
	case n < 34:
		return g.pick("@a", "@a::@b", "@\"q r\"", "@a::@\"b c\"::@d", "@_x$.y", "@\"1\"")
	case n < 39:
		return g.affine()
	case n < 42:
		return g.location()
	case n < 45:
		return g.pick("distinct[0]<>", "distinct[1]<1 : i32>", `distinct[2]<"x">`)
	case n < 53:
		return "[" + g.list(g.IntN(4), ", ", g.attr) + "]"
	case n < 60:
		return "{" + g.dictionary(g.IntN(4)) + "}"
	case n < 67:
		return g.denseArray()
	case n < 82:
		return g.elements()
	case n < 90:
		return g.typ()
	case n < 95 && len(g.attrAliases) > 0:
		return g.attrAliases[g.IntN(len(g.attrAliases))]
	}
	return g.pick("#u.x", "#u<\"a>b\">", "#u.x<nested [] {} <> ->>", "#u.pretty<a, b>", "#u.x : i32", "strided<[1, ?], offset: ?>", "strided<[]>")
}

// integer is a literal of an integer type, or of index.
func (g *generator) integer() string {
	switch g.IntN(9) {
	case 0:
		return fmt.Sprint(g.IntN(1000))
	case 1:
		return fmt.Sprintf("-%d", g.IntN(1000))
	case 2:
		return fmt.Sprintf("0x%X", g.IntN(1<<31))
	case 3:
		return g.pick("255 : i8", "-128 : i8", "127 : i8", "true", "0 : i1", "1 : i1", "-1 : i1")
	case 4:
		return g.pick("340282366920938463463374607431768211455 : i128", "-1 : i128", "18446744073709551616 : i65")
	case 5:
		return g.pick("200 : ui8", "-100 : si8", "4294967295 : ui32", "-5 : si64")
	case 6:
		return fmt.Sprintf("%d : index", g.IntN(100)-50)
	}
	return fmt.Sprintf("%d : %s", g.IntN(64), g.pick("i32", "i16", "i64", "i7", "index"))
}

func (g *generator) float() string {
	switch g.IntN(7) {
	case 0:
		return g.pick("0.0", "-0.0", "1.0", "1.5e10", "-2.5E-3", "0.1", "3.14159265358979", "1.0e300", "123456789.0")
	case 1:
		return g.pick("0x7FC00000", "0xFF800000", "0x7F800000", "0x7FC00001", "0x80000000", "0x3F800000") + " : f32"
	case 2:
		return g.pick("0x7FF0000000000000", "0x7FF8000000000000", "0xFFF8000000000001") + " : f64"
	case 3:
		return g.pick("0x7C00", "0x7E00", "0x3C00", "0x0001") + " : f16"
	case 4:
		return g.decimal() + " : " + oddFloats[g.IntN(len(oddFloats)-4)]
	}
	return g.decimal() + " : " + g.floatType()
}

func (g *generator) decimal() string {
	s := fmt.Sprintf("%d.%d", g.IntN(100), g.IntN(1000))
	if g.chance(30) {
		s += fmt.Sprintf("e%d", g.IntN(9)-4)
	}
	if g.chance(30) {
		s = "-" + s
	}
	return s
}

func (g *generator) str() string {
	s := `"` + g.pick("", "a", "hello world", `a\"b`, `back\\slash`, `\n\t`, `\00\FF`, "<{[(", "// no comment", "é", `\C3\A9`) + `"`
	if g.chance(10) {
		s += " : " + g.pick("i32", "!u.t", "tensor<1xf32>")
	}
	return s
}

// dictionary is n entries with different names.
func (g *generator) dictionary(n int) string {
	names := []string{"a", "b", "zz", `"q r"`, "u.v", "_x", "i32", "c$d", "loc", "x.y.z"}
	g.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	entries := make([]string, n)
	for i := range entries {
		entries[i] = names[i]
		if !g.chance(15) {
			entries[i] += " = " + g.attr()
		}
	}
	return strings.Join(entries, ", ")
}

func (g *generator) denseArray() string {
	n := g.IntN(5)
	switch g.IntN(4) {
	case 0:
		return joined("array<i1", g.list(n, ", ", func() string { return g.pick("true", "false") }))
	case 1:
		return joined("array<"+g.pick("f32", "f64"), g.list(n, ", ", g.decimal))
	}
	return joined("array<"+g.pick("i8", "i16", "i32", "i64"), g.list(n, ", ", func() string { return fmt.Sprint(g.IntN(200) - 100) }))
}

func joined(head, elems string) string {
	if elems == "" {
		return head + ">"
	}
	return head + ": " + elems + ">"
}

// elements is an attribute of a tensor or a vector.
func (g *generator) elements() string {
	shape := g.shapeOf()
	kind := g.pick("tensor", "tensor", "vector")
	if kind == "vector" && (len(shape) == 0 || hasZero(shape)) {
		kind = "tensor"
	}
	elem, literal := g.elementLiteral()
	if kind == "vector" && strings.Contains(elem, "complex") {
		kind = "tensor"
	}
	t := kind + "<" + extents(shape) + elem + ">"
	switch {
	case g.chance(8):
		return "dense_resource<" + g.pick("blob", "other_blob", `"q r"`) + "> : tensor<" + extents(shape) + g.pick("i32", "f32") + ">"
	case g.chance(8):
		return g.sparse()
	case g.chance(25):
		return "dense<" + literal() + "> : " + t
	case hasZero(shape):
		return "dense<> : " + t
	case elem == "i8" && g.chance(30):
		return "dense<\"0x" + g.list(shapes.Product(shape), "", func() string { return fmt.Sprintf("%02X", g.IntN(256)) }) + "\"> : " + t
	}
	return "dense<" + nested(shape, literal) + "> : " + t
}

func (g *generator) sparse() string {
	return g.pick("sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>", "sparse<0, 1.0> : tensor<4xf32>", "sparse<[[1]], -7> : tensor<4xi8>",
		"sparse<[[0, 0, 0], [1, 1, 1]], [1.0, 2.5]> : tensor<2x2x2xf64>")
}

// shapeOf is the extents of a small shape.
func (g *generator) shapeOf() []int {
	shape := make([]int, g.IntN(4))
	for i := range shape {
		shape[i] = 1 + g.IntN(3)
		if g.chance(5) {
			shape[i] = 0
		}
	}
	return shape
}

func hasZero(shape []int) bool {
	for _, d := range shape {
		if d == 0 {
			return true
		}
	}
	return false
}

func extents(shape []int) string {
	var b strings.Builder
	for _, d := range shape {
		fmt.Fprintf(&b, "%dx", d)
	}
	return b.String()
}

func (g *generator) elementLiteral() (elem string, literal func() string) {
	switch g.IntN(6) {
	case 0:
		return "i1", func() string { return g.pick("true", "false") }
	case 1:
		return g.pick("f32", "f64", "bf16", "f16"), g.decimal
	case 2:
		return "complex<f32>", func() string { return "(" + g.decimal() + ", " + g.decimal() + ")" }
	case 3:
		return "index", func() string { return fmt.Sprint(g.IntN(100)) }
	}
	return g.pick("i8", "i32", "i64", "i7"), func() string { return fmt.Sprint(g.IntN(120) - 60) }
}

// nested is a list per extent.
func nested(shape []int, literal func() string) string {
	if len(shape) == 0 {
		return literal()
	}
	parts := make([]string, shape[0])
	for i := range parts {
		parts[i] = nested(shape[1:], literal)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (g *generator) affine() string {
	dims := g.IntN(4)
	symbols := g.IntN(3)
	names := func(prefix string, n int) []string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("%s%d", prefix, i)
		}
		return list
	}
	ds, ss := names("d", dims), names("s", symbols)
	head := "(" + strings.Join(ds, ", ") + ")"
	if symbols > 0 {
		head += "[" + strings.Join(ss, ", ") + "]"
	}
	atoms := append(append(ds, ss...), "0", "1", "2", "7")
	expr := func() string { return g.affineExpr(atoms, 3) }
	if g.chance(30) && g.pretty == 0 {
		constraint := func() string { return expr() + g.pick(" >= 0", " == 0") }
		return "affine_set<" + head + " : (" + g.list(1+g.IntN(3), ", ", constraint) + ")>"
	}
	return "affine_map<" + head + " -> (" + g.list(g.IntN(4), ", ", expr) + ")>"
}

func (g *generator) affineExpr(atoms []string, depth int) string {
	if depth == 0 || g.chance(30) {
		return atoms[g.IntN(len(atoms))]
	}
	x := g.affineExpr(atoms, depth-1)
	switch g.IntN(8) {
	case 0:
		return "-" + atoms[g.IntN(len(atoms))]
	case 1:
		return "(" + x + ") * " + fmt.Sprint(g.IntN(9)-4)
	case 2:
		return "(" + x + ") " + g.pick("floordiv", "ceildiv", "mod") + " " + fmt.Sprint(1+g.IntN(8))
	case 3:
		return x + " - (" + g.affineExpr(atoms, depth-1) + ")"
	}
	return x + " + " + g.affineExpr(atoms, depth-1)
}

func (g *generator) location() string {
	return "loc(" + g.locationBody(2) + ")"
}

func (g *generator) locationBody(depth int) string {
	n := g.IntN(5)
	if depth == 0 {
		n = g.IntN(2)
	}
	inner := func() string { return g.locationBody(depth - 1) }
	switch n {
	case 0:
		return "unknown"
	case 1:
		return fmt.Sprintf("%q:%d:%d", g.pick("a.py", "dir/b.c", "-"), g.IntN(100), g.IntN(100))
	case 2:
		return fmt.Sprintf("%q(%s)", g.pick("name", "x y"), inner())
	case 3:
		return "callsite(" + inner() + " at " + inner() + ")"
	}
	meta := g.pick("", "", "<\"m\">", "<1 : i32>")
	return "fused" + meta + "[" + g.list(1+g.IntN(3), ", ", inner) + "]"
}
