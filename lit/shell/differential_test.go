package shell

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/peer"
)

// litCase is a test that LLVM's lit has run.
type litCase struct {
	lines    []string
	code     string
	output   string
	dir      string
	path     string // the variable PATH
	external bool
}

// askLit runs tests, each in a directory of its own, with LLVM's lit. A test is command lines.
func askLit(t *testing.T, tests [][]string, external bool) []litCase {
	t.Helper()
	tool, err := exec.LookPath("lit-22")
	if err != nil {
		t.Skip("lit-22 is not installed")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	flag := "False"
	if external {
		flag = "True"
	}
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// The helpers of LLVM have their plain names in a directory that PATH starts with.
	execDir, bin := filepath.Join(dir, "exec"), filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"not", "count", "split-file"} {
		path, err := exec.LookPath(name + "-22")
		if err != nil {
			t.Skip(name + "-22 is not installed")
		}
		if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	path := bin + string(os.PathListSeparator) + os.Getenv("PATH")
	write("suite/lit.cfg", fmt.Sprintf("import lit.formats\nconfig.name = 'suite'\nconfig.suffixes = ['.test']\n"+
		"config.test_format = lit.formats.ShTest(%s)\nconfig.test_exec_root = %q\nconfig.environment['PATH'] = %q\n", flag, execDir, path))
	cases := make([]litCase, len(tests))
	for i, lines := range tests {
		name := fmt.Sprintf("d%04d", i)
		cases[i] = litCase{lines: lines, dir: filepath.Join(execDir, name), path: path, external: external}
		write("suite/"+name+"/a.test", "RUN: "+strings.Join(lines, "\nRUN: ")+"\n")
	}
	report := filepath.Join(dir, "report.json")
	log, _ := exec.Command(tool, "-q", "-o", report, filepath.Join(dir, "suite")).CombinedOutput() // some tests fail
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	var theirs struct {
		Tests []struct{ Name, Code, Output string }
	}
	if err := json.Unmarshal(data, &theirs); err != nil {
		t.Fatal(err)
	}
	for _, test := range theirs.Tests {
		var i int
		if _, err := fmt.Sscanf(test.Name, "suite :: d%d/a.test", &i); err != nil {
			t.Fatalf("%s: %v", test.Name, err)
		}
		cases[i].code, cases[i].output = test.Code, test.Output
	}
	if err := os.RemoveAll(execDir); err != nil {
		t.Fatal(err)
	}
	return cases
}

// compare runs a test that lit has run, and compares status and output.
func (c litCase) compare(t *testing.T) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(c.dir, "Output"), 0o777); err != nil {
		t.Fatal(err)
	}
	config := Config{Dir: c.dir, Env: []string{"PATH=" + c.path, "LLVM_DISABLE_CRASH_REPORT=1"}}
	if c.external {
		config.Script = filepath.Join(c.dir, "Output", "a.test.script")
	}
	var lines []Line
	for i, command := range c.lines {
		command = strings.ReplaceAll(command, "%%", "%")
		lines = append(lines, Line{At: fmt.Sprintf("RUN: at line %d", i+1), Command: strings.TrimSpace(command)})
	}
	outcome := Run(t.Context(), config, lines)
	code := "PASS"
	switch {
	case outcome.Invalid:
		code = "UNRESOLVED"
	case outcome.Status != 0:
		code = "FAIL"
	}
	report := outcome.Report()
	if strings.Contains(c.output, "Traceback (most recent call last)") && code != "UNRESOLVED" {
		return // lit itself has crashed
	}
	if code != c.code {
		t.Errorf("%s\n%s, lit says %s\n%s\n%s", strings.Join(c.lines, "\n"), code, c.code, report, c.output)
		return
	}
	if code == "UNRESOLVED" {
		return // lit shows a stack trace or less
	}
	if diff := cmp.Diff(pythonOfLit.ReplaceAllString(c.output, "$1"), filterOfOurs.ReplaceAllString(report, "$1")); diff != "" {
		t.Errorf("%s\n(-lit +ours)\n%s", strings.Join(c.lines, "\n"), diff)
	}
}

// lit runs its own cat and diff in Python: where a process cannot start, it names the interpreter,
// and we name the command.
var (
	pythonOfLit  = regexp.MustCompile(`(Could not create process )\([^()\n]*/python[\d.]*\)`)
	filterOfOurs = regexp.MustCompile(`(Could not create process )\((?:cat|diff)\)`)
)

