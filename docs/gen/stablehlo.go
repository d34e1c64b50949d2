package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

// The page about StableHLO says of each op what becomes of it: of its example, which
// is converted, written back, and compiled with each element type.

// specified are the ops of the specifications: of StableHLO, and of CHLO.
var specified = map[string][]string{
	"stablehlo": strings.Fields(`abs add after_all all_gather all_reduce all_to_all and async_done async_start atan2 batch_norm_grad
		batch_norm_inference batch_norm_training bitcast_convert broadcast broadcast_in_dim case cbrt ceil cholesky clamp collective_broadcast
		collective_permute collective_reduce compare complex composite concatenate constant convert convolution cosine count_leading_zeros
		create_token cross-replica-sum custom_call divide dot dot_general dynamic_broadcast_in_dim dynamic_conv dynamic_gather dynamic_iota
		dynamic_pad dynamic_reshape dynamic_slice dynamic_update_slice einsum exponential exponential_minus_one fft floor gather
		get_dimension_size get_tuple_element if imag infeed iota is_finite log log_plus_one logistic map maximum minimum multiply negate not
		optimization_barrier or outfeed pad partition_id popcnt power real real_dynamic_slice recv reduce reduce_precision reduce_scatter
		reduce_window remainder replica_id reshape return reverse rng rng_bit_generator round_nearest_afz round_nearest_even rsqrt scatter
		select select_and_scatter send set_dimension_size shift_left shift_right_arithmetic shift_right_logical sign sine slice sort sqrt
		subtract tan tanh torch_index_select transpose triangular_solve tuple unary_einsum uniform_dequantize uniform_quantize while xor`),
	"chlo": strings.Fields(`_asin_acos_kernel acos acosh asin asinh atan atanh bessel_i1e broadcast_add broadcast_and broadcast_atan2
		broadcast_compare broadcast_complex broadcast_divide broadcast_maximum broadcast_minimum broadcast_multiply broadcast_next_after
		broadcast_or broadcast_polygamma broadcast_power broadcast_remainder broadcast_select broadcast_shift_left
		broadcast_shift_right_arithmetic broadcast_shift_right_logical broadcast_subtract broadcast_xor broadcast_zeta conj constant
		constant_like cosh digamma erf erf_inv erfc is_inf is_neg_inf is_pos_inf lgamma mulhi next_after polygamma ragged_dot scan sinh square
		tan top_k zeta`),
}

const (
	manyDevices = "is about several devices, and a program of tg runs on one"
	theOutside  = "orders effects outside of the program, and a program of tg has none"
	quantised   = "is about quantised types, which tg has not"
	notYet      = "is not there yet"
)

// missing is why ops are in no dialect of ours.
var missing = map[string]string{
	"stablehlo.all_gather": manyDevices, "stablehlo.all_reduce": manyDevices, "stablehlo.all_to_all": manyDevices, "stablehlo.reduce_scatter": manyDevices,
	"stablehlo.collective_broadcast": manyDevices, "stablehlo.collective_permute": manyDevices, "stablehlo.collective_reduce": manyDevices,
	"stablehlo.cross-replica-sum": manyDevices, "stablehlo.partition_id": manyDevices, "stablehlo.replica_id": manyDevices,
	"stablehlo.async_done": theOutside, "stablehlo.async_start": theOutside,
	"stablehlo.infeed": theOutside, "stablehlo.outfeed": theOutside, "stablehlo.recv": theOutside, "stablehlo.send": theOutside,
	"stablehlo.uniform_quantize": quantised, "stablehlo.uniform_dequantize": quantised,
}

// hloPage writes the page.
type hloPage struct {
	written map[string][]string // what ops of tg are written as, by name
}

// hloRow is an op on the page.
type hloRow struct{ name, syntax, inTG, back, types string }

