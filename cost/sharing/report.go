// Package sharing finds what several programs have in common, and within a program what is
// computed more than once: candidates of an architecture search, say, of which equal parts need to
// be compiled, computed or cached only once.
//
// A part is a connected piece of a block, of ops without effects, that is found in several places:
// each is the same computation on inputs of its own. Constants belong to the ops that use them, and
// are the same in all places or are inputs. A place could be a function of its own: nothing that it
// needs is computed from what it computes. That places are the same is compared, op by op; hashes
// only say where to look.
//
// Parts are found by growing them from two ops that are alike as far around as can be, in all
// directions, and then looking for further places. All places but the first are then set apart,
// and what is left is looked at again, in the first places as well as outside of them, so that no
// time is counted as saved twice. This is greedy: it need not find the largest parts there are.
package sharing

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/fingerprint"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/jsontext"
	"github.com/tg-opt/tg/ir"
)

// Report is what programs have in common.
type Report struct {
	Machine string `json:"machine"`
	// Abstract says that what is called seconds is in another unit, that of the machine's profile.
	Abstract bool `json:"abstract,omitempty"`
	// Programs are their names.
	Programs []string `json:"programs"`
	// LeastOps is how many ops a part has at least.
	LeastOps int `json:"least_ops"`
	// Complete says that nothing was left out because looking for it would have taken too long.
	Complete bool `json:"complete"`
	// Seconds is how long the programs take, each once, and Saved what all parts save together.
	Seconds float64 `json:"seconds"`
	Saved   float64 `json:"seconds_saved"`
	// Parts, the largest first.
	Parts []Part `json:"parts"`
	// Functions of all programs, in the order of the texts.
	Functions []Function `json:"functions"`
}

// Part is a computation that is found in several places.
type Part struct {
	Fingerprint string `json:"fingerprint"`
	// Ops are how many there are in one place, without constants and what is in regions; Names how
	// many there are of each, the most frequent first.
	Ops   int       `json:"ops"`
	Names []OpCount `json:"names"`
	// Seconds is how long one place takes, Saved how much less all places take that are not in
	// other parts if only one of them is computed.
	Seconds float64 `json:"seconds"`
	Saved   float64 `json:"seconds_saved"`
	// SavedSame is that part of Saved for which no inputs need to be equal that are not.
	SavedSame float64 `json:"seconds_saved_same_values"`
	// Inputs and Results are types.
	Inputs  []string `json:"inputs"`
	Results []string `json:"results"`
	// Within are the parts, by number, whose first place holds a place of this one.
	Within []int   `json:"within,omitempty"`
	Places []Place `json:"places"`
}

// OpCount is how many ops of a name there are.
type OpCount struct {
	Op    string `json:"op"`
	Count int    `json:"count"`
}

// Place is where a part is.
type Place struct {
	// Program is its number, from 0.
	Program  int    `json:"program"`
	Function string `json:"function"`
	// Location is that of the first op that has one, else the name of the program.
	Location string `json:"location"`
	// SameAs is an earlier place, by number from 1, that computes the same values: it has the same
	// inputs. 0 for none.
	SameAs int `json:"same_values_as,omitempty"`
}

// Function is a function of a program.
type Function struct {
	Program     int    `json:"program"`
	Name        string `json:"name"`
	Location    string `json:"location"`
	Fingerprint string `json:"fingerprint"`
	// Ops are how many there are in it.
	Ops int `json:"ops"`
	// Seconds is how long a call takes.
	Seconds float64 `json:"seconds"`
	// EqualTo is the first function that is equal, by number from 1; 0 if this is the first.
	EqualTo int `json:"equal_to,omitempty"`
}

// Program is a module, and what it is called. Modules may be of different contexts.
type Program struct {
	Name   string
	Module *ir.Op
}

// NewReport compares programs. Parts have at least so many ops.
func NewReport(m *cost.Machine, programs []Program, leastOps int) *Report {
	r := &reporter{
		table: fingerprint.NewTable(), estimator: cost.NewEstimator(m), names: map[*ir.Op]string{},
		Report: &Report{Machine: m.Name, Abstract: m.Abstract, Programs: []string{}, LeastOps: leastOps, Parts: []Part{}, Functions: []Function{}},
	}
	bodies := make([][]*fingerprint.Function, len(programs))
	first := map[fingerprint.Class]int{}
	for k, p := range programs {
		r.Programs = append(r.Programs, p.Name)
		r.Seconds = finite(r.Seconds + cost.Total(m, p.Module).Seconds)
		for _, f := range r.table.Add(p.Module) {
			if analysis.CallableBody(f.Op) != nil {
				bodies[k] = append(bodies[k], f)
				r.function(k, p.Module, f, first)
			}
		}
	}
	g := newGraph(r.table, bodies)
	parts, complete := g.find(max(leastOps, 1))
	r.Complete = complete
	for _, p := range parts {
		r.Parts = append(r.Parts, r.part(g, p))
		r.Saved = finite(r.Saved + r.Parts[len(r.Parts)-1].Saved)
	}
	r.sort()
	return r.Report
}