// litCases are tests for the corners of the language.
var litCases = []string{
	// words
	`echo a b 'c  d' "e\"f" g\ h \i "\$x \y"`, `echo "2">f; cat f`, `sh -c 'echo x >&2; exit 1' "2">f`, `echo a"b"'c'd`, `'' a`, `echo '' ""`,
	`echo 'abc`, `echo "abc\"`, `echo abc\`, `echo $HOME $(x) {a} (b) [c] ~ #d`, `echo a=b --c=d 'e f' é`, `echo a2>b; cat b`,
	`echo a 02>b`, `echo a&&echo b;echo c||echo d`, `echo a|cat`, `echo a&echo b`, `echo a &`, `a && ''`, `; a`, `a ;`, `a | | b`, `a > | b`,
	"echo a\tb\vc\fd", "echo a\u00a0b\u2003c\u0085d", `\*`, `"*"x`, `printf '[%%s]' "*"? '*'a?`, `printf '[%%s]' *\ ?a`, `printf '[%%s]' a*'*'`,
	`-n`, `-e`, `: -n 'x`, `echo \\n "\\n" '\\n'`,
	// globs
	`touch b.x a.x .c.x 'd[1].x'; printf '%%s\n' *.x | sed 's@.*/@@'`, `touch ab ac a-; printf '%%s\n' a[bc]? a[!b]* | sed 's@.*/@@'`,
	`mkdir -p p/q r/q; touch p/q/1 r/q/2; printf '%%s\n' */q/* | sed 's@.*/exec/@@'`, `touch x1; cat x?; printf '%%s\n' nohit* '*' y? | cat`,
	`touch 1.t 2.t; rm *.t; not ls 1.t 2>/dev/null`, `echo x > g.t; cat < g*`, `echo a > 1.g; echo a > 2.g; cat < *.g`, `sh -c 'echo x' > new?`,
	`touch prog; chmod +x prog; ./pro?`, `cd */ ; pwd`, `mkdir -p z1; cd z1; touch k; printf '%%s\n' * ../z*/k | sed 's@.*/exec/@@'`,
	// redirections
	`sh -c 'echo o; echo e >&2' > f 2>&1; cat f`, `sh -c 'echo o; echo e >&2' 2>&1 > f | cat; cat f`, `sh -c 'echo o; echo e >&2' &> f; cat f`,
	`sh -c 'echo o; echo e >&2' >& f; cat f`, `sh -c 'echo o; echo e >&2' 2> f | cat`, `sh -c 'echo o; echo e >&2' >&2; cat 2`,
	`sh -c 'echo e >&2' 2>> f; sh -c 'echo e >&2' 2>> f; cat f`, `echo a > f; echo b >> f; cat f`, `echo a > f > g; cat g; cat f`,
	`cat < nowhere`, `cat < f < g`, `echo 1>&2`, `sh -c 'echo x' 1> f`, `cat 0< f`, `cat <> f`, `mkdir d; pushd d; rm -r ../d; echo a | cat`, `cd nowhere; echo a | diff - f`, `cat <& f`, `sh -c 'echo x >&2' 2>&0`,
	`sh -c 'echo x >&2' 2>&2`, `sh -c 'echo x >&2' 2>&3`, `sh -c 'echo x >&2' 3>&1`, `sh -c 'echo x >&2' 3> f`, `echo x > nodir/f`, `echo x > .`,
	`nosuch > f; cat f`, `sh -c 'echo x' > f | cat; cat f`, `sh -c 'echo x' | cat < f`, `echo a > f; sh -c 'echo x' | cat < f`,
	`sh -c 'echo x; exit 1' > /dev/null`, `sh -c 'echo x; exit 1' 2> /dev/null`, `echo x > f 2>&1`, `echo x 2> f`, `echo x < f`, `echo x 2>&1`,
	`mkdir m > f 2>&1; ls f`, `: > f; ls f`, `sh -c 'echo a;exit 1' > o2 | sh -c 'exit 2' > o1`, `sh -c 'exit 3' > 'a b'`, `sh -c 'exit 3' > empty`,
	`sh -c 'seq 1 400; exit 1' > many`, `sh -c 'printf é%%.0s $(seq 1500); exit 1' > many`, `sh -c 'seq 1 3; exit 1' > f 2> f`,
	// status and prefixes
	`true`, `false`, `sh -c 'exit 3'`, `sh -c 'exit 255'`, `sh -c 'kill -9 $$'`, `sh -c 'kill -11 $$'`, `not sh -c 'kill -11 $$'`,
	`! sh -c 'kill -11 $$'`, `! ! sh -c 'kill -11 $$'`, `not not sh -c 'kill -11 $$'`, `not not not sh -c 'kill -11 $$'`, `not ! sh -c 'exit 2'`,
	`! not sh -c 'exit 2'`, `! not true`, `not true`, `not false`, `! true`, `not`, `!`, `not --crash`, `not not`, `! 'not' false`, `'!' false`,
	`! nosuch`, `not nosuch`, `not env -i A=1`, `env not false`, `not env A=2 sh -c 'exit $A'`, `env env A=3 env B=4 sh -c 'echo $A$B'`,
	`env -i A=1`, `env -i A=1 B=2 -u A`, `env -i -u -i A=1 B=2`, `env -i A=1 -u A sh -c 'echo [$A]'`, `env -u PATH true`, `env PATH= true`,
	`env PATH=/nowhere true`, `env -i`, `env -i '' x`, `env A=1 cd x`, `env A=1 echo x`, `env A=1 echo x | cat`, `env -x true`, `env A=1 nosuch`,
	`sh -c 'exit 3' | sh -c 'exit 4' | cat`, `sh -c 'exit 3' | cat`, `not sh -c 'exit 3' | cat`, `true | not false`, `true | false | true`,
	`sh -c 'echo out; echo err >&2; exit 7' | cat`, `sh -c 'echo out; echo err >&2; exit 7' 2>&1 | cat`, `nosuch | cat`, `echo a | nosuch | cat`,
	`printf 'a\nb\n' | true`, `printf 'a\nb\n' | sh -c 'exit 3'`, `printf 'a\nb\n' 2>&1 >f | true`, `sh -c 'echo x >&2' 2>&1 >f | true`,
	`seq 20000 | head -n 1 > f; wc -c < f`, `true | cat`, `cat`, `sh -c cat`, `sh -c 'printf "a\rb\r\nc\n"'`, `sh -c 'printf "a\f\013b\034c\302\205d\n"'`,
	`sh -c 'printf "\033[1mbold\nmore\033[0m\n"'`, `sh -c 'printf "\033[1mbold\nmore\n"'`, `sh -c 'printf "\377\376x\342\202\n\355\240\200"'`,
	`sh -c 'printf " \n\t"'`, `sh -c 'printf " \n\t"; exit 1'`, `sh -c 'echo a; echo b >&2; exit 1'`, `./nosuch`, `/nosuch`, `/`, `sub/prog`,
	`touch y; ./y`, `mkdir y; ./y`, `echo x > y; chmod +x y; ./y`, `echo "#!/nowhere" > y; chmod +x y; ./y`, `cd nowhere; true`, `.`, `..`,
	// not --crash, which is a program
	`not --crash`, `not --crash false`, `not --crash true`, `not --crash sh -c 'kill -6 $$'`, `not --crash sh -c 'echo o; echo e >&2; kill -11 $$'`,
	`not --crash not sh -c 'kill -6 $$'`, `not not --crash sh -c 'kill -6 $$'`, `not not --crash false`, `not --crash not --crash sh -c 'kill -6 $$'`,
	`not --crash ! sh -c 'kill -6 $$'`, `! not --crash sh -c 'kill -6 $$'`, `not ! not --crash false`, `not --crash nosuch`, `not --crash ./nosuch`,
	`touch f; not --crash ./f`, `not --crash /`, `not not --crash ./nosuch`, `not not --crash nosuch`, `not --crash sh -c 'exit 127'`, `not --crash sh -c 'exit 126'`,
	`not not --crash sh -c 'exit 127'`, `not --crash sh -c 'kill -6 $$' 2> f; cat f`, `not --crash sh -c 'kill -6 $$' 2>&1 | cat`, `not --crash sh -c 'kill -6 $$' | cat`,
	`env A=1 not --crash sh -c 'echo $A $LLVM_DISABLE_SYMBOLIZATION; kill -6 $$'`, `not --crash env A=1 sh -c 'echo $A; kill -6 $$'`, `not --crash cat nofile`,
	`not --crash cd x`, `not --crash echo x`, `not --crash echo x | cat`, `not --crash --crash true`, `not --crash sh -c 'kill -6 $$' &> f; cat f`, `echo a | not --crash diff - a`,
	// helpers
	`printf 'a\nb\n' | count 2`, `printf 'a\nb\n' | count 3`, `printf '//--- a\nx\n//--- b/c\ny\n' > in; split-file in out; cat out/a out/b/c`, `split-file nofile out`,
	// builtins
	`cd`, `cd a b`, `mkdir a; cd a; cd ..; cd a; pwd`, `pushd`, `popd`, `popd x`, `mkdir a; pushd a; touch f; popd; ls a; popd`, `pushd a; cd b; popd; pwd`,
	"! cd d\ndiff a b", "! cd d ; cat a | sort", "pushd d ; sort | cat > f", "! cd d ; false | od -c 2> f | wc -c", "! cd d ; ./x | cat > f", "! cd d ; nosuch | cat > f",
	`export`, `export A=1 B=2`, `export A=1; sh -c 'echo $A'`, `export A; export -i; env`, `export 'A=x y'; sh -c 'echo "$A"'`, `not cd x`, `! cd`,
	`echo -n a`, `echo -e 'a\nb\tc\x41\101\u00e9\q\\ é'`, `echo -n -e 'a\n'`, `echo -ne x`, `echo -e '\x4'`, `echo -e 'a\'`, `echo -E x`, `echo`,
	`echo -n`, `not echo x`, `! echo x`, `! ! echo x`, `@echo x`, `@echo x > f`, `@echo x 2> f`, `not @echo x`, `@echo x | cat`,
	`echo -ne 'a\n' | cat`, `echo -e 'a\0101\101\x41\x4\cb' | cat`, `echo -E 'a\n' | cat`, `echo -en 'x\e[0m' | cat -v`, `echo - -n | cat`, `echo -nx | cat`,
	`mkdir`, `mkdir -p`, `mkdir a; mkdir a`, `mkdir -p a/b/c; ls a/b`, `mkdir a/b/c`, `mkdir -z a`, `mkdir a -p`, `mkdir -- -p; ls`, `touch f; mkdir f`,
	`mkdir a b a/c; ls a`, `mkdir a | cat`, `not mkdir a/b`, `mkdir 'it'"'"'s/x'`,
	`rm`, `rm f`, `rm -f f`, `rm -z f`, `touch f; rm f; not ls f 2>/dev/null`, `mkdir -p d/e; rm -r d; not ls d 2>/dev/null`, `rm nowhere nowhere2`,
	`mkdir -p d/e; rm -rf d nowhere; ls`, `rm -f`, `rm -- -f`, `touch ./-f; rm -- -f; ls`, `mkdir d; rm -R d; ls`, `: x > f`, `: | cat`, `not :`, `! :`,
	`umask`, `umask 9`, `umask 022 1`, `umask 077; touch f; ls -l f | cut -c1-10`, `umask 743; touch f; ls -l f | cut -c1-10`, `umask x`,
	`ulimit`, `ulimit -n`, `ulimit -n x`, `ulimit -q 1`, `ulimit -n 50; sh -c 'ulimit -n'`, `ulimit -n 50; ulimit -n 40; sh -c 'ulimit -n'`,
	`ulimit -s 4096; sh -c 'ulimit -s'`, `ulimit -v 1048576; sh -c 'ulimit -v'`, `ulimit -f 512; sh -c 'ulimit -f'`, `ulimit -n 50 | cat`,
	`ulimit -f unlimited; sh -c 'ulimit -f'`,
	// cat
	`cat nofile`, `printf 'a\r\nb\rc' > f; cat f`, `printf 'a\r\nb\001\377\n' > f; cat -v f`, `printf 'a\r\nb\001\177\n' > f; cat -v f`,
	`printf 'a\r\nb\rc' | cat | od -c`, `printf 'a\r\nb\377\rc' > f; cat f | od -c`, `cat -z`, `cat --show x`, `cat -`, `cat .`, `echo a > f; cat f f nofile f`,
	`printf a > f; cat f f`, `cat --show-nonprinting=1 f`, `cat < f`, `echo x | cat -v`, `echo a > -v; cat -- -v`, `printf 'é\n' > f; cat -v f`,
	// diff
	`diff a`, `diff a b`, `echo a > a; cp a b; diff a b`, `printf '1\n2\n3\n' > a; printf '1\nx\n3\n' > b; diff a b`,
	`printf '1\n2\n3\n' > a; printf '1\nx\n3\n' > b; diff -u a b`, `printf '1\n2\n3' > a; printf '1\n2\n4' > b; diff -u a b`,
	`seq 1 30 > a; seq 2 31 > b; diff a b`, `seq 1 30 > a; seq 2 31 > b; diff -U1 a b`, `seq 1 30 > a; seq 2 31 > b; diff -U 0 a b`,
	`seq 1 300 > a; sh -c 'seq 1 100; echo x; seq 150 320' > b; diff -u a b`, `sh -c 'for i in $(seq 300); do echo x; echo $i; done' > a; sh -c 'for i in $(seq 2 299); do echo $i; echo x; done' > b; diff -U2 a b`,
	`printf ' a b \n' > a; printf 'a  b\n' > b; diff -b a b; diff -w a b; diff a b`, `printf 'ab\n' > a; printf 'a b\n' > b; diff -w a b; diff -b a b`,
	`printf 'a\r\n' > a; printf 'a\n' > b; diff --strip-trailing-cr a b; diff --strip a b; diff a b`, `printf 'x1\na\n' > a; printf 'x2\na\n' > b; diff -I x a b; diff -I 1 a b`,
	`printf '\377a\n' > a; printf '\377b\n' > b; diff a b`, `echo a > a; echo b | diff a -`, `echo a | diff - nofile`, `diff -U x a b`, `diff -U -1 a b`, `diff -z a b`,
	`diff -U`, `diff --foo a b`, `mkdir -p d e; echo 1 > d/f; echo 2 > e/f; touch d/x e/y; diff -r d e`, `mkdir -p d/s e/s; diff -r d e`, `diff -r - e`,
	`mkdir -p d e/f; touch d/f; diff -r d e`, `mkdir -p d e/f; echo x > d/f; diff -r d e; diff -r e d`, `mkdir d; echo x > f; diff -r d nofile`, `touch a; diff a /dev/null`,
	`echo a > a; diff a /dev/null`, `echo a > a; diff -u /dev/null a`, `not diff a b`, `echo a > a; echo b > b; not diff a b`,
	// readfile
	`cat %{readfile:nope}`, `echo -n abc > f`, `echo a | cat %{readfile:x} y`,
	// echo of pipes and long names
	`sh -c 'echo x; exit 1' > a_very_long_name_of_a_file_that_is_redirected_to`, `sh -c 'exit 1' 'it'"'"'s' "a\"b" '' '$x'`, `sh -c 'exit 1' *nohit*`,
}

