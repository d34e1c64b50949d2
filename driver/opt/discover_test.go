package opt

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const small = "ops=mul,neg size=2 inputs=2 known=none"

// What is discovered is a file that others read, the same for any number of workers.
func TestDiscover(t *testing.T) {
	first := ""
	for _, workers := range []string{"1", "3"} {
		out := filepath.Join(t.TempDir(), "found.rules")
		got := opt("", "--discover={"+small+" out="+out+"}", "--workers="+workers)
		if got.Status != 0 || strings.Contains(got.Err, "error") || !strings.Contains(got.Out, "2 inputs over the reals: all\n") {
			t.Fatal(got)
		}
		text := fileText(t, out)
		if first == "" {
			first = text
		}
		if d := cmp.Diff(first, text); d != "" {
			t.Errorf("%s workers find something else:\n%s", workers, d)
		}
	}
	for _, want := range []string{
		"set discovered\n", "set discovered-search search\n", ": neg(neg(?x)) => ?x [exact]\n  proved \"to the bit, ", ": neg(mul(?x, ?y)) <=> mul(?x, neg(?y)) [exact]\n",
		"\n  tested 8 over \"2^61-1\" bound ", "\n  origin \"tg-opt --discover, seed 0\"\n",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("%s is missing:\n%s", want, first)
		}
	}
	own := ruleFile(t, first)
	if got := opt("", "--check-rules="+own); got.Status != 0 || !strings.Contains(got.Out, "no counterexample") {
		t.Error(got)
	}
	const twice = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = tg.neg %x : tensor<4xf32>\n  %1 = tg.neg %0 : tensor<4xf32>\n  return %1 : tensor<4xf32>\n}\n"
	for _, pass := range []string{"--canonicalize=rules=", "--substitute=shipped=false ", "--saturate=shipped=false rules="} {
		if got := opt(twice, pass+own); got.Status != 0 || strings.Contains(got.Out, "tg.neg") {
			t.Errorf("%s: %+v", pass, got)
		}
	}
	if got := opt("", "--discover="+small); got.Status != 0 || got.Out != first || !strings.Contains(got.Err, " rules: ") {
		t.Errorf("to standard output: %+v\n%s", got, cmp.Diff(first, got.Out))
	}
}

// What the README says that is found of three ops is found, and proved.
func TestDiscoverAsTheReadmeSays(t *testing.T) {
	got := opt("", "--discover=ops=abs,max,relu size=2 inputs=2")
	for _, want := range []string{": relu(max(?x, ?y)) <=> max(?x, relu(?y)) [exact]\n  proved \"to the bit, ", " of which 8 follow from the others and from those that are known\n"} {
		if got.Status != 0 || !strings.Contains(got.Out, want) {
			t.Errorf("%s is missing: %+v", want, got)
		}
	}
}

