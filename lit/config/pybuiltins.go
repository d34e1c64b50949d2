package config

import (
	"slices"
	"strconv"
	"strings"
)

func toText(e *evaluator, c *arguments) (value, error) {
	bound, err := c.bind(e, 0, "object")
	if err != nil {
		return nil, err
	}
	return displayText(or(bound[0], "")), nil
}

func toRepr(e *evaluator, c *arguments) (value, error) {
	bound, err := c.bind(e, 1, "obj")
	if err != nil {
		return nil, err
	}
	return repr(bound[0]), nil
}

func toBool(e *evaluator, c *arguments) (value, error) {
	bound, err := c.bind(e, 0, "x")
	if err != nil {
		return nil, err
	}
	return truth(or(bound[0], false)), nil
}

func toInt(e *evaluator, c *arguments) (value, error) {
	bound, err := c.bind(e, 0, "x")
	if err != nil {
		return nil, err
	}
	switch v := or(bound[0], int64(0)).(type) {
	case int64:
		return v, nil
	case bool:
		return map[bool]int64{true: 1}[v], nil
	case string:
		n, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64)
		if err != nil {
			return nil, e.errorf(c.place, "%s is not an integer of 64 bits", repr(v))
		}
		return n, nil
	default:
		return nil, e.refuse(c.place, "int of a "+typeName(v))
	}
}

func toLength(e *evaluator, c *arguments) (value, error) {
	bound, err := c.bind(e, 1, "obj")
	if err != nil {
		return nil, err
	}
	n, ok := length(bound[0])
	if !ok {
		return nil, e.errorf(c.place, "a %s has no length", typeName(bound[0]))
	}
	return int64(n), nil
}

// items binds the one optional argument of list, tuple, set and sorted, and lists what it holds.
func (c *arguments) items(e *evaluator) ([]value, error) {
	bound, err := c.bind(e, 0, "iterable")
	if err != nil {
		return nil, err
	}
	items, err := e.iterate(c.place, or(bound[0], newTuple()))
	return slices.Clone(items), err
}

func toList(e *evaluator, c *arguments) (value, error) {
	items, err := c.items(e)
	return newList(items...), err
}

func toTuple(e *evaluator, c *arguments) (value, error) {
	items, err := c.items(e)
	return newTuple(items...), err
}

func toSet(e *evaluator, c *arguments) (value, error) {
	items, err := c.items(e)
	set := newTable(true)
	for _, item := range items {
		if err := e.put(c.place, set, item, nil); err != nil {
			return nil, err
		}
	}
	return set, err
}

// toDict copies a dictionary, takes pairs, and takes arguments by name.
func toDict(e *evaluator, c *arguments) (value, error) {
	t := newTable(false)
	if len(c.positional) > 1 {
		return nil, e.errorf(c.place, "dict takes at most one argument")
	}
	for _, from := range c.positional {
		if d, ok := from.(*table); ok && !d.set {
			copyInto(t, d)
			continue
		}
		items, err := e.iterate(c.place, from)
		if err != nil {
			return nil, err
		}
		for _, item := range items {
			pair, ok := item.(*sequence)
			if !ok || len(pair.items) != 2 {
				return nil, e.errorf(c.place, "dict needs pairs, not a %s", typeName(item))
			}
			if err := e.put(c.place, t, pair.items[0], pair.items[1]); err != nil {
				return nil, err
			}
		}
	}
	for _, a := range c.named {
		t.put(a.name, hashKeyOfText(a.name), a.value)
	}
	return t, nil
}

// toSorted sorts texts, or integers.
func toSorted(e *evaluator, c *arguments) (value, error) {
	items, err := c.items(e)
	if err != nil {
		return nil, err
	}
	var failure error
	slices.SortStableFunc(items, func(a, b value) int {
		less, err := e.compare(c.place, "<", a, b)
		if err != nil {
			failure = err
		}
		switch {
		case less:
			return -1
		case e.equal(a, b):
			return 0
		}
		return 1
	})
	return newList(items...), failure
}

func getAttribute(e *evaluator, c *arguments) (value, error) {
	bound, err := c.bind(e, 2, "object", "name", "default")
	if err != nil {
		return nil, err
	}
	name, ok := bound[1].(string)
	if !ok {
		return nil, e.errorf(c.place, "getattr needs the name as a str, not a %s", typeName(bound[1]))
	}
	if bound[2] == (absent{}) {
		return e.attribute(c.place, bound[0], name)
	}
	o, ok := bound[0].(*object)
	if !ok || o.class != configClass {
		return nil, e.refuse(c.place, "getattr of a "+typeName(bound[0]))
	}
	if v, found := e.objectAttribute(o, name); found {
		return v, nil
	}
	return bound[2], nil
}

func hasAttribute(e *evaluator, c *arguments) (value, error) {
	bound, err := c.bind(e, 2, "object", "name")
	if err != nil {
		return nil, err
	}
	name, ok := bound[1].(string)
	if !ok {
		return nil, e.errorf(c.place, "hasattr needs the name as a str, not a %s", typeName(bound[1]))
	}
	o, ok := bound[0].(*object)
	if !ok || o.class != configClass {
		return nil, e.refuse(c.place, "hasattr of a "+typeName(bound[0]))
	}
	_, found := e.objectAttribute(o, name)
	return found, nil
}
