package pipeline

import (
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
)

// Option describes one option of a pass. It comes from a field of the struct
// that Pass.Options makes:
//
//	type options struct {
//		MaxIterations int64    `opt:"max-iterations" doc:"Stop after this many rounds"`
//		Simplify      string   `opt:"region-simplify" one-of:"disabled,normal,aggressive" doc:"..."`
//		Patterns      []string `opt:"enable-patterns" doc:"Patterns to use; all if empty"`
//	}
//
// The text of a pipeline has every option in full, as that of mlir-opt; with the
// tag `extra:"true"`, one that mlir-opt lacks, only where it differs from the
// default, so that mlir-opt reads what we write.
//
// With the tag `words:"true"`, a list also takes the words that are no options:
// `substitute{my.rules}` is `substitute{rules=my.rules}`.
//
// With the tag `names:"cpu,gpu"`, these are values among others, as names next to
// those of files.
//
// A field is an int, int64, uint64, float64, bool, string or []string; fields
// without an `opt` tag are none of the user's business.
type Option struct {
	Name, Doc string
	// OneOf lists the allowed values; nil for any.
	OneOf []string
	// Names lists values that have a meaning of their own, where others are allowed.
	Names []string
	// Default is the value in pipeline text; empty for "" and no elements.
	Default string
	// Kind is what a value looks like: `int`, `uint`, `float`, `bool`,
	// `string`, `value` (one of OneOf) or `list`.
	Kind string
}

// OptionList describes the options of p sorted by name.
func (p *Pass) OptionList() []Option {
	var list []Option
	for _, f := range fieldsOf(p.newOptions()) {
		list = append(list, f.option())
	}
	return list
}

// checkOptions refuses options that are no struct, or with fields that no text can be read into.
func (p *Pass) checkOptions() error {
	options := p.newOptions()
	if options == nil {
		return nil
	}
	if t := reflect.TypeOf(options); t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("its Options makes a %s, where a pointer to a struct is asked for", t)
	}
	for _, f := range fieldsOf(options) {
		switch t := f.value.Type(); {
		case slices.Contains([]reflect.Kind{reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64, reflect.Bool, reflect.String}, t.Kind()):
		case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String:
		default:
			return fmt.Errorf("option '%s' is a %s: it must be an int, int64, uint64, float64, bool, string or []string", f.name, t)
		}
		for key := range tagKeys(f.tag) {
			if !slices.Contains(optionTags, key) {
				return fmt.Errorf("option '%s' has the tag '%s', which means nothing%s", f.name, key, spelling.DidYouMean(key, optionTags))
			}
		}
	}
	return nil
}

// optionTags are the tags of the fields of options.
var optionTags = []string{"opt", "doc", "extra", "words", "one-of", "names"}

// tagKeys are the keys of the tag of a field.
func tagKeys(tag reflect.StructTag) iter.Seq[string] {
	return func(yield func(string) bool) {
		for rest := string(tag); rest != ""; {
			key, value, _ := strings.Cut(strings.TrimSpace(rest), ":")
			quoted, err := strconv.QuotedPrefix(value)
			if !yield(key) || err != nil {
				return
			}
			rest = value[len(quoted):]
		}
	}
}

func (p *Pass) newOptions() any {
	if p.Options == nil {
		return nil
	}
	return p.Options()
}

// field is one tagged field of an options struct.
type field struct {
	name, doc string
	extra     bool
	words     bool
	oneOf     []string
	names     []string
	tag       reflect.StructTag
	value     reflect.Value
}

// option describes f, whose value is the default.
func (f field) option() Option {
	o := Option{Name: f.name, Doc: f.doc, OneOf: f.oneOf, Names: f.names, Kind: f.kind()}
	if text := formatValue(f.value); text != "{}" {
		o.Default = text
	}
	return o
}

func (f field) kind() string {
	switch f.value.Kind() {
	case reflect.Int, reflect.Int64:
		return "int"
	case reflect.Uint64:
		return "uint"
	case reflect.Float64:
		return "float"
	case reflect.Bool:
		return "bool"
	case reflect.Slice:
		return "list"
	}
	if f.oneOf != nil {
		return "value"
	}
	return "string"
}

