package cost

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/internal/charset"
	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/spelling"
)

// A profile is the text of a machine: lines `key = value`, and comments from a
// '#' to the end of the line. Values are positive numbers, but for the name and for costs.
// Keys are those of the table below and, in families, besides the costs in prices.go,
//
//	overhead.NAME      seconds per op of that kind, or of that name, where it is not `overhead`; that of
//	                   `repeat` comes on top where an op repeats operands
//	flops.KIND.TYPE    flops per second of one worker on elements of that type
//	call.FUNCTION      calls per second of one worker on f32

// field is a key with one value.
type field struct {
	key, doc string
	at       func(*Machine) *float64
}

// fields in the order of the text; those with a doc begin a paragraph.
var fields = []field{
	{"speedup", "All workers together are so many times as fast as one. Another one is called for each\n`grain` seconds that an op would take one worker.", func(m *Machine) *float64 { return &m.Speedup }},
	{"grain", "", func(m *Machine) *float64 { return &m.Grain }},
	{"bandwidth", "Bytes per second: of memory for all workers, and for one where what an op reads and writes\nfits into `cache` bytes.", func(m *Machine) *float64 { return &m.Bandwidth }},
	{"cache", "", func(m *Machine) *float64 { return &m.Cache }},
	{"cache-bandwidth", "", func(m *Machine) *float64 { return &m.CacheBandwidth }},
	{"runs", "What one worker moves per second besides: pieces of consecutive elements, elements one by one,\nelements of squares of `square` rows and columns that change places, and bytes that are\nrearranged before a contraction.", func(m *Machine) *float64 { return &m.Runs }},
	{"singles", "", func(m *Machine) *float64 { return &m.Singles }},
	{"swaps", "", func(m *Machine) *float64 { return &m.Swaps }},
	{"square", "", func(m *Machine) *float64 { return &m.Square }},
	{"packing", "", func(m *Machine) *float64 { return &m.Packing }},
	{"tile-rows", "Matrix products of fewer rows and columns, and reductions with fewer results, take as long as\nwith so many.", func(m *Machine) *float64 { return &m.TileRows }},
	{"tile-cols", "", func(m *Machine) *float64 { return &m.TileCols }},
	{"fold-lanes", "", func(m *Machine) *float64 { return &m.FoldLanes }},
	{"trips", "How often a loop is assumed to run of which nothing is known.", func(m *Machine) *float64 { return &m.Trips }},
	{"overhead", "Seconds that each op takes, whatever it does.", func(m *Machine) *float64 { return &m.Overhead }},
}

// rated are the kinds that have flops.
var rated = []Kind{Simple, Math, Fold, Contract, Depthwise}

const profileHeader = `# A machine model of tg: what 'tg-opt --print-cost' and passes that decide by cost reckon with.
# docs/cost.md says what the keys mean. Rates are per second, times in seconds.

name = `

// String is the profile of the machine; Parse reads it back.
func (m *Machine) String() string {
	var b strings.Builder
	b.WriteString(profileHeader + m.Name + "\n")
	if m.Abstract {
		fmt.Fprintf(&b, "trips = %s\n", number(m.Trips))
		m.writePrices(&b)
		return b.String()
	}
	line := func(key string, v float64) { fmt.Fprintf(&b, "%s = %s\n", key, number(v)) }
	for _, f := range fields {
		if f.doc != "" {
			b.WriteString("\n# " + strings.ReplaceAll(f.doc, "\n", "\n# ") + "\n")
		}
		line(f.key, *f.at(m))
	}
	others := otherOverheads()
	for _, name := range slices.Sorted(maps.Keys(m.Overheads)) {
		if !slices.Contains(others, name) {
			others = append(others, name)
		}
	}
	for _, name := range others {
		if v, ok := m.Overheads[name]; ok {
			line("overhead."+name, v)
		}
	}
	b.WriteString("\n# Operations that one worker does per second, by kind and element type.\n")
	for _, k := range rated {
		for _, e := range elementNames {
			if v, ok := m.Flops[k][e]; ok {
				line("flops."+k.String()+"."+e, v)
			}
		}
	}
	if len(m.Calls) > 0 {
		b.WriteString("\n# Calls of functions on f32 per second of one worker; others have the speed flops.math.f32.\n")
		for _, f := range slices.Sorted(maps.Keys(m.Calls)) {
			line("call."+f, m.Calls[f])
		}
	}
	m.writePrices(&b)
	return b.String()
}

