package autodiff

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// MaxTripAttr is an attribute of loops: the most rounds that one runs, as somebody says, where only
// a run knows how many there are. With it a tape has room for so many, and more are an error of the
// run.
const MaxTripAttr = "tg.max_trip"

// CheckMaxTrip checks the attribute of an op.
func CheckMaxTrip(a *ir.Attr) error {
	switch {
	case !a.Is(ir.IntegerAttr):
		return fmt.Errorf("must be a number of rounds, but is %s", a)
	case a.Int() < 1:
		return fmt.Errorf("must be at least 1, but is %d", a.Int())
	}
	return nil
}

// trips is what is known of how often a loop runs.
type trips struct {
	known   int64 // -1 if it is not
	most    int64 // -1 if nobody gave a bound, or it is known
	counter *analysis.Counted
}

// tripsOf is what is known of a loop of which somebody may have said how often it runs at most.
func (e *engine) tripsOf(o *ir.Op) (trips, error) {
	t := trips{known: -1, most: -1}
	if of, ok := analysis.CountedBy.Get(o.Def()); ok {
		if t.counter = of(o); t.counter != nil {
			t.known = t.counter.Trips()
		}
	}
	given := o.Attr(MaxTripAttr)
	switch {
	case t.known >= 0 && given != nil && given.Int() < t.known:
		return t, e.callNotes(o.Errorf("'%s' runs %d rounds, but %s allows %d", o.Name(), t.known, MaxTripAttr, given.Int()))
	case t.known >= 0:
	case given != nil:
		t.most = given.Int()
	case e.opt.MaxTrip > 0:
		t.most = e.opt.MaxTrip
	}
	return t, nil
}

// counts reports whether part i of the state is the counter.
func (t *trips) counts(i int) bool { return t.counter != nil && t.counter.State == i }

// number is the counter in round at.
func (t *trips) number(m *Maker, first, at *ir.Value) *ir.Value {
	i := at
	if first.Type() != at.Type() {
		i = m.Typed("tg.convert", first.Type(), []*ir.Value{at})
	}
	by, change := stepOf(m, t.counter, first.Type().Elem())
	return m.Op(change, []*ir.Value{first, m.Op("tg.mul", []*ir.Value{i, by})})
}

// stepOf is what each round changes a counter of an element type by, and the op that does.
func stepOf(m *Maker, c *analysis.Counted, elem *ir.Type) (by *ir.Value, change string) {
	switch {
	case c.By == nil:
		return m.integerOf(elem, c.Step), "tg.add"
	case c.Down:
		return c.By, "tg.sub"
	}
	return c.By, "tg.add"
}

// tripCount computes how often a counted loop runs.
type tripCount struct {
	*Maker
	c           *analysis.Counted
	first, last *ir.Value // of the type of the counter
}

// count is how often a loop that has a counter runs, a tensor<i64>, where only the run knows it:
// computed from where the counter begins, its bound and its step. first is the first state.
func (t *trips) count(m *Maker, first []*ir.Value) *ir.Value {
	c := &tripCount{Maker: m, c: t.counter, first: first[t.counter.State], last: t.counter.Bound}
	if c.last == nil {
		c.last = m.integerOf(c.first.Type().Elem(), c.c.Last.Value)
	}
	n := c.fromFirst()
	return c.choose(c.holds(c.first), n, m.Integer(0))
}

// relations are the directions of tg.compare.
var relations = map[analysis.Relation]string{
	analysis.Less: "lt", analysis.LessEqual: "le", analysis.Greater: "gt", analysis.GreaterEqual: "ge", analysis.Equal: "eq", analysis.NotEqual: "ne",
}

// holds tells whether the loop goes on with the counter at n.
func (c *tripCount) holds(n *ir.Value) *ir.Value {
	return c.Compare(relations[c.c.Relation], n, c.last)
}

func (c *tripCount) choose(p, x, y *ir.Value) *ir.Value {
	return c.Op("tg.select", []*ir.Value{p, x, y})
}

// fromFirst is how often the loop runs if it runs at all. Numbers are 64 bits, and unsigned where
// they are divided or compared: the distance between two of a type need not be one of that type.
func (c *tripCount) fromFirst() *ir.Value {
	relation, one := c.c.Relation, c.Integer(1)
	up := relation == analysis.Less || relation == analysis.LessEqual || relation == analysis.NotEqual && c.c.By == nil && c.c.Step > 0
	from, to := c.first, c.last
	if !up {
		from, to = to, from
	}
	distance := c.Op("tg.sub", []*ir.Value{c.wide(to), c.wide(from)})
	single := c.c.By == nil && (up && c.c.Step == 1 || !up && c.c.Step == -1)
	switch {
	case relation == analysis.Equal: // it is equal once, unless it is for ever
		return one
	case relation == analysis.NotEqual && single: // it passes through all numbers
		return c.Op("tg.and", []*ir.Value{distance, c.Integer(int64(^uint64(0) >> (64 - c.c.Width)))})
	case relation == analysis.NotEqual:
		return c.steps()
	case relation == analysis.LessEqual || relation == analysis.GreaterEqual:
		distance = c.Op("tg.add", []*ir.Value{distance, one}) // past the bound
	}
	if single {
		return distance
	}
	low, high := c.c.Limits()
	end := c.Op("tg.sub", []*ir.Value{c.Integer(high), c.wide(c.first)})
	step := c.step()
	if !up {
		end, step = c.Op("tg.sub", []*ir.Value{c.wide(c.first), c.Integer(low)}), c.Op("tg.neg", []*ir.Value{step})
	}
	size := c.unsigned(c.Op("tg.max", []*ir.Value{step, one}))
	// The distance is 0 where the bound is the end of 64 bits, and nothing is past it.
	far := c.Op("tg.max", []*ir.Value{c.unsigned(distance), c.unsigned(one)})
	least := c.Op("tg.div", []*ir.Value{c.Op("tg.sub", []*ir.Value{far, c.unsigned(one)}), size})
	n := c.Op("tg.add", []*ir.Value{c.signed(least), one})
	if c.c.Ends() {
		return n
	}
	// Where the counter goes past the end of its type before it is past the bound, it goes on from
	// the other end.
	inside := c.Compare("le", c.unsigned(n), c.Op("tg.div", []*ir.Value{c.unsigned(end), size}))
	inside = c.Op("tg.and", []*ir.Value{inside, c.Compare("gt", step, c.Integer(0))})
	inside = c.Op("tg.and", []*ir.Value{inside, c.Compare("ne", distance, c.Integer(0))})
	return c.orRun(inside, n)
}

