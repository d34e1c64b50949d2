package config

import (
	"slices"
	"strconv"
	"strings"
)

// arguments of a call, evaluated.
type arguments struct {
	place
	function   string
	positional []value
	named      []namedValue
}

type namedValue struct {
	name  string
	value value
}

// absent stands for an argument that was not given.
type absent struct{}

// bind assigns the arguments to parameters, of which the first ones are required.
func (c *arguments) bind(e *evaluator, required int, parameters ...string) ([]value, error) {
	if len(c.positional) > len(parameters) {
		return nil, e.errorf(c.place, "%s takes at most %d arguments, not %d", c.function, len(parameters), len(c.positional))
	}
	bound := make([]value, len(parameters))
	for i := range bound {
		bound[i] = absent{}
	}
	copy(bound, c.positional)
	for _, a := range c.named {
		i := slices.Index(parameters, a.name)
		if i < 0 {
			return nil, e.errorf(c.place, "%s has no parameter '%s'", c.function, a.name)
		}
		if bound[i] != (absent{}) {
			return nil, e.errorf(c.place, "%s gets its parameter '%s' twice", c.function, a.name)
		}
		bound[i] = a.value
	}
	for i := range required {
		if bound[i] == (absent{}) {
			return nil, e.errorf(c.place, "%s needs its argument '%s'", c.function, parameters[i])
		}
	}
	return bound, nil
}

// texts binds arguments that must all be texts.
func (c *arguments) texts(e *evaluator, parameters ...string) ([]string, error) {
	bound, err := c.bind(e, len(parameters), parameters...)
	if err != nil {
		return nil, err
	}
	list := make([]string, len(bound))
	for i, v := range bound {
		text, ok := v.(string)
		if !ok {
			return nil, e.errorf(c.place, "%s needs a str for '%s', not a %s", c.function, parameters[i], typeName(v))
		}
		list[i] = text
	}
	return list, nil
}

// or is an argument, or a default if it was not given.
func or(v, otherwise value) value {
	if v == (absent{}) {
		return otherwise
	}
	return v
}

func (e *evaluator) call(x *call) (value, error) {
	function, err := e.evaluate(x.function)
	if err != nil {
		return nil, err
	}
	m, ok := function.(*method)
	if !ok {
		return nil, e.errorf(x.place, "a %s cannot be called", typeName(function))
	}
	c := &arguments{place: x.place, function: m.name}
	for _, a := range x.arguments {
		v, err := e.evaluate(a.value)
		if err != nil {
			return nil, err
		}
		if a.name == "" {
			c.positional = append(c.positional, v)
			continue
		}
		if slices.ContainsFunc(c.named, func(n namedValue) bool { return n.name == a.name }) {
			return nil, e.errorf(x.place, "the argument '%s' is given twice", a.name)
		}
		c.named = append(c.named, namedValue{a.name, v})
	}
	if err := e.charge(c.place, c.positional...); err != nil {
		return nil, err
	}
	result, err := m.call(e, c)
	if err != nil {
		return nil, err
	}
	return result, e.charge(c.place, result)
}

// attribute is of.name.
func (e *evaluator) attribute(at place, of value, name string) (value, error) {
	switch of := of.(type) {
	case *module:
		return e.member(at, of, name)
	case *object:
		if v, ok := e.objectAttribute(of, name); ok {
			return v, nil
		}
		if of.class == litConfigClass {
			return nil, e.refuse(at, "lit_config."+name)
		}
		return nil, e.errorf(at, "'%s' has no attribute '%s'", of.class, name)
	}
	kind := typeName(of)
	if f, ok := methods[kind][name]; ok {
		return &method{kind + "." + name, func(e *evaluator, c *arguments) (value, error) {
			if err := e.charge(c.place, of); err != nil {
				return nil, err
			}
			return f(e, of, c)
		}}, nil
	}
	if slices.Contains(refusedMethods[kind], name) {
		return nil, e.refuse(at, "the method '"+name+"' of a "+kind)
	}
	return nil, e.errorf(at, "a %s has no attribute '%s'", kind, name)
}

