package pipeline

import (
	"fmt"
	"slices"
	"strings"
)

// AnyOp is the anchor that matches every op whose regions are isolated.
const AnyOp = "any"

// Pipeline is a checked sequence of passes on an op and on ops nested in it.
type Pipeline struct {
	root *step
	plan *step // root as it is run
}

func newPipeline(root *step) *Pipeline { return &Pipeline{root, coalesce(root)} }

// Without is p without the runs of a pass that it begins with, for those who have
// done what these would do.
func (p *Pipeline) Without(pass string) *Pipeline {
	rest := *p.root
	for len(rest.steps) > 0 && rest.steps[0].pass != nil && rest.steps[0].pass.Name == pass {
		rest.steps = rest.steps[1:]
	}
	return newPipeline(&rest)
}

// step is a pass with its options, or, with a nil pass, an anchor and the steps
// to run on each op it matches, or a collection of such anchors.
type step struct {
	pass    *Pass
	options any

	anchor     string
	collection bool
	steps      []*step
}

// Use names a pass or a named pipeline, with options text without braces: the
// flag `--canonicalize=max-iterations=5`.
type Use struct{ Name, Options string }

// bareAnchor is what a text without an anchor runs on.
const bareAnchor = "builtin.module"

// ParsePipeline reads pipeline text such as
//
//	builtin.module(func.func(cse,canonicalize{max-iterations=5}),symbol-dce)
//
// and resolves the names with reg. A text that is no anchor with brackets, such
// as `canonicalize,cse`, is for modules. The error is a *TextError.
func ParsePipeline(text string, reg *Registry) (*Pipeline, error) {
	return ParseNamed("MLIR Textual PassPipeline Parser", text, reg)
}

// bare reports whether a text is a list of elements that no anchor surrounds: it
// has no brackets outside of options, or a comma outside of brackets.
func bare(text string) bool {
	anchored, depth := text == "", 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ',':
			if depth == 0 {
				return true
			}
		case '(', '{':
			anchored = anchored || depth == 0 && c == '('
			depth++
		case ')', '}':
			depth--
		case '"', '\'':
			if end := strings.IndexByte(text[i+1:], c); end >= 0 {
				i += end + 1
			}
		}
	}
	return !anchored
}

// unwrapped says what is wrong with a text that is neither bare nor of the form
// ANCHOR(...).
func unwrapped(text string) string {
	switch {
	case text == "":
		return "; the text is empty"
	case text[0] != '(':
		return "; the text does not end with ')'"
	}
	return ""
}

// ParseNamed is ParsePipeline for a text that messages call source.
func ParseNamed(source, text string, reg *Registry) (*Pipeline, error) {
	b := &binder{reg: reg, source: source}
	text = strings.TrimSpace(text)
	// Positions are those in what the anchor surrounds.
	anchor, open := bareAnchor, strings.IndexByte(text, '(')
	switch {
	case bare(text):
		b.text = text
	case open <= 0 || text[len(text)-1] != ')':
		err := b.fail(0, "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'%s", unwrapped(text)).(*TextError)
		err.NoPlace = true
		return nil, err
	default:
		anchor, b.text = strings.TrimSpace(text[:open]), text[open+1:len(text)-1]
	}
	ast, offset, message := parseText(pipelineParser(), b.text)
	if ast == nil {
		return nil, b.fail(offset, "%s", message)
	}
	steps, err := b.steps(ast.Elements, anchor)
	if err != nil {
		return nil, err
	}
	return newPipeline(&step{anchor: anchor, steps: steps}), nil
}

// Sequence is the pipeline of command line flags: uses in order on the op
// `anchor`. A pass that runs on another op only is nested, on that op, by
// itself. The error is a *TextError.
func (r *Registry) Sequence(anchor string, uses []Use) (*Pipeline, error) {
	root := &step{anchor: anchor}
	for _, u := range uses {
		b := &binder{reg: r, source: "--" + u.Name, text: u.Options}
		steps, err := b.use(u, anchor)
		if err != nil {
			return nil, err
		}
		root.steps = append(root.steps, steps...)
	}
	return newPipeline(root), nil
}

