package mlir

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/modgen"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
)

// A campaign compares tg-opt with mlir-opt on random modules:
//
//	go test ./test/mlir -run Campaign -campaign 100000 -first-case 0
//
// Each case is one module; every mode below runs on all of them.
var (
	minimise = flag.Int("minimise", 3, "how many differences to make small")
	reported = flag.Int("differences", 20, "how many differences to report in full")
	wording  = flag.Bool("wording", false, "count another message or position of the first error as a difference")
)

// batch is how many modules one process works on.
const batch = 200

const chunkMarker = "// -----\n"

// mode is one way to run the tools.
type mode struct {
	name   string
	args   []string
	broken bool // on broken modules, too
	loops  bool // on modules of parallel loops and tensors, too
}

var modes = []mode{
	{"print", nil, true, true},
	{"generic", []string{"--mlir-print-op-generic"}, false, false},
	{"locations", []string{"--mlir-print-debuginfo"}, false, false},
	{"cse", []string{"--cse"}, false, false},
	{"canonicalize", []string{"--canonicalize"}, false, true},
	{"both", []string{"--cse", "--canonicalize", "--cse"}, false, false},
}

// outcome is what a tool makes of a module.
type outcome struct {
	text  string
	error string // the first, as `line:column: message`; empty when there is none
	crash bool
}

// runner runs a tool on modules.
type runner func(t *testing.T, args []string, modules []string) []outcome

// ours runs tg-opt, which leaves calls apart: mlir-opt does not ask what a function does.
func ours(t *testing.T, args []string, modules []string) []outcome {
	apart := slices.Clone(args)
	for i, a := range apart {
		if a == "--cse" {
			apart[i] = "--cse=calls=false"
		}
	}
	r := peer.Tool(driver.Opt).Run(apart, strings.Join(modules, chunkMarker))
	return outcomes(t, r, modules)
}

// theirs runs mlir-opt. When it crashes, the modules run one by one.
func theirs(path string) runner {
	return func(t *testing.T, args []string, modules []string) []outcome {
		cmd := exec.Command(path, args...)
		cmd.Stdin = strings.NewReader(strings.Join(modules, chunkMarker))
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		_ = cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != 0 && code != 1 {
			if len(modules) == 1 {
				return []outcome{{crash: true}}
			}
			half := len(modules) / 2
			run := theirs(path)
			return append(run(t, args, modules[:half]), run(t, args, modules[half:])...)
		}
		return outcomes(t, peer.Result{Stdout: stdout.String(), Stderr: stderr.String()}, modules)
	}
}

var errorLine = regexp.MustCompile(`(?m)^<stdin>:(\d+):(\d+): error: (.*)$`)

// outcomes takes what a tool says about many modules apart.
func outcomes(t *testing.T, r peer.Result, modules []string) []outcome {
	t.Helper()
	texts := []string{""}
	for l := range strings.Lines(r.Stdout) {
		if l == chunkMarker {
			texts = append(texts, "")
		} else {
			texts[len(texts)-1] += l
		}
	}
	if len(texts) != len(modules) {
		t.Fatalf("%d outputs for %d modules; standard error starts with: %.300s", len(texts), len(modules), r.Stderr)
	}
	list := make([]outcome, len(modules))
	starts := make([]int, len(modules)) // line before the first
	line := 0
	for i, m := range modules {
		starts[i] = line
		line += strings.Count(m, "\n") + 1 // and the marker
		list[i].text = texts[i]
	}
	chunk := 0
	for _, e := range errorLine.FindAllStringSubmatch(r.Stderr, -1) {
		n, err := strconv.Atoi(e[1])
		if err != nil {
			t.Fatal(err)
		}
		for chunk+1 < len(modules) && n > starts[chunk+1] {
			chunk++
		}
		for chunk > 0 && n <= starts[chunk] {
			chunk--
		}
		if list[chunk].error == "" {
			list[chunk].error = fmt.Sprintf("%d:%s: %s", n-starts[chunk], e[2], e[3])
		}
	}
	for i := range list {
		list[i].text = strings.TrimRight(list[i].text, "\n")
	}
	return list
}

