package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/tg-opt/tg/egraph"
)

// program is what a file in egglog's language says, as far as the data needs it:
// one datatype, rewrites, and terms to begin with. Literals are symbols of their
// own, so that `(Const 2)` is the leaf `2`.
type program struct {
	symbols *egraph.Symbols
	rules   []*egraph.Rule
	terms   []*egraph.Term
}

// sexp is a bracketed expression, or a word.
type sexp struct {
	word string
	list []*sexp
	line int
}

func readProgram(file string) (*program, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	exprs, err := readSexps(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s:%w", file, err)
	}
	p := &program{symbols: &egraph.Symbols{}}
	literals := map[string]bool{} // constructors of one literal
	for _, e := range exprs {
		if err := p.statement(e, literals); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, e.line, err)
		}
	}
	return p, nil
}

func (p *program) statement(e *sexp, literals map[string]bool) error {
	if len(e.list) == 0 {
		return fmt.Errorf("%q is no statement", e.word)
	}
	switch e.list[0].word {
	case "datatype":
		for _, c := range e.list[min(2, len(e.list)):] {
			if len(c.list) == 2 && (c.list[1].word == "i64" || c.list[1].word == "String") {
				literals[c.list[0].word] = true
			}
		}
		return nil
	case "rewrite":
		if len(e.list) != 3 {
			return fmt.Errorf("a rewrite has two sides")
		}
		left, right := p.term(e.list[1], literals), p.term(e.list[2], literals)
		name := p.symbols.Text(left) + " => " + p.symbols.Text(right)
		rule, err := egraph.Rewrite(name, []*egraph.Term{left}, []*egraph.Term{right})
		if err != nil {
			return err
		}
		p.rules = append(p.rules, rule)
		return nil
	}
	p.terms = append(p.terms, p.term(e, literals))
	return nil
}

func (p *program) term(e *sexp, literals map[string]bool) *egraph.Term {
	if e.list == nil {
		return egraph.Var(e.word)
	}
	head := e.list[0].word
	if literals[head] && len(e.list) == 2 {
		return egraph.Op(p.symbols.Of(e.list[1].word))
	}
	t := egraph.Op(p.symbols.Of(head))
	for _, arg := range e.list[1:] {
		t.Args = append(t.Args, p.term(arg, literals))
	}
	return t
}

func readSexps(text string) ([]*sexp, error) {
	var stack []*sexp
	top := &sexp{}
	line := 1
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\n':
			line++
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == ';':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == '(':
			e := &sexp{line: line, list: []*sexp{}}
			top.list = append(top.list, e)
			stack = append(stack, top)
			top = e
			i++
		case c == ')':
			if len(stack) == 0 || len(top.list) == 0 {
				return nil, fmt.Errorf("%d: a bracket that closes nothing", line)
			}
			top, stack = stack[len(stack)-1], stack[:len(stack)-1]
			i++
		default:
			end := len(text)
			if n := strings.IndexAny(text[i:], "() \t\r\n"); n >= 0 {
				end = i + n
			}
			top.list = append(top.list, &sexp{word: text[i:end], line: line})
			i = end
		}
	}
	if len(stack) > 0 {
		return nil, fmt.Errorf("%d: a bracket is not closed", line)
	}
	return top.list, nil
}
