package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// What a rule states stands in its line, and behind it why it is believed, if somebody says so.
func TestLinesOfRules(t *testing.T) {
	list, err := rule.Parse("my.rules", `rule plain: neg(neg(?x)) => ?x [exact] where float(?x) // a comment
rule proved: abs(abs(?x))
  => abs(?x) [real, integers] // another one
  proved by plain origin "a | b // no comment"
`, rules.Lookup)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	writeRules(&b, list)
	for _, want := range []string{
		"| `plain` | exact | `neg(neg(?x)) => ?x where float(?x)` |\n",
		"| `proved` | real, integers | `abs(abs(?x)) => abs(?x)` proved by plain; origin: a \\| b // no comment |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no line %s in\n%s", want, b.String())
		}
	}
}
