package command

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/spelling"
)

// Errors that stand for options which end the program.
var (
	errHelp    = errors.New("--help")
	errVersion = errors.New("--version")
)

// parse reads a command line. The arguments of LIT_OPTS come after those given.
func parse(args []string) (*options, error) {
	more, err := splitWords(os.Getenv("LIT_OPTS"))
	if err != nil {
		return nil, fmt.Errorf("environment variable LIT_OPTS: %w", err)
	}
	p := &commandLine{}
	if p.args, err = readArgumentFiles(slices.Concat(args, more), 0); err != nil {
		return nil, err
	}
	if p.options, err = defaultOptions(); err != nil {
		return nil, err
	}
	for len(p.args) > 0 {
		arg := p.next()
		switch {
		case arg == "--":
			p.options.paths = append(p.options.paths, p.args...)
			p.args = nil
		case !looksLikeOption(arg):
			p.options.paths = append(p.options.paths, arg)
		case strings.HasPrefix(arg, "--"):
			err = p.long(arg)
		default:
			err = p.short(arg)
		}
		if err != nil {
			return nil, err
		}
	}
	return p.options, p.options.check()
}

// commandLine is the state of the parser.
type commandLine struct {
	options *options
	args    []string // still to be read
}

func (p *commandLine) next() string {
	arg := p.args[0]
	p.args = p.args[1:]
	return arg
}

// looksLikeOption reports whether an argument is no value: it starts with a minus and is no number
// or sentence.
func looksLikeOption(arg string) bool {
	name, _, _ := strings.Cut(arg, "=")
	return len(name) > 1 && name[0] == '-' && !strings.Contains(name, " ") && strings.Trim(name[1:], "0123456789.") != ""
}

func (p *commandLine) long(arg string) error {
	name, value, hasValue := strings.Cut(arg, "=")
	o, err := findLong(name)
	if err != nil {
		return err
	}
	return p.apply(o, value, hasValue)
}

// findLong returns the option of which name is the name or the start of the name.
func findLong(name string) (*option, error) {
	switch name {
	case "--help":
		return nil, errHelp
	case "--version":
		return nil, errVersion
	}
	if o := findOption(name); o != nil {
		return o, nil
	}
	var found []*option
	var names []string
	for _, g := range groups {
		for _, o := range g.options {
			for _, candidate := range o.names {
				if strings.HasPrefix(candidate, name) {
					names = append(names, candidate)
					if !slices.Contains(found, o) {
						found = append(found, o)
					}
				}
			}
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, fmt.Errorf("ambiguous option: %s could match %s", name, strings.Join(names, ", "))
	}
	return nil, unknownOption(name)
}

// short reads one-letter options that may share a minus.
func (p *commandLine) short(arg string) error {
	name, value, hasValue := strings.Cut(arg, "=")
	if o := findOption(name); o != nil {
		return p.apply(o, value, hasValue)
	}
	for letters := arg[1:]; letters != ""; {
		letter := letters[:1]
		letters = letters[1:]
		if letter == "h" {
			return errHelp
		}
		o := findOption("-" + letter)
		switch {
		case o == nil:
			return unknownOption(arg)
		case o.value != "":
			return p.apply(o, letters, letters != "")
		}
		if err := p.apply(o, "", false); err != nil {
			return err
		}
	}
	return nil
}

// apply sets an option, taking its value from the next argument if need be.
func (p *commandLine) apply(o *option, value string, hasValue bool) error {
	switch {
	case o.value == "" && hasValue:
		return fmt.Errorf("argument %s: ignored explicit argument '%s'", o, value)
	case o.value != "" && !hasValue:
		if len(p.args) == 0 || looksLikeOption(p.args[0]) {
			return fmt.Errorf("argument %s: expected one argument", o)
		}
		value = p.next()
	}
	if err := o.set(p.options, value); err != nil {
		return fmt.Errorf("argument %s: %w", o, err)
	}
	return nil
}

func unknownOption(name string) error {
	var long []string
	for _, g := range groups {
		for _, o := range g.options {
			long = append(long, slices.DeleteFunc(slices.Clone(o.names), func(n string) bool { return len(n) <= 2 })...)
		}
	}
	return fmt.Errorf("unknown option '%s'%s", name, spelling.DidYouMean(name, long))
}

// maxArgumentFiles bounds the nesting of argument files.
const maxArgumentFiles = 20

// readArgumentFiles replaces each @file by the lines of the file.
func readArgumentFiles(args []string, depth int) ([]string, error) {
	var all []string
	for _, arg := range args {
		name, isFile := strings.CutPrefix(arg, "@")
		if !isFile {
			all = append(all, arg)
			continue
		}
		if depth == maxArgumentFiles {
			return nil, fmt.Errorf("'@%s': argument files are nested too deeply", name)
		}
		data, err := input.Text(0).ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read arguments: %w", err)
		}
		var lines []string
		for line := range strings.Lines(string(data)) {
			lines = append(lines, strings.TrimRight(line, "\r\n"))
		}
		if lines, err = readArgumentFiles(lines, depth+1); err != nil {
			return nil, err
		}
		all = append(all, lines...)
	}
	return all, nil
}

// splitWords splits a text as a Unix shell splits a line of words: quotes group, a backslash
// quotes.
func splitWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote, escaped := false, rune(0), false
	for _, c := range text {
		switch {
		case escaped:
			if quote == '"' && c != '"' && c != '\\' {
				word.WriteByte('\\')
			}
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, inWord = true, true
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				word.WriteRune(c)
			}
		case c == '"' || c == '\'':
			quote, inWord = c, true
		case unicode.IsSpace(c):
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("no closing %c", quote)
	case escaped:
		return nil, errors.New("nothing after the last backslash")
	case inWord:
		words = append(words, word.String())
	}
	return words, nil
}
