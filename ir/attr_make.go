package ir

import (
	"math/big"
	"slices"
	"strings"
	"unsafe"
)

// Here is how a Context makes attributes; attr.go is what they say.

func (c *Context) attr(k *keyBuf, a Attr) *Attr {
	defer k.free()
	return c.attrs.get(k.b, func(id uint32, _ string) Attr {
		a.id = id
		return a
	})
}

// Unit is the unit attribute.
func (c *Context) Unit() *Attr { return c.attr(newKey(uint8(UnitAttr)), Attr{kind: UnitAttr}) }

// IntAttr is an integer attribute of type t (integer or index, at most 64
// bits). The value is wrapped to the width of t.
func (c *Context) IntAttr(t *Type, v int64) *Attr {
	v = wrapInt(t, v)
	k := newKey(uint8(IntegerAttr))
	k.typ(t)
	k.u64(uint64(v))
	return c.attr(k, Attr{kind: IntegerAttr, typ: t, num: uint64(v)})
}

func wrapInt(t *Type, v int64) int64 {
	if t.kind != IntegerType || t.width >= 64 {
		return v
	}
	if t.width == 0 {
		return 0
	}
	shift := 64 - t.width
	if t.sign == Unsigned || t.IsBool() {
		return int64(uint64(v) << shift >> shift)
	}
	return v << shift >> shift
}

// BigIntAttr is an integer attribute of any width.
func (c *Context) BigIntAttr(t *Type, v *big.Int) *Attr {
	if t.kind == IndexType || t.width <= 64 {
		if t.sign == Unsigned && v.IsUint64() {
			return c.IntAttr(t, int64(v.Uint64()))
		}
		return c.IntAttr(t, v.Int64())
	}
	k := newKey(uint8(IntegerAttr))
	k.typ(t)
	k.str(v.String())
	return c.attr(k, Attr{kind: IntegerAttr, typ: t, ext: new(big.Int).Set(v)})
}

// BoolAttr is `true` or `false`, of type i1.
func (c *Context) BoolAttr(v bool) *Attr {
	if v {
		return c.IntAttr(c.Bool(), 1)
	}
	return c.IntAttr(c.Bool(), 0)
}

// I64Attr is v : i64.
func (c *Context) I64Attr(v int64) *Attr { return c.IntAttr(c.I64(), v) }

// FloatAttr is a float attribute; v is rounded to t, to nearest even.
func (c *Context) FloatAttr(t *Type, v float64) *Attr {
	return c.FloatBitsAttr(t, t.Format().Encode(v))
}

// FloatBitsAttr is a float attribute with a given bit pattern.
func (c *Context) FloatBitsAttr(t *Type, b FloatBits) *Attr {
	k := newKey(uint8(FloatAttr))
	k.typ(t)
	k.u64(b.Lo)
	a := Attr{kind: FloatAttr, typ: t, num: b.Lo}
	if t.width > 64 {
		k.u64(b.Hi)
		a.ext = b
	}
	return c.attr(k, a)
}

func (c *Context) text(kind AttrKind, t *Type, s string) *Attr {
	k := newKey(uint8(kind))
	k.typ(t)
	k.str(s)
	defer k.free()
	return c.attrs.get(k.b, func(id uint32, key string) Attr {
		return Attr{kind: kind, id: id, typ: t, ext: key[len(key)-len(s):]}
	})
}

// StringAttr is "s".
func (c *Context) StringAttr(s string) *Attr { return c.text(StringAttr, nil, s) }

// TypedStringAttr is "s" : t.
func (c *Context) TypedStringAttr(s string, t *Type) *Attr { return c.text(StringAttr, t, s) }

// ResourceAttr is dense_resource<key> : t.
func (c *Context) ResourceAttr(key string, t *Type) *Attr { return c.text(ResourceAttr, t, key) }

// OpaqueAttr is an attribute of an unregistered dialect; text is what follows
// the `#`. t is nil unless the attribute is typed.
func (c *Context) OpaqueAttr(text string, t *Type) *Attr { return c.text(OpaqueAttr, t, text) }

// TypeAttr is a type used as an attribute.
func (c *Context) TypeAttr(t *Type) *Attr {
	k := newKey(uint8(TypeAttr))
	k.typ(t)
	return c.attr(k, Attr{kind: TypeAttr, typ: t})
}

func (c *Context) list(kind AttrKind, t *Type, elems []*Attr) *Attr {
	k := newKey(uint8(kind))
	k.typ(t)
	for _, e := range elems {
		k.attr(e)
	}
	defer k.free()
	return c.attrs.get(k.b, func(id uint32, _ string) Attr {
		return Attr{kind: kind, id: id, typ: t, ext: append([]*Attr(nil), elems...)}
	})
}

