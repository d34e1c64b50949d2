package modgen

import (
	"fmt"
	"strings"
)

var (
	intTypes   = []string{"i1", "i8", "i16", "i32", "i64", "i32", "i64", "index", "i7", "i128"}
	floatTypes = []string{"f16", "bf16", "f32", "f64", "f32", "f64"}
	oddFloats  = []string{
		"f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ",
		"f8E3M4", "f8E8M0FNU", "tf32", "f80", "f128",
	}
)

// intType is an integer type or index, floatType a float type.
func (g *generator) intType() string   { return intTypes[g.IntN(len(intTypes))] }
func (g *generator) floatType() string { return floatTypes[g.IntN(len(floatTypes))] }

// usefulType is a type that arith ops take, mostly.
func (g *generator) usefulType() string {
	switch n := g.IntN(100); {
	case n < 45:
		return g.intType()
	case n < 70:
		return g.floatType()
	case n < 78:
		return fmt.Sprintf("vector<%dx%s>", 1+g.IntN(4), g.pick("i32", "f32", "i1", "index", "i64"))
	case n < 86:
		return fmt.Sprintf("tensor<%s%s>", g.pick("", "2x", "4x", "?x", "2x3x"), g.pick("i32", "f32", "i1", "i64"))
	}
	return g.typ()
}

// typ is any type.
func (g *generator) typ() string {
	g.deep++
	defer func() { g.deep-- }()
	n := g.IntN(100)
	if g.deep > 3 {
		n = g.IntN(35)
	}
	switch {
	case n < 15:
		return g.intType()
	case n < 25:
		return g.floatType()
	case n < 29:
		return oddFloats[g.IntN(len(oddFloats))]
	case n < 33:
		return fmt.Sprintf("%s%d", g.pick("i", "si", "ui"), 1+g.IntN(70))
	case n < 35:
		return "none"
	case n < 47:
		return "tensor<" + g.shape(true) + g.elementType() + g.encoding() + ">"
	case n < 49:
		return "tensor<*x" + g.elementType() + ">"
	case n < 57:
		return "vector<" + g.vectorShape() + g.pick("i32", "f32", "i1", "index", "bf16", "i8") + ">"
	case n < 66:
		return g.memref()
	case n < 71:
		return "complex<" + g.pick("i32", "f32", "f64", "i7", "bf16") + ">"
	case n < 76:
		return "tuple<" + g.list(g.IntN(4), ", ", g.typ) + ">"
	case n < 83:
		return g.functionType()
	case n < 88 && len(g.typeAliases) > 0:
		return g.typeAliases[g.IntN(len(g.typeAliases))]
	}
	return g.opaqueType()
}

func (g *generator) opaqueType() string {
	g.pretty++
	defer func() { g.pretty-- }()
	switch g.IntN(5) {
	case 0:
		return "!u.t"
	case 1:
		return "!u<\"a>b\">"
	case 2:
		return "!u.t<" + g.attr() + ">"
	case 3:
		return "!u.t<nested [] {} <> ->>"
	}
	return "!u.a.b_c<" + g.typ() + ">"
}

func (g *generator) functionType() string {
	out := g.list(g.IntN(3), ", ", g.typ)
	return "(" + g.list(g.IntN(3), ", ", g.typ) + ") -> (" + out + ")"
}

// shape is extents, each followed by x.
func (g *generator) shape(dynamic bool) string {
	var b strings.Builder
	for range g.IntN(4) {
		if dynamic && g.chance(25) {
			b.WriteString("?x")
		} else {
			fmt.Fprintf(&b, "%dx", g.IntN(6))
		}
	}
	return b.String()
}

func (g *generator) vectorShape() string {
	var b strings.Builder
	for range 1 + g.IntN(3) {
		if g.chance(20) {
			fmt.Fprintf(&b, "[%d]x", 1+g.IntN(8))
		} else {
			fmt.Fprintf(&b, "%dx", 1+g.IntN(8))
		}
	}
	return b.String()
}

func (g *generator) elementType() string {
	switch g.IntN(8) {
	case 0:
		return "complex<f32>"
	case 1:
		return "vector<" + g.vectorShape() + "f32>"
	case 2:
		return "!u.t"
	case 3:
		return oddFloats[g.IntN(len(oddFloats))]
	case 4:
		return g.floatType()
	}
	return g.intType()
}

func (g *generator) encoding() string {
	if !g.chance(15) {
		return ""
	}
	return ", " + g.pick(`"sparse"`, "{a = 1 : i32}", "#u.enc", "1 : i8", "[1, 2]")
}

func (g *generator) memref() string {
	if g.chance(15) {
		return "memref<*x" + g.pick("f32", "i8", "index") + g.space() + ">"
	}
	rank := g.IntN(3)
	shape := g.list(rank, "", func() string { return g.pick("?x", "2x", "4x", "0x", "16x") })
	layout := ""
	switch {
	case rank == 2 && g.chance(30):
		layout = ", " + g.pick("affine_map<(d0, d1) -> (d1, d0)>", "strided<[4, 1]>", "strided<[?, 1], offset: ?>",
			"affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>", "affine_map<(d0, d1) -> (d0, d1)>", "strided<[1, 4], offset: 7>")
	case rank == 1 && g.chance(30):
		layout = ", " + g.pick("strided<[2]>", "strided<[?], offset: 3>", "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>")
	}
	return "memref<" + shape + g.pick("f32", "i8", "index", "vector<4xf32>", "memref<2xi1>") + layout + g.space() + ">"
}

func (g *generator) space() string {
	if !g.chance(25) {
		return ""
	}
	return ", " + g.pick("1", "1 : i32", `"shared"`, "{a = 1}")
}
