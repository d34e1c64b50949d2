package config

import (
	"cmp"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/tg-opt/tg/lit"
)

// The classes of objects that configuration files see.
const (
	configClass    = "TestingConfig"
	litConfigClass = "LitConfig"
	shTestClass    = "ShTest"
)

// session is what the configuration files of a run share: the object lit_config, and where its messages go.
type session struct {
	litConfig *object
	message   func(kind string, at origin, text string)
	loads     int // files that are being loaded
	steps     int
}

// literalReader reads lit.cfg and lit.local.cfg without Python.
type literalReader struct {
	session *session
	run     *run
}

func newLiteralReader(r *run) *literalReader {
	params := newTable(false)
	for _, name := range slices.Sorted(maps.Keys(r.options.Params)) {
		params.put(name, hashKeyOfText(name), r.options.Params[name])
	}
	path := newList()
	for _, dir := range r.options.Path {
		path.items = append(path.items, dir)
	}
	return &literalReader{run: r, session: &session{
		litConfig: &object{litConfigClass, map[string]value{
			"params": params, "path": path, "parallelism_groups": newTable(false), "maxIndividualTestTime": int64(0),
			"maxIndividualTestTimeIsSupported": newTuple(true, ""), "isWindows": runtime.GOOS == "windows",
		}, map[string]origin{}},
		message: func(kind string, at origin, text string) {
			r.message(kind, at.file, at.place.line, at.place.col, text)
		},
	}}
}

// suite evaluates the configuration of a suite.
func (l *literalReader) suite(path string) (*settings, error) {
	return l.read(path, l.newConfig())
}

// local evaluates a local configuration, which amends a copy of that of the directory above.
func (l *literalReader) local(path string, parent *settings) (*settings, error) {
	return l.read(path, deepCopy(parent.state, map[value]value{}).(*object))
}

func (l *literalReader) read(path string, config *object) (*settings, error) {
	shared := l.session.litConfig.attributes
	shared["maxIndividualTestTime"] = int64(l.run.timeout)
	groups := newTable(false)
	for _, name := range slices.Sorted(maps.Keys(l.run.groups)) {
		groups.put(name, hashKeyOfText(name), int64(l.run.groups[name]))
	}
	shared["parallelism_groups"] = groups
	if err := l.session.load(path, config); err != nil {
		return nil, err
	}
	x := &extractor{file: path, object: l.session.litConfig}
	l.run.timeout = int(shared["maxIndividualTestTime"].(int64))
	l.run.groups = x.groups()
	if x.err != nil {
		return nil, x.err
	}
	return extract(path, config)
}

// newConfig is the configuration that a suite's file starts with.
func (l *literalReader) newConfig() *object {
	environment := newTable(false)
	defaults := lit.DefaultEnvironment(l.run.options.Path)
	for _, name := range slices.Sorted(maps.Keys(defaults)) {
		environment.put(name, hashKeyOfText(name), defaults[name])
	}
	return &object{configClass, map[string]value{
		"parent": nil, "name": unnamed, "suffixes": newSet(), "test_format": nil, "environment": environment,
		"substitutions": newList(), "unsupported": false, "test_exec_root": nil, "test_source_root": nil,
		"excludes": newSet(), "available_features": newSet(l.run.options.Features...), "pipefail": true,
		"standalone_tests": false, "limit_to_features": newSet(), "parallelism_group": nil,
		"recursiveExpansionLimit": nil,
	}, map[string]origin{}}
}

// objectAttribute finds an attribute or a method of an object.
func (e *evaluator) objectAttribute(o *object, name string) (value, bool) {
	if v, ok := o.attributes[name]; ok {
		return v, true
	}
	if o.class == configClass && name == "root" {
		return o, true // as no configuration has a parent
	}
	if o.class != litConfigClass {
		return nil, false
	}
	switch name {
	case "note", "warning", "error", "fatal":
		return &method{"lit_config." + name, func(e *evaluator, c *arguments) (value, error) { return say(e, name, c) }}, true
	case "load_config":
		return &method{"lit_config.load_config", loadConfig}, true
	case "substitute":
		return &method{"lit_config.substitute", func(e *evaluator, c *arguments) (value, error) {
			text, err := c.texts(e, "string")
			if err != nil {
				return nil, err
			}
			return e.percent(c.place, text[0], o.attributes["params"])
		}}, true
	}
	return nil, false
}

// say is lit_config.note and the like.
func say(e *evaluator, kind string, c *arguments) (value, error) {
	bound, err := c.bind(e, 1, "message")
	if err != nil {
		return nil, err
	}
	text := displayText(bound[0])
	if kind == "fatal" {
		return nil, e.errorf(c.place, "%s", cmp.Or(text, "lit_config.fatal was called"))
	}
	e.session.message(kind, origin{e.file, c.place}, text)
	return nil, nil
}

