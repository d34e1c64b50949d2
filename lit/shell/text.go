package shell

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"
)

// The functions in this file treat text as Python does, because the transcript of lit shows what
// Python makes of the bytes that programs write.

// isSpace is str.isspace of Python for one character.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// isBlank reports whether a text is nothing but space.
func isBlank(s string) bool { return strings.TrimFunc(s, isSpace) == "" }

// decode makes valid UTF-8 of bytes: every longest start of a character that does not go on becomes
// one U+FFFD.
func decode(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var out strings.Builder
	for len(b) > 0 {
		if r, size := utf8.DecodeRune(b); r != utf8.RuneError || size > 1 {
			out.Write(b[:size])
			b = b[size:]
			continue
		}
		out.WriteRune(utf8.RuneError)
		b = b[brokenPrefix(b):]
	}
	return out.String()
}

// brokenPrefix is the length of the longest start of a character that b begins with, at least 1.
func brokenPrefix(b []byte) int {
	lead := b[0]
	want, low, high := 0, byte(0x80), byte(0xBF) // what the second byte may be
	switch {
	case lead >= 0xC2 && lead <= 0xDF:
		want = 2
	case lead >= 0xE0 && lead <= 0xEF:
		want = 3
		if lead == 0xE0 {
			low = 0xA0
		} else if lead == 0xED {
			high = 0x9F
		}
	case lead >= 0xF0 && lead <= 0xF4:
		want = 4
		if lead == 0xF0 {
			low = 0x90
		} else if lead == 0xF4 {
			high = 0x8F
		}
	}
	n := 1
	for n < want && n < len(b) && b[n] >= low && b[n] <= high {
		n, low, high = n+1, 0x80, 0xBF
	}
	return n
}

var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// universalNewlines turns all line ends to \n.
func universalNewlines(s string) string {
	if !strings.Contains(s, "\r") {
		return s
	}
	return newlines.Replace(s)
}

// splitLines is str.splitlines.
func splitLines(s string) []string {
	var lines []string
	start := 0
	for i := 0; i < len(s); {
		if c := s[i]; c > 0x1e && c < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError || !strings.ContainsRune("\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029", r) {
			i += size
			continue
		}
		lines = append(lines, s[start:i])
		if i += size; r == '\r' && i < len(s) && s[i] == '\n' {
			i++
		}
		start = i
	}
	if start < len(s) {
		lines = append(lines, s[start:])
	}
	return lines
}

// quote quotes a word so that a shell reads it back, as shlex.quote.
func quote(s string) string {
	unsafe := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r < 128 && strings.ContainsRune("_@%+=:,./-", r))
	}
	if s != "" && !strings.ContainsFunc(s, unsafe) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'"
}

// repr is the text as a Python literal.
func repr(s string) string {
	delimiter := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		delimiter = '"'
	}
	out := []byte{delimiter}
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == rune(delimiter) || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\r':
			out = append(out, `\r`...)
		case r == '\t':
			out = append(out, `\t`...)
		case r == utf8.RuneError && size == 1:
			out = fmt.Appendf(out, `\udc%02x`, s[i])
		case strconv.IsPrint(r):
			out = append(out, s[i:i+size]...)
		case r < 0x100:
			out = fmt.Appendf(out, `\x%02x`, r)
		case r < 0x10000:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = fmt.Appendf(out, `\U%08x`, r)
		}
		i += size
	}
	return string(append(out, delimiter))
}

// systemError is the text of an error of the operating system as str(OSError) shows it. The path is
// the one of the error unless it is given.
func systemError(err error, path string) string {
	var errno syscall.Errno
	var pathError *fs.PathError
	var linkError *os.LinkError
	var callError *os.SyscallError
	if path == "" && errors.As(err, &pathError) {
		path = pathError.Path
	}
	if !errors.As(err, &errno) || errors.As(err, &linkError) || errors.As(err, &callError) && path == "" {
		return err.Error()
	}
	text := fmt.Sprintf("[Errno %d] %s", int(errno), strerror(errno))
	if path != "" {
		text += ": " + repr(path)
	}
	return text
}

// strerror is the text of an error of the operating system alone, as the C library spells it.
func strerror(err error) string {
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		return err.Error()
	}
	text := errno.Error()
	return strings.ToUpper(text[:1]) + text[1:]
}
