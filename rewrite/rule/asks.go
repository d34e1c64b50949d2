package rule

import "slices"

// Ask is a call of a condition or function in a rule, for those who make
// instances of it: what it is asked of decides what is worth trying.
type Ask struct {
	// Name is that of the condition or function.
	Name string
	// Not says that it is a condition which must not hold.
	Not bool
	// Variables are those of values and lists of values in its arguments, with
	// their question marks.
	Variables []string
}

// Asks are the calls in the clauses of the rule and in what its right side
// computes, those of arguments after what they are arguments of.
func (r *Rule) Asks() []Ask {
	var list []Ask
	visit := func(e *expr) {
		e.walk(func(e *expr) {
			if e.op == callExpr {
				list = append(list, Ask{Name: e.call.name, Variables: r.asked(e.args)})
			}
		})
	}
	r.eachClause(func(c *clause) {
		if c.condition != nil {
			list = append(list, Ask{c.condition.name, c.not, r.asked(c.args)})
		}
		for _, e := range c.args {
			visit(e)
		}
	})
	for _, t := range r.right {
		t.walk(func(t *term) { t.expressions(visit) })
	}
	return list
}

// Inspects reports whether the rule asks for more of values than their types and uses: how they are
// computed, however far back.
func (r *Rule) Inspects() bool {
	found := false
	visit := func(e *expr) {
		e.walk(func(e *expr) {
			if e.op == callExpr && !e.call.quick && len(r.asked(e.args)) > 0 {
				found = true
			}
		})
	}
	r.eachClause(func(c *clause) {
		if c.condition != nil && !c.condition.quick && len(r.asked(c.args)) > 0 {
			found = true
		}
		for _, e := range c.args {
			visit(e)
		}
	})
	for _, t := range slices.Concat(r.left, r.right) {
		t.walk(func(t *term) { t.expressions(visit) })
	}
	return found
}

// Numbers are the numbers that the rule speaks of: in clauses, in what the right
// side computes, and as constants on either side.
func (r *Rule) Numbers() []float64 {
	var list []float64
	add := func(v float64) {
		if v == v && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	visit := func(e *expr) {
		e.walk(func(e *expr) {
			if d, ok := e.datum.as(floatKind); ok && e.op == constantExpr {
				add(d.f)
			}
		})
	}
	r.eachClause(func(c *clause) {
		for _, e := range c.args {
			visit(e)
		}
	})
	for _, t := range slices.Concat(r.left, r.right) {
		t.walk(func(t *term) {
			if t.kind == numberTerm && t.number.word == "" {
				add(t.number.value)
			}
			t.expressions(visit)
		})
	}
	return list
}

// Wanted is what the clauses of a rule leave of its variables, where they say so in
// words and numbers: what an instance must be for the rule to apply to it.
type Wanted struct {
	// Words are what a variable for a keyword may be.
	Words map[string][]string
	// Ranks are those of values.
	Ranks map[string]int
}

// Wanted looks at the clauses that must all hold, at `?k == "max"`, `?k in ["max", "min"]`
// and `rank(?x) == 0`.
func (r *Rule) Wanted() Wanted {
	w := Wanted{Words: map[string][]string{}, Ranks: map[string]int{}}
	for _, c := range r.clauses {
		if c.not || c.compare != "==" && c.compare != "in" {
			continue
		}
		left, right := c.args[0], c.args[1]
		switch {
		case left.op == attributeExpr && left.kind == stringKind:
			list := []string{right.datum.s}
			switch {
			case right.op != constantExpr:
				continue
			case right.kind == stringsKind:
				list = right.datum.strs
			}
			if name := r.attrVars[left.variable].name; w.Words[name] == nil {
				w.Words[name] = list
			}
		case left.op == callExpr && left.call.name == "rank" && left.args[0].op == refExpr && right.op == constantExpr:
			if v := left.args[0].ref.variable; v >= 0 {
				w.Ranks[r.vars[v]] = int(right.datum.i)
			}
		}
	}
	return w
}

// eachClause visits the clauses of the rule, those that `or` joins and those in
// brackets.
func (r *Rule) eachClause(visit func(*clause)) {
	var all func(list []clause)
	all = func(list []clause) {
		for i := range list {
			visit(&list[i])
			for _, l := range list[i].any {
				all(l)
			}
		}
	}
	all(r.clauses)
	for _, t := range r.left {
		t.walk(func(t *term) {
			if t.list != nil {
				for _, l := range t.list.guards {
					all(l)
				}
			}
		})
	}
}

// asked are the variables of values in expressions.
func (r *Rule) asked(args []*expr) []string {
	var names []string
	for _, a := range args {
		a.walk(func(e *expr) {
			switch {
			case e.op == refExpr && e.ref.variable >= 0:
				names = append(names, r.vars[e.ref.variable])
			case e.op == valuesExpr || e.op == entryExpr:
				names = append(names, r.listVars[e.variable])
			}
		})
	}
	return names
}

// walk visits e and what it consists of.
func (e *expr) walk(visit func(*expr)) {
	visit(e)
	for _, a := range e.args {
		a.walk(visit)
	}
}

// expressions visits those in a term itself.
func (t *term) expressions(visit func(*expr)) {
	list := []*expr{t.value}
	if t.typ != nil {
		list = append(list, t.typ.like, t.typ.shape, t.typ.elem)
	}
	for _, a := range t.attrs {
		list = append(list, a.value)
	}
	for _, e := range list {
		if e != nil {
			visit(e)
		}
	}
}
