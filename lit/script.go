package lit

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tg-opt/tg/internal/input"
)

// testError is a mistake in a test file, in the words of lit.
type testError string

func (e testError) Error() string { return string(e) }

func testErrorf(format string, args ...any) error { return testError(fmt.Sprintf(format, args...)) }

// script is what the keywords of a test file say.
type script struct {
	directives []*directive // RUN, DEFINE and REDEFINE in order
	requires   []string
	excludes   []string // UNSUPPORTED
	xfails     []string
	retries    []int // of ALLOW_RETRIES lines
}

// directive is a RUN, DEFINE or REDEFINE line with its continuation lines.
type directive struct {
	keyword     string
	first, last int    // lines
	text        string // a command, or an unparsed definition
	name, value string // of a definition
}

const (
	keywordRun         = "RUN:"
	keywordDefine      = "DEFINE:"
	keywordRedefine    = "REDEFINE:"
	keywordRequires    = "REQUIRES:"
	keywordUnsupported = "UNSUPPORTED:"
	keywordXFail       = "XFAIL:"
	keywordRetries     = "ALLOW_RETRIES:"
	keywordEnd         = "END."
)

// keywords are all keywords; one that ends in another one comes before it.
var keywords = []string{keywordRun, keywordXFail, keywordRequires, keywordUnsupported, keywordRetries, keywordEnd, keywordRedefine,
	keywordDefine}

// findKeyword returns the first keyword in a line, which can be anywhere, and the text after it. A
// loop over the bytes is many times as fast as package regexp, and test files can be large.
func findKeyword(line []byte) (keyword string, text []byte) {
	for i, c := range line {
		if c != ':' && c != '.' {
			continue
		}
		for _, keyword := range keywords {
			if bytes.HasSuffix(line[:i+1], []byte(keyword)) {
				return keyword, line[i+1:]
			}
		}
	}
	return "", nil
}

// parseScript finds the keywords of a test file. The first one of a line takes the rest of it.
func parseScript(data []byte) (*script, error) {
	s := &script{}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		keyword, rest := findKeyword(line)
		if keyword == "" {
			continue
		}
		text := strings.TrimRight(strings.TrimSuffix(string(rest), "\n"), "\r")
		if i := invalidUTF8(text); i >= 0 {
			return nil, testErrorf("%s directive on test line %d is not UTF-8: byte 0x%02x at offset %d of its text", keyword, number,
				text[i], i)
		}
		if err := s.add(keyword, number, text); err != nil {
			return nil, fmt.Errorf("%w\nin %s directive on test line %d", err, keyword, number)
		}
		if keyword == keywordEnd && strings.TrimSpace(text) == "" {
			break
		}
	}
	return s, nil
}

// add adds the text after a keyword.
func (s *script) add(keyword string, line int, text string) error {
	switch keyword {
	case keywordRun, keywordDefine, keywordRedefine:
		return s.addDirective(keyword, line, substituteLine(text, line))
	case keywordRequires:
		return addConditions(&s.requires, text)
	case keywordUnsupported:
		return addConditions(&s.excludes, text)
	case keywordXFail:
		return addConditions(&s.xfails, text)
	case keywordRetries:
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return testErrorf("INTEGER parser requires the input to be an integer (got %s)", text)
		}
		if n < 0 {
			return testErrorf("the number of retries must not be negative (got %d)", n)
		}
		s.retries = append(s.retries, n)
	}
	return nil
}

