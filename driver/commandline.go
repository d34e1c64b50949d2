package driver

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tg-opt/tg/internal/spelling"
)

// commandLine is the set of flags of a tool: a standard FlagSet, in groups for
// the help page, read in the manner of mlir-opt.
type commandLine struct {
	tool   string
	set    *flag.FlagSet
	groups []*flagGroup
	seen   map[string]bool
}

type flagGroup struct {
	title string
	names []string
}

func newLine(tool string) *commandLine {
	l := &commandLine{tool: tool, set: flag.NewFlagSet(tool, flag.ContinueOnError), seen: map[string]bool{}}
	l.set.SetOutput(io.Discard)
	return l
}

// read reads args and returns the input file, `-` if none is named. Flags and
// the file may come in any order, flags with one or two dashes; a value may
// follow after `=` or as the next argument.
func (l *commandLine) read(args []string) (input string, err error) {
	inputs := []string{}
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
			return "", err
		}
	}
	switch len(inputs) {
	case 0:
		return "-", nil
	case 1:
		return inputs[0], nil
	}
	return "", fmt.Errorf("%s: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: %s --help\nThe arguments are '%s'",
		l.tool, l.tool, strings.Join(inputs, "' and '"))
}

// flag reads the flag arg, whose value may be the first of args, and returns
// what is left of args.
func (l *commandLine) flag(arg string, args []string) ([]string, error) {
	name, text, hasText := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
	f := l.set.Lookup(name)
	if f == nil {
		dashed, _, _ := strings.Cut(arg, "=")
		return nil, fmt.Errorf("%s: Unknown command line argument '%s'.  Try: '%s --help'%s", l.tool, arg, l.tool, l.didYouMean(dashed, arg[len(dashed):]))
	}
	v, _ := f.Value.(*value)
	fail := func(format string, a ...any) ([]string, error) {
		return nil, fmt.Errorf("%s: for the %s option: %s", l.tool, dashes(name), fmt.Sprintf(format, a...))
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
func (l *commandLine) didYouMean(arg, value string) string {
	var names []string
	l.set.VisitAll(func(f *flag.Flag) {
		if len(f.Name) > 1 {
			names = append(names, dashes(f.Name))
		}
	})
	if best := spelling.Nearest("--"+strings.TrimLeft(arg, "-"), names); best != "" {
		return fmt.Sprintf("\n%s: Did you mean '%s%s'?", l.tool, best, value)
	}
	return ""
}

// dashes is how a flag is written.
func dashes(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// group starts a group of flags.
func (l *commandLine) group(title string) {
	l.groups = append(l.groups, &flagGroup{title: title})
}

// sort sorts the flags of each group by name.
func (l *commandLine) sort() {
	for _, g := range l.groups {
		slices.Sort(g.names)
	}
}

// setter stores the text of a flag's value in target.
type setter func(target any, text string) error

// value is a flag.Value that a setter stores.
type value struct {
	target any
	set    setter
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

func (l *commandLine) add(target any, name, doc string, set setter) {
	v := &value{target: target, set: set}
	if _, ok := target.(*bool); ok {
		v.absent, v.hasAbsent, v.choices = "true", true, []string{"true", "false"}
	}
	l.addValue(name, doc, v)
}

// addChoice adds a flag whose value is one of the choices.
func (l *commandLine) addChoice(target *string, name, doc string, choices ...string) {
	doc = "`" + strings.Join(choices, "|") + "`: " + doc
	l.addValue(name, doc, &value{target: target, set: choiceValue(choices...), choices: choices})
}

// addOptional adds a flag that means absent when it stands alone. Without
// choices, any value goes.
func (l *commandLine) addOptional(target *string, name, absent, doc string, choices ...string) {
	set := setter(textValue)
	if choices != nil {
		set = choiceValue(choices...)
	}
	l.addValue(name, doc, &value{target, set, absent, true, choices})
}

func (l *commandLine) addValue(name, doc string, v flag.Value) {
	l.set.Var(v, name, doc)
	g := l.groups[len(l.groups)-1]
	g.names = append(g.names, name)
}

// alias gives a flag a second name, which the help page leaves out.
func (l *commandLine) alias(name, of string) {
	f := l.set.Lookup(of)
	l.set.Var(f.Value, name, f.Usage)
}

func textValue(target any, text string) error {
	*target.(*string) = text
	return nil
}

func fileValue(target any, text string) error {
	if text == "" {
		return errors.New("the name of a file is missing")
	}
	return textValue(target, text)
}

func boolValue(target any, text string) error {
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

// wording is an error in the words of mlir-opt, which starts with a capital or
// ends with a mark where our own do not.
type wording string

func (w wording) Error() string { return string(w) }

func uintValue(target any, text string) error {
	n, err := strconv.ParseUint(text, 0, 31)
	if err != nil {
		return wording("'" + text + "' value invalid for uint argument!")
	}
	*target.(*uint64) = n
	return nil
}

// countValue is for a limit that is a count, where no limit is -1.
func countValue(target any, text string) error {
	n, err := strconv.ParseUint(text, 0, 32)
	if err != nil {
		return wording("'" + text + "' value invalid for uint argument!")
	}
	*target.(*int64) = int64(n)
	return nil
}

func limitValue(target any, text string) error {
	n, err := strconv.ParseInt(text, 0, 64)
	if err != nil || n < -1 {
		return wording("'" + text + "' value invalid for long argument!")
	}
	*target.(*int64) = n
	return nil
}

// anyLimitValue is limitValue where every negative number means no limit.
func anyLimitValue(target any, text string) error {
	if n, err := strconv.ParseInt(text, 0, 64); err == nil && n < 0 {
		text = "-1"
	}
	return limitValue(target, text)
}

func choiceValue(choices ...string) setter {
	return func(target any, text string) error {
		if !slices.Contains(choices, text) {
			return wording(fmt.Sprintf("Cannot find option named '%s'! It is none of %s%s", text, strings.Join(choices, ", "), spelling.DidYouMean(text, choices)))
		}
		*target.(*string) = text
		return nil
	}
}

func listValue(target any, text string) error {
	list := target.(*[]string)
	*list = append(*list, strings.Split(text, ",")...)
	return nil
}

// appendValue is for a flag that may be given several times.
func appendValue(target any, text string) error {
	list := target.(*[]string)
	*list = append(*list, text)
	return nil
}

func durationValue(target any, text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return fmt.Errorf("'%s' is not a duration such as 30s, 1m30s or 500ms", text)
	}
	*target.(*time.Duration) = d
	return nil
}

// sizeUnits are what a size may end with, the longest first.
var sizeUnits = []struct {
	name  string
	shift uint
}{{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"TiB", 40}, {"K", 10}, {"M", 20}, {"G", 30}, {"T", 40}, {"", 0}}

func sizeValue(target any, text string) error {
	for _, u := range sizeUnits {
		digits, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < 0 || n > math.MaxInt64>>u.shift {
			break
		}
		*target.(*int64) = n << u.shift
		return nil
	}
	return fmt.Errorf("'%s' is not a size such as 8GiB, 500M or 1000000", text)
}
