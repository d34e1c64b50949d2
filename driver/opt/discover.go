package opt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/discover"
	"github.com/tg-opt/tg/discover/recall"
	"github.com/tg-opt/tg/discover/rulefile"
	"github.com/tg-opt/tg/discover/widen"
	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/process"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// discoverFlags are the flags that ask for new rules.
type discoverFlags struct {
	options string // of --discover
	asked   bool
	resume  string // the file of a state
}

// discoverOptions are what --discover asks for.
type discoverOptions struct {
	Ops     []string `opt:"ops" doc:"Ops of tg that programs consist of, such as add,matmul"`
	Set     string   `opt:"set" doc:"A set of ops instead"`
	Size    int      `opt:"size" doc:"How many ops a program has at most"`
	Inputs  int      `opt:"inputs" doc:"How many different inputs a program has at most"`
	Numbers []string `opt:"numbers" doc:"Constants that operands may be besides"`
	Types   []string `opt:"dtypes" doc:"Element types for which elementwise programs are compared on machine numbers, too; none for not at all"`
	Approx  bool     `opt:"approximate" doc:"Compare elementwise programs on f64 up to rounding, too"`
	Attrs   []string `opt:"attrs" doc:"Attributes that ops may have; none for no attributes"`
	Time    string   `opt:"time" doc:"After how long to stop, such as 300s; enumerations have 15 % of it at most, and what follows from what 15 %, too"`
	Known   string   `opt:"known" doc:"Rules that are known, and not written again: shipped, none, or a file"`
	All     bool     `opt:"all" doc:"Write rules that follow from others, too"`
	Chains  string   `opt:"derivations" doc:"A file for how rules that are left out follow from others"`
	Seed    uint64   `opt:"seed" doc:"Try other inputs"`
	Memory  int      `opt:"memory" doc:"MiB for the fingerprints of the largest programs"`
	Out     string   `opt:"out" doc:"The file that the rules are written to, instead of standard output"`
	Compare string   `opt:"compare" doc:"Rules that somebody wrote, of which it is told whether they follow from what is found: shipped, or a file"`
	Share   string   `opt:"comparison" doc:"A file for what became of each of these"`
	State   string   `opt:"state" doc:"Where to write how far an unfinished run came (default: the file of --resume, or that of the rules with .state at its end)"`
}

func newDiscoverOptions() *discoverOptions {
	return &discoverOptions{Size: 3, Types: []string{"f32"}, Known: shippedRules, Memory: discover.DefaultMemory >> 20}
}

func addDiscoverFlags(l *commandline.Line, f *discoverFlags) {
	d := newDiscoverOptions()
	l.Add(&f.options, "discover", fmt.Sprintf("`options`: discover rules: programs of ops are enumerated, those that compute the same become rules under the widest conditions that executions do not refute, with what speaks for them, "+
		"and are written as a file that substitute, saturate and canonicalize read. The options are, in braces, ops=NAME,... or set=%s, size=N (default: %d), inputs=N (default: as the set asks, or 3), "+
		"numbers=X,..., dtypes=TYPE,...|none (default: f32), approximate=true, attrs=NAME,...|none, time=DURATION such as 300s (default: until it is done), known=shipped|none|FILE (default: %s), all=true, derivations=FILE, compare=shipped|FILE, comparison=FILE, seed=N, memory=MIB (default: %d), out=FILE, state=FILE; "+
		"progress goes to standard error. What is interrupted by a signal or its time goes on with --resume", strings.Join(discover.Sets(), "|"), d.Size, d.Known, d.Memory),
		func(target any, text string) error {
			f.asked = true
			return commandline.Text(target, text)
		})
	l.Add(&f.resume, "resume", "`file`: go on with a --discover that was interrupted, from its state; the other options must be the same, but for time and out", commandline.File)
}

// check finds flags that make no sense together.
func (f *discoverFlags) check(s *tool.Setup, l *commandline.Line) error {
	if !f.asked {
		if l.Seen("resume") {
			return s.Errorf("for the --resume option: it is of use only with --discover")
		}
		return nil
	}
	return alone(s, l, "discover", append([]string{"o"}, otherOutputs...))
}

// discovery is a run of --discover.
type discovery struct {
	*invocation
	*discoverOptions
	limit   time.Duration // 0 for none
	options rulefile.Options
	shown   time.Time // when progress was shown last
	saved   time.Time // when the state was written last
	begun   time.Time
	failed  error // to write the state
	compare []*rule.Rule
}

// Executing rules leaves much behind and keeps little: collecting it when several times of what is
// kept has come on top takes a fifth less time. Large searches keep much, for which memory= is a
// bound: beyond twice of it, and so many bytes for all else, it is collected as soon as may be.
const (
	searchPercent = 400
	searchHeap    = 1 << 30
)