// Array is [elems...].
func (c *Context) Array(elems []*Attr) *Attr { return c.list(ArrayAttr, nil, elems) }

// Sparse is sparse<indices, values> : t.
func (c *Context) Sparse(t *Type, indices, values *Attr) *Attr {
	return c.list(SparseAttr, t, []*Attr{indices, values})
}

// Dict is the dictionary of entries, which are sorted by name. Entries with a
// nil value are left out. The empty dictionary is a valid attribute; ops store
// nil instead.
func (c *Context) Dict(entries []NamedAttr) *Attr {
	sorted := slices.IsSortedFunc(entries, compareEntries)
	missing := slices.ContainsFunc(entries, func(e NamedAttr) bool { return e.Value == nil })
	if !sorted || missing {
		entries = slices.DeleteFunc(slices.Clone(entries), func(e NamedAttr) bool { return e.Value == nil })
		slices.SortStableFunc(entries, compareEntries)
	}
	k := newKey(uint8(DictAttr))
	for _, e := range entries {
		k.str(e.Name)
		k.attr(e.Value)
	}
	defer k.free()
	return c.attrs.get(k.b, func(id uint32, _ string) Attr {
		own := make([]NamedAttr, len(entries))
		for i, e := range entries {
			own[i] = NamedAttr{c.Intern(e.Name), e.Value}
		}
		return Attr{kind: DictAttr, id: id, ext: own}
	})
}

func compareEntries(a, b NamedAttr) int { return strings.Compare(a.Name, b.Name) }

// Symbol is @root::@nested...
func (c *Context) Symbol(root string, nested ...string) *Attr {
	k := newKey(uint8(SymbolRefAttr))
	k.str(root)
	for _, n := range nested {
		k.str(n)
	}
	return c.attr(k, Attr{kind: SymbolRefAttr, ext: &symbolExt{strings.Clone(root), slices.Clone(nested)}})
}

// largeRaw is how many bytes of elements are stored once: as the head of their
// own key. Smaller ones are the tail of theirs.
const (
	largeRaw = 1 << 12
	// RawHead is the room behind a large raw that lets DenseOf keep it in place.
	RawHead = 13
)

// rawBytes makes an attribute of the little-endian elements raw, which it keeps
// when own says that nobody else will change them.
func (c *Context) rawBytes(kind AttrKind, t *Type, flags uint64, raw []byte, own bool) *Attr {
	k := newKey(uint8(kind))
	k.typ(t)
	k.u64(flags)
	header := len(k.b)
	defer k.free()
	if len(raw) < largeRaw {
		k.b = append(k.b, raw...)
		return c.attrs.get(k.b, func(id uint32, key string) Attr {
			return Attr{kind: kind, id: id, typ: t, num: flags, ext: unsafe.Slice(unsafe.StringData(key), len(key))[header:]}
		})
	}
	if !own {
		raw = append(make([]byte, 0, len(raw)+header), raw...)
	}
	key := append(raw, k.b...)
	return c.large.find(key, true, func(id uint32, _ string) Attr {
		return Attr{kind: kind, id: id, typ: t, num: flags, ext: key[:len(raw):len(raw)]}
	})
}

// DenseArray is array<elem: ...> of the little-endian elements raw.
func (c *Context) DenseArray(elem *Type, raw []byte) *Attr {
	return c.rawBytes(DenseArrayAttr, elem, 0, raw, false)
}

// IntArray is array<elem: v...>.
func (c *Context) IntArray(elem *Type, v []int64) *Attr {
	size := StorageBytes(elem)
	raw := make([]byte, 0, size*len(v))
	for _, x := range v {
		for range size {
			raw = append(raw, byte(x))
			x >>= 8
		}
	}
	return c.DenseArray(elem, raw)
}

// I64Array is array<i64: v...>.
func (c *Context) I64Array(v []int64) *Attr { return c.IntArray(c.I64(), v) }

// Dense is dense<...> : t from the little-endian elements raw: either all of
// them in row-major order or, for a splat, one. A full list whose elements are
// all the same bits becomes a splat, as in MLIR, so equal constants are equal
// attributes. len(raw) must fit t; of no elements at all there may be a splat,
// which is another attribute, too.
func (c *Context) Dense(t *Type, raw []byte) *Attr { return c.dense(t, raw, false) }

// DenseOf is Dense for a raw that the attribute may keep, without a copy if it
// has a capacity of RawHead bytes more than its length.
func (c *Context) DenseOf(t *Type, raw []byte) *Attr { return c.dense(t, raw, true) }

