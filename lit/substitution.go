package lit

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tg-opt/tg/lit/shell"
)

// percent stands for %% while other substitutions are made.
const percent = "\x00%\x00"

func hidePercents(s string) string { return strings.ReplaceAll(s, "%%", percent) }

var lineExpression = regexp.MustCompile(`%\(line(?: *([+-]) *(\d+))?\)`)

// substituteLine replaces %(line), %(line+n) and %(line-n).
func substituteLine(text string, line int) string {
	return lineExpression.ReplaceAllStringFunc(text, func(match string) string {
		m := lineExpression.FindStringSubmatch(match)
		n, err := strconv.Atoi(m[2])
		switch {
		case m[2] == "":
			return strconv.Itoa(line)
		case err != nil:
			return match // out of range: left for the reader to see
		case m[1] == "-":
			return strconv.Itoa(line - n)
		}
		return strconv.Itoa(line + n)
	})
}

// substituter applies an ordered list of substitutions.
type substituter struct {
	list     []Substitution
	features []string
	limit    int
}

// expand turns the directives of a script into commands.
func (r *testRun) expand(s *script) ([]shell.Line, error) {
	sub := &substituter{list: r.substitutions(s), features: r.suite.Features, limit: r.suite.RecursionLimit}
	var lines []shell.Line
	for _, text := range r.suite.Preamble {
		command, err := sub.apply(text)
		if err != nil {
			return nil, fmt.Errorf("%w\nin a preamble command", err)
		}
		lines = append(lines, shell.Line{At: "preamble command line", Command: command})
	}
	for _, d := range s.directives {
		if d.keyword != keywordRun {
			if err := sub.define(d); err != nil {
				return nil, err
			}
			continue
		}
		command, err := sub.apply(d.text)
		if err != nil {
			return nil, fmt.Errorf("%w\nin RUN: directive %s", err, d.location())
		}
		lines = append(lines, shell.Line{At: fmt.Sprintf("RUN: at line %d", d.first), Command: command})
	}
	return lines, nil
}

