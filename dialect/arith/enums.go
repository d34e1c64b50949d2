package arith

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// flags is an attribute that is a set of words, `#arith.fastmath<nnan,ninf>`.
// Bit i stands for word i.
type flags struct {
	def   *ir.AttrDef
	words []string
	// all is the word for all bits together, empty for none.
	all string
	sep string // between words where they are written
	// set and attr are what mlir-opt calls such a set and the attribute.
	set, attr string
	// Is is the constraint of an op's attribute of this kind; its spelling
	// starts at the `<`.
	Is ir.AttrConstraint
}

func newFlags(f flags, name, doc, desc string) *flags {
	f.def = &ir.AttrDef{Name: "arith." + name, Doc: doc, Parse: f.parse, Print: f.print}
	f.Is = ir.AttrConstraint{
		Desc:  desc,
		Ok:    func(a *ir.Attr) bool { return a != nil && a.Def() == f.def },
		Parse: func(p ir.OpParser) *ir.Attr { return p.Context().DialectAttr(f.def, f.parse(p)...) },
		Print: f.print,
	}
	Dialect.Attrs = append(Dialect.Attrs, f.def)
	return &f
}

func (f *flags) parse(p ir.OpParser) []ir.NamedAttr {
	p.Expect("<")
	bits := f.word(p)
	for p.Try(",") {
		bits |= f.word(p)
	}
	p.Expect(">")
	return []ir.NamedAttr{{Name: "value", Value: p.Context().I64Attr(bits)}}
}

// word reads one word, perhaps in quotes, and returns its bits.
func (f *flags) word(p ir.OpParser) int64 {
	pos := p.Pos()
	w := p.PeekKeyword()
	switch {
	case w != "":
		p.Keyword()
	case p.Peek(`"`):
		w = p.String()
	default:
		p.Report(pos, "expected valid keyword or string")
		f.fail(p)
	}
	names := append([]string{"none"}, f.words...)
	switch i := slices.Index(f.words, w); {
	case w == "none":
		return 0
	case i >= 0:
		return 1 << i
	case f.all != "" && w == f.all:
		return 1<<len(f.words) - 1
	case f.all != "":
		names = append(names, f.all)
	}
	p.Report(pos, "expected %s to be one of: %s%s", f.set, strings.Join(names, ", "), spelling.DidYouMean(w, names))
	f.fail(p)
	return 0
}

func (f *flags) fail(p ir.OpParser) {
	p.Fail(p.Pos(), "failed to parse %s parameter 'value' which is to be a `%s`", f.attr, f.set)
}

func (f *flags) print(p ir.OpPrinter, a *ir.Attr) { p.Str("<" + f.text(flagBits(a)) + ">") }

func (f *flags) text(bits int64) string {
	switch {
	case bits == 0:
		return "none"
	case f.all != "" && bits == 1<<len(f.words)-1:
		return f.all
	}
	var words []string
	for i, w := range f.words {
		if bits&(1<<i) != 0 {
			words = append(words, w)
		}
	}
	return strings.Join(words, f.sep)
}

// of is the attribute for a set.
func (f *flags) of(c *ir.Context, bits int64) *ir.Attr {
	return c.DialectAttr(f.def, ir.NamedAttr{Name: "value", Value: c.I64Attr(bits)})
}

// flagBits is the set that an attribute of flags holds.
func flagBits(a *ir.Attr) int64 { return a.Get("value").Int() }

// newEnum is the constraint of an integer attribute called name that stands
// for a word and is spelled as that word. Without desc, messages list the
// numbers.
func newEnum(name, desc string, width int, words ...string) ir.AttrConstraint {
	if desc == "" {
		numbers := make([]string, len(words))
		for i := range words {
			numbers[i] = fmt.Sprint(i)
		}
		desc = fmt.Sprintf("allowed %d-bit signless integer cases: %s", width, strings.Join(numbers, ", "))
	}
	return ir.AttrConstraint{
		Desc: desc,
		Ok: func(a *ir.Attr) bool {
			return a.Is(ir.IntegerAttr) && a.Type().IsIntN(width) && a.Int() >= 0 && a.Int() < int64(len(words))
		},
		Parse: func(p ir.OpParser) *ir.Attr {
			pos := p.Pos()
			w := p.PeekKeyword()
			i := slices.Index(words, w)
			switch {
			case i >= 0:
				p.Keyword()
			case p.Peek(`"`):
				w = p.String()
				if i = slices.Index(words, w); i < 0 {
					p.Fail(pos, "invalid %s attribute specification: \"%s\"%s", name, w, spelling.DidYouMean(w, words))
				}
			default:
				p.Fail(pos, "expected string or keyword containing one of the following enum values for attribute '%s' [%s]%s",
					name, strings.Join(words, ", "), spelling.DidYouMean(w, words))
			}
			return p.Context().IntAttr(p.Context().Int(width, ir.Signless), int64(i))
		},
		Print: func(p ir.OpPrinter, a *ir.Attr) { p.Str(words[a.Int()]) },
		Cases: func(c *ir.Context) []*ir.Attr {
			list := make([]*ir.Attr, len(words))
			for i := range list {
				list[i] = c.IntAttr(c.Int(width, ir.Signless), int64(i))
			}
			return list
		},
	}
}