// Between what is shown of progress, and between states that are written.
const (
	showEvery = 5 * time.Second
	saveEvery = 30 * time.Second
)

// discoverRules finds rules and writes them.
func (t *invocation) discoverRules() error {
	if t.config.input != "-" {
		return t.setup.Errorf("--discover reads no module, but is given '%s'", t.config.input)
	}
	d := &discovery{invocation: t, discoverOptions: newDiscoverOptions()}
	if err := pipeline.ReadOptions("--discover", t.config.rules.discover.options, d.discoverOptions); err != nil {
		return t.pipelineError(err)
	}
	c := t.newContext()
	if err := d.settle(c); err != nil {
		if errors.Is(err, tool.ErrReported) {
			return err
		}
		return t.setup.Errorf("for the --discover option: %w", err)
	}
	state, err := d.readState()
	if err != nil {
		return t.setup.Errorf("for the --resume option: %w", err)
	}
	return d.run(c, state)
}

// settle makes the options of the search of what is asked for.
func (d *discovery) settle(c *ir.Context) (err error) {
	switch {
	case len(d.Ops) > 0 && d.Set != "":
		return errors.New("ops and set exclude each other")
	case d.Set != "":
		if d.options.Find, err = discover.Set(c, d.Set); err != nil {
			return err
		}
	case len(d.Ops) == 0:
		return fmt.Errorf("name ops, as in --discover='ops=add,mul size=3', or a set of them: set=%s", strings.Join(discover.Sets(), " or set="))
	}
	for _, name := range d.Ops {
		def := c.LookupOp("tg." + strings.TrimPrefix(name, "tg."))
		if def == nil {
			return fmt.Errorf("there is no op 'tg.%s'%s", strings.TrimPrefix(name, "tg."), opLike(c, name))
		}
		d.options.Find.Ops = append(d.options.Find.Ops, def)
	}
	o := &d.options.Find
	if o.Size = d.Size; d.Inputs != 0 {
		o.Inputs = d.Inputs
	} else if o.Inputs == 0 {
		o.Inputs = 3
	}
	if d.Attrs != nil {
		if o.Attrs = d.Attrs; slices.Equal(d.Attrs, []string{"none"}) {
			o.Attrs = []string{}
		}
	}
	if len(d.Numbers) > 0 {
		o.Numbers = nil
	}
	for _, text := range d.Numbers {
		var v float64
		if _, err := fmt.Sscanf(text, "%g", &v); err != nil {
			return fmt.Errorf("option 'numbers': '%s' is no number", text)
		}
		o.Numbers = append(o.Numbers, v)
	}
	if d.Time != "" {
		if d.limit, err = time.ParseDuration(d.Time); err != nil || d.limit <= 0 {
			return fmt.Errorf("option 'time': '%s' is no duration such as 300s or 2h", d.Time)
		}
	}
	if d.Memory <= 0 {
		return fmt.Errorf("option 'memory': %d MiB are not enough for anything", d.Memory)
	}
	o.Seed, o.Memory, o.Workers = d.Seed, int64(d.Memory)<<20, d.workers()
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if err := d.readTypes(c); err != nil {
		return err
	}
	if d.options.Approximate = d.Approx; d.Approx && len(d.options.Types) == 0 {
		return errors.New("option 'approximate' compares machine numbers: it goes without dtypes=none")
	}
	if err := d.options.Check(); err != nil {
		return err
	}
	d.options.Lookup, d.options.Origin, d.options.Time, d.options.All = rules.Lookup, d.origin(), d.limit, d.All
	d.options.Progress, d.options.Save = d.progress, d.save
	if d.State == "" {
		d.State = d.config.rules.discover.resume
	}
	if d.State == "" && d.Out != "" && !tool.IsStandardOutput(d.Out) {
		d.State = d.Out + ".state"
	}
	return d.readLists(c)
}

// opLike says which op was meant.
func opLike(c *ir.Context, name string) string {
	var names []string
	for _, def := range c.LookupDialect("tg").Ops() {
		names = append(names, def.Mnemonic())
	}
	return spelling.DidYouMean(name, names)
}

// readLists reads the rules that are known, and those to compare with.
func (d *discovery) readLists(c *ir.Context) (err error) {
	if d.Share != "" && d.Compare == "" {
		return errors.New("option 'comparison' is of use only with compare=shipped or compare=FILE")
	}
	if d.Known != "none" {
		if d.options.Known, err = d.readRules(c, d.Known, rules.Every); err != nil {
			return err
		}
	}
	if d.Compare != "" {
		d.compare, err = d.readRules(c, d.Compare, rules.All)
	}
	return err
}