func stableHLO() []byte {
	p := &hloPage{written: writtenAs()}
	var b bytes.Buffer
	b.WriteString(generated + stableHLOText)
	for _, dialect := range []string{"stablehlo", "chlo"} {
		fmt.Fprintf(&b, "## %s\n\n| op | form | in tg | written for | element types |\n|---|---|---|---|---|\n", dialect)
		for _, r := range p.rows(dialect) {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", r.name, r.syntax, r.inTG, r.back, r.types)
		}
		b.WriteByte('\n')
	}
	b.WriteString("## What ops of tg are written as\n\n| op | as |\n|---|---|\n")
	for _, def := range driver.NewContext().LookupDialect("tg").Ops() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", def.Name(), codes(p.written[def.Name()]))
	}
	return b.Bytes()
}

const stableHLOText = "# StableHLO and CHLO\n\n" +
	"`--stablehlo-to-tg` reads programs of StableHLO and CHLO, and `--tg-to-stablehlo` writes them, so that what is optimised here can go on to XLA, " +
	"IREE or a PJRT plugin. What is written is read back as a program that computes the same bits.\n\n" +
	"## What is written, and what others see of it\n\n" +
	"* An op for which there is one of StableHLO that is read back as itself is that op, in its pretty form. Operands that broadcast are broadcast in ops of their own.\n" +
	"* What StableHLO has no op for, but CHLO has, is the op of CHLO: `erf`, `asinh`, `lgamma`. Exporters leave them in programs, and compilers lower them.\n" +
	"* Fusions, the bias and the activation of contractions, means and `keep_dims` are the ops that they consist of: these round alike.\n" +
	"* A reduction by a region that a keyword would stand for has the attribute `tg.sequential`: its elements are combined one by one, and read back by a " +
	"keyword a sum would be in another order ([numerics.md](numerics.md)). Others may ignore it; StableHLO leaves the order open.\n" +
	"* A convolution with an `algorithm` has the attribute `tg.algorithm`, which is read back. Others may ignore it: it is another way to compute the convolution.\n" +
	"* A function of its own, which no op of theirs rounds alike, is a composite with the name of the op: `stablehlo.composite \"tg.silu\" %x {decomposition = @tg.silu.impl}`. " +
	"`composite_attributes` are the attributes of the op. The decomposition is a private function, `@tg.OP.impl`, `@tg.OP.impl_1`, ... in the order in " +
	"which they are needed, one for each op, attributes and types. A compiler that does not know the name runs the decomposition, whose last digits may be " +
	"others. Read back, a composite whose name and attributes are those of an op of tg is that op, and decompositions that nothing names any more are gone; any other composite is a call.\n" +
	"* What `--rematerialize` computes again has `tg.recompute`, and its operands go through `stablehlo.optimization_barrier`, so that no other compiler merges it with the first one.\n" +
	"* Other attributes stay, but those of a plan of memory, which is about the ops that are not there any more. Locations stay.\n" +
	"* Ops of `func`, `cf`, `scf`, `arith` and `check` stay. A branch of `cf` takes its condition out of a tensor by `tensor.extract`.\n" +
	"* What StableHLO cannot say is an error with the position of the op, and nothing is written: tensors of `index`, of integers of odd widths, of `f80` and `f128`.\n\n" +
	"In the tables, `in tg` is what the example of the op in [ops.md](ops.md) becomes, `written for` the ops of tg that are written with the op, " +
	"and element types are those with which that example can be executed.\n\n"

// codes is a list of words, each as code.
func codes(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = "`" + s + "`"
	}
	return strings.Join(out, ", ")
}

func (p *hloPage) rows(dialect string) (rows []hloRow) {
	c := driver.NewContext()
	for _, op := range specified[dialect] {
		name := dialect + "." + op
		def := c.LookupOp(name)
		if def == nil {
			why := missing[name]
			if why == "" {
				why = notYet
			}
			rows = append(rows, hloRow{name: name, syntax: "—", inTG: "missing: it " + why, back: "—", types: "—"})
			continue
		}
		types, text := elementTypes(def)
		rows = append(rows, hloRow{name: name, syntax: form(def), inTG: becomes(def, text), back: p.back(name), types: types})
	}
	return rows
}

// everywhere are written with many ops.
var everywhere = []string{"stablehlo.constant", "stablehlo.broadcast_in_dim", "stablehlo.reshape", "stablehlo.convert", "stablehlo.iota"}

