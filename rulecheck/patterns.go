package rulecheck

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/cf"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Go patterns are tested on their examples: the program itself, and what it
// becomes when keywords and flags of its ops, its element types and its extents
// are replaced by others, as far as that is valid and the pattern matches. What a
// pattern does for one keyword says little of what it does for the next.

// Patterns are the Go patterns of the tg dialect that have an example, by name:
// one that several ops have is there for each.
func Patterns() []*rewrite.Pattern {
	var list []*rewrite.Pattern
	for _, o := range tg.Dialect.Ops() {
		of, _ := rewrite.Patterns.Get(o)
		for _, p := range of {
			if p.Example != "" && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	slices.SortStableFunc(list, func(p, q *rewrite.Pattern) int { return strings.Compare(p.Name, q.Name) })
	return list
}

// CheckPatterns tests Go patterns by execution, one result for each name.
func CheckPatterns(patterns []*rewrite.Pattern, o Options) []Result {
	var groups [][]*rewrite.Pattern
	for i, p := range patterns {
		if i == 0 || p.Name != patterns[i-1].Name {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], p)
	}
	results := make([]Result, len(groups))
	inParallel(len(groups), o.Workers, func(i int) { results[i] = checkPatterns(groups[i], o) })
	return results
}

func checkPatterns(group []*rewrite.Pattern, o Options) (r Result) {
	r.Pattern = group[0]
	defer r.crashed()
	ctx := patternContext()
	for _, p := range group {
		h := &rule.Rule{Name: p.Name, Level: p.Level, Text: "pattern " + p.Name + ": " + p.Doc}
		c := checkerOf(h, o.Seed, ctx, p)
		for _, text := range c.variations(p.Example) {
			if o.Instances > 0 && c.rng.IntN(DefaultInstances) >= o.Instances && text != p.Example {
				continue // fewer instances are fewer variations
			}
			for _, in := range c.examples(text) {
				r.Instances++
				n, f := in.compareOften(c)
				r.Compared += n
				if f != nil {
					f.simplifyValues(h)
					r.Problem, r.Counterexample = f.problem, f.counterexample(c)
					return r
				}
			}
		}
	}
	switch {
	case r.Instances == 0:
		r.Problem = "does not apply to its example"
	case r.Compared == 0:
		r.Problem = fmt.Sprintf("applies to %d variations of its example, but none could be compared at level %s", r.Instances, group[0].Level)
	}
	return r
}

// Few of the variations of an example have the one keyword and extent that a
// mistake is about, and -0 is one of many numbers: small ones are run on several
// inputs of each regime.
const (
	often        = 4
	oftenAtMost  = 1000    // elements
	mostElements = 200_000 // of a variation: an extent may be all of an example's
)

// compareOften is compare, several times if that takes little.
func (in *instance) compareOften(c *checker) (compared int, f *failure) {
	times := often
	if !straight(in.before) || in.elements() > oftenAtMost {
		times = 1
	}
	for ; f == nil && times > 0; times-- {
		var n int
		n, f = in.compare(c)
		compared += n
	}
	return compared, f
}

// patternContext has the dialects that examples of patterns are written in.
func patternContext() *ir.Context {
	return ir.NewContext(arith.Dialect, builtin.Dialect, cf.Dialect, fn.Dialect, tg.Dialect)
}

// examples parses a module and applies the pattern to each op that it matches,
// in a copy for each; there are none if the module is not valid.
func (c *checker) examples(text string) []*instance {
	module := c.valid(text)
	if module == nil {
		return nil
	}
	if c.made++; c.made%renewal == 0 {
		c.renew()
	}
	var list []*instance
	roots := c.rootsOfCopy(module)
	for i := range roots {
		f := roots[i].ParentOf(fn.Func)
		if f == nil || !static(f) || !c.applier.At(c.pattern, roots[i]) {
			continue // the copy is as it was
		}
		in := &instance{before: entry(module, ir.SymbolName(f)), after: f.RegionAt(0).First(), literals: map[*ir.Value]bool{}}
		if in.elements() <= mostElements {
			list = append(list, in)
		}
		roots = c.rootsOfCopy(module)
	}
	return list
}

// valid is the module of a text, nil if there is none or it is not valid.
func (c *checker) valid(text string) *ir.Op {
	module, err := parser.Parse(c.ctx, []byte(text), parser.Options{})
	if err != nil || ir.Verify(module) != nil {
		return nil
	}
	return module
}

// rootsOfCopy are the ops of a copy of a module that the pattern may start from.
func (c *checker) rootsOfCopy(module *ir.Op) (roots []*ir.Op) {
	ir.Walk(ir.NewBuilder(c.ctx).Clone(module, map[*ir.Value]*ir.Value{}), func(o *ir.Op) ir.WalkAction {
		if c.pattern.MayApply(o) {
			roots = append(roots, o)
		}
		return ir.Advance
	})
	return roots
}

func entry(module *ir.Op, name string) *ir.Block { return ir.Symbols(module)[name].RegionAt(0).First() }

// static reports whether a function can be called with made-up values.
func static(f *ir.Op) bool {
	for _, t := range fn.Type(f).Inputs() {
		if !t.IsRankedTensor() || !t.IsStatic() {
			return false
		}
	}
	return true
}

var (
	elementTypes = regexp.MustCompile(`([x<])(f32|i32|i1)>`)
	extents      = regexp.MustCompile(`<([0-9x]+)x`)
)

// variations are an example, and what it becomes with other keywords, each with
// other types and extents.
func (c *checker) variations(text string) []string {
	list := resizedAndRetyped(c.rng, text)
	for _, form := range c.reworded(text) {
		list = append(list, resizedAndRetyped(c.rng, form)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// resizedAndRetyped are a program, and what it becomes when one of its element
// types, or an extent, is replaced by another one, or both.
func resizedAndRetyped(rng *rand.Rand, text string) []string {
	texts := []cut{cutAt(extents, text)}
	plain, whole := cutAt(elementTypes, text), cutAt(elementTypes, integerConstants(text))
	for _, to := range []string{"f64", "f16", "bf16", "i32", "i8", "ui8", "i64", "i1"} {
		from := plain
		if !strings.Contains(to, "f") {
			from = whole
		}
		texts = append(texts, cutAt(extents, from.with(func(s string) string {
			if strings.Contains(s, "i1") {
				return s // of conditions
			}
			return s[:1] + to + ">"
		})))
	}
	sizes := map[string]bool{}
	for _, s := range texts[0].found { // as in <2x3x
		for _, n := range strings.Split(s[1:len(s)-1], "x") {
			sizes[n] = true
		}
	}
	var list []string
	for _, t := range texts {
		list = append(list, t.text)
	}
	for _, n := range slices.Sorted(maps.Keys(sizes)) {
		old, _ := strconv.Atoi(n)
		others := []int{0, 1, old + 1, 2 * old, old + rng.IntN(40)}
		if strings.Contains(text, "tg.reduce") { // the order of a sum shows, in lanes and in blocks
			others = append(others, 15+rng.IntN(26), 4097+rng.IntN(40))
		}
		for _, to := range others {
			if to != old {
				list = append(list, resized(texts[0], n, strconv.Itoa(to)), resized(texts[rng.IntN(len(texts))], n, strconv.Itoa(to)))
			}
		}
	}
	return list
}

var floatConstant = regexp.MustCompile(`\b[0-9]+\.[0-9]+(e[-+][0-9]+)?`)

// integerConstants writes the numbers of a program without their fractions.
func integerConstants(text string) string {
	return floatConstant.ReplaceAllStringFunc(text, func(s string) string {
		x, _ := strconv.ParseFloat(s, 64)
		return strconv.FormatFloat(math.Trunc(x), 'f', 0, 64)
	})
}

// resized replaces an extent in all types of a text that is cut at its extents.
func resized(t cut, from, to string) string {
	return t.with(func(s string) string {
		list := strings.Split(s[1:len(s)-1], "x")
		for i, n := range list {
			if n == from {
				list[i] = to
			}
		}
		return "<" + strings.Join(list, "x") + "x"
	})
}

// cut is a text that is searched once, to replace what is found by many things.
type cut struct {
	text    string
	between []string // one more than found
	found   []string
}

// cutAt cuts a text at what an expression matches.
func cutAt(expression *regexp.Regexp, text string) cut {
	c, at := cut{text: text}, 0
	for _, m := range expression.FindAllStringIndex(text, -1) {
		c.between, c.found = append(c.between, text[at:m[0]]), append(c.found, text[m[0]:m[1]])
		at = m[1]
	}
	c.between = append(c.between, text[at:])
	return c
}

// with is the text with a function of what was found in its place.
func (c cut) with(replaced func(string) string) string {
	var b strings.Builder
	for i, s := range c.found {
		b.WriteString(c.between[i])
		b.WriteString(replaced(s))
	}
	b.WriteString(c.between[len(c.found)])
	return b.String()
}
