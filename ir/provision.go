package ir

// Provision is something that a program gives the contexts that it makes, for packages
// above this one that work on their IR. Like a slot it is a package variable, and what
// is provided belongs to a context, not to the program.
type Provision[T any] struct{ name string }

// NewProvision declares a provision; name says in a word or two what it is.
func NewProvision[T any](name string) *Provision[T] { return &Provision[T]{name} }

// Provide gives c a value, in place of an earlier one. Do it before c is used.
func (p *Provision[T]) Provide(c *Context, v T) {
	if c.provided == nil {
		c.provided = map[any]any{}
	}
	c.provided[p] = v
}

// Of is what c has been given; the zero value for nothing.
func (p *Provision[T]) Of(c *Context) (v T) {
	v, _ = c.provided[p].(T)
	return v
}
