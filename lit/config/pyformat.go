package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var percentItem = regexp.MustCompile(`^%(?:\((\w+)\))?([-0+ #]*)(\d{0,3})(?:\.(\d{1,3}))?([a-zA-Z%])`)

// percent is the operator % of texts.
func (e *evaluator) percent(at place, format string, operand value) (value, error) {
	arguments := []value{operand}
	if tuple, ok := operand.(*sequence); ok && tuple.tuple {
		arguments = tuple.items
	}
	named, _ := operand.(*table)
	var b strings.Builder
	used := 0
	for rest := format; rest != ""; {
		i := strings.IndexByte(rest, '%')
		if i < 0 {
			b.WriteString(rest)
			break
		}
		b.WriteString(rest[:i])
		m := percentItem.FindStringSubmatch(rest[i:])
		if m == nil {
			return nil, e.refuse(at, "this % in a format")
		}
		rest = rest[i+len(m[0]):]
		if m[5] == "%" {
			b.WriteByte('%')
			continue
		}
		var v value
		switch {
		case m[1] != "":
			if named == nil || named.set {
				return nil, e.errorf(at, "%%(%s) needs a dictionary after the %%", m[1])
			}
			var found bool
			if v, found = named.get(hashKeyOfText(m[1])); !found {
				return nil, e.errorf(at, "the dictionary has no key %s", repr(m[1]))
			}
			used = len(arguments)
		case used == len(arguments):
			return nil, e.errorf(at, "the format %s needs more than %d values", repr(format), len(arguments))
		default:
			v = arguments[used]
			used++
		}
		text, err := e.percentValue(at, m, v)
		if err != nil {
			return nil, err
		}
		b.WriteString(text)
		if err := e.checkText(at, b.Len()); err != nil {
			return nil, err
		}
	}
	if used < len(arguments) && (named == nil || named.set) {
		return nil, e.errorf(at, "the format %s needs %d values, not %d", repr(format), used, len(arguments))
	}
	return b.String(), nil
}

// percentValue formats one value; m is a match of percentItem.
func (e *evaluator) percentValue(at place, m []string, v value) (string, error) {
	flags, width, precision, verb := m[2], m[3], m[4], m[5]
	if precision != "" {
		precision = "." + precision
	}
	switch verb {
	case "s", "r":
		text := displayText(v)
		if verb == "r" {
			text = repr(v)
		}
		return fmt.Sprintf("%"+strings.Trim(flags, "0+ #")+width+precision+"s", text), nil
	case "d", "i", "x", "X", "o":
		if b, ok := v.(bool); ok {
			v = map[bool]int64{true: 1}[b]
		}
		n, ok := v.(int64)
		if !ok {
			return "", e.errorf(at, "%%%s needs an integer, not a %s", verb, typeName(v))
		}
		if strings.Contains(flags, "#") || precision != "" {
			return "", e.refuse(at, "the format %"+flags+precision+verb)
		}
		if verb == "i" {
			verb = "d"
		}
		return fmt.Sprintf("%"+flags+width+verb, n), nil
	}
	return "", e.refuse(at, "the format %"+verb)
}

var braceItem = regexp.MustCompile(`^\{(\w*)(![sr])?\}`)

// formatText is str.format, with fields that are positions or names.
func formatText(e *evaluator, self value, c *arguments) (value, error) {
	var b strings.Builder
	automatic := 0
	for rest := self.(string); rest != ""; {
		switch i := strings.IndexAny(rest, "{}"); {
		case i < 0:
			b.WriteString(rest)
			rest = ""
		case strings.HasPrefix(rest[i:], "{{"), strings.HasPrefix(rest[i:], "}}"):
			b.WriteString(rest[:i+1])
			rest = rest[i+2:]
		case rest[i] == '}':
			return nil, e.errorf(c.place, "a '}' in a format must be doubled")
		default:
			b.WriteString(rest[:i])
			m := braceItem.FindStringSubmatch(rest[i:])
			if m == nil {
				return nil, e.refuse(c.place, "a field with a format or an index in str.format")
			}
			v, err := c.field(e, m[1], &automatic)
			if err != nil {
				return nil, err
			}
			if m[2] == "!r" {
				v = repr(v)
			}
			b.WriteString(displayText(v))
			rest = rest[i+len(m[0]):]
		}
		if err := e.checkText(c.place, b.Len()); err != nil {
			return nil, err
		}
	}
	return b.String(), nil
}

// field finds the argument of a field of str.format.
func (c *arguments) field(e *evaluator, name string, automatic *int) (value, error) {
	n := *automatic
	switch {
	case name == "" && n < 0, name != "" && isDigit(name[0]) && n > 0:
		return nil, e.errorf(c.place, "numbered and unnumbered fields cannot be mixed in a format")
	case name == "":
		*automatic++
	case isDigit(name[0]):
		var err error
		if n, err = strconv.Atoi(name); err != nil {
			return nil, e.errorf(c.place, "the field {%s} has no argument", name)
		}
		*automatic = -1
	default:
		for _, a := range c.named {
			if a.name == name {
				return a.value, nil
			}
		}
		return nil, e.errorf(c.place, "the field {%s} has no argument", name)
	}
	if n >= len(c.positional) {
		return nil, e.errorf(c.place, "the format has more fields than there are arguments (%d)", len(c.positional))
	}
	return c.positional[n], nil
}
