// Package parser reads MLIR text into IR.
//
// It works on bytes, without a token stream: every construct looks at the text
// at p.pos and moves on. What makes it fast is that text repeats: the rest of a
// generic op's line after its operands, types and op names are looked up by
// their bytes before they are parsed, and numbered values index a slice.
package parser

import (
	"bytes"
	"unsafe"

	"github.com/tg-opt/tg/internal/charset"
	"github.com/tg-opt/tg/ir"
)

// Options of a parse.
type Options struct {
	// Filename names the input in messages and locations.
	Filename string
	// FirstLine is the number of lines that come before the text in its file,
	// for a piece of a split file.
	FirstLine int
	// FirstCol is the number of bytes that come before the text in its line.
	FirstCol int
	// NoImplicitModule keeps a text of one op that is no module as it is, and
	// rejects a text of several.
	NoImplicitModule bool
	// IgnoreLocations gives ops the location of their text even if another one
	// stands behind them.
	IgnoreLocations bool
	// MaxDepth is how deep regions may nest; DefaultMaxDepth unless it is positive.
	MaxDepth int
}

const (
	// DefaultMaxDepth is how deep regions may nest by default.
	DefaultMaxDepth = 150_000
	// MaxNesting is how deep types, attributes, locations, literals and affine
	// expressions may nest.
	MaxNesting = 1_000
)

// Parse reads a file and returns its module. A text that is anything else than
// exactly one builtin.module is wrapped in one. The error is an *ir.Diag. The
// IR and the context keep src, which must not change any more.
//
// Parse reports everything that makes the text wrong as text; whether the ops
// make sense is for ir.Verify to say.
func Parse(ctx *ir.Context, src []byte, opt Options) (op *ir.Op, err error) {
	p := newParser(ctx, src, opt)
	defer p.catch(&err)
	p.addSource()
	if fault := charset.Fault(p.text(0, min(len(src), charset.Window))); fault != "" {
		p.failAt(0, "unexpected character: %s", fault)
	}
	return p.file(opt.NoImplicitModule), nil
}

// ParseType reads a text that is one type.
func ParseType(ctx *ir.Context, text string) (t *ir.Type, err error) {
	p := newParser(ctx, []byte(text), Options{Filename: "<type>"})
	defer p.catch(&err)
	t = p.typ()
	p.wantEnd()
	return t, nil
}

// ParseAttr reads a text that is one attribute.
func ParseAttr(ctx *ir.Context, text string) (a *ir.Attr, err error) {
	p := newParser(ctx, []byte(text), Options{Filename: "<attribute>"})
	defer p.catch(&err)
	a = p.attr(nil)
	p.wantEnd()
	return a, nil
}

// parser is the state of one parse. Slices that hold what an unfinished
// construct has collected are stacks: a construct remembers the length at its
// start and cuts back to it.
type parser struct {
	ctx      *ir.Context
	src      []byte
	pos      int
	opt      Options
	source   *ir.Source // nil until something needs a location
	arena    ir.Arena
	reported *ir.Diag // what Report noted
	// following is what Following noted.
	following *ir.Diag
	nesting   int // of types and attributes
	maxDepth  int

	opNames textCache[*ir.OpName]
	types   textCache[*ir.Type]
	tails   textCache[opTail]
	sigs    textCache[*ir.Type] // of ops whose tails are not repeated

	values valueTable
	axes   map[string]*ir.AffineExpr // names that index expressions know
	scopes []scope
	frame  opFrame

	results []resultName
	uses    []valueName
	vals    []*ir.Value
	regions []*ir.Region
	succs   []*ir.Block
	tlist   []*ir.Type
	dims    []int64
	alist   []*ir.Attr
	entries []ir.NamedAttr
	state   ir.OpState     // of the generic op being made
	states  []*customState // of the ops in custom form being read
	depth   int            // how many of states are in use

	attrAliases map[string]*ir.Attr
	typeAliases map[string]*ir.Type
	attrCosts   map[*ir.Attr]cost // of aliases, as far as they hold others
	typeCosts   map[*ir.Type]cost
	distinct    map[uint64]*ir.Attr
	late        []lateLoc
	argLocs     map[ir.Pos]lateLoc // of arguments whose block is still to come
}

