package opt

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// rankFlags are the flags that ask what the rules of a file are good for.
type rankFlags struct {
	dir     string // of programs; empty for no ranking
	machine string // empty for defaultRankMachine
}

// defaultRankMachine is by what gains are predicted unless a flag says otherwise.
const defaultRankMachine = "cpu"

// searches are the passes that choose among what rules make of a program.
var searches = []string{"substitute", "saturate"}

func addRankFlags(l *commandline.Line, f *rankFlags) {
	l.Add(&f.dir, "discover-rank", "`dir`: find out what the rules of the file that is given are good for. All programs in the folder and those below it whose names end in .mlir are converted to tg, go through the passes of the other flags, "+
		"and are searched by substitute and by saturate with fp=fast, with these rules and those that come with tg. A table goes to standard output, "+
		"and the file is written anew, or with -o another one: with what each rule was good for, and the rules of each set sorted by that", commandline.File)
	l.Add(&f.machine, "discover-rank-machine", "`machine`: cpu, gpu or the file of a profile, by which --discover-rank predicts times (default: "+defaultRankMachine+")", commandline.File)
}

// check finds flags that make no sense together.
func (f *rankFlags) check(s *tool.Setup, l *commandline.Line) error {
	if f.dir == "" {
		if l.Seen("discover-rank-machine") {
			return s.Errorf("for the --discover-rank-machine option: it is of use only with --discover-rank")
		}
		return nil
	}
	return alone(s, l, "discover-rank", append([]string{"discover"}, otherOutputs...))
}

// alone fails if one of other flags is given besides.
func alone(s *tool.Setup, l *commandline.Line, flag string, others []string) error {
	for _, name := range others {
		if l.Seen(name) {
			return s.Errorf("for the --%s option: it cannot be combined with %s", flag, commandline.Dashes(name))
		}
	}
	return nil
}

// otherOutputs are flags that ask for other work than to make rules, or for reports on it.
var otherOutputs = []string{
	"verify-diagnostics", "run-reproducer", "mlir-generate-reproducer", "mlir-pass-pipeline-crash-reproducer", "check-rules", "explain-rule", "check-derivatives", "shared-subgraphs", "extract", "memory-plot",
	"mlir-timing", "mlir-pass-statistics", "pass-summary", "log-actions-to", "profile-actions-to", "remarks-filter", "remarks-filter-passed", "remarks-filter-missed", "remarks-filter-failed", "remarks-filter-analyse",
	"mlir-print-ir-before", "mlir-print-ir-after", "mlir-print-ir-before-all", "mlir-print-ir-after-all", "mlir-print-ir-after-change", "mlir-print-ir-after-failure", "link", "dump-pass-pipeline",
}

// rankRules finds out what the rules of the input are good for, and writes it into their file.
func (t *invocation) rankRules() error {
	f := &t.config.rules.rank
	name, to := t.config.input, t.config.output
	switch {
	case name == "-":
		return t.setup.Errorf("for the --discover-rank option: the file of rules is missing: write --discover-rank=DIR FILE")
	case to == "":
		to = name
	case tool.IsStandardOutput(to):
		return t.setup.Errorf("for the -o option: the table of --discover-rank goes to standard output, and the rules to a file, but '%s' is given", to)
	}
	if err := t.readDialectFile(); err != nil {
		return err
	}
	ctx := t.newContext()
	f.machine = cmp.Or(f.machine, defaultRankMachine)
	machine, err := cost.Named(f.machine, t.config.maxInput)
	if err == nil {
		err = machine.Check(ctx)
	}
	if err != nil {
		return t.setup.Errorf("for the --discover-rank-machine option: %w", err)
	}
	text, err := input.Text(t.config.maxInput).ReadFile(name)
	if err != nil {
		return fmt.Errorf("cannot read the rules in '%s': %s", name, oserr.Reason(err))
	}
	text, marked := bytes.CutPrefix(text, []byte(byteOrderMark))
	own := pipeline.RuleFile{Name: name, Text: append([]byte{}, text...)}
	list, err := rules.ReadFiles(ctx, []pipeline.RuleFile{own}, nil, t.config.maxInput)
	if err != nil {
		return t.showAll(ctx, err)
	}
	programs, err := programsBelow(f.dir)
	if err != nil {
		return t.setup.Errorf("for the --discover-rank option: %w", err)
	}
	t.reg.Substitutions = append(slices.Clone(t.reg.Substitutions), own)
	r := newRanking(machine, list)
	failed := 0
	for _, p := range t.searchAll(programs) {
		t.stderr.Write(p.messages.Bytes())
		if p.failed {
			failed++
			continue
		}
		r.add(p)
	}
	out, err := tool.OpenOutput("", t.stdout)
	if err != nil {
		return err
	}
	defer out.Discard()
	r.settle()
	r.write(out)
	if failed > 0 {
		if err := out.Commit(); err != nil {
			return err
		}
		fmt.Fprintf(t.stderr, "%d of %s failed; '%s' is left as it was\n", failed, units.Counted(len(programs), "program"), to)
		return tool.ErrReported
	}
	ranked, err := rule.Ranked(name, string(text), func(name string) rule.Use { return r.uses[name] })
	if err != nil {
		return err
	}
	if marked {
		ranked = byteOrderMark + ranked
	}
	if err := wholefile.Write(to, []byte(ranked)); err != nil {
		return fmt.Errorf("the ranked rules are not written: %w", err)
	}
	return out.Commit()
}

