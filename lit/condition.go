package lit

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
)

// condition is a boolean expression over features, read from left to right:
//
//	or    = and { "||" and }
//	and   = not { "&&" not }
//	not   = "!" not | "(" or ")" | name
//
// The parser is written by hand because its errors are those of lit, to the letter.
type condition struct {
	token    string // the next one
	rest     string // after it
	features []string
	depth    int
	err      error // the first one
}

const endOfCondition = ""

// maxConditionDepth bounds the nesting of ! and ( ).
const maxConditionDepth = 1000

var conditionToken = regexp.MustCompile(`^\s*([()]|&&|\|\||!|(?:[-+=._a-zA-Z0-9]|\{\{.+?\}\})+)\s*`)

// evaluate computes a boolean expression. A name is true if it is a feature, or `true`; a name with
// {{regex}} parts is true if it matches any of those as a whole.
func evaluate(expr string, features []string) (bool, error) {
	c := &condition{rest: expr, features: features}
	c.next()
	value := c.or()
	if c.token != endOfCondition {
		c.unexpected("<end of expression>")
	}
	if c.err != nil {
		return false, fmt.Errorf("%w\nin expression: %s", c.err, pythonQuote(expr))
	}
	return value, nil
}

// cutCondition splits the first token off an expression; it is endOfCondition if there is none.
func cutCondition(expr string) (token, rest string, err error) {
	if expr == "" {
		return endOfCondition, "", nil
	}
	m := conditionToken.FindStringSubmatch(expr)
	if m == nil {
		return endOfCondition, "", testErrorf("couldn't parse text: %s", pythonQuote(expr))
	}
	return m[1], expr[len(m[0]):], nil
}

// conditionNames lists the names in an expression.
func conditionNames(expr string) ([]string, error) {
	var names []string
	for rest := expr; ; {
		token, after, err := cutCondition(rest)
		if err != nil || token == endOfCondition {
			return names, err
		}
		if !isConditionOperator(token) {
			names = append(names, token)
		}
		rest = after
	}
}

func isConditionOperator(token string) bool {
	return slices.Contains([]string{endOfCondition, "&&", "||", "!", "(", ")"}, token)
}

func (c *condition) next() {
	token, rest, err := cutCondition(c.rest)
	c.token, c.rest = token, rest
	c.fail(err)
}

// fail keeps the first error; what comes after it has no meaning.
func (c *condition) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *condition) unexpected(wanted string) {
	have := "<end of expression>"
	if c.token != endOfCondition {
		have = pythonQuote(c.token)
	}
	c.fail(testErrorf("expected: %s\nhave: %s", wanted, have))
}

func (c *condition) accept(token string) bool {
	if c.token != token {
		return false
	}
	c.next()
	return true
}

func (c *condition) or() bool {
	value := c.and()
	for c.accept("||") {
		right := c.and()
		value = value || right
	}
	return value
}

func (c *condition) and() bool {
	value := c.not()
	for c.accept("&&") {
		right := c.not()
		value = value && right
	}
	return value
}

func (c *condition) not() bool {
	if c.depth++; c.depth > maxConditionDepth {
		c.fail(testErrorf("more than %d nested operators", maxConditionDepth))
		return false
	}
	defer func() { c.depth-- }()
	switch {
	case c.accept("!"):
		return !c.not()
	case c.accept("("):
		value := c.or()
		if !c.accept(")") {
			c.unexpected("')'")
		}
		return value
	case isConditionOperator(c.token):
		c.unexpected("'!', '(', '{{', or identifier")
		return false
	}
	value, err := matchesFeature(c.token, c.features)
	c.fail(err)
	c.next()
	return value
}

var bracedRegex = regexp.MustCompile(`\{\{(.+?)\}\}`)

func matchesFeature(name string, features []string) (bool, error) {
	if !strings.Contains(name, "{{") {
		return name == "true" || slices.Contains(features, name), nil
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
		var reason *syntax.Error
		if errors.As(err, &reason) { // without the whole pattern, which nobody has written
			err = errors.New(reason.Code.String())
		}
		return false, testErrorf("invalid regular expression in '%s': %v", name, err)
	}
	return re.MatchString("true") || slices.ContainsFunc(features, re.MatchString), nil
}

// pythonQuote quotes a string as lit's messages do: with ' unless that needs an escape and " does
// not.
func pythonQuote(s string) string {
	quoted := strconv.Quote(s)
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		return quoted
	}
	inner := strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
	return "'" + strings.ReplaceAll(inner, "'", `\'`) + "'"
}