// difference says how two outcomes differ, or is empty.
func difference(want, got outcome) string {
	switch {
	case want.crash:
		return "" // nothing to compare with
	case (want.error == "") != (got.error == ""):
		return fmt.Sprintf("verdict: mlir-opt says %q, ours %q", want.error, got.error)
	case !strings.HasPrefix(got.error, want.error):
		return fmt.Sprintf("message: mlir-opt says %q, ours %q", want.error, got.error)
	case want.text != got.text:
		return "text: " + firstDifference(want.text, got.text)
	}
	return ""
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range w {
		if i >= len(g) {
			return fmt.Sprintf("line %d: mlir-opt prints %q, ours nothing", i+1, w[i])
		}
		if w[i] != g[i] {
			return fmt.Sprintf("line %d: mlir-opt prints\n\t%s\nours\n\t%s", i+1, w[i], g[i])
		}
	}
	return fmt.Sprintf("line %d: ours prints %q, mlir-opt nothing", len(w)+1, g[len(w)])
}

// explanation is a kind of difference that is there on purpose, or that
// mlir-opt is to blame for.
type explanation struct {
	why string
	// holds reports whether it explains how two outcomes differ.
	holds func(want, got outcome) bool
}

var dynamicConstant = regexp.MustCompile(`arith\.constant .*dense<.*> : tensor<[^<>]*\?`)

var division = regexp.MustCompile(`arith\.(floordivsi|remsi|remui|ceildivsi|ceildivui)`)

