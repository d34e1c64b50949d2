package tool

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// LinkDoc is what --link is for.
const LinkDoc = "`file`: join the module of the file, such as a loss, to the one that is read, before any pass; may be given several times"

// LinkedFile is a file of --link.
type LinkedFile struct {
	Name string // for messages
	Text []byte
}

// StandardInputs is how many of the files are standard input, which can be read once.
func StandardInputs(files []string) (n int) {
	for _, f := range files {
		if f == "-" {
			n++
		}
	}
	return n
}

// ReadLinks reads the files of --link.
func ReadLinks(limit input.Limit, names []string, stdin io.Reader) (files []LinkedFile, err error) {
	for _, name := range names {
		text, shown, err := ReadInput(limit, name, stdin)
		if err != nil {
			return nil, err
		}
		files = append(files, LinkedFile{shown, text})
	}
	return files, nil
}

// Link joins what files hold to a module, in order, and verifies all of it. Each
// file is a module that is right by itself: what it needs of others it declares, as
// a function without a body. warn is told what is doubtful. The error is a *ir.Diag.
func Link(c *ir.Context, module *ir.Op, files []LinkedFile, warn func(*ir.Diag)) error {
	if len(files) == 0 {
		return nil
	}
	if module.Name() != "builtin.module" {
		return ir.Errorf(module.Loc(), "--link joins modules, but this is a '%s'", module.Name())
	}
	for _, f := range files {
		l := &linker{ctx: c, module: module, warn: warn}
		if err := l.file(f); err != nil {
			return err
		}
	}
	return ir.Verify(module)
}

// linker joins one module to another.
type linker struct {
	ctx    *ir.Context
	module *ir.Op
	warn   func(*ir.Diag)
}

func (l *linker) file(f LinkedFile) error {
	there := l.takeResources()
	opt := parser.Options{Filename: f.Name}
	other, err := parser.Parse(l.ctx, f.Text, opt)
	if err != nil {
		return err
	}
	if err := ir.Verify(other); err != nil {
		return Place(l.ctx, ir.AsDiag(err, 0), f.Text, opt)
	}
	l.giveResources(there, other)
	l.attributes(other)
	return l.symbols(other)
}

// attributes gives the module those that only the other one has.
func (l *linker) attributes(other *ir.Op) {
	for _, a := range other.Attrs().Entries() {
		switch have := l.module.Attr(a.Name); {
		case have == nil:
			l.module.SetAttr(a.Name, a.Value)
		case have != a.Value:
			d := ir.Errorf(other.Loc(), "attribute '%s' of the module is %s here and %s where it is linked to, which is kept", a.Name, a.Value, have)
			d.Severity = ir.Warning
			l.warn(d)
		}
	}
}

// symbols moves the ops of the other module, but for declarations of what the
// module has, and for what it has declared itself.
func (l *linker) symbols(other *ir.Op) error {
	table := ir.Symbols(l.module)
	body := l.module.RegionAt(0)
	if body.Empty() {
		body.Append(&ir.Block{})
	}
	for o := other.RegionAt(0).First().First(); o != nil; {
		next := o.Next()
		if have := table[ir.SymbolName(o)]; o.Has(ir.Symbol) && have != nil {
			if err := agree(have, o); err != nil {
				return err
			}
			if isDeclaration(o) {
				o = next
				continue
			}
			have.Erase()
		}
		o.Detach()
		body.First().Append(o)
		o = next
	}
	return nil
}

func isDeclaration(o *ir.Op) bool { return analysis.IsCallable(o) && o.RegionAt(0).Empty() }