// number writes v so that it reads back as itself.
func number(v float64) string {
	if v == math.Trunc(v) && v < 1e7 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Parse reads a profile. Errors are `file:line:col: error: ...`. Which ops and functions there are
// is for a context to say: see Machine.Check.
func Parse(file, text string) (*Machine, error) {
	p := &profileParser{file: file, seen: map[string]bool{}, machine: &Machine{file: file, Calls: map[string]float64{}, Overheads: map[string]float64{}, Costs: map[string]float64{}}}
	for k := range p.machine.Flops {
		p.machine.Flops[k] = map[string]float64{}
	}
	if fault := charset.Fault(text); fault != "" {
		p.line = 1
		return nil, p.fail(1, "%s", fault)
	}
	for i, line := range strings.Split(text, "\n") {
		p.line = i + 1
		if err := p.read(line); err != nil {
			return nil, err
		}
	}
	if err := p.complete(); err != nil {
		return nil, err
	}
	p.machine.settle()
	return p.machine, nil
}

type profileParser struct {
	file    string
	line    int
	seen    map[string]bool
	machine *Machine
	model   string // the first key about what the machine is, but for its name and trips
	// otherLine and otherCol are where the cost of all other ops stands.
	otherLine, otherCol int
}

func (p *profileParser) fail(col int, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: error: %s", p.file, p.line, col, fmt.Sprintf(format, args...))
}

// read reads one line.
func (p *profileParser) read(line string) error {
	code, _, _ := strings.Cut(line, "#")
	if strings.TrimSpace(code) == "" {
		return nil
	}
	before, after, found := strings.Cut(code, "=")
	key, value := strings.TrimSpace(before), strings.TrimSpace(after)
	valueCol := len(before) + 2 + len(after) - len(strings.TrimLeft(after, " \t"))
	if !found {
		if what, price, ok := priceLine(code); ok {
			key, value, found = what, price, true
			valueCol = strings.LastIndex(code, price) + 1
		}
	}
	word, _, _ := strings.Cut(key, " ")
	col := strings.Index(line, word) + 1
	switch {
	case !found:
		return p.fail(col, "expected 'key = value', but there is no '='")
	case key == "":
		return p.fail(col, "expected a key before '='")
	case isPrice(key):
		return p.price(key, value, col, valueCol)
	case p.seen[key]:
		return p.fail(col, "'%s' is given twice", key)
	}
	p.seen[key] = true
	if key == "name" {
		if value == "" {
			return p.fail(valueCol, "expected a name")
		}
		p.machine.Name = value
		return nil
	}
	set, err := p.place(key, col)
	if err != nil {
		return err
	}
	if p.model == "" && key != "trips" {
		p.model = key
	}
	v, err := strconv.ParseFloat(value, 64)
	if err != nil || !(v > 0) || math.IsInf(v, 0) {
		return p.fail(valueCol, "'%s' must be a positive number, such as 2.5e9, but is '%s'", key, value)
	}
	set(v)
	return nil
}

// place is where the value of a key goes.
func (p *profileParser) place(key string, col int) (set func(float64), err error) {
	m := p.machine
	if i := slices.IndexFunc(fields, func(f field) bool { return f.key == key }); i >= 0 {
		return func(v float64) { *fields[i].at(m) = v }, nil
	}
	family, rest, _ := strings.Cut(key, ".")
	switch family {
	case "overhead":
		names := otherOverheads()
		switch {
		case slices.Contains(names, rest):
		case strings.Contains(rest, "."):
			m.mentions = append(m.mentions, mention{line: p.line, col: col, key: key, name: rest})
		default:
			return nil, p.fail(col, "'%s': there is no kind or op '%s'%s", key, rest, spelling.DidYouMean(rest, names))
		}
		return func(v float64) { m.Overheads[rest] = v }, nil
	case "call":
		if rest == "" {
			return nil, p.fail(col, "'%s': there is no function ''", key)
		}
		m.mentions = append(m.mentions, mention{line: p.line, col: col, key: key, name: rest, function: true})
		return func(v float64) { m.Calls[rest] = v }, nil
	case "flops":
		name, elem, _ := strings.Cut(rest, ".")
		k := slices.IndexFunc(rated, func(k Kind) bool { return k.String() == name })
		switch {
		case k < 0:
			return nil, p.fail(col, "'%s': there is no kind of arithmetic '%s'%s", key, name, spelling.DidYouMean(name, ratedNames()))
		case !slices.Contains(elementNames[:], elem):
			return nil, p.fail(col, "'%s': there is no element type '%s'%s", key, elem, spelling.DidYouMean(elem, elementNames[:]))
		}
		return func(v float64) { m.Flops[rated[k]][elem] = v }, nil
	}
	return nil, p.fail(col, "there is no key '%s'%s", key, spelling.DidYouMean(key, p.keys()))
}

// repeats is the name of the overhead of an op that repeats operands.
const repeats = "repeat"

// otherOverheads are what overheads may be of besides ops, in the order of the text.
func otherOverheads() []string { return append(slices.Clone(kindNames[:]), repeats) }

func ratedNames() []string {
	var names []string
	for _, k := range rated {
		names = append(names, k.String())
	}
	return names
}

// keys are those that a profile must have.
func (p *profileParser) keys() []string {
	keys := []string{"name"}
	for _, f := range fields {
		keys = append(keys, f.key)
	}
	for _, k := range rated {
		keys = append(keys, "flops."+k.String()+".f32")
	}
	return keys
}

func (p *profileParser) complete() error {
	if m := p.machine; m.Abstract || p.model == "" && (len(m.Costs) > 0 || p.seen["cost "+inputName]) {
		return p.completePrices()
	}
	for _, key := range p.keys() {
		if !p.seen[key] {
			return p.fail(1, "the profile ends without '%s'", key)
		}
	}
	return nil
}

//go:embed cpu.profile
var cpuProfile string

//go:embed gpu.profile
var gpuProfile string

// shipped are the profiles that need no file.
var shipped = map[string]*Machine{
	"cpu": must(Parse("cpu.profile", cpuProfile)),
	"gpu": must(Parse("gpu.profile", gpuProfile)),
}

func must(m *Machine, err error) *Machine {
	if err != nil {
		panic(err) // a test reads them, too
	}
	m.mentions = nil // a test checks them
	return m
}

// CPU is the machine that the shipped profile `cpu` describes: a server
// processor that runs tg's interpreter, as measured by `tg-run --calibrate`.
func CPU() *Machine { return shipped["cpu"] }

// GPU is the machine that the shipped profile `gpu` describes, from published
// figures.
func GPU() *Machine { return shipped["gpu"] }

// Named is the shipped machine of that name, `cpu` or `gpu`, or that of the
// profile in the file of that name, which has at most maxInput bytes unless that
// is 0.
func Named(name string, maxInput int64) (*Machine, error) {
	if m := shipped[name]; m != nil {
		return m, nil
	}
	text, err := input.Text(maxInput).ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, "/."):
		return nil, fmt.Errorf("there is no machine '%s', only cpu, gpu and files of profiles%s", name,
			spelling.DidYouMean(name, slices.Sorted(maps.Keys(shipped))))
	case err != nil:
		return nil, fmt.Errorf("cannot read the profile '%s': %s", name, oserr.Reason(err))
	}
	return Parse(name, string(text))
}
