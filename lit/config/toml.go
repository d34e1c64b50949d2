package config

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/lit"
)

// tomlReader reads tglit.toml and tglit.local.toml.
type tomlReader struct {
	run   *run
	limit time.Duration // of commands that decide about features
}

// suite reads the configuration of a suite.
func (t *tomlReader) suite(path string) (*settings, error) {
	return t.read(path, &settings{
		name: filepath.Base(realPath(filepath.Dir(path))), format: &shFormat{}, pipefail: true,
		environment: lit.DefaultEnvironment(t.run.options.Path), features: slices.Clone(t.run.options.Features),
		state: map[string]string{},
	}, false)
}

// local reads the configuration of a directory.
func (t *tomlReader) local(path string, parent *settings) (*settings, error) {
	amended := *parent
	amended.environment = maps.Clone(parent.environment)
	return t.read(path, &amended, true)
}

func (t *tomlReader) read(path string, s *settings, local bool) (*settings, error) {
	source, err := input.Text(0).ReadFile(path)
	if err != nil {
		return nil, &Error{File: path, Text: "cannot be read: " + reason(err)}
	}
	if len(source) > maxSource {
		return nil, &Error{File: path, Text: fmt.Sprintf("the file has more than %d bytes", maxSource)}
	}
	s.file = path
	return s, t.apply(s, string(source), local)
}

// apply amends settings by the text of a file, whose name they have.
func (t *tomlReader) apply(s *settings, source string, local bool) error {
	if err := checkText(s.file, source); err != nil {
		return err
	}
	values := map[string]any{}
	if _, err := toml.Decode(source, &values); err != nil {
		var syntax toml.ParseError
		if errors.As(err, &syntax) {
			return &Error{s.file, syntax.Position.Line, columnWithin(source, syntax.Position), syntax.Message}
		}
		return &Error{File: s.file, Text: err.Error()}
	}
	f := &tomlFile{run: t.run, settings: s, local: local, places: tomlPlaces(strings.TrimPrefix(source, "\ufeff")),
		limit: t.limit}
	f.apply(tomlTable{"", values})
	return f.err
}

// columnWithin is the column of a mistake; package toml can give one that is behind the end of the
// line.
func columnWithin(source string, at toml.Position) int {
	lines := strings.Split(source, "\n")
	if at.Line < 1 || at.Line > len(lines) {
		return at.Col
	}
	return min(at.Col, len(lines[at.Line-1])+1)
}

// tomlFile interprets the values of one file. The first mistake stays in err.
type tomlFile struct {
	run      *run
	settings *settings
	local    bool
	places   map[string]place
	limit    time.Duration // of commands
	err      error
}

// tomlTable is a table and its path, as package function tomlPlaces has it.
type tomlTable struct {
	path   string
	values map[string]any
}

func (t tomlTable) at(key string) string {
	if t.path == "" {
		return key
	}
	return t.path + "." + key
}

// fail reports a mistake at a path.
func (f *tomlFile) fail(path, format string, args ...any) {
	if f.err != nil {
		return
	}
	at := f.places[path]
	for at == (place{}) && path != "" { // the place of what it is in
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
		at = f.places[path]
	}
	f.err = &Error{f.settings.file, at.line, at.col, fmt.Sprintf(format, args...)}
}

// tomlField is a key of the file.
type tomlField struct {
	name string
	root bool // not for the configuration of a directory
	set  func(f *tomlFile, path string, v any)
}

// tomlFields in the order in which they are interpreted: what others use comes first.
var tomlFields = []tomlField{
	{"params", true, (*tomlFile).params},
	{"environment", false, (*tomlFile).environment},
	{"name", true, text(func(s *settings) *string { return &s.name })},
	{"test_source_root", true, directory(func(s *settings) *string { return &s.sourceRoot })},
	{"test_exec_root", true, directory(func(s *settings) *string { return &s.execRoot })},
	{"suffixes", false, list(func(s *settings) *[]string { return &s.suffixes })},
	{"excludes", false, list(func(s *settings) *[]string { return &s.excludes })},
	{"test_format", false, (*tomlFile).format},
	{"available_features", false, list(func(s *settings) *[]string { return &s.features })},
	{"feature", false, (*tomlFile).features},
	{"limit_to_features", false, list(func(s *settings) *[]string { return &s.limitTo })},
	{"substitution", false, (*tomlFile).substitutions},
	{"unsupported", false, flag(func(s *settings) *bool { return &s.unsupported })},
	{"pipefail", false, flag(func(s *settings) *bool { return &s.pipefail })},
	{"standalone_tests", false, flag(func(s *settings) *bool { return &s.standalone })},
	{"parallelism_group", false, text(func(s *settings) *string { return &s.group })},
	{"recursiveExpansionLimit", false, count(func(s *settings) **int { return &s.recursion })},
	{"test_retry_attempts", false, count(func(s *settings) **int { return &s.retries })},
	{"parallelism_groups", true, (*tomlFile).groups},
	{"maxIndividualTestTime", true, func(f *tomlFile, path string, v any) { f.run.timeout = f.number(path, v, 0) }},
}

