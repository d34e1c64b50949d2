package main

import (
	"fmt"
	"strings"
)

// extremes are shapes in which one op, value, block or nest holds all there is:
// whatever takes time by the square shows here.
var extremes = []graph{
	{"users", "a chain in which every op also uses one value", users},
	{"constants", "a chain of sums with different constants, which become one", constants},
	{"folded", "a chain of ops on constants alone", folded},
	{"integers", "a chain of integer ops that bound what they compute", integers},
	{"butterfly", "layers of sums in which each value has two users and all are connected", butterfly},
	{"moves", "a chain of transposes, reshapes and reverses that compose", moves},
	{"growing", "a chain of concats that each add a row", growing},
	{"concat", "one concat of n operands, and slices of it", concat},
	{"split", "one split into n parts", split},
	{"siblings", "n products that share an operand", siblings},
	{"sums", "a sum of n products", sums},
	{"rows", "softmax after softmax", rows},
	{"ifs", "conditions one behind the other", ifs},
	{"nest", "conditions within conditions, a hundred deep", nest},
	{"loops", "loops one behind the other", loops},
	{"functions", "functions of ten ops", functions},
	{"calls", "small functions, each called twice", calls},
	{"equal", "the same op n times", equal},
	{"peeling", "a chain of splits that each take one row off", peeling},
	{"carried", "a loop and a condition with n values each", carried},
	{"chain", "a chain of products without anything between", chain},
	{"transposed", "n products by transposes of one matrix", transposed},
	{"updates", "a chain of updates of one tensor", updates},
	{"branches", "one switch with n branches", branches},
}

func users(n int) string {
	w := newWriter()
	shared, last := w.op("exp %%x"), "%x"
	ops := []string{"add", "mul", "sub", "max"}
	for i := range n {
		last = w.op("%s %s, %s", ops[i%len(ops)], last, shared)
	}
	return w.end(last)
}

func constants(n int) string {
	w := newWriter()
	last := w.as("convert %%x : (tensor<8x8xf32>) -> tensor<8x8xi32>")
	for i := range n / 2 {
		c := w.as("constant dense<%d> : tensor<8x8xi32>", i+3)
		last = w.as("add %s, %s : tensor<8x8xi32>", last, c)
	}
	return w.end(w.as("convert %s : (tensor<8x8xi32>) -> tensor<8x8xf32>", last))
}

func folded(n int) string {
	w := newWriter()
	last := w.as("constant dense<[1.0, 0.5, 0.25, 3.0]> : tensor<4xf32>")
	ops := []string{"tanh", "exp", "neg", "sigmoid"}
	for i := range n {
		last = w.as("%s %s : tensor<4xf32>", ops[i%len(ops)], last)
	}
	wide := w.as("concat %s, %s dim 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>", last, last)
	return w.end(w.as("add %%x, %s : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>", wide))
}

func integers(n int) string {
	w := newWriter()
	last := w.as("convert %%x : (tensor<8x8xf32>) -> tensor<8x8xi32>")
	hundred := w.as("constant dense<100> : tensor<8x8xi32>")
	seven := w.as("constant dense<7> : tensor<8x8xi32>")
	for i := range n {
		switch i % 4 {
		case 0:
			last = w.as("min %s, %s : tensor<8x8xi32>", last, hundred)
		case 1:
			last = w.as("mul %s, %s : tensor<8x8xi32>", last, seven)
		case 2:
			last = w.as("max %s, %s : tensor<8x8xi32>", last, seven)
		case 3:
			last = w.as("add %s, %s : tensor<8x8xi32>", last, last)
		}
	}
	return w.end(w.as("convert %s : (tensor<8x8xi32>) -> tensor<8x8xf32>", last))
}

func butterfly(n int) string {
	w := newWriter()
	const width = 64
	var layer [width]string
	for i := range layer {
		layer[i] = w.op("mul %%x, %s", w.as("constant dense<%d.5> : tensor<8x8xf32>", i))
	}
	for stride := 1; w.count < n; stride = stride * 2 % (width - 1) {
		old := layer
		for i := range layer {
			layer[i] = w.op("add %s, %s", old[i], old[(i+stride)%width])
		}
	}
	last := layer[0]
	for _, v := range layer[1:] {
		last = w.op("max %s, %s", last, v)
	}
	return w.end(last)
}

