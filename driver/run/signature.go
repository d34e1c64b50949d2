package run

import (
	"fmt"
	"io"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// signature is what a function takes and returns.
type signature struct {
	function        string
	inputs, results []naming.Param
}

// signatureOf is the signature of a function.
func signatureOf(fn *ir.Op) *signature {
	t := fn.Attr("function_type").Type()
	return &signature{
		function: ir.SymbolName(fn),
		inputs:   spreadParams(t.Inputs(), "arg", func(i int) string { return naming.Argument(fn, i) }),
		results:  spreadParams(t.Results(), "result", func(i int) string { return naming.Result(fn, i) }),
	}
}

// spreadParams is params with the elements of tuples for these, and without tokens, which
// are what programs are run with; all are named by position then.
func spreadParams(types []*ir.Type, stem string, named func(i int) string) []naming.Param {
	if convert.HasParts(types) {
		named = func(int) string { return "" }
	}
	return naming.Params(convert.PartTypes(types), stem, named)
}

// find is the argument of that name, or of that position where no argument has
// the name. stems are what names by position begin with.
func (s *signature) find(name string, stems ...string) (int, bool) {
	return naming.Find(s.inputs, name, stems...)
}

// unknownArgument is an error for a name that no argument has.
func (s *signature) unknownArgument(name string) error {
	var names []string
	for _, p := range s.inputs {
		names = append(names, p.Name)
	}
	return fmt.Errorf("function @%s has no argument '%s'%s", s.function, name, spelling.Among(name, names))
}

// String is what --signature prints.
func (s *signature) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "function @%s\n", s.function)
	for _, p := range s.inputs {
		fmt.Fprintf(&b, "argument %%%s: %s\n", p.Name, p.Type)
	}
	for _, p := range s.results {
		fmt.Fprintf(&b, "result %s: %s\n", p.Name, p.Type)
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