// Anchor is the name of the op the pipeline runs on, or AnyOp.
func (p *Pipeline) Anchor() string { return p.root.anchor }

// Then is p followed by q, which must be for the same op.
func (p *Pipeline) Then(q *Pipeline) (*Pipeline, error) {
	if p.root.anchor != q.root.anchor {
		return nil, fmt.Errorf("a pipeline on '%s' cannot follow one on '%s'", q.root.anchor, p.root.anchor)
	}
	return newPipeline(&step{anchor: p.root.anchor, steps: slices.Concat(p.root.steps, q.root.steps)}), nil
}

// Empty reports whether there is nothing to run.
func (p *Pipeline) Empty() bool { return len(p.root.steps) == 0 }

// binder turns syntax into steps.
type binder struct {
	reg          *Registry
	source, text string
	expanding    []string // named pipelines being expanded
	nesting      int      // of pipelines in options
	given        []given  // options of the pipelines being expanded, the outermost last
}

// given are options of a named pipeline, for its passes. Their positions are
// shift too large.
type given struct {
	binder  *binder
	alias   *Alias
	options []*optionText
	shift   int
}

func (b *binder) fail(offset int, format string, args ...any) error {
	return &TextError{Source: b.source, Text: b.text, Offset: offset, Message: fmt.Sprintf(format, args...)}
}

// failOptions is the error of options that the pass does not take.
func (b *binder) failOptions(p *Pass, list []*optionText, offset int, format string, args ...any) error {
	err := b.fail(offset, format, args...).(*TextError)
	if p.what != "" {
		return err
	}
	var words []string
	for _, o := range list {
		word := o.Key
		if o.Value != nil {
			word += "=" + o.Value.String()
		}
		words = append(words, word)
	}
	err.Trail = []string{fmt.Sprintf("failed to add `%s` with options `%s`", p.Name, strings.Join(words, " "))}
	return err
}

func (b *binder) steps(elements []*elementText, anchor string) ([]*step, error) {
	var steps []*step
	for _, e := range elements {
		more, err := b.element(e, anchor)
		if err != nil {
			return nil, err
		}
		steps = append(steps, more...)
	}
	return steps, nil
}

func (b *binder) element(e *elementText, anchor string) ([]*step, error) {
	at := e.Pos.Offset
	if e.Nested != nil {
		if e.Name != AnyOp && !strings.Contains(e.Name, ".") {
			return nil, b.fail(at, "'%s' is not the name of an operation to nest on: expected 'any' or a name such as 'func.func'", e.Name)
		}
		steps, err := b.steps(e.Nested.Elements, e.Name)
		if t, ok := err.(*TextError); ok && t.Trail != nil {
			t.Trail = append(t.Trail, fmt.Sprintf("failed to add `%s` with options `` to inner pipeline", e.Name))
		}
		return []*step{{anchor: e.Name, steps: steps}}, err
	}
	if a := b.reg.LookupPipeline(e.Name); a != nil {
		var list []*optionText
		if e.Options != nil {
			list = e.Options.Options
			if len(a.Options) == 0 {
				return nil, b.fail(at, "pipeline '%s' takes no options", e.Name)
			}
		}
		return b.expand(a, at, anchor, &given{b, a, list, 0})
	}
	p := b.reg.Lookup(e.Name)
	switch {
	case p == nil:
		return nil, b.fail(at, "'%s' does not refer to a registered pass or pass pipeline%s", e.Name, b.reg.didYouMean(e.Name))
	case p.On != "" && p.On != anchor:
		return nil, b.fail(at, "Can't add pass '%s' restricted to '%s' on a PassManager intended to run on '%s', did you intend to nest? Try '%s(%s)'",
			p.Name, p.On, anchor, p.On, p.Name)
	}
	s := &step{pass: p, options: p.newOptions()}
	if e.Options != nil {
		if err := b.options(p, s.options, e.Options.Options, 0); err != nil {
			return nil, err
		}
	}
	for _, g := range b.given {
		if err := g.binder.give(g.alias, s, g.options, g.shift); err != nil {
			return nil, err
		}
	}
	if err := b.bind(s, at); err != nil {
		return nil, err
	}
	return []*step{s}, nil
}