func moves(n int) string {
	w := newWriter()
	last := "%x"
	for range n / 8 {
		for _, op := range []string{
			"transpose %s permutation [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>",
			"reshape %s : (tensor<8x8xf32>) -> tensor<4x2x8xf32>",
			"transpose %s permutation [2, 0, 1] : (tensor<4x2x8xf32>) -> tensor<8x4x2xf32>",
			"reverse %s dims [1] : tensor<8x4x2xf32>",
			"transpose %s permutation [2, 1, 0] : (tensor<8x4x2xf32>) -> tensor<2x4x8xf32>",
			"reverse %s dims [0, 1] : tensor<2x4x8xf32>",
			"reshape %s : (tensor<2x4x8xf32>) -> tensor<64xf32>",
			"reshape %s : (tensor<64xf32>) -> tensor<8x8xf32>",
		} {
			last = w.as(op, last)
		}
	}
	return w.end(last)
}

func growing(n int) string {
	w := newWriter()
	last := "%x"
	row := w.as("slice %%w [0:1, 0:8] : (tensor<8x8xf32>) -> tensor<1x8xf32>")
	for i := range n {
		last = w.as("concat %s, %s dim 0 : (tensor<%dx8xf32>, tensor<1x8xf32>) -> tensor<%dx8xf32>", last, row, i+8, i+9)
	}
	return w.end(w.as("slice %s [%d:%d, 0:8] : (tensor<%dx8xf32>) -> tensor<8x8xf32>", last, n, n+8, n+8))
}

func concat(n int) string {
	w := newWriter()
	k := n / 4
	var names, types []string
	for i := range k {
		c := w.as("constant dense<%d.5> : tensor<1x8xf32>", i)
		row := w.as("slice %%x [%d:%d, 0:8] : (tensor<8x8xf32>) -> tensor<1x8xf32>", i%8, i%8+1)
		names = append(names, w.as("add %s, %s : tensor<1x8xf32>", row, c))
		types = append(types, "tensor<1x8xf32>")
	}
	all := w.as("concat %s dim 0 : (%s) -> tensor<%dx8xf32>", strings.Join(names, ", "), strings.Join(types, ", "), k)
	last := "%w"
	for i := range k / 8 {
		last = w.op("sub %s, %s", last, w.as("slice %s [%d:%d, 0:8] : (tensor<%dx8xf32>) -> tensor<8x8xf32>", all, 8*i, 8*i+8, k))
	}
	return w.end(last)
}

func split(n int) string {
	w := newWriter()
	k := n / 2
	all := w.as("broadcast %%x dims [0, 2] : (tensor<8x8xf32>) -> tensor<8x%dx8xf32>", k)
	exp := w.as("exp %s : tensor<8x%dx8xf32>", all, k)
	parts := w.name()
	w.line("%s:%d = tg.split %s dim 1 sizes [%s] : (tensor<8x%dx8xf32>) -> (%s)", parts, k, exp,
		strings.TrimSuffix(strings.Repeat("1, ", k), ", "), k, strings.TrimSuffix(strings.Repeat("tensor<8x1x8xf32>, ", k), ", "))
	last := "%x"
	for i := range k {
		part := w.as("reshape %s#%d : (tensor<8x1x8xf32>) -> tensor<8x8xf32>", parts, i)
		last = w.op("sub %s, %s", last, part)
	}
	return w.end(last)
}

func siblings(n int) string {
	w := newWriter()
	last := "%w"
	for i := range n / 3 {
		c := w.as("constant dense<%d.5> : tensor<8x8xf32>", i)
		last = w.op("sub %s, %s", last, w.op("matmul %%x, %s", c))
	}
	return w.end(last)
}

func sums(n int) string {
	w := newWriter()
	last := "%w"
	for range n / 3 {
		x := w.op("exp %s", last)
		last = w.op("add %s, %s", last, w.op("matmul %s, %%w", x))
	}
	return w.end(last)
}

func rows(n int) string {
	w := newWriter()
	last := "%x"
	for range n / 5 {
		top := w.as("reduce max %s dims [1] keep_dims : (tensor<8x8xf32>) -> tensor<8x1xf32>", last)
		e := w.op("exp %s", w.as("sub %s, %s : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>", last, top))
		sum := w.as("reduce sum %s dims [1] keep_dims : (tensor<8x8xf32>) -> tensor<8x1xf32>", e)
		last = w.as("div %s, %s : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>", e, sum)
	}
	return w.end(last)
}

