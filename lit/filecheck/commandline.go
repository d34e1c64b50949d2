package filecheck

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// toolName is how the tool calls itself in messages.
const toolName = "FileCheck"

// dumpMode says when the input is dumped; a stronger mode wins.
type dumpMode uint8

const (
	dumpNever dumpMode = iota
	dumpOnFailure
	dumpAlways
	dumpHelp
)

// commandLine is what the arguments of the tool ask for.
type commandLine struct {
	options     Options
	checkFile   string
	inputFile   string
	allowEmpty  bool
	showHelp    bool
	showVersion bool
	dump        dumpMode
	filter      DumpFilter
	context     int
	dumpSet     bool // --dump-input was given; likewise the next two
	filterSet   bool
	contextSet  bool
}

// usageError is a wrong command line, in the words of LLVM's tools.
type usageError string

func (e usageError) Error() string { return string(e) }

func usageErrorf(format string, args ...any) error { return usageError(fmt.Sprintf(format, args...)) }

// option is a command-line option: its help, and what a value of it does. A flag takes no argument but may be given a
// boolean after `=`.
type option struct {
	name  string
	value string // name of the value in the help; "" for a flag
	help  string
	set   func(c *commandLine, value string) error
}

// flagOption makes an option that switches something on.
func flagOption(name, help string, field func(c *commandLine) *bool) option {
	return option{name: name, help: help, set: func(c *commandLine, value string) error {
		switch value {
		case "", "true", "TRUE", "True", "1":
			*field(c) = true
		case "false", "FALSE", "False", "0":
			*field(c) = false
		default:
			return usageErrorf("'%s' is invalid value for boolean argument! Try 0 or 1", value)
		}
		return nil
	}}
}

// listOption makes an option that may be given several times.
func listOption(name, value, help string, field func(o *Options) *[]string) option {
	return option{name: name, value: value, help: help, set: func(c *commandLine, value string) error {
		list := field(&c.options)
		*list = append(*list, value)
		return nil
	}}
}

// commaOption makes an option with a list as value.
func commaOption(name, value, help string, field func(o *Options) *[]string) option {
	return option{name: name, value: value, help: help, set: func(c *commandLine, value string) error {
		list := field(&c.options)
		*list = append(*list, strings.Split(value, ",")...)
		return nil
	}}
}

// choiceOption makes an option with a few possible values, of which the greatest given wins.
func choiceOption[T ~uint8](name, help string, choices map[string]T, field func(c *commandLine) (*T, *bool)) option {
	return option{name: name, value: "value", help: help, set: func(c *commandLine, value string) error {
		choice, ok := choices[value]
		if !ok {
			return usageErrorf("Cannot find option named '%s'!", value)
		}
		current, given := field(c)
		if !*given || choice > *current {
			*current = choice
		}
		*given = true
		return nil
	}}
}

func prefixList(o *Options) *[]string   { return &o.Prefixes }
func commentList(o *Options) *[]string  { return &o.CommentPrefixes }
func implicitList(o *Options) *[]string { return &o.ImplicitCheckNot }

// commandOptions are all options but -D, in the order of the help.
var commandOptions = []option{
	flagOption("allow-deprecated-dag-overlap", "matches of neighbouring DAG directives may overlap",
		func(c *commandLine) *bool { return &c.options.AllowDAGOverlap }),
	flagOption("allow-empty", "the input may be empty", func(c *commandLine) *bool { return &c.allowEmpty }),
	flagOption("allow-unused-prefixes", "a prefix need not occur in the check file",
		func(c *commandLine) *bool { return &c.options.AllowUnusedPrefixes }),
	listOption("check-prefix", "prefix", "prefix of directives (default CHECK)", prefixList),
	commaOption("check-prefixes", "list", "prefixes of directives, separated by commas", prefixList),
	commaOption("comment-prefixes", "list", "prefixes of lines to skip (default COM,RUN)", commentList),
	choiceOption("dump-input", "when to print the input with annotations: never, fail (default), always; help explains",
		map[string]dumpMode{"never": dumpNever, "fail": dumpOnFailure, "always": dumpAlways, "help": dumpHelp},
		func(c *commandLine) (*dumpMode, *bool) { return &c.dump, &c.dumpSet }),
	{name: "dump-input-context", value: "N", help: "lines to show around those of the filter (default 5)", set: setContext},
	choiceOption("dump-input-filter", "lines of the input to print: error (default), annotation, annotation-full, all",
		map[string]DumpFilter{"error": DumpErrors, "annotation": DumpAnnotations,
			"annotation-full": DumpFullAnnotations, "all": DumpAll},
		func(c *commandLine) (*DumpFilter, *bool) { return &c.filter, &c.filterSet }),
	flagOption("enable-var-scope", "variables without $ end at the next LABEL",
		func(c *commandLine) *bool { return &c.options.EnableVarScope }),
	flagOption("help", "print this", func(c *commandLine) *bool { return &c.showHelp }),
	flagOption("ignore-case", "letters match both cases", func(c *commandLine) *bool { return &c.options.IgnoreCase }),
	listOption("implicit-check-not", "pattern", "must not occur between the matches of other directives", implicitList),
	{name: "input-file", value: "file", help: "file to check (default: standard input)",
		set: func(c *commandLine, value string) error { c.inputFile = value; return nil }},
	flagOption("match-full-lines", "positive patterns cover a whole line",
		func(c *commandLine) *bool { return &c.options.MatchFullLines }),
	flagOption("strict-whitespace", "spaces and tabs count",
		func(c *commandLine) *bool { return &c.options.StrictWhitespace }),
	flagOption("v", "report good matches", func(c *commandLine) *bool { return &c.options.Verbose }),
	flagOption("version", "print the version", func(c *commandLine) *bool { return &c.showVersion }),
	flagOption("vv", "report also what was discarded or rightly not found",
		func(c *commandLine) *bool { return &c.options.VeryVerbose }),
}