// loadConfig is lit_config.load_config, by which a site's configuration hands over to that of the sources.
func loadConfig(e *evaluator, c *arguments) (value, error) {
	bound, err := c.bind(e, 2, "config", "path")
	if err != nil {
		return nil, err
	}
	config, isConfig := bound[0].(*object)
	path, isText := bound[1].(string)
	if !isConfig || config.class != configClass || !isText {
		return nil, e.errorf(c.place, "lit_config.load_config needs a configuration and a path")
	}
	if !isFile(path) {
		return nil, e.errorf(c.place, "there is no configuration file %s", repr(path))
	}
	return config, e.session.load(path, config)
}

// shTest is lit.formats.ShTest(...).
func shTest(e *evaluator, c *arguments) (value, error) {
	parameters := []string{"execute_external", "extra_substitutions", "preamble_commands"}
	bound, err := c.bind(e, 0, parameters...)
	if err != nil {
		return nil, err
	}
	defaults := []value{false, newList(), newList()}
	format := &object{shTestClass, map[string]value{}, map[string]origin{}}
	for i, name := range parameters {
		format.attributes[name] = or(bound[i], defaults[i])
	}
	return format, nil
}

// setLitConfig sets an attribute of lit_config.
func (e *evaluator) setLitConfig(at place, name string, v value) error {
	switch name {
	case "maxIndividualTestTime":
		if b, ok := v.(bool); ok {
			v = map[bool]int64{true: 1}[b]
		}
		n, ok := v.(int64)
		if !ok {
			return e.errorf(at, "maxIndividualTestTime must set to a value of type int.")
		}
		if n < 0 {
			return e.errorf(at, "The timeout per test must be >= 0 seconds")
		}
	case "parallelism_groups":
		if t, ok := v.(*table); !ok || t.set {
			return e.errorf(at, "lit_config.parallelism_groups must be a dictionary, not a %s", typeName(v))
		}
	default:
		return e.refuse(at, "setting lit_config."+name)
	}
	e.session.litConfig.attributes[name] = v
	e.session.litConfig.origins[name] = origin{e.file, at}
	return nil
}

// finish brings attributes to the types that local configurations rely on.
func (e *evaluator) finish() error {
	o := e.config
	o.attributes["name"] = displayText(o.attributes["name"])
	for _, name := range []string{"suffixes", "excludes"} {
		if _, isText := o.attributes[name].(string); isText {
			e.session.message("warning", o.origins[name], "config."+name+
				" is a str, so each of its characters counts by itself; write a list")
		}
		at := o.origins[name]
		items, err := (&evaluator{session: e.session, file: at.file}).iterate(at.place, o.attributes[name])
		if err != nil {
			return &Error{at.file, at.place.line, at.place.col, "config." + name + " must be a list or a set, not a " +
				typeName(o.attributes[name])}
		}
		set := newTable(true)
		for _, item := range items {
			if err := (&evaluator{session: e.session, file: at.file}).put(at.place, set, item, nil); err != nil {
				return err
			}
		}
		o.attributes[name] = set
	}
	if list, ok := o.attributes["substitutions"].(*sequence); ok && list.tuple {
		o.attributes["substitutions"] = newList(slices.Clone(list.items)...)
	}
	for _, name := range []string{"test_exec_root", "test_source_root"} {
		if v := o.attributes[name]; v != nil {
			o.attributes[name] = displayText(v)
		}
	}
	return nil
}

// extractor reads the attributes of an object into Go's types. The first mistake stays in err.
type extractor struct {
	file   string
	object *object
	err    error
}

// fail reports the value of an attribute, where it was set if that is known.
func (x *extractor) fail(name, text string) {
	if x.err != nil {
		return
	}
	at, ok := x.object.origins[name]
	if !ok {
		at.file = x.file
	}
	owner := "config."
	if x.object.class == litConfigClass {
		owner = "lit_config."
	}
	x.err = &Error{at.file, at.place.line, at.place.col, owner + name + " " + text}
}

// set is a list or set of texts, sorted.
func (x *extractor) set(name string) []string { return sortedSet(x.texts(name)) }

// texts is a list or set of texts.
func (x *extractor) texts(name string) []string {
	v := x.object.attributes[name]
	var items []value
	switch v := v.(type) {
	case nil:
	case *sequence:
		items = v.items
	case *table:
		items = v.keys
	default:
		x.fail(name, "must be a list or a set, not a "+typeName(v))
	}
	list := make([]string, 0, len(items))
	for _, item := range items {
		text, ok := item.(string)
		if !ok {
			x.fail(name, "must hold texts, not a "+typeName(item))
			break
		}
		list = append(list, text)
	}
	return list
}

// optionalText is a text or None.
func (x *extractor) optionalText(name string) string {
	switch v := x.object.attributes[name].(type) {
	case nil:
	case string:
		return v
	default:
		x.fail(name, "must be a str or None, not a "+typeName(v))
	}
	return ""
}

