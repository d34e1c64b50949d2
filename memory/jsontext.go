package memory

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
)

// fileError is an error of a text at an offset, with the line and column, in
// bytes and from 1 on, as editors count them.
func fileError(name string, text []byte, at int, format string, args ...any) error {
	before := text[:min(at, len(text))]
	line := bytes.Count(before, []byte("\n")) + 1
	col := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Errorf("%s:%d:%d: error: %s", name, line, col, fmt.Sprintf(format, args...))
}

// jsonText is JSON that is read by what is expected next. The decoders of the
// standard library do not say where a value is that has the right type and is
// wrong, drop one of two equal keys, and mend strings that are not UTF-8.
type jsonText struct {
	name string
	text []byte
	at   int // where the next value or sign begins, once space has been called
}

// shortened is a piece of a text for a message.
func shortened[T string | []byte](piece T) string {
	const most = 40
	if len(piece) <= most {
		return string(piece)
	}
	return strings.ToValidUTF8(string(piece[:most]), "") + "..."
}

func (r *jsonText) fail(at int, format string, args ...any) error {
	return fileError(r.name, r.text, at, format, args...)
}

// space goes to what comes next, and is 0 at the end of the text.
func (r *jsonText) space() byte {
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// found names what comes next.
func (r *jsonText) found() string {
	c := r.space()
	switch {
	case r.at == len(r.text):
		return "the end of the text"
	case c == '{':
		return "an object"
	case c == '[':
		return "a list"
	case c == '"':
		return "a string"
	case numeric(c):
		return "the number " + shortened(r.numeral())
	case 'a' <= c && c <= 'z':
		end := r.at
		for end < len(r.text) && end < r.at+20 && 'a' <= r.text[end] && r.text[end] <= 'z' {
			end++
		}
		return "'" + string(r.text[r.at:end]) + "'"
	}
	first := []rune(string(r.text[r.at:min(r.at+4, len(r.text))]))[0]
	return strconv.QuoteRune(first)
}

// items reads what is between two signs, with commas between items.
func (r *jsonText) items(open, end byte, what string, item func() error) error {
	if r.space() != open {
		kind := "a list"
		if open == '{' {
			kind = "an object"
		}
		return r.fail(r.at, "expected %s: %s; found %s", kind, what, r.found())
	}
	begin := r.at
	r.at++
	if r.space() == end {
		r.at++
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		switch c := r.space(); {
		case c == ',':
			r.at++
			if r.space() == end {
				return r.fail(r.at, "'%c' behind a comma; the comma before it must go", end)
			}
		case c == end:
			r.at++
			return nil
		case r.at == len(r.text):
			return r.fail(r.at, "the text ends, and '%c' of line %d is still to be closed by '%c'",
				open, bytes.Count(r.text[:begin], []byte("\n"))+1, end)
		default:
			return r.fail(r.at, "expected ',' or '%c', but found %s", end, r.found())
		}
	}
}

// list reads [...].
func (r *jsonText) list(what string, item func() error) error { return r.items('[', ']', what, item) }

// object reads {...} with some of the keys, the first needed of them all, each
// once, and calls value before each value with its key.
func (r *jsonText) object(what string, keys []string, needed int, value func(key string) error) error {
	var seen uint64
	begin := r.at
	if r.space() == '{' {
		begin = r.at
	}
	err := r.items('{', '}', what, func() error {
		if r.space() != '"' {
			return r.fail(r.at, "expected a key in double quotes, but found %s", r.found())
		}
		at := r.at
		key, err := r.str("a key")
		if err != nil {
			return err
		}
		k := 0
		for k < len(keys) && keys[k] != key {
			k++
		}
		if k == len(keys) {
			return r.fail(at, "'%s' is no key of %s%s", shortened(key), what, spelling.Among(key, keys))
		}
		if seen>>k&1 != 0 {
			return r.fail(at, "'%s' is given twice", key)
		}
		seen |= 1 << k
		if r.space() != ':' {
			return r.fail(r.at, "expected ':' behind the key '%s', but found %s", key, r.found())
		}
		r.at++
		return value(key)
	})
	for k := 0; err == nil && k < needed; k++ {
		if seen>>k&1 == 0 {
			err = r.fail(begin, "%s has no '%s', which it needs", what, keys[k])
		}
	}
	return err
}

// str reads "...".
func (r *jsonText) str(what string) (string, error) {
	if r.space() != '"' {
		return "", r.fail(r.at, "expected a string, %s, but found %s", what, r.found())
	}
	begin := r.at
	for r.at++; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '\\':
			r.at++
		case c < ' ':
			return "", r.fail(r.at, "the control character %#02x in a string; write it as \\u%04x", c, c)
		case c == '"':
			r.at++
			raw, text := r.text[begin:r.at], ""
			if bytes.IndexByte(raw, '\\') < 0 {
				return string(raw[1 : len(raw)-1]), nil
			}
			if err := json.Unmarshal(raw, &text); err != nil {
				return "", r.fail(begin, "the string has an escape that JSON does not have: %v", err)
			}
			return text, nil
		}
	}
	return "", r.fail(begin, "the string is not closed by '\"'")
}

// boolean reads true or false.
func (r *jsonText) boolean(what string) (bool, error) {
	r.space()
	for _, word := range []string{"true", "false"} {
		if bytes.HasPrefix(r.text[r.at:], []byte(word)) {
			r.at += len(word)
			return word == "true", nil
		}
	}
	return false, r.fail(r.at, "expected true or false, %s, but found %s", what, r.found())
}

func numeric(c byte) bool {
	return '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.'
}

// numeral is the number that comes next, in JSON's form or not.
func (r *jsonText) numeral() []byte {
	end := r.at
	for end < len(r.text) && (numeric(r.text[end]) || r.text[end]|0x20 == 'e') {
		end++
	}
	return r.text[r.at:end]
}

// integer reads an integer of at least 0.
func (r *jsonText) integer(what string) (int64, error) {
	if !numeric(r.space()) {
		return 0, r.fail(r.at, "expected an integer, %s, but found %s", what, r.found())
	}
	digits := r.numeral()
	v, err := strconv.ParseInt(string(digits), 10, 64)
	shown := shortened(digits)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, r.fail(r.at, "%s is %s; it must be an integer from 0 to %d", what, shown, int64(math.MaxInt64))
	case err != nil && bytes.ContainsAny(digits, ".eE"):
		return 0, r.fail(r.at, "%s is %s; it must be an integer, written in digits only", what, shown)
	case err != nil || digits[0] == '+' || len(digits) > 1 && digits[0] == '0':
		return 0, r.fail(r.at, "%s is not a number in JSON's form; it must be an integer such as 1024", shown)
	case digits[0] == '-':
		return 0, r.fail(r.at, "%s is %s; it must be at least 0", what, shown)
	}
	r.at += len(digits)
	return v, nil
}