// back are the ops of tg that an op is written for; one that helps others, only
// those that are nothing else.
func (p *hloPage) back(name string) string {
	var list []string
	for _, def := range driver.NewContext().LookupDialect("tg").Ops() {
		as := p.written[def.Name()]
		if slices.Contains(as, name) && (len(as) == 1 || !slices.Contains(everywhere, name)) {
			list = append(list, def.Name())
		}
	}
	if name == "stablehlo.composite" {
		list = nil
		for op, as := range p.written {
			if slices.ContainsFunc(as, func(s string) bool { return strings.HasPrefix(s, name) }) {
				list = append(list, op)
			}
		}
		slices.Sort(list)
	}
	if list == nil {
		return "—"
	}
	return codes(list)
}

// example parses the example of an op and runs passes on it.
func example(text string, passes ...string) (*ir.Op, error) {
	c := driver.NewContext()
	m, err := parser.Parse(c, []byte(text), parser.Options{Filename: "example"})
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil || len(passes) == 0 {
		return m, err
	}
	line, err := pipeline.ParsePipeline("builtin.module("+strings.Join(passes, ",")+")", driver.NewRegistry())
	if err != nil {
		return nil, err
	}
	var first *ir.Diag
	manager := &pipeline.Manager{Ctx: c, Pipeline: line, Workers: 1, Emit: func(d *ir.Diag) {
		if first == nil {
			first = d
		}
	}}
	if err := manager.Run(m); err != nil {
		if first != nil {
			return nil, first
		}
		return nil, err
	}
	return m, nil
}

// madeOf are the names of the ops after passes that stand where ops of a definition
// stood in a program.
func madeOf(def *ir.OpDef, text, passes string) ([]string, error) {
	before, err := example(text)
	if err != nil {
		return nil, err
	}
	after, err := example(text, passes)
	if err != nil {
		return nil, err
	}
	at := map[ir.Loc]bool{}
	ir.Walk(before, func(o *ir.Op) ir.WalkAction {
		if o.Is(def) {
			at[o.Loc()] = true
		}
		return ir.Advance
	})
	var names []string
	ir.Walk(after, func(o *ir.Op) ir.WalkAction {
		if strings.HasPrefix(ir.SymbolName(o), convert.CompositePrefix) {
			return ir.Skip // what a composite is made of
		}
		name := o.Name()
		if name == "stablehlo.composite" {
			name += fmt.Sprintf(" %q", o.Attr("name").Text())
		}
		if at[o.Loc()] && !slices.Contains(names, name) && (name != "stablehlo.return" || def.Has(ir.Terminator)) {
			names = append(names, name)
		}
		return ir.Advance
	})
	return names, nil
}

// writtenAs is what each op of tg is written as.
func writtenAs() map[string][]string {
	out := map[string][]string{}
	for _, def := range driver.NewContext().LookupDialect("tg").Ops() {
		names, err := madeOf(def, def.Example, "tg-to-stablehlo")
		if err != nil {
			names = []string{message(err)}
		}
		switch {
		case def.Name() == "tg.fusion":
			names = []string{"the ops in it"}
		case len(names) == 0 && len(def.Results) > 0:
			names = []string{"its operand"}
		}
		out[def.Name()] = names
	}
	return out
}

// message is an error without its place.
func message(err error) string {
	text := ir.AsDiag(err, 0).Message
	if _, after, ok := strings.Cut(text, "cannot be converted to tg: "); ok {
		return after
	}
	return text
}

// becomes is what an op is in tg, in a program with it.
func becomes(def *ir.OpDef, text string) string {
	names, err := madeOf(def, text, "stablehlo-to-tg")
	switch {
	case err != nil:
		return "nothing, as it is in the example: " + cell(message(err))
	case len(names) == 0:
		return "its operand"
	}
	return codes(names)
}

// form is how an op is spelled in its example, without types.
func form(def *ir.OpDef) string {
	m, err := example(def.Example)
	if err != nil {
		return ""
	}
	text := ""
	ir.Walk(m, func(o *ir.Op) ir.WalkAction {
		if !o.Is(def) {
			return ir.Advance
		}
		text = printer.OpString(o, printer.Options{})
		return ir.Stop
	})
	line, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if _, after, ok := strings.Cut(line, " = "); ok && strings.HasPrefix(line, "%") {
		line = after
	}
	if i := strings.Index(line, " ({"); i >= 0 {
		return "`" + cell(line[:i]) + " ({...})`"
	}
	if i := strings.LastIndex(line, " : "); i >= 0 {
		line = line[:i]
	}
	if rest != "" {
		line += " ..."
	}
	return "`" + cell(line) + "`"
}

