package config

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
)

// evaluate computes an expression.
func (e *evaluator) evaluate(x expression) (value, error) {
	if err := e.step(x.at()); err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *constant:
		return x.value, nil
	case *name:
		return e.lookUp(x)
	case *display:
		return e.display(x)
	case *dictDisplay:
		t := newTable(false)
		for i, key := range x.keys {
			k, err := e.evaluate(key)
			if err != nil {
				return nil, err
			}
			v, err := e.evaluate(x.values[i])
			if err != nil {
				return nil, err
			}
			if err := e.put(key.at(), t, k, v); err != nil {
				return nil, err
			}
		}
		return t, nil
	case *attribute:
		of, err := e.evaluate(x.of)
		if err != nil {
			return nil, err
		}
		return e.attribute(x.place, of, x.text)
	case *subscript:
		return e.subscript(x)
	case *call:
		return e.call(x)
	case *unary:
		return e.unary(x)
	case *binary:
		left, err := e.evaluate(x.left)
		if err != nil {
			return nil, err
		}
		right, err := e.evaluate(x.right)
		if err != nil {
			return nil, err
		}
		return e.operate(x.place, x.operator, left, right)
	case *logical:
		return e.logical(x)
	case *comparison:
		return e.comparison(x)
	}
	c := x.(*conditional)
	condition, err := e.evaluate(c.condition)
	if err != nil {
		return nil, err
	}
	if truth(condition) {
		return e.evaluate(c.yes)
	}
	return e.evaluate(c.no)
}

func (e *evaluator) lookUp(x *name) (value, error) {
	if v, ok := e.globals[x.text]; ok {
		if u, ok := v.(*unreadable); ok {
			return nil, e.refuse(x.place, "the use of "+u.name)
		}
		return v, nil
	}
	if f, ok := builtinFunctions[x.text]; ok {
		return &method{x.text, f}, nil
	}
	if slices.Contains(refusedBuiltins, x.text) {
		return nil, e.refuse(x.place, "'"+x.text+"'")
	}
	return nil, e.errorf(x.place, "the name '%s' is not defined", x.text)
}

func (e *evaluator) display(x *display) (value, error) {
	items := make([]value, len(x.items))
	for i, item := range x.items {
		var err error
		if items[i], err = e.evaluate(item); err != nil {
			return nil, err
		}
	}
	if x.kind != '{' {
		return &sequence{tuple: x.kind == '(', items: items}, nil
	}
	set := newTable(true)
	for i, item := range items {
		if err := e.put(x.items[i].at(), set, item, nil); err != nil {
			return nil, err
		}
	}
	return set, nil
}

func (e *evaluator) subscript(x *subscript) (value, error) {
	of, err := e.evaluate(x.of)
	if err != nil {
		return nil, err
	}
	index, err := e.evaluate(x.index)
	if err != nil {
		return nil, err
	}
	switch of := of.(type) {
	case *table:
		if of.set {
			break
		}
		hash, err := e.hash(x.place, index)
		if err != nil {
			return nil, err
		}
		v, ok := of.get(hash)
		if !ok {
			if of.fixed {
				return nil, e.errorf(x.place, "the environment variable %s is not set", displayText(index))
			}
			return nil, e.errorf(x.place, "the dictionary has no key %s", repr(index))
		}
		return v, nil
	case *sequence:
		i, err := e.index(x.place, of, index)
		if err != nil {
			return nil, err
		}
		return of.items[i], nil
	case string:
		items, err := e.iterate(x.place, of)
		if err != nil {
			return nil, err
		}
		characters := newList(items...)
		i, err := e.index(x.place, characters, index)
		if err != nil {
			return nil, err
		}
		return characters.items[i], nil
	}
	return nil, e.errorf(x.place, "a %s has no items to select by [...]", typeName(of))
}

