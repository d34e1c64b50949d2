// Package pipeline runs passes: it reads and prints pipeline text, schedules
// passes over nested ops in parallel, verifies after each pass, and reports
// time, statistics and the IR between passes.
package pipeline

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
)

// Pass is one transformation or analysis of the IR: a plain literal.
type Pass struct {
	// Name is what pipelines and flags call the pass, `symbol-dce`.
	Name string
	// Title is the name in reports and dump headers, `SymbolDCE`.
	Title string
	// Doc says what the pass does; its first sentence is the summary.
	Doc string
	// On is the name of the op the pass runs on, such as `func.func`; empty
	// for a pass that runs on any op.
	On string
	// Options makes a pointer to a struct that holds the default options; nil
	// for a pass without options. See Option for the field tags.
	Options func() any
	// Bind looks at the options when pipeline text is read: it may reject them,
	// and read those that hold pipeline text themselves. Nil for nothing to do.
	Bind func(b *Binding) error
	// Prepare reads what the options name, such as files, when the ops of the
	// context are known and before the pipeline runs: what is wrong there is told
	// once, however often the pass would have run. Nil for nothing to read. A
	// pipeline in the options of a pass is not prepared; what its passes need they
	// read when they run.
	Prepare func(c *ir.Context, options any) error
	// Statistics are the counters that Run.Count adds to.
	Statistics []Statistic
	// Run does the work on Run.Op and what is nested in it; ops outside of it
	// must not be touched, because siblings may be worked on at the same time.
	// A *ir.Diag error keeps its position, any other is reported at Run.Op;
	// errors joined by errors.Join are reported one by one.
	Run func(r *Run) error

	what string // has options and is no pass; see ReadOptions
}

// Statistic names a counter of a pass.
type Statistic struct{ Name, Doc string }

// Summary is the first sentence of the documentation.
func (p *Pass) Summary() string {
	for i := 0; i < len(p.Doc); i++ {
		if p.Doc[i] == '.' && (i+1 == len(p.Doc) || p.Doc[i+1] == ' ' || p.Doc[i+1] == '\n') {
			return p.Doc[:i]
		}
	}
	return p.Doc
}

// Run is one execution of a pass on one op.
type Run struct {
	Ctx *ir.Context
	// Op is the op to work on.
	Op *ir.Op
	// Builder makes ops; it belongs to the worker that executes this run.
	Builder *ir.Builder
	// Options is what Pass.Options made, with the values of the pipeline text
	// filled in. It is shared by all runs of the pass: read only.
	Options any
	// Printing is how the user wants IR to be printed.
	Printing printer.Options

	manager   *Manager
	worker    *worker
	pass      *Pass
	counts    []int64
	out       sink
	remarks   *remarking // nil when nobody wants any
	failed    bool
	unchanged bool
}

// Count adds n to a statistic of the pass, which must have declared it.
func (r *Run) Count(statistic string, n int64) {
	i := slices.IndexFunc(r.pass.Statistics, func(s Statistic) bool { return s.Name == statistic })
	if i < 0 {
		panic(fmt.Sprintf("pass '%s' declares no statistic '%s'", r.pass.Name, statistic))
	}
	r.counts[i] += n
}

// Emit reports a diagnostic now; an error makes the pass fail when it returns.
func (r *Run) Emit(d *ir.Diag) {
	if d.Severity == ir.Error {
		r.failed = true
	}
	r.manager.diagnose(d, r.out)
}

// Remark tells the user about something the pass did or could not do at l.
func (r *Run) Remark(l ir.Loc, format string, args ...any) {
	r.Emit(&ir.Diag{Severity: ir.Remark, Loc: l, Message: fmt.Sprintf(format, args...)})
}

// Warn tells the user about something doubtful at l.
func (r *Run) Warn(l ir.Loc, format string, args ...any) {
	r.Emit(&ir.Diag{Severity: ir.Warning, Loc: l, Message: fmt.Sprintf(format, args...)})
}

// Workers is how many goroutines this run may use.
func (r *Run) Workers() int {
	if r.worker.parallel {
		return r.manager.workers()
	}
	return 1
}

// MarkUnchanged says that the pass left the IR as it was, so that nothing
// needs to be verified again.
func (r *Run) MarkUnchanged() { r.unchanged = true }

// errorsOf takes joined errors apart.
func errorsOf(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, errorsOf(e)...)
	}
	return all
}

