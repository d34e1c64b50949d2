package filecheck

import (
	"fmt"
	"strings"
	"testing"
)

// fixedTemplate makes a template in which * is a gap.
func fixedTemplate(text string) template {
	var t template
	for i, part := range strings.Split(text, "*") {
		if i > 0 {
			t = append(t, templatePart{text: "{{.*}}", gap: true, regex: ".*"})
		}
		if part != "" {
			t = append(t, templatePart{text: part})
		}
	}
	return t
}

func TestCompareLine(t *testing.T) {
	for _, c := range []struct {
		template, line string
		cost           int
		shownAt        int // -1: no difference
		lineAt         int
	}{
		{"return %0", "  return %0 : i32", 0, -1, 11},
		{"return %0", "  return %1 : i32", 1, 8, 10},
		{"return %0", "  return  %0", 1, 6, 8},
		{"return %0", "  retrn %0", 1, 3, 5},
		{"tg.add *, %1", "%5 = tg.add %1234, %2", 1, 16, 20},
		{"*, %1", "%1234, %1", 0, -1, 9},
		{"a*b*c", "xaxxbyyd", 1, 14, 5},
		{"abc", "", 3, 0, 0},
		{"", "abc", 0, -1, 0},
	} {
		line := extent{2, 2 + len(c.line)}
		got := compareLine([]byte("z\n"+c.line+"\nz"), line, fixedTemplate(c.template), false)
		if c.shownAt < 0 {
			c.shownAt = len(fixedTemplate(c.template).String())
		}
		if got.cost != c.cost || got.shownAt != c.shownAt || got.lineAt != c.lineAt || got.line != line {
			t.Errorf("%q on %q: %+v, want %+v", c.template, c.line, got, c)
		}
	}
	if c := compareLine([]byte("HELLO"), extent{0, 5}, fixedTemplate("hello"), true); c.cost != 0 {
		t.Errorf("ignoring case: %+v", c)
	}
}

func TestNearestLine(t *testing.T) {
	const text = "first line\n  %1 = tg.add %2, %3\n%4 = tg.mul %2, %3\n%1 = tg.add %2, %3\nlast\n"
	for _, c := range []struct {
		template string
		region   extent
		line     int // 0: none
	}{
		{"%1 = tg.add %2, %4", extent{0, len(text)}, 2}, // the first of two
		{"%1 = tg.add %2, %4", extent{40, len(text)}, 4},
		{"%1 = tg.mul %2, %4", extent{0, len(text)}, 3},
		{"* = tg.mul *, %4", extent{0, len(text)}, 3},
		{"first lime", extent{0, len(text)}, 1},
		{"las", extent{0, len(text)}, 5},
		{"something else", extent{0, len(text)}, 0},
		{"*", extent{0, len(text)}, 0},
		{"first line", extent{11, 11}, 0},
	} {
		got, ok := nearestLine([]byte(text), c.region, fixedTemplate(c.template), false)
		line := 0
		if ok {
			line = 1 + strings.Count(text[:got.line.start], "\n")
		}
		if line != c.line {
			t.Errorf("%q: line %d, want %d", c.template, line, c.line)
		}
	}
}

// TestNearestLineBounds: long lines and templates are cut, and of many lines that are alike the
// first is taken.
func TestNearestLineBounds(t *testing.T) {
	long := strings.Repeat("abcdefgh", 10_000)
	got, ok := nearestLine([]byte(long+"\n"), extent{0, len(long)}, fixedTemplate(long+"x"), false)
	if !ok || got.cost != 0 {
		t.Errorf("long line: %+v", got)
	}
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, "%%%d = tg.add %%a, %%b\n", i)
	}
	got, ok = nearestLine([]byte(text.String()), extent{0, text.Len()}, fixedTemplate("* = tg.add %a, %c"), false)
	if !ok || got.line.start != 0 {
		t.Errorf("many lines: %+v", got)
	}
	// What a line has many times counts once.
	repeated := strings.Repeat(strings.Repeat("a", 50)+"\n", 50)
	all := repeated + "aaaa bbbb cccd"
	got, ok = nearestLine([]byte(all), extent{0, len(all)}, fixedTemplate("aaaa bbbb cccc"), false)
	if !ok || got.line.start != len(repeated) {
		t.Errorf("repeated text: %+v", got)
	}
	// Where the edit is does not matter, though it spoils more or less of what lines are chosen by.
	got, ok = nearestLine([]byte("abcd eXgh ijkl\nXbcd efgh ijkl\n"), extent{0, 29}, fixedTemplate("abcd efgh ijkl"), false)
	if !ok || got.line.start != 0 {
		t.Errorf("equal distance: %+v", got)
	}
}

func TestExcerpt(t *testing.T) {
	for _, c := range []struct {
		text          string
		at            int
		before, after string
	}{
		{"abcdef", 2, "ab", "cdef"},
		{"abc", 9, "abc", ""},
		{"a\tb\x01\xffü", 1, "a", " b??ü"},
		{strings.Repeat("x", 100) + strings.Repeat("y", 100), 100, "..." + strings.Repeat("x", 60), strings.Repeat("y", 60) + "..."},
	} {
		if before, after := excerpt(c.text, c.at); before != c.before || after != c.after {
			t.Errorf("%q at %d: %q, %q", c.text, c.at, before, after)
		}
	}
}
