package progen

import "slices"

// idiom writes ops in one of the constellations that optimisations are about.
func (g *generator) idiom() {
	pickOf(g, []func(){g.siblings, g.siblings, g.productChain, g.sumOfProducts, g.epilogue, g.chain, g.chain, g.softmax, g.normalise, g.convolutions, g.gates, g.attention})()
}

// matrix is a visible float matrix, or a new one.
func (g *generator) matrix() value {
	t := tensorType{"f32", []int{2, 3}}
	return g.any(t, func(v value) bool { return v.isFloat() && len(v.shape) == 2 && v.count() > 0 })
}

// factor is a matrix, perhaps of complex numbers.
func (g *generator) factor() value {
	t := tensorType{"f32", []int{2, 3}}
	return g.any(t, func(v value) bool { return (v.isFloat() || v.isComplex()) && len(v.shape) == 2 && v.count() > 0 })
}

// weight is a value of that type: mostly a constant.
func (g *generator) weight(elem string, shape ...int) value {
	t := tensorType{elem, shape}
	if g.rng.IntN(3) > 0 {
		return g.constant(t)
	}
	return g.exactly(t)
}

func (g *generator) matmul(x, y value) value {
	t := tensorType{x.elem, slices.Concat(x.shape[:len(x.shape)-1], y.shape[len(y.shape)-1:])}
	return g.op(t, "tg.matmul %s, %s : (%s, %s) -> %s", x.name, y.name, x.tensorType, y.tensorType, t)
}

func (g *generator) apply(op string, x value) value {
	return g.op(x.tensorType, "tg.%s %s : %s", op, x.name, x.tensorType)
}

func (g *generator) combine(op string, x, y value) value {
	shape, ok := together(x.shape, y.shape)
	if !ok {
		return x
	}
	t := tensorType{x.elem, shape}
	return g.op(t, "tg.%s %s, %s : (%s, %s) -> %s", op, x.name, y.name, x.tensorType, y.tensorType, t)
}

// siblings are products that share an operand, of which one may depend on
// another.
func (g *generator) siblings() {
	x := g.factor()
	k := x.shape[1]
	last := x
	for range 2 + g.rng.IntN(2) {
		if g.rng.IntN(4) == 0 && last.shape[len(last.shape)-1] == k {
			last = g.matmul(last, g.weight(x.elem, k, k))
			continue
		}
		last = g.matmul(x, g.weight(x.elem, k, 1+g.rng.IntN(3)))
		if g.rng.IntN(2) == 0 {
			last = g.combine("add", last, g.weight(x.elem, last.shape[1]))
		}
	}
}

// productChain is a product of three matrices, in either order.
func (g *generator) productChain() {
	x := g.factor()
	a, b := g.weight(x.elem, x.shape[1], 4), g.weight(x.elem, 4, 2)
	if g.rng.IntN(2) == 0 {
		g.matmul(g.matmul(x, a), b)
	} else {
		g.matmul(x, g.matmul(a, b))
	}
}

// sumOfProducts is a@b + c@d.
func (g *generator) sumOfProducts() {
	x := g.factor()
	n := 1 + g.rng.IntN(3)
	y := g.exactly(x.tensorType)
	g.combine(pickOf(g, []string{"add", "add", "sub"}), g.matmul(x, g.weight(x.elem, x.shape[1], n)), g.matmul(y, g.weight(x.elem, y.shape[1], n)))
}

// epilogue is a product, a bias and an activation, sometimes of a transpose.
func (g *generator) epilogue() {
	x := g.matrix()
	if g.rng.IntN(3) == 0 {
		t := tensorType{x.elem, []int{x.shape[1], x.shape[0]}}
		x = g.op(t, "tg.transpose %s permutation [1, 0] : (%s) -> %s", x.name, x.tensorType, t)
	}
	y := g.matmul(x, g.weight(x.elem, x.shape[1], 3))
	y = g.combine("add", y, g.weight(x.elem, 3))
	g.apply(pickOf(g, []string{"relu", "relu6", "tanh", "sigmoid", "gelu", "silu"}), y)
}

// chain is a run of elementwise ops, each on the last.
func (g *generator) chain() {
	v := g.any(tensorType{"f32", []int{2, 3}}, func(v value) bool { return v.isFloat() })
	for range 3 + g.rng.IntN(4) {
		if g.rng.IntN(2) == 0 {
			v = g.apply(pickOf(g, []string{"neg", "abs", "tanh", "sigmoid", "relu", "sin"}), v)
		} else if w := g.partner(v); w.elem == v.elem {
			v = g.combine(pickOf(g, []string{"add", "mul", "sub", "max", "min"}), v, w)
		}
	}
}

func (g *generator) keep(kind string, x value, dim int) value {
	t := tensorType{x.elem, slices.Clone(x.shape)}
	t.shape[dim] = 1
	return g.op(t, "tg.reduce %s %s dims [%d] keep_dims : (%s) -> %s", kind, x.name, dim, x.tensorType, t)
}

