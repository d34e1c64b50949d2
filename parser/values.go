package parser

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// valueName is an SSA name in the text. Most are numbers.
type valueName struct {
	pos, end int32 // of the name without its result number
	num      int32 // index into valueTable.numbered, or -1 for any other name
	result   int32 // number after `#`, or -1
}

// resultName is a name left of `=` and how many results it stands for.
type resultName struct {
	valueName
	count int
}

// valueDef is what a visible name stands for: count results of one op from val
// on, or one block argument.
type valueDef struct {
	val   *ir.Value
	pos   int32
	count int32
}

// forwardKey names a value that is used and not defined yet.
type forwardKey struct {
	name   string
	result int32
}

// forwardRef stands in for such a value. pos is where it was first used.
type forwardRef struct {
	val *ir.Value
	pos int32
}

// valuePage is how many numbered names share an allocation.
const valuePage = 1024

// numRun is a run of consecutive numbers that were defined one after the other,
// as most are.
type numRun struct{ first, last int32 }

// valueTable holds the names that are visible where the parser is. Scopes are
// marks in its two undo lists.
type valueTable struct {
	// limit is one more than the largest number kept in pages. Numbers that are
	// far larger than the text could count up to are names like any other, so a
	// short text cannot claim a lot of memory.
	limit    int
	pages    [][]valueDef
	named    map[string]valueDef
	numUndo  []numRun
	nameUndo []string
	// sealed is how many runs belong to the scopes around the innermost.
	sealed    int
	forward   map[forwardKey]forwardRef
	forwarded []forwardKey // keys of forward in order of first use
}

func (t *valueTable) init(textLen int) {
	t.limit = min(textLen/8+valuePage, 1<<30)
	t.named = map[string]valueDef{}
	t.forward = map[forwardKey]forwardRef{}
}

func (t *valueTable) numbered(n int32) valueDef {
	if page := int(n) / valuePage; page < len(t.pages) && t.pages[page] != nil {
		return t.pages[page][n%valuePage]
	}
	return valueDef{}
}

func (t *valueTable) setNumbered(n int32, d valueDef) {
	page := int(n) / valuePage
	for page >= len(t.pages) {
		t.pages = append(t.pages, nil)
	}
	if t.pages[page] == nil {
		t.pages[page] = make([]valueDef, valuePage)
	}
	t.pages[page][n%valuePage] = d
	if k := len(t.numUndo) - 1; k >= t.sealed && t.numUndo[k].last == n-1 {
		t.numUndo[k].last = n
		return
	}
	t.numUndo = append(t.numUndo, numRun{n, n})
}

// mark starts a scope and returns the lengths of the undo lists, for cutBack.
func (t *valueTable) mark() (nums, names int) {
	t.sealed = len(t.numUndo)
	return t.sealed, len(t.nameUndo)
}

// cutBack forgets the names defined since the undo lists had these lengths.
func (t *valueTable) cutBack(nums, names int) {
	for _, run := range t.numUndo[nums:] {
		for n := run.first; n <= run.last; n++ {
			t.pages[n/valuePage][n%valuePage] = valueDef{}
		}
	}
	for _, s := range t.nameUndo[names:] {
		delete(t.named, s)
	}
	t.numUndo, t.nameUndo = t.numUndo[:nums], t.nameUndo[:names]
	t.sealed = nums
}

// valueName reads `%name`; the cursor is at the `%`.
func (p *parser) valueName() valueName {
	start := p.pos
	i := start + 1
	c := p.at(i)
	num := -1
	switch {
	case class[c]&digit != 0:
		num = int(c - '0')
		for i++; i < len(p.src) && class[p.src[i]]&digit != 0; i++ {
			num = num*10 + int(p.src[i]-'0')
			if num >= p.values.limit {
				num = p.values.limit
			}
		}
		if num >= p.values.limit || c == '0' && i > start+2 {
			num = -1
		}
	case class[c]&suffixPart != 0:
		for i++; i < len(p.src) && class[p.src[i]]&suffixPart != 0; i++ {
		}
	default:
		p.failAt(start, "invalid SSA name")
	}
	p.pos = i
	return valueName{int32(start), int32(i), int32(num), -1}
}

// valueUse reads `%name` or `%name#1`.
func (p *parser) valueUse() valueName {
	n := p.valueName()
	if p.peek() != '#' {
		return n
	}
	p.checkToken()
	p.pos++
	start := p.pos
	if class[p.cur()]&digit == 0 {
		p.failAt(start-1, "invalid SSA value result number")
	}
	r := 0
	for ; class[p.cur()]&digit != 0; p.pos++ {
		if r = r*10 + int(p.cur()-'0'); r > 1<<30 {
			p.failAt(start-1, "invalid SSA value result number")
		}
	}
	n.result = int32(r)
	return n
}