// fieldsOf lists the tagged fields of the struct that options points to,
// sorted by option name.
func fieldsOf(options any) []field {
	if options == nil {
		return nil
	}
	v := reflect.ValueOf(options).Elem()
	var fs []field
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		name := tag.Get("opt")
		if name == "" {
			continue
		}
		f := field{name: name, doc: tag.Get("doc"), extra: tag.Get("extra") != "", words: tag.Get("words") != "", tag: tag, value: v.Field(i)}
		if s := tag.Get("one-of"); s != "" {
			f.oneOf = strings.Split(s, ",")
		}
		if s := tag.Get("names"); s != "" {
			f.names = strings.Split(s, ",")
		}
		fs = append(fs, f)
	}
	slices.SortFunc(fs, func(a, b field) int { return strings.Compare(a.name, b.name) })
	return fs
}

// set gives the field the value that text stands for; a list that was given
// before becomes longer.
func (f field) set(text string, again bool) error {
	switch f.value.Kind() {
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(text, 0, f.value.Type().Bits())
		if err != nil {
			return fmt.Errorf("'%s' is not an integer of %d bits", text, f.value.Type().Bits())
		}
		f.value.SetInt(n)
	case reflect.Uint64:
		n, err := strconv.ParseUint(text, 0, 64)
		if err != nil {
			return fmt.Errorf("'%s' is not a non-negative integer of 64 bits", text)
		}
		f.value.SetUint(n)
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("'%s' is not a number", text)
		}
		f.value.SetFloat(x)
	case reflect.Bool:
		return f.setBool(text)
	case reflect.Slice:
		elems := splitList(undelimit(text))
		for _, e := range elems {
			if err := f.allowed(e); err != nil {
				return err
			}
		}
		list := reflect.ValueOf(elems).Convert(f.value.Type())
		if again {
			list = reflect.AppendSlice(f.value, list)
		}
		f.value.Set(list)
	default:
		s := undelimit(text)
		if err := f.allowed(s); err != nil {
			return err
		}
		f.value.SetString(s)
	}
	return nil
}

func (f field) setBool(text string) error {
	switch text {
	case "true", "TRUE", "True", "1":
		f.value.SetBool(true)
	case "false", "FALSE", "False", "0":
		f.value.SetBool(false)
	default:
		return fmt.Errorf("'%s' is not a boolean; try true or false", text)
	}
	return nil
}

// didYouMean says what o, which is none of these options, was probably meant to be:
// one of them that has this value, or whose name is like it.
func (o *optionText) didYouMean(options []Option) string {
	var names []string
	for _, known := range options {
		names = append(names, known.Name)
		if o.Value == nil && (slices.Contains(known.OneOf, o.Key) || slices.Contains(known.Names, o.Key)) {
			return fmt.Sprintf("; did you mean '%s=%s'?", known.Name, o.Key)
		}
	}
	return spelling.DidYouMean(o.Key, names)
}

func (f field) allowed(s string) error {
	if f.oneOf == nil || slices.Contains(f.oneOf, s) {
		return nil
	}
	return fmt.Errorf("'%s' is none of %s%s", s, strings.Join(f.oneOf, ", "), spelling.DidYouMean(s, f.oneOf))
}

