package run

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
)

// maxEvents is how many executions of ops a trace has at most: viewers that read them all take some
// hundred bytes for each.
const maxEvents = 1_000_000

// openTrace opens the file of --trace; nil if there is none.
func (r *runner) openTrace() (*tool.Output, error) {
	if r.flags.trace == "" {
		return nil, nil
	}
	out, err := tool.OpenOutput(r.flags.trace, r.stdout)
	if err != nil {
		return nil, fmt.Errorf("for the --trace option: %w", err)
	}
	return out, nil
}

// writeTrace writes the events of a run as trace viewers read them: "Trace Event Format", by
// Google. Times are microseconds.
func (r *runner) writeTrace(to *tool.Output, result *interp.Result) error {
	if to == nil {
		return nil
	}
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n")
	slices.SortStableFunc(result.Events, func(a, b interp.Event) int {
		if a.Start != b.Start {
			return int(a.Start - b.Start)
		}
		return int(b.Duration - a.Duration) // what is inside of another one comes behind it
	})
	said := map[*ir.Op]string{}
	for i, e := range result.Events {
		if said[e.Op] == "" {
			said[e.Op] = r.described(e.Op)
		}
		comma := ","
		if i == len(result.Events)-1 {
			comma = ""
		}
		fmt.Fprintf(w, "{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": %s, \"dur\": %s, %s}%s\n", micros(e.Start), micros(e.Duration), said[e.Op], comma)
	}
	fmt.Fprintln(w, "]}")
	if err := w.Flush(); err != nil {
		return to.CannotWrite(err)
	}
	if result.MoreEvents > 0 {
		fmt.Fprintf(r.stderr, "%s: the trace has the first %d executions of ops; there were %d more\n", r.setup.Name, len(result.Events), result.MoreEvents)
	}
	return nil
}

func micros(d time.Duration) string { return fmt.Sprintf("%d.%03d", d/1000, d%1000) }

// described are the fields of an event that tell its op.
func (r *runner) described(o *ir.Op) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(struct {
		Name string            `json:"name"`
		Args map[string]string `json:"args"`
	}{o.Name(), map[string]string{
		"types": ir.TypeList(o.OperandTypes(), 8) + " -> " + ir.TypeList(o.ResultTypes(), 8), "location": r.position(o),
	}})
	if err != nil {
		panic(err) // strings can be written
	}
	return strings.TrimSuffix(strings.TrimPrefix(b.String(), "{"), "}\n")
}

// profiled does work, and writes where the processor was meanwhile if that is asked for.
func (r *runner) profiled(work func() error) error {
	if r.flags.profile == "" {
		return work()
	}
	out, err := tool.OpenOutput(r.flags.profile, r.stdout)
	if err != nil {
		return fmt.Errorf("for the --cpuprofile option: %w", err)
	}
	defer out.Discard()
	if err := pprof.StartCPUProfile(out); err != nil {
		return fmt.Errorf("for the --cpuprofile option: %w", err)
	}
	err = guard(work)
	pprof.StopCPUProfile()
	return cmp.Or(err, out.Commit()) // what failed is told, and there is a profile of it
}
