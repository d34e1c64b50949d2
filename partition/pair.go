package partition

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// Join makes one function of two, behind the second one: it takes what forward takes, and those
// arguments of backward that are none of these, and returns what both do, forward first. An
// argument of backward is the one of forward with its name, or, where those of forward have no
// names, in its place. pairs say so of others, as in `dx=x` or `0=2`, with that of backward first.
func Join(b *ir.Builder, forward, backward *ir.Op, pairs []string) (*ir.Op, error) {
	for _, fn := range []*ir.Op{forward, backward} {
		if body := analysis.CallableBody(fn); body == nil || body.Empty() {
			return nil, fn.Errorf("function @%s has no body", ir.SymbolName(fn))
		} else if !body.HasOneBlock() {
			return nil, fn.Errorf("function @%s has several blocks: `lift-cf-to-tg` makes branches choices and loops", ir.SymbolName(fn))
		}
	}
	for _, fn := range []*ir.Op{forward, backward} {
		if fn.RegionAt(0).First().Last().NumOperands() == 0 {
			return nil, fn.Errorf("function @%s has no results: the forward pass has an output, the backward pass gradients", ir.SymbolName(fn))
		}
	}
	same, err := corresponding(forward, backward, pairs)
	if err != nil {
		return nil, err
	}
	joint := b.After(backward).Clone(forward, map[*ir.Value]*ir.Value{})
	block, from := joint.RegionAt(0).First(), backward.RegionAt(0).First()
	end, values := block.Last(), map[*ir.Value]*ir.Value{}
	c := forward.Context()
	args, results := dictionaries(forward, "arg_attrs", block.NumArgs()), dictionaries(forward, "res_attrs", end.NumOperands())
	own := dictionaries(backward, "arg_attrs", from.NumArgs())
	for i, a := range from.Args() {
		if same[i] >= 0 {
			values[a] = block.Arg(same[i])
			continue
		}
		values[a] = block.AddArg(a.Type(), a.Loc())
		args = append(args, own[i])
	}
	at := b.Before(end)
	for o := from.First(); o != from.Last(); o = o.Next() {
		at.Clone(o, values)
	}
	returned := slices.Clone(end.Operands())
	for _, v := range from.Last().Operands() {
		returned = append(returned, values[v])
	}
	results = append(results, dictionaries(backward, "res_attrs", from.Last().NumOperands())...)
	end.SetOperands(returned)
	var in []*ir.Type
	for _, a := range block.Args() {
		in = append(in, a.Type())
	}
	joint.SetAttr("function_type", c.TypeAttr(c.Func(in, end.OperandTypes())))
	joint.SetAttr("arg_attrs", c.Array(args))
	joint.SetAttr("res_attrs", c.Array(results))
	joint.SetAttr("sym_name", c.StringAttr(free(forward, ir.SymbolName(forward)+".joint")))
	return joint, nil
}

// Drop erases a function that nobody needs any more. An error about an op in it loses the op, which
// a tool would show; the place stays.
func Drop(fn *ir.Op, err *error) {
	var d *ir.Diag
	if errors.As(*err, &d) && d.Op != nil {
		for o := d.Op; o != nil; o = o.Parent() {
			if o == fn {
				d.Op = nil
				break
			}
		}
	}
	fn.Erase()
}

// free is a name that nothing in the module has yet.
func free(fn *ir.Op, name string) string {
	symbols, free := ir.Symbols(ir.NearestSymbolTable(fn)), name
	for i := 0; symbols[free] != nil; i++ {
		free = fmt.Sprintf("%s_%d", name, i)
	}
	return free
}

func dictionaries(fn *ir.Op, list string, n int) []*ir.Attr {
	if all := fn.Attr(list); all != nil {
		return slices.Clone(all.Elems())
	}
	return slices.Repeat([]*ir.Attr{fn.Context().Dict(nil)}, n)
}

// corresponding says of each argument of backward which one of forward it is; -1 for none.
func corresponding(forward, backward *ir.Op, pairs []string) ([]int, error) {
	f, g := naming.Arguments(forward), naming.Arguments(backward)
	same, names := make([]int, len(g)), map[string]int{}
	for i := range f {
		if name := naming.Argument(forward, i); name != "" && !naming.ByPosition(name) {
			names[name] = i
		}
	}
	for i := range g {
		same[i] = -1
		if at, ok := names[naming.Argument(backward, i)]; ok {
			same[i] = at
		} else if len(names) == 0 && i < len(f) {
			same[i] = i
		}
	}
	for _, pair := range pairs {
		of, is, ok := strings.Cut(pair, "=")
		if !ok {
			return nil, backward.Errorf("'args' must be pairs such as 'dx=x', of an argument of @%s and one of @%s, but has '%s'", ir.SymbolName(backward), ir.SymbolName(forward), pair)
		}
		i, err := argument(backward, of)
		if err != nil {
			return nil, err
		}
		if same[i], err = argument(forward, is); err != nil {
			return nil, err
		}
	}
	any, taken := false, map[int]int{}
	for i, at := range same {
		if at < 0 {
			continue
		}
		any = true
		if other, twice := taken[at]; twice {
			return nil, backward.Errorf("arguments #%d and #%d of @%s are both argument #%d of @%s", other, i, ir.SymbolName(backward), at, ir.SymbolName(forward))
		}
		taken[at] = i
		if f[at].Type != g[i].Type {
			return nil, ir.Errorf(backward.RegionAt(0).First().Arg(i).Loc(), "argument '%s' of @%s is '%s', but that of @%s is '%s'", g[i].Name, ir.SymbolName(backward), g[i].Type, ir.SymbolName(forward), f[at].Type)
		}
	}
	if !any {
		return nil, backward.Errorf("no argument of @%s, among %s, has the name of one of @%s, among %s: say with args=dx=x which are the same", ir.SymbolName(backward), listed(g), ir.SymbolName(forward), listed(f))
	}
	return same, nil
}

// listed are the names of arguments, for a message.
func listed(params []naming.Param) string {
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.Name
	}
	return spelling.List(names)
}

// argument is the number of an argument with a name or number.
func argument(fn *ir.Op, word string) (int, error) {
	list, err := naming.ArgumentNumbers(fn, []string{word})
	if err != nil {
		return 0, err
	}
	if n := len(naming.Arguments(fn)); list[0] < 0 || list[0] >= n {
		return 0, fn.Errorf("@%s has no argument #%d: it has %d", ir.SymbolName(fn), list[0], n)
	}
	return list[0], nil
}
