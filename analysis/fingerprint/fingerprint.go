// Package fingerprint says which types, attributes, ops and functions have the same structure,
// also in different contexts and programs, and gives each structure a fingerprint of 128 bits.
//
// What has the same structure is found by hash consing: everything is a term over terms that
// are known already, terms are kept in a table by all that they consist of, and equal terms
// have one number, their Class. So equality is exact. A Fingerprint is for what is outside of
// the table: the first half of the SHA-256 of the same term, with fingerprints in place of the
// numbers. It depends on nothing but the structure, not on the order in which terms are met, on
// addresses, or on the machine.
//
// The structure does not include names of values and functions, locations, the order of the
// first two operands of ops that commute, nor the order of ops without effects. A function that
// is called counts by its own structure. Of ops with effects the order counts.
package fingerprint

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Fingerprint is equal for equal structures, and different for different ones but with a
// probability of about 2^-64 among 2^32 of them.
type Fingerprint [16]byte

// String is the fingerprint in hexadecimal.
func (f Fingerprint) String() string { return hex.EncodeToString(f[:]) }

// Class is the number of a structure in a Table: two are equal exactly when the structures are.
type Class int32

// Table knows structures. It belongs to one goroutine.
type Table struct {
	classes map[string]Class
	prints  []Fingerprint
	types   map[*ir.Type]Class
	attrs   map[*ir.Attr]Class // those that name no symbol
	data    map[[sha256.Size]byte][][]byte
	calls   *analysis.Calls
	purity  *analysis.Purity
	symbols map[*ir.Op]*symbol
	// colors are what is known of the functions that are being looked at, and call each other.
	colors map[*ir.Op]Class
	// references counts the names of symbols that were met.
	references int
	buffers    [][]byte // spare ones
}

// NewTable makes a table that knows nothing yet.
func NewTable() *Table {
	t := &Table{
		classes: map[string]Class{}, types: map[*ir.Type]Class{}, attrs: map[*ir.Attr]Class{},
		data: map[[sha256.Size]byte][][]byte{}, calls: analysis.NewCalls(), purity: analysis.NewPurity(), symbols: map[*ir.Op]*symbol{},
	}
	t.purity.Call = func(call *ir.Op) bool {
		s := t.symbols[t.calls.Resolve(call)]
		return s != nil && s.pure
	}
	return t
}

// Of is the fingerprint of a structure.
func (t *Table) Of(c Class) Fingerprint { return t.prints[c] }

// Term begins a structure of the caller's, of a kind that no other has; kinds of this package
// are one letter.
func (t *Table) Term(kind string) *Term {
	m := &Term{t: t}
	if n := len(t.buffers); n > 0 {
		m.key, t.buffers = t.buffers[n-1][:0], t.buffers[:n-1]
	}
	return m.Text(kind)
}

// Term is a structure that is being put together.
type Term struct {
	t   *Table
	key []byte
}

// A term is a list of items that begin with what they are.
const (
	numberItem byte = iota
	textItem
	classItem
)

// Number adds a number.
func (m *Term) Number(n int64) *Term {
	m.key = binary.LittleEndian.AppendUint64(append(m.key, numberItem), uint64(n))
	return m
}

// Text adds a text.
func (m *Term) Text(s string) *Term {
	m.key = binary.LittleEndian.AppendUint64(append(m.key, textItem), uint64(len(s)))
	m.key = append(m.key, s...)
	return m
}

// Class adds structures.
func (m *Term) Class(list ...Class) *Term {
	for _, c := range list {
		m.key = binary.LittleEndian.AppendUint32(append(m.key, classItem), uint32(c))
	}
	return m
}

// List adds structures and their number.
func (m *Term) List(list []Class) *Term { return m.Number(int64(len(list))).Class(list...) }

// End is the class of what has been put together; the term is of no use any more.
func (m *Term) End() Class {
	t := m.t
	c, known := t.classes[string(m.key)]
	if !known {
		c = Class(len(t.prints))
		t.classes[string(m.key)] = c
		t.prints = append(t.prints, t.digest(m.key))
	}
	t.buffers = append(t.buffers, m.key)
	return c
}

