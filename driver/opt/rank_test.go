package opt

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

const (
	exponentials = `func.func @f(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.exp %x : tensor<64x64xf32>
  %1 = tg.exp %y : tensor<64x64xf32>
  %2 = tg.mul %0, %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
`
	factors = `func.func @g(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<64x64xf32>
  %1 = stablehlo.multiply %x, %x : tensor<64x64xf32>
  %2 = stablehlo.add %0, %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
`
	rankedRules = `// About the file.

// Of no use here.
rule my-cosine: cos(neg(?x)) => cos(?x) [exact]
rule my-exp: mul(exp(?x), exp(?y)) => exp(add(?x, ?y)) [real] origin "me"

set factors
rule my-back: sub(mul(?x, ?y), mul(?x, ?z)) <=> mul(?x, sub(?y, ?z)) [real, integers]
// A common factor.
rule my-factor: add(mul(?x, ?y), mul(?x, ?z)) => mul(?x, add(?y, ?z)) [real, integers]
`
)

// corpus writes files into a folder, and returns that.
func corpus(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func fileText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What is used goes up in its set, and says how it was used, in the same way for any number of
// workers; ranking again changes nothing.
func TestRank(t *testing.T) {
	dir := corpus(t, map[string]string{"a.mlir": exponentials, "deep/er/b.mlir": factors, "deep/c.mlir": exponentials, "d.txt": "no program"})
	first, table := "", ""
	for _, workers := range []string{"1", "3"} {
		name := ruleFile(t, byteOrderMark+rankedRules)
		got := opt("", "--discover-rank="+dir, "--workers="+workers, name)
		if got.Status != 0 || got.Err != "" {
			t.Fatal(got)
		}
		text := fileText(t, name)
		if first == "" {
			first, table = text, got.Out
		}
		if d := cmp.Diff(first, text) + cmp.Diff(table, got.Out); d != "" {
			t.Errorf("%s workers do something else:\n%s", workers, d)
		}
		if again := opt("", "--discover-rank="+dir, name); again != got || fileText(t, name) != first {
			t.Errorf("again: %v\n%s", again, cmp.Diff(first, fileText(t, name)))
		}
	}
	var lines []string
	for line := range strings.Lines(first) {
		line, _, _ = strings.Cut(line, " gain ")
		lines = append(lines, strings.TrimRight(line, "\n"))
	}
	want := []string{
		byteOrderMark + "// About the file.", "",
		`rule my-exp: mul(exp(?x), exp(?y)) => exp(add(?x, ?y)) [real] origin "me"`, `  used 4 over "3 programs on cpu"`, "",
		"// Of no use here.", "rule my-cosine: cos(neg(?x)) => cos(?x) [exact]", `  used 0 over "3 programs on cpu"`, "",
		"set factors", "",
		"// A common factor.", "rule my-factor: add(mul(?x, ?y), mul(?x, ?z)) => mul(?x, add(?y, ?z)) [real, integers]", `  used 2 over "3 programs on cpu"`, "",
		"rule my-back: sub(mul(?x, ?y), mul(?x, ?z)) <=> mul(?x, sub(?y, ?z)) [real, integers]", `  used 0 over "3 programs on cpu"`,
	}
	if d := cmp.Diff(want, lines); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if want := "4 rules, 3 programs on cpu: 3 changes by substitute, gain "; !strings.HasPrefix(table, want) || !strings.Contains(table, "\nmy-factor     2") {
		t.Errorf("want %s, but got\n%s", want, table)
	}
	if got := opt("", "--check-rules="+ruleFile(t, first)); got.Status != 0 || !strings.Contains(got.Out, "used in 4 changes of 3 programs on cpu, gain ") {
		t.Error(got)
	}
}

// Passes of the other flags go first; what they do is no gain of a search. Another file may take
// the rules.
func TestRankAfterPasses(t *testing.T) {
	dir := corpus(t, map[string]string{"a.mlir": exponentials + "// -----\n" + factors})
	name, to := ruleFile(t, rankedRules), filepath.Join(t.TempDir(), "ranked.rules")
	got := opt("", "--discover-rank="+dir, "--split-input-file", "--canonicalize=fp=fast rules="+name, "-o", to, name)
	if got.Status != 0 || !strings.HasPrefix(got.Out, "4 rules, 1 program on cpu: 0 changes by substitute, gain 0 ns; ") {
		t.Error(got)
	}
	if fileText(t, name) != rankedRules || !strings.Contains(fileText(t, to), `used 0 over "1 program on cpu" gain 0`) {
		t.Errorf("%s\n%s", fileText(t, name), fileText(t, to))
	}
}

// What is wrong with programs is told in their order, and the others are searched; the file is as
// it was.
func TestRankFailures(t *testing.T) {
	dir := corpus(t, map[string]string{"a.mlir": "func.func @f(", "b.mlir": exponentials, "c.mlir": strings.Replace(factors, "return %2", "return %3", 1)})
	for _, workers := range []string{"1", "3"} {
		name := ruleFile(t, rankedRules)
		got := opt("", "--discover-rank="+dir, "--workers="+workers, name)
		if got.Status != 1 || !strings.HasPrefix(got.Out, "4 rules, 1 program on cpu: 1 change by substitute") || !strings.HasPrefix(got.Err, filepath.Join(dir, "a.mlir")+":1:14: error: ") ||
			!strings.Contains(got.Err, "\n"+filepath.Join(dir, "c.mlir")+":5:10: error: ") || !strings.HasSuffix(got.Err, "2 of 3 programs failed; '"+name+"' is left as it was\n") {
			t.Error(got)
		}
		if fileText(t, name) != rankedRules {
			t.Error(fileText(t, name))
		}
	}
}

// Mistakes in what is asked for.
func TestRankMistakes(t *testing.T) {
	dir := corpus(t, map[string]string{"a.mlir": exponentials})
	empty, own := t.TempDir(), ruleFile(t, rankedRules)
	const option = "for the --discover-rank option: "
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--discover-rank=" + dir}, option + "the file of rules is missing: write --discover-rank=DIR FILE"},
		{[]string{"--discover-rank=" + dir, filepath.Join(empty, "no.rules")}, "cannot read the rules in '" + filepath.Join(empty, "no.rules") + "': No such file or directory"},
		{[]string{"--discover-rank=" + dir, dir}, "cannot read the rules in '" + dir + "': Is a directory"},
		{[]string{"--discover-rank=" + filepath.Join(empty, "no"), own}, option + "cannot read the folder '" + filepath.Join(empty, "no") + "': No such file or directory"},
		{[]string{"--discover-rank=" + own, own}, option + "'" + own + "' is no folder"},
		{[]string{"--discover-rank=" + empty, own}, option + "there is no file in '" + empty + "' whose name ends in .mlir"},
		{[]string{"--discover-rank=" + dir, "-o", "-", own}, "for the -o option: the table of --discover-rank goes to standard output, and the rules to a file, but '-' is given"},
		{[]string{"--discover-rank=" + dir, "-o", filepath.Join(empty, "no", "x"), own}, "the ranked rules are not written: cannot open output file '" + filepath.Join(empty, "no", "x") + "': No such file or directory"},
		{[]string{"--discover-rank=" + dir, "--discover-rank-machine=gpus", own}, "for the --discover-rank-machine option: there is no machine 'gpus', only cpu, gpu and files of profiles; did you mean 'gpu'?"},
		{[]string{"--discover-rank-machine=gpu"}, "for the --discover-rank-machine option: it is of use only with --discover-rank"},
		{[]string{"--discover-rank=" + dir, "--mlir-timing", own}, option + "it cannot be combined with --mlir-timing"},
		{[]string{"--discover-rank=" + dir, "--cs", own}, "--cs"},
		{[]string{"--discover-rank=" + dir, ruleFile(t, "rule a: ad(?x, 0) => ?x [exact]\n")}, "my.rules:1:9: error: there is no op 'ad'; did you mean 'add'?"},
		{[]string{"--discover-rank=" + dir, ruleFile(t, "rule a: abs(abs(?x)) => ?x [exact] proved by b\n")}, "my.rules:1:46: error: there is no rule 'b' in the files that are read together"},
	} {
		if got := opt("", tt.args...); got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, tt.want) {
			t.Errorf("%q: %v\nwant %s", tt.args, got, tt.want)
		}
	}
	if got := fileText(t, own); got != rankedRules {
		t.Error(got)
	}
	if got := opt("", "--discover-rank="+dir, "--discover-rank-machine=gpu", own); got.Status != 0 || !strings.HasPrefix(got.Out, "4 rules, 1 program on gpu: ") {
		t.Error(got)
	}
}

