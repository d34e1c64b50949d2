package rewrite

import "github.com/tg-opt/tg/ir"

// owned marks the constants that have their place while the worklist is
// filled.
const owned = ir.MarkB

// constants keeps one op per constant at the start of the nearest region that
// is isolated from above.
type constants struct {
	scopes map[*ir.Region]map[constantKey]*ir.Op
	homes  map[*ir.Region]*ir.Region
	marked []*ir.Op
	moved  int // how many changed their place, which is no reason for another sweep
	// last region asked about, where its constants go, and those there.
	last, home *ir.Region
	known      map[constantKey]*ir.Op
	spare      map[constantKey]*ir.Op // empty, with room
}

type constantKey struct {
	dialect *ir.Dialect
	value   *ir.Attr
	typ     *ir.Type
}

func newConstants() constants {
	return constants{scopes: map[*ir.Region]map[constantKey]*ir.Op{}, homes: map[*ir.Region]*ir.Region{}}
}

func (c *constants) reset() {
	if c.known != nil && len(c.scopes) == 1 {
		clear(c.known)
		c.spare = c.known
	}
	clear(c.scopes)
	clear(c.homes)
	c.last, c.home, c.known = nil, nil, nil
}

// release takes the marks off.
func (c *constants) release() {
	for _, o := range c.marked {
		o.ClearMark(owned)
	}
	clear(c.marked)
	c.marked = c.marked[:0]
}

// enter finds the region whose entry block holds the constants of r: the
// nearest one around it whose op is isolated from above, or may be because
// nothing is known of it.
func (c *constants) enter(r *ir.Region) {
	if r == c.last {
		return
	}
	c.last = r
	var inside []*ir.Region
	home := r
	for {
		if h := c.homes[home]; h != nil {
			home = h
			break
		}
		inside = append(inside, home)
		p := home.Parent()
		if p == nil || p.Def() == nil || p.Has(ir.IsolatedFromAbove) || p.Region() == nil {
			break
		}
		home = p.Region()
	}
	for _, r := range inside {
		c.homes[r] = home
	}
	if home == c.home {
		return
	}
	c.home, c.known = home, c.scopes[home]
	if c.known == nil {
		if c.known = c.spare; c.known == nil {
			c.known = map[constantKey]*ir.Op{}
		}
		c.spare = nil
		c.scopes[home] = c.known
	}
}

// insert makes o the one op for its constant, or replaces it by that op. It
// reports whether o is still there.
func (c *constants) insert(d *driver, o *ir.Op) bool {
	value := o.Attr("value")
	if value == nil || o.NumResults() != 1 {
		return true
	}
	c.enter(o.Region())
	key := constantKey{o.Def().Dialect(), value, o.Result(0).Type()}
	if first := c.known[key]; first != nil {
		key.dialect.ShareLoc(first, o.Loc())
		d.rewriter.ReplaceOp(o, first.Result(0))
		c.moved++
		return false
	}
	entry := c.home.First()
	if o.Block() != entry || entry.First() != o && !o.Prev().Marked(owned) {
		if o.Block() != entry {
			key.dialect.ShareLoc(o, 0) // its line may not even be run
		}
		o.MoveBefore(entry.First())
		c.moved++
	}
	c.known[key] = o
	o.SetMark(owned)
	c.marked = append(c.marked, o)
	return true
}
