package shell

import (
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// askPython runs a program of Python, which gets a value as JSON and answers with one.
func askPython(t *testing.T, program string, in, out any) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	input, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-W", "ignore", "-c", "import sys, json\ndata = json.load(sys.stdin)\n"+program)
	cmd.Stdin = strings.NewReader(string(input))
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(output, out); err != nil {
		t.Fatal(err)
	}
}

// randomText makes up bytes of pieces.
func randomText(r *rand.Rand, pieces []string) string {
	var b strings.Builder
	for range r.IntN(8) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

func TestTextAgainstPython(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"a", "b c", "\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x1e", "\x1f", "\u0085", "\u2028", "é", "😀", "\xff", "\xc2", "\xe2\x82", "\xe0\x80", "\xed\xa0\x80",
		"\xf0\x9f\x98", "\xf4\x90", "'", `"`, `\`, "\t", "\x00", "\x7f", "%", "$", "\u00a0", "\u200b", "\\x41", "\\u20ac", "\\101", "\\7", "\\q", "\\n", "\\\n", "\\x4"}
	var texts, encoded []string
	for range 3000 {
		text := randomText(r, pieces)
		texts = append(texts, text)
		encoded = append(encoded, hex.EncodeToString([]byte(text)))
	}
	var want []struct {
		Decoded, Quoted, Repr, Escaped string
		Lines                          []string
		Blank                          bool
	}
	askPython(t, `
import shlex
def escape(s):
    try:
        return s.encode("utf-8").decode("unicode_escape")
    except UnicodeDecodeError:
        return "problem"
answer = []
for h in data:
    s = bytes.fromhex(h).decode("utf-8", errors="replace")
    answer.append(dict(Decoded=s, Quoted=shlex.quote(s), Repr=repr(s), Escaped=escape(s), Lines=s.splitlines(), Blank=not s.strip()))
print(json.dumps(answer))`, encoded, &want)
	for i, text := range texts {
		got := want[i]
		got.Decoded = decode([]byte(text))
		got.Quoted, got.Repr, got.Blank = quote(got.Decoded), repr(got.Decoded), isBlank(got.Decoded)
		got.Lines = append([]string{}, splitLines(got.Decoded)...)
		var problem string
		if got.Escaped, problem = unescape(got.Decoded); problem != "" {
			got.Escaped = "problem"
		}
		if diff := cmp.Diff(want[i], got); diff != "" {
			t.Errorf("%q (-Python +ours)\n%s", text, diff)
		}
	}
}

func TestGlobAgainstPython(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "ab", "abc", ".hidden", "a-b", "[x]", "a]", "!", "a\\b", "é", "ü1", "1", "12", "d/a", "d/b", "d/.h", "e/a/x", "e/b/y", ".f/x", "d[1]/a", "a*b", "a?", "^a"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	pieces := []string{"*", "?", "[", "]", "[a-c]", "[!a]", "[]]", "[!]]", "[a-]", "[c-a]", "[!", "a", "b", "x", "/", "d", "e", ".", "\\", "é", "1", "-", "^", "**", "[^a]", "[--a]", "[a-c-e]", "*/"}
	var patterns []string
	for range 3000 {
		patterns = append(patterns, filepath.Join(dir, "")+"/"+randomText(r, pieces))
	}
	var want [][]string
	askPython(t, "import glob\nprint(json.dumps([sorted(glob.glob(p)) for p in data]))", patterns, &want)
	for i, pattern := range patterns {
		got := append([]string{}, glob(pattern)...)
		slices.Sort(got)
		if diff := cmp.Diff(want[i], got); diff != "" {
			t.Errorf("%s (-Python +ours)\n%s", pattern, diff)
		}
	}
}

func TestDiffAgainstPython(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	type texts struct {
		A, B []string
		N    int
	}
	var cases []texts
	for k := range 400 {
		c := texts{A: []string{}, B: []string{}, N: r.IntN(4)}
		words, length := 1+r.IntN(12), r.IntN(30)
		if k%20 == 0 {
			words, length = 60, 150+r.IntN(300) // so that frequent lines count
		}
		line := func() string { return string(rune('a'+r.IntN(words))) + "\n" }
		for range length {
			c.A = append(c.A, line())
		}
		c.B = slices.Clone(c.A)
		for range r.IntN(10) {
			at := r.IntN(len(c.B) + 1)
			switch r.IntN(3) {
			case 0:
				c.B = slices.Insert(c.B, at, line())
			case 1:
				c.B = c.B[:at]
			default:
				c.B = slices.Insert(slices.Clone(c.B), at, c.B[:at/2]...)
			}
		}
		cases = append(cases, c)
	}
	var want [][2]string
	askPython(t, `
import difflib
print(json.dumps([["".join(f(c["A"], c["B"], "a", "b", n=c["N"])) for f in (difflib.unified_diff, difflib.context_diff)] for c in data]))`, cases, &want)
	for i, c := range cases {
		got := [2]string{lineDiff(c.A, c.B, "a", "b", true, c.N), lineDiff(c.A, c.B, "a", "b", false, c.N)}
		if diff := cmp.Diff(want[i], got); diff != "" {
			t.Errorf("%q %q %d (-Python +ours)\n%s", c.A, c.B, c.N, diff)
		}
	}
}