// A change counts once for each rule that led to it, and is divided among all that did; losses
// count, too.
func TestGainsAreDivided(t *testing.T) {
	list, err := rule.Parse("my.rules", "rule a: neg(neg(?x)) => ?x [exact]\nrule b: relu6(?x) <=> clamp(0, ?x, 6) [exact] where not bool(root)\n", rules.Lookup)
	if err != nil {
		t.Fatal(err)
	}
	machine, err := cost.Named("cpu", 0)
	if err != nil {
		t.Fatal(err)
	}
	a, b, other := pipeline.Applied{Name: "a", Place: "my.rules:1:1"}, pipeline.Applied{Name: "b-reversed", Place: "my.rules:2:1"}, pipeline.Applied{Name: "a", Place: "rules/a.rules:1:1"}
	r := newRanking(machine, list)
	r.add(&searched{gains: []pipeline.Gain{
		{Pass: "substitute", Seconds: 6, By: []pipeline.Applied{a, b, other}}, {Pass: "substitute", Seconds: 1},
	}})
	r.add(&searched{gains: []pipeline.Gain{{Pass: "saturate", Seconds: -8, By: []pipeline.Applied{other, b}}, {Pass: "saturate", Seconds: 1.00006, By: []pipeline.Applied{a}}}})
	r.settle()
	const corpus = "2 programs on cpu"
	want := map[string]rule.Use{"a": {Corpus: corpus, Times: 2, Gain: 3}, "b": {Corpus: corpus, Times: 2, Gain: -2}}
	if d := cmp.Diff(want, r.uses); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	var table strings.Builder
	r.write(&table)
	if d := cmp.Diff(`2 rules, 2 programs on cpu: 1 change by substitute, gain 6 s; 2 changes by saturate, gain -7 s

rule      uses  gain  by substitute  gain  by saturate  gain
a            2   3 s              1   2 s            1   1 s
b            2  -2 s              1   2 s            1  -4 s
all else     2  -2 s              1   2 s            1  -4 s
`, table.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// What changes gain is what the program costs less.
func TestGainsAreTrue(t *testing.T) {
	reg := standard.Registry.Clone()
	reg.Substitutions = []pipeline.RuleFile{{Name: "my.rules", Text: []byte(rankedRules)}}
	machine, err := cost.Named("cpu", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, pass := range []string{"substitute{fp=fast shipped=false}", "saturate{fp=fast shipped=false}"} {
		for place, text := range map[string]string{"my.rules:5:1": exponentials, "my.rules:10:1": factors} {
			ctx := standard.NewContext()
			module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "in.mlir"})
			if err != nil {
				t.Fatal(err)
			}
			gains := &pipeline.Gains{}
			run := func(text string) {
				p, err := pipeline.ParsePipeline(text, reg)
				if err == nil {
					err = (&pipeline.Manager{Ctx: ctx, Pipeline: p, Emit: func(d *ir.Diag) { t.Error(ctx.Render(d)) }, Gains: gains}).Run(module)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			run("stablehlo-to-tg")
			before := cost.Total(machine, module).Seconds
			run(pass)
			saved := before - cost.Total(machine, module).Seconds
			list := gains.List()
			if len(list) != 1 || len(list[0].By) == 0 || list[0].By[0].Place != place || !(saved > 0) || math.Abs(list[0].Seconds-saved) > 1e-6*saved {
				t.Errorf("%s: %+v, but %g s are saved", pass, list, saved)
			}
		}
	}
}
