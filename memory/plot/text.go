package plot

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// byteUnits are the units of bytes, each 1024 of the one before it.
var byteUnits = [...]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// byteUnit is the number of the largest unit of which n is at least one.
func byteUnit(n uint64) int {
	return max(bits.Len64(n)-1, 0) / 10
}

// bytesText is a size with three digits and its unit, as reports have it.
func bytesText(n int64) string {
	unit := byteUnit(uint64(n))
	v := float64(n) / float64(uint64(1)<<(10*unit))
	if v >= 1024*(1-5e-4) {
		v, unit = v/1024, unit+1
	}
	digits := strconv.FormatFloat(v, 'g', 3, 64)
	if v >= 999.5 {
		digits = strconv.FormatFloat(v, 'f', 0, 64)
	}
	return digits + " " + byteUnits[unit]
}

// grouped is a number with a comma before each three digits.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// plural is a number and what it counts.
func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return grouped(int64(n)) + " " + what
}

// glyph is about how wide a character of a font of size 1 is in the widest of
// the usual sans-serif fonts. No font is at hand to measure.
func glyph(r rune) float64 {
	switch {
	case strings.ContainsRune("ijl.,:;'|! ()[]IftrJ/-", r):
		return 0.42
	case strings.ContainsRune("mwMWGOQ%@+<>=#~_", r):
		return 0.9
	case unicode.IsUpper(r):
		return 0.72
	case unicode.Is(unicode.Mn, r):
		return 0
	case r >= 0x1100:
		return 1
	}
	return 0.63
}

// textWidth is about the width of a text of a size, in pixels.
func textWidth(s string, size float64) float64 {
	sum := 0.0
	for _, r := range s {
		sum += glyph(r)
	}
	return float64(sum * size)
}

// clip is a text that is no wider than a number of pixels: itself, or its start
// and an ellipsis, or nothing where not even three characters of it fit.
func clip(s string, size, width float64) string {
	sum, end, count := float64(glyph('…')*size), 0, 0
	if s == "" || sum > width {
		return ""
	}
	full := 0.0
	for i, r := range s {
		w := float64(glyph(r) * size)
		if full += w; sum+w <= width {
			sum, end, count = sum+w, i+utf8.RuneLen(r), count+1
		} else if full > width {
			if count < 3 {
				return ""
			}
			return strings.TrimRight(s[:end], " ") + "…"
		}
	}
	if full > width {
		return ""
	}
	return s
}

// clipRunes is a text of at most n characters.
func clipRunes(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i] + "…"
		}
	}
	return s
}

// printable is a text in which each character shows, on one line: what is no
// character, or one that steers the text around it, becomes U+FFFD.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Bidi_Control, r), unicode.Is(unicode.Noncharacter_Code_Point, r),
			r == '\u2028', r == '\u2029':
			return utf8.RuneError
		}
		return r
	}, s)
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escape is a printable text as XML writes it.
func escape(s string) string { return escaper.Replace(printable(s)) }

// escapeLines is escape for texts of several lines.
func escapeLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = escape(lines[i])
	}
	return strings.Join(lines, "\n")
}