// TestAgainstLit compares status and output with LLVM's lit.
func TestAgainstLit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	var tests [][]string
	for _, text := range peer.Some(litCases, strings.Clone) {
		tests = append(tests, strings.Split(text, "\n"))
	}
	tests = append(tests,
		[]string{"echo a", "false", "echo unreached"},
		[]string{"mkdir d && cd d", "touch f", "ls; export A=1", "sh -c 'echo $A'", "popd"},
		[]string{"false || true", "true ; false", "true"},
		[]string{"printf 'a b\\n' > f", "printf '[%%s]' %{readfile:f} x%{readfile:f}y '%{readfile:f}'", "echo %{readfile:f}", "sh -c 'exit 1' %{readfile:f}"},
		[]string{"umask 022", "touch a", "umask 000", "touch b", "ls -l a b | cut -c1-10"},
	)
	for i, c := range askLit(t, tests, false) {
		t.Run(fmt.Sprint(i), c.compare)
	}
}

// TestGeneratedAgainstLit does the same for random command lines.
func TestGeneratedAgainstLit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	first, count := campaign.Cases(10)
	g := &generator{rand.New(rand.NewPCG(first+1, 2))}
	var tests [][]string
	for range count {
		tests = append(tests, g.test())
	}
	for i, c := range askLit(t, tests, false) {
		t.Run(fmt.Sprint(i), c.compare)
	}
}

