package lit

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
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
	retries    int
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

// keywordLine finds keywords anywhere in a line; the first one of a line takes the rest of it.
var keywordLine = regexp.MustCompile(`(RUN:|XFAIL:|REQUIRES:|UNSUPPORTED:|ALLOW_RETRIES:|END\.|DEFINE:|REDEFINE:)([^\n]*)`)

// parseScript finds the keywords of a test file.
func parseScript(data []byte) (*script, error) {
	s := &script{}
	retriesSet := false
	line, counted := 1, 0
	for _, m := range keywordLine.FindAllSubmatchIndex(data, -1) {
		line += bytes.Count(data[counted:m[0]], []byte("\n"))
		counted = m[0]
		keyword := string(data[m[2]:m[3]])
		text := strings.TrimRight(string(data[m[4]:m[5]]), "\r")
		var err error
		switch keyword {
		case keywordRun, keywordDefine, keywordRedefine:
			err = s.addDirective(keyword, line, substituteLine(text, line))
		case keywordRequires:
			err = addConditions(&s.requires, text)
		case keywordUnsupported:
			err = addConditions(&s.excludes, text)
		case keywordXFail:
			err = addConditions(&s.xfails, text)
		case keywordRetries:
			if retriesSet {
				return nil, testErrorf("Test has more than one ALLOW_RETRIES lines")
			}
			retriesSet = true
			if s.retries, err = strconv.Atoi(strings.TrimSpace(text)); err != nil || s.retries < 0 {
				err = testErrorf("INTEGER parser requires the input to be an integer (got %s)", text)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%w\nin %s directive on test line %d", err, keyword, line)
		}
		if keyword == keywordEnd && strings.TrimSpace(text) == "" {
			break
		}
	}
	return s, s.validate()
}

// validate finds what only the end of the file tells.
func (s *script) validate() error {
	hasRun := false
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
	return nil
}

func (d *directive) needsContinuation() bool {
	return strings.HasSuffix(strings.TrimRight(d.text, " \t"), `\`)
}

// location is a phrase for the lines of the directive.
func (d *directive) location() string {
	if d.first == d.last {
		return fmt.Sprintf("at line %d", d.first)
	}
	return fmt.Sprintf("from line %d to %d", d.first, d.last)
}

// addDirective starts a directive, or continues the last one if that ends in a backslash and has the same keyword.
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
		d.text = strings.TrimRight(text, " \t")
		return nil
	}
	return d.parseDefinition()
}

func (d *directive) continueWith(text string) error {
	before := strings.TrimSuffix(strings.TrimRight(d.text, " \t"), `\`)
	if d.keyword == keywordRun {
		d.text = before + strings.TrimRight(text, " \t")
		return nil
	}
	if strings.TrimSpace(text) == "" {
		return testErrorf("Substitution's continuation is empty")
	}
	d.text = strings.TrimRight(before, " \t") + " " + strings.TrimLeft(text, " \t")
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

// addConditions splits a comma-separated list of boolean expressions and checks their syntax. A backslash at the end of
// the list continues its last expression in the next line of the keyword.
func addConditions(list *[]string, text string) error {
	var parts []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	if n := len(*list); n > 0 && strings.HasSuffix((*list)[n-1], `\`) {
		if len(parts) == 0 {
			return fmt.Errorf("the continuation of a list of conditions is empty")
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

// unsupported returns why the test cannot run with the given features, or "".
func (s *script) unsupported(features []string) (string, error) {
	var missing, present []string
	for _, condition := range s.requires {
		holds, err := evaluate(condition, features)
		if err != nil {
			return "", fmt.Errorf("Error in REQUIRES list:\n%w", err)
		}
		if !holds {
			missing = append(missing, condition)
		}
	}
	if missing != nil {
		return "Test requires the following unavailable features: " + strings.Join(missing, ", "), nil
	}
	for _, condition := range s.excludes {
		holds, err := evaluate(condition, features)
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
	return "", nil
}

func (s *script) expectedToFail(features []string) (bool, error) {
	for _, condition := range s.xfails {
		if condition == "*" {
			return true, nil
		}
		holds, err := evaluate(condition, features)
		if err != nil {
			return false, fmt.Errorf("Error in XFAIL list:\n%w", err)
		}
		if holds {
			return true, nil
		}
	}
	return false, nil
}