// validate finds what only the end of the file tells. RUN lines are needed unless there is a
// preamble.
func (s *script) validate(preamble []string) error {
	hasRun := len(preamble) > 0
	for _, d := range s.directives {
		hasRun = hasRun || d.keyword == keywordRun
	}
	if !hasRun {
		return testErrorf("Test has no 'RUN:' line")
	}
	for _, d := range s.directives {
		if d.needsContinuation() {
			return testErrorf("Test has unterminated '%s' directive (with '\\') %s", d.keyword, d.location())
		}
	}
	for _, list := range []struct {
		keyword    string
		conditions []string
	}{{keywordXFail, s.xfails}, {keywordRequires, s.requires}, {keywordUnsupported, s.excludes}} {
		if n := len(list.conditions); n > 0 && strings.HasSuffix(list.conditions[n-1], `\`) {
			return testErrorf("Test has unterminated '%s' lines (with '\\')", list.keyword)
		}
	}
	if len(s.retries) > 1 {
		return testErrorf("Test has more than one ALLOW_RETRIES lines")
	}
	return nil
}

func trimRight(text string) string { return strings.TrimRightFunc(text, unicode.IsSpace) }

func (d *directive) needsContinuation() bool {
	return strings.HasSuffix(trimRight(d.text), `\`)
}

// location is a phrase for the lines of the directive.
func (d *directive) location() string {
	if d.first == d.last {
		return fmt.Sprintf("at line %d", d.first)
	}
	return fmt.Sprintf("from line %d to %d", d.first, d.last)
}

// addDirective starts a directive, or continues the last one if that ends in a backslash and has
// the same keyword.
func (s *script) addDirective(keyword string, line int, text string) error {
	if n := len(s.directives); n > 0 {
		last := s.directives[n-1]
		if last.keyword == keyword && last.needsContinuation() {
			last.last = line
			return last.continueWith(text)
		}
	}
	d := &directive{keyword: keyword, first: line, last: line, text: text}
	s.directives = append(s.directives, d)
	if keyword == keywordRun {
		d.text = trimRight(text)
		return nil
	}
	return d.parseDefinition()
}

func (d *directive) continueWith(text string) error {
	before := strings.TrimSuffix(trimRight(d.text), `\`)
	if d.keyword == keywordRun {
		d.text = before + trimRight(text)
		return nil
	}
	if strings.TrimSpace(text) == "" {
		return testErrorf("Substitution's continuation is empty")
	}
	d.text = trimRight(before) + " " + strings.TrimLeftFunc(text, unicode.IsSpace)
	return d.parseDefinition()
}

var definitionName = regexp.MustCompile(`^%\{[_a-zA-Z][-_:0-9a-zA-Z]*\}$`)

// parseDefinition splits a complete DEFINE or REDEFINE into name and value.
func (d *directive) parseDefinition() error {
	if d.needsContinuation() {
		return nil
	}
	name, value, found := strings.Cut(d.text, "=")
	if !found {
		return testErrorf("Substitution's definition does not contain '='")
	}
	d.name, d.value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !definitionName.MatchString(d.name) {
		return testErrorf("Substitution name '%s' is malformed as it must start with '%%{', it must end with '}', and the "+
			"rest must start with a letter or underscore and contain only alphanumeric characters, hyphens, "+
			"underscores, and colons", d.name)
	}
	return nil
}

// addConditions splits a comma-separated list of boolean expressions and checks their syntax. A
// backslash at the end of the list continues its last expression in the next line of the keyword.
func addConditions(list *[]string, text string) error {
	var parts []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	if n := len(*list); n > 0 && strings.HasSuffix((*list)[n-1], `\`) {
		if len(parts) == 0 {
			return testErrorf("the continuation of a list of conditions is empty")
		}
		parts[0] = strings.TrimSuffix((*list)[n-1], `\`) + parts[0]
		*list = (*list)[:n-1]
	}
	for _, part := range parts {
		if part == "*" || strings.HasSuffix(part, `\`) {
			continue
		}
		if _, err := evaluate(part, nil); err != nil {
			return err
		}
	}
	*list = append(*list, parts...)
	return nil
}

// unsupported returns why the test cannot run in the suite, or "".
func (s *script) unsupported(suite *Suite) (string, error) {
	missing, err := s.missing(suite.Features)
	if err != nil {
		return "", err
	}
	if missing != nil {
		return "Test requires the following unavailable features: " + strings.Join(missing, ", "), nil
	}
	var present []string
	for _, condition := range s.excludes {
		holds, err := evaluate(condition, suite.Features)
		if err != nil {
			return "", fmt.Errorf("Error in UNSUPPORTED list:\n%w", err)
		}
		if holds {
			present = append(present, condition)
		}
	}
	if present != nil {
		return "Test does not support the following features and/or targets: " + strings.Join(present, ", "), nil
	}
	if len(suite.LimitToFeatures) == 0 {
		return "", nil
	}
	// Within the limits are tests that need one of the limiting features.
	others := slices.DeleteFunc(slices.Clone(suite.Features), func(f string) bool {
		return slices.Contains(suite.LimitToFeatures, f)
	})
	if missing, err = s.missing(others); err != nil || missing != nil {
		return "", err
	}
	return "Test does not require any of the features specified in limit_to_features: " +
		strings.Join(suite.LimitToFeatures, ", "), nil
}

// missing lists the conditions of REQUIRES that do not hold.
func (s *script) missing(features []string) ([]string, error) {
	var missing []string
	for _, condition := range s.requires {
		holds, err := evaluate(condition, features)
		if err != nil {
			return nil, fmt.Errorf("Error in REQUIRES list:\n%w", err)
		}
		if !holds {
			missing = append(missing, condition)
		}
	}
	return missing, nil
}

// expectedToFail reports whether XFAIL lines or the command line say that the test fails.
func (s *script) expectedToFail(t *Test) (bool, error) {
	if t.XFailNot || t.XFail {
		return !t.XFailNot, nil
	}
	for _, condition := range s.xfails {
		if condition == "*" {
			return true, nil
		}
		holds, err := evaluate(condition, t.Suite.Features)
		if err != nil {
			return false, fmt.Errorf("Error in XFAIL list:\n%w", err)
		}
		if holds {
			return true, nil
		}
	}
	return false, nil
}

// UsedFeatures lists the names, possibly with {{regex}} parts, that the conditions of the test
// mention. A test file that cannot be read or parsed is an error.
func (t *Test) UsedFeatures() ([]string, error) {
	if t.Format != nil && t.File != "" {
		return nil, nil // a program
	}
	data, err := input.Text(0).ReadFile(t.Source())
	if err != nil {
		return nil, err
	}
	s, err := parseScript(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Source(), err)
	}
	used := map[string]bool{}
	for _, expr := range slices.Concat(s.excludes, s.requires, s.xfails) {
		if expr == "*" {
			continue
		}
		names, err := conditionNames(expr)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Source(), err)
		}
		for _, name := range names {
			used[name] = true
		}
	}
	return slices.Sorted(maps.Keys(used)), nil
}