// sortedShapes are the lines of a module without what tells where they stand.
func sortedShapes(text string) []string {
	lines := strings.Split(numbered.ReplaceAllString(text, "N"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	slices.Sort(lines)
	return lines
}

var (
	invalidFolds = regexp.MustCompile(`out-of-bounds|cast incompatible|rank-reduced version|null operand found`)
	castToKnown  = regexp.MustCompile(`tensor\.cast .*\?.* to tensor<[^?]*>`)
)

var explanations = []explanation{
	{
		"mlir-opt folds to constants with dynamic extents, which it does not read back",
		func(want, got outcome) bool {
			return dynamicConstant.MatchString(want.text) && !dynamicConstant.MatchString(got.text)
		},
	},
	{
		"mlir-opt rounds an integer once that the program rounds to one float type and then to a smaller one",
		func(want, got outcome) bool {
			const narrow = "arith.truncf"
			return strings.Contains(got.text, "itofp") && strings.Count(got.text, narrow) > strings.Count(want.text, narrow)
		},
	},
	{
		"mlir-opt takes an index that went through a narrower integer for the index it was",
		func(want, got outcome) bool {
			const cast = "arith.index_cast"
			return strings.Count(got.text, cast) > strings.Count(want.text, cast)
		},
	},
	{
		"mlir-opt makes slices and casts that are not valid, and reports them",
		func(want, got outcome) bool {
			return got.error == "" && invalidFolds.MatchString(want.error)
		},
	},
	{
		"mlir-opt makes a slice that is not valid of one that a cast would not fit, and folds that",
		func(want, got outcome) bool {
			return len(castToKnown.FindAllString(got.text, -1)) > len(castToKnown.FindAllString(want.text, -1))
		},
	},
	{
		"mlir-opt drops loops over more than half of all numbers, whose distance it takes to be negative",
		func(want, got outcome) bool {
			const loop = "scf.for"
			return strings.Contains(got.text, "arith.constant -9223372036854775808 : index") &&
				strings.Count(got.text, loop) > strings.Count(want.text, loop)
		},
	},
	{
		"mlir-opt executes divisions that may be undefined where they were not executed before",
		func(want, got outcome) bool {
			return division.MatchString(got.text) && slices.Equal(sortedShapes(want.text), sortedShapes(got.text))
		},
	},
	{
		// It crashes where such an op is still there when it looks for functions to drop.
		"functions stay that an op may name which nobody knows, and which goes while calls are inlined",
		func(want, got outcome) bool {
			const fn = "func.func "
			return strings.Count(got.text, fn) > strings.Count(want.text, fn) && strings.Count(got.text, fn+"nested")+strings.Count(got.text, fn+"private") > 0
		},
	},
	{
		"mlir-opt takes the results of scf.forall for dead",
		func(want, got outcome) bool {
			return strings.Contains(want.text, "ub.poison") && strings.Count(got.text, "scf.forall (") > strings.Count(want.text, "scf.forall (")
		},
	},
	{
		"mlir-opt keeps, of an attribute and a property of one name, the attribute only where it clones an unknown op",
		func(want, got outcome) bool {
			w, theirs := onePerName(want.text)
			g, ours := onePerName(got.text)
			if w == "" || w != g {
				return false
			}
			for i := range theirs { // the ops are the same
				if theirs[i] > ours[i] {
					return false // it is ours that drops one
				}
			}
			return true
		},
	},
}

// onePerName is a module in which no unknown op has a property and an attribute
// of one name: the property takes the attribute's value. pairs are how many each
// op had. The text is empty if there was no module.
func onePerName(text string) (one string, pairs []int) {
	ctx := driver.NewContext()
	ctx.AllowUnregistered = true
	m, err := parser.Parse(ctx, []byte(text), parser.Options{})
	if err != nil {
		return "", nil
	}
	ir.Walk(m, func(o *ir.Op) ir.WalkAction {
		n := 0
		if o.Def() == nil {
			n = mergeAttrs(ctx, o)
		}
		pairs = append(pairs, n)
		return ir.Advance
	})
	return printer.OpString(m, printer.Options{}), pairs
}

// mergeAttrs makes each property of o and the attribute of its name one. It returns
// how many.
func mergeAttrs(ctx *ir.Context, o *ir.Op) int {
	props, attrs := slices.Clone(o.Props().Entries()), slices.Clone(o.Attrs().Entries())
	attrs = slices.DeleteFunc(attrs, func(a ir.NamedAttr) bool {
		i := slices.IndexFunc(props, func(p ir.NamedAttr) bool { return p.Name == a.Name })
		if i >= 0 {
			props[i].Value = a.Value
		}
		return i >= 0
	})
	merged := len(o.Attrs().Entries()) - len(attrs)
	o.SetProps(ctx.Dict(props))
	o.SetAttrs(ctx.Dict(attrs))
	return merged
}

var (
	quotedWord = regexp.MustCompile(`'[^' ]*'|\x60[^\x60 ]*\x60|"[^" ]*"`)
	numbered   = regexp.MustCompile(`[%^@!#]?[\w.]*\d[\w.]*`)
	nameOfOp   = regexp.MustCompile(`\w+\.\w+|[%^@]\w+`)
)

// kind is a difference without what depends on the case.
func kind(d string) string {
	what, rest, _ := strings.Cut(d, ": ")
	if what == "text" {
		// The line of mlir-opt from where ours goes another way.
		if lines := strings.Split(rest, "\n"); len(lines) == 4 {
			w, g := strings.TrimSpace(lines[1]), strings.TrimSpace(lines[3])
			i := 0
			for i < len(w) && i < len(g) && w[i] == g[i] {
				i++
			}
			head := nameOfOp.FindString(w)
			rest = head + " " + w[max(0, i-8):min(len(w), i+12)] + " / " + g[max(0, i-8):min(len(g), i+12)]
		}
	}
	return what + ": " + numbered.ReplaceAllString(quotedWord.ReplaceAllString(rest, "X"), "N")
}

func TestCampaign(t *testing.T) {
	path := peer.Path()
	if path == "" {
		t.Skip("mlir-opt-22 is not installed (Debian's mlir-22-tools has it)")
	}
	for _, p := range claimed(t, samePasses) {
		if !slices.ContainsFunc(modes, func(m mode) bool { return m.name == p }) {
			modes = append(modes, mode{p, []string{"--" + p}, false, false})
		}
	}
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) { compareAll(t, m, modgen.Valid, path) })
		if m.loops {
			t.Run("loops-"+m.name, func(t *testing.T) { compareAll(t, m, modgen.Loops, path) })
		}
		if m.broken && m.loops {
			t.Run("broken-loops-"+m.name, func(t *testing.T) { compareAll(t, m, modgen.BrokenLoops, path) })
		}
		if m.broken {
			t.Run("broken-"+m.name, func(t *testing.T) { compareAll(t, m, modgen.Broken, path) })
		}
	}
}

