package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// Why a rule has not joined follows from what canonicalize makes of it, its set and its evidence.
func TestWhyRulesHaveNotJoined(t *testing.T) {
	list, err := rule.Parse("f.rules", `set always
rule folded: abs(abs(?x)) => abs(?x) [exact] proved "so"
rule tested: atan2(?x, 1) => atan(?x) [exact]
rule rest: max(sigmoid(?x), erfc(?x)) => erfc(?x) [exact] proved "it is not so"
set for-search search
rule other: compare(?x, ?y) {direction = "ne"} <=> compare(?y, ?x) {direction = "ne"} [exact] proved "so"
`, rules.Lookup)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"canonicalize does it", "not proved", "seldom", "no op less"}
	for i, r := range list {
		got, err := notJoined(r)
		if err != nil {
			got = err.Error()
		}
		if got != want[i] {
			t.Errorf("%s: %q, want %q", r.Name, got, want[i])
		}
	}
}

// A file whose first line does not say how it was made cannot be made again.
func TestFilesSayHowTheyWereMade(t *testing.T) {
	dir := t.TempDir()
	const head = "// Rules found by tg-opt --discover='{ops=abs}'\n"
	for text, want := range map[string]string{
		head + "// 1 program\n\nrule r: abs(abs(?x)) => abs(?x) [exact]\n": "",
		"rule r: abs(abs(?x)) => abs(?x) [exact]\n":                        "does not say by which command",
		head + "rule r: abs(?y) => ?x [exact]\n":                           "?x",
	} {
		name := filepath.Join(dir, "f.rules")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		err := writeDiscovered(&b, name)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if err == nil && !strings.Contains(b.String(), "* 1 program\n\n| exact rule |") {
			t.Errorf("what is said in the file is not in\n%s", b.String())
		}
	}
}