// refusedMethods are methods of Python's types that are left to Python.
var refusedMethods = map[string][]string{
	"str": strings.Fields(`capitalize casefold center count encode expandtabs find format_map index isalnum isalpha isascii
		isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper ljust maketrans partition
		removeprefix removesuffix rfind rindex rjust rpartition rsplit splitlines swapcase title translate zfill`),
	"list": strings.Fields("count index pop reverse sort"),
	"set": strings.Fields(`clear difference_update intersection_update isdisjoint issubset issuperset pop
		symmetric_difference symmetric_difference_update`),
	"dict":  strings.Fields("clear fromkeys popitem"),
	"tuple": strings.Fields("count index"),
	"int":   strings.Fields("bit_length to_bytes"),
}

// methods by type and name.
var methods map[string]map[string]func(e *evaluator, self value, c *arguments) (value, error)

func init() {
	methods = map[string]map[string]func(e *evaluator, self value, c *arguments) (value, error){
		"list": {"append": listAppend, "extend": listExtend, "insert": listInsert, "remove": listRemove,
			"clear": listClear, "copy": copyOf},
		"set": {"add": setAdd, "update": setUpdate, "remove": setRemove, "discard": setRemove, "union": setOperation("|"),
			"difference": setOperation("-"), "intersection": setOperation("&"), "copy": copyOf},
		"dict": {"get": dictGet, "update": dictUpdate, "setdefault": dictSetDefault, "pop": dictPop, "keys": dictKeys,
			"values": dictValues, "items": dictItems, "copy": copyOf},
		"str": {"join": textJoin, "format": formatText, "split": textSplit, "replace": textReplace,
			"startswith": textAffix(strings.HasPrefix), "endswith": textAffix(strings.HasSuffix),
			"lower": textMap(strings.ToLower), "upper": textMap(strings.ToUpper),
			"strip": textStrip(true, true), "lstrip": textStrip(true, false), "rstrip": textStrip(false, true)},
	}
}

func listAppend(e *evaluator, self value, c *arguments) (value, error) {
	bound, err := c.bind(e, 1, "object")
	if err != nil {
		return nil, err
	}
	list := self.(*sequence)
	list.items = append(list.items, bound[0])
	return nil, e.checkCycle(c.place, list, bound[0])
}

func listExtend(e *evaluator, self value, c *arguments) (value, error) {
	bound, err := c.bind(e, 1, "iterable")
	if err != nil {
		return nil, err
	}
	return nil, e.extend(c.place, self.(*sequence), bound[0])
}

func listInsert(e *evaluator, self value, c *arguments) (value, error) {
	bound, err := c.bind(e, 2, "index", "object")
	if err != nil {
		return nil, err
	}
	list := self.(*sequence)
	index, ok := bound[0].(int64)
	if !ok {
		return nil, e.errorf(c.place, "list.insert needs an integer, not a %s", typeName(bound[0]))
	}
	n := int64(len(list.items))
	if index < 0 {
		index += n
	}
	list.items = slices.Insert(list.items, int(min(max(index, 0), n)), bound[1])
	return nil, e.checkCycle(c.place, list, bound[1])
}

func listRemove(e *evaluator, self value, c *arguments) (value, error) {
	bound, err := c.bind(e, 1, "value")
	if err != nil {
		return nil, err
	}
	list := self.(*sequence)
	i := slices.IndexFunc(list.items, func(v value) bool { return v == bound[0] || e.equal(v, bound[0]) })
	if i < 0 {
		return nil, e.errorf(c.place, "the list does not contain %s", repr(bound[0]))
	}
	list.items = slices.Delete(list.items, i, i+1)
	return nil, nil
}

func listClear(e *evaluator, self value, c *arguments) (value, error) {
	_, err := c.bind(e, 0)
	self.(*sequence).items = nil
	return nil, err
}

// copyOf is a shallow copy.
func copyOf(e *evaluator, self value, c *arguments) (value, error) {
	if _, err := c.bind(e, 0); err != nil {
		return nil, err
	}
	if list, ok := self.(*sequence); ok {
		return newList(slices.Clone(list.items)...), nil
	}
	from := self.(*table)
	t := newTable(from.set)
	copyInto(t, from)
	return t, nil
}

