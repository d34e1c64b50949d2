package egraph

import "slices"

// Symbols gives numbers to names, for languages whose symbols are words.
type Symbols struct {
	names   []string
	numbers map[string]Symbol
}

// Of is the symbol of a name: a new one if nobody has asked for it yet.
func (s *Symbols) Of(name string) Symbol {
	if n, ok := s.numbers[name]; ok {
		return n
	}
	if s.numbers == nil {
		s.numbers = map[string]Symbol{}
	}
	n := Symbol(len(s.names))
	s.names = append(s.names, name)
	s.numbers[name] = n
	return n
}

// Known is the symbol of a name that somebody has asked for.
func (s *Symbols) Known(name string) (Symbol, bool) {
	n, ok := s.numbers[name]
	return n, ok
}

// Name is what a symbol was made from.
func (s *Symbols) Name(n Symbol) string {
	if int(n) >= len(s.names) {
		return "?"
	}
	return s.names[n]
}

// Names are all names, by number.
func (s *Symbols) Names() []string { return slices.Clone(s.names) }
