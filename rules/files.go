package rules

import (
	"bytes"
	"errors"

	"github.com/tg-opt/tg/internal/charset"
	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// NamedFiles are the files of rules of these names.
func NamedFiles(names []string) []pipeline.RuleFile {
	var files []pipeline.RuleFile
	for _, n := range names {
		files = append(files, pipeline.RuleFile{Name: n})
	}
	return files
}

// ReadFiles reads rules that do not come with tg, about ops of the dialects of c:
// those of tg by their mnemonics, others by their full names. Their names must
// differ, also from those that taken has, which may be nil, and what they are proved by must be
// among them or come with tg. All errors in the files are returned, joined, each with its place.
// maxInput is the most bytes that a file may have, 0 for no limit of the user's.
func ReadFiles(c *ir.Context, files []pipeline.RuleFile, taken *rule.Library, maxInput int64) ([]*rule.Rule, error) {
	return readFiles(c, files, taken, maxInput, rule.Parse)
}

// Greedy are the rules that the greedy driver applies: those of sets for searches are left out.
func Greedy(list []*rule.Rule) (greedy []*rule.Rule) {
	for _, r := range list {
		if !r.Search {
			greedy = append(greedy, r)
		}
	}
	return greedy
}

// ReadEndless is ReadFiles for engines that keep all programs side by side, in which a rule may
// apply to what it makes.
func ReadEndless(c *ir.Context, files []pipeline.RuleFile, maxInput int64) ([]*rule.Rule, error) {
	return readFiles(c, files, nil, maxInput, rule.ParseEndless)
}

func readFiles(c *ir.Context, files []pipeline.RuleFile, taken *rule.Library, maxInput int64,
	parse func(filename, text string, lookup rule.Lookup) ([]*rule.Rule, error)) ([]*rule.Rule, error) {
	if len(files) == 0 {
		return nil, nil
	}
	dialect := func(name string) *ir.Dialect {
		for _, d := range c.Dialects() {
			if d.Name == name {
				return d
			}
		}
		return nil
	}
	lookup := rule.LookupIn(dialect("tg"), dialect)
	var all []*rule.Rule
	var errs []error
	first := map[string]rewrite.Position{}
	sources := map[string]*ir.Source{}
	for _, file := range files {
		name := file.Name
		src, err := c.OpenSource(name, func() ([]byte, error) {
			if file.Text != nil {
				return file.Text, nil
			}
			text, err := input.Text(maxInput).ReadFile(name)
			if err != nil {
				return nil, ir.Errorf(0, "cannot read the rules in '%s': %s", name, oserr.Reason(err))
			}
			return bytes.TrimPrefix(text, []byte("\uFEFF")), nil // some editors mark the encoding
		})
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if fault := charset.UTF16(string(src.Text)); fault != "" {
			errs = append(errs, ir.Errorf(src.Loc(0), "%s", fault))
			continue
		}
		sources[name] = src
		list, err := parse(name, string(src.Text), lookup)
		errs = append(errs, ruleDiags(src, err)...)
		for _, r := range list {
			switch at, known := first[r.Name]; {
			case known:
				errs = append(errs, ir.Errorf(src.Loc(r.Pos.Offset), "rule '%s' is defined twice: first at %s", r.Name, at))
			case taken != nil && taken.Has(r.Name):
				errs = append(errs, ir.Errorf(src.Loc(r.Pos.Offset), "there is a rule '%s' already: it comes with tg", r.Name))
			}
			first[r.Name] = r.Pos
		}
		all = append(all, list...)
	}
	if errs == nil { // else rules are missing that others may follow from
		for _, e := range rule.CheckProofs(all, libraries) {
			errs = append(errs, ir.Errorf(sources[e.Pos.Filename].Loc(e.Pos.Offset), "%s", e.Message))
		}
	}
	return all, errors.Join(errs...)
}

// ruleDiags are the errors of a file of rules as diagnostics with their lines.
func ruleDiags(src *ir.Source, err error) []error {
	list, ok := err.(rule.Errors)
	if !ok && err != nil {
		return []error{err}
	}
	diags := make([]error, len(list))
	for i, e := range list {
		diags[i] = ir.Errorf(src.Loc(e.Pos.Offset), "%s", e.Message)
	}
	return diags
}
