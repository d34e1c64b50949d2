// Package ir is the intermediate representation: SSA ops with regions, blocks,
// types, attributes and locations, as in MLIR, and the definitions of ops.
//
// Everything lives in slabs and is linked by pointers; types, attributes and
// names are uniqued per Context, so that equality is pointer equality.
package ir

import (
	"slices"
	"strings"
	"sync"
)

// Context owns the uniqued objects, the registered dialects and the sources.
// It is safe for concurrent use; registering dialects is not.
type Context struct {
	types   uniquer[Type]
	attrs   uniquer[Attr]
	large   uniquer[Attr] // those of many bytes of elements
	opNames uniquer[OpName]
	strs    uniquer[string]

	dialects map[string]*Dialect
	provided map[any]any // by provision

	mu       sync.Mutex
	sources  []*Source
	nextLoc  Loc
	locs     []*Attr
	locIndex map[*Attr]Loc

	// blobs of the file trailers, by key
	resources    map[ResourceKey]*KeyedResource // the last of each key
	resourceList []*KeyedResource               // all, in the order in which they came

	ints                  [65]*Type
	index, none, f32, f64 *Type

	// AllowUnregistered lets the parser keep ops of unknown dialects.
	AllowUnregistered bool
}

// ResourceKey names a blob of the file trailer: section `builtin` of
// dialect_resources holds the data of dense_resource attributes.
type ResourceKey struct{ Group, Section, Key string }

// Resource is a blob. Alignment is the value of its first four bytes in text.
// Value is set instead of Data for a resource that is no hex blob (a string or
// a boolean).
type Resource struct {
	Alignment uint32
	Data      []byte
	Value     *Attr
}

// KeyedResource is a blob and what it is called. An external one need not be the
// only one of its name.
type KeyedResource struct {
	ResourceKey
	*Resource
}

// NewContext makes a context with the given dialects.
func NewContext(dialects ...*Dialect) *Context {
	c := &Context{
		dialects:  map[string]*Dialect{},
		nextLoc:   1,
		locIndex:  map[*Attr]Loc{},
		resources: map[ResourceKey]*KeyedResource{},
	}
	c.large.ids = &c.attrs.nextID
	for _, w := range []int{1, 2, 4, 8, 16, 32, 64} {
		c.ints[w] = c.makeInt(w, Signless)
	}
	c.index = c.typ(newKey(uint8(IndexType)), Type{kind: IndexType})
	c.none = c.typ(newKey(uint8(NoneType)), Type{kind: NoneType})
	c.f32, c.f64 = c.Float("f32"), c.Float("f64")
	c.Register(dialects...)
	return c
}

// Register adds dialects. Do it before parsing: names seen earlier stay
// unregistered.
func (c *Context) Register(dialects ...*Dialect) {
	for _, d := range dialects {
		if c.dialects[d.Name] != nil {
			continue
		}
		c.dialects[d.Name] = d
		for _, o := range d.ops {
			if o.Doc == "" {
				panic("op " + o.name + " is declared but not defined")
			}
		}
	}
}

// LookupDialect is the registered dialect of that name, or nil.
func (c *Context) LookupDialect(name string) *Dialect { return c.dialects[name] }

// Dialects are the registered dialects sorted by name.
func (c *Context) Dialects() []*Dialect {
	var ds []*Dialect
	for _, d := range c.dialects {
		ds = append(ds, d)
	}
	slices.SortFunc(ds, func(a, b *Dialect) int { return strings.Compare(a.Name, b.Name) })
	return ds
}

// LookupOp is the registered op of that full name, or nil.
func (c *Context) LookupOp(name string) *OpDef {
	dialect, _, _ := strings.Cut(name, ".")
	if d := c.dialects[dialect]; d != nil {
		return d.byName[name]
	}
	return nil
}

// OpName interns a full op name.
func (c *Context) OpName(name string) *OpName {
	k := newKey(0)
	k.b = append(k.b, name...)
	defer k.free()
	return c.opNames.get(k.b, func(id uint32, key string) OpName {
		name := key[1:]
		dialect, _, _ := strings.Cut(name, ".")
		return OpName{Name: name, Dialect: dialect, Def: c.LookupOp(name), ctx: c, id: id}
	})
}

// Intern returns the context's one copy of s.
func (c *Context) Intern(s string) string {
	k := newKey(0)
	k.b = append(k.b, s...)
	defer k.free()
	return *c.strs.get(k.b, func(_ uint32, key string) string { return key[1:] })
}

// Resource is the last blob of that key, or nil.
func (c *Context) Resource(key ResourceKey) *Resource {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k := c.resources[key]; k != nil {
		return k.Resource
	}
	return nil
}

// SetResource stores a blob in place of the last other one of its key.
func (c *Context) SetResource(key ResourceKey, r *Resource) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k := c.resources[key]; k != nil {
		k.Resource = r
		return
	}
	c.addResource(key, r)
}

// AddResource stores a blob beside others of its key.
func (c *Context) AddResource(key ResourceKey, r *Resource) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.addResource(key, r)
}

func (c *Context) addResource(key ResourceKey, r *Resource) {
	k := &KeyedResource{key, r}
	c.resourceList = append(c.resourceList, k)
	c.resources[key] = k
}

// RemoveResource forgets the blobs of a key.
func (c *Context) RemoveResource(key ResourceKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.resources, key)
	c.resourceList = slices.DeleteFunc(c.resourceList, func(k *KeyedResource) bool { return k.ResourceKey == key })
}

// Resources are all blobs in the order in which they came, those of one section
// together.
func (c *Context) Resources() []*KeyedResource {
	c.mu.Lock()
	defer c.mu.Unlock()
	type section struct{ group, name string }
	first := map[section]int{}
	for i, k := range c.resourceList {
		if _, ok := first[section{k.Group, k.Section}]; !ok {
			first[section{k.Group, k.Section}] = i
		}
	}
	list := slices.Clone(c.resourceList)
	slices.SortStableFunc(list, func(a, b *KeyedResource) int {
		return first[section{a.Group, a.Section}] - first[section{b.Group, b.Section}]
	})
	return list
}

// ElementsResource is the data of a dense_resource attribute, or nil.
func (c *Context) ElementsResource(a *Attr) *Resource {
	return c.Resource(ResourceKey{"dialect_resources", "builtin", a.Text()})
}
