package affine

// spread solves a row of few unknowns, of which ranges decide none, so that all are in range: each
// term of the other side is divided among the unknowns in all small ways, until one fits. What is
// simple is tried first.
func (z *unifier) spread() bool {
	if len(z.rows) == 0 || len(z.rows[0].s.terms) > maxSpread {
		return false
	}
	r := z.rows[0]
	units, c := z.t.split(r.t)
	d := &spreading{terms: r.s.terms, units: append(units, unit{c: c, f: constant(1), iv: interval{1, 1}})}
	for _, t := range r.s.terms {
		if !t.a.iv.bounded() {
			return false
		}
		d.parts = append(d.parts, interval{})
	}
	for _, u := range d.units {
		if !u.iv.bounded() {
			return false
		}
	}
	d.shares = make([][]int64, len(d.units))
	if !d.unit(0) {
		return false
	}
	z.rows = z.rows[1:]
	for i, t := range r.s.terms {
		f := form{}
		for k, u := range d.units {
			f = z.t.plus(f, u.f, d.shares[k][i])
		}
		z.rows = append(z.rows, equation{one(t.a), f})
	}
	return !z.failed()
}

const (
	maxSpread = 4      // unknowns of a row
	maxShare  = 3      // of an axis that one unknown takes
	maxTries  = 20_000 // of shares
)

// spreading is a search: the sum of coefficients of terms times their shares is that of each unit.
type spreading struct {
	terms  []term
	units  []unit // the last one is 1, times the constant
	shares [][]int64
	parts  []interval // of the unknowns, from the units so far
	tries  int
}

// unit finds shares of the unit k and of those behind it.
func (d *spreading) unit(k int) bool {
	if k == len(d.units) {
		for i, t := range d.terms {
			if d.parts[i].lo < t.a.iv.lo || d.parts[i].hi > t.a.iv.hi {
				return false
			}
		}
		return true
	}
	d.shares[k] = make([]int64, len(d.terms))
	return d.share(k, 0, d.units[k].c)
}

// share finds the shares of unknown i and of those behind it, which make up rest.
func (d *spreading) share(k, i int, rest int64) bool {
	if d.tries++; d.tries > maxTries {
		return false
	}
	u, t := d.units[k], d.terms[i]
	try := func(v int64) bool {
		used, ok := shared(rest, t.c, v)
		if !ok {
			return false
		}
		before := d.parts[i]
		part := before.plus(u.iv.times(v))
		if part.hi == everything.hi || part.lo == everything.lo || part.hi-part.lo > t.a.iv.hi-t.a.iv.lo {
			return false
		}
		d.shares[k][i], d.parts[i] = v, part
		if i+1 < len(d.terms) && d.share(k, i+1, used) || i+1 == len(d.terms) && used == 0 && d.unit(k+1) {
			return true
		}
		d.shares[k][i], d.parts[i] = 0, before
		return false
	}
	if i+1 == len(d.terms) {
		return rest%t.c == 0 && try(rest/t.c)
	}
	if rest%t.c == 0 && rest != 0 && try(rest/t.c) {
		return true
	}
	most := int64(maxShare)
	if k+1 == len(d.units) { // a constant brings any range to its place
		most = min(64, magnitude(bound(t.a.iv.hi, -t.a.iv.lo, everything.hi)))
		if base := bound(t.a.iv.lo, -d.parts[i].lo, everything.hi); base != everything.hi && try(base) {
			return true
		}
	}
	for v := int64(0); v <= most; v++ {
		if try(v) || v != 0 && try(-v) {
			return true
		}
	}
	return false
}

// shared is rest - c*v.
func shared(rest, c, v int64) (int64, bool) {
	p := scaled(v, -c, everything.hi)
	left := bound(rest, p, everything.hi)
	return left, p != everything.hi && left != everything.hi
}
