package config

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"github.com/tg-opt/tg/lit"
)

// checkError makes sure that an error is one of a file, at a place inside it.
func checkError(t *testing.T, err error, source string) {
	t.Helper()
	var positioned *Error
	if !errors.As(err, &positioned) {
		t.Fatalf("an error of another kind: %v", err)
	}
	lines := strings.Split(source, "\n")
	if positioned.Line < 0 || positioned.Line > len(lines) || positioned.Text == "" {
		t.Fatalf("%v in a text of %d lines", err, len(lines))
	}
	if positioned.Line > 0 && positioned.Col > len(lines[positioned.Line-1])+4 {
		t.Fatalf("%v in a line of %d bytes", err, len(lines[positioned.Line-1]))
	}
}

var bareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// FuzzTOML: no text makes the reader of tglit.toml panic or run away, and it knows where the keys
// are.
func FuzzTOML(f *testing.F) {
	f.Add("name = 'a'\nsuffixes = [ # c\n '.a', \"\"\"x\"\"\" ]\n[[feature]]\nname = 'f'\nwhen = {os = ['linux'], command = ['x']}\n")
	f.Add("[environment]\nA.'b c' = '${dir}${env.X:-y}'\n[params]\nb = ''\n[[substitution]]\npattern = 'p'\ntext = '$${'\n")
	f.Add("excludes = {add = ['a'], remove = []}\ntest_format = {name = 'ShTest'}\nparallelism_groups.a = 1\n")
	f.Fuzz(func(t *testing.T, source string) {
		s := &settings{file: "tglit.toml", format: &shFormat{}, environment: lit.DefaultEnvironment(nil), state: map[string]string{}}
		reader := &tomlReader{run: newRun()} // which has no time for commands, so that none starts
		if err := reader.apply(s, source, len(source)%5 == 0); err != nil {
			checkError(t, err, source)
		}
		var values map[string]any
		if _, err := toml.Decode(source, &values); err != nil || !utf8.ValidString(source) {
			return
		}
		places := tomlPlaces(strings.TrimPrefix(source, "\ufeff"))
		for key := range values {
			if bareKey.MatchString(key) && places[key] == (place{}) && places[key+"[0]"] == (place{}) &&
				!strings.Contains(source, key+".") && !strings.Contains(source, "\\") && !strings.Contains(source, " .") {
				t.Fatalf("the key %q is nowhere in %v", key, places)
			}
		}
	})
}