// opFrame is what the parser knows of the op whose custom form it reads.
type opFrame struct {
	name    *ir.OpName
	results int
	pos     int // of the name
}

func newParser(ctx *ir.Context, src []byte, opt Options) *parser {
	p := &parser{ctx: ctx, src: src, opt: opt, maxDepth: opt.MaxDepth}
	if p.maxDepth <= 0 {
		p.maxDepth = DefaultMaxDepth
	}
	p.values.init(len(src))
	return p
}

// addSource registers the text with the context.
func (p *parser) addSource() {
	s, err := p.ctx.AddSource(p.opt.Filename, p.src, p.opt.FirstLine)
	if err != nil {
		panic(failure{ir.Errorf(0, "%s", err)})
	}
	p.source = s
}

// Loc is the location of the byte at pos.
func (p *parser) Loc(pos ir.Pos) ir.Loc {
	if p.source == nil {
		p.addSource()
	}
	return p.source.Loc(int(pos))
}

func (p *parser) locAt(pos int) ir.Loc { return p.Loc(ir.Pos(pos)) }

// failure carries a diagnostic up to the function that started the parse.
type failure struct{ diag *ir.Diag }

func (p *parser) catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case failure:
		*err = r.diag
		if p.following != nil {
			r.diag.Notes = append(r.diag.Notes, *p.following)
		}
		if first := p.reported; first != nil {
			first.Notes = append(append(first.Notes, *r.diag), r.diag.Notes...)
			*err = first
		}
	default:
		panic(r)
	}
}

// failAt ends the parse with an error at pos.
func (p *parser) failAt(pos int, format string, args ...any) {
	panic(failure{ir.Errorf(p.locAt(pos), format, args...)})
}

// failNoted is failAt with a note.
func (p *parser) failNoted(pos int, msg string, notePos int, note string) {
	panic(failure{ir.Errorf(p.locAt(pos), "%s", msg).WithNote(p.locAt(notePos), "%s", note)})
}

// expected ends the parse because something is missing in front of the next
// token. The error stands where the previous token ends, not at the start of
// whatever line happens to follow.
func (p *parser) expected(format string, args ...any) {
	p.skip()
	p.checkToken()
	p.failAt(p.endOfPrevious(), format, args...)
}

// unexpected ends the parse with an error at the next token itself.
func (p *parser) unexpected(format string, args ...any) {
	p.skip()
	p.checkToken()
	pos := p.pos
	if pos == len(p.src) && pos > 0 {
		pos--
	}
	p.failAt(pos, format, args...)
}

// endOfPrevious is the end of the token before p.pos, or p.pos when it is the
// first of the text.
func (p *parser) endOfPrevious() int {
	end := p.pos
	for end > 0 {
		line := bytes.LastIndexByte(p.src[:end], '\n') + 1
		code := p.src[line:end]
		if c := commentStart(code); c >= 0 && (end < p.pos || end == len(p.src)) {
			code = code[:c] // a comment ends with its line: no token follows there
		}
		if code = bytes.TrimRight(code, " \t\r"); len(code) > 0 {
			return line + len(code)
		}
		if line == 0 {
			break
		}
		end = line - 1
	}
	return p.pos
}

// commentStart is the index of the `//` outside of strings, or -1.
func commentStart(line []byte) int {
	quoted := false
	for i := 0; i+1 < len(line); i++ {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == '\\' && quoted:
			i++
		case line[i] == '/' && line[i+1] == '/' && !quoted:
			return i
		}
	}
	return -1
}

func (p *parser) enter() {
	if p.nesting++; p.nesting > MaxNesting {
		p.failAt(p.pos, "types and attributes nest deeper than the limit of %d", MaxNesting)
	}
}

func (p *parser) leave() { p.nesting-- }

// wantEnd checks that nothing follows.
func (p *parser) wantEnd() {
	if p.skip(); p.pos < len(p.src) {
		rest := p.src[p.pos:]
		p.checkToken()
		p.failAt(p.pos, "found trailing characters: '%s'", rest[:min(len(rest), 40)])
	}
}

// text is a window of the source as a string, without a copy.
func (p *parser) text(start, end int) string {
	return unsafe.String(unsafe.SliceData(p.src[start:end]), end-start)
}
