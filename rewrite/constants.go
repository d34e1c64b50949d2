package rewrite

import "github.com/tg-opt/tg/ir"

// constants keeps one op per constant at the start of the nearest region that
// is isolated from above.
type constants struct {
	known map[constantKey]*ir.Op
	owned map[*ir.Op]constantKey
}

type constantKey struct {
	region  *ir.Region
	dialect *ir.Dialect
	value   *ir.Attr
	typ     *ir.Type
	attrs   *ir.Attr // discardable attributes keep constants apart
}

// home is the region whose entry block holds the constants for o: the nearest
// one whose op is isolated from above, or may be because nothing is known of
// it.
func home(o *ir.Op) *ir.Region {
	r := o.Region()
	for {
		p := r.Parent()
		if p == nil || p.Def() == nil || p.Has(ir.IsolatedFromAbove) || p.Region() == nil {
			return r
		}
		r = p.Region()
	}
}

func (c *constants) key(o *ir.Op) constantKey {
	return constantKey{home(o), o.Def().Dialect(), o.Attr("value"), o.Result(0).Type(), o.Attrs()}
}

func (c *constants) isOwned(o *ir.Op) bool {
	_, ok := c.owned[o]
	return ok
}

// unique makes o the one op for its constant, or replaces it by that op. It
// reports whether o is still there.
func (c *constants) unique(d *driver, o *ir.Op) bool {
	if c.isOwned(o) {
		return true
	}
	key := c.key(o)
	if first := c.known[key]; first != nil {
		d.rewriter.ReplaceOp(o, first.Result(0))
		return false
	}
	entry := key.region.First()
	if o.Block() != entry || entry.First() != o && !c.isOwned(o.Prev()) {
		o.MoveBefore(entry.First())
		d.moved = true
	}
	c.known[key], c.owned[o] = o, key
	return true
}

// make returns the value of a constant for use by o, or nil when the dialect
// has no op for it.
func (c *constants) make(d *driver, o *ir.Op, value *ir.Attr, t *ir.Type) *ir.Value {
	region, dialect := home(o), o.Def().Dialect()
	key := constantKey{region: region, dialect: dialect, value: value, typ: t}
	if known := c.known[key]; known != nil {
		return known.Result(0)
	}
	if dialect.Constant == nil {
		return nil
	}
	op := dialect.Constant(d.rewriter.AtStart(region.First()), value, t, o.Loc())
	d.rewriter.Before(o)
	if op == nil {
		return nil
	}
	c.known[key], c.owned[op] = op, key
	return op.Result(0)
}

func (c *constants) forget(o *ir.Op) {
	if key, ok := c.owned[o]; ok {
		delete(c.owned, o)
		delete(c.known, key)
	}
}
