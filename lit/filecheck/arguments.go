package filecheck

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/input"
)

// parseArguments reads a command line of FileCheck.
func parseArguments(args []string) *commandLine {
	c := newCommandLine()
	c.parse(args)
	return c
}

// parse reads a command line as LLVM's tools do: it collects what is wrong in commandLine.problems,
// one message each, and goes on, but stops where help or version are asked for.
func (c *commandLine) parse(args []string) {
	args, err := expandResponseFiles(args, nil)
	if err != nil {
		// Nothing of the command line is used then; that there is no check file is the message that
		// follows.
		c.warnings = append(c.warnings, err.Error())
		return
	}
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
		args = c.parseOption(arg, args)
		if c.showHelp || c.showVersion {
			return
		}
	}
	if len(files) > 1 {
		c.problem("Too many positional arguments specified!\n"+
			"Can specify at most 1 positional arguments: See: %s --help", c.tool)
	}
	if len(files) == 1 {
		c.checkFile = files[0]
	}
	if !c.filterSet && c.dump == dumpAlways {
		c.filter = DumpAll
	}
}

// problem adds a message of the tool about its command line.
func (c *commandLine) problem(format string, args ...any) {
	c.problems = append(c.problems, c.tool+": "+fmt.Sprintf(format, args...))
}

// parseOption handles one option and returns the arguments that follow it and its value.
func (c *commandLine) parseOption(arg string, args []string) []string {
	text := strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
	name, value, hasValue := strings.Cut(text, "=")
	o := c.find(name)
	if o == nil || o.attached && hasValue {
		if o, name, value, text = c.letters(text); o == nil {
			c.unknown(arg, text)
			return args
		}
		hasValue = value != ""
	}
	if o.value != "" && !o.attached && !hasValue && len(args) > 0 {
		value, hasValue, args = args[0], true, args[1:]
	}
	c.set(o, name, value, hasValue)
	return args
}

// letters handles flags of one letter written together, as in -vvDX=1, up to the last one in text
// or one that takes the rest as its value. It returns that option, or nil and the rest that it
// could not make anything of.
func (c *commandLine) letters(text string) (o *option, name, value, rest string) {
	for text != "" {
		n := len(text)
		for ; n > 0; n-- {
			if o = c.find(text[:n]); o != nil && (o.attached || o.letter) {
				break
			}
		}
		if n == 0 {
			break
		}
		name, rest = text[:n], text[n:]
		if rest == "" || o.attached {
			return o, name, rest, ""
		}
		if value, ok := strings.CutPrefix(rest, "="); ok {
			return o, name, value, ""
		}
		c.set(o, name, "", false)
		if c.showHelp {
			return o, name, "", ""
		}
		text = rest
	}
	return nil, "", "", text
}

// find returns the option of a name, or nil.
func (c *commandLine) find(name string) *option {
	i := slices.IndexFunc(c.known, func(o option) bool { return o.name == name })
	if i < 0 {
		return nil
	}
	return &c.known[i]
}

// set gives an option, which was called name, its value.
func (c *commandLine) set(o *option, name, value string, hasValue bool) {
	var complaint string
	switch {
	case o.value != "" && !hasValue:
		complaint = "requires a value!"
	case o.bare && hasValue:
		complaint = fmt.Sprintf("does not allow a value! '%s' specified.", value)
	default:
		complaint = o.set(c, value)
	}
	if complaint != "" {
		c.problem("for the %s option: %s", shown(name), complaint)
	}
}

// unknown reports an argument that is no option, and the option most like it.
func (c *commandLine) unknown(arg, text string) {
	c.problem("Unknown command line argument '%s'.  Try: '%s --help'", arg, c.tool)
	if nearest := c.nearestOption(text); nearest != "" {
		c.problem("Did you mean '%s'?", shown(nearest))
	}
}

// nearestOption returns the option with the smallest edit distance to text, which may have a value
// after `=`.
func (c *commandLine) nearestOption(text string) string {
	if text == "" {
		return ""
	}
	name, value, _ := strings.Cut(text, "=")
	nearest, best := "", -1
	for _, candidate := range c.suggested {
		written := name
		o := c.find(candidate)
		if o.bare {
			written = text
		}
		limit := len(written) + len(candidate) + 1
		if distance := editDistance([]byte(written), []byte(candidate), limit); best < 0 || distance < best {
			nearest, best = candidate, distance
			if value != "" && !o.bare {
				nearest += "=" + value
			}
		}
	}
	return nearest
}

// shown writes an option as messages call it.
func shown(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// expandResponseFiles replaces arguments @FILE by the words in FILE, if there is one. within are
// the files being expanded.
func expandResponseFiles(args, within []string) ([]string, error) {
	var all []string
	for _, arg := range args {
		name, ok := strings.CutPrefix(arg, "@")
		if !ok {
			all = append(all, arg)
			continue
		}
		path, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(path); err != nil {
			all = append(all, arg)
			continue
		}
		if slices.Contains(within, path) {
			return nil, fmt.Errorf("recursive expansion of: '%s'", path)
		}
		text, err := input.Text(0).ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("cannot not open file '%s': %s", path, reason(err))
		}
		text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
		words, err := expandResponseFiles(splitWords(string(text)), append(slices.Clip(within), path))
		if err != nil {
			return nil, err
		}
		all = append(all, words...)
	}
	return all, nil
}

// splitWords splits the text of FILECHECK_OPTS or of a response file at white space outside of
// quotes. A backslash takes the next byte literally, also within quotes of either kind; empty words
// are dropped.
func splitWords(s string) []string {
	var words []string
	var word []byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case strings.IndexByte(" \t\r\n", c) >= 0:
			if len(word) > 0 {
				words = append(words, string(word))
				word = word[:0]
			}
		case c == '\\' && i+1 < len(s):
			i++
			word = append(word, s[i])
		case c == '"' || c == '\'':
			for i++; i < len(s) && s[i] != c; i++ {
				if s[i] == '\\' && i+1 < len(s) {
					i++
				}
				word = append(word, s[i])
			}
		default:
			word = append(word, c)
		}
	}
	if len(word) > 0 {
		words = append(words, string(word))
	}
	return words
}
