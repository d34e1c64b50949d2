package discover

import (
	"fmt"
	"slices"
	"strings"
)

// Checkpoint is how far a search came, to go on later. It is written as JSON. Programs below the
// largest size are computed again; of those of the largest size, what was found in units that are
// complete is kept: a unit is all programs with results of one shape, or a part of them where
// Options.Memory is too small for all.
type Checkpoint struct {
	// Version is that of the format.
	Version int
	// Setting is which programs are tried.
	Setting Setting
	// Units is how many units of the largest size are complete, 0 if that was not begun.
	Units int
	// Values is how many smaller programs there are in each scenario, and Rules how many
	// equalities.
	Values []int
	Rules  int
	// Met and Parts are the equalities of the units, by numbers: of the scenario, the op, its three
	// operands, the value it equals or -1, and another op with its operands.
	Met, Parts [][10]int32
}

// Setting is those of the Options on which a Checkpoint depends.
type Setting struct {
	Arithmetic   string
	Ops          []string
	Size, Inputs int
	Attrs        []string // nil for all
	Numbers      []float64
	Seed         uint64
	Memory       int64
}

const checkpointVersion = 2

func (o *Options) setting(arithmetic string) Setting {
	s := Setting{Arithmetic: arithmetic, Size: o.Size, Inputs: o.Inputs, Attrs: o.Attrs, Numbers: o.Numbers, Seed: o.Seed, Memory: o.memory()}
	for _, def := range o.Ops {
		s.Ops = append(s.Ops, def.Name())
	}
	return s
}

// checkResume compares a checkpoint's options with the ones that are given.
func (o *Options) checkResume(arithmetic string) error {
	c := o.Resume
	if c.Version != checkpointVersion {
		return fmt.Errorf("the checkpoint has version %d, but only version %d can be resumed", c.Version, checkpointVersion)
	}
	var differ []string
	compare := func(name string, had, have any) {
		if fmt.Sprint(had) != fmt.Sprint(have) {
			differ = append(differ, fmt.Sprintf("%s was %v, not %v", name, had, have))
		}
	}
	s := o.setting(arithmetic)
	compare("arithmetic", c.Setting.Arithmetic, s.Arithmetic)
	compare("ops", strings.Join(c.Setting.Ops, ","), strings.Join(s.Ops, ","))
	compare("size", c.Setting.Size, s.Size)
	compare("inputs", c.Setting.Inputs, s.Inputs)
	compare("attributes", c.Setting.Attrs, s.Attrs)
	compare("numbers", c.Setting.Numbers, s.Numbers)
	compare("seed", c.Setting.Seed, s.Seed)
	compare("memory", c.Setting.Memory, s.Memory)
	if len(differ) > 0 {
		return fmt.Errorf("the checkpoint is of a search with other options: %s", strings.Join(differ, "; "))
	}
	return nil
}

// checkpoint is what is complete. Where smaller programs are not, it is what was resumed.
func (f *finder) checkpoint() *Checkpoint {
	if c := f.options.Resume; c != nil && (f.size < f.options.Size || f.complete.units < c.Units) {
		return c
	}
	c := &Checkpoint{Version: checkpointVersion, Setting: f.options.setting(f.name)}
	if f.size == f.options.Size && f.complete.units > 0 {
		c.Units, c.Rules = f.complete.units, len(f.list)
		for _, b := range f.books {
			c.Values = append(c.Values, len(b.values))
		}
		c.Met, c.Parts = written(f.met[:f.complete.met]), written(f.parts[:f.complete.parts])
	}
	return c
}

func written(parts []part) [][10]int32 {
	list := make([][10]int32, len(parts))
	for i, p := range parts {
		a, o := p.args, p.other.args
		list[i] = [10]int32{p.book, p.typed, a[0], a[1], a[2], p.value, p.other.typed, o[0], o[1], o[2]}
	}
	return list
}

// restore goes on after a checkpoint, once smaller programs and the units are there.
func (f *finder) restore(c *Checkpoint, work [][]unit) error {
	var values []int
	units := 0
	for i, b := range f.books {
		values = append(values, len(b.values))
		units += len(work[i])
	}
	if !slices.Equal(values, c.Values) || c.Rules != len(f.list) || c.Units > units {
		return fmt.Errorf("the checkpoint is of another version of the program: with the same options it had %v smaller programs and %d equalities, now there are %v and %d", c.Values, c.Rules, values, len(f.list))
	}
	var err error
	if f.met, err = f.read(c.Met); err == nil {
		f.parts, err = f.read(c.Parts)
	}
	f.complete = mark{c.Units, len(f.met), len(f.parts)}
	return err
}

// read takes equalities from a checkpoint, if they are ones.
func (f *finder) read(list [][10]int32) ([]part, error) {
	parts := make([]part, len(list))
	for i, n := range list {
		p := part{n[0], equality{application{n[1], [3]int32(n[2:5])}, n[5], application{n[6], [3]int32(n[7:10])}}}
		parts[i] = p
		if n[0] < 0 || int(n[0]) >= len(f.books) || !f.books[n[0]].is(p.equality) {
			return nil, fmt.Errorf("the checkpoint is damaged: %v is no equality", n)
		}
	}
	return parts, nil
}

// is reports whether the numbers of an equality are those of values and typed forms that fit.
func (b *book) is(q equality) bool {
	fits := func(a application) bool {
		if a.typed < 0 || int(a.typed) >= len(b.vocabulary.typed) || b.vocabulary.plansOf(a.typed) == nil {
			return false
		}
		for i, s := range b.vocabulary.typed[a.typed].operands {
			if n := a.args[i]; n < 0 || int(n) >= len(b.values) || b.values[n].shape != s {
				return false
			}
		}
		return true
	}
	if !fits(q.application) || int(q.value) >= len(b.values) {
		return false
	}
	result := b.vocabulary.typed[q.typed].result
	if q.value >= 0 {
		x := &b.values[q.value]
		return x.shape == result || x.typed < 0 && b.leafOf(x).input < 0
	}
	return fits(q.other) && b.vocabulary.typed[q.other.typed].result == result
}
