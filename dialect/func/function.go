package fn

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Func is a function, or the declaration of one when its region is empty.
var Func = Dialect.NewOp("func.func")

func init() {
	Func.Define(ir.OpDef{
		Doc: "A function with a name, a signature and a body; a declaration has no body and must be private.",
		Example: `func.func private @f(%arg0: tensor<4xf32> {some.attr}) -> (tensor<4xf32> {some.attr}) {
  return %arg0 : tensor<4xf32>
}`,
		Attrs: []ir.AttrArg{
			{Name: "sym_name", Is: ir.IsSymbolName},
			{Name: "function_type", Is: ir.IsFuncType},
			{Name: "sym_visibility", Is: ir.IsString, Optional: true},
			{Name: "arg_attrs", Is: isDicts, Optional: true},
			{Name: "res_attrs", Is: isDicts, Optional: true},
			{Name: "no_inline", Is: ir.IsUnit, Optional: true},
		},
		Regions: []ir.RegionArg{{Name: "body"}},
		Traits:  ir.IsolatedFromAbove | ir.Symbol,
		// The form is not a format: arguments have attributes, and a body may be missing.
		Parse:          parseFunc,
		Print:          printFunc,
		DefaultDialect: "func",
		Verify:         verifyFunc,
	})
}

var isDicts = ir.AttrConstraint{
	Desc: "Array of dictionary attributes",
	Ok: func(a *ir.Attr) bool {
		if !a.Is(ir.ArrayAttr) {
			return false
		}
		for _, e := range a.Elems() {
			if !e.Is(ir.DictAttr) {
				return false
			}
		}
		return true
	},
}

// Type is the signature of a function.
func Type(f *ir.Op) *ir.Type { return f.Attr("function_type").Type() }

// ---- text

var visibilities = []string{"public", "private", "nested"}

func parseFunc(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	for _, v := range visibilities {
		if p.Try(v) {
			st.SetAttr("sym_visibility", c.StringAttr(v))
			break
		}
	}
	st.SetAttr("sym_name", c.StringAttr(p.SymbolName()))
	sig := &signature{p: p}
	sig.arguments()
	sig.results()
	st.SetAttr("function_type", c.TypeAttr(c.Func(sig.types, sig.outs)))
	if a := attrsOrNil(c, sig.typeAttrs); a != nil {
		st.SetAttr("arg_attrs", a)
	}
	if a := attrsOrNil(c, sig.outAttrs); a != nil {
		st.SetAttr("res_attrs", a)
	}
	explicit := &ir.OpState{}
	pos := p.Pos()
	p.AttrDictKeyword(explicit)
	for _, e := range explicit.Attrs {
		switch e.Name {
		case "sym_name", "function_type", "sym_visibility":
			p.Fail(pos, "'%s' is an inferred attribute and should not be specified in the explicit attribute dictionary", e.Name)
		}
		st.SetAttr(e.Name, e.Value)
	}
	pos = p.Pos()
	if !p.Peek("{") {
		st.Regions = []*ir.Region{{}}
		return
	}
	r := p.Region(sig.names...)
	switch {
	case r.Empty() && sig.types != nil:
		r.Append(&ir.Block{}) // which lacks the arguments, as the verifier will say
	case r.Empty():
		p.Fail(pos, "expected non-empty function body")
	}
	st.Regions = []*ir.Region{r}
}

// attrsOrNil is the array of the dictionaries, or nil when all are empty.
func attrsOrNil(c *ir.Context, dicts []*ir.Attr) *ir.Attr {
	some := false
	for i, d := range dicts {
		if d == nil {
			dicts[i] = c.Dict(nil)
		}
		some = some || len(dicts[i].Entries()) > 0
	}
	if !some {
		return nil
	}
	return c.Array(dicts)
}

// signature reads the arguments and results of a function.
type signature struct {
	p                   ir.OpParser
	names               []ir.RegionArgName
	types, outs         []*ir.Type
	typeAttrs, outAttrs []*ir.Attr
}

func (s *signature) arguments() {
	p := s.p
	p.Expect("(")
	if p.Try(")") {
		return
	}
	for {
		pos := p.Pos()
		named := p.PeekOperand()
		switch {
		case named && s.names == nil && s.types != nil:
			p.Fail(pos, "expected type instead of SSA identifier")
		case !named && s.names != nil:
			p.Fail(pos, "expected SSA identifier")
		}
		if named {
			arg := p.RegionArg()
			s.types = append(s.types, arg.Type)
			s.typeAttrs = append(s.typeAttrs, s.attributes())
			if l := s.location(); l != 0 {
				arg.Loc = l
			}
			s.names = append(s.names, arg)
		} else {
			s.types = append(s.types, p.Type())
			s.typeAttrs = append(s.typeAttrs, s.attributes())
			s.location()
		}
		if !p.Try(",") {
			p.Expect(")")
			return
		}
	}
}