// formatOptions is the text of options between and including the braces, every
// option in full as mlir-opt prints them; nothing if there are none. Defaults
// tells which empty lists go without saying: of those, mlir-opt prints the blank.
func formatOptions(options, defaults any) string {
	fields := fieldsOf(options)
	if len(fields) == 0 {
		return ""
	}
	initial := fieldsOf(defaults)
	var parts []string
	for i, f := range fields {
		text := formatValue(f.value)
		switch {
		case f.extra && text == formatValue(initial[i].value):
			continue
		case text == "{}" && f.value.Kind() == reflect.Slice && initial[i].value.Len() == 0:
			parts = append(parts, "")
			continue
		case text == "{}" && f.value.Kind() == reflect.String:
			text = ""
		}
		parts = append(parts, f.name+"="+text)
	}
	if len(parts) == 0 && !slices.ContainsFunc(fields, func(f field) bool { return !f.extra }) {
		return "" // to mlir-opt, it is a pass without options
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// ListText is a list as the value of an option in the text of a pipeline.
func ListText(list []string) string { return formatValue(reflect.ValueOf(list)) }

func formatValue(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Slice:
		elems := make([]string, v.Len())
		for i := range elems {
			elems[i] = delimit(v.Index(i).String(), len(elems) > 1 || v.Index(i).Len() > 0)
		}
		return "{" + strings.Join(elems, ",") + "}"
	case reflect.String:
		if s := v.String(); isOneValue(s) {
			return s
		}
		return delimit(v.String(), false)
	}
	return fmt.Sprint(v.Interface())
}

// delimit is s as a value of pipeline text: as it is when it reads back like
// that, else in braces, else in quotes. An empty element between commas needs
// no braces, which bare says.
func delimit(s string, bare bool) string {
	switch {
	case s == "" && bare:
		return ""
	case s == "":
		return "{}"
	case isPlain(s):
		return s
	case nestingEnd(s) == len(s):
		return "{" + s + "}"
	case !strings.Contains(s, `"`):
		return `"` + s + `"`
	}
	return "'" + s + "'"
}

// isOneValue reports whether s, as the value of an option that is no list,
// reads back as it is: there are blanks only between delimiters, and none
// around all of it.
func isOneValue(s string) bool {
	for i := 0; i < len(s); {
		n := atomEnd(s[i:])
		if n == 1 && strings.IndexByte(" \t\r\n{}()\"'", s[i]) >= 0 {
			return false
		}
		i += n
	}
	return s != "" && undelimit(s) == s
}

// isPlain reports whether s is one undivided value: no blanks, no separators
// and no delimiters but paired parentheses.
func isPlain(s string) bool {
	return !strings.ContainsAny(s, " \t\r\n{}\"'") && nestingEnd(s) == len(s) &&
		(!strings.Contains(s, ",") || len(splitList(s)) == 1)
}

// undelimit takes one pair of braces or quotes from around the whole of s.
func undelimit(s string) string {
	if s == "" || !strings.ContainsRune(`{"'`, rune(s[0])) {
		return s
	}
	if atomEnd(s) == len(s) {
		return s[1 : len(s)-1]
	}
	return s
}

// splitList cuts s at the commas outside of brackets and quotes and takes the
// delimiters off each element. Nothing at all is no elements.
func splitList(s string) []string {
	if s == "" {
		return nil
	}
	var elems []string
	start := 0
	for i := 0; i < len(s); {
		if s[i] == ',' {
			elems = append(elems, undelimit(s[start:i]))
			i++
			start = i
			continue
		}
		i += atomEnd(s[i:])
	}
	return append(elems, undelimit(s[start:]))
}

// atomEnd is the length of the atom that starts s: a quoted string, a bracketed
// group or a single byte. It is at most len(s), and 1 for a delimiter without a
// partner.
func atomEnd(s string) int {
	switch s[0] {
	case '"', '\'':
		if i := strings.IndexByte(s[1:], s[0]); i >= 0 {
			return i + 2
		}
	case '{', '(':
		closing := map[byte]byte{'{': '}', '(': ')'}[s[0]]
		if n := 1 + nestingEnd(s[1:]); n < len(s) && s[n] == closing {
			return n + 1
		}
	}
	return 1
}

// nestingEnd is the length of the part of s before the first delimiter without
// a partner.
func nestingEnd(s string) int {
	for i := 0; i < len(s); {
		n := atomEnd(s[i:])
		if n == 1 && strings.IndexByte(`{}()"'`, s[i]) >= 0 {
			return i
		}
		i += n
	}
	return len(s)
}

// NotNegative is the error about the value of an option that must be a number of
// at least 0.
func NotNegative(option string, value float64) error {
	if value < 0 || math.IsNaN(value) {
		return fmt.Errorf("'%s' must be at least 0, but is %v", option, value)
	}
	return nil
}