// TestScriptAgainstLit compares tests for an external shell. bash traces the commands of a pipeline
// in any order, so its trace is not looked at.
func TestScriptAgainstLit(t *testing.T) {
	tests := [][]string{
		{"echo a"}, {"echo a", "false", "echo b"}, {"{ false | cat; } 2>/dev/null"}, {"x=1; echo $x", "echo $x $(echo y)"}, {"echo 'it''s'", "echo a && { echo b; exit 4; }"},
		{"echo -n abc > f", "echo %{readfile:f} x"}, {"echo %{readfile:nope}"}, {"if true; then echo a; fi", "for i in 1 2; do echo $i; done"},
		{"nosuch"}, {"echo 'x"}, {"printf '\\377\\r\\n'; echo e >&2; exit 3"}, {"cat", "{ pwd | sed 's@.*/@@'; } 2>/dev/null"}, {"exec 3>f; echo a >&3", "cat f"}, {"exec >f; echo a", "cat f"},
	}
	for i, c := range askLit(t, tests, true) {
		t.Run(fmt.Sprint(i), c.compare)
	}
}

// generator makes up command lines.
type generator struct{ *rand.Rand }

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *generator) test() []string {
	lines := make([]string, 1+g.IntN(3))
	for i := range lines {
		lines[i] = g.list()
	}
	return lines
}