// steps is the number of rounds of a loop that goes on as long as the counter is not equal to its
// bound: the distance over the step where it meets the bound on its way there.
func (c *tripCount) steps() *ir.Value {
	step, none := c.step(), c.Integer(0)
	down := c.Compare("lt", step, none)
	size := c.Op("tg.max", []*ir.Value{c.unsigned(c.Op("tg.abs", []*ir.Value{step})), c.unsigned(c.Integer(1))})
	far := c.Op("tg.sub", []*ir.Value{c.wide(c.last), c.wide(c.first)})
	far = c.unsigned(c.choose(down, c.Op("tg.neg", []*ir.Value{far}), far))
	n := c.Op("tg.div", []*ir.Value{far, size})
	meets := c.Compare("eq", c.Op("tg.mul", []*ir.Value{n, size}), far)
	ahead := c.choose(down, c.Compare("lt", c.last, c.first), c.Compare("gt", c.last, c.first))
	meets = c.Op("tg.and", []*ir.Value{meets, c.Op("tg.and", []*ir.Value{ahead, c.Compare("ne", step, none)})})
	return c.orRun(meets, c.signed(n))
}

// orRun is n where that is right, else the number of rounds that are counted one by one.
func (c *tripCount) orRun(right, n *ir.Value) *ir.Value {
	return c.either(right, func(*Maker) *ir.Value { return n }, func(m *Maker) *ir.Value { return c.within(m).run() })
}

// run counts the rounds one by one, of the counter alone.
func (c *tripCount) run() *ir.Value {
	n := c.loop([]*ir.Value{c.first, c.Integer(0)}, nil, func(m *Maker, now []*ir.Value) *ir.Value {
		return c.within(m).holds(now[0])
	}, func(m *Maker, now []*ir.Value) []*ir.Value {
		by, change := stepOf(m, c.c, now[0].Type().Elem())
		return []*ir.Value{m.Op(change, []*ir.Value{now[0], by}), m.Op("tg.add", []*ir.Value{now[1], m.Integer(1)})}
	})
	return n.Result(1)
}

// within is c with ops made by m.
func (c *tripCount) within(m *Maker) *tripCount {
	n := *c
	n.Maker = m
	return &n
}

// either is one of two values, whose ops run only where it is that one.
func (m *Maker) either(p *ir.Value, yes, no func(m *Maker) *ir.Value) *ir.Value {
	var regions []*ir.Region
	var t *ir.Type
	for _, make := range []func(m *Maker) *ir.Value{yes, no} {
		regions = append(regions, m.Region(nil, func(b *Maker, _ []*ir.Value) []*ir.Value {
			v := make(b)
			t = v.Type()
			return []*ir.Value{v}
		}))
	}
	return m.WithRegions(m.e.def("tg.if"), []*ir.Type{t}, []*ir.Value{p}, regions)[0]
}

// wide are the 64 bits of a number of the type of the counter, as an i64.
func (c *tripCount) wide(v *ir.Value) *ir.Value {
	switch elem := v.Type().Elem(); {
	case elem == c.Ctx.I64():
		return v
	case elem == c.Ctx.Int(64, ir.Unsigned):
		return c.signed(v)
	}
	return c.Typed("tg.convert", c.Ctx.Tensor(nil, c.Ctx.I64()), []*ir.Value{v})
}

// step is what is added in each round, as an i64.
func (c *tripCount) step() *ir.Value {
	switch {
	case c.c.By == nil:
		return c.Integer(c.c.Step)
	case c.c.Down:
		return c.Op("tg.neg", []*ir.Value{c.wide(c.c.By)})
	}
	return c.wide(c.c.By)
}

func (c *tripCount) signed(v *ir.Value) *ir.Value {
	return c.Typed("tg.bitcast", c.Ctx.Tensor(nil, c.Ctx.I64()), []*ir.Value{v})
}

func (c *tripCount) unsigned(v *ir.Value) *ir.Value {
	return c.Typed("tg.bitcast", c.Ctx.Tensor(nil, c.Ctx.Int(64, ir.Unsigned)), []*ir.Value{v})
}
