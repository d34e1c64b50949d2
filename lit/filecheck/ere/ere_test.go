package ere

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var findCases = []struct {
	expr, text string
	want       []int // start and end of the match and the groups; -1 for an unset group; nil for no match
}{
	{"a", "ba", []int{1, 2}},
	{"a", "b", nil},
	{"a*", "baa", []int{0, 0}},
	// Leftmost, then longest.
	{"a|ab|abc", "xabcd", []int{1, 4}},
	{"abcd|c", "abcd", []int{0, 4}},
	{"bc|abcx|c", "abcd", []int{1, 3}},
	{"(a|ab)(c|bcd)(d*)", "abcd", []int{0, 4, 0, 2, 2, 3, 3, 4}},
	{"(a|ab)(bcd|c)(d*)", "abcd", []int{0, 4, 0, 2, 2, 3, 3, 4}},
	{"(a*)(ab)*(b*)", "abb", []int{0, 3, 0, 1, -1, -1, 1, 3}},
	{"x(a?)b?", "xab", []int{0, 3, 1, 2}},
	// Group boundaries do not change who takes the most.
	{"(a?(ab)?)b?", "ab", []int{0, 2, 0, 1, -1, -1}},
	// Loops report their last iteration.
	{"(a|b)*", "abab", []int{0, 4, 3, 4}},
	{"(ab|a)(bc)?", "abc", []int{0, 3, 0, 1, 1, 3}},
	{"((a)|b)*", "ab", []int{0, 2, 1, 2, -1, -1}},
	{"((a)|(b)){2}", "ab", []int{0, 2, 1, 2, 0, 1, 1, 2}},
	{"(a*)+", "aa", []int{0, 2, 2, 2}},
	{"(a+)(a+)", "aaaa", []int{0, 4, 0, 3, 3, 4}},
	{"(a{1,2})(a{1,2})(a{1,2})", "aaaa", []int{0, 4, 0, 2, 2, 3, 3, 4}},
	{"(a?){3}", "aa", []int{0, 2, 2, 2}},
	{"()a", "a", []int{0, 1, 0, 0}},
	// Lines.
	{".*", "ab\ncd", []int{0, 2}},
	{"b.c", "ab\ncd", nil},
	{"[^x]+", "ab\ncd", []int{0, 2}},
	{"[[:space:]]", "ab\ncd", []int{2, 3}},
	{"^c", "ab\ncd", []int{3, 4}},
	{"b$", "ab\ncd", []int{1, 2}},
	{"^$", "ab\n\ncd", []int{3, 3}},
	{"$", "ab", []int{2, 2}},
	{"^", "", []int{0, 0}},
	{"(\n$)", "a\n\nb", []int{1, 2, 1, 2}},
	{"a^b", "a\nb", nil},
	{"a\n^b", "a\nb", []int{0, 3}},
	{"$\n", "a\nb", []int{1, 2}},
	// Words.
	{"[[:<:]]in[[:>:]]", "bin in", []int{4, 6}},
	{"[[:<:]]in", "_in", nil},
	{"in[[:>:]]", "in2 in", []int{4, 6}},
	// Assertions of one place are passed in rounds: line ends first, then one word boundary.
	{"[[:>:]]$", "a b", nil},
	{"$[[:>:]]", "a b", []int{3, 3}},
	{"([[:>:]]){2}b", "ab b", nil},
	{"a($){2}", "a", nil},
	{"a$$", "a", []int{0, 1}},
	{"^^a", "a", []int{0, 1}},
	{"(^){2}a", "a", nil},
	// A state that says nothing of where the match began makes Spencer's engine forget it.
	{"(b*|c)ax", "cax", []int{1, 3, 1, 1}},
	{"(c|b*)ax", "cax", []int{0, 3, 0, 1}},
	// Escapes and literals.
	{`\d\.\\\n`, `xd.\n`, []int{1, 5}},
	{`a{,2}`, "a{,2}", []int{0, 5}},
	{`{a`, "{a", []int{0, 2}},
	{"a{0,1}b{2}", "aabbb", []int{1, 4}},
	{"a{2,}", "aaaa", []int{0, 4}},
	// Brackets.
	{"[]a]+", "x]a]", []int{1, 4}},
	{"[^]a]", "]ab", []int{2, 3}},
	{"[a-c-]+", "x-b-", []int{1, 4}},
	{"[-a]+", "x-a", []int{1, 3}},
	{"[+--]+", "a+,-.", []int{1, 4}},
	{"[[.-.]a]+", "x-a", []int{1, 3}},
	{"[[.hyphen.][=b=]]+", "x-b", []int{1, 3}},
	{"[[.space.]-[.slash.]]+", "a !/0", []int{1, 4}},
	{"[[:digit:][:upper:]_]+", "aB3_c", []int{1, 4}},
	{"[[:punct:]]+", "a!~ ", []int{1, 3}},
	{"[[:xdigit:]]+", "xaF0g", []int{1, 4}},
	{`[\n]+`, `a\n`, []int{1, 3}},
	// Bytes.
	{".", "\xff", []int{0, 1}},
	{"é", "aé", []int{1, 3}},
	{"[\x80-\xff]+", "a\x80\xfe", []int{1, 3}},
	{"a.c", "a\x00c", []int{0, 3}},
	// Back-references.
	{`(a*)b\1`, "aabaa", []int{0, 5, 0, 2}},
	{`(a*)b\1`, "aaba", []int{1, 4, 1, 2}},
	{`(a|b)\1`, "abb", []int{1, 3, 1, 2}},
	{`([ab])([ab])\2\1`, "aabba", []int{1, 5, 1, 2, 2, 3}},
	{`((a)|b)*\2`, "aba", []int{0, 3, 1, 2, 0, 1}}, // a group keeps its text through later iterations
	{`(a)*\1`, "b", nil},
	{`(.*)-\1$`, "ab-b", []int{1, 4, 1, 2}},
	{`(a)(b)?\1`, "aba", []int{0, 3, 0, 1, 1, 2}},
	{`^(.)(.).?\2\1$`, "x\nabcba\n", []int{2, 7, 2, 3, 3, 4}},
}