// index checks an index into a sequence; a negative one counts from the end.
func (e *evaluator) index(at place, s *sequence, index value) (int, error) {
	if b, ok := index.(bool); ok {
		index = map[bool]int64{true: 1}[b]
	}
	i, ok := index.(int64)
	if !ok {
		return 0, e.errorf(at, "the index of a %s must be an integer, not a %s", typeName(s), typeName(index))
	}
	n := int64(len(s.items))
	if i < -n || i >= n {
		return 0, e.errorf(at, "the index %d is out of range: the %s has %d items", i, typeName(s), n)
	}
	if i < 0 {
		i += n
	}
	return int(i), nil
}

func (e *evaluator) unary(x *unary) (value, error) {
	v, err := e.evaluate(x.operand)
	if err != nil {
		return nil, err
	}
	switch n := v.(type) {
	case int64:
		if x.operator == "-" {
			return e.operate(x.place, "-", int64(0), n)
		}
		if x.operator == "+" {
			return n, nil
		}
	case float64:
		if x.operator == "-" {
			return -n, nil
		}
	}
	if x.operator == "not" {
		return !truth(v), nil
	}
	return nil, e.refuse(x.place, "'"+x.operator+"' applied to a "+typeName(v))
}

func (e *evaluator) logical(x *logical) (v value, err error) {
	for _, operand := range x.operands {
		if v, err = e.evaluate(operand); err != nil || truth(v) == (x.operator == "or") {
			return v, err
		}
	}
	return v, nil
}

func (e *evaluator) comparison(x *comparison) (value, error) {
	left, err := e.evaluate(x.operands[0])
	if err != nil {
		return nil, err
	}
	for i, operator := range x.operators {
		right, err := e.evaluate(x.operands[i+1])
		if err != nil {
			return nil, err
		}
		holds, err := e.compare(x.places[i], operator, left, right)
		if err != nil || !holds {
			return false, err
		}
		left = right
	}
	return true, nil
}

func (e *evaluator) compare(at place, operator string, a, b value) (bool, error) {
	switch operator {
	case "==":
		return e.equal(a, b), nil
	case "!=":
		return !e.equal(a, b), nil
	case "is":
		return a == b, nil
	case "is not":
		return a != b, nil
	case "in", "not in":
		contained, err := e.contains(at, a, b)
		return contained == (operator == "in"), err
	}
	order, err := e.order(at, a, b, 0)
	if err != nil {
		return false, err
	}
	switch operator {
	case "<":
		return order < 0, nil
	case "<=":
		return order <= 0, nil
	case ">":
		return order > 0, nil
	}
	return order >= 0, nil
}

// order is negative if a is less than b, and positive if it is greater.
func (e *evaluator) order(at place, a, b value, depth int) (int, error) {
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok {
			return strings.Compare(x, y), nil
		}
	case int64:
		if y, ok := b.(int64); ok {
			return cmp.Compare(x, y), nil
		}
	case *sequence:
		y, ok := b.(*sequence)
		if !ok || x.tuple != y.tuple || depth > maxShown {
			break
		}
		for i := range min(len(x.items), len(y.items)) {
			if err := e.step(at); err != nil {
				return 0, err
			}
			if e.equal(x.items[i], y.items[i]) {
				continue
			}
			return e.order(at, x.items[i], y.items[i], depth+1)
		}
		return cmp.Compare(len(x.items), len(y.items)), nil
	}
	return 0, e.refuse(at, "an order between a "+typeName(a)+" and a "+typeName(b))
}

// contains is the operator `in`.
func (e *evaluator) contains(at place, item, in value) (bool, error) {
	if err := e.charge(at, item, in); err != nil {
		return false, err
	}
	switch in := in.(type) {
	case string:
		part, ok := item.(string)
		if !ok {
			return false, e.errorf(at, "'in' a str needs a str on its left, not a %s", typeName(item))
		}
		return strings.Contains(in, part), nil
	case *sequence:
		return slices.ContainsFunc(in.items, func(v value) bool { return v == item || e.equal(v, item) }), nil
	case *table:
		hash, err := e.hash(at, item)
		if err != nil {
			return false, err
		}
		_, found := in.get(hash)
		return found, nil
	}
	return false, e.errorf(at, "'in' needs a container on its right, not a %s", typeName(in))
}

