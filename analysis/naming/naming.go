// Package naming knows what the arguments and results of functions are called, by which users and
// files of arrays mean them.
package naming

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// Name is the attribute of an argument or a result in which passes of ours write what it is called.
// It is one of those that are read from programs of others, too.
const Name = "tg.name"

// The attributes of results by which a function is known as one that says how to train: the loss, a
// unit, and which argument a result is the gradient of, its name or its position.
const (
	Loss       = "tg.loss"
	GradientOf = "tg.gradient_of"
)

// Param is an argument or a result. No two of one list have one name.
type Param struct {
	Name string
	Type *ir.Type
}

// Arguments are those of a function that takes no tuples.
func Arguments(fn *ir.Op) []Param {
	return Params(fn.Attr("function_type").Type().Inputs(), "arg", func(i int) string { return Argument(fn, i) })
}

// Params gives each type the name that the program has for it, or one by position where that is
// none, is too long for a command line, or is another one's, too.
func Params(types []*ir.Type, stem string, named func(i int) string) []Param {
	list := make([]Param, len(types))
	uses := map[string]int{}
	for i, t := range types {
		list[i] = Param{named(i), t}
		uses[list[i].Name]++
	}
	positional := func(i int) string { return fmt.Sprint(stem, i) }
	var without []int // a name of their own
	drop := func(i int) {
		list[i].Name = positional(i)
		without = append(without, i)
	}
	for i := range list {
		if n := list[i].Name; !CanBeTyped(n) || uses[n] > 1 {
			drop(i)
		}
	}
	// Who has the name that one of those needs has to do without it, too.
	for k := 0; k < len(without); k++ {
		for i := range list {
			if i != without[k] && list[i].Name == positional(without[k]) {
				drop(i)
			}
		}
	}
	return list
}

// CanBeTyped reports whether a name can stand in --input=%NAME=SPEC and on a line
// of --signature.
func CanBeTyped(name string) bool {
	const longest = 200
	return name != "" && len(name) <= longest && utf8.ValidString(name) && !strings.Contains(name, "=") && !strings.Contains(name, ": ") &&
		!strings.ContainsFunc(name, unicode.IsControl) && strings.TrimFunc(name, unicode.IsDigit) != ""
}

// nameAttrs are the last parts of the names of attributes in which exporters
// write what an argument or a result is called: jax.arg_info, tf.name.
var nameAttrs = []string{"name", "arg_name", "arg_info", "parameter_name", "result_name", "result_info", "identifier"}

// IsName reports whether an attribute of an argument or a result says what that is called.
func IsName(a ir.NamedAttr) bool {
	_, last, _ := strings.Cut(a.Name, ".")
	return slices.Contains(nameAttrs, last) && a.Value.Is(ir.StringAttr)
}

// given is the name that dictionary i of a list gives, or "".
func given(dicts *ir.Attr, i int) string {
	if dicts == nil || i >= len(dicts.Elems()) {
		return ""
	}
	for _, e := range dicts.Elems()[i].Entries() {
		if IsName(e) {
			return e.Value.Text()
		}
	}
	return ""
}

// Result is what an attribute calls result i of a function, or "".
func Result(fn *ir.Op, i int) string { return given(fn.Attr("res_attrs"), i) }

var valueName = regexp.MustCompile(`^%([A-Za-z0-9_.$-]+)`)

// Argument is what argument i of a function is called: by an attribute, by its
// location, loc("x"), or in the text. It is "" where nothing calls it anything.
func Argument(fn *ir.Op, i int) string {
	if name := given(fn.Attr("arg_attrs"), i); name != "" || fn.RegionAt(0).Empty() {
		return name
	}
	loc := fn.RegionAt(0).First().Arg(i).Loc()
	source := fn.Context().Source(loc)
	if source == nil {
		return fn.Context().LocAttr(loc).LocName()
	}
	if at := source.Offset(loc); at < len(source.Text) {
		if m := valueName.FindSubmatch(source.Text[at:min(len(source.Text), at+1000)]); m != nil {
			return string(m[1])
		}
	}
	return ""
}

// Find is the place of the parameter of that name, or of that position where none has the name:
// `arg0` is the first one whatever it is called. stems are what names by position begin with.
func Find(params []Param, name string, stems ...string) (int, bool) {
	if i := slices.IndexFunc(params, func(p Param) bool { return p.Name == name }); i >= 0 {
		return i, true
	}
	for i := range params {
		for _, stem := range stems {
			if name == fmt.Sprint(stem, i) {
				return i, true
			}
		}
	}
	return 0, false
}

// Entry is the function of a module that is meant by name, or by none: @main, or the only public
// one. by is how a user gives the name, such as "--entry".
func Entry(module *ir.Op, name, by string) (*ir.Op, error) {
	var public, all []string
	functions := map[string]*ir.Op{}
	for b := module.RegionAt(0).First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			if o.Name() != "func.func" {
				continue
			}
			name := ir.SymbolName(o)
			functions[name] = o
			all = append(all, name)
			if ir.SymbolVisibility(o) == "public" {
				public = append(public, name)
			}
		}
	}
	if at, ok := strings.CutPrefix(name, "@"); ok && functions[name] == nil {
		name = at // as MLIR writes it
	}
	switch {
	case name == "" && functions["main"] != nil:
		name = "main"
	case name == "" && len(public) == 1:
		name = public[0]
	case name == "" && len(all) == 0:
		return nil, fmt.Errorf("the module has no function to run")
	case name == "" && len(public) == 0:
		return nil, fmt.Errorf("the module has no public function; choose one with %s: %s", by, strings.Join(all, ", "))
	case name == "":
		return nil, fmt.Errorf("the module has several public functions; choose one with %s: %s", by, strings.Join(public, ", "))
	case functions[name] == nil:
		return nil, fmt.Errorf("there is no function @%s%s", name, spelling.Among(name, all))
	}
	return functions[name], nil
}

// byPosition are names of arguments that have lost theirs: those of a program that was printed.
var byPosition = regexp.MustCompile(`^(arg)?[0-9]+$`)

// ByPosition reports whether an argument is called so for want of a name.
func ByPosition(name string) bool { return byPosition.MatchString(name) }
