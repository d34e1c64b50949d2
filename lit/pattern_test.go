package lit

import (
	"strings"
	"testing"
)

func TestPattern(t *testing.T) {
	for _, test := range []struct{ pattern, text, want string }{
		{"a+", "caat", "c<X>t"},
		{`\bopt\b`, "opt topt opt-x", "<X> topt <X>-x"},
		{`(?<!-)\bopt\b`, "opt -opt x-opt opt", "<X> -opt x-opt <X>"},
		{`(?<!\.|-|\^|/|<)\bFileCheck\b(?!-|\.)`, "FileCheck %FileCheck FileCheck-22 /FileCheck <FileCheck", "<X> %<X> FileCheck-22 /FileCheck <FileCheck"},
		{`(?<=%)t(?=\.)`, "t %t %t.o", "t %t %<X>.o"},
		{`(?<![)])x(?![(\]])`, ")x x( x x]", ")x x( <X> x]"},
		{`(?<!a)(?<!b)c(?!d)(?!e)`, "c ac bc cd ce cf", "<X> ac bc cd ce <X>f"},
		{`(?:a|b)(?!c)`, "ac bc ad", "ac bc <X>d"},
		{`[|]x(?!a)`, "|xa |x", "|xa <X>"},
		{`[^]|]x(?!a)`, "-xa |x -x", "-xa |x <X>"},
		{`x(?!\))`, "x) x", "x) <X>"},
	} {
		p, err := CompilePattern("", test.pattern)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		if got := p.Replace(test.text, "<X>"); got != test.want {
			t.Errorf("%s: %s, want %s", test.pattern, got, test.want)
		}
		if got, want := p.MatchString(test.text), test.text != test.want; got != want {
			t.Errorf("%s: MatchString(%s) = %v", test.pattern, test.text, got)
		}
	}
	for pattern, want := range map[string]string{
		"(":           "missing closing )",
		"(?<!a":       "missing closing )",
		"a(?!b":       "invalid or unsupported Perl syntax",
		"(?<!(a)b":    "missing closing )",
		"(?<!*)a":     "missing argument to repetition operator",
		"a(?!*)":      "missing argument to repetition operator",
		"a(?=b)c":     "invalid or unsupported Perl syntax",
		"(?<!a)b|c":   "alternatives next to (?...) need a group of their own",
		"b|(c)(?!a)":  "alternatives next to (?...) need a group of their own",
		`[|](?!a)|\|`: "invalid or unsupported Perl syntax",
	} {
		if _, err := CompilePattern("", pattern); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", pattern, err, want)
		}
	}
	p, err := CompilePattern("(?i)", "(?<!x)A(?!b)")
	if err != nil || !p.MatchString("1a") || p.MatchString("Xa") || p.MatchString("aB") {
		t.Error("flags do not hold for all parts:", err)
	}
}