func (f *tomlFile) apply(t tomlTable) {
	var names []string
	for _, field := range tomlFields {
		names = append(names, field.name)
	}
	f.checkKeys(t, names)
	for _, field := range tomlFields {
		v, ok := t.values[field.name]
		switch {
		case !ok:
		case field.root && f.local:
			f.fail(field.name, "'%s' belongs into the file of the suite, not into that of a directory", field.name)
		case f.err == nil:
			field.set(f, field.name, v)
		}
	}
}

// checkKeys reports the first key of a table that is none of the names.
func (f *tomlFile) checkKeys(t tomlTable, names []string) {
	keys := slices.Collect(maps.Keys(t.values))
	slices.SortFunc(keys, func(a, b string) int {
		x, y := f.places[t.at(a)], f.places[t.at(b)]
		if x.line != y.line {
			return x.line - y.line
		}
		if x.col != y.col {
			return x.col - y.col
		}
		return strings.Compare(a, b)
	})
	for _, key := range keys {
		if !slices.Contains(names, key) {
			f.fail(t.at(key), "unknown key '%s'%s", key, suggest(key, names))
		}
	}
}

// suggest proposes the name that is nearest to a word, or lists the names.
func suggest(word string, names []string) string {
	if hint := spelling.DidYouMean(word, names); hint != "" {
		return hint
	}
	return "; known are " + strings.Join(names, ", ")
}

// kindOf is the type of a value as messages call it.
func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "a string"
	case int64:
		return "an integer"
	case float64:
		return "a floating-point number"
	case bool:
		return "a boolean"
	case []any, []map[string]any:
		return "an array"
	case map[string]any:
		return "a table"
	}
	return "a date"
}

// is reports whether a value has a type, or fails.
func is[T any](f *tomlFile, path string, v any, wanted string) (T, bool) {
	typed, ok := v.(T)
	if !ok {
		f.fail(path, "'%s' must be %s, not %s", path, wanted, kindOf(v))
	}
	return typed, ok
}

// text sets a string.
func text(field func(*settings) *string) func(*tomlFile, string, any) {
	return func(f *tomlFile, path string, v any) { *field(f.settings) = f.expand(path, v) }
}

// directory sets the path of a directory, relative to the file.
func directory(field func(*settings) *string) func(*tomlFile, string, any) {
	return func(f *tomlFile, path string, v any) { *field(f.settings) = f.relative(f.expand(path, v)) }
}

// relative resolves a path against the directory of the file.
func (f *tomlFile) relative(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(f.settings.file), path)
}

func flag(field func(*settings) *bool) func(*tomlFile, string, any) {
	return func(f *tomlFile, path string, v any) { *field(f.settings), _ = is[bool](f, path, v, "true or false") }
}

func count(field func(*settings) **int) func(*tomlFile, string, any) {
	return func(f *tomlFile, path string, v any) {
		n := f.number(path, v, 0)
		*field(f.settings) = &n
	}
}

// number is an integer that is not less than a minimum.
func (f *tomlFile) number(path string, v any, least int64) int {
	n, ok := is[int64](f, path, v, "an integer")
	if ok && (n < least || n > maxCount) {
		f.fail(path, "'%s' must be between %d and %d", path, least, maxCount)
	}
	return int(n)
}

// strings is an array of strings.
func (f *tomlFile) strings(path string, v any) []string {
	items, _ := is[[]any](f, path, v, "an array of strings")
	texts := make([]string, 0, len(items))
	for i, item := range items {
		texts = append(texts, f.expand(fmt.Sprintf("%s[%d]", path, i), item))
	}
	return texts
}

// list sets an array of strings, which stands in no order; a table {add = [...], remove = [...]}
// amends the one there is.
func list(field func(*settings) *[]string) func(*tomlFile, string, any) {
	return func(f *tomlFile, path string, v any) {
		target := field(f.settings)
		changes, isTable := v.(map[string]any)
		if !isTable {
			*target = sortedSet(f.strings(path, v))
			return
		}
		t := tomlTable{path, changes}
		f.checkKeys(t, []string{"add", "remove"})
		texts := slices.Clone(*target)
		if add, ok := changes["add"]; ok {
			texts = append(texts, f.strings(t.at("add"), add)...)
		}
		if remove, ok := changes["remove"]; ok {
			for i, gone := range f.strings(t.at("remove"), remove) {
				if !slices.Contains(texts, gone) {
					f.fail(fmt.Sprintf("%s[%d]", t.at("remove"), i), "'%s' does not contain '%s'%s", path, gone, suggest(gone, texts))
				}
				texts = slices.DeleteFunc(texts, func(text string) bool { return text == gone })
			}
		}
		*target = sortedSet(texts)
	}
}

