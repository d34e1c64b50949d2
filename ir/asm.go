package ir

import "fmt"

// Pos is a byte offset in the text being parsed.
type Pos int

// UnresolvedOperand is a value name that the parser has read but not yet given
// a type.
type UnresolvedOperand struct {
	Pos  Pos
	Name string // without `%`
	Num  int    // result number after `#`
}

// RegionArgName is an entry-block argument whose name stands outside of the
// region, as in `(%i = %x)` or `reducer(%a: T, %b: T)`.
type RegionArgName struct {
	Pos  Pos
	Name string // without `%`
	Type *Type
	Loc  Loc
}

// OpParser is what the custom form of an op, type or attribute reads its text
// with. A method that finds something else than it expects reports the error
// and does not return: the whole parse stops there. This keeps custom forms as
// straight as the syntax they read.
type OpParser interface {
	Context() *Context
	// Pos is the position of the next token.
	Pos() Pos
	// Loc turns a position into a location.
	Loc(Pos) Loc
	// Fail reports an error at pos and stops the parse.
	Fail(pos Pos, format string, args ...any)
	// Report reports an error that another one follows: Fail must come next.
	Report(pos Pos, format string, args ...any)

	// Following says which error follows from any other one until done is called.
	Following(pos Pos, format string, args ...any) (done func())

	// Try consumes lit if it comes next. lit is punctuation (`(`, `->`, `[`) or
	// a keyword, which must end at a word boundary.
	Try(lit string) bool
	// Expect consumes lit or fails with "expected 'lit'".
	Expect(lit string)
	// ExpectIn is Expect that says "expected 'lit' in where".
	ExpectIn(lit, where string)
	// Peek reports whether lit comes next.
	Peek(lit string) bool
	// Keyword reads a bare identifier.
	Keyword() string
	// PeekKeyword is the bare identifier that comes next, or "".
	PeekKeyword() string
	// Int reads an integer literal, perhaps negative, decimal or hex.
	Int() int64
	// PeekInt reports whether an integer literal comes next.
	PeekInt() bool
	// Ints reads `[1, 2, 3]`.
	Ints() []int64
	// Dims names dimensions 0, 1, ... for the index expressions that are read until done is called.
	Dims(names []string) (done func())
	// NumDims is how many dimensions have names now.
	NumDims() int
	// IndexExpr reads an affine expression over the names of dimensions and over values, whose
	// numbers as symbols value tells; where that is nil there may be none.
	IndexExpr(value func(UnresolvedOperand) int) *AffineExpr
	// IndexConstraint reads two index expressions with `<`, `<=`, `>`, `>=` or `==` between them,
	// as one that is at least 0, or for eq just that.
	IndexConstraint(value func(UnresolvedOperand) int) (e *AffineExpr, eq bool)
	// String reads a string literal.
	String() string
	// SymbolName reads `@name` and returns the name.
	SymbolName() string
	// Balanced reads the raw text up to, not including, the closing bracket
	// that ends the current `<...>`, checking that brackets pair.
	Balanced() string

	Attr() *Attr
	// AttrOfType reads an attribute whose type stands elsewhere: `1.0` for t =
	// f32.
	AttrOfType(t *Type) *Attr
	Type() *Type
	// Types reads a comma-separated list of at least one type.
	Types() []*Type
	// FuncType reads `(T, ...) -> T` or `(T, ...) -> (T, ...)`.
	FuncType() *Type
	// AttrDict reads an optional `{...}` and an optional `<{...}>` before it
	// into st.
	AttrDict(st *OpState)
	// AttrDictKeyword reads an optional `attributes {...}` into st.
	AttrDictKeyword(st *OpState)

	// PeekOperand reports whether a value name comes next.
	PeekOperand() bool
	Operand() UnresolvedOperand
	// Operands reads a possibly empty comma-separated list.
	Operands() []UnresolvedOperand
	// Resolve gives an operand its type and returns the value; a name not
	// defined yet becomes a forward reference.
	Resolve(o UnresolvedOperand, t *Type) *Value
	// ResolveAll resolves operands against as many types; loc is where to
	// complain when the counts differ.
	ResolveAll(os []UnresolvedOperand, ts []*Type, pos Pos) []*Value
	// Region reads `{...}`. args name the entry block's arguments when they
	// stand outside of it.
	Region(args ...RegionArgName) *Region
	// RegionArg reads `%name : type loc?`.
	RegionArg() RegionArgName
	// Successor reads `^bb`.
	Successor() *Block
	// RegionArgName reads `%name loc?` of an argument whose type stands elsewhere.
	RegionArgName() RegionArgName
	// EnsureTerminator ends the last block of r, or a new block if there is none,
	// with an op of definition def without operands at l, unless a terminator is
	// there: custom forms may leave it out. Regions of its own are empty blocks.
	EnsureTerminator(r *Region, def *OpDef, l Loc)
	// NamePos is the position of the name of the op that is being read.
	NamePos() Pos
	// NumResults is how many results the text left of `=` names; -1 when it
	// names none.
	NumResults() int
}

