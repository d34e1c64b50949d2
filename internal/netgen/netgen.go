// Package netgen makes training steps of networks as programs of the tg dialect, of
// any size, to test and measure what is done about memory: a way forwards whose
// values are read again, in reverse, on the way backwards.
package netgen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Kinds are the kinds of networks.
var Kinds = []string{"perceptron", "residual", "layered", "unet"}

// Program is a module with a function @main of about so many ops, which computes a
// loss and the gradients of the input and of all weights; the same text for the
// same seed. It panics if there is no such kind.
//
// A perceptron is layers of products, with a value of an earlier layer added at
// times. A residual network is blocks that add to what they read, in stages of one
// width. A layered one has a few values a layer, each made of some of the layer before
// and at times of any other. A U-Net halves its width on the way down, and on the
// way up reads what was made on the way down.
func Program(kind string, ops int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0x6e6574))
	n := &network{r: r, batch: 32 << r.IntN(3), ops: ops}
	x := n.parameter(n.batch, 16<<r.IntN(3))
	var y value
	switch kind {
	case "perceptron":
		y = n.perceptron(x)
	case "residual":
		y = n.residual(x)
	case "layered":
		y = n.layered(x)
	case "unet":
		y = n.unet(x)
	default:
		panic("no kind " + kind)
	}
	return n.text(x, y)
}

// value is a matrix; the numbers are those of its name.
type value struct{ id, rows, columns int }

func (v value) String() string { return "%v" + strconv.Itoa(v.id) }

func (v value) typed() string { return fmt.Sprintf("tensor<%dx%dxf32>", v.rows, v.columns) }

// step is an op of the way forwards: what it makes of what.
type step struct {
	op   string
	y    value
	a, b value
}

// network is a program that grows.
type network struct {
	r          *rand.Rand
	batch      int
	parameters []value
	steps      []step
	body       strings.Builder
	values     int
	written    int // ops
	planned    int // ops, with those of the way backwards
	ops        int
	gradients  map[int]value // of values, by id
}

// backwards is how many ops an op of the way forwards takes on the way backwards,
// with the additions of gradients.
var backwards = map[string]int{"matmul": 5, "add": 1, "mul": 3, "tanh": 3, "exp": 1, "neg": 1, "relu": 3}

// full says that the way backwards makes up the rest.
func (n *network) full() bool { return n.planned >= n.ops }

func (n *network) value(rows, columns int) value {
	n.values++
	return value{n.values, rows, columns}
}

// parameter is a new argument of the function.
func (n *network) parameter(rows, columns int) value {
	v := n.value(rows, columns)
	n.parameters = append(n.parameters, v)
	return v
}

// emit writes an op whose operands and result have one type.
func (n *network) emit(op string, y value, operands ...value) value {
	n.line("%s = tg.%s %s : %s", y, op, names(operands), y.typed())
	return y
}

func (n *network) line(format string, args ...any) {
	n.written++
	fmt.Fprintf(&n.body, "  "+format+"\n", args...)
}

func names(values []value) string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = v.String()
	}
	return strings.Join(list, ", ")
}

// forward writes an op of the way forwards. Of one operand, b is none.
func (n *network) forward(op string, a, b value) value {
	s := step{op: op, a: a, b: b}
	switch op {
	case "matmul":
		s.y = n.product(a, b)
	case "relu":
		s.y = n.emit("max", n.value(a.rows, a.columns), a, n.splat("0", a))
	case "tanh", "exp", "neg":
		s.y = n.emit(op, n.value(a.rows, a.columns), a)
	default:
		s.y = n.emit(op, n.value(a.rows, a.columns), a, b)
	}
	n.steps = append(n.steps, s)
	n.planned += 1 + backwards[op]
	return s.y
}

func (n *network) product(a, b value) value {
	y := n.value(a.rows, b.columns)
	n.line("%s = tg.matmul %s, %s : (%s, %s) -> %s", y, a, b, a.typed(), b.typed(), y.typed())
	return y
}

func (n *network) transposed(a value) value {
	y := n.value(a.columns, a.rows)
	n.line("%s = tg.transpose %s permutation [1, 0] : (%s) -> %s", y, a, a.typed(), y.typed())
	return y
}

// splat is a constant of the type of another value.
func (n *network) splat(number string, like value) value {
	y := n.value(like.rows, like.columns)
	n.line("%s = tg.constant dense<%s.0> : %s", y, number, y.typed())
	return y
}

// dense is a product with new weights.
func (n *network) dense(x value, columns int) value {
	return n.forward("matmul", x, n.parameter(x.columns, columns))
}

// activation is a function of each element.
func (n *network) activation(x value) value {
	return n.forward([]string{"tanh", "relu", "exp", "neg"}[n.r.IntN(4)], x, value{})
}