// readRules reads a file of rules, or takes those that come with tg.
func (d *discovery) readRules(c *ir.Context, name string, shipped func() []*rule.Rule) ([]*rule.Rule, error) {
	if name == shippedRules {
		return shipped(), nil
	}
	list, err := rules.ReadFiles(c, []pipeline.RuleFile{{Name: name}}, nil, d.config.maxInput)
	if err != nil {
		return nil, d.showAll(c, err)
	}
	return list, nil
}

// readTypes reads element types.
func (d *discovery) readTypes(c *ir.Context) error {
	if slices.Equal(d.Types, []string{"none"}) {
		return nil
	}
	for _, name := range d.Types {
		t, err := parser.ParseType(c, name)
		if err != nil {
			return fmt.Errorf("option 'dtypes': '%s' is no element type such as f32 or i8", name)
		}
		d.options.Types = append(d.options.Types, t)
	}
	return nil
}

// readState reads where to go on; nil for the beginning.
func (d *discovery) readState() (*rulefile.State, error) {
	name := d.config.rules.discover.resume
	if name == "" {
		return nil, nil
	}
	text, err := input.Text(d.config.maxInput).ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the state in '%s': %s", name, oserr.Reason(err))
	}
	s, err := rulefile.ReadState(text)
	if err != nil {
		return nil, fmt.Errorf("'%s': %w", name, err)
	}
	return s, nil
}

// run discovers, and writes rules, state and what there is to say.
func (d *discovery) run(c *ir.Context, state *rulefile.State) error {
	out, err := tool.OpenOutput(d.Out, d.stdout)
	if err != nil {
		return err
	}
	defer out.Discard()
	if d.State != "" {
		if err := wholefile.Check(d.State); err != nil {
			return fmt.Errorf("cannot open output file '%s': %s", d.State, oserr.Reason(err))
		}
	}
	ctx, signal := process.Interruptible(context.Background())
	d.begun = time.Now()
	d.saved = d.begun
	d.options.Resume = state
	defer debug.SetGCPercent(debug.SetGCPercent(searchPercent))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(2*d.options.Find.Memory + searchHeap))
	r, err := rulefile.Make(ctx, c, d.options)
	var outcomes []recall.Outcome
	if err == nil && d.compare != nil && ctx.Err() == nil {
		outcomes, err = recall.Compare(ctx, d.compare, recall.Search{Options: d.options, Result: r})
		if ctx.Err() != nil {
			outcomes, err = nil, nil // what was found is written all the same
		}
	}
	number := signal()
	if err != nil {
		return d.setup.Errorf("for the --discover option: %w", err)
	}
	summary := append(d.summary(r), compared(outcomes)...)
	if _, err := io.WriteString(out, rulefile.Text(append([]string{"Rules found by tg-opt --discover='" + d.asked() + "'"}, summary...), r.Rules)); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if d.Chains != "" {
		if err := d.writeChains(r); err != nil {
			return err
		}
	}
	if d.Share != "" && outcomes != nil {
		if err := writeOutcomes(d.Share, outcomes); err != nil {
			return err
		}
	}
	if !r.Complete() {
		if err := d.write(r.State); err != nil {
			return fmt.Errorf("the state is not written: %w", err)
		}
	}
	to := d.stdout
	if d.Out == "" || tool.IsStandardOutput(d.Out) {
		to = d.stderr
	}
	for _, line := range summary {
		fmt.Fprintln(to, line)
	}
	if !r.Complete() && d.State != "" {
		fmt.Fprintf(to, "it goes on with --resume=%s and the same options\n", d.State)
	}
	if number != 0 {
		return fmt.Errorf("received %v", number)
	}
	return d.failed
}

// asked are the options that say what is discovered, as they can be given again.
func (d *discovery) asked() string {
	list := []string{}
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if d.Set != "" {
		add("set=%s", d.Set)
	} else {
		add("ops=%s", strings.Join(d.Ops, ","))
	}
	add("size=%d inputs=%d", d.options.Find.Size, d.options.Find.Inputs)
	if len(d.Numbers) > 0 {
		add("numbers=%s", strings.Join(d.Numbers, ","))
	}
	if d.Attrs != nil {
		add("attrs=%s", strings.Join(d.Attrs, ","))
	}
	if !slices.Equal(d.Types, newDiscoverOptions().Types) {
		add("dtypes=%s", strings.Join(d.Types, ","))
	}
	if d.Approx {
		add("approximate=true")
	}
	if d.All {
		add("all=true")
	}
	add("known=%s seed=%d", d.Known, d.Seed)
	return "{" + strings.Join(list, " ") + "}"
}