type reporter struct {
	*Report
	table     *fingerprint.Table
	estimator *cost.Estimator
	names     map[*ir.Op]string
}

func finite(v float64) float64 { return min(v, math.MaxFloat64) }

// function describes a function of a program.
func (r *reporter) function(program int, root *ir.Op, f *fingerprint.Function, first map[fingerprint.Class]int) {
	name := ir.SymbolName(f.Op)
	for p := f.Op.Parent(); p != nil && p != root; p = p.Parent() {
		if outer := ir.SymbolName(p); outer != "" {
			name = outer + "::@" + name
		}
	}
	r.names[f.Op] = name
	r.Functions = append(r.Functions, Function{
		Program: program, Name: name, Location: r.location(program, f.Op), Fingerprint: r.table.Of(f.Class).String(),
		Ops: f.Ops, Seconds: finite(r.estimator.Op(f.Op).Seconds), EqualTo: first[f.Class],
	})
	if first[f.Class] == 0 {
		first[f.Class] = len(r.Functions)
	}
}

// location is the position in a file of the first of some ops that has one, or only the program.
func (r *reporter) location(program int, ops ...*ir.Op) string {
	for _, o := range ops {
		if f, ok := o.Context().FilePosition(o.Loc()); ok {
			return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Col)
		}
	}
	return r.Programs[program]
}

// part describes a part, whose numbers of others are those in which they were found.
func (r *reporter) part(g *graph, p *part) Part {
	u := g.outline(p)
	out := Part{Fingerprint: u.fingerprint().String(), Ops: len(u.order), Inputs: []string{}, Results: []string{}}
	counts := map[string]int{}
	for _, k := range u.order {
		o := g.nodes[p.places[0].nodes[k]].op
		counts[o.Name()]++
		out.Seconds += r.estimator.Op(o).Seconds
	}
	for name, n := range counts {
		out.Names = append(out.Names, OpCount{name, n})
	}
	slices.SortFunc(out.Names, func(a, b OpCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Op, b.Op))
	})
	out.Seconds = finite(out.Seconds)
	out.Saved = finite(out.Seconds * float64(len(p.places)-1))
	for _, v := range u.inputsOf(p.places[0]) {
		out.Inputs = append(out.Inputs, g.values[v].of.Type().String())
	}
	for _, v := range u.results() {
		out.Results = append(out.Results, v.Type().String())
	}
	for _, c := range p.within {
		if c != 0 {
			out.Within = append(out.Within, int(c))
		}
	}
	same := map[string]int{}
	for k, to := range p.places {
		n := &g.nodes[to.nodes[0]]
		var ops []*ir.Op
		for _, i := range slices.Sorted(slices.Values(to.nodes)) {
			ops = append(ops, g.nodes[i].op)
		}
		place := Place{Program: int(n.program), Function: r.names[n.function.Op], Location: r.location(int(n.program), ops...)}
		key := g.key(n, u.inputsOf(to))
		if place.SameAs = same[key]; place.SameAs == 0 {
			same[key] = k + 1
		} else {
			out.SavedSame = finite(out.SavedSame + out.Seconds)
		}
		out.Places = append(out.Places, place)
	}
	return out
}

// key is equal for places with the same inputs: what one block can see has one name there.
func (g *graph) key(n *node, inputs []int32) string {
	if len(inputs) == 0 {
		return ""
	}
	key := fmt.Sprint(n.block)
	for _, v := range inputs {
		if c, known := n.function.Value(g.values[v].of); known {
			key += fmt.Sprint(" ", c)
		} else {
			key += fmt.Sprint(" v", v)
		}
	}
	return key
}

// sort puts the largest parts first.
func (r *reporter) sort() {
	order := make([]int, len(r.Parts))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &r.Parts[a], &r.Parts[b]
		return cmp.Or(cmp.Compare(y.Ops, x.Ops), cmp.Compare(y.Saved, x.Saved))
	})
	number := make([]int, len(order))
	sorted := make([]Part, len(order))
	for k, from := range order {
		number[from] = k + 1
		sorted[k] = r.Parts[from]
	}
	for k := range sorted {
		for i, other := range sorted[k].Within {
			sorted[k].Within[i] = number[other-1]
		}
		slices.Sort(sorted[k].Within)
	}
	copy(r.Parts, sorted)
}

// JSON is the report with all parts.
func (r *Report) JSON() string { return jsontext.Indented(r) }
