// Package commandline reads command lines as mlir-opt does, and explains them:
// flags with one or two dashes, in groups for the help page, whose values follow
// after `=` or as the next argument.
package commandline

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/internal/units"
)

// Line is the set of flags of a tool: a standard FlagSet, in groups for
// the help page.
type Line struct {
	tool   string
	set    *flag.FlagSet
	groups []*group
	seen   map[string]bool
}

type group struct {
	title string
	names []string
}

// New makes a line without flags. Messages start with the name of the tool.
func New(tool string) *Line {
	l := &Line{tool: tool, set: flag.NewFlagSet(tool, flag.ContinueOnError), seen: map[string]bool{}}
	l.set.SetOutput(io.Discard)
	return l
}

// Read reads args and returns the input file, `-` if none is named. Flags and
// the file may come in any order, flags with one or two dashes; a value may
// follow after `=` or as the next argument.
func (l *Line) Read(args []string) (input string, err error) {
	inputs, err := l.ReadAll(args)
	if err != nil {
		return "", err
	}
	return l.Only(inputs)
}

// ReadAll is Read for any number of files: at least one, which is `-` if none is named.
func (l *Line) ReadAll(args []string) (inputs []string, err error) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			inputs = append(inputs, args...)
			break
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			inputs = append(inputs, arg)
			continue
		}
		if args, err = l.flag(arg, args); err != nil {
			return nil, err
		}
	}
	if len(inputs) == 0 {
		inputs = []string{"-"}
	}
	return inputs, nil
}

// Only is the one file of several that ReadAll returns, an error if there are more.
func (l *Line) Only(inputs []string) (string, error) {
	if len(inputs) == 1 {
		return inputs[0], nil
	}
	return "", fmt.Errorf("%s: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: %s --help\nThe arguments are '%s'",
		l.tool, l.tool, strings.Join(inputs, "' and '"))
}

// flag reads the flag arg, whose value may be the first of args, and returns
// what is left of args.
func (l *Line) flag(arg string, args []string) ([]string, error) {
	name, text, hasText := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
	f := l.set.Lookup(name)
	if f == nil {
		dashed, _, _ := strings.Cut(arg, "=")
		return nil, fmt.Errorf("%s: Unknown command line argument '%s'.  Try: '%s --help'%s", l.tool, arg, l.tool, l.didYouMean(dashed, arg[len(dashed):]))
	}
	v, _ := f.Value.(*value)
	fail := func(format string, a ...any) ([]string, error) {
		return nil, fmt.Errorf("%s: for the %s option: %s", l.tool, Dashes(name), fmt.Sprintf(format, a...))
	}
	l.seen[name] = true
	switch {
	case hasText || v == nil:
	case v.hasAbsent:
		text = v.absent
	case len(args) == 0:
		return fail("requires a value!")
	default:
		text, args = args[0], args[1:]
	}
	if err := f.Value.Set(text); err != nil {
		return fail("%s", err)
	}
	return args, nil
}

// didYouMean is a line that proposes a flag for one that is unknown, or "".
func (l *Line) didYouMean(arg, value string) string {
	var names []string
	l.set.VisitAll(func(f *flag.Flag) {
		if len(f.Name) > 1 {
			names = append(names, Dashes(f.Name))
		}
	})
	if best := spelling.Nearest("--"+strings.TrimLeft(arg, "-"), names); best != "" {
		return fmt.Sprintf("\n%s: Did you mean '%s%s'?", l.tool, best, value)
	}
	return ""
}