// expand puts the elements of a named pipeline in its place. options, if any,
// are for its passes.
func (b *binder) expand(a *Alias, at int, anchor string, options *given) ([]*step, error) {
	if slices.Contains(b.expanding, a.Name) {
		return nil, b.fail(at, "pipeline '%s' contains itself", a.Name)
	}
	if a.On != "" && anchor != a.On && anchor != AnyOp {
		return nil, b.fail(at, "pipeline '%s' runs on '%s', but is nested on '%s'", a.Name, a.On, anchor)
	}
	inner := &binder{reg: b.reg, source: "<pipeline " + a.Name + ">", text: a.Text, expanding: append(slices.Clone(b.expanding), a.Name)}
	if options != nil {
		if err := b.takes(a, options.options, options.shift); err != nil {
			return nil, err
		}
		inner.given = append(inner.given, *options)
	}
	inner.given = append(inner.given, b.given...)
	ast, offset, message := parseText(pipelineParser(), a.Text)
	if ast == nil {
		return nil, inner.fail(offset, "%s", message)
	}
	return inner.steps(ast.Elements, anchor)
}

// use is the steps of one command line flag.
func (b *binder) use(u Use, anchor string) ([]*step, error) {
	p := b.reg.Lookup(u.Name)
	if p == nil {
		if a := b.reg.LookupPipeline(u.Name); a != nil {
			return b.pipelineUse(a, u, anchor)
		}
		return nil, b.fail(0, "'%s' does not refer to a registered pass or pass pipeline%s", u.Name, b.reg.didYouMean(u.Name))
	}
	s := &step{pass: p, options: p.newOptions()}
	list, err := b.optionList(u.Options)
	if err != nil {
		return nil, err
	}
	if err := b.options(p, s.options, list, 1); err != nil {
		return nil, err
	}
	if err := b.bind(s, 0); err != nil {
		return nil, err
	}
	if p.On != "" && p.On != anchor {
		s = &step{anchor: p.On, steps: []*step{s}}
	}
	return []*step{s}, nil
}

// pipelineUse is the steps of a command line flag that names a pipeline.
func (b *binder) pipelineUse(a *Alias, u Use, anchor string) ([]*step, error) {
	if u.Options != "" && len(a.Options) == 0 {
		return nil, b.fail(0, "pipeline '%s' takes no options", a.Name)
	}
	list, err := b.optionList(u.Options)
	if err != nil {
		return nil, err
	}
	return b.expand(a, 0, anchor, &given{b, a, list, 1})
}

// optionList reads options without braces. Their positions are 1 too large.
func (b *binder) optionList(text string) ([]*optionText, error) {
	if n := nestingEnd(text); n < len(text) && text[n] == '}' {
		return nil, b.fail(n, "encountered extra closing '}' while processing pass options")
	}
	if text == "" {
		return nil, nil
	}
	ast, offset, message := parseText(optionsParser(), "{"+text+"}")
	if ast == nil {
		return nil, b.fail(min(max(offset-1, 0), len(text)), "%s", message)
	}
	return ast.Options, nil
}