func copyInto(to, from *table) {
	for i, key := range from.keys {
		hash, _ := hashKey(key)
		to.put(key, hash, from.values[i])
	}
}

func setAdd(e *evaluator, self value, c *arguments) (value, error) {
	bound, err := c.bind(e, 1, "element")
	if err != nil {
		return nil, err
	}
	return nil, e.put(c.place, self.(*table), bound[0], nil)
}

func setUpdate(e *evaluator, self value, c *arguments) (value, error) {
	for _, more := range c.positional {
		items, err := e.iterate(c.place, more)
		if err != nil {
			return nil, err
		}
		for _, item := range items {
			if err := e.put(c.place, self.(*table), item, nil); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

func setRemove(e *evaluator, self value, c *arguments) (value, error) {
	bound, err := c.bind(e, 1, "element")
	if err != nil {
		return nil, err
	}
	hash, err := e.hash(c.place, bound[0])
	if err != nil {
		return nil, err
	}
	if !self.(*table).remove(hash) && c.function == "set.remove" {
		return nil, e.errorf(c.place, "the set does not contain %s", repr(bound[0]))
	}
	return nil, nil
}

// setOperation is a method that returns a new set.
func setOperation(operator string) func(e *evaluator, self value, c *arguments) (value, error) {
	return func(e *evaluator, self value, c *arguments) (value, error) {
		result := self.(*table)
		for _, more := range c.positional {
			other := newTable(true)
			items, err := e.iterate(c.place, more)
			if err != nil {
				return nil, err
			}
			for _, item := range items {
				if err := e.put(c.place, other, item, nil); err != nil {
					return nil, err
				}
			}
			result = combine(operator, result, other)
		}
		return combine("|", result, newTable(true)), nil
	}
}

func dictGet(e *evaluator, self value, c *arguments) (value, error) {
	bound, err := c.bind(e, 1, "key", "default")
	if err != nil {
		return nil, err
	}
	hash, err := e.hash(c.place, bound[0])
	if err != nil {
		return nil, err
	}
	if v, ok := self.(*table).get(hash); ok {
		return v, nil
	}
	return or(bound[1], nil), nil
}

func dictUpdate(e *evaluator, self value, c *arguments) (value, error) {
	t := self.(*table)
	if len(c.positional) > 1 {
		return nil, e.errorf(c.place, "dict.update takes at most one argument")
	}
	for _, more := range c.positional {
		from, ok := more.(*table)
		if !ok || from.set {
			return nil, e.refuse(c.place, "dict.update with a "+typeName(more))
		}
		for i, key := range slices.Clone(from.keys) {
			if err := e.put(c.place, t, key, from.values[i]); err != nil {
				return nil, err
			}
		}
	}
	for _, a := range c.named {
		if err := e.put(c.place, t, a.name, a.value); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

func dictSetDefault(e *evaluator, self value, c *arguments) (value, error) {
	bound, err := c.bind(e, 1, "key", "default")
	if err != nil {
		return nil, err
	}
	hash, err := e.hash(c.place, bound[0])
	if err != nil {
		return nil, err
	}
	if v, ok := self.(*table).get(hash); ok {
		return v, nil
	}
	v := or(bound[1], nil)
	return v, e.put(c.place, self.(*table), bound[0], v)
}

func dictPop(e *evaluator, self value, c *arguments) (value, error) {
	bound, err := c.bind(e, 1, "key", "default")
	if err != nil {
		return nil, err
	}
	hash, err := e.hash(c.place, bound[0])
	if err != nil {
		return nil, err
	}
	t := self.(*table)
	if t.fixed {
		return nil, e.refuse(c.place, "a change of os.environ")
	}
	v, ok := t.get(hash)
	if !ok && bound[1] == (absent{}) {
		return nil, e.errorf(c.place, "the dictionary has no key %s", repr(bound[0]))
	}
	if !ok {
		return bound[1], nil
	}
	t.remove(hash)
	return v, nil
}

func dictKeys(e *evaluator, self value, c *arguments) (value, error) {
	_, err := c.bind(e, 0)
	return newList(slices.Clone(self.(*table).keys)...), err
}

func dictValues(e *evaluator, self value, c *arguments) (value, error) {
	_, err := c.bind(e, 0)
	return newList(slices.Clone(self.(*table).values)...), err
}

func dictItems(e *evaluator, self value, c *arguments) (value, error) {
	_, err := c.bind(e, 0)
	list := newList()
	t := self.(*table)
	for i, key := range t.keys {
		list.items = append(list.items, newTuple(key, t.values[i]))
	}
	return list, err
}

func textJoin(e *evaluator, self value, c *arguments) (value, error) {
	bound, err := c.bind(e, 1, "iterable")
	if err != nil {
		return nil, err
	}
	items, err := e.iterate(c.place, bound[0])
	if err != nil {
		return nil, err
	}
	parts := make([]string, len(items))
	size := len(items) * len(self.(string))
	for i, item := range items {
		part, ok := item.(string)
		if !ok {
			return nil, e.errorf(c.place, "str.join needs texts, but item %s is a %s", strconv.Itoa(i), typeName(item))
		}
		parts[i] = part
		size += len(part)
	}
	if err := e.checkText(c.place, size); err != nil {
		return nil, err
	}
	return strings.Join(parts, self.(string)), nil
}

func textSplit(e *evaluator, self value, c *arguments) (value, error) {
	bound, err := c.bind(e, 0, "sep")
	if err != nil {
		return nil, err
	}
	var parts []string
	switch separator := or(bound[0], nil).(type) {
	case nil:
		parts = strings.Fields(self.(string))
	case string:
		if separator == "" {
			return nil, e.errorf(c.place, "str.split needs a separator that is not empty")
		}
		parts = strings.Split(self.(string), separator)
	default:
		return nil, e.errorf(c.place, "str.split needs a str, not a %s", typeName(separator))
	}
	list := newList()
	for _, part := range parts {
		list.items = append(list.items, part)
	}
	return list, nil
}

func textReplace(e *evaluator, self value, c *arguments) (value, error) {
	text, err := c.texts(e, "old", "new")
	if err != nil {
		return nil, err
	}
	s := self.(string)
	if err := e.checkText(c.place, len(s)+strings.Count(s, text[0])*len(text[1])); err != nil {
		return nil, err
	}
	return strings.ReplaceAll(s, text[0], text[1]), nil
}

// textAffix is startswith or endswith, whose argument may be a tuple of texts.
func textAffix(has func(s, affix string) bool) func(e *evaluator, self value, c *arguments) (value, error) {
	return func(e *evaluator, self value, c *arguments) (value, error) {
		bound, err := c.bind(e, 1, "affix")
		if err != nil {
			return nil, err
		}
		affixes := []value{bound[0]}
		if tuple, ok := bound[0].(*sequence); ok && tuple.tuple {
			affixes = tuple.items
		}
		for _, affix := range affixes {
			text, ok := affix.(string)
			if !ok {
				return nil, e.errorf(c.place, "%s needs a str or a tuple of them, not a %s", c.function, typeName(affix))
			}
			if has(self.(string), text) {
				return true, nil
			}
		}
		return false, nil
	}
}

func textMap(change func(string) string) func(e *evaluator, self value, c *arguments) (value, error) {
	return func(e *evaluator, self value, c *arguments) (value, error) {
		_, err := c.bind(e, 0)
		return change(self.(string)), err
	}
}

// textStrip drops blanks, or the characters of its argument, from the ends.
func textStrip(left, right bool) func(e *evaluator, self value, c *arguments) (value, error) {
	return func(e *evaluator, self value, c *arguments) (value, error) {
		bound, err := c.bind(e, 0, "chars")
		if err != nil {
			return nil, err
		}
		cut, ok := or(bound[0], " \t\n\r\v\f").(string)
		if !ok {
			return nil, e.errorf(c.place, "%s needs a str, not a %s", c.function, typeName(bound[0]))
		}
		s := self.(string)
		if left {
			s = strings.TrimLeft(s, cut)
		}
		if right {
			s = strings.TrimRight(s, cut)
		}
		return s, nil
	}
}