func (s *signature) results() {
	p := s.p
	if !p.Try("->") {
		return
	}
	if !p.Try("(") {
		s.outs, s.outAttrs = []*ir.Type{p.Type()}, []*ir.Attr{nil}
		return
	}
	if p.Try(")") {
		return
	}
	for {
		s.outs = append(s.outs, p.Type())
		s.outAttrs = append(s.outAttrs, s.attributes())
		if !p.Try(",") {
			p.Expect(")")
			return
		}
	}
}

// attributes reads the optional dictionary behind an argument or result.
func (s *signature) attributes() *ir.Attr {
	if s.p.Peek("{") {
		return s.p.Attr()
	}
	return nil
}

// location reads the optional location behind the attributes of an argument.
func (s *signature) location() ir.Loc {
	if s.p.PeekKeyword() == "loc" {
		return s.p.Context().ExplicitLoc(s.p.Attr())
	}
	return 0
}

func printFunc(p ir.OpPrinter, o *ir.Op) {
	p.Str(" ")
	if v := o.Attr("sym_visibility"); v != nil {
		p.Str(v.Text() + " ")
	}
	p.Symbol(ir.SymbolName(o))
	t, body := Type(o), o.RegionAt(0)
	p.Str("(")
	for i, in := range t.Inputs() {
		if i > 0 {
			p.Str(", ")
		}
		attrs := elem(o.Attr("arg_attrs"), i)
		if body.Empty() {
			p.Type(in)
			printAttrs(p, attrs)
		} else {
			p.RegionArg(body.First().Arg(i), attrs)
		}
	}
	p.Str(")")
	printResults(p, t.Results(), o.Attr("res_attrs"))
	p.AttrDictKeyword(o, "sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
	if !body.Empty() {
		p.Str(" ")
		p.Region(body, false, true)
	}
}

func printResults(p ir.OpPrinter, outs []*ir.Type, attrs *ir.Attr) {
	if len(outs) == 0 {
		return
	}
	p.Str(" -> ")
	wrap := len(outs) > 1 || outs[0].IsFunction() || len(elem(attrs, 0).Entries()) > 0
	if wrap {
		p.Str("(")
	}
	for i, t := range outs {
		if i > 0 {
			p.Str(", ")
		}
		p.Type(t)
		printAttrs(p, elem(attrs, i))
	}
	if wrap {
		p.Str(")")
	}
}

func elem(a *ir.Attr, i int) *ir.Attr {
	if a == nil || i >= len(a.Elems()) {
		return nil
	}
	return a.Elems()[i]
}

func printAttrs(p ir.OpPrinter, dict *ir.Attr) {
	if len(dict.Entries()) > 0 {
		p.Str(" ")
		p.Attr(dict)
	}
}

// ---- verification

func verifyFunc(o *ir.Op) error {
	t := Type(o)
	if v := o.Attr("sym_visibility"); v != nil && v.Text() != "public" && v.Text() != "private" && v.Text() != "nested" {
		return fmt.Errorf("visibility expected to be one of [\"public\", \"private\", \"nested\"], but got %q", v.Text())
	}
	if err := verifyAttrs(o.Attr("arg_attrs"), len(t.Inputs()), "argument"); err != nil {
		return err
	}
	if err := verifyAttrs(o.Attr("res_attrs"), len(t.Results()), "result"); err != nil {
		return err
	}
	if err := verifyArgs(o, t); err != nil {
		return err
	}
	body := o.RegionAt(0)
	if body.Empty() {
		if ir.SymbolVisibility(o) == "public" {
			return fmt.Errorf("symbol declaration cannot have public visibility")
		}
		return nil
	}
	args := body.First().Args()
	if len(args) != len(t.Inputs()) {
		return fmt.Errorf("entry block must have %d arguments to match function signature", len(t.Inputs()))
	}
	for i, a := range args {
		if a.Type() != t.Inputs()[i] {
			return fmt.Errorf("type of entry block argument #%d('%s') must match the type of the corresponding argument in function signature('%s')", i, a.Type(), t.Inputs()[i])
		}
	}
	return nil
}

// verifyArgs lets dialects check the attributes of arguments that are named after them.
func verifyArgs(o *ir.Op, t *ir.Type) error {
	dicts := o.Attr("arg_attrs")
	if dicts == nil {
		return nil
	}
	for i, dict := range dicts.Elems() {
		for _, a := range dict.Entries() {
			name, _, _ := strings.Cut(a.Name, ".")
			if d := o.Context().LookupDialect(name); d != nil && d.VerifyArg != nil {
				if err := d.VerifyArg(t.Inputs()[i], a); err != nil {
					return fmt.Errorf("argument #%d: %w", i, err)
				}
			}
		}
	}
	return nil
}

func verifyAttrs(a *ir.Attr, n int, what string) error {
	if a == nil {
		return nil
	}
	if got := len(a.Elems()); got != n {
		return fmt.Errorf("expects %s attribute array to have the same number of elements as the number of function %ss, got %d, but expected %d", what, what, got, n)
	}
	for _, d := range a.Elems() {
		for _, e := range d.Entries() {
			if !strings.Contains(e.Name, ".") {
				return fmt.Errorf("%ss may only have dialect attributes, but got '%s'", what, e.Name)
			}
		}
	}
	return nil
}
