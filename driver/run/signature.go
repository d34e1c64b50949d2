package run

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// signature is what a function takes and returns.
type signature struct {
	function        string
	inputs, results []param
}

// param is an argument or a result. No two of one list have one name.
type param struct {
	name string
	typ  *ir.Type
}

// signatureOf is the signature of a function.
func signatureOf(fn *ir.Op) *signature {
	t := fn.Attr("function_type").Type()
	return &signature{
		function: ir.SymbolName(fn),
		inputs:   spreadParams(t.Inputs(), "arg", func(i int) string { return argName(fn, i) }),
		results:  spreadParams(t.Results(), "result", func(i int) string { return attrName(fn.Attr("res_attrs"), i) }),
	}
}

// spreadParams is params with the elements of tuples for these, and without tokens, which
// are what programs are run with; all are named by position then.
func spreadParams(types []*ir.Type, stem string, named func(i int) string) []param {
	if convert.HasParts(types) {
		named = func(int) string { return "" }
	}
	return params(convert.PartTypes(types), stem, named)
}

// params gives each type the name that the program has for it, or one by position
// where that is none, is too long for a command line, or is another one's, too.
func params(types []*ir.Type, stem string, named func(i int) string) []param {
	list := make([]param, len(types))
	uses := map[string]int{}
	for i, t := range types {
		list[i] = param{named(i), t}
		uses[list[i].name]++
	}
	positional := func(i int) string { return fmt.Sprint(stem, i) }
	var without []int // a name of their own
	drop := func(i int) {
		list[i].name = positional(i)
		without = append(without, i)
	}
	for i := range list {
		if n := list[i].name; !canBeTyped(n) || uses[n] > 1 {
			drop(i)
		}
	}
	// Who has the name that one of those needs has to do without it, too.
	for k := 0; k < len(without); k++ {
		for i := range list {
			if i != without[k] && list[i].name == positional(without[k]) {
				drop(i)
			}
		}
	}
	return list
}

// canBeTyped reports whether a name can stand in --input=%NAME=SPEC and on a line
// of --signature.
func canBeTyped(name string) bool {
	const longest = 200
	return name != "" && len(name) <= longest && utf8.ValidString(name) && !strings.Contains(name, "=") && !strings.Contains(name, ": ") &&
		!strings.ContainsFunc(name, unicode.IsControl) && strings.TrimFunc(name, unicode.IsDigit) != ""
}

// nameAttrs are the last parts of the names of attributes in which exporters
// write what an argument or a result is called: jax.arg_info, tf.name.
var nameAttrs = []string{"name", "arg_name", "arg_info", "parameter_name", "result_name", "result_info", "identifier"}

// attrName is the name that dictionary i of a list gives, or "".
func attrName(dicts *ir.Attr, i int) string {
	if dicts == nil || i >= len(dicts.Elems()) {
		return ""
	}
	for _, e := range dicts.Elems()[i].Entries() {
		_, last, _ := strings.Cut(e.Name, ".")
		if slices.Contains(nameAttrs, last) && e.Value.Is(ir.StringAttr) {
			return e.Value.Text()
		}
	}
	return ""
}

var valueName = regexp.MustCompile(`^%([A-Za-z0-9_.$-]+)`)

// argName is what argument i of a function is called: by an attribute, by its
// location, loc("x"), or in the text.
func argName(fn *ir.Op, i int) string {
	if name := attrName(fn.Attr("arg_attrs"), i); name != "" || fn.RegionAt(0).Empty() {
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

// find is the argument of that name, or of that position where no argument has
// the name: %arg0 is the first one whatever it is called. stems are what names by
// position begin with.
func (s *signature) find(name string, stems ...string) (int, bool) {
	if i := slices.IndexFunc(s.inputs, func(p param) bool { return p.name == name }); i >= 0 {
		return i, true
	}
	for i := range s.inputs {
		for _, stem := range stems {
			if name == fmt.Sprint(stem, i) {
				return i, true
			}
		}
	}
	return 0, false
}

// unknownArgument is an error for a name that no argument has.
func (s *signature) unknownArgument(name string) error {
	var names []string
	for _, p := range s.inputs {
		names = append(names, p.name)
	}
	return fmt.Errorf("function @%s has no argument '%s'%s", s.function, name, spelling.Among(name, names))
}

// String is what --signature prints.
func (s *signature) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "function @%s\n", s.function)
	for _, p := range s.inputs {
		fmt.Fprintf(&b, "argument %%%s: %s\n", p.name, p.typ)
	}
	for _, p := range s.results {
		fmt.Fprintf(&b, "result %s: %s\n", p.name, p.typ)
	}
	return b.String()
}

// printSignature writes what the function of a module takes and returns, as the
// file has it.
func (r *runner) printSignature(m moduleText) error {
	module, err := r.parse(m)
	if err != nil {
		return err
	}
	entry, err := r.entry(module)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(r.stdout, signatureOf(entry).String()); err != nil {
		return fmt.Errorf("cannot write standard output: %s", oserr.Reason(err))
	}
	return nil
}