// agree is an error unless one of two symbols of one name declares what the other
// one is, or both declare the same.
func agree(have, o *ir.Op) error {
	name := ir.SymbolName(o)
	fail := func(format string, args ...any) error {
		return ir.Errorf(o.Loc(), "@%s %s", name, fmt.Sprintf(format, args...)).WithNote(have.Loc(), "the other @%s is here", name)
	}
	definition := have
	switch {
	case !isDeclaration(have) && !isDeclaration(o):
		if ir.SymbolVisibility(have) == "private" || ir.SymbolVisibility(o) == "private" {
			return fail("is defined in two modules that are linked; also what is private must have a name of its own: rename one, with its uses")
		}
		return fail("is defined in two modules that are linked; rename one, or only declare it there: func.func private @%s(...) -> ...", name)
	case !analysis.IsCallable(have) || !analysis.IsCallable(o):
		return fail("is a '%s' here and a '%s' in the other module that is linked; rename one", o.Name(), have.Name())
	case have.Attr("function_type") != o.Attr("function_type"):
		return fail("has type %s here and %s in the other module that is linked", o.Attr("function_type"), have.Attr("function_type"))
	case !isDeclaration(o):
		definition = o
	}
	if !isDeclaration(definition) && ir.SymbolVisibility(definition) == "private" {
		return fail("is private where it is defined, so that the declaration in another module cannot mean it; make it public there")
	}
	return nil
}

// takeResources takes the dialect resources from the context: those of another file
// are its own, even if their keys are the same.
func (l *linker) takeResources() (taken []*ir.KeyedResource) {
	for _, r := range l.ctx.Resources() {
		if r.Group == dialectResources {
			taken = append(taken, r)
		}
	}
	for _, r := range taken {
		l.ctx.RemoveResource(r.ResourceKey)
	}
	return taken
}

const dialectResources = "dialect_resources"

// giveResources gives back what was taken, and those of the other module other keys
// where they have the same but hold something else.
func (l *linker) giveResources(taken []*ir.KeyedResource, other *ir.Op) {
	mine := l.takeResources()
	data, used := map[string]*ir.Resource{}, map[string]bool{}
	for _, r := range taken {
		data[r.Key], used[r.Key] = r.Resource, true
		l.ctx.SetResource(r.ResourceKey, r.Resource)
	}
	for _, r := range mine {
		used[r.Key] = true
	}
	renamed := map[string]string{}
	rename := func(key string) string {
		if renamed[key] == "" {
			for k := 1; ; k++ {
				if next := fmt.Sprintf("%s_%d", key, k); !used[next] {
					used[next], renamed[key] = true, next
					break
				}
			}
		}
		return renamed[key]
	}
	own := map[string]bool{}
	for _, r := range mine {
		own[r.Key] = true
		have := data[r.Key]
		if have != nil && have.Alignment == r.Alignment && bytes.Equal(have.Data, r.Data) {
			continue
		}
		if have != nil {
			r.ResourceKey.Key = rename(r.Key)
		}
		l.ctx.SetResource(r.ResourceKey, r.Resource)
	}
	change := func(key string) string {
		if !own[key] && data[key] != nil { // the file lacks its data
			return rename(key)
		}
		if to := renamed[key]; to != "" {
			return to
		}
		return key
	}
	ir.Walk(other, func(o *ir.Op) ir.WalkAction {
		var changed []ir.NamedAttr
		ir.ForEachAttr(o, func(a ir.NamedAttr) {
			if v := withKeys(l.ctx, a.Value, change); v != a.Value {
				changed = append(changed, ir.NamedAttr{Name: a.Name, Value: v})
			}
		})
		for _, a := range changed {
			o.SetAttr(a.Name, a.Value)
		}
		return ir.Advance
	})
}

// withKeys is an attribute with other keys of resources.
func withKeys(c *ir.Context, a *ir.Attr, change func(string) string) *ir.Attr {
	switch a.Kind() {
	case ir.ResourceAttr:
		return c.ResourceAttr(change(a.Text()), a.Type())
	case ir.ArrayAttr:
		elems := slices.Clone(a.Elems())
		for i, e := range elems {
			elems[i] = withKeys(c, e, change)
		}
		return c.Array(elems)
	case ir.DictAttr:
		entries := slices.Clone(a.Entries())
		for i, e := range entries {
			entries[i].Value = withKeys(c, e.Value, change)
		}
		return c.Dict(entries)
	}
	return a
}