// byteOrderMark is what some editors put in front of a text.
const byteOrderMark = "\uFEFF"

// programsBelow are the names of the programs in a folder and those below it, in order.
func programsBelow(dir string) (names []string, err error) {
	if info, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("cannot read the folder '%s': %s", dir, oserr.Reason(err))
	} else if !info.IsDir() {
		return nil, fmt.Errorf("'%s' is no folder", dir)
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("cannot read '%s': %s", filepath.Join(dir, path), oserr.Reason(err))
		}
		if !d.IsDir() && strings.HasSuffix(path, ".mlir") {
			names = append(names, filepath.Join(dir, path))
		}
		return nil
	})
	if err == nil && names == nil {
		err = fmt.Errorf("there is no file in '%s' whose name ends in .mlir", dir)
	}
	return names, err
}

// searched is what became of the programs of a file.
type searched struct {
	messages bytes.Buffer
	failed   bool
	gains    []pipeline.Gain
}

// searchAll searches programs, several at a time. The results are in their order, and do not
// depend on how many.
func (t *invocation) searchAll(names []string) []*searched {
	workers := t.workers()
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	results := make([]*searched, len(names))
	next := make(chan int)
	var group sync.WaitGroup
	for range min(workers, len(names)) {
		group.Go(func() {
			for i := range next {
				results[i] = t.search(names[i])
			}
		})
	}
	for i := range names {
		next <- i
	}
	close(next)
	group.Wait()
	return results
}

// search searches the programs of a file.
func (t *invocation) search(name string) *searched {
	s := &searched{}
	w := *t // with messages of its own
	w.stderr, w.input, w.pipelines = &s.messages, name, map[string]*pipeline.Pipeline{}
	data, _, err := tool.ReadInput(input.Text(w.config.maxInput), name, nil)
	if err != nil {
		fmt.Fprintln(w.stderr, err)
		s.failed = true
		return s
	}
	chunks := splitInput(data, w.config.splitMarker, func(offset int) {
		ctx := ir.NewContext()
		w.show(ctx, nearMissWarning(ctx, name, data, offset))
	})
	for _, ch := range chunks {
		o := &chunkWork{invocation: &w, ctx: w.newContext(), chunk: ch}
		root := o.parse()
		if root == nil || !o.search(root, s) || o.failed {
			s.failed = true
		}
	}
	return s
}

// search searches a program, and reports whether all went well.
func (o *chunkWork) search(root *ir.Op, s *searched) bool {
	p, err := o.reg.Sequence(root.Name(), []pipeline.Use{{Name: "stablehlo-to-tg", Options: "if-possible"}})
	if err != nil || !o.run(p, root, nil) {
		return o.fails(err)
	}
	if p, err = o.pipelineFor(root.Name()); err != nil || !o.run(p, root, nil) {
		return o.fails(err)
	}
	for _, pass := range searches {
		p, err := o.reg.Sequence(root.Name(), []pipeline.Use{{Name: pass, Options: "fp=fast machine=" + pipeline.ListText([]string{o.config.rules.rank.machine})}})
		if err != nil {
			return o.fails(err)
		}
		gains := &pipeline.Gains{}
		if !o.run(p, ir.NewBuilder(o.ctx).AtEnd(nil).Clone(root, map[*ir.Value]*ir.Value{}), gains) {
			return false
		}
		s.gains = append(s.gains, gains.List()...)
	}
	return true
}

// fails tells an error, if there is one, and is false.
func (o *chunkWork) fails(err error) bool {
	if err != nil && err != tool.ErrReported {
		fmt.Fprintln(o.stderr, err)
	}
	return false
}

