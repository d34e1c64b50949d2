package shell

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// echo prints its arguments; -n leaves out the newline, -e interprets escapes.
func echo(st *stage) (int, *shellError) {
	if err := st.redirect(); err != nil {
		return 0, err
	}
	if st.in.file != nil || st.err.file != nil || st.mergesErrors {
		return 0, shellErrorf("stdin and stderr redirects not supported for %s", st.args[0])
	}
	text, failure := echoText(st.args[1:])
	if failure != nil {
		return 0, failure
	}
	st.out.capture = &st.stdout
	if _, err := io.WriteString(st.out.writer(), text); err != nil {
		return 0, &shellError{text: systemError(err, ""), unresolved: true}
	}
	return 0, nil
}

// echoText is what the builtin echo prints.
func echoText(args []string) (string, *shellError) {
	newline, escapes := "\n", false
	for len(args) > 0 && (args[0] == "-n" || args[0] == "-e") {
		if args[0] == "-n" {
			newline = ""
		} else {
			escapes = true
		}
		args = args[1:]
	}
	var out strings.Builder
	for i, arg := range args {
		if i > 0 {
			out.WriteByte(' ')
		}
		if escapes {
			var problem string
			if arg, problem = unescape(arg); problem != "" {
				return "", &shellError{text: "Error: 'echo -e': " + problem + ": " + args[i], unresolved: true}
			}
		}
		out.WriteString(arg)
	}
	return out.String() + newline, nil
}

// unescape is the unicode_escape decoder of Python, which takes other bytes than escapes for
// Latin-1. An escape that is none keeps its backslash.
func unescape(s string) (text, problem string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteRune(rune(s[i]))
			continue
		}
		if i++; i == len(s) {
			return "", `\ at end of string`
		}
		digits := 0 // of a number, with a letter before it if that many are needed
		switch c := s[i]; c {
		case '\n':
			continue
		case 'x':
			digits = 2
		case 'u':
			digits = 4
		case 'U':
			digits = 8
		case 'N':
			return "", `\N is not supported, write \uXXXX`
		case '0', '1', '2', '3', '4', '5', '6', '7':
			end := i
			for end < len(s) && end < i+3 && s[end] >= '0' && s[end] <= '7' {
				end++
			}
			value, _ := strconv.ParseUint(s[i:end], 8, 32)
			b.WriteRune(rune(value))
			i = end - 1
			continue
		default:
			if n := strings.IndexByte(`abfnrtv\'"`, c); n >= 0 {
				b.WriteByte("\a\b\f\n\r\t\v\\'\""[n])
			} else {
				b.WriteByte('\\')
				b.WriteRune(rune(c))
			}
			continue
		}
		end := min(i+1+digits, len(s))
		value, err := strconv.ParseUint(s[i+1:end], 16, 32)
		if err != nil || end-i-1 != digits {
			return "", `truncated \` + s[i:i+1] + strings.Repeat("X", digits) + " escape"
		}
		if value > utf8.MaxRune || !utf8.ValidRune(rune(value)) {
			return "", "illegal Unicode character"
		}
		b.WriteRune(rune(value))
		i = end - 1
	}
	return b.String(), ""
}

// systemEcho is the program echo of GNU, which lit calls in pipelines.
func systemEcho(c *call) int {
	args, newline, escapes := c.Args, "\n", false
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		for _, option := range args[0][1:] {
			switch option {
			case 'n':
				newline = ""
			default:
				escapes = option == 'e'
			}
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if escapes {
		var stopped bool
		if text, stopped = expandEscapes(text); stopped {
			newline = ""
		}
	}
	if _, err := io.WriteString(c.Stdout, text+newline); err != nil {
		return c.fail(1, "echo: write error: %s", systemError(err, ""))
	}
	return 0
}

// expandEscapes interprets the escapes of echo -e of GNU. The escape \c ends the text.
func expandEscapes(s string) (text string, stopped bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		start, end, base := i, i, 8
		switch c := s[i]; {
		case c == 'c':
			return b.String(), true
		case c == '0':
			start, end = i+1, i+4
		case c >= '1' && c <= '7':
			end = i + 3
		case c == 'x':
			start, end, base = i+1, i+3, 16
		default:
			if n := strings.IndexByte(`abefnrtv\`, c); n >= 0 {
				b.WriteByte("\a\b\x1b\f\n\r\t\v\\"[n])
			} else {
				b.WriteString(s[i-1 : i+1])
			}
			continue
		}
		last := start
		for last < min(end, len(s)) {
			if _, err := strconv.ParseUint(s[last:last+1], base, 8); err != nil {
				break
			}
			last++
		}
		value, err := strconv.ParseUint(s[start:last], base, 16)
		if err != nil && base == 16 {
			b.WriteString(`\x`)
			continue
		}
		b.WriteByte(byte(value))
		i = last - 1
	}
	return b.String(), false
}
