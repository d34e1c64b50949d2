package shell

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestIntercept(t *testing.T) {
	var seen []string
	config := Config{
		Dir: t.TempDir(),
		Env: []string{"A=1"},
		Tools: []Tool{{Name: "tool", Main: func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
			fmt.Fprintln(stdout, "from the tool")
			return 0
		}}},
		Intercept: func(c *Upcoming) func(io.Reader, io.Writer, io.Writer) int {
			seen = append(seen, fmt.Sprintf("%s %q %t %t", c.At, c.Args, c.Negated, slices.Contains(c.Env, "A=1")))
			if c.Args[0] != "absent" {
				return nil
			}
			return func(stdin io.Reader, stdout, _ io.Writer) int {
				data, _ := io.ReadAll(stdin)
				seen = append(seen, string(data))
				return 1
			}
		},
	}
	outcome := Run(context.Background(), config, []Line{{"first", "tool x | not absent 'a b'"}, {"second", "! not absent"}})
	if outcome.Status != 1 {
		t.Errorf("status %d\n%s", outcome.Status, outcome.Log)
	}
	want := []string{
		`first ["tool" "x"] false true`, `first ["absent" "a b"] true true`, "from the tool\n", `second ["absent"] false true`, "",
	}
	if !slices.Equal(seen, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(seen, "\n"), strings.Join(want, "\n"))
	}
}

func TestUnifiedDiff(t *testing.T) {
	tests := []struct{ a, b, want string }{
		{"a\n", "a\n", ""},
		{"a\nb\nc\n", "a\nx\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"},
		{"1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\n6\n7\n", "@@ -4,3 +4,4 @@\n 4\n 5\n 6\n+7\n"},
		{"", "a\n", "@@ -0,0 +1 @@\n+a\n"},
	}
	for _, tt := range tests {
		if got := UnifiedDiff(tt.a, tt.b); got != tt.want {
			t.Errorf("%q, %q:\n%swant:\n%s", tt.a, tt.b, got, tt.want)
		}
	}
	if got := UnifiedDiff("a", "a\n"); !strings.Contains(got, "\\ No newline at end of file") {
		t.Errorf("without a newline at the end:\n%s", got)
	}
}
