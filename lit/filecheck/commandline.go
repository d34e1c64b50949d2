package filecheck

import (
	"fmt"
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
	tool      string   // how it calls itself
	known     []option // what it may have
	suggested []string // names of options to offer to somebody who misspelled one: the first of the nearest is named

	options     Options
	checkFile   string
	inputFile   string
	allowEmpty  bool
	color       colorMode
	showHelp    bool
	showVersion bool
	dump        dumpMode
	filter      DumpFilter
	context     int
	dumpSet     bool // --dump-input was given; likewise the next two
	filterSet   bool
	contextSet  bool
	problems    []string // what is wrong with the command line, in the words of LLVM's tools
	warnings    []string // that do not end the tool
}

func newCommandLine() *commandLine {
	return &commandLine{tool: toolName, known: commandOptions, suggested: suggestionOrder, inputFile: "-", dump: dumpOnFailure, context: 5}
}

// option is a command-line option: its help, and what a value of it does. A flag takes no argument
// but may be given a boolean after `=`.
type option struct {
	name     string
	value    string // name of the value in the help; "" for a flag
	help     string // "" keeps the option out of the help
	bare     bool   // a flag that takes no boolean either
	letter   bool   // other letters may follow, as in -vvh
	attached bool   // its value follows directly, as in -DX=1
	set      func(c *commandLine, value string) (complaint string)
}

// parseFlag reads the boolean of a flag.
func parseFlag(value string, field *bool) (complaint string) {
	switch value {
	case "", "true", "TRUE", "True", "1":
		*field = true
	case "false", "FALSE", "False", "0":
		*field = false
	default:
		return fmt.Sprintf("'%s' is invalid value for boolean argument! Try 0 or 1", value)
	}
	return ""
}

// flagOption makes an option that switches something on.
func flagOption(name, help string, field func(c *commandLine) *bool) option {
	return option{name: name, help: help, set: func(c *commandLine, value string) string {
		return parseFlag(value, field(c))
	}}
}

// bareOption makes a flag that takes no boolean.
func bareOption(name, help string, field func(c *commandLine) *bool) option {
	o := flagOption(name, help, field)
	o.bare = true
	return o
}

// grouped lets the letters of other options follow an option of one letter.
func grouped(o option) option {
	o.letter = true
	return o
}

// listOption makes an option that may be given several times.
func listOption(name, value, help string, field func(o *Options) *[]string) option {
	return option{name: name, value: value, help: help, set: func(c *commandLine, value string) string {
		list := field(&c.options)
		*list = append(*list, value)
		return ""
	}}
}

// commaOption makes an option with a list as value.
func commaOption(name, value, help string, field func(o *Options) *[]string) option {
	return option{name: name, value: value, help: help, set: func(c *commandLine, value string) string {
		list := field(&c.options)
		*list = append(*list, strings.Split(value, ",")...)
		return ""
	}}
}

// choiceOption makes an option with a few possible values, of which the greatest given wins.
func choiceOption[T ~uint8](name, help string, choices map[string]T, field func(c *commandLine) (*T, *bool)) option {
	return option{name: name, value: "value", help: help, set: func(c *commandLine, value string) string {
		choice, ok := choices[value]
		if !ok {
			return fmt.Sprintf("Cannot find option named '%s'!", value)
		}
		current, given := field(c)
		if !*given || choice > *current {
			*current = choice
		}
		*given = true
		return ""
	}}
}

func prefixList(o *Options) *[]string   { return &o.Prefixes }
func commentList(o *Options) *[]string  { return &o.CommentPrefixes }
func implicitList(o *Options) *[]string { return &o.ImplicitCheckNot }
func defineList(o *Options) *[]string   { return &o.Defines }