// run runs passes by one worker, as others work on other programs.
func (o *chunkWork) run(p *pipeline.Pipeline, root *ir.Op, gains *pipeline.Gains) bool {
	if p.Empty() {
		return true
	}
	m := &pipeline.Manager{
		Ctx: o.ctx, Pipeline: p, Workers: 1, SkipVerify: !o.config.verifyEach, Emit: o.emitPrepared, Prepare: o.prepareDiag,
		Stacks: o.config.stackOnDiagnostic, Output: o.stderr, Printing: o.config.printer.options(), Gains: gains,
	}
	return m.Run(root) == nil
}

// ranking is what rules have been good for.
type ranking struct {
	machine  *cost.Machine
	rules    []*rankedRule
	byPlace  map[string]*rankedRule
	others   rankedRule // all that is not in the file
	changes  map[string]tally
	programs int
	uses     map[string]rule.Use // by the name of a rule
}

// rankedRule is a rule with what it was good for, by the pass that used it.
type rankedRule struct {
	name string
	text string // without evidence
	by   map[string]tally
	all  rule.Use
}

// tally counts changes, and adds up what they gain.
type tally struct {
	times int64
	gain  float64
}

func (t tally) plus(gain float64) tally { return tally{t.times + 1, t.gain + gain} }

func newRanking(machine *cost.Machine, list []*rule.Rule) *ranking {
	r := &ranking{machine: machine, byPlace: map[string]*rankedRule{}, changes: map[string]tally{}, uses: map[string]rule.Use{}}
	r.others = rankedRule{name: "all else", by: map[string]tally{}}
	for _, x := range list {
		k := &rankedRule{name: x.Name, text: x.Statement(), by: map[string]tally{}}
		r.rules = append(r.rules, k)
		r.byPlace[x.Pos.String()] = k
	}
	return r
}

// add adds what was found in a file. A gain is divided equally among all that led to it.
func (r *ranking) add(s *searched) {
	r.programs++
	for _, g := range s.gains {
		if len(g.By) == 0 {
			continue
		}
		r.changes[g.Pass] = r.changes[g.Pass].plus(g.Seconds)
		for _, a := range g.By {
			k := r.byPlace[a.Place]
			if k == nil {
				k = &r.others
			}
			k.by[g.Pass] = k.by[g.Pass].plus(g.Seconds / float64(len(g.By)))
		}
	}
}

// settle says what each rule has been good for. Gains are rounded, so that they are as they are
// written, and a difference in their last bits does not sort rules.
func (r *ranking) settle() {
	corpus := fmt.Sprintf("%s on %s", units.Counted(r.programs, "program"), r.machine.Name)
	for _, k := range append(r.rules, &r.others) {
		k.all.Corpus = corpus
		for _, pass := range searches {
			k.all.Times += k.by[pass].times
			k.all.Gain += k.by[pass].gain
		}
		k.all.Gain, _ = strconv.ParseFloat(strconv.FormatFloat(k.all.Gain, 'g', 4, 64), 64) // its own text
		if k != &r.others {
			r.uses[k.name] = k.all
		}
	}
	slices.SortStableFunc(r.rules, func(a, b *rankedRule) int {
		return cmp.Or(rule.CompareUses(a.all, b.all), strings.Compare(a.text, b.text))
	})
}

// text is a gain, with a sign where it is a loss.
func (r *ranking) text(gain float64) string {
	if gain < 0 {
		return "-" + r.machine.Text(-gain)
	}
	return r.machine.Text(gain)
}

// write writes the table.
func (r *ranking) write(w io.Writer) {
	fmt.Fprintf(w, "%s, %s", units.Counted(len(r.rules), "rule"), r.others.all.Corpus)
	sep := ": "
	for _, pass := range searches {
		c := r.changes[pass]
		fmt.Fprintf(w, "%s%s by %s, gain %s", sep, units.Counted(int(c.times), "change"), pass, r.text(c.gain))
		sep = "; "
	}
	fmt.Fprint(w, "\n\n")
	rows := [][]string{{"rule", "uses", "gain"}}
	for _, pass := range searches {
		rows[0] = append(rows[0], "by "+pass, "gain")
	}
	for _, k := range append(slices.Clone(r.rules), &r.others) {
		row := []string{k.name, fmt.Sprint(k.all.Times), r.text(k.all.Gain)}
		for _, pass := range searches {
			row = append(row, fmt.Sprint(k.by[pass].times), r.text(k.by[pass].gain))
		}
		rows = append(rows, row)
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len(cell))
		}
	}
	for _, row := range rows {
		fmt.Fprintf(w, "%-*s", widths[0], row[0])
		for i, cell := range row[1:] {
			fmt.Fprintf(w, "  %*s", widths[i+1], cell)
		}
		fmt.Fprintln(w)
	}
}