func (c *Context) dense(t *Type, raw []byte, own bool) *Attr {
	size := StorageBytes(t.elem)
	flags := uint64(0)
	if len(raw) == size || len(raw) > 0 && allSame(raw, size) {
		raw, flags = raw[:size], 1
	}
	return c.rawBytes(DenseAttr, t, flags, raw, own && flags == 0)
}

func allSame(raw []byte, size int) bool {
	if len(raw) < 2*size {
		return true
	}
	return string(raw[size:]) == string(raw[:len(raw)-size])
}

// DenseStrings is dense<["a", ...]> : t.
func (c *Context) DenseStrings(t *Type, v []string) *Attr {
	flags := uint64(0)
	if len(v) > 0 && !slices.ContainsFunc(v, func(s string) bool { return s != v[0] }) {
		v, flags = v[:1], 1
	}
	k := newKey(uint8(DenseStringsAttr))
	k.typ(t)
	k.u64(flags)
	for _, s := range v {
		k.str(s)
	}
	return c.attr(k, Attr{kind: DenseStringsAttr, typ: t, num: flags, ext: slices.Clone(v)})
}

// Distinct is distinct[id]<value>; value may be nil. Unlike MLIR's, two
// distinct attributes with the same id and value are the same attribute: the
// text is what tells them apart.
func (c *Context) Distinct(id uint64, value *Attr) *Attr {
	k := newKey(uint8(DistinctAttr))
	k.u64(id)
	k.attr(value)
	a := Attr{kind: DistinctAttr, num: id}
	if value != nil {
		a.ext = []*Attr{value}
	}
	return c.attr(k, a)
}

// DialectAttr is the attribute that a registered dialect defines.
func (c *Context) DialectAttr(def *AttrDef, params ...NamedAttr) *Attr {
	return c.TypedDialectAttr(def, nil, params...)
}

// TypedDialectAttr is DialectAttr for a value of type t, or of none for nil.
func (c *Context) TypedDialectAttr(def *AttrDef, t *Type, params ...NamedAttr) *Attr {
	k := newKey(uint8(DefinedAttr))
	k.str(def.Name)
	k.typ(t)
	for _, p := range params {
		k.str(p.Name)
		k.attr(p.Value)
	}
	return c.attr(k, Attr{kind: DefinedAttr, typ: t, ext: &dialectAttrExt{def, slices.Clone(params)}})
}

// UnknownLoc is loc(unknown).
func (c *Context) UnknownLoc() *Attr {
	return c.attr(newKey(uint8(UnknownLocAttr)), Attr{kind: UnknownLocAttr})
}

// FileLoc is loc("file":line:col), or a range when f has an end. A file without
// a name is called `-`.
func (c *Context) FileLoc(f FileLine) *Attr {
	if f.File == "" {
		f.File = "-"
	}
	k := newKey(uint8(FileLocAttr))
	k.str(f.File)
	for _, n := range []int{f.Line, f.Col, f.EndLine, f.EndCol} {
		k.u64(uint64(n))
	}
	return c.attr(k, Attr{kind: FileLocAttr, ext: f})
}

// NameLoc is loc("name"(child)); child may be nil, which means an unknown one.
func (c *Context) NameLoc(name string, child *Attr) *Attr {
	if child.Is(UnknownLocAttr) {
		child = nil
	}
	k := newKey(uint8(NameLocAttr))
	k.str(name)
	k.attr(child)
	n := &namedLoc{name: name}
	if child != nil {
		n.child = []*Attr{child}
	}
	return c.attr(k, Attr{kind: NameLocAttr, ext: n})
}

// CallLoc is loc(callsite(callee at caller)).
func (c *Context) CallLoc(callee, caller *Attr) *Attr {
	return c.list(CallLocAttr, nil, []*Attr{callee, caller})
}

// FusedLoc is loc(fused<meta>[parts...]); meta may be nil.
func (c *Context) FusedLoc(parts []*Attr, meta *Attr) *Attr {
	k := newKey(uint8(FusedLocAttr))
	k.attr(meta)
	for _, p := range parts {
		k.attr(p)
	}
	return c.attr(k, Attr{kind: FusedLocAttr, ext: &fusedLoc{slices.Clone(parts), meta}})
}

// StridedLayout is strided<[strides...], offset: offset>; Dynamic prints `?`.
func (c *Context) StridedLayout(strides []int64, offset int64) *Attr {
	k := newKey(uint8(StridedLayoutAttr))
	k.u64(uint64(offset))
	for _, s := range strides {
		k.u64(uint64(s))
	}
	return c.attr(k, Attr{kind: StridedLayoutAttr, num: uint64(offset), ext: slices.Clone(strides)})
}

// Strides of a strided layout; its Int is the offset.
func (a *Attr) Strides() []int64 {
	s, _ := a.ext.([]int64)
	return s
}