// digest is the hash of a term, with fingerprints in place of classes.
func (t *Table) digest(key []byte) (f Fingerprint) {
	out := make([]byte, 0, 2*len(key))
	for len(key) > 0 {
		item := key[0]
		out, key = append(out, item), key[1:]
		switch item {
		case numberItem:
			out, key = append(out, key[:8]...), key[8:]
		case textItem:
			n := 8 + binary.LittleEndian.Uint64(key)
			out, key = append(out, key[:n]...), key[n:]
		case classItem:
			print := t.prints[binary.LittleEndian.Uint32(key)]
			out, key = append(out, print[:]...), key[4:]
		}
	}
	sum := sha256.Sum256(out)
	copy(f[:], sum[:])
	return f
}

// shortData is how many bytes a term holds itself; of more it holds the hash.
const shortData = 64

// Data adds bytes. Of long ones the table keeps the slice, to compare others with: it must not
// change.
func (m *Term) Data(b []byte) *Term {
	if len(b) <= shortData {
		return m.Text(string(b))
	}
	sum := sha256.Sum256(b)
	same := m.t.data[sum]
	for i, other := range same {
		if bytes.Equal(b, other) {
			return m.Text(string(sum[:])).Number(int64(i))
		}
	}
	m.t.data[sum] = append(same, b)
	return m.Text(string(sum[:])).Number(int64(len(same)))
}

// Compare orders structures by their fingerprints: an order that is the same in every table.
func (t *Table) Compare(a, b Class) int {
	if a == b {
		return 0
	}
	return bytes.Compare(t.prints[a][:], t.prints[b][:])
}

// Type is the structure of a type.
func (t *Table) Type(typ *ir.Type) Class {
	c, known := t.types[typ]
	if !known {
		c = t.Term("t").Text(typ.String()).End()
		t.types[typ] = c
	}
	return c
}

// Attr is the structure of an attribute of o, whose place says what a name of a symbol stands
// for. Locations in it do not count.
func (t *Table) Attr(o *ir.Op, a *ir.Attr) Class {
	if c, known := t.attrs[a]; known {
		return c
	}
	before := t.references
	c := t.attr(o, a)
	if t.references == before {
		t.attrs[a] = c
	}
	return c
}

func (t *Table) attr(o *ir.Op, a *ir.Attr) Class {
	switch a.Kind() {
	case ir.UnknownLocAttr, ir.FileLocAttr, ir.NameLocAttr, ir.CallLocAttr, ir.FusedLocAttr:
		return t.Term("l").End()
	case ir.ArrayAttr:
		m := t.Term("[").Number(int64(len(a.Elems())))
		for _, e := range a.Elems() {
			m.Class(t.Attr(o, e))
		}
		return m.End()
	case ir.DictAttr:
		return t.dictionary(o, a, func(ir.NamedAttr) bool { return true })
	case ir.SymbolRefAttr:
		t.references++
		return t.reference(o, a)
	case ir.DenseAttr, ir.DenseArrayAttr:
		splat := int64(0)
		if a.IsSplat() {
			splat = 1
		}
		return t.Term("d").Number(int64(a.Kind())).Class(t.Type(a.Type())).Number(splat).Data(a.Raw()).End()
	case ir.ResourceAttr:
		if r := o.Context().ElementsResource(a); r != nil {
			return t.Term("r").Class(t.Type(a.Type())).Data(r.Data).End()
		}
	}
	return t.Term("A").Text(a.String()).End()
}

// dictionary is the structure of the entries that count.
func (t *Table) dictionary(o *ir.Op, a *ir.Attr, counts func(ir.NamedAttr) bool) Class {
	m := t.Term("{")
	for _, e := range a.Entries() {
		if !e.Value.IsLoc() && counts(e) {
			m.Text(e.Name).Class(t.Attr(o, e.Value))
		}
	}
	return m.End()
}