func (g *generator) list() string {
	line := g.pipeline()
	for g.IntN(3) == 0 {
		line += g.pick(" && ", " || ", " ; ", "&&", "||", ";") + g.pipeline()
	}
	return line
}

// pipeline makes up commands that read all that is written to their pipes: what lit shows otherwise
// depends on timing.
func (g *generator) pipeline() string {
	line := g.prefixes() + g.command()
	if g.IntN(3) > 0 {
		return line + g.redirects()
	}
	for {
		line += g.pick(" | ", "|", " |", "| ") + g.prefixes() + g.pick("cat", "sort", "wc -c", "od -c", "sh -c 'cat; exit 3'", "sh -c 'cat >&2'", "diff - a")
		if g.IntN(3) > 0 {
			return line + g.redirects()
		}
		line += g.pick("", "", " 2>&1", fmt.Sprintf(" 2> m%d", len(line)), " 2>&2")
	}
}

func (g *generator) prefixes() string {
	line := ""
	for g.IntN(4) == 0 {
		line += g.pick("not ", "! ", "not ", "! ", "env A=1 ", "env -u A ")
	}
	return line
}

func (g *generator) redirects() string {
	line := ""
	for g.IntN(4) == 0 {
		line += g.pick(" > a", " > b", " >> a", " 2> b", " 2>> b", " 2>&1", " &> a", " >& b", " < a", " > /dev/null", " >a", " 2>&2", " > ?", " 1>&2")
	}
	return line
}

