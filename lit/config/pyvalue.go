package config

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// value is a value of Python: nil for None, bool, int64, float64, string, *sequence, *table, *object, *method, *module or
// *unreadable.
type value any

// sequence is a list or a tuple.
type sequence struct {
	tuple bool
	items []value
}

// table is a dictionary or a set, in order of insertion. The values of a set are nil.
type table struct {
	set    bool
	keys   []value
	values []value
	index  map[string]int // by hashKey
	fixed  bool           // os.environ: cannot be changed
}

// object is `config`, `lit_config` or a test format: something with attributes.
type object struct {
	class      string
	attributes map[string]value
	origins    map[string]origin // of attributes that a file has set
}

// origin is where something was said.
type origin struct {
	file  string
	place place
}

// method is a function, or a method together with the object that it belongs to.
type method struct {
	name string
	call func(e *evaluator, c *arguments) (value, error)
}

// module is a module of Python, by its dotted name.
type module struct{ name string }

// unreadable is bound to a name whose use is beyond the Python that is read here.
type unreadable struct{ name string }

func newList(items ...value) *sequence { return &sequence{items: items} }

func newTuple(items ...value) *sequence { return &sequence{tuple: true, items: items} }

func newTable(set bool) *table { return &table{set: set, index: map[string]int{}} }

// newSet has the given texts.
func newSet(texts ...string) *table {
	s := newTable(true)
	for _, text := range texts {
		s.put(text, hashKeyOfText(text), nil)
	}
	return s
}

func hashKeyOfText(text string) string { return "s" + strconv.Itoa(len(text)) + ":" + text }

// hashKey maps equal keys of sets and dictionaries to the same text; it is false for what Python cannot hash.
func hashKey(v value) (string, bool) {
	if s, ok := v.(string); ok {
		return hashKeyOfText(s), true
	}
	var b strings.Builder
	ok := writeHashKey(&b, v)
	return b.String(), ok
}

func writeHashKey(b *strings.Builder, v value) bool {
	switch v := v.(type) {
	case nil:
		b.WriteString("None")
	case bool:
		b.WriteString(map[bool]string{true: "n1", false: "n0"}[v])
	case int64:
		fmt.Fprintf(b, "n%d", v)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			fmt.Fprintf(b, "n%d", int64(v))
		} else {
			fmt.Fprintf(b, "f%g", v)
		}
	case string:
		b.WriteString(hashKeyOfText(v))
	case *table:
		return false
	case *sequence:
		if !v.tuple {
			return false
		}
		b.WriteByte('(')
		for _, item := range v.items {
			if b.Len() > maxText || !writeHashKey(b, item) {
				return false
			}
			b.WriteByte(',')
		}
		b.WriteByte(')')
	default:
		fmt.Fprintf(b, "%p", v)
	}
	return true
}

func (t *table) get(key string) (value, bool) {
	i, ok := t.index[key]
	if !ok {
		return nil, false
	}
	return t.values[i], true
}

// put sets the value of a key, whose hashKey is hash.
func (t *table) put(key value, hash string, v value) {
	if i, ok := t.index[hash]; ok {
		t.values[i] = v
		return
	}
	t.index[hash] = len(t.keys)
	t.keys = append(t.keys, key)
	t.values = append(t.values, v)
}

// remove reports whether the key was there.
func (t *table) remove(hash string) bool {
	i, ok := t.index[hash]
	if !ok {
		return false
	}
	delete(t.index, hash)
	t.keys = slices.Delete(t.keys, i, i+1)
	t.values = slices.Delete(t.values, i, i+1)
	for hash, at := range t.index {
		if at > i {
			t.index[hash] = at - 1
		}
	}
	return true
}

// typeName is the type as Python's messages call it.
func typeName(v value) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case bool:
		return "bool"
	case int64:
		return "int"
	case float64:
		return "float"
	case string:
		return "str"
	case *sequence:
		if v.tuple {
			return "tuple"
		}
		return "list"
	case *table:
		if v.set {
			return "set"
		}
		return "dict"
	case *object:
		return v.class
	case *module:
		return "module"
	}
	return "function"
}

// truth is what `if` makes of a value.
func truth(v value) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case int64:
		return v != 0
	case float64:
		return v != 0
	case string:
		return v != ""
	case *sequence:
		return len(v.items) > 0
	case *table:
		return len(v.keys) > 0
	}
	return true
}