// OpPrinter is what the custom form of an op, type or attribute writes its
// text with; the twin of OpParser.
type OpPrinter interface {
	Context() *Context
	// Str writes s as it is.
	Str(s string)
	Int(v int64)
	// Ints writes `[1, 2, 3]`.
	Ints(v []int64)
	// IndexExpr writes an affine expression with names for the dimensions; sym writes a symbol.
	IndexExpr(e *AffineExpr, dims []string, sym func(i int64))
	// IndexConstraint writes that an expression is at least 0, or for eq just that.
	IndexConstraint(e *AffineExpr, eq bool, dims []string, sym func(i int64))
	// Quoted writes a string literal.
	Quoted(s string)
	// Symbol writes `@name`, quoted when it must be.
	Symbol(name string)
	Attr(a *Attr)
	// AttrWithoutType writes an attribute whose type stands elsewhere.
	AttrWithoutType(a *Attr)
	Type(t *Type)
	// Types writes a comma-separated list.
	Types(ts []*Type)
	// FuncType writes `(T, ...) -> T`.
	FuncType(in, out []*Type)
	// AttrDict writes ` {...}` with the discardable attributes and those inherent
	// ones that are not in elide, or nothing when none is left.
	AttrDict(o *Op, elide ...string)
	// AttrDictKeyword writes ` attributes {...}` likewise.
	AttrDictKeyword(o *Op, elide ...string)
	Operand(v *Value)
	// Operands writes a comma-separated list.
	Operands(vs []*Value)
	// Region writes `{...}`; entryArgs says whether the entry block's arguments
	// are written, terminator whether a terminator without operands is.
	Region(r *Region, entryArgs, terminator bool)
	// RegionArg writes `%name: type` of an entry-block argument, then a
	// dictionary of its attributes when one is given that is not empty, then its
	// location when those are printed.
	RegionArg(v *Value, attrs ...*Attr)
	Successor(b *Block)
	// Newline starts a new line at the current indentation.
	Newline()
}

// OpState collects what an op is made of before it is created.
type OpState struct {
	Name     *OpName
	Loc      Loc
	Operands []*Value
	Results  []*Type
	// Attrs are all attributes; Create sorts the inherent from the discardable.
	Attrs []NamedAttr
	// Props are inherent attributes that came as a dictionary, or nil.
	Props      *Attr
	Regions    []*Region
	Successors []*Block
}

// SetAttr adds or replaces an attribute.
func (st *OpState) SetAttr(name string, a *Attr) {
	for i := range st.Attrs {
		if st.Attrs[i].Name == name {
			st.Attrs[i].Value = a
			return
		}
	}
	st.Attrs = append(st.Attrs, NamedAttr{name, a})
}

// Attr is the attribute of that name, or nil.
func (st *OpState) Attr(name string) *Attr {
	for _, e := range st.Attrs {
		if e.Name == name {
			return e.Value
		}
	}
	return st.Props.Get(name)
}

// Inference is what result types are computed from.
type Inference struct {
	Ctx      *Context
	Def      *OpDef
	Operands []*Type
	// Values are the operands themselves, for ops whose shape depends on a
	// constant operand; nil when only types are known.
	Values  []*Value
	Props   *Attr
	Regions []*Region
	// Results are the types that the op states already, for ops whose operands
	// do not tell everything; nil while the op is being made without them.
	Results []*Type
}

// Attr is the inherent attribute of that name, or its default, or nil.
func (in *Inference) Attr(name string) *Attr {
	if a := in.Props.Get(name); a != nil {
		return a
	}
	return in.Def.defaultAttr(in.Ctx, name)
}

// Types are the result types that the op, which has an inference, would have. Who builds an op asks
// before any verifier has looked, so it is checked first that operands, attributes and the number
// of stated results fit their declarations; an error is a sentence without the op's name.
func (in *Inference) Types() ([]*Type, error) {
	d := in.Def
	var buffer [8]int
	groups := append(buffer[:0], make([]int, len(d.Operands))...)
	groups, err := segmentsInto(groups, in.Attr("operandSegmentSizes"), d.Operands, len(in.Operands), d.Has(SizedOperands), "operand")
	if err != nil {
		return nil, err
	}
	if len(in.Results) > 0 && !d.Has(SizedResults) {
		if _, err := Segments(nil, d.Results, len(in.Results), false, "result"); err != nil {
			return nil, err
		}
	}
	i := 0
	for g, n := range groups {
		for _, t := range in.Operands[i : i+n] {
			if c := d.Operands[g].Type; !c.Ok(t) {
				return nil, fmt.Errorf("operand #%d must be %s, but got '%s'", i, c.Desc, t)
			}
			i++
		}
	}
	for i := range d.Attrs {
		a := &d.Attrs[i]
		switch v := in.Attr(a.Name); {
		case v == nil && !a.Optional:
			return nil, fmt.Errorf("requires attribute '%s'", a.Name)
		case v != nil && !a.Is.Ok(v):
			return nil, fmt.Errorf("attribute '%s' failed to satisfy constraint: %s", a.Name, a.Is.Desc)
		}
	}
	return d.Infer(in)
}

// InferenceOf is the inference input of an existing op.
func InferenceOf(o *Op) *Inference {
	return &Inference{
		Ctx: o.name.ctx, Def: o.name.Def, Operands: o.OperandTypes(), Values: o.Operands(),
		Props: o.props, Regions: o.Regions(), Results: o.ResultTypes(),
	}
}

// Reset makes in the inference input of an existing op, in the lists that it
// has: for those who ask about many ops and keep nothing.
func (in *Inference) Reset(o *Op) {
	in.Ctx, in.Def, in.Props, in.Regions = o.name.ctx, o.name.Def, o.props, o.Regions()
	in.Operands, in.Values, in.Results = in.Operands[:0], in.Values[:0], in.Results[:0]
	for i := range o.uses() {
		v := o.uses()[i].val
		in.Operands, in.Values = append(in.Operands, v.typ), append(in.Values, v)
	}
	for i := range o.values() {
		in.Results = append(in.Results, o.values()[i].typ)
	}
}