// compareAll runs all cases of the campaign in one mode.
func compareAll(t *testing.T, m mode, generate func(seed uint64) string, path string) {
	c := &comparison{T: t, theirs: theirs(path), kinds: map[string]int{}, explained: map[string]int{}}
	first, count := campaign.Cases(15)
	for done := 0; done < count; done += batch {
		seeds := make([]uint64, min(batch, count-done))
		modules := make([]string, len(seeds))
		for i := range seeds {
			seeds[i] = first + uint64(done+i)
			modules[i] = generate(seeds[i])
		}
		c.compare(m, seeds, modules)
	}
	for _, why := range slices.Sorted(maps.Keys(c.explained)) {
		t.Logf("%d differences explained: %s", c.explained[why], why)
	}
	if c.worded > 0 {
		t.Logf("%d of %d rejected in other words or at another place (-wording shows them)", c.worded, c.compared)
	}
	if c.different > 0 {
		t.Errorf("%d of %d comparisons differ, in %d ways:\n%s", c.different, c.compared, len(c.kinds), c.frequencies())
	}
}

type comparison struct {
	*testing.T
	theirs              runner
	compared, different int
	worded              int            // rejected by both, in other words or at another place
	kinds               map[string]int // first differences of a kind are the ones worth a look
	explained           map[string]int
}

func (c *comparison) compare(m mode, seeds []uint64, modules []string) {
	c.Helper()
	args := append([]string{"--split-input-file", "--allow-unregistered-dialect", "--mlir-print-op-on-diagnostic=false"}, m.args...)
	want, got := c.theirs(c.T, args, modules), ours(c.T, args, modules)
	for i := range modules {
		c.compared++
		d := difference(want[i], got[i])
		if d == "" {
			continue
		}
		if why := explain(want[i], got[i]); why != "" {
			c.explained[why]++
			continue
		}
		if strings.HasPrefix(d, "message: ") && !*wording {
			c.worded++
			continue
		}
		c.different++
		k := m.name + " " + kind(d)
		if c.kinds[k]++; c.kinds[k] > 1 || len(c.kinds) > *reported {
			continue
		}
		c.Errorf("module %d: %s\n%s", seeds[i], d, c.small(m, args, modules[i], k))
	}
}

// frequencies lists the kinds of differences, the most frequent first.
func (c *comparison) frequencies() string {
	kinds := slices.SortedFunc(maps.Keys(c.kinds), func(a, b string) int {
		return cmp.Or(c.kinds[b]-c.kinds[a], strings.Compare(a, b))
	})
	var list strings.Builder
	for _, k := range kinds {
		fmt.Fprintf(&list, "%6d %s\n", c.kinds[k], k)
	}
	return list.String()
}

func explain(want, got outcome) string {
	for _, e := range explanations {
		if e.holds(want, got) {
			return e.why
		}
	}
	return ""
}

// small is a module that differs in the same way and has fewer lines, as long
// as that is asked for.
func (c *comparison) small(m mode, args []string, module, k string) string {
	if len(c.kinds) > *minimise {
		return ""
	}
	differs := func(candidates []string) int {
		want, got := c.theirs(c.T, args, candidates), ours(c.T, args, candidates)
		for i := range candidates {
			if d := difference(want[i], got[i]); d != "" && m.name+" "+kind(d) == k {
				return i
			}
		}
		return -1
	}
	lines := strings.SplitAfter(module, "\n")
	for size := len(lines) / 2; size > 0; {
		var candidates []string
		var rests [][]string
		for at := 0; at+size <= len(lines); at += size {
			rest := append(append([]string(nil), lines[:at]...), lines[at+size:]...)
			if text := strings.Join(rest, ""); text != "" {
				rests = append(rests, rest)
				candidates = append(candidates, text)
			}
		}
		if len(candidates) == 0 {
			size /= 2
			continue
		}
		if i := differs(candidates); i >= 0 {
			lines = rests[i]
		} else {
			size /= 2
		}
	}
	return strings.Join(lines, "")
}