// Dashes is how a flag of that name is written.
func Dashes(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// Group starts a group of flags: those that are added from now on.
func (l *Line) Group(title string) {
	l.groups = append(l.groups, &group{title: title})
}

// Sort sorts the flags of each group by name.
func (l *Line) Sort() {
	for _, g := range l.groups {
		slices.Sort(g.names)
	}
}

// Setter stores the text of a flag's value in target.
type Setter func(target any, text string) error

// Seen reports whether the flag of that name was given.
func (l *Line) Seen(name string) bool { return l.seen[name] }

// Lookup is the flag of that name, or nil.
func (l *Line) Lookup(name string) *flag.Flag { return l.set.Lookup(name) }

// VisitAll calls f for every flag, in the order of their names.
func (l *Line) VisitAll(f func(*flag.Flag)) { l.set.VisitAll(f) }

// StandsAlone reports whether what follows f is not its value.
func StandsAlone(f *flag.Flag) bool {
	v, ok := f.Value.(*value)
	return !ok || v.hasAbsent
}

// Choices are all values that f may have, nil for any.
func Choices(f *flag.Flag) []string {
	if v, ok := f.Value.(*value); ok {
		return v.choices
	}
	return nil
}

// value is a flag.Value that a Setter stores.
type value struct {
	target any
	set    Setter
	// absent is the value of a flag that stands alone; hasAbsent tells that it
	// may.
	absent    string
	hasAbsent bool
	// choices are all values there are; nil for any.
	choices []string
}

func (v *value) String() string        { return "" }
func (v *value) Set(text string) error { return v.set(v.target, text) }

// IsBoolFlag reports whether the flag may stand alone.
func (v *value) IsBoolFlag() bool { return v.hasAbsent }

// Add adds a flag that set stores in target. A flag whose target is a bool may
// stand alone. A word in back quotes in doc is what the help page calls the value.
func (l *Line) Add(target any, name, doc string, set Setter) {
	v := &value{target: target, set: set}
	if _, ok := target.(*bool); ok {
		v.absent, v.hasAbsent, v.choices = "true", true, []string{"true", "false"}
	}
	l.addValue(name, doc, v)
}

// AddChoice adds a flag whose value is one of the choices.
func (l *Line) AddChoice(target *string, name, doc string, choices ...string) {
	doc = "`" + strings.Join(choices, "|") + "`: " + doc
	l.addValue(name, doc, &value{target: target, set: Choice(choices...), choices: choices})
}

// AddOptional adds a flag that means absent when it stands alone.
func (l *Line) AddOptional(target any, name, absent, doc string, set Setter) {
	l.addValue(name, doc, &value{target: target, set: set, absent: absent, hasAbsent: true})
}

// AddOptionalChoice adds a flag whose value is one of the choices, and absent
// when it stands alone.
func (l *Line) AddOptionalChoice(target *string, name, absent, doc string, choices ...string) {
	l.addValue(name, doc, &value{target, Choice(choices...), absent, true, choices})
}

// addValue adds a flag to the current group.
func (l *Line) addValue(name, doc string, v *value) {
	l.set.Var(v, name, doc)
	g := l.groups[len(l.groups)-1]
	g.names = append(g.names, name)
}

// AddUngrouped adds a flag that the help page of the line leaves out: whoever
// adds it explains it. It fails if there is a flag of that name.
func (l *Line) AddUngrouped(name, doc string, v flag.Value) error {
	if l.set.Lookup(name) != nil {
		return fmt.Errorf("%s: %s is a flag already", l.tool, Dashes(name))
	}
	l.set.Var(v, name, doc)
	return nil
}

// Alias gives a flag a second name, which the help page leaves out.
func (l *Line) Alias(name, of string) {
	f := l.set.Lookup(of)
	l.set.Var(f.Value, name, f.Usage)
}

// Text stores any text in a *string.
func Text(target any, text string) error {
	*target.(*string) = text
	return nil
}

// File stores the name of a file, which must not be empty, in a *string.
func File(target any, text string) error {
	if text == "" {
		return errors.New("the name of a file is missing")
	}
	return Text(target, text)
}

// Bool stores a truth value in a *bool.
func Bool(target any, text string) error {
	switch text {
	case "true", "TRUE", "True", "1":
		*target.(*bool) = true
	case "false", "FALSE", "False", "0":
		*target.(*bool) = false
	default:
		return fmt.Errorf("'%s' is invalid value for boolean argument! Try 0 or 1", text)
	}
	return nil
}

// Wording is an error in the words of mlir-opt, which starts with a capital or
// ends with a mark where our own do not.
type Wording string

func (w Wording) Error() string { return string(w) }

// Uint stores a number below 2^31 in a *uint64.
func Uint(target any, text string) error {
	n, err := strconv.ParseUint(text, 0, 31)
	if err != nil {
		return Wording("'" + text + "' value invalid for uint argument!")
	}
	*target.(*uint64) = n
	return nil
}

// Count is for a limit that is a count, in an *int64, where no limit is -1.
func Count(target any, text string) error {
	n, err := strconv.ParseUint(text, 0, 32)
	if err != nil {
		return Wording("'" + text + "' value invalid for uint argument!")
	}
	*target.(*int64) = int64(n)
	return nil
}

// Limit stores a count in an *int64, or -1 for no limit.
func Limit(target any, text string) error {
	n, err := strconv.ParseInt(text, 0, 64)
	if err != nil || n < -1 {
		return Wording("'" + text + "' value invalid for long argument!")
	}
	*target.(*int64) = n
	return nil
}

// AnyLimit is Limit where every negative number means no limit.
func AnyLimit(target any, text string) error {
	if n, err := strconv.ParseInt(text, 0, 64); err == nil && n < 0 {
		text = "-1"
	}
	return Limit(target, text)
}

// Choice stores one of the choices in a *string.
func Choice(choices ...string) Setter {
	return func(target any, text string) error {
		if !slices.Contains(choices, text) {
			return Wording(fmt.Sprintf("Cannot find option named '%s'! It is none of %s%s", text, strings.Join(choices, ", "), spelling.DidYouMean(text, choices)))
		}
		*target.(*string) = text
		return nil
	}
}

// List appends the parts of a list with commas to a *[]string.
func List(target any, text string) error {
	list := target.(*[]string)
	*list = append(*list, strings.Split(text, ",")...)
	return nil
}

// Append is for a flag that may be given several times: it appends to a
// *[]string.
func Append(target any, text string) error {
	list := target.(*[]string)
	*list = append(*list, text)
	return nil
}

// Duration stores a time above zero, such as 1m30s, in a *time.Duration.
func Duration(target any, text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return fmt.Errorf("'%s' is not a duration such as 30s, 1m30s or 500ms", text)
	}
	*target.(*time.Duration) = d
	return nil
}

// Size stores a number of bytes, such as 8GiB, in an *int64.
func Size(target any, text string) error {
	n, err := units.ParseBytes(text)
	if err == nil {
		*target.(*int64) = n
	}
	return err
}