func (g *generator) command() string {
	switch g.IntN(8) {
	case 0:
		return "echo " + g.pick("", "-n ", "-e ") + g.words()
	case 1:
		return "printf '[%%s]' " + g.words()
	case 2:
		return g.pick("cat", "cat a", "cat a b", "cat -v b", "sh -c cat", "cat nofile")
	case 3:
		return fmt.Sprintf("sh -c 'echo o%d; echo e%[1]d >&2; exit %d'", g.IntN(100), g.IntN(3))
	case 4:
		return g.pick("true", "false", "nosuch", "sh -c 'kill -9 $$'", "sh -c 'exit 3'", "ls nofile 2>/dev/null")
	case 5:
		return g.pick("mkdir d", "mkdir -p d/e", "rm -f a", "rm -rf d", "rm a", "touch a b", ": x", "cd d", "cd ..", "pushd d", "popd", "export A=2", "mkdir d/e/f")
	case 6:
		return g.pick("diff a b", "diff -u a b", "diff -w a b", "diff a", "wc -c", "sort", "od -c", "head -n 1")
	default:
		return "sh -c 'echo \"$A:$1:$2\"' x " + g.words()
	}
}

func (g *generator) words() string {
	var words []string
	for range g.IntN(4) {
		words = append(words, g.pick("x", "a*", "'a b'", `"c\"d"`, `e\ f`, "''", `"$A"`, `'\n'`, `\g`, "é", "'*'", "?", "[ab]", `i"j"k`, "-x", "2", `l\\m`, "%%", "#", "d/*"))
	}
	return strings.Join(words, " ")
}