// An interrupted run goes on as if nothing had happened.
func TestDiscoverResumes(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if got := opt("", "--discover="+small+" out="+at("whole.rules")); got.Status != 0 {
		t.Fatal(got)
	}
	got := opt("", "--discover="+small+" time=1ns out="+at("my.rules"))
	if got.Status != 0 || !strings.Contains(got.Out, "it goes on with --resume="+at("my.rules.state")+" and the same options\n") {
		t.Fatal(got)
	}
	for n := range 100 { // what one stage does to one rule may take long on a busy machine
		got = opt("", fmt.Sprintf("--discover=%s time=%dms out=%s", small, 50*(n+1), at("my.rules")), "--resume="+at("my.rules.state"))
		if got.Status != 0 {
			t.Fatal(got)
		}
		if !strings.Contains(got.Out, "it goes on") {
			break
		}
	}
	if d := cmp.Diff(fileText(t, at("whole.rules")), fileText(t, at("my.rules"))); d != "" {
		t.Errorf("(-at once +bit by bit)\n%s", d)
	}
	for text, want := range map[string]string{
		"{":                         "this is no state of an interrupted run",
		`{"Version": 9}`:            "the state has version 9, but only version 1 can be resumed",
		`{"Version": 1, "Seed": 3}`: "the state is of a run with other options: the seed was 3, not 0",
		`{"Version": 1, "Verdicts": {"a": {"Rule": "nonsense"}}}`: "the state is damaged: what became of a is no rule",
	} {
		if err := os.WriteFile(at("bad"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := opt("", "--discover="+small, "--resume="+at("bad")); got.Status != 1 || !strings.Contains(got.Err, want) || got.Out != "" {
			t.Errorf("%s: %+v, want %s", text, got, want)
		}
	}
	if got := opt("", "--discover=ops=neg", "--resume="+at("my.rules.state")); got.Status != 1 || !strings.Contains(got.Err, "other options: ops was tg.mul,tg.neg, not tg.neg; size was 2, not 3") {
		t.Error(got)
	}
}

// What makes no sense is told, and nothing is written.
func TestDiscoverRefuses(t *testing.T) {
	for options, want := range map[string]string{
		"":                                     "name ops, as in --discover='ops=add,mul size=3', or a set of them: set=",
		"ops=ad":                               "there is no op 'tg.ad'; did you mean 'add'?",
		"ops=add,add":                          "'tg.add' is named twice",
		"ops=while":                            "'tg.while' cannot be tried",
		"ops=add size=0":                       "from 1 to 5 ops, not 0",
		"ops=add size=12":                      "from 1 to 5 ops, not 12",
		"ops=add size=x":                       "option 'size' of --discover: 'x' is not an integer",
		"ops=add inputs=9":                     "from 1 to 4 inputs, not 9",
		"ops=add colour=red":                   "no such option colour of --discover",
		"ops=add siz=2":                        "did you mean 'size'?",
		"ops=add set=taso":                     "ops and set exclude each other",
		"set=tasso":                            "there is no set of ops 'tasso', only all-elementwise and taso",
		"ops=add time=soon":                    "option 'time': 'soon' is no duration such as 300s or 2h",
		"ops=add time=-1s":                     "option 'time': '-1s' is no duration",
		"ops=add memory=0":                     "option 'memory': 0 MiB",
		"ops=add numbers=1,one":                "option 'numbers': 'one' is no number",
		"ops=add numbers=1,1":                  "the number 1 is named twice",
		"ops=add attrs=dim":                    "none of the ops has an attribute 'dim'",
		"ops=add known=nowhere.r":              "cannot read the rules in 'nowhere.r'",
		"ops=add size=1 out=/nowhere/x":        "cannot open output file '/nowhere/x'",
		"ops=add {":                            "--discover",
		"ops=add comparison=x":                 "option 'comparison' is of use only with compare=shipped or compare=FILE",
		"ops=add compare=nowhere.r":            "cannot read the rules in 'nowhere.r'",
		"ops=add approximate=true dtypes=none": "option 'approximate' compares machine numbers: it goes without dtypes=none",
	} {
		if got := opt("", "--discover="+options); got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, want) {
			t.Errorf("%s: %+v, want %s", options, got, want)
		}
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--discover=" + small, "my.mlir"}, "--discover reads no module, but is given 'my.mlir'"},
		{[]string{"--discover=" + small, "--check-rules"}, "for the --discover option: it cannot be combined with --check-rules\n"},
		{[]string{"--discover=" + small, "-o=x"}, "for the --discover option: it cannot be combined with -o\n"},
		{[]string{"--resume=x"}, "for the --resume option: it is of use only with --discover"},
		{[]string{"--discover=" + small, "--resume=nowhere"}, "cannot read the state in 'nowhere'"},
	} {
		if got := opt("", tt.args...); got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, tt.want) {
			t.Errorf("%v: %+v, want %s", tt.args, got, tt.want)
		}
	}
}

// What others wrote is compared with what is found.
func TestDiscoverCompares(t *testing.T) {
	told := filepath.Join(t.TempDir(), "told")
	mine := ruleFile(t, "rule mine: neg(neg(neg(?x))) => neg(?x) [exact]\nrule wrong: neg(?x) => ?x [exact]\nrule other: abs(neg(?x)) => abs(?x) [exact]\nrule large: mul(neg(?x), neg(neg(neg(?y)))) => mul(?x, ?y) [exact]\n")
	got := opt("", "--discover=ops=mul,neg size=3 inputs=1 known=none compare="+mine+" comparison="+told)
	if want := "compared: 1 of 2 rules in reach (50.0 %), 1 of them by one rule, 0 by several; 1 of these ops are out of reach\n"; got.Status != 0 || !strings.Contains(got.Out, "// "+want) || !strings.HasSuffix(got.Err, want) {
		t.Errorf("%+v\nwant %s", got, want)
	}
	lines := strings.Split(fileText(t, told), "\n")
	for i, want := range []string{"mine: found, by found-neg-neg-", "wrong: missed: nothing was found from which it follows, as on ", "large: out of reach: it has more than 3 ops", ""} {
		if len(lines) != 4 || !strings.HasPrefix(lines[i], want) {
			t.Errorf("%q, want %s", lines, want)
		}
	}
	if got := opt("", "--discover="+small+" compare=shipped"); got.Status != 0 || !strings.Contains(got.Err, "\ncompared: 3 of 3 rules in reach (100.0 %)") {
		t.Error(got)
	}
}