// Registry is the set of passes and named pipelines that pipeline text may
// refer to.
type Registry struct {
	// Order is what every named pipeline keeps that is added from now on and runs both
	// of the passes. Pipelines that users write may do otherwise.
	Order []Order
	// MaxInput bounds the size in bytes of a file that an option of a pass names;
	// 0 for no limit of the user's.
	MaxInput int64
	// Rules are files of rewrite rules that `canonicalize` applies besides those
	// that come with tg, and Substitutions those that `substitute` does.
	Rules, Substitutions []RuleFile

	passes  map[string]*Pass
	aliases map[string]*Alias
}

// RuleFile is a file of rewrite rules.
type RuleFile struct {
	// Name is what messages call the file.
	Name string
	// Text is what it holds; nil for what the file of that name holds when the
	// rules are first needed.
	Text []byte
}

// NewRegistry makes a registry with the given passes.
func NewRegistry(passes ...*Pass) *Registry {
	r := &Registry{passes: map[string]*Pass{}, aliases: map[string]*Alias{}}
	r.Register(passes...)
	return r
}

// Clone is a registry of its own with what r has. What RegisterPipeline checked
// is not checked again.
func (r *Registry) Clone() *Registry {
	clone := *r
	clone.passes, clone.aliases = maps.Clone(r.passes), maps.Clone(r.aliases)
	clone.Rules, clone.Substitutions, clone.Order = slices.Clone(r.Rules), slices.Clone(r.Substitutions), slices.Clone(r.Order)
	return &clone
}

// Add adds passes, up to the first one whose name is missing or taken: that is
// an error.
func (r *Registry) Add(passes ...*Pass) error {
	for _, p := range passes {
		if err := r.claim(p.Name); err != nil {
			return err
		}
		if err := p.checkOptions(); err != nil {
			return fmt.Errorf("pass '%s': %w", p.Name, err)
		}
		r.passes[p.Name] = p
	}
	return nil
}

// AddPipeline adds a named pipeline. Its passes must be registered if it has
// options or an order to keep; options that no pass has, an order that its text
// does not keep, and a name that is missing or taken are errors.
func (r *Registry) AddPipeline(a Alias) error {
	if err := r.claim(a.Name); err != nil {
		return err
	}
	r.aliases[a.Name] = &a
	if err := a.check(r); err != nil {
		return fmt.Errorf("pipeline '%s': %w", a.Name, err)
	}
	return nil
}

// Register is Add for passes of which an error is a programming error: it panics.
func (r *Registry) Register(passes ...*Pass) {
	if err := r.Add(passes...); err != nil {
		panic(err.Error())
	}
}

// RegisterPipeline is AddPipeline for a pipeline of which an error is a
// programming error: it panics.
func (r *Registry) RegisterPipeline(a Alias) {
	if err := r.AddPipeline(a); err != nil {
		panic(err.Error())
	}
}

// claim fails unless the name can be that of a pass or pipeline to come.
func (r *Registry) claim(name string) error {
	switch {
	case name == "":
		return errors.New("a pass or pipeline has no name")
	case r.passes[name] != nil || r.aliases[name] != nil:
		return fmt.Errorf("pass or pipeline '%s' is registered twice", name)
	}
	return nil
}

// Lookup is the pass of that name, or nil.
func (r *Registry) Lookup(name string) *Pass { return r.passes[name] }

// LookupPipeline is the named pipeline, or nil.
func (r *Registry) LookupPipeline(name string) *Alias { return r.aliases[name] }

// Passes are the registered passes sorted by name.
func (r *Registry) Passes() []*Pass {
	var ps []*Pass
	for _, name := range slices.Sorted(maps.Keys(r.passes)) {
		ps = append(ps, r.passes[name])
	}
	return ps
}

// Pipelines are the named pipelines sorted by name.
func (r *Registry) Pipelines() []*Alias {
	var as []*Alias
	for _, name := range slices.Sorted(maps.Keys(r.aliases)) {
		as = append(as, r.aliases[name])
	}
	return as
}

// didYouMean is "; did you mean 'x'?" for the closest registered name, or "".
func (r *Registry) didYouMean(name string) string {
	names := slices.Sorted(maps.Keys(r.passes))
	names = append(names, slices.Sorted(maps.Keys(r.aliases))...)
	return spelling.DidYouMean(name, names)
}
