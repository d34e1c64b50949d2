package opt

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/egraph/extract"
	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/units"
)

// extractFlags are the flags that ask for an extraction from an e-graph in a file.
type extractFlags struct {
	file   string // empty for none
	method string
	work   uint64
}

func addExtractFlags(l *commandline.Line, f *extractFlags) {
	l.Group("E-graphs")
	l.Add(&f.file, "extract", "`file`: read a serialized e-graph, in the JSON of the benchmark extraction-gym, plain or compressed by gzip, and choose the nodes that compute its roots most cheaply, what is shared paid once; "+
		"cost, lower bound and gap go to standard error, and the choice, the name of a node for each class that is needed, to the output as JSON", commandline.File)
	l.AddChoice(&f.method, "extract-method", "how to choose: exact looks for a proof that nothing is cheaper, greedy joins the DAGs of operands, tree takes for each class its cheapest tree (default: exact)", extract.Methods...)
	l.Add(&f.work, "extract-work", fmt.Sprintf("`n`: how many steps of work may be done before the best choice found is taken (default: %d)", extract.DefaultWork), commandline.Uint)
}

// check finds flags that make no sense together.
func (f *extractFlags) check(s *tool.Setup, l *commandline.Line) error {
	for _, name := range []string{"extract-method", "extract-work"} {
		if f.file == "" && l.Seen(name) {
			return s.Errorf("for the --%s option: it is of use only with --extract", name)
		}
	}
	return nil
}

// extract chooses from an e-graph.
func (t *invocation) extract() error {
	f := &t.config.extract
	if t.config.input != "-" {
		return t.setup.Errorf("--extract reads no module, but is given '%s'", t.config.input)
	}
	e, err := t.readGraph(f.file)
	if err != nil {
		return err
	}
	name := f.file
	for _, u := range e.Unknown {
		fmt.Fprintf(t.stderr, "%s:%d:%d: warning: no node is of the class '%s', which is left out of the roots\n", name, u.Line, u.Column, u.Name)
	}
	o := extract.Options{Work: int64(min(f.work, 1<<60))}
	if f.method != "" {
		if o.Method, err = extract.ParseMethod(f.method); err != nil {
			return t.setup.Errorf("for the --extract-method option: %w", err)
		}
	}
	begin := time.Now()
	r, err := extract.Run(&e.Problem, o)
	if err != nil {
		return fmt.Errorf("%s: error: %w", name, err)
	}
	took := time.Since(begin)
	out, err := tool.OpenOutput(t.config.output, t.stdout)
	if err != nil {
		return err
	}
	defer out.Discard()
	writeChoice(out, e, r)
	if err := out.Commit(); err != nil {
		return err
	}
	report := func(what, format string, args ...any) {
		fmt.Fprintf(t.stderr, "%-9s "+format+"\n", append([]any{what}, args...)...)
	}
	proof := "no, ended by: " + r.Ended
	if r.Proven {
		proof = "yes"
	}
	report("graph", "%s of %s", units.Counted(len(e.Cost), "node"), classes(e.NumClasses))
	report("left", "%s of %s", units.Counted(r.Nodes, "node"), classes(r.Classes))
	report("cost", "%.10g", r.Cost)
	report("bound", "%.10g", r.Bound)
	report("gap", "%.4g %%", 100*r.Gap)
	report("cheapest", "%s", proof)
	report("work", "%d", r.Work)
	report("time", "%.3f s", took.Seconds())
	return nil
}

// readGraph reads a file, or standard input, which is '-'.
func (t *invocation) readGraph(name string) (*extract.File, error) {
	r := t.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("cannot open input file '%s': %s", name, oserr.Reason(err))
		}
		defer f.Close()
		r = f
	} else {
		name = "<stdin>"
	}
	return extract.Read(r, name, input.Any(t.config.maxInput))
}

// writeChoice writes the node of each class that is needed, in the order of the file.
func writeChoice(w io.Writer, e *extract.File, r *extract.Result) {
	separator := "{\n"
	for c, n := range r.Choice {
		if n >= 0 {
			fmt.Fprintf(w, "%s  %s: %s", separator, quoted(e.Classes[c]), quoted(e.Names[n]))
			separator = ",\n"
		}
	}
	if separator == "{\n" {
		io.WriteString(w, "{}\n")
		return
	}
	io.WriteString(w, "\n}\n")
}

// quoted is a string of JSON.
func quoted(text string) []byte {
	q, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings can be written
	}
	return q
}

func classes(n int) string {
	if n == 1 {
		return "1 class"
	}
	return fmt.Sprintf("%d classes", n)
}