// origin is where the rules say that they come from.
func (d *discovery) origin() string { return "tg-opt --discover, seed " + fmt.Sprint(d.Seed) }

// progress shows how far the run is, every now and then.
func (d *discovery) progress(p rulefile.Progress) {
	now := time.Now()
	if now.Sub(d.shown) < showEvery || now.Sub(d.begun) < showEvery {
		return
	}
	d.shown = now
	if p.Rules > 0 {
		fmt.Fprintf(d.stderr, "%s: what follows from other rules, of %s%s\n", d.setup.Name, units.Counted(p.Rules, "rule"), d.left())
		return
	}
	if p.Equalities > 0 {
		fmt.Fprintf(d.stderr, "%s: %d of %s judged%s\n", d.setup.Name, p.Judged, equalities(p.Equalities), d.left())
		return
	}
	f := p.Find
	fmt.Fprintf(d.stderr, "%s: size %d: %.1f %% of its programs; %s of up to so many ops, %s%s\n",
		d.setup.Name, f.Size, 100*f.Share, units.Counted(int(f.Programs), "program"), equalities(int(f.Rules)), d.left())
}

// left says how much time there is at most.
func (d *discovery) left() string {
	if d.limit == 0 {
		return ""
	}
	return fmt.Sprintf(", %d s left", int(max(0, d.limit-time.Since(d.begun)).Seconds()))
}

func equalities(n int) string {
	if n == 1 {
		return "1 equality"
	}
	return fmt.Sprint(n, " equalities")
}

// enumerated says what an enumeration did; nothing if there was none.
func (d *discovery) enumerated(how string, f *discover.Result) string {
	if f == nil {
		return ""
	}
	covered := "all"
	if !f.Complete {
		covered = fmt.Sprintf("%.2f %% of those of %s", 100*f.Covered, units.Counted(f.Size, "op"))
	}
	return fmt.Sprintf("%s of up to %s and %s %s: %s", units.Counted(int(f.Programs), "program"), units.Counted(f.Size, "op"), units.Counted(d.options.Find.Inputs, "input"), how, covered)
}

// summary says what was done, and what was found.
func (d *discovery) summary(r *rulefile.Result) []string {
	lines := []string{d.enumerated("over the reals", r.Find), d.enumerated("on machine numbers", r.Machine),
		fmt.Sprintf("%s that differ, %d judged: %d are no rules, and %d say the same as others", equalities(r.Equalities), r.Judged, r.Refuted, r.Judged-r.Refuted-r.Made)}
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	switch {
	case r.Minimal && !d.All:
		lines = append(lines, fmt.Sprintf("%s, of which %d follow from the others and from those that are known", units.Counted(r.Made, "rule"), len(r.Dropped)))
	case !r.Minimal:
		lines = append(lines, fmt.Sprintf("%s: there was no time to leave out what follows from others", units.Counted(r.Made, "rule")))
	}
	levels := map[string]int{}
	proved, always := 0, 0
	for _, x := range r.Rules {
		levels[levelName(x.Level, x.Integers)]++
		if x.Evidence.Proof != "" {
			proved++
		}
		if x.Set == widen.Always {
			always++
		}
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(levels)) {
		parts = append(parts, fmt.Sprintf("%d %s", levels[name], name))
	}
	lines = append(lines, fmt.Sprintf("%s: %s; %d proved, all tested; %d for everybody, %d for searches", units.Counted(len(r.Rules), "rule"), strings.Join(parts, ", "), proved, always, len(r.Rules)-always))
	return lines
}

// save writes the state, every now and then. That it cannot be written is told once, and in the
// end.
func (d *discovery) save(state func() *rulefile.State) {
	if d.State == "" || d.failed != nil || time.Since(d.saved) < saveEvery {
		return
	}
	if d.failed = d.write(state()); d.failed != nil {
		d.failed = fmt.Errorf("the state was not written: %w", d.failed)
		fmt.Fprintf(d.stderr, "%s: %v\n", d.setup.Name, d.failed)
	}
	d.saved = time.Now()
}

// writeChains writes how rules that are left out follow from others.
func (d *discovery) writeChains(r *rulefile.Result) error {
	var b strings.Builder
	for _, x := range r.Dropped {
		b.WriteString(x.Text())
	}
	if err := wholefile.Write(d.Chains, []byte(b.String())); err != nil {
		return fmt.Errorf("the derivations are not written: %w", err)
	}
	return nil
}

func (d *discovery) write(s *rulefile.State) error {
	if d.State == "" {
		return nil
	}
	text, err := s.JSON()
	if err != nil {
		return err
	}
	return wholefile.Write(d.State, append(text, '\n'))
}
