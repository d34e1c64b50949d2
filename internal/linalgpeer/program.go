package linalgpeer

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// caller writes the function that calls others with constants, and prints their results as the
// bits of their elements.
type caller struct {
	strings.Builder
	n int
}

// name is a name for a value.
func (w *caller) name() string {
	w.n++
	return "%v" + strconv.Itoa(w.n)
}

func (w *caller) line(format string, args ...any) { fmt.Fprintf(w, "    "+format+"\n", args...) }

// declarations are the functions that print.
const declarations = "  func.func private @printMemrefI64(memref<*xi64>) attributes {llvm.emit_c_interface}\n"

// call calls fn and prints its results.
func (w *caller) call(fn *ir.Op, inputs []*tensor.Tensor) {
	f := fn.Attr("function_type").Type()
	var args []string
	for i, t := range f.Inputs() {
		args = append(args, w.input(t, inputs[i]))
	}
	result := w.name()
	var types, names []string
	for i, t := range f.Results() {
		types, names = append(types, t.String()), append(names, result+"#"+strconv.Itoa(i))
	}
	var in []string
	for _, t := range f.Inputs() {
		in = append(in, t.String())
	}
	w.line("%s:%d = func.call @%s(%s) : (%s) -> (%s)", result, len(types), fn.Attr("sym_name").Text(), strings.Join(args, ", "), strings.Join(in, ", "), strings.Join(types, ", "))
	for i, t := range f.Results() {
		w.print(names[i], t)
	}
}

// input is a constant as an argument of type t.
func (w *caller) input(t *ir.Type, x *tensor.Tensor) string {
	v := w.name()
	if t.IsIndex() {
		w.line("%s = arith.constant %d : index", v, x.Int64At(0))
		return v
	}
	elem := plain(t.Elem())
	static := shaped(x.Shape(), elem)
	w.line("%s = arith.constant dense<%s> : %s", v, elements(x), static)
	if elem != t.Elem().String() {
		v = w.each(v, x.Shape(), elem, t.Elem().String(), func(e string) string {
			r := w.name()
			w.line("%s = builtin.unrealized_conversion_cast %s : %s to %s", r, e, elem, t.Elem())
			return r
		})
		static = shaped(x.Shape(), t.Elem().String())
	}
	if static != t.String() {
		r := w.name()
		w.line("%s = tensor.cast %s : %s to %s", r, v, static, t)
		v = r
	}
	return v
}

// plain is the type without a sign of elements.
func plain(t *ir.Type) string { return strings.TrimPrefix(t.String(), "u") }

func shaped(shape []int, elem string) string {
	text := "tensor<"
	for _, n := range shape {
		text += dim(n) + "x"
	}
	return text + elem + ">"
}

func dim(n int) string {
	if n < 0 {
		return "?"
	}
	return strconv.Itoa(n)
}

// elements are those of a constant, as text.
func elements(x *tensor.Tensor) string {
	switch {
	case x.Len() == 0:
		return ""
	case x.DType() != tensor.Bool:
		return `"0x` + strings.ToUpper(hex.EncodeToString(x.Bytes())) + `"`
	}
	return truths(x.Bytes(), x.Shape())
}

func truths(bytes []byte, shape []int) string {
	if len(shape) == 0 {
		return strconv.FormatBool(bytes[0] != 0)
	}
	var parts []string
	for i := range shape[0] {
		part := len(bytes) / shape[0]
		parts = append(parts, truths(bytes[i*part:(i+1)*part], shape[1:]))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// each makes a tensor of type `to` whose elements f makes of those of v.
func (w *caller) each(v string, shape []int, from, to string, f func(e string) string) string {
	var dims, kinds, sizes []string
	for d, n := range shape {
		dims, kinds = append(dims, "d"+strconv.Itoa(d)), append(kinds, `"parallel"`)
		if n < 0 {
			c, size := w.name(), w.name()
			w.line("%s = arith.constant %d : index", c, d)
			w.line("%s = tensor.dim %s, %s : %s", size, v, c, shaped(shape, from))
			sizes = append(sizes, size)
		}
	}
	list := strings.Join(dims, ", ")
	m := fmt.Sprintf("affine_map<(%s) -> (%s)>", list, list)
	empty, r, e, out := w.name(), w.name(), w.name(), w.name()
	w.line("%s = tensor.empty(%s) : %s", empty, strings.Join(sizes, ", "), shaped(shape, to))
	w.line("%s = linalg.generic {indexing_maps = [%s, %s], iterator_types = [%s]} ins(%s : %s) outs(%s : %s) {", r, m, m, strings.Join(kinds, ", "), v, shaped(shape, from), empty, shaped(shape, to))
	w.line("^bb0(%s: %s, %s: %s):", e, from, out, to)
	w.line("linalg.yield %s : %s", f(e), to)
	w.line("} -> %s", shaped(shape, to))
	return r
}

// print prints the bits of the elements of v.
func (w *caller) print(v string, t *ir.Type) {
	shape := make([]int, t.Rank())
	for i, n := range t.Shape() {
		if shape[i] = int(n); n == ir.Dynamic {
			shape[i] = -1
		}
	}
	elem := t.Elem()
	bits := w.each(v, shape, elem.String(), "i64", func(e string) string {
		is := "i" + strconv.Itoa(elem.Width())
		x := e
		switch {
		case elem.IsFloat():
			x = w.name()
			w.line("%s = arith.bitcast %s : %s to %s", x, e, elem, is)
		case elem.String() != is:
			x = w.name()
			w.line("%s = builtin.unrealized_conversion_cast %s : %s to %s", x, e, elem, is)
		}
		if is == "i64" {
			return x
		}
		r := w.name()
		w.line("%s = arith.extui %s : %s to i64", r, x, is)
		return r
	})
	buffer, cast := w.name(), w.name()
	memref := strings.Replace(shaped(shape, "i64"), "tensor", "memref", 1)
	w.line("%s = bufferization.to_buffer %s : %s to %s", buffer, bits, shaped(shape, "i64"), memref)
	w.line("%s = memref.cast %s : %s to memref<*xi64>", cast, buffer, memref)
	w.line("func.call @printMemrefI64(%s) : (memref<*xi64>) -> ()", cast)
}

// printed are the numbers of each tensor that was printed.
func printed(text string) (all [][]uint64, err error) {
	for _, part := range strings.Split(text, "Unranked Memref")[1:] {
		_, list, ok := strings.Cut(part, "data =")
		if !ok {
			return nil, fmt.Errorf("cannot read what was printed: %q", part)
		}
		var numbers []uint64
		for _, word := range strings.FieldsFunc(list, func(r rune) bool { return r != '-' && (r < '0' || r > '9') }) {
			n, err := strconv.ParseInt(word, 10, 64)
			if err != nil {
				return nil, err
			}
			numbers = append(numbers, uint64(n))
		}
		all = append(all, numbers)
	}
	return all, nil
}

// tensorOf is a tensor like want whose elements have the given bits.
func tensorOf(want *tensor.Tensor, bits []uint64) (*tensor.Tensor, error) {
	if len(bits) != want.Len() {
		return nil, fmt.Errorf("%d elements were printed, not %d", len(bits), want.Len())
	}
	raw := make([]byte, 0, len(want.Bytes()))
	for _, b := range bits {
		for range want.DType().Size() {
			raw = append(raw, byte(b))
			b >>= 8
		}
	}
	return tensor.FromBytes(want.DType(), want.Shape(), raw)
}