// findSpan is Find without groups.
func (re *Regexp) findSpan(text []byte) (span Span, ok bool, err error) {
	spans, err := re.Find(text, false, nil)
	if spans == nil {
		return Span{-1, -1}, false, err
	}
	return spans[0], true, nil
}

func TestFind(t *testing.T) {
	for _, test := range findCases {
		re, err := Compile(test.expr, 0)
		if err != nil {
			t.Errorf("%s: %v", test.expr, err)
			continue
		}
		spans, err := re.Find([]byte(test.text), true, nil)
		var got []int
		for _, s := range spans {
			got = append(got, s.Start, s.End)
		}
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%s in %q: %v\n%s", test.expr, test.text, err, diff)
		}
		span, ok, err := re.findSpan([]byte(test.text))
		if err != nil || ok != (test.want != nil) || ok && span != (Span{test.want[0], test.want[1]}) {
			t.Errorf("findSpan %s in %q: %v %v %v", test.expr, test.text, span, ok, err)
		}
	}
}

// TestBigProgram: only small programs pass one assertion of a place at a time.
func TestBigProgram(t *testing.T) {
	for _, test := range []struct {
		literals int
		want     bool
	}{{5, false}, {7, false}, {8, true}} {
		text := strings.Repeat("a", test.literals)
		re, err := Compile("(^){2}"+text+strings.Repeat("(b?)", 7), 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok, _ := re.findSpan([]byte(text)); ok != test.want {
			t.Errorf("%d instructions: %v", spencerSize(re.prog.tree)+2, ok)
		}
	}
}

func TestIgnoreCase(t *testing.T) {
	for _, test := range []struct {
		expr, text string
		want       bool
	}{
		{"aBc", "AbC", true}, {"[a-c]x", "BX", true}, {"[^a]", "A", false}, {"é", "É", false}, {`(a)\1`, "aA", false}, {`(a)\1`, "AA", true}, {"1_", "1_", true},
	} {
		re, err := Compile(test.expr, IgnoreCase)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok, _ := re.findSpan([]byte(test.text)); ok != test.want {
			t.Errorf("%s in %s: %v", test.expr, test.text, ok)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for expr, want := range map[string]string{
		"": errEmpty, "(": errParen, "(a": errParen, "a)": errParen, "a|": errEmpty, "|a": errEmpty, "a||b": errEmpty, "(|a)": errEmpty, "(a|)": errEmpty,
		"*": errRepeat, "+a": errRepeat, "a**": errRepeat, "a*?": errRepeat, "a+{2}": errRepeat, "^*": errRepeat, "(*a)": errRepeat, "{1}": errRepeat, "a|*b": errRepeat,
		"a{2,1}": errCount, "a{256}": errCount, "a{1x}": errCount, "a{1,2": errBrace, "a{1": errBrace, "a{1,256}": errCount, "a{99999999999999999999}": errCount,
		"[": errBracket, "[a": errBracket, "[]": errBracket, "[^]": errBracket, "[[:alpha:": errClass, "[[:alpha": errBracket, "[[:foo:]]": errClass, "[[:]]": errClass,
		"[b-a]": errRange, "[a-\xff]": errRange, "[a-c-e]": errRange, "[a--]": errRange, "[[.foo.]]": errCollate, "[[=ab=]]": errCollate, "[[=-=]]": errCollate, "[[.a]": errBracket,
		`a\`: errEscape, `\1`: errBackref, `(a\1)`: errBackref, `(a)\2`: errBackref, `\9`: errBackref,
		"((((a{255}){255}){255}){255})": errSpace, strings.Repeat("(", 100000): errSpace, strings.Repeat("(a{200})", 3) + `\1{200}\2{200}`: "",
		"a{0}": errEmpty,
	} {
		_, err := Compile(expr, 0)
		var syntax *SyntaxError
		if errors.As(err, &syntax) && syntax.Msg == want || err == nil && want == "" {
			continue
		}
		t.Errorf("%.40q: %v, want %s", expr, err, want)
	}
}

func TestQuote(t *testing.T) {
	all := make([]byte, 0, 256)
	for c := range 256 {
		all = append(all, byte(c))
	}
	re, err := Compile(Quote(string(all)), 0)
	if err != nil {
		t.Fatal(err)
	}
	if span, ok, _ := re.findSpan(append([]byte("x"), all...)); !ok || span != (Span{1, 257}) {
		t.Error(span, ok)
	}
	if got := Quote(`a.b{c\`); got != `a\.b\{c\\` {
		t.Error(got)
	}
}

// randomExpr writes an expression that means the same here and in package regexp's POSIX syntax.
func randomExpr(r *rand.Rand, depth int) string {
	var b strings.Builder
	for range 1 + r.IntN(3) {
		switch n := r.IntN(10); {
		case n < 4:
			b.WriteString([]string{"a", "b", "ab", "c"}[r.IntN(4)])
		case n < 5:
			b.WriteString([]string{".", "[ab]", "[^a]", "[b-d]"}[r.IntN(4)])
		case n < 6:
			b.WriteString([]string{"^", "$", "x"}[r.IntN(3)])
			continue // without repetition
		case depth > 0:
			b.WriteString("(" + randomExpr(r, depth-1) + ")")
		default:
			b.WriteString("d")
		}
		if r.IntN(2) == 0 {
			b.WriteString([]string{"*", "+", "?", "{2}", "{1,3}", "{2,}"}[r.IntN(6)])
		}
	}
	if r.IntN(4) == 0 {
		b.WriteString("|" + randomExpr(r, depth))
	}
	return b.String()
}

func randomText(r *rand.Rand, n int) string {
	b := make([]byte, r.IntN(n))
	for i := range b {
		b[i] = "aaabbbcdx\n"[r.IntN(10)]
	}
	return string(b)
}

// TestSpansAgainstRegexp compares whole matches with package regexp, whose POSIX mode is
// leftmost-longest too. (Package filecheck compares matches and groups with FileCheck.)
func TestSpansAgainstRegexp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		expr := randomExpr(r, 3)
		re, err := Compile(expr, 0)
		if err != nil {
			t.Fatalf("%s: %v", expr, err)
		}
		oracle, err := regexp.CompilePOSIX(expr)
		if err != nil || re.prog.limits.limited || re.prog.fresh != nil {
			continue // too big for it, or Spencer's engine has its own ways
		}
		for range 5 {
			text := randomText(r, 30)
			checkSpan(t, re, oracle, expr, text)
		}
	}
}

func checkSpan(t *testing.T, re *Regexp, oracle *regexp.Regexp, expr, text string) {
	t.Helper()
	want := oracle.FindStringIndex(text)
	spans, err := re.Find([]byte(text), true, nil)
	var got []int
	if spans != nil {
		got = []int{spans[0].Start, spans[0].End}
		for _, s := range spans[1:] {
			if s.Start < 0 != (s.End < 0) || s.Start > s.End || s.Start >= 0 && (s.Start < got[0] || s.End > got[1]) {
				t.Errorf("%s in %q: group %v outside of %v", expr, text, s, got)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%s in %q: %v\n%s", expr, text, err, diff)
	}
}

// TestManyStates needs more DFA states than are kept.
func TestManyStates(t *testing.T) {
	const expr = "(a|b)*a(a|b){13}x"
	re, err := Compile(expr, 0)
	if err != nil {
		t.Fatal(err)
	}
	oracle := regexp.MustCompilePOSIX(expr)
	r := rand.New(rand.NewPCG(3, 4))
	var text strings.Builder
	for range 40 {
		for range 1000 {
			text.WriteByte("ab"[r.IntN(2)])
		}
		text.WriteString("cx\n")
	}
	checkSpan(t, re, oracle, expr, text.String())
	checkSpan(t, re, oracle, expr, text.String()+strings.Repeat("a", 20)+"x")
	if n := re.dfa.size; n > 2*maxDFASize {
		t.Errorf("the states take %d bytes", n)
	}
}

// TestLinear searches texts on which backtracking would never end.
func TestLinear(t *testing.T) {
	for _, expr := range []string{"(a*)*b", "(a|aa)+$b", "((a?){30}){30}b", "(a+)+(a+)+(a+)+b"} {
		re, err := Compile(expr, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok, _ := re.findSpan([]byte(strings.Repeat("a", 20000))); ok {
			t.Error(expr)
		}
		if _, err := re.Find([]byte(strings.Repeat("a", 2000)+"b"), true, nil); err != nil {
			t.Error(err)
		}
	}
}

func TestTooComplex(t *testing.T) {
	re, err := Compile(`(a*)*(a*)*(b|\1)c`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := re.Find([]byte(strings.Repeat("a", 40)+"aaac"), true, nil); err != nil {
		t.Errorf("a match that is easy to find: %v", err)
	}
	re, err = Compile(`(a*)*(a*)*\2\2x\1c`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if spans, err := re.Find([]byte(strings.Repeat("a", 60)+"x"+strings.Repeat("a", 60)+"c"), true, nil); !errors.Is(err, ErrTooComplex) && spans == nil {
		t.Error("neither a match nor an error")
	}
}

func BenchmarkFindSpan(b *testing.B) {
	text := []byte(strings.Repeat("  %1 = tg.matmul(%a, %b) : (tensor<4x8xf32>) -> tensor<4xf32>\n", 16384))
	for _, expr := range []string{"tensor<5x", `%[0-9]+ = tg\.(add|sub)`, "[a-z]+q[0-9]", "^ *[^=]*matmul.*i32"} {
		b.Run(expr, func(b *testing.B) {
			re, err := Compile(expr, 0)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, ok, _ := re.findSpan(text); ok {
					b.Fatal("found")
				}
			}
		})
	}
}
