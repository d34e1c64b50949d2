package sharing

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/units"
)

// Of lists the text shows so many entries.
const (
	shownTypes  = 6
	shownNames  = 8
	shownPlaces = 4 // of each program
)

// Text is the report for people, with at most top parts, or all for 0.
func (r *Report) Text(top int) string {
	var b strings.Builder
	text := func(seconds float64) string { return cost.AmountText(seconds, r.Abstract) }
	fmt.Fprintf(&b, "Shared parts of %s, with times as predicted for machine '%s':\n", units.Counted(len(r.Programs), "program"), r.Machine)
	shown := r.Parts
	if top > 0 {
		shown = shown[:min(top, len(shown))]
	}
	for k := range shown {
		r.Parts[k].write(&b, k+1, r.Abstract)
	}
	if hidden := r.Parts[len(shown):]; len(hidden) > 0 {
		saved := 0.0
		for _, p := range hidden {
			saved += p.Saved
		}
		fmt.Fprintf(&b, "\n%s more, saving %s\n", units.Counted(len(hidden), "part"), text(saved))
	}
	if len(r.Parts) == 0 {
		fmt.Fprintf(&b, "\nnone of at least %s\n", units.Counted(r.LeastOps, "op"))
	} else {
		fmt.Fprintf(&b, "\nall parts together save %s of %s\n", text(r.Saved), text(r.Seconds))
	}
	if !r.Complete {
		b.WriteString("the search ended early: there may be more parts, and larger ones\n")
	}
	b.WriteString("\nfunctions\n")
	fmt.Fprintf(&b, "%32s %8s %12s  %s\n", "fingerprint", "ops", "time", "function")
	for _, f := range r.Functions {
		fmt.Fprintf(&b, "%s %8d %12s  @%s  %s", f.Fingerprint, f.Ops, text(f.Seconds), f.Name, f.Location)
		if f.EqualTo > 0 {
			first := r.Functions[f.EqualTo-1]
			fmt.Fprintf(&b, "  equals @%s  %s", first.Name, first.Location)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (p *Part) write(b *strings.Builder, number int, abstract bool) {
	text := func(seconds float64) string { return cost.AmountText(seconds, abstract) }
	fmt.Fprintf(b, "\npart %d: %s, %s, in %s; computed once it saves %s", number, units.Counted(p.Ops, "op"), text(p.Seconds), units.Counted(len(p.Places), "place"), text(p.Saved))
	if p.SavedSame > 0 && p.SavedSame < p.Saved {
		fmt.Fprintf(b, ", of which %s on the same inputs", text(p.SavedSame))
	}
	b.WriteString("\n")
	fmt.Fprintf(b, "  fingerprint %s\n", p.Fingerprint)
	var names []string
	for _, n := range p.Names {
		if n.Count > 1 {
			names = append(names, fmt.Sprintf("%s x %d", n.Op, n.Count))
		} else {
			names = append(names, n.Op)
		}
	}
	fmt.Fprintf(b, "  ops         %s\n", list(names, shownNames))
	fmt.Fprintf(b, "  inputs      %s\n", list(p.Inputs, shownTypes))
	fmt.Fprintf(b, "  results     %s\n", list(p.Results, shownTypes))
	for k, n := range p.Within {
		if k == 0 {
			b.WriteString("  within      part ")
		} else {
			b.WriteString(", part ")
		}
		fmt.Fprintf(b, "%d", n)
	}
	if len(p.Within) > 0 {
		b.WriteString("\n")
	}
	p.writePlaces(b)
}

// writePlaces writes where the part is, the first few places of each program.
func (p *Part) writePlaces(b *strings.Builder) {
	of := map[int]int{}
	for _, to := range p.Places {
		of[to.Program]++
	}
	written := map[int]int{}
	for k, to := range p.Places {
		n := written[to.Program]
		written[to.Program]++
		switch {
		case n == shownPlaces:
			fmt.Fprintf(b, "              and %s more there\n", units.Counted(of[to.Program]-n, "place"))
		case n < shownPlaces:
			fmt.Fprintf(b, "  place %-5d %s in @%s", k+1, to.Location, to.Function)
			if to.SameAs > 0 {
				fmt.Fprintf(b, ", the same values as place %d", to.SameAs)
			}
			b.WriteString("\n")
		}
	}
}

// list joins at most so many of a list, and says how many more there are.
func list(entries []string, most int) string {
	if len(entries) == 0 {
		return "none"
	}
	if len(entries) <= most {
		return strings.Join(entries, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(entries[:most], ", "), len(entries)-most)
}
