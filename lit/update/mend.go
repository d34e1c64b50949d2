package update

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tg-opt/tg/lit/filecheck"
)

// mender finds a text for one directive that failed.
type mender struct {
	directive located
	failure   *filecheck.Failure
	fullLine  bool // the pattern covers a whole line
	renderer  *renderer

	suffix, text string // the result
}

// mend sets suffix and text to what the directive should be. The error says why there is no such
// thing.
func (m *mender) mend() error {
	m.suffix, m.text = m.directive.suffix, m.directive.text
	f := m.failure
	kind, _, _ := strings.Cut(strings.TrimPrefix(m.suffix, "-"), "{")
	switch {
	case kind == "NOT":
		if f.Kind == filecheck.Unusable {
			return errors.New("a variable of this directive has no value")
		}
		return fmt.Errorf("the excluded text is in the output: %q", f.Found)
	case kind == "EMPTY":
		return errors.New("the line here is not empty")
	case strings.HasPrefix(kind, "COUNT-") && f.Kind == filecheck.NotFound && f.Nth > 1:
		m.suffix = strings.Replace(m.suffix, kind, fmt.Sprintf("COUNT-%d", f.Nth-1), 1)
		return nil
	}
	lines := strings.Split(f.Region, "\n")
	candidates := lines
	switch kind {
	case "SAME":
		candidates = lines[:1]
	case "NEXT":
		if candidates = lines[1:]; len(candidates) > 1 {
			candidates = candidates[:1]
		}
	}
	limit := maxUnlikeness
	isLater := kind == "NEXT" && f.Kind == filecheck.WrongLine && strings.Count(f.Region, "\n") > 1
	if isLater {
		limit = maxSmallEdit
	}
	if m.nearest(candidates, limit) {
		return nil
	}
	if isLater {
		// It is there, after lines that are new.
		m.suffix = strings.Replace(m.suffix, "-NEXT", "", 1)
		return nil
	}
	if kind == "NEXT" && len(lines) > 2 && m.nearest(lines[2:], limit) {
		return nil
	}
	return errors.New("nothing in the output here is like the text of this directive")
}

// nearest sets the text to that of the pattern as it fits the line that is most like it, if one is
// like it at all.
func (m *mender) nearest(lines []string, limit float64) bool {
	pattern := parsePattern(m.directive.text, strings.Contains(m.suffix, literalModifier), m.failure.Variables)
	best := m.best(pattern, lines)
	if best == nil || best.cost > pattern.weight()*limit {
		return false
	}
	text := best.text(pattern, m.renderer)
	if text == m.directive.text {
		// It fits as far as can be told, and still fails: what cannot be told, the values of
		// numbers, must be wrong.
		pattern.noNumbers = true
		text = m.best(pattern, lines).text(pattern, m.renderer)
	}
	if text == "" || text == m.directive.text {
		return false
	}
	m.text = text
	return true
}

// best lays the pattern along the line that it fits best.
func (m *mender) best(pattern *pattern, lines []string) *fitting {
	var best *fitting
	for _, line := range mostAlike(lines, pattern) {
		if fit := fit(pattern, splitWords(line), m.fullLine); best == nil || fit.cost < best.cost {
			best = fit
		}
	}
	return best
}