func setContext(c *commandLine, value string) error {
	n, err := strconv.ParseUint(value, 0, 31)
	if err != nil {
		return usageErrorf("'%s' value invalid for uint argument!", value)
	}
	if !c.contextSet || int(n) > c.context {
		c.context = int(n)
	}
	c.contextSet = true
	return nil
}

// parseArguments reads the command line. The error is the whole message.
func parseArguments(args []string) (*commandLine, error) {
	c := &commandLine{inputFile: "-", dump: dumpOnFailure, context: 5}
	var files []string
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			files = append(files, args...)
			break
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			files = append(files, arg)
			continue
		}
		var err error
		if args, err = c.parseOption(arg, args); err != nil {
			return nil, err
		}
	}
	if len(files) > 1 {
		return nil, usageErrorf("%s: Too many positional arguments specified!\n"+
			"Can specify at most 1 positional arguments: See: %s --help", toolName, toolName)
	}
	if len(files) == 1 {
		c.checkFile = files[0]
	}
	if !c.filterSet && c.dump == dumpAlways {
		c.filter = DumpAll
	}
	return c, nil
}

// parseOption handles one option and returns the arguments that follow it and its value.
func (c *commandLine) parseOption(arg string, args []string) ([]string, error) {
	name := strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
	name, value, hasValue := strings.Cut(name, "=")
	for _, o := range commandOptions {
		if o.name != name {
			continue
		}
		if o.value != "" && !hasValue {
			if len(args) == 0 {
				return nil, usageErrorf("%s: for the %s option: requires a value!", toolName, shown(name))
			}
			value, args = args[0], args[1:]
		}
		if err := o.set(c, value); err != nil {
			return nil, fmt.Errorf("%s: for the %s option: %w", toolName, shown(name), err)
		}
		return args, nil
	}
	if definition, ok := strings.CutPrefix(arg, "-D"); ok {
		if definition == "" {
			return nil, usageErrorf("%s: for the -D option: requires a value!", toolName)
		}
		c.options.Defines = append(c.options.Defines, definition)
		return args, nil
	}
	return nil, usageErrorf("%s: Unknown command line argument '%s'.  Try: '%s --help'", toolName, arg, toolName)
}

// shown writes an option as messages call it.
func shown(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func printHelp(w io.Writer) {
	fmt.Fprintf(w, "usage: %s [options] check-file\n\n"+
		"Checks that the input has what the directives in check-file demand.\n\noptions:\n", toolName)
	fmt.Fprintf(w, "  %-32s %s\n", "-DNAME=VALUE", "define a variable; #FORMAT,NAME=VALUE for a numeric one")
	for _, o := range commandOptions {
		name := shown(o.name)
		if o.value != "" {
			name += "=" + o.value
		}
		fmt.Fprintf(w, "  %-32s %s\n", name, o.help)
	}
	fmt.Fprint(w, "\nOptions in the environment variable FILECHECK_OPTS come before those of the command line.\n")
}

const dumpHelpText = `The input dump shows the input with annotations.

  N:     line N of the input; the blank at its end stands for the newline
  T:L    an annotation of the directive of type T in line L of the check file,
         or of the I-th implicit pattern if L is "imp" and I
  T:L'K  the annotation number K, from 0, of a directive that has several
  ^~~    a good match (with -v)
  !~~    a bad match: on the wrong line, of an excluded pattern,
         or (with -vv) one discarded for its overlap with an earlier DAG match
  X~~    what was searched without success
  ?      where the intended match may be
  ...    lines left out

--dump-input says when to dump, --dump-input-filter and --dump-input-context
which lines, and -v and -vv add annotations.
`