// optionalInt is an integer that is not negative, or None.
func (x *extractor) optionalInt(name string) *int {
	switch v := x.object.attributes[name].(type) {
	case nil:
	case int64:
		if v < 0 || v > maxCount {
			x.fail(name, "is not a sensible number")
			break
		}
		n := int(v)
		return &n
	default:
		x.fail(name, "must be an int, not a "+typeName(v))
	}
	return nil
}

// substitutions is a list of pairs.
func (x *extractor) substitutions(name string) []lit.Substitution {
	list, ok := x.object.attributes[name].(*sequence)
	if !ok {
		x.fail(name, "must be a list of pairs, not a "+typeName(x.object.attributes[name]))
		return nil
	}
	result := make([]lit.Substitution, 0, len(list.items))
	for _, item := range list.items {
		pair, ok := item.(*sequence)
		if !ok || len(pair.items) != 2 {
			x.fail(name, "must hold pairs (pattern, text), not "+repr(item))
			return nil
		}
		pattern, ok := pair.items[0].(string)
		if !ok {
			x.fail(name, "has a pattern that is not a str: "+repr(pair.items[0]))
			return nil
		}
		result = append(result, lit.Substitution{Pattern: pattern, Text: displayText(pair.items[1])})
	}
	return result
}

// environment is a dictionary of texts.
func (x *extractor) environment() map[string]string {
	t, ok := x.object.attributes["environment"].(*table)
	if !ok || t.set {
		x.fail("environment", "must be a dictionary, not a "+typeName(x.object.attributes["environment"]))
		return nil
	}
	env := make(map[string]string, len(t.keys))
	for i, key := range t.keys {
		name, nameOK := key.(string)
		text, textOK := t.values[i].(string)
		if !nameOK || !textOK {
			x.fail("environment", "must map names to texts, but maps "+repr(key)+" to "+repr(t.values[i]))
			return nil
		}
		if problem := checkVariable(name, text); problem != "" {
			x.fail("environment", problem)
			return nil
		}
		env[name] = text
	}
	return env
}

// checkVariable says what is wrong with an environment variable, or nothing.
func checkVariable(name, text string) string {
	if name == "" || strings.ContainsAny(name, "=\x00") || strings.Contains(text, "\x00") {
		return "must map names without '=' to texts without NUL, unlike " + repr(name) + " and " + repr(text)
	}
	return ""
}

// groups is lit_config.parallelism_groups.
func (x *extractor) groups() map[string]int {
	t, ok := x.object.attributes["parallelism_groups"].(*table)
	if !ok {
		return nil
	}
	groups := make(map[string]int, len(t.keys))
	for i, key := range t.keys {
		name, nameOK := key.(string)
		limit, limitOK := t.values[i].(int64)
		if !nameOK || !limitOK || limit < 1 || limit > maxCount {
			x.fail("parallelism_groups", "must map names to numbers of tests, at least 1, but maps "+repr(key)+" to "+
				repr(t.values[i]))
			return nil
		}
		groups[name] = int(limit)
	}
	return groups
}

// extract turns a configuration into settings.
func extract(file string, config *object) (*settings, error) {
	x := &extractor{file: file, object: config}
	a := config.attributes
	s := &settings{
		file: file, name: displayText(a["name"]), suffixes: x.set("suffixes"), excludes: x.set("excludes"),
		environment: x.environment(), substitutions: x.substitutions("substitutions"), unsupported: truth(a["unsupported"]),
		sourceRoot: x.optionalText("test_source_root"), execRoot: x.optionalText("test_exec_root"),
		features: x.set("available_features"), pipefail: truth(a["pipefail"]), limitTo: x.set("limit_to_features"),
		group: x.optionalText("parallelism_group"), standalone: truth(a["standalone_tests"]),
		recursion: x.optionalInt("recursiveExpansionLimit"), retries: x.optionalInt("test_retry_attempts"), state: config,
	}
	switch format := a["test_format"].(type) {
	case nil:
	case *object:
		if format.class != shTestClass {
			x.fail("test_format", "must be lit.formats.ShTest(...), not a "+format.class)
			break
		}
		f := &extractor{file: file, object: &object{shTestClass, format.attributes, map[string]origin{}}}
		if at, ok := config.origins["test_format"]; ok {
			for name := range format.attributes {
				f.object.origins[name] = at
			}
		}
		s.format = &shFormat{truth(format.attributes["execute_external"]), f.substitutions("extra_substitutions"),
			f.texts("preamble_commands")}
		if x.err == nil {
			x.err = f.err
		}
	default:
		x.fail("test_format", "must be lit.formats.ShTest(...), not a "+typeName(format))
	}
	if x.err != nil {
		return nil, x.err
	}
	return s, nil
}
