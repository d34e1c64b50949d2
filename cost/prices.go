package cost

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// A profile may say what an op costs, by its name, of any dialect, which replaces all of the model
// for that op:
//
//	cost.NAME = 100      also `cost NAME 100`; an op of tg without its prefix
//	cost.other = 1       all other ops; then the profile needs no figures of a machine, and is
//	                     in whatever unit that these numbers are
//	cost.input = 1       each argument of a function
const (
	otherName = "other"
	inputName = "input"
)

// home is the dialect of ops that are named without one.
const home = "tg."

// Stated is what an op costs, with all that is inside of it, where somebody said so: its own
// attribute, or the profile.
func (m *Machine) Stated(o *ir.Op) (cost float64, ok bool) {
	if cost, ok := overridden(o); ok {
		return cost, true
	}
	return m.named(o.Name())
}

// named is what the profile says that an op costs.
func (m *Machine) named(op string) (cost float64, ok bool) {
	if len(m.Costs) > 0 {
		cost, ok = m.Costs[op]
	}
	return cost, ok
}

// inputs are the arguments of a function that cost something.
func (m *Machine) inputs(fn *ir.Op) []*ir.Value {
	if m.Input == 0 || fn.RegionAt(0).Empty() {
		return nil
	}
	if _, ok := m.Stated(fn); ok {
		return nil
	}
	return fn.RegionAt(0).First().Args()
}

// unknown is what an op takes of which there is no definition, but for its memory traffic.
func (m *Machine) unknown() float64 {
	if m.Abstract {
		return m.Other
	}
	return m.Overhead
}

// Text is a cost on the machine: a time with its unit, or a number where the profile has no unit.
func (m *Machine) Text(cost float64) string { return AmountText(cost, m.Abstract) }

// AmountText is a cost: a time in seconds, or abstract, which is in no unit.
func AmountText(cost float64, abstract bool) string {
	switch {
	case !abstract:
		return SecondsText(cost)
	case cost == math.Trunc(cost) && math.Abs(cost) < 1e15:
		return strconv.FormatFloat(cost, 'f', -1, 64)
	}
	return strconv.FormatFloat(cost, 'g', 6, 64)
}

// priceLine splits a line such as `cost conv 100`, which has no '='. The key of `cost conv = 100`
// is the same.
func priceLine(code string) (key, value string, ok bool) {
	words := strings.Fields(code)
	if len(words) != 3 || words[0] != "cost" {
		return "", "", false
	}
	return words[0] + " " + words[1], words[2], true
}

// isPrice reports whether a key is about a price.
func isPrice(key string) bool {
	rest, ok := strings.CutPrefix(key, "cost")
	return ok && (rest == "" || strings.ContainsAny(rest[:1], ". \t"))
}

// price reads the price of what key names. place is where key stands, valuePlace where value does.
func (p *profileParser) price(key, value string, col, valueCol int) error {
	m, name := p.machine, strings.TrimLeft(key[len("cost"):], ". \t")
	switch {
	case name == "" || strings.ContainsAny(name, " \t"):
		return p.fail(col, "'%s': expected 'cost' and the name of one op, as in 'cost conv 100'", key)
	case name == otherName || name == inputName:
	case !strings.Contains(name, "."):
		name = home + name
	}
	v, err := strconv.ParseFloat(value, 64)
	if err != nil || !(v >= 0) || math.IsInf(v, 0) {
		return p.fail(valueCol, "'%s' must be a number that is not negative, such as 100, but is '%s'", key, value)
	}
	if p.seen["cost "+name] {
		return p.fail(col, "'%s': the cost of '%s' is given twice", key, name)
	}
	p.seen["cost "+name] = true
	switch name {
	case otherName:
		m.Abstract, m.Other = true, v
		p.otherLine, p.otherCol = p.line, col
	case inputName:
		m.Input = v
	default:
		m.mentions = append(m.mentions, mention{line: p.line, col: col, key: key, name: name, op: true})
		m.Costs[name] = v
	}
	return nil
}

// completePrices finds what a profile lacks, or has too much, that consists of prices alone.
func (p *profileParser) completePrices() error {
	m := p.machine
	switch {
	case m.Abstract && p.model != "":
		p.line = p.otherLine
		return p.fail(p.otherCol, "'cost other' says what all ops cost that have no cost of their own, so that '%s' has no use", p.model)
	case m.Abstract:
		if m.Name == "" {
			m.Name = strings.TrimSuffix(filepath.Base(p.file), filepath.Ext(p.file))
		}
		m.free()
		return nil
	}
	return p.fail(1, "the profile ends without 'cost other NUMBER', the cost of all ops that it does not name, and without a model of them, which begins with 'speedup'")
}

// free makes a machine of which the model says that nothing takes any time.
func (m *Machine) free() {
	m.Speedup, m.Grain, m.Square, m.TileRows, m.TileCols, m.FoldLanes = 1, math.Inf(1), 1, 1, 1, 1
	m.Bandwidth, m.Cache, m.CacheBandwidth = math.Inf(1), math.Inf(1), math.Inf(1)
	m.Runs, m.Singles, m.Swaps, m.Packing = math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)
	for k := range m.Flops {
		m.Flops[k]["f32"] = math.Inf(1)
	}
	if m.Trips == 0 {
		m.Trips = 1
	}
}

// writePrices writes the lines of costs by name.
func (m *Machine) writePrices(b *strings.Builder) {
	line := func(key string, v float64) { fmt.Fprintf(b, "cost.%s = %s\n", key, number(v)) }
	if m.Abstract || len(m.Costs) > 0 || m.Input > 0 {
		b.WriteString("\n# What ops cost, whatever they do.\n")
	}
	for _, name := range slices.Sorted(maps.Keys(m.Costs)) {
		line(name, m.Costs[name])
	}
	if m.Abstract {
		line(otherName, m.Other)
	}
	if m.Input > 0 {
		line(inputName, m.Input)
	}
}

// missingOp says that the op which a price is of is not there, "" if it is.
func missingOp(c *ir.Context, name string) string {
	if c.LookupOp(name) != nil {
		return ""
	}
	dialect, mnemonic, _ := strings.Cut(name, ".")
	d := c.LookupDialect(dialect)
	switch {
	case d == nil && c.AllowUnregistered:
		return ""
	case d == nil:
		var names []string
		for _, d := range c.Dialects() {
			names = append(names, d.Name)
		}
		return fmt.Sprintf("there is no op '%s': no dialect '%s' is registered%s", name, dialect, spelling.DidYouMean(dialect, names))
	case dialect+"." == home:
		names := []string{otherName, inputName}
		for _, o := range d.Ops() {
			names = append(names, o.Mnemonic())
		}
		return fmt.Sprintf("there is no op '%s'%s", name, spelling.DidYouMean(mnemonic, names))
	}
	return fmt.Sprintf("there is no op '%s'%s", name, d.NearOp(name))
}
