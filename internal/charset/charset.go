// Package charset names the encodings of texts that are not plain UTF-8, which
// editors write and nobody sees.
package charset

import "strings"

// Window is how much of the start of a text Fault looks at.
const Window = 4

// Fault says what is wrong with how a text is encoded: a byte order mark, or
// UTF-16. It is "" where nothing is.
func Fault(text string) string {
	if strings.HasPrefix(text, "\xef\xbb\xbf") {
		return "the text starts with the byte order mark of UTF-8 (EF BB BF); save it without one"
	}
	return UTF16(text)
}

// UTF16 is Fault for texts that may start with the byte order mark of UTF-8.
func UTF16(text string) string {
	const advice = "; save it as UTF-8"
	switch {
	case strings.HasPrefix(text, "\xff\xfe"):
		return "the text is UTF-16, little-endian (it starts with the byte order mark FF FE)" + advice
	case strings.HasPrefix(text, "\xfe\xff"):
		return "the text is UTF-16, big-endian (it starts with the byte order mark FE FF)" + advice
	case len(text) < 4:
	case text[0] != 0 && text[1] == 0 && text[2] != 0 && text[3] == 0:
		return "the text is UTF-16, little-endian (every second byte is zero)" + advice
	case text[0] == 0 && text[1] != 0 && text[2] == 0 && text[3] != 0:
		return "the text is UTF-16, big-endian (every second byte is zero)" + advice
	}
	return ""
}