func (g *generator) softmax() {
	x := g.matrix()
	e := g.apply("exp", g.combine("sub", x, g.keep("max", x, 1)))
	g.combine("div", e, g.keep("sum", e, 1))
}

// attention has its values in front of the rows sometimes, as JAX does, and a mask or a scale
// between its products.
func (g *generator) attention() {
	q := g.any(tensorType{"f32", []int{2, 3, 2}}, func(v value) bool { return v.isFloat() && len(v.shape) == 3 && v.count() > 0 })
	keys := 1 + g.rng.IntN(5)
	k, v := g.weight(q.elem, q.shape[0], keys, q.shape[2]), g.weight(q.elem, q.shape[0], keys, 1+g.rng.IntN(3))
	t := tensorType{q.elem, []int{q.shape[0], q.shape[1], keys}}
	x := g.op(t, "tg.dot_general %s, %s batching [0] x [0] contracting [2] x [2] : (%s, %s) -> %s", q.name, k.name, q.tensorType, k.tensorType, t)
	if g.rng.IntN(2) == 0 {
		x = g.combine("add", x, g.exactly(tensorType{q.elem, []int{q.shape[1], keys}}))
	}
	if g.rng.IntN(2) == 0 {
		e := g.apply("exp", g.combine("sub", x, g.keep("max", x, 2)))
		x = g.combine("div", e, g.keep("sum", e, 2))
	}
	if x = g.apply("tanh", x); g.rng.IntN(3) == 0 {
		t = tensorType{q.elem, []int{q.shape[0], v.shape[2], q.shape[1]}}
		g.op(t, "tg.dot_general %s, %s batching [0] x [0] contracting [1] x [2] : (%s, %s) -> %s", v.name, x.name, v.tensorType, x.tensorType, t)
		return
	}
	g.matmul(x, v)
}

// normalise is a layer norm: mean, variance, scale and shift.
func (g *generator) normalise() {
	x := g.matrix()
	d := g.combine("sub", x, g.keep("mean", x, 1))
	v := g.keep("mean", g.combine("mul", d, d), 1)
	one := g.op(tensorType{x.elem, nil}, "tg.constant dense<1.0> : tensor<%s>", x.elem)
	r := g.apply("rsqrt", g.combine("add", v, one))
	y := g.combine("mul", g.combine("mul", d, r), g.weight(x.elem, x.shape[1]))
	g.combine("add", y, g.weight(x.elem, x.shape[1]))
}

// convolutions share an image; a scale, a shift and an activation follow.
func (g *generator) convolutions() {
	x := g.any(tensorType{"f32", []int{1, 3, 3, 2}}, func(v value) bool { return v.isFloat() && len(v.shape) == 4 && v.count() > 0 })
	for range 1 + g.rng.IntN(2) {
		n := 1 + g.rng.IntN(2)
		w := g.weight(x.elem, 1, 1, x.shape[3], n)
		t := tensorType{x.elem, []int{x.shape[0], x.shape[1], x.shape[2], n}}
		y := g.op(t, "tg.conv %s, %s layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (%s, %s) -> %s", x.name, w.name, x.tensorType, w.tensorType, t)
		y = g.combine("mul", y, g.weight(x.elem, n))
		y = g.combine("add", y, g.weight(x.elem, n))
		g.apply(pickOf(g, []string{"relu", "tanh"}), y)
	}
}

// gates are those of a recurrent cell: products of input and of state, added,
// and activated.
func (g *generator) gates() {
	x := g.matrix()
	n := 2
	h := g.exactly(tensorType{x.elem, []int{x.shape[0], n}})
	var list []value
	for range 2 {
		sum := g.combine("add", g.matmul(x, g.weight(x.elem, x.shape[1], n)), g.matmul(h, g.weight(x.elem, n, n)))
		list = append(list, g.apply("sigmoid", g.combine("add", sum, g.weight(x.elem, n))))
	}
	g.combine("mul", list[0], list[1])
}

// The statements of tame programs: what they compute stays about as large as
// what they are given, and changes little when that does.

func (g *generator) tameUnary() {
	g.apply(pickOf(g, []string{"neg", "abs", "tanh", "sigmoid", "sin", "cos", "relu", "atan", "erf", "silu", "gelu"}), g.some())
}

func (g *generator) tameBinary() {
	x := g.some()
	g.combine(pickOf(g, []string{"add", "sub", "mul", "max", "min"}), x, g.partner(x))
}

func (g *generator) tameReduce() {
	x := g.ranked()
	dim := g.rng.IntN(len(x.shape))
	kind := pickOf(g, []string{"sum", "mean", "max", "min"})
	if x.shape[dim] == 0 {
		kind = "sum" // of nothing all others are infinite, or no number
	}
	g.op(reduced(x, dim), "tg.reduce %s %s dims [%d] : (%s) -> %s", kind, x.name, dim, x.tensorType, reduced(x, dim))
}