// condition is the start of an op that adds y to x where x has a positive first
// element.
func (w *writer) condition(x string) string {
	first := w.as("slice %s [0:1, 0:1] : (tensor<8x8xf32>) -> tensor<1x1xf32>", x)
	scalar := w.as("reshape %s : (tensor<1x1xf32>) -> tensor<f32>", first)
	return w.as("compare gt %s, %%zero : (tensor<f32>, tensor<f32>) -> tensor<i1>", scalar)
}

func ifs(n int) string {
	w := newWriter()
	w.line("%%zero = tg.constant dense<0.0> : tensor<f32>")
	last := "%x"
	for range n / 8 {
		p := w.condition(last)
		r := w.as("if %s -> (tensor<8x8xf32>) {", p)
		a := w.op("add %s, %%w", last)
		w.line("tg.yield %s : tensor<8x8xf32>\n} else {", a)
		b := w.op("neg %s", last)
		w.line("tg.yield %s : tensor<8x8xf32>\n}", b)
		last = r
	}
	return w.end(last)
}

func nest(n int) string {
	w := newWriter()
	w.line("%%zero = tg.constant dense<0.0> : tensor<f32>")
	const depth = 100
	last := "%x"
	for range max(1, n/(8*depth)) {
		start := last
		var opened []string
		for range depth {
			opened = append(opened, w.as("if %s -> (tensor<8x8xf32>) {", w.condition(last)))
			last = w.op("tanh %s", last)
		}
		for i := range depth {
			w.line("tg.yield %s : tensor<8x8xf32>\n} else {", last)
			w.line("tg.yield %s : tensor<8x8xf32>\n}", w.op("neg %s", start))
			last = opened[depth-1-i]
		}
	}
	return w.end(last)
}

func loops(n int) string {
	w := newWriter()
	w.line("%%n = tg.constant dense<10> : tensor<i32>\n%%one = tg.constant dense<1> : tensor<i32>\n%%none = tg.constant dense<0> : tensor<i32>")
	last := "%x"
	for range n / 8 {
		r := w.name()
		w.line("%s:2 = tg.while (%%i = %%none, %%s = %s) : tensor<i32>, tensor<8x8xf32> cond {", r, last)
		p := w.as("compare lt %%i, %%n : (tensor<i32>, tensor<i32>) -> tensor<i1>")
		w.line("tg.yield %s : tensor<i1>\n} do {", p)
		i := w.as("add %%i, %%one : tensor<i32>")
		fixed := w.op("exp %%w")
		s := w.op("add %%s, %s", fixed)
		w.line("tg.yield %s, %s : tensor<i32>, tensor<8x8xf32>\n}", i, s)
		last = r + "#1"
	}
	return w.end(last)
}

const function = "(%%x: tensor<8x8xf32>, %%w: tensor<8x8xf32>) -> tensor<8x8xf32> {"

func functions(n int) string {
	w := &writer{}
	for i := range n / 10 {
		w.line("func.func @f%d"+function, i)
		last := "%x"
		for k := range 9 {
			last = w.op([]string{"add %s, %%w", "neg %s", "matmul %s, %%w"}[k%3], last)
		}
		w.line("return %s : tensor<8x8xf32>\n}", last)
	}
	return w.b.String()
}

func calls(n int) string {
	w := newWriter()
	last, k := "%x", n/6
	for i := range k {
		for range 2 {
			y := w.name()
			w.line("%s = func.call @f%d(%s, %%w) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>", y, i, last)
			last = y
		}
	}
	w.line("return %s : tensor<8x8xf32>\n}", last)
	for i := range k {
		w.line("func.func private @f%d"+function, i)
		w.line("return %s : tensor<8x8xf32>\n}", w.op("tanh %s", w.op("add %%x, %%w")))
	}
	return w.b.String()
}

func equal(n int) string {
	w := newWriter()
	last := "%w"
	for range n / 2 {
		last = w.op("max %s, %s", last, w.op("add %%x, %%w"))
	}
	return w.end(last)
}