// text writes the way backwards, and puts the function around it all.
func (n *network) text(x, y value) string {
	loss := n.value(1, 1)
	n.line("%s = tg.reduce sum %s dims [0, 1] : (%s) -> tensor<f32>", loss, y, y.typed())
	n.gradients = map[int]value{y.id: n.splat("1", y)}
	for i := len(n.steps) - 1; i >= 0; i-- {
		if g, ok := n.gradients[n.steps[i].y.id]; ok {
			n.backward(&n.steps[i], g)
		}
	}
	results, types := []value{loss}, []string{"tensor<f32>"}
	var parameters []string
	for _, p := range n.parameters {
		parameters = append(parameters, p.String()+": "+p.typed())
		if g, ok := n.gradients[p.id]; ok {
			results, types = append(results, g), append(types, p.typed())
		}
	}
	return fmt.Sprintf("func.func @main(%s) -> (%s) {\n%s  return %s : %s\n}\n", strings.Join(parameters, ", "),
		strings.Join(types, ", "), n.body.String(), names(results), strings.Join(types, ", "))
}

// backward passes the gradient of what a step makes on to what it reads.
func (n *network) backward(s *step, g value) {
	like := func() value { return n.value(g.rows, g.columns) }
	switch s.op {
	case "matmul":
		n.gradient(s.b, n.product(n.transposed(s.a), g))
		n.gradient(s.a, n.product(g, n.transposed(s.b)))
	case "add":
		n.gradient(s.a, g)
		n.gradient(s.b, g)
	case "mul":
		n.gradient(s.a, n.emit("mul", like(), g, s.b))
		n.gradient(s.b, n.emit("mul", like(), g, s.a))
	case "tanh":
		square := n.emit("mul", like(), s.y, s.y)
		n.gradient(s.a, n.emit("mul", like(), g, n.emit("sub", like(), n.splat("1", g), square)))
	case "exp":
		n.gradient(s.a, n.emit("mul", like(), g, s.y))
	case "neg":
		n.gradient(s.a, n.emit("neg", like(), g))
	case "relu":
		zero, positive, y := n.splat("0", g), n.value(g.rows, g.columns), like()
		mask := fmt.Sprintf("tensor<%dx%dxi1>", g.rows, g.columns)
		n.line("%s = tg.compare gt %s, %s : (%s, %s) -> %s", positive, s.y, zero, g.typed(), g.typed(), mask)
		n.line("%s = tg.select %s, %s, %s : (%s, %s, %s) -> %s", y, positive, g, zero, mask, g.typed(), g.typed(), g.typed())
		n.gradient(s.a, y)
	}
}

// gradient adds to the gradient of a value.
func (n *network) gradient(v, g value) {
	if before, ok := n.gradients[v.id]; ok {
		g = n.emit("add", n.value(v.rows, v.columns), before, g)
	}
	n.gradients[v.id] = g
}

func (n *network) perceptron(x value) value {
	layers := []value{x}
	for !n.full() {
		h := n.activation(n.dense(x, 16<<n.r.IntN(3)))
		if skip := layers[n.r.IntN(len(layers))]; skip.columns == h.columns && n.r.IntN(3) == 0 {
			h = n.forward("add", h, skip)
		}
		x, layers = h, append(layers, h)
	}
	return x
}

func (n *network) residual(x value) value {
	for !n.full() {
		if n.r.IntN(8) == 0 {
			x = n.dense(x, 16<<n.r.IntN(3))
		}
		h := n.activation(n.dense(x, x.columns))
		if n.r.IntN(3) == 0 {
			h = n.forward("mul", h, n.activation(x))
		}
		x = n.forward("add", x, n.dense(h, x.columns))
	}
	return x
}

func (n *network) layered(x value) value {
	layer := []value{x}
	var all []value
	for !n.full() {
		all = append(all, layer...)
		var next []value
		for i := range 1 + n.r.IntN(5) {
			a, b := layer[i%len(layer)], layer[n.r.IntN(len(layer))]
			if n.r.IntN(6) == 0 {
				b = all[n.r.IntN(len(all))]
			}
			switch n.r.IntN(4) {
			case 0:
				next = append(next, n.activation(n.dense(a, a.columns)))
			case 1:
				next = append(next, n.activation(a))
			case 2:
				next = append(next, n.forward("mul", a, b))
			default:
				next = append(next, n.forward("add", a, b))
			}
		}
		for _, v := range layer[min(len(next), len(layer)):] { // all of it counts
			next[0] = n.forward("add", next[0], v)
		}
		layer = next
	}
	y := layer[0]
	for _, v := range layer[1:] {
		y = n.forward("add", y, v)
	}
	return y
}

func (n *network) unet(x value) value {
	for !n.full() {
		var skips []value
		for x.columns > 4 && !n.full() {
			for range 1 + n.r.IntN(3) {
				x = n.activation(n.dense(x, x.columns))
			}
			skips = append(skips, x)
			x = n.dense(x, x.columns/2)
		}
		for _, skip := range slices.Backward(skips) {
			x = n.activation(n.forward("add", n.dense(x, skip.columns), skip))
		}
	}
	return x
}