// commandOptions are all options, in the order of the help.
var commandOptions = []option{
	defineOption(),
	flagOption("allow-deprecated-dag-overlap", "matches of neighbouring DAG directives may overlap",
		func(c *commandLine) *bool { return &c.options.AllowDAGOverlap }),
	flagOption("allow-empty", "the input may be empty", func(c *commandLine) *bool { return &c.allowEmpty }),
	flagOption("allow-unused-prefixes", "a prefix need not occur in the check file",
		func(c *commandLine) *bool { return &c.options.AllowUnusedPrefixes }),
	listOption("check-prefix", "prefix", "prefix of directives (default CHECK)", prefixList),
	commaOption("check-prefixes", "list", "prefixes of directives, separated by commas", prefixList),
	{name: "color", help: "color the messages and the dump (default: on a terminal)", set: setColor},
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
	bareOption("help", "print this", helpFlag),
	grouped(bareOption("h", "", helpFlag)),
	bareOption("help-hidden", "", helpFlag),
	bareOption("help-list", "", helpFlag),
	bareOption("help-list-hidden", "", helpFlag),
	flagOption("ignore-case", "letters match both cases", func(c *commandLine) *bool { return &c.options.IgnoreCase }),
	listOption("implicit-check-not", "pattern", "must not occur between the matches of other directives", implicitList),
	{name: "input-file", value: "file", help: "file to check (default: standard input)",
		set: func(c *commandLine, value string) string { c.inputFile = value; return "" }},
	flagOption("match-full-lines", "positive patterns cover a whole line",
		func(c *commandLine) *bool { return &c.options.MatchFullLines }),
	flagOption("strict-whitespace", "spaces and tabs count",
		func(c *commandLine) *bool { return &c.options.StrictWhitespace }),
	grouped(flagOption("v", "report good matches", func(c *commandLine) *bool { return &c.options.Verbose })),
	bareOption("version", "print the version", func(c *commandLine) *bool { return &c.showVersion }),
	flagOption("vv", "report also what was discarded or rightly not found",
		func(c *commandLine) *bool { return &c.options.VeryVerbose }),

	// All tools of LLVM accept these; FileCheck has no statistics, timers or random numbers that
	// they could be about.
	idleOption("crash-diagnostics-dir", "directory"),
	idleOption("disable-symbolication", ""),
	idleOption("info-output-file", "filename"),
	idleOption("print-all-options", ""),
	idleOption("print-options", ""),
	{name: "rng-seed", value: "seed", set: func(_ *commandLine, value string) string {
		_, complaint := parseUnsigned(value, 64, "ulong")
		return complaint
	}},
	idleOption("sort-timers", ""),
	idleOption("stats", ""),
	idleOption("stats-json", ""),
	idleOption("track-memory", ""),
}

// idleOption makes an option without effect. value is as in option.
func idleOption(name, value string) option {
	return option{name: name, value: value, set: func(_ *commandLine, text string) string {
		if value != "" {
			return ""
		}
		var ignored bool
		return parseFlag(text, &ignored)
	}}
}

// suggestionOrder is the order in which LLVM's table of options, a hash table, offers them to
// somebody who misspelled one: the first of the nearest is named.
var suggestionOrder = []string{
	"input-file", "version", "check-prefixes", "dump-input-filter", "h", "help-list-hidden", "dump-input-context",
	"comment-prefixes", "print-options", "disable-symbolication", "implicit-check-not", "match-full-lines",
	"dump-input", "info-output-file", "sort-timers", "rng-seed", "track-memory", "allow-deprecated-dag-overlap",
	"enable-var-scope", "stats", "ignore-case", "v", "strict-whitespace", "help-hidden", "stats-json", "help", "vv",
	"help-list", "color", "D", "print-all-options", "check-prefix", "allow-unused-prefixes", "crash-diagnostics-dir",
	"allow-empty",
}

func helpFlag(c *commandLine) *bool { return &c.showHelp }

func defineOption() option {
	o := listOption("D", "NAME=VALUE", "define a variable; #FORMAT,NAME=VALUE for a numeric one", defineList)
	o.attached = true
	return o
}

func setColor(c *commandLine, value string) string {
	on := false
	complaint := parseFlag(value, &on)
	c.color = colorNever
	if on {
		c.color = colorAlways
	}
	return complaint
}

func setContext(c *commandLine, value string) string {
	n, complaint := parseUnsigned(value, 32, "uint")
	if !c.contextSet || uint32(n) > uint32(c.context) {
		c.context = int(n)
	}
	c.contextSet = true
	return complaint
}

// parseUnsigned reads a number of so many bits, whose type messages call so.
func parseUnsigned(value string, bits int, typeName string) (n uint64, complaint string) {
	digits := fragment{newSource("", []byte(value)), 0, len(value)}
	base := senseBase(&digits)
	n, err := strconv.ParseUint(digits.String(), base, bits)
	if err != nil {
		return 0, fmt.Sprintf("'%s' value invalid for %s argument!", value, typeName)
	}
	return n, ""
}
