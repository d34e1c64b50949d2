// Command discover shows what share of the shipped rules discovery finds again by itself: sets of
// ops are searched with nothing known, and the rules about the ops of each are compared with what
// was found (package recall), what is missed with the reason, and what is out of reach, too.
//
//	go run ./bench/discover [-sets signs,limits] [-time 5m] [-workers 2] [-keep DIR] [-write]
//
// -keep remembers what became of each set in a folder, and does not search again what is there.
// -write puts the tables into docs/optimizing.md.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/page"
	"github.com/tg-opt/tg/discover"
	"github.com/tg-opt/tg/discover/recall"
	"github.com/tg-opt/tg/discover/rulefile"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rules"
)

// options are what is asked for on the command line.
type options struct {
	sets    []string
	time    time.Duration
	workers int
	keep    string
}

func main() {
	only := flag.String("sets", "", "comma-separated names of the sets to search; all if empty")
	limit := flag.Duration("time", 0, "how long each set is searched at most; 0 for as long as it takes")
	workers := flag.Int("workers", runtime.GOMAXPROCS(0), "how many programs, rules and so on are looked at together")
	keep := flag.String("keep", "", "folder in which outcomes are kept, and from which they are taken")
	write := flag.Bool("write", false, "write the tables into docs/optimizing.md")
	flag.Parse()
	o := options{time: *limit, workers: *workers, keep: *keep}
	if *only != "" {
		o.sets = strings.Split(*only, ",")
	}
	table, err := o.run()
	switch {
	case err != nil:
	case *write:
		err = page.Write("docs/optimizing.md", "recall", table)
	default:
		_, err = os.Stdout.Write(table)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/discover:", err)
		os.Exit(1)
	}
}

// run searches sets, and makes tables of what came of it.
func (o *options) run() ([]byte, error) {
	for _, name := range o.sets {
		if !slices.ContainsFunc(sets, func(s set) bool { return s.name == name }) {
			return nil, fmt.Errorf("there is no set '%s'", name)
		}
	}
	var all []outcome
	for _, s := range sets {
		if len(o.sets) > 0 && !slices.Contains(o.sets, s.name) {
			continue
		}
		x, err := o.kept(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Fprint(os.Stderr, x.row())
		all = append(all, x)
	}
	var b bytes.Buffer
	tables(&b, all)
	return b.Bytes(), nil
}

// outcome is what became of a set.
type outcome struct {
	Set        string
	Rules      int // that were made
	Equalities int
	Judged     int
	Enumerated bool
	Seconds    float64
	Compared   []ruleOutcome
	set        set
}

// ruleOutcome is what became of a shipped rule.
type ruleOutcome struct {
	Name string
	Kind recall.Kind
	Why  string
	By   []string
}

// kept is the outcome of a set, from the folder if it is there.
func (o *options) kept(s set) (x outcome, err error) {
	file := filepath.Join(o.keep, s.name+".json")
	if o.keep != "" {
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &x)
			x.set = s
			return x, err
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return x, err
		}
	}
	if x, err = o.search(s); err != nil || o.keep == "" {
		return x, err
	}
	text, err := json.Marshal(x)
	if err != nil {
		return x, err
	}
	return x, wholefile.Write(file, text)
}

// search searches a set, and compares.
func (o *options) search(s set) (x outcome, err error) {
	c := ir.NewContext(tool.Dialects()...)
	f := rulefile.Options{
		Find:   discover.Options{Size: s.size, Inputs: s.inputs, Numbers: s.numbers, Attrs: s.attrs, Workers: o.workers},
		Lookup: rules.Lookup, Origin: "bench/discover", All: true, Time: o.time, Approximate: s.approximate,
	}
	for _, name := range strings.Fields(s.ops) {
		def := c.LookupOp("tg." + name)
		if def == nil {
			return x, fmt.Errorf("there is no op '%s'", name)
		}
		f.Find.Ops = append(f.Find.Ops, def)
	}
	for _, name := range s.types {
		t, err := parser.ParseType(c, name)
		if err != nil {
			return x, err
		}
		f.Types = append(f.Types, t)
	}
	start := time.Now()
	ctx := context.Background()
	r, err := rulefile.Make(ctx, c, f)
	if err != nil {
		return x, err
	}
	list, err := recall.Compare(ctx, rules.All(), recall.Search{Options: f, Result: r})
	if err != nil {
		return x, err
	}
	x = outcome{Set: s.name, Rules: r.Made, Equalities: r.Equalities, Judged: r.Judged, Enumerated: r.Enumerated(), Seconds: time.Since(start).Seconds(), set: s}
	for _, y := range list {
		x.Compared = append(x.Compared, ruleOutcome{y.Rule.Name, y.Kind, y.Why, y.By})
	}
	return x, nil
}