// name is the text of n without the `%`.
func (p *parser) name(n valueName) string { return p.text(int(n.pos)+1, int(n.end)) }

func (p *parser) lookup(n valueName) valueDef {
	if n.num >= 0 {
		return p.values.numbered(n.num)
	}
	return p.values.named[p.name(n)]
}

// reference is where the value that n names was defined or, without that, first
// used, if either was.
func (p *parser) reference(n valueName) (pos int, ok bool) {
	if d := p.lookup(n); d.val != nil {
		return int(d.pos), true
	}
	if len(p.values.forward) == 0 {
		return 0, false
	}
	f, ok := p.values.forward[forwardKey{p.name(n), max(n.result, 0)}]
	return int(f.pos), ok
}

// resolve is the value that n names, which must have type t.
func (p *parser) resolve(n valueName, t *ir.Type) *ir.Value {
	d := p.lookup(n)
	if d.val == nil {
		return p.forwardValue(n, t)
	}
	v := d.val
	if n.result > 0 {
		if n.result >= d.count {
			p.failAt(int(n.pos), "reference to invalid result number")
		}
		v = member(v, int(n.result))
	}
	if v.Type() != t {
		p.badUse(n, t, v.Type(), d.pos)
	}
	return v
}

func (p *parser) badUse(n valueName, t, prior *ir.Type, pos int32) {
	p.failNoted(int(n.pos),
		fmt.Sprintf("use of value '%s' expects different type than prior uses: '%s' vs '%s'", p.text(int(n.pos), int(n.end)), t, prior),
		int(pos), "prior use here")
}

func (p *parser) forwardValue(n valueName, t *ir.Type) *ir.Value {
	key := forwardKey{p.name(n), max(n.result, 0)}
	f, ok := p.values.forward[key]
	if !ok {
		f = forwardRef{&ir.Value{}, n.pos}
		f.val.SetType(t)
		p.values.forward[key] = f
		p.values.forwarded = append(p.values.forwarded, key)
	}
	if f.val.Type() != t {
		p.badUse(n, t, f.val.Type(), f.pos)
	}
	return f.val
}

// define makes n the name of count values from v on, also where n was used
// before.
func (p *parser) define(n valueName, v *ir.Value, count int) {
	p.declare(n, v, count)
	if len(p.values.forward) > 0 {
		p.defineForward(n, v, count)
	}
}

// declare makes n the name of count values from v on.
func (p *parser) declare(n valueName, v *ir.Value, count int) {
	if d := p.lookup(n); d.val != nil {
		p.failNoted(int(n.pos), fmt.Sprintf("redefinition of SSA value '%s'", p.text(int(n.pos), int(n.end))),
			int(d.pos), "previously defined here")
	}
	d := valueDef{v, n.pos, int32(count)}
	if n.num >= 0 {
		p.values.setNumbered(n.num, d)
	} else {
		name := p.name(n)
		p.values.named[name] = d
		p.values.nameUndo = append(p.values.nameUndo, name)
	}
}

// defineForward puts the real values in the place of those used before. As in
// MLIR the next definition is the one, even in an inner region.
func (p *parser) defineForward(n valueName, first *ir.Value, count int) {
	for i := range count {
		key := forwardKey{p.name(n), int32(i)}
		if f, ok := p.values.forward[key]; ok {
			p.settleForward(n, key, f, member(first, i))
		}
	}
}

// member is the value i results behind first.
func member(first *ir.Value, i int) *ir.Value {
	if i == 0 {
		return first
	}
	return first.Def().Result(first.Index() + i)
}

func (p *parser) settleForward(n valueName, key forwardKey, f forwardRef, v *ir.Value) {
	if f.val.Type() != v.Type() {
		p.failNoted(int(n.pos),
			fmt.Sprintf("definition of SSA value '%s#%d' has type '%s'", p.text(int(n.pos), int(n.end)), key.result, v.Type()),
			int(f.pos), fmt.Sprintf("previously used here with type '%s'", f.val.Type()))
	}
	f.val.ReplaceAllUsesWith(v)
	delete(p.values.forward, key)
}

// checkForwards reports values that were used and never defined.
func (p *parser) checkForwards() {
	for _, key := range p.values.forwarded {
		if f, ok := p.values.forward[key]; ok {
			p.failAt(int(f.pos), "use of undeclared SSA value name")
		}
	}
}