// maxShown limits the depth to which containers are printed and compared; nothing sensible gets there.
const maxShown = 50

// maxText and maxItems limit texts and containers that are built up, so that a loop cannot fill the memory.
const (
	maxText  = 1 << 20
	maxItems = 100_000
)

// repr is the value as Python's repr writes it.
func repr(v value) string {
	var b strings.Builder
	writeRepr(&b, v, 0)
	return b.String()
}

func writeRepr(b *strings.Builder, v value, depth int) {
	if depth > maxShown || b.Len() > maxText {
		b.WriteString("...")
		return
	}
	switch v := v.(type) {
	case nil:
		b.WriteString("None")
	case bool:
		b.WriteString(map[bool]string{true: "True", false: "False"}[v])
	case int64:
		b.WriteString(strconv.FormatInt(v, 10))
	case float64:
		b.WriteString(reprFloat(v))
	case string:
		writeQuoted(b, v)
	case *sequence:
		brackets := "[]"
		if v.tuple {
			brackets = "()"
		}
		b.WriteByte(brackets[0])
		for i, item := range v.items {
			if i > 0 {
				b.WriteString(", ")
			}
			writeRepr(b, item, depth+1)
		}
		if v.tuple && len(v.items) == 1 {
			b.WriteByte(',')
		}
		b.WriteByte(brackets[1])
	case *table:
		writeTable(b, v, depth)
	default:
		b.WriteString("<" + typeName(v) + ">")
	}
}

func writeTable(b *strings.Builder, t *table, depth int) {
	if t.set && len(t.keys) == 0 {
		b.WriteString("set()")
		return
	}
	b.WriteByte('{')
	for i, key := range t.keys {
		if i > 0 {
			b.WriteString(", ")
		}
		writeRepr(b, key, depth+1)
		if !t.set {
			b.WriteString(": ")
			writeRepr(b, t.values[i], depth+1)
		}
	}
	b.WriteByte('}')
}

// reprFloat is the shortest text that reads back as f, as Python writes it.
func reprFloat(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// writeQuoted quotes a text as Python does: by ' unless only that occurs in it.
func writeQuoted(b *strings.Builder, s string) {
	quote := '\''
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	b.WriteRune(quote)
	for _, r := range s {
		switch {
		case r == quote || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			fmt.Fprintf(b, `\U%08x`, r)
		}
	}
	b.WriteRune(quote)
}

// displayText is the value as Python's str writes it.
func displayText(v value) string {
	if s, ok := v.(string); ok {
		return s
	}
	return repr(v)
}

// equalWithin compares as == does. It gives up after budget comparisons: containers that share parts can be large without taking much memory.
func equalWithin(a, b value, budget *int) bool {
	if *budget--; *budget < 0 {
		return false
	}
	switch x := a.(type) {
	case *sequence:
		y, ok := b.(*sequence)
		return ok && x.tuple == y.tuple && slices.EqualFunc(x.items, y.items, func(a, b value) bool {
			return a == b || equalWithin(a, b, budget)
		})
	case *table:
		y, ok := b.(*table)
		if !ok || x.set != y.set || len(x.keys) != len(y.keys) {
			return false
		}
		for hash, i := range x.index {
			other, found := y.get(hash)
			if !found || !equalWithin(x.values[i], other, budget) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case *sequence, *table:
		return false
	}
	x, _ := hashKey(a)
	y, _ := hashKey(b)
	return x == y
}

// deepCopy copies containers and configurations; what is shared in the original is shared in the copy.
func deepCopy(v value, done map[value]value) value {
	if copied, ok := done[v]; ok {
		return copied
	}
	switch v := v.(type) {
	case *sequence:
		c := &sequence{tuple: v.tuple, items: make([]value, len(v.items))}
		done[v] = c
		for i, item := range v.items {
			c.items[i] = deepCopy(item, done)
		}
		return c
	case *table:
		c := newTable(v.set)
		done[v] = c
		for i, key := range v.keys {
			hash, _ := hashKey(key)
			c.put(key, hash, deepCopy(v.values[i], done))
		}
		return c
	case *object:
		c := &object{v.class, make(map[string]value, len(v.attributes)), maps.Clone(v.origins)}
		done[v] = c
		for name, attribute := range v.attributes {
			c.attributes[name] = deepCopy(attribute, done)
		}
		return c
	}
	return v
}
