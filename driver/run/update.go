package run

import (
	"embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// An update is a function from a parameter, its gradient, what the update keeps of
// it and options to the next parameter and what is kept of that. Options are the
// arguments with a default; what is kept begins with zeros.

//go:embed updates/*.mlir
var updateFiles embed.FS

// updateNames are the updates that come with tg.
var updateNames = []string{"sgd", "momentum", "adam"}

// defaultAttr marks an argument of an update as an option, and says what it is by default.
const defaultAttr = "tg.default"

func updateText(name string) string {
	text, err := updateFiles.ReadFile("updates/" + name + ".mlir")
	if err != nil {
		panic(err) // one of updateNames
	}
	return string(text)
}

// printedUpdate is what --print-update shows: a module that can be read, for a
// parameter of some type.
func printedUpdate(name string) string {
	return "!param = tensor<4x8xf32>  // the parameter and its gradient\n!wide = tensor<4x8xf32>   // as many elements of f32, of f64 for those of f64\n" +
		"!scalar = tensor<f32>     // one of these\n\n" + updateText(name)
}

// updateFlag is what --update says: the name of one that comes with tg, or
// functions of the module, the first of which is taken that fits a parameter.
type updateFlag struct {
	name      string
	functions []string
}

func (f *updateFlag) set(text string) error {
	if slices.Contains(updateNames, text) {
		*f = updateFlag{name: text}
		return nil
	}
	var functions []string
	for _, word := range strings.Split(text, ",") {
		name, ok := strings.CutPrefix(word, "@")
		if !ok || name == "" {
			return fmt.Errorf("'%s' is none of %s, nor a function of the module, such as @f%s", word, strings.Join(updateNames, ", "), spelling.DidYouMean(word, updateNames))
		}
		functions = append(functions, name)
	}
	*f = updateFlag{functions: functions}
	return nil
}

// optionsFlag is what --update-option says.
type optionsFlag map[string]float64

func (f *optionsFlag) set(text string) error {
	for _, word := range strings.Split(text, ",") {
		name, value, ok := strings.Cut(word, "=")
		v, err := strconv.ParseFloat(value, 64)
		if !ok || name == "" || err != nil {
			return fmt.Errorf("'%s' is not a name and a number, such as lr=0.01", word)
		}
		if *f == nil {
			*f = optionsFlag{}
		}
		if _, twice := (*f)[name]; twice {
			return fmt.Errorf("'%s' is given twice", name)
		}
		(*f)[name] = v
	}
	return nil
}

// update is an update for parameters of a type.
type update struct {
	fn *ir.Op
	// slots are what it keeps of a parameter, by argument, and options its options.
	slots   map[int]naming.Param
	options map[int]*updateOption
	order   []int // the arguments of slots, which results 1, 2, ... are for
}

type updateOption struct {
	name  string
	typ   *ir.Type
	value float64
}

// updates makes the updates of a module as parameters ask for them.
type updates struct {
	module *ir.Op
	flag   updateFlag
	given  optionsFlag
	made   map[*ir.Type]*update
}

// of is the update of a parameter.
func (u *updates) of(p naming.Param) (*update, error) {
	if made := u.made[p.Type]; made != nil {
		return made, nil
	}
	fn, err := u.function(p)
	if err != nil {
		return nil, err
	}
	made, err := readUpdate(fn, p.Type)
	if err != nil {
		return nil, err
	}
	for _, o := range made.options {
		if v, ok := u.given[o.name]; ok {
			o.value = v
		}
	}
	u.made[p.Type] = made
	return made, nil
}

// function is the function of the module that updates p.
func (u *updates) function(p naming.Param) (*ir.Op, error) {
	if u.flag.name != "" {
		return u.instance(p)
	}
	table := ir.Symbols(u.module)
	var names, types []string
	for name, o := range table {
		if o.Name() == "func.func" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range u.flag.functions {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("--update: there is no function @%s%s", name, spelling.Among(name, names))
		}
		fn := table[name]
		in := fn.Attr("function_type").Type().Inputs()
		if len(in) > 0 && in[0] == p.Type {
			return fn, nil
		}
		if len(in) > 0 {
			types = append(types, fmt.Sprintf("@%s updates a %s", name, in[0]))
		}
	}
	return nil, fmt.Errorf("--update: no function takes parameters such as %%%s, a %s%s; functions for several types are given as --update=@f,@g",
		p.Name, p.Type, strings.Join(append([]string{""}, types...), "; "))
}

// instance adds to the module the update of a name, for parameters of a type.
func (u *updates) instance(p naming.Param) (*ir.Op, error) {
	c := u.module.Context()
	elem := p.Type.Elem()
	wide := elem
	d, ok := interp.DTypeOf(elem)
	switch {
	case !ok || !d.IsFloat():
		return nil, fmt.Errorf("--update=%s is for floats, but parameter %%%s is a %s; write an update of your own, --update=@f", u.flag.name, p.Name, p.Type)
	case d.Bits() < 32:
		wide = c.F32()
	}
	text := fmt.Sprintf("!param = %s\n!wide = %s\n!scalar = %s\n%s", p.Type, c.WithElem(p.Type, wide), c.Tensor(nil, wide), updateText(u.flag.name))
	read, err := parser.Parse(c, []byte(text), parser.Options{Filename: "<update " + u.flag.name + ">"})
	if err == nil {
		err = ir.Verify(read)
	}
	if err != nil {
		return nil, err
	}
	fn := read.RegionAt(0).First().First()
	fn.Detach()
	fn.SetAttr("sym_name", c.StringAttr(freeName(u.module, fmt.Sprintf("update.%s.%d", u.flag.name, len(u.made)))))
	fn.SetAttr("sym_visibility", c.StringAttr("private"))
	u.module.RegionAt(0).First().Append(fn)
	return fn, nil
}

// freeName is a symbol that the module does not have.
func freeName(module *ir.Op, name string) string {
	table := ir.Symbols(module)
	free := name
	for k := 1; table[free] != nil; k++ {
		free = fmt.Sprintf("%s.%d", name, k)
	}
	return free
}

// readUpdate looks at the signature of an update of parameters of type t.
func readUpdate(fn *ir.Op, t *ir.Type) (*update, error) {
	u := &update{fn: fn, slots: map[int]naming.Param{}, options: map[int]*updateOption{}}
	signature := fn.Attr("function_type").Type()
	in, out := signature.Inputs(), signature.Results()
	wrong := func(format string, args ...any) error {
		return ir.Errorf(fn.Loc(), "@%s cannot update a %s: %s; an update is (parameter, gradient, what it keeps...) -> (parameter, what it keeps...), and options have the attribute %s",
			ir.SymbolName(fn), t, fmt.Sprintf(format, args...), defaultAttr)
	}
	if fn.RegionAt(0).Empty() {
		return nil, wrong("it has no body")
	}
	if len(in) < 2 || in[0] != t || in[1] != t {
		return nil, wrong("its first two arguments are not of this type")
	}
	params := naming.Arguments(fn)
	for i := 2; i < len(in); i++ {
		option, err := readOption(fn, i, params[i])
		switch {
		case err != nil:
			return nil, wrong("%v", err)
		case option != nil:
			u.options[i] = option
			continue
		case !in[i].IsRankedTensor() || !in[i].IsStatic():
			return nil, wrong("argument #%d must be a tensor whose extents are known, but is a %s", i, in[i])
		}
		u.slots[i] = params[i]
		u.order = append(u.order, i)
	}
	want := []*ir.Type{t}
	for _, i := range u.order {
		want = append(want, in[i])
	}
	if !slices.Equal(out, want) {
		return nil, wrong("it returns (%s), and must return (%s)", ir.TypeList(out, 8), ir.TypeList(want, 8))
	}
	return u, nil
}

// readOption is argument i as an option, or nil.
func readOption(fn *ir.Op, i int, p naming.Param) (*updateOption, error) {
	dicts := fn.Attr("arg_attrs")
	if dicts == nil {
		return nil, nil
	}
	value := dicts.Elems()[i].Get(defaultAttr)
	if value == nil {
		return nil, nil
	}
	o := &updateOption{name: p.Name, typ: p.Type}
	switch {
	case !p.Type.IsRankedTensor() || p.Type.Rank() != 0 || !p.Type.Elem().IsFloat():
		return nil, fmt.Errorf("the option %%%s must be a float of rank 0, but is a %s", p.Name, p.Type)
	case value.Is(ir.FloatAttr):
		o.value = value.Float()
	case value.Is(ir.IntegerAttr):
		o.value = float64(value.Int())
	default:
		return nil, errors.New("the default of the option %" + p.Name + " must be a number, but is " + value.String())
	}
	return o, nil
}

// checkOptions is an error for options that no update has.
func (u *updates) checkOptions() error {
	known := map[string]bool{}
	for _, made := range u.made {
		for _, o := range made.options {
			known[o.name] = true
		}
	}
	names := slices.Sorted(maps.Keys(known))
	for _, name := range slices.Sorted(maps.Keys(u.given)) {
		if !known[name] {
			return fmt.Errorf("--update-option: the update has no option '%s'%s", name, spelling.Among(name, names))
		}
	}
	return nil
}

// constant is the value of an option.
func (o *updateOption) constant(c *ir.Context) *ir.Attr {
	d, _ := interp.DTypeOf(o.typ.Elem())
	t := tensor.New(d)
	t.SetFloat64(0, o.value)
	return c.Dense(o.typ, t.Bytes())
}