// substitutions is the list that a script starts with.
func (r *testRun) substitutions(s *script) []Substitution {
	// Resolving links asks the file system about every element of a path, so it is left to scripts
	// that need it.
	resolve := func(path string) string { return path }
	if slices.ContainsFunc(s.directives, func(d *directive) bool { return strings.Contains(d.text, ":real") }) ||
		strings.Contains(strings.Join(r.suite.Preamble, ""), ":real") ||
		slices.ContainsFunc(r.suite.Substitutions, func(s Substitution) bool { return strings.Contains(s.Text, ":real") }) {
		resolve = realPath
	}
	base := filepath.Base(r.tmpBase)
	list := append([]Substitution{}, r.suite.Substitutions...)
	list = append(list,
		Substitution{"%{pathsep}", string(os.PathListSeparator)},
		Substitution{"%basename_t", base},
		Substitution{"%{s:basename}", filepath.Base(r.source)},
		Substitution{"%{t:stem}", base},
		Substitution{"%{fs-src-root}", pathRoot(r.source)},
		Substitution{"%{fs-tmp-root}", pathRoot(r.tmpBase)},
		Substitution{"%{fs-sep}", string(os.PathSeparator)},
		Substitution{"%/et", strings.ReplaceAll(r.tmpBase+".tmp", `\`, `\\\\`)},
	)
	dir := filepath.Dir(r.source)
	for _, p := range []struct{ letter, path string }{{"s", r.source}, {"S", dir}, {"p", dir}, {"t", r.tmpBase + ".tmp"}} {
		slashed := filepath.ToSlash(p.path)
		real := resolve(p.path)
		list = append(list,
			Substitution{"%" + p.letter, p.path},
			Substitution{"%/" + p.letter, slashed},
			Substitution{"%{" + p.letter + ":real}", real},
			Substitution{"%{/" + p.letter + ":real}", filepath.ToSlash(real)},
			Substitution{"%{/" + p.letter + ":regex_replacement}", strings.NewReplacer("@", `\@`, "&", `\&`).Replace(slashed)},
			Substitution{"%:" + p.letter, withoutRoot(slashed)},
		)
	}
	return list
}

func pathRoot(path string) string { return filepath.VolumeName(path) + string(os.PathSeparator) }

// withoutRoot drops the leading slash, or on Windows the colon after the drive.
func withoutRoot(slashed string) string {
	if len(slashed) > 1 && slashed[1] == ':' {
		return slashed[:1] + slashed[2:]
	}
	return strings.TrimPrefix(slashed, "/")
}

// realPath resolves the symbolic links in the part of path that exists.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	dir, name := filepath.Split(filepath.Clean(path))
	if name == "" {
		return path
	}
	return filepath.Join(realPath(filepath.Clean(dir)), name)
}

// define executes a DEFINE or REDEFINE.
func (s *substituter) define(d *directive) error {
	var existing []int
	for i, sub := range s.list {
		if strings.Contains(sub.Pattern, d.name) {
			existing = append(existing, i)
		}
	}
	shown := ""
	for _, i := range existing {
		shown += "\nExisting pattern: " + s.list[i].Pattern
	}
	where := fmt.Sprintf("'%s' directive %s", d.keyword, d.location())
	if d.keyword == keywordDefine {
		if existing != nil {
			return testErrorf("Substitution whose pattern contains '%s' is already defined before %s%s", d.name, where, shown)
		}
		s.list = append([]Substitution{{d.name, d.value}}, s.list...)
		return nil
	}
	switch {
	case len(existing) > 1:
		return testErrorf("Multiple substitutions whose patterns contain '%s' are defined before %s%s", d.name, where, shown)
	case len(existing) == 0:
		return testErrorf("No substitution for '%s' is defined before %s", d.name, where)
	case s.list[existing[0]].Pattern != d.name:
		return testErrorf("Existing substitution whose pattern contains '%s' does not have the pattern specified by %s\n"+
			"Expected pattern: %s%s", d.name, where, d.name, shown)
	}
	s.list[existing[0]].Text = d.value
	return nil
}

// apply makes all substitutions in a command, once or up to the recursion limit until nothing
// changes.
func (s *substituter) apply(command string) (string, error) {
	result, err := s.once(command)
	if err != nil {
		return "", err
	}
	if s.limit != 0 {
		limit := max(s.limit, 0)
		for previous, n := strings.TrimSpace(command), 0; result != previous; n++ {
			if n == limit {
				return "", testErrorf("Recursive substitution of '%s' did not complete in the provided recursion limit (%d)",
					strings.TrimSpace(command), limit)
			}
			previous = result
			if result, err = s.once(previous); err != nil {
				return "", err
			}
		}
	}
	return strings.ReplaceAll(result, percent, "%"), nil
}

// compiledSubstitutions caches the patterns of substitutions, of which most tests have the same.
var compiledSubstitutions sync.Map // string -> *Pattern

func compileSubstitution(pattern string) (*Pattern, error) {
	if p, ok := compiledSubstitutions.Load(pattern); ok {
		return p.(*Pattern), nil
	}
	p, err := CompilePattern("", pattern)
	if err != nil {
		return nil, testErrorf("invalid pattern of a substitution: %v", err)
	}
	compiledSubstitutions.Store(pattern, p)
	return p, nil
}

func (s *substituter) once(command string) (string, error) {
	text, err := s.conditionals(hidePercents(command))
	if err != nil {
		return "", err
	}
	for _, sub := range s.list {
		p, err := compileSubstitution(sub.Pattern)
		if err != nil {
			return "", err
		}
		text = p.Replace(hidePercents(text), sub.Text)
	}
	if strings.Contains(text, "%T") {
		return "", testErrorf("%%T is no longer supported. Please create directories with names based on %%t.")
	}
	return strings.TrimSpace(text), nil
}

// conditionals replaces %if EXPR %{ A %} %else %{ B %} by A or B.
func (s *substituter) conditionals(text string) (string, error) {
	c := conditionalParser{rest: text, features: s.features}
	result, err := c.text(false)
	return result, err
}

// conditionalParser reads a command line with %if from left to right.
type conditionalParser struct {
	rest     string
	features []string
	depth    int
}

const maxConditionalDepth = 200

// text reads up to the end, or in a branch up to its %}.
func (c *conditionalParser) text(inBranch bool) (string, error) {
	var out strings.Builder
	for c.rest != "" {
		if inBranch && strings.HasPrefix(c.rest, "%}") {
			break
		}
		if strings.HasPrefix(c.rest, "%if ") {
			branch, err := c.conditional()
			if err != nil {
				return "", err
			}
			out.WriteString(branch)
			continue
		}
		end := len(c.rest)
		for _, stop := range []string{"%if ", "%}"} {
			if stop == "%}" && !inBranch {
				continue
			}
			if i := strings.Index(c.rest, stop); i >= 0 {
				end = min(end, i)
			}
		}
		out.WriteString(c.rest[:end])
		c.rest = c.rest[end:]
	}
	return out.String(), nil
}

func (c *conditionalParser) conditional() (string, error) {
	if c.depth++; c.depth > maxConditionalDepth {
		return "", fmt.Errorf("%%if substitutions are nested too deeply")
	}
	condition, rest, found := strings.Cut(strings.TrimPrefix(c.rest, "%if "), "%{")
	if !found {
		return "", testErrorf("'%%{' is missing for %%if substitution")
	}
	c.rest = rest
	yes, err := c.branch("%if")
	if err != nil {
		return "", err
	}
	no := ""
	if after, found := strings.CutPrefix(strings.TrimLeft(c.rest, " \t"), "%else"); found {
		if c.rest, found = strings.CutPrefix(strings.TrimLeft(after, " \t"), "%{"); !found {
			return "", testErrorf("'%%{' is missing for %%else substitution")
		}
		if no, err = c.branch("%else"); err != nil {
			return "", err
		}
	}
	holds, err := evaluate(condition, c.features)
	if err != nil {
		return "", err
	}
	c.depth--
	if holds {
		return yes, nil
	}
	return no, nil
}

func (c *conditionalParser) branch(keyword string) (string, error) {
	text, err := c.text(true)
	if err != nil {
		return "", err
	}
	rest, found := strings.CutPrefix(c.rest, "%}")
	if !found {
		return "", testErrorf("'%%}' is missing for %s substitution", keyword)
	}
	c.rest = rest
	return text, nil
}
