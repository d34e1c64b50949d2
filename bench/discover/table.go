package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/tg-opt/tg/discover/recall"
	"github.com/tg-opt/tg/rules"
)

// row is a set in the table.
func (x *outcome) row() string {
	n := map[recall.Kind]int{}
	for _, r := range x.Compared {
		n[r.Kind]++
	}
	reach := n[recall.Itself] + n[recall.Follows] + n[recall.Missed]
	judged := fmt.Sprint(x.Judged)
	if x.Judged < x.Equalities || !x.Enumerated {
		judged = fmt.Sprintf("%d of %d", x.Judged, x.Equalities)
	}
	s := x.set
	var numbers []string
	for _, v := range s.numbers {
		numbers = append(numbers, fmt.Sprint(v))
	}
	return fmt.Sprintf("| %s | %s | %d | %d | %s | %s | %d | %d | %d | %d | %d | %s |\n", s.name, strings.ReplaceAll(s.ops, " ", ", "), s.size, s.inputs, strings.Join(numbers, ", "),
		judged, x.Rules, reach, n[recall.Itself], n[recall.Follows], n[recall.Missed], share(n[recall.Itself]+n[recall.Follows], reach))
}

func share(n, of int) string {
	if of == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", 100*float64(n)/float64(of))
}

// tables are that of sets, what is missed, and why others are out of reach.
func tables(w io.Writer, all []outcome) {
	fmt.Fprint(w, "| set | ops | size | inputs | numbers | equalities judged | rules | in reach | found | follow | missed | share % |\n|---|---|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|\n")
	best := map[string]ruleOutcome{}
	for i := range all {
		fmt.Fprint(w, all[i].row())
		for _, r := range all[i].Compared {
			if b, ok := best[r.Name]; !ok || r.Kind < b.Kind {
				best[r.Name] = r
			}
		}
	}
	n, outside := map[recall.Kind]int{}, map[string]int{}
	var missed []ruleOutcome
	for _, r := range rules.All() {
		x, ok := best[r.Name]
		if !ok {
			x.Kind, x.Why = recall.Outside, cmp.Or(recall.Searched(r), "no set has all its ops")
		}
		n[x.Kind]++
		switch x.Kind {
		case recall.Missed:
			missed = append(missed, x)
		case recall.Outside:
			outside[general(x.Why)]++
		}
	}
	reach := n[recall.Itself] + n[recall.Follows] + n[recall.Missed]
	fmt.Fprintf(w, "| all, each rule once | | | | | | | %d | %d | %d | %d | %s |\n", reach, n[recall.Itself], n[recall.Follows], n[recall.Missed], share(reach-n[recall.Missed], reach))
	fmt.Fprintf(w, "\nMissed of those in reach of some set:\n\n")
	slices.SortFunc(missed, func(a, b ruleOutcome) int { return strings.Compare(a.Name, b.Name) })
	for _, x := range missed {
		fmt.Fprintf(w, "* `%s`: %s.\n", x.Name, x.Why)
	}
	fmt.Fprintf(w, "\nOut of reach of all sets, of %d rules:\n\n| rules | why |\n|---:|---|\n", len(rules.All()))
	for _, why := range slices.SortedFunc(maps.Keys(outside), func(a, b string) int { return cmp.Or(outside[b]-outside[a], strings.Compare(a, b)) }) {
		fmt.Fprintf(w, "| %d | %s |\n", outside[why], why)
	}
}

// general leaves the words of one rule out of a reason.
func general(why string) string {
	switch {
	case strings.HasPrefix(why, "it asks '"):
		return "they ask for what searches do not know"
	case strings.HasPrefix(why, "the constant "):
		return "their constants are not tried"
	case strings.HasPrefix(why, "no search tries '"):
		return "no search tries their ops"
	case strings.HasSuffix(why, " is not tried"):
		return "their attributes are not tried"
	case strings.HasPrefix(why, "it computes attribute"):
		return "they compute attributes"
	}
	for one, many := range map[string]string{"it is ": "they are ", "it has ": "they have ", "it computes ": "they compute ", "it states ": "they state "} {
		if rest, ok := strings.CutPrefix(why, one); ok {
			return many + rest
		}
	}
	return why
}
