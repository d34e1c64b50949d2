package egraph

import (
	"fmt"
	"strings"
)

// Term is a term of a pattern: a variable, or a symbol and its arguments. A
// term without variables is also what is added to a graph.
type Term struct {
	Var  string // the name of a variable, without its question mark
	Sym  Symbol
	Args []*Term
}

// Var is a variable.
func Var(name string) *Term { return &Term{Var: name} }

// Op is a symbol and its arguments.
func Op(s Symbol, args ...*Term) *Term { return &Term{Sym: s, Args: args} }

// Parse reads a term: `(+ ?a (* 2 ?b))`. Words are symbols, those with a
// question mark are variables. Everything that is not a bracket, a comma or a
// space is part of a word.
func (s *Symbols) Parse(text string) (*Term, error) {
	terms, err := s.ParseList(text)
	if err != nil {
		return nil, err
	}
	if len(terms) != 1 {
		return nil, fmt.Errorf("1: %d terms where one is meant", len(terms))
	}
	return terms[0], nil
}

// ParseList reads terms with commas between them.
func (s *Symbols) ParseList(text string) ([]*Term, error) {
	r := &reader{text: text, symbols: s}
	var terms []*Term
	for {
		t, err := r.term(0)
		if err != nil {
			return nil, err
		}
		terms = append(terms, t)
		if r.space(); r.at == len(text) {
			return terms, nil
		}
		if text[r.at] != ',' {
			return nil, r.errorf("expected a comma or the end")
		}
		r.at++
	}
}

// MustParse is Parse of a term that is known to be right.
func (s *Symbols) MustParse(text string) *Term {
	t, err := s.Parse(text)
	if err != nil {
		panic(fmt.Sprintf("egraph: %q:%v", text, err))
	}
	return t
}

// maxDepth bounds how deep terms are nested.
const maxDepth = 1000

type reader struct {
	text    string
	at      int
	symbols *Symbols
}

func (r *reader) errorf(format string, args ...any) error {
	return fmt.Errorf("%d: %s", r.at+1, fmt.Sprintf(format, args...))
}

func (r *reader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

func (r *reader) term(depth int) (*Term, error) {
	r.space()
	if depth > maxDepth {
		return nil, r.errorf("nested more than %d deep", maxDepth)
	}
	if r.at == len(r.text) {
		return nil, r.errorf("expected a term")
	}
	if r.text[r.at] != '(' {
		word, err := r.word()
		if err != nil {
			return nil, err
		}
		if name, ok := strings.CutPrefix(word, "?"); ok {
			if name == "" {
				return nil, r.errorf("a variable without a name")
			}
			return Var(name), nil
		}
		return Op(r.symbols.Of(word)), nil
	}
	r.at++
	r.space()
	head, err := r.word()
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(head, "?") {
		return nil, r.errorf("a variable cannot have arguments")
	}
	t := Op(r.symbols.Of(head))
	for {
		r.space()
		if r.at == len(r.text) {
			return nil, r.errorf("a bracket is not closed")
		}
		if r.text[r.at] == ')' {
			r.at++
			return t, nil
		}
		arg, err := r.term(depth + 1)
		if err != nil {
			return nil, err
		}
		t.Args = append(t.Args, arg)
	}
}

func (r *reader) word() (string, error) {
	end := len(r.text)
	if i := strings.IndexAny(r.text[r.at:], "(), \t\r\n"); i >= 0 {
		end = r.at + i
	}
	if end == r.at {
		if end == len(r.text) {
			return "", r.errorf("expected a word")
		}
		return "", r.errorf("expected a word, not %q", r.text[r.at])
	}
	word := r.text[r.at:end]
	r.at = end
	return word, nil
}

// Text is a term as Parse reads it.
func (s *Symbols) Text(t *Term) string {
	if t.Var != "" {
		return "?" + t.Var
	}
	if len(t.Args) == 0 {
		return s.Name(t.Sym)
	}
	var b strings.Builder
	b.WriteString("(" + s.Name(t.Sym))
	for _, a := range t.Args {
		b.WriteString(" " + s.Text(a))
	}
	b.WriteString(")")
	return b.String()
}

// AddTerm adds a term without variables.
func (g *Graph) AddTerm(t *Term) ID {
	if t.Var != "" {
		panic("egraph: AddTerm of a variable")
	}
	children := make([]ID, len(t.Args))
	for i, a := range t.Args {
		children[i] = g.AddTerm(a)
	}
	n, _ := g.Add(t.Sym, children...)
	return n
}

// LookupTerm is the node of a term without variables, if it is there.
func (g *Graph) LookupTerm(t *Term) (ID, bool) {
	if t.Var != "" {
		return None, false
	}
	children := make([]ID, len(t.Args))
	for i, a := range t.Args {
		c, ok := g.LookupTerm(a)
		if !ok {
			return None, false
		}
		children[i] = c
	}
	return g.Lookup(t.Sym, children...)
}

// TermOf is the term that a node was made as, with explanations: of all that
// the node is equal to, the one that its number stands for. It is an error if it
// has more than so many symbols, as terms of shared nodes may.
func (g *Graph) TermOf(n ID, most int) (*Term, error) {
	t, left := g.termOf(n, most)
	if left < 0 {
		return nil, fmt.Errorf("egraph: the term of node %d has more than %d symbols", n, most)
	}
	return t, nil
}

func (g *Graph) termOf(n ID, left int) (*Term, int) {
	left--
	if left < 0 {
		return nil, left
	}
	t := &Term{Sym: g.Symbol(n)}
	for _, c := range g.Term(n) {
		var arg *Term
		if arg, left = g.termOf(c, left); left < 0 {
			return nil, left
		}
		t.Args = append(t.Args, arg)
	}
	return t, left
}