// options sets the options of p; the positions of list are shift too large.
func (b *binder) options(p *Pass, options any, list []*optionText, shift int) error {
	fields := fieldsOf(options)
	var seen, names []string
	for _, f := range fields {
		names = append(names, f.name)
	}
	words := slices.IndexFunc(fields, func(f field) bool { return f.words })
	for _, o := range list {
		at := o.Pos.Offset - shift
		i := slices.Index(names, o.Key)
		switch {
		case i < 0 && words >= 0 && o.Value == nil:
			if err := fields[words].set(o.Key, true); err != nil {
				return b.failOptions(p, list, at, "option '%s' of %s: %s", names[words], p.calledIn(), err)
			}
			seen = append(seen, names[words])
			continue
		case i < 0 && len(names) == 0:
			return b.failOptions(p, list, at, "no such option %s: %s has no options", o.Key, p.calledIn())
		case i < 0:
			return b.failOptions(p, list, at, "no such option %s of %s%s", o.Key, p.calledIn(), o.didYouMean(p.OptionList()))
		}
		value := "true"
		if o.Value != nil {
			value = o.Value.String()
		} else if fields[i].kind() != "bool" {
			return b.failOptions(p, list, at, "option '%s' of %s requires a value", o.Key, p.calledIn())
		}
		// What comes later counts, and lists grow.
		if err := fields[i].set(value, slices.Contains(seen, o.Key)); err != nil {
			return b.failOptions(p, list, at, "option '%s' of %s: %s", o.Key, p.calledIn(), err)
		}
		seen = append(seen, o.Key)
	}
	return nil
}

// calledIn is what messages call p.
func (p *Pass) calledIn() string {
	if p.what != "" {
		return p.what
	}
	return "pass '" + p.Name + "'"
}

// ReadOptions reads text, `name=value name=value` with or without braces around it, into the struct
// that options points to, whose fields have the tags of the options of a pass. What is how messages
// call what has the options. The error is a *TextError.
func ReadOptions(what, text string, options any) error {
	if inner, ok := strings.CutPrefix(text, "{"); ok && strings.HasSuffix(inner, "}") {
		text = inner[:len(inner)-1]
	}
	b := &binder{source: what, text: text}
	list, err := b.optionList(text)
	if err != nil {
		return err
	}
	return b.options(&Pass{what: what, Options: func() any { return options }}, options, list, 1)
}

// Lists are the entries of the lists that passes of p have as an option of that
// name, in the order of the passes and each once.
func (p *Pipeline) Lists(option string) []string {
	var all []string
	for _, s := range flatten(p.root.steps, nil) {
		f := s.field(option)
		if f == nil || f.kind() != "list" {
			continue
		}
		for i := range f.value.Len() {
			if entry := f.value.Index(i).String(); !slices.Contains(all, entry) {
				all = append(all, entry)
			}
		}
	}
	return all
}

// String is the canonical text, all options in full, on one line. It parses to
// the same pipeline.
func (p *Pipeline) String() string {
	var b strings.Builder
	p.root.print(&b)
	return b.String()
}

func (s *step) print(b *strings.Builder) {
	if s.pass != nil {
		b.WriteString(s.text())
		return
	}
	if !s.collection {
		b.WriteString(s.anchor + "(")
	}
	for i, t := range s.steps {
		if i > 0 {
			b.WriteByte(',')
		}
		t.print(b)
	}
	if !s.collection {
		b.WriteByte(')')
	}
}

func (s *step) text() string {
	return s.pass.Name + formatOptions(s.options, s.pass.newOptions())
}

// Pretty is the canonical text with one pass per line, under a line that
// counts the passes at the top, and followed by an empty line, as mlir-opt
// dumps it.
func (p *Pipeline) Pretty() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Pass Manager with %d passes:\n", len(p.root.steps))
	p.root.pretty(&b, "")
	b.WriteString("\n\n")
	return b.String()
}

func (s *step) pretty(b *strings.Builder, indent string) {
	if s.pass != nil {
		b.WriteString(indent + s.text())
		return
	}
	b.WriteString(indent + s.anchor + "(\n")
	for i, t := range s.steps {
		if i > 0 {
			b.WriteString(",\n")
		}
		t.pretty(b, indent+"  ")
	}
	b.WriteString("\n" + indent + ")")
}
