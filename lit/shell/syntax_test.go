package shell

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWords(t *testing.T) {
	tests := []struct {
		line string
		want []string // words and operators; glob words end in a space
		err  string
	}{
		{line: `a  b	c`, want: []string{"a", "b", "c"}},
		{line: `'a b' "c d"e'f'`, want: []string{"a b", "c def"}},
		{line: `"q\"r\\s\t\$"`, want: []string{`q"r\s\t$`}},
		{line: `'l\\m"'`, want: []string{`l\\m"`}},
		{line: `a\ b b\c \d`, want: []string{"a b", "bc", `\d`}},
		{line: `a\`, err: "column 2: a backslash at the end quotes nothing: write '\\' for the character"},
		{line: `''`, want: []string{""}},
		{line: `$HOME $(x)`, want: []string{"$HOME", "$(x)"}},
		{line: `*.c "*" a\*b [x]?`, want: []string{"*.c ", "*", "a*b", "[x]? "}},
		{line: `a|b||c&&d;e`, want: []string{"a", "op |", "b", "op ||", "c", "op &&", "d", "op ;", "e"}},
		{line: `a>b 2>c 2>>d e2>f &>g 2>&1`, want: []string{"a", "op >", "b", "op 2>", "c", "op 2>>", "d", "e2", "op >", "f", "op &>", "g", "op 2>&", "1"}},
		{line: `"2">b 12>c`, want: []string{"op 2>", "b", "op 12>", "c"}},
		{line: `02>b ""3>c`, want: []string{"op 2>", "b", "op 3>", "c"}},
		{line: `*\ a '*'? \*x "a"\b`, want: []string{"* a", "*? ", `\*x `, "ab"}},
		{line: "a\u00a0b\x1cc", want: []string{"a", "b", "c"}},
		{line: `a 'b`, err: "column 3: missing closing '"},
		{line: `a "b\"`, err: `column 3: missing closing "`},
		{line: `a*'?'`, err: "column 1: glob characters both inside and outside of quotes in one word"},
	}
	for _, test := range tests {
		tokens, err := (&lexer{line: test.line}).tokens()
		var got []string
		for _, token := range tokens {
			switch {
			case token.op != "" && token.fd != "":
				got = append(got, fmt.Sprint("op ", token.fd, token.op))
			case token.op != "":
				got = append(got, "op "+token.op)
			case token.word.Glob:
				got = append(got, token.word.Text+" ")
			default:
				got = append(got, token.word.Text)
			}
		}
		message := ""
		if err != nil {
			message, got = err.Error(), nil
		}
		if diff := cmp.Diff(test.want, got); diff != "" || message != test.err {
			t.Errorf("%s: error %q, want %q\n%s", test.line, message, test.err, diff)
		}
	}
}

func TestShellSyntaxErrors(t *testing.T) {
	for line, want := range map[string]string{
		"| a":     "column 1: syntax error near unexpected token '|'",
		"a |":     "column 4: empty command",
		"a && ":   "column 3: missing argument to operator '&&'",
		"a ; ; b": "column 5: syntax error near unexpected token ';'",
		"a >":     "column 3: syntax error near token '>'",
		"a > | b": "column 3: syntax error near token '>'",
		"> a":     "column 1: syntax error near unexpected token '>'",
		"a & b":   "column 3: unsupported shell operator: '&'",
	} {
		if _, err := Parse(line); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
	if s, err := Parse("  "); s != nil || err != nil {
		t.Errorf("blank line: %v, %v", s, err)
	}
}
