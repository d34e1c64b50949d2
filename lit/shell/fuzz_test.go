package shell

import (
	"reflect"
	"testing"
)

// FuzzParse makes sure that parsing ends, is deterministic, and that a list is printed as a line
// with the same meaning.
func FuzzParse(f *testing.F) {
	for _, line := range litCases {
		f.Add(line)
	}
	for _, line := range []string{"\x85", "a\xff*", "\u00a0'\u2003'*", `""*\ `, "9999999999999999999999>x", "a<>b", "*\x80?>&'2'"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		list, err := Parse(line)
		again, errAgain := Parse(line)
		if !reflect.DeepEqual(list, again) || !reflect.DeepEqual(err, errAgain) {
			t.Fatalf("%q: two results: %v, %v and %v, %v", line, list, err, again, errAgain)
		}
		if err != nil || list == nil {
			if err == nil != isBlank(line) {
				t.Fatalf("%q: %v, %v", line, list, err)
			}
			return
		}
		printed := list.String()
		again, err = Parse(printed)
		if err != nil || !reflect.DeepEqual(list, again) {
			t.Fatalf("%q, printed as %q: %v\n%#v\n%#v", line, printed, err, list, again)
		}
		for _, pipeline := range list.Pipelines {
			for _, c := range pipeline {
				for _, w := range c.Words {
					matchName([]rune(w.Text), []rune(line))
				}
			}
		}
	})
}

// FuzzEchoEscapes makes sure that no escape is out of bounds.
func FuzzEchoEscapes(f *testing.F) {
	for _, text := range []string{`a\nb\x41\101\u20ac\U0001f600\q\`, `\0101\x\c`, `\x4`, `\N{x}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		unescape(text)
		expandEscapes(text)
		brokenPrefix([]byte(text + "x"))
		decode([]byte(text))
		splitParts("f", text)
		repr(text)
	})
}