// operate applies a binary operator.
func (e *evaluator) operate(at place, operator string, a, b value) (value, error) {
	if err := e.charge(at, a, b); err != nil {
		return nil, err
	}
	switch x := a.(type) {
	case int64:
		if y, ok := b.(int64); ok {
			return e.arithmetic(at, operator, x, y)
		}
	case string:
		if operator == "%" {
			return e.percent(at, x, b)
		}
		if y, ok := b.(string); ok && operator == "+" {
			return x + y, e.checkText(at, len(x)+len(y))
		}
	case *sequence:
		if y, ok := b.(*sequence); ok && operator == "+" && x.tuple == y.tuple {
			if len(x.items)+len(y.items) > maxItems {
				return nil, e.errorf(at, "the %s has more than %d items", typeName(x), maxItems)
			}
			return &sequence{tuple: x.tuple, items: slices.Concat(x.items, y.items)}, nil
		}
	case *table:
		if y, ok := b.(*table); ok && x.set && y.set {
			if result := combine(operator, x, y); result != nil {
				return result, nil
			}
		}
	}
	if operator == "+" && typeName(a) != typeName(b) && !(isNumber(a) && isNumber(b)) {
		return nil, e.errorf(at, "a %s and a %s cannot be added", typeName(a), typeName(b))
	}
	return nil, e.refuse(at, "'"+operator+"' between a "+typeName(a)+" and a "+typeName(b))
}

func isNumber(v value) bool {
	switch v.(type) {
	case bool, int64, float64:
		return true
	}
	return false
}

func (e *evaluator) arithmetic(at place, operator string, x, y int64) (value, error) {
	a, b := big.NewInt(x), big.NewInt(y)
	switch operator {
	case "+":
		a.Add(a, b)
	case "-":
		a.Sub(a, b)
	case "*":
		a.Mul(a, b)
	default:
		return nil, e.refuse(at, "'"+operator+"' between integers")
	}
	if !a.IsInt64() {
		return nil, e.refuse(at, "an integer of more than 64 bits")
	}
	return a.Int64(), nil
}

// combine applies an operator to sets; it is nil for an operator that sets do not have.
func combine(operator string, x, y *table) *table {
	result := newTable(true)
	add := func(from *table, wanted func(hash string) bool) {
		for _, key := range from.keys {
			if hash, _ := hashKey(key); wanted(hash) {
				result.put(key, hash, nil)
			}
		}
	}
	in := func(t *table, want bool) func(string) bool {
		return func(hash string) bool {
			_, found := t.get(hash)
			return found == want
		}
	}
	all := func(string) bool { return true }
	switch operator {
	case "|":
		add(x, all)
		add(y, all)
	case "&":
		add(x, in(y, true))
	case "-":
		add(x, in(y, false))
	case "^":
		add(x, in(y, false))
		add(y, in(x, false))
	default:
		return nil
	}
	return result
}

// checkText limits the length of texts.
func (e *evaluator) checkText(at place, n int) error {
	if n > maxText {
		return e.errorf(at, "the text is longer than %d bytes", maxText)
	}
	return nil
}

// iterate lists what a for loop goes through.
func (e *evaluator) iterate(at place, v value) ([]value, error) {
	if err := e.charge(at, v); err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *sequence:
		return v.items, nil
	case *table:
		return slices.Clone(v.keys), nil
	case string:
		var items []value
		for _, r := range v {
			items = append(items, string(r))
		}
		if len(items) > maxItems {
			return nil, e.errorf(at, "the text has more than %d characters", maxItems)
		}
		return items, nil
	}
	return nil, e.errorf(at, "a %s has no items to go through", typeName(v))
}

// length is what len returns; it is false for what has no length.
func length(v value) (int, bool) {
	switch v := v.(type) {
	case string:
		return len([]rune(v)), true
	case *sequence:
		return len(v.items), true
	case *table:
		return len(v.keys), true
	}
	return 0, false
}