// A full disk loses nothing that was there.
func TestDiscoverOnFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	if got := opt("", "--discover="+small+" out=/dev/full"); got.Status != 1 || !strings.Contains(got.Err, "o space left on device") {
		t.Error(got)
	}
	out := filepath.Join(t.TempDir(), "my.rules")
	if got := opt("", "--discover="+small+" time=1ns state=/dev/full out="+out); got.Status != 1 || !strings.Contains(got.Err, "the state is not written: ") || fileText(t, out) == "" {
		t.Error(got)
	}
}

// Every option does what it says.
func TestDiscoverOptions(t *testing.T) {
	found := func(options string) string {
		t.Helper()
		got := opt("", "--discover="+options)
		if got.Status != 0 {
			t.Fatalf("%s: %+v", options, got)
		}
		return got.Out
	}
	const twice, negatives = "neg(neg(?x))", "mul(neg(?x), neg(?x))"
	if all := found("ops=mul,neg size=2 inputs=2 known=none"); !strings.Contains(all, twice) {
		t.Errorf("%s is missing in\n%s", twice, all)
	}
	const even = "abs(neg(?x))"
	if none, known := found("ops=abs,neg size=2 inputs=1 known=none"), found("ops=abs,neg size=2 inputs=1"); !strings.Contains(none, even) || strings.Contains(known, even) {
		t.Errorf("with nothing known\n%s\nwith what comes with tg\n%s", none, known)
	}
	mine := ruleFile(t, "rule mine: neg(neg(?x)) => ?x [exact]\n")
	if known := found("ops=mul,neg size=2 inputs=2 known=" + mine); strings.Contains(known, twice) {
		t.Errorf("what is known is found again:\n%s", known)
	}
	least, all := found("ops=mul,neg size=2 inputs=2 known=none"), found("ops=mul,neg size=2 inputs=2 known=none all=true")
	if strings.Contains(least, negatives) || !strings.Contains(all, negatives) || strings.Count(least, "\nrule ") >= strings.Count(all, "\nrule ") {
		t.Errorf("%s follows from others:\n%s", negatives, least)
	}
	chains := filepath.Join(t.TempDir(), "chains")
	if found("ops=mul,neg size=2 inputs=2 known=none derivations=" + chains); !strings.Contains(fileText(t, chains), " by found-mul-neg-mul-neg-") {
		t.Error(fileText(t, chains))
	}
	for options, want := range map[string]string{
		"ops=mul size=1 inputs=1 numbers=1":                     "mul(1, ?x) => ?x",
		"ops=relu,matmul size=2 inputs=2 attrs=activation":      "{activation = \"relu\"}",
		"ops=max size=2 inputs=3":                               "max(?x, max(?y, ?z))",
		"ops=neg size=2 inputs=1 dtypes=none seed=5":            "tg-opt --discover, seed 5",
		"ops=tan,atan size=2 inputs=1 approximate=true":         "tan(atan(?x)) => ?x [real",
		"ops=and size=1 inputs=1":                               "and(?x, ?x)",
		"ops=max size=1 inputs=1 numbers=nan":                   "max(?x, nan) => nan",
		"ops=neg size=2 inputs=1 dtypes=bf16,i8":                twice,
		"ops=neg size=2 inputs=1 dtypes=none memory=1 all=true": twice,
	} {
		if got := found(options + " known=none"); !strings.Contains(got, want) {
			t.Errorf("%s: %s is missing in\n%s", options, want, got)
		}
	}
	for _, options := range []string{"ops=relu,matmul size=2 inputs=2 attrs=none known=none", "ops=max size=2 inputs=3 dtypes=none known=none"} {
		if got := found(options); strings.Contains(got, "activation =") || strings.Contains(got, "max(?x, max(?y, ?z))") {
			t.Errorf("%s finds\n%s", options, got)
		}
	}
}
