package pipeline

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// Statistics adds up what passes count, as Manager.Statistics. Passes has it as
// data, Report writes it.
type Statistics struct {
	mu     sync.Mutex
	top    *step
	counts map[*step][]int64
}

// NewStatistics makes an empty collection; use one for a single Pipeline.
func NewStatistics() *Statistics { return &Statistics{counts: map[*step][]int64{}} }

func (s *Statistics) add(t *step, counts []int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counts[t] == nil {
		s.counts[t] = make([]int64, len(counts))
	}
	for i, n := range counts {
		s.counts[t][i] += n
	}
}

// PassCounts is what one pass of a pipeline has counted, over all ops that it ran
// on.
type PassCounts struct {
	// Pass is the name of the pass.
	Pass string
	// Counts are by the names of Pass.Statistics, all of which are there.
	Counts map[string]int64
}

// Passes are the passes of the pipeline that has run, in its order. A pass that
// occurs twice in it is there twice; one that counts nothing is there, too.
func (s *Statistics) Passes() []PassCounts {
	if s.top == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []PassCounts
	for _, t := range flatten(s.top.steps, nil) {
		c := PassCounts{Pass: t.pass.Name, Counts: map[string]int64{}}
		for i, st := range t.pass.Statistics {
			c.Counts[st.Name] = count(s.counts[t], i)
		}
		list = append(list, c)
	}
	return list
}

// Report writes the counts: pass by pass in the order of the pipeline or, with
// list, merged by pass and sorted by title, without passes that count nothing.
func (s *Statistics) Report(w io.Writer, list bool) {
	banner(w, "Pass statistics report")
	if s.top != nil && list {
		s.list(w)
	} else if s.top != nil {
		s.pipeline(w, s.top.steps, 0)
	}
	fmt.Fprintln(w)
}

func (s *Statistics) pipeline(w io.Writer, steps []*step, indent int) {
	for _, t := range steps {
		fmt.Fprintf(w, "%*s%s\n", indent, "", t.title())
		if t.pass != nil {
			printCounts(w, t.pass, s.counts[t], indent+2)
		}
		s.pipeline(w, t.steps, indent+2)
	}
}

func (s *Statistics) list(w io.Writer) {
	merged := map[*Pass][]int64{}
	var passes []*Pass
	for t, counts := range s.counts {
		if len(counts) == 0 {
			continue
		}
		if merged[t.pass] == nil {
			merged[t.pass] = make([]int64, len(counts))
			passes = append(passes, t.pass)
		}
		for i, n := range counts {
			merged[t.pass][i] += n
		}
	}
	slices.SortFunc(passes, func(a, b *Pass) int { return strings.Compare(a.Title+"\x00"+a.Name, b.Title+"\x00"+b.Name) })
	for _, p := range passes {
		fmt.Fprintln(w, p.Title)
		printCounts(w, p, merged[p], 2)
	}
}

func printCounts(w io.Writer, p *Pass, counts []int64, indent int) {
	order := make([]int, len(p.Statistics))
	nameWidth, valueWidth := 0, 0
	for i, st := range p.Statistics {
		order[i] = i
		nameWidth = max(nameWidth, len(st.Name))
		valueWidth = max(valueWidth, len(fmt.Sprint(count(counts, i))))
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(p.Statistics[a].Name, p.Statistics[b].Name) })
	for _, i := range order {
		fmt.Fprintf(w, "%*s(S) %*d %-*s - %s\n", indent, "", valueWidth, count(counts, i), nameWidth, p.Statistics[i].Name, p.Statistics[i].Doc)
	}
}

// count is counts[i], or 0 for a pass that never ran.
func count(counts []int64, i int) int64 {
	if i < len(counts) {
		return counts[i]
	}
	return 0
}