func sortedSet(texts []string) []string {
	slices.Sort(texts)
	return slices.Compact(texts)
}

// each calls a function for the entries of a table, by name.
func (f *tomlFile) each(path string, v any, wanted string, entry func(path, name string, v any)) {
	values, _ := is[map[string]any](f, path, v, wanted)
	t := tomlTable{path, values}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		entry(t.at(name), name, values[name])
	}
}

// params declares parameters with their defaults, which the command line overrides.
func (f *tomlFile) params(path string, v any) {
	params := map[string]string{}
	f.each(path, v, "a table of defaults", func(path, name string, v any) {
		params[name], _ = is[string](f, path, v, "a string")
	})
	f.settings.state = params
}

func (f *tomlFile) environment(path string, v any) {
	f.each(path, v, "a table of strings", func(path, name string, v any) {
		value := f.expand(path, v)
		if problem := checkVariable(name, value); problem != "" {
			f.fail(path, "'environment' %s", problem)
		}
		f.settings.environment[name] = value
	})
}

func (f *tomlFile) groups(path string, v any) {
	groups := maps.Clone(f.run.groups)
	if groups == nil {
		groups = map[string]int{}
	}
	f.each(path, v, "a table of numbers", func(path, name string, v any) { groups[name] = f.number(path, v, 1) })
	f.run.groups = groups
}

// format is "ShTest", or a table with what ShTest takes.
func (f *tomlFile) format(path string, v any) {
	values, isTable := v.(map[string]any)
	if !isTable {
		values = map[string]any{"name": v}
	}
	t := tomlTable{path, values}
	f.checkKeys(t, []string{"name", "execute_external", "preamble_commands"})
	format := &shFormat{}
	if v, ok := values["name"]; ok {
		if name, ok := is[string](f, path, v, `"ShTest" or a table`); ok && name != "ShTest" {
			f.fail(path, "unknown test format '%s'; the only one is 'ShTest'", name)
		}
	}
	if v, ok := values["execute_external"]; ok {
		format.external, _ = is[bool](f, t.at("execute_external"), v, "true or false")
	}
	if v, ok := values["preamble_commands"]; ok {
		format.preamble = f.strings(t.at("preamble_commands"), v)
	}
	f.settings.format = format
}

// tables is an array of tables.
func (f *tomlFile) tables(path string, v any, keys ...string) []tomlTable {
	var list []tomlTable
	switch v := v.(type) {
	case []map[string]any:
		for i, values := range v {
			list = append(list, tomlTable{fmt.Sprintf("%s[%d]", path, i), values})
		}
	case []any:
		for i, item := range v {
			at := fmt.Sprintf("%s[%d]", path, i)
			values, _ := is[map[string]any](f, at, item, "a table")
			list = append(list, tomlTable{at, values})
		}
	default:
		f.fail(path, "'%s' must be an array of tables, each under [[%s]], not %s", path, path, kindOf(v))
	}
	for _, t := range list {
		f.checkKeys(t, keys)
	}
	return list
}

// required is the value of a key that must be there.
func (f *tomlFile) required(t tomlTable, key string) any {
	v, ok := t.values[key]
	if !ok {
		f.fail(t.path, "'%s' is missing here", key)
		return ""
	}
	return v
}

func (f *tomlFile) substitutions(path string, v any) {
	for _, t := range f.tables(path, v, "pattern", "text") {
		pattern, _ := is[string](f, t.at("pattern"), f.required(t, "pattern"), "a string")
		text := f.expand(t.at("text"), f.required(t, "text"))
		if pattern == "" {
			f.fail(t.at("pattern"), "'pattern' must not be empty")
		} else if _, err := lit.CompilePattern("", pattern); err != nil {
			f.fail(t.at("pattern"), "'pattern' is no regular expression: %s", err)
		}
		f.settings.substitutions = append(slices.Clip(f.settings.substitutions), lit.Substitution{Pattern: pattern, Text: text})
	}
}

func (f *tomlFile) features(path string, v any) {
	names := slices.Clone(f.settings.features)
	for _, t := range f.tables(path, v, "name", "when") {
		name := f.expand(t.at("name"), f.required(t, "name"))
		if name == "" {
			f.fail(t.at("name"), "'name' must not be empty")
		}
		when, conditional := t.values["when"]
		if !conditional || f.condition(t.at("when"), when) {
			names = append(names, name)
		}
	}
	f.settings.features = sortedSet(names)
}
