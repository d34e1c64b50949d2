package lit

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar of boolean expressions over features. Operators bind as in C.
type (
	disjunction struct {
		Terms []*conjunction `parser:"@@ ( '||' @@ )*"`
	}
	conjunction struct {
		Terms []*negation `parser:"@@ ( '&&' @@ )*"`
	}
	negation struct {
		Negated *negation    `parser:"  '!' @@"`
		Group   *disjunction `parser:"| '(' @@ ')'"`
		Feature string       `parser:"| @Feature"`
	}
)

var conditionParser = participle.MustBuild[disjunction](
	participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Feature", Pattern: `([-+=._a-zA-Z0-9]|\{\{.+?\}\})+`},
		{Name: "Operator", Pattern: `&&|\|\||[!()]`},
		{Name: "space", Pattern: `\s+`},
	})),
)

// maxCondition bounds the length of an expression, and so the depth of its parentheses.
const maxCondition = 16 << 10

// evaluate computes a boolean expression. A name is true if it is a feature, or `true`; a name with {{regex}} parts is
// true if it matches any of those as a whole.
func evaluate(expr string, features []string) (bool, error) {
	if len(expr) > maxCondition {
		return false, fmt.Errorf("boolean expression of %d bytes is too long", len(expr))
	}
	tree, err := conditionParser.ParseString("", expr)
	if err != nil {
		var positioned participle.Error
		if errors.As(err, &positioned) {
			return false, fmt.Errorf("column %d: %s\nin expression: '%s'", positioned.Position().Column,
				positioned.Message(), expr)
		}
		return false, fmt.Errorf("%w\nin expression: '%s'", err, expr)
	}
	return tree.evaluate(slices.Concat(features, []string{"true"}))
}

func (d *disjunction) evaluate(features []string) (bool, error) {
	result := false
	for _, term := range d.Terms {
		holds, err := term.evaluate(features)
		if err != nil {
			return false, err
		}
		result = result || holds
	}
	return result, nil
}

func (c *conjunction) evaluate(features []string) (bool, error) {
	result := true
	for _, term := range c.Terms {
		holds, err := term.evaluate(features)
		if err != nil {
			return false, err
		}
		result = result && holds
	}
	return result, nil
}

func (n *negation) evaluate(features []string) (bool, error) {
	switch {
	case n.Negated != nil:
		holds, err := n.Negated.evaluate(features)
		return !holds, err
	case n.Group != nil:
		return n.Group.evaluate(features)
	}
	return matchesFeature(n.Feature, features)
}

var bracedRegex = regexp.MustCompile(`\{\{(.+?)\}\}`)

func matchesFeature(name string, features []string) (bool, error) {
	if !strings.Contains(name, "{{") {
		return slices.Contains(features, name), nil
	}
	var pattern strings.Builder
	done := 0
	for _, m := range bracedRegex.FindAllStringSubmatchIndex(name, -1) {
		pattern.WriteString(regexp.QuoteMeta(name[done:m[0]]))
		pattern.WriteString("(?:" + name[m[2]:m[3]] + ")")
		done = m[1]
	}
	pattern.WriteString(regexp.QuoteMeta(name[done:]))
	re, err := regexp.Compile(`\A(?:` + pattern.String() + `)\z`)
	if err != nil {
		return false, fmt.Errorf("feature pattern '%s': %w", name, err)
	}
	return slices.ContainsFunc(features, re.MatchString), nil
}