var (
	orders  = regexp.MustCompile(`, (FLOAT|TOTALORDER|SIGNED|UNSIGNED)\b`)
	numbers = regexp.MustCompile(`dense<[^>]*> :`)
)

// typeGroups are names of element types that often go together.
var typeGroups = []struct {
	name  string
	types []string
}{
	{"integers", []string{"i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"}},
	{"signed integers", []string{"i8", "i16", "i32", "i64"}},
	{"unsigned integers", []string{"ui8", "ui16", "ui32", "ui64"}},
	{"floats", []string{"f16", "bf16", "f32", "f64"}},
	{"complex numbers", []string{"complex<f32>", "complex<f64>"}},
}

// elementTypes are those with which the example of an op can be executed, in place
// of the one that it has. text is the example if it can be, or with one of them.
func elementTypes(def *ir.OpDef) (types, text string) {
	main := mainElement(def)
	c := driver.NewContext()
	var list []string
	text = def.Example
	for _, d := range tensor.DTypes() {
		elem := interp.ElementType(c, d)
		with := withElement(def.Example, main, elem)
		if main == "" || !compiles(with) {
			continue
		}
		list = append(list, elem.String())
		if elem.String() == main || len(list) == 1 {
			text = with
		}
	}
	if list == nil {
		return "—", text
	}
	for _, g := range typeGroups {
		if !slices.ContainsFunc(g.types, func(t string) bool { return !slices.Contains(list, t) }) {
			list = slices.DeleteFunc(list, func(t string) bool { return slices.Contains(g.types, t) })
			list = append(list, g.name)
		}
	}
	return strings.Join(list, ", "), text
}

// withElement is a program with another element type in place of main, and zeros of
// that in constants.
func withElement(text, main string, elem *ir.Type) string {
	if elem.String() == main {
		return text
	}
	zero := "0"
	switch {
	case elem.IsFloat():
		zero = "0.0"
	case elem.IsBool():
		zero = "false"
	case elem.IsComplex():
		zero = "(0.0, 0.0)"
	}
	text = numbers.ReplaceAllString(orders.ReplaceAllString(text, ""), "dense<"+zero+"> :")
	use := regexp.MustCompile(`(x|<)` + regexp.QuoteMeta(main) + `([>,\s])`)
	return use.ReplaceAllString(text, "${1}"+elem.String()+"${2}")
}

// mainElement is the element type that an op in its example is about: that of both
// operands and results, or else of what its regions compute, or of the first operand.
func mainElement(def *ir.OpDef) (main string) {
	m, err := example(def.Example)
	if err != nil {
		return ""
	}
	elements := func(types []*ir.Type) (list []string) {
		for _, t := range types {
			if t.IsTensor() {
				list = append(list, t.Elem().String())
			}
		}
		return list
	}
	ir.Walk(m, func(o *ir.Op) ir.WalkAction {
		if !o.Is(def) {
			return ir.Advance
		}
		in, out := elements(o.OperandTypes()), elements(o.ResultTypes())
		both := slices.IndexFunc(in, func(t string) bool { return slices.Contains(out, t) })
		switch {
		case both >= 0:
			main = in[both]
		case len(out) > 0 && (len(in) == 0 || o.NumRegions() > 0):
			main = out[0]
		case len(in) > 0:
			main = in[0]
		}
		return ir.Stop
	})
	return main
}

// compiles reports whether a program can be executed.
func compiles(text string) bool {
	m, err := example(text, "stablehlo-to-tg")
	if err != nil {
		return false
	}
	for name, fn := range ir.Symbols(m) {
		if fn.Name() != "func.func" || fn.RegionAt(0).Empty() {
			continue
		}
		if _, err := interp.NewModule(m).Program(name); err != nil {
			return false
		}
	}
	return true
}