func peeling(n int) string {
	w := newWriter()
	k := n / 3
	rest := w.as("broadcast %%x dims [0, 2] : (tensor<8x8xf32>) -> tensor<8x%dx8xf32>", k+1)
	last := "%w"
	for i := range k {
		parts := w.name()
		w.line("%s:2 = tg.split %s dim 1 sizes [1, %d] : (tensor<8x%dx8xf32>) -> (tensor<8x1x8xf32>, tensor<8x%dx8xf32>)", parts, rest, k-i, k-i+1, k-i)
		last = w.op("sub %s, %s", last, w.as("reshape %s#0 : (tensor<8x1x8xf32>) -> tensor<8x8xf32>", parts))
		rest = parts + "#1"
	}
	return w.end(w.op("add %s, %s", last, w.as("reshape %s : (tensor<8x1x8xf32>) -> tensor<8x8xf32>", rest)))
}

// list is n strings with commas between them.
func list(n int, item func(i int) string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = item(i)
	}
	return strings.Join(items, ", ")
}

func same(text string) func(int) string { return func(int) string { return text } }

func numbered(format string) func(int) string {
	return func(i int) string { return fmt.Sprintf(format, i) }
}

func carried(n int) string {
	w := newWriter()
	k := n / 6
	for i := range k {
		w.line("%%s%d = tg.mul %%x, %s : tensor<8x8xf32>", i, w.as("constant dense<%d.5> : tensor<8x8xf32>", i))
	}
	types := list(k, same("tensor<8x8xf32>"))
	w.line("%%zero = tg.constant dense<0.0> : tensor<f32>")
	p := w.condition("%x")
	w.line("%%if:%d = tg.if %s -> (%s) {\ntg.yield %s : %s\n} else {", k, p, types, list(k, numbered("%%s%d")), types)
	for i := range k {
		w.line("%%n%d = tg.neg %%s%d : tensor<8x8xf32>", i, i)
	}
	w.line("tg.yield %s : %s\n}", list(k, numbered("%%n%d")), types)
	w.line("%%loop:%d = tg.while (%s) : %s cond {", k, list(k, func(i int) string { return fmt.Sprintf("%%a%d = %%if#%d", i, i) }), types)
	w.line("tg.yield %s : tensor<i1>\n} do {", w.condition("%a0"))
	for i := range k {
		w.line("%%b%d = tg.add %%a%d, %%w : tensor<8x8xf32>", i, i)
	}
	w.line("tg.yield %s : %s\n}", list(k, numbered("%%b%d")), types)
	last := "%w"
	for i := range k {
		last = w.op("max %s, %%loop#%d", last, i)
	}
	return w.end(last)
}

func chain(n int) string {
	w := newWriter()
	last := "%x"
	for range n {
		last = w.op("matmul %s, %%w", last)
	}
	return w.end(last)
}

func transposed(n int) string {
	w := newWriter()
	last := "%w"
	for range n / 3 {
		t := w.as("transpose %s permutation [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>", last)
		last = w.op("max %s, %s", t, w.op("matmul %%x, %s", t))
	}
	return w.end(last)
}

func updates(n int) string {
	w := newWriter()
	last := "%x"
	row := w.as("slice %%w [0:1, 0:8] : (tensor<8x8xf32>) -> tensor<1x8xf32>")
	zero := w.as("constant dense<0> : tensor<i32>")
	for i := range n / 2 {
		at := w.as("constant dense<%d> : tensor<i32>", i%8)
		last = w.as("dynamic_update_slice %s, %s, %s, %s : (tensor<8x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>", last, row, at, zero)
	}
	return w.end(last)
}

func branches(n int) string {
	w := newWriter()
	w.line("%%zero = tg.constant dense<0.0> : tensor<f32>")
	index := w.as("convert %s : (tensor<i1>) -> tensor<i32>", w.condition("%x"))
	r := w.name()
	w.line("%s = tg.case %s -> (tensor<8x8xf32>) {", r, index)
	for i := range n / 3 {
		if i > 0 {
			w.line("}, {")
		}
		w.line("tg.yield %s : tensor<8x8xf32>", w.op("mul %s, %%x", w.as("constant dense<%d.5> : tensor<8x8xf32>", i)))
	}
	w.line("}")
	return w.end(r)
}
