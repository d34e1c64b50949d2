package ir

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// table is an open-addressing hash table from key bytes to *V. It is the one
// lookup structure behind every uniqued object. A slot is small, so that looking
// for what is not there touches little memory.
type table[V any] struct {
	slots   []tableSlot[V]
	n       int
	entries slab[tableEntry[V]]
	keys    keySlab
}

type tableSlot[V any] struct {
	hash  uint64
	entry *tableEntry[V]
}

type tableEntry[V any] struct {
	val V
	key string
}

var tableSeed = maphash.MakeSeed()

func hashKey(key []byte) uint64 {
	// Zero marks an empty slot.
	return maphash.Bytes(tableSeed, key) | 1
}

// find returns the object of key, or the slot where it would be.
func (t *table[V]) find(hash uint64, key []byte) (v *V, slot uint64) {
	mask := uint64(len(t.slots) - 1)
	for i := (hash >> 1) & mask; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.hash == 0 {
			return nil, i
		}
		if s.hash == hash && s.entry.key == string(key) {
			return &s.entry.val, i
		}
	}
}

// insert enters an object with the key, which the table owns from now on, in
// the slot that find returned, and returns the place for its value.
func (t *table[V]) insert(hash uint64, key string, slot uint64) *V {
	e := t.entries.one()
	e.key = key
	t.slots[slot] = tableSlot[V]{hash, e}
	t.n++
	if 4*(t.n+1) > 3*len(t.slots) {
		t.grow()
	}
	return &e.val
}

// grow keeps a free slot for find to end at.
func (t *table[V]) grow() {
	old := t.slots
	t.slots = make([]tableSlot[V], max(32, 2*len(old)))
	mask := uint64(len(t.slots) - 1)
	for _, s := range old {
		if s.hash == 0 {
			continue
		}
		i := (s.hash >> 1) & mask
		for t.slots[i].hash != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = s
	}
}

// uniquer maps structural keys to the one object that stands for them. Its
// shards keep workers that unique at the same time out of each other's way.
type uniquer[V any] struct {
	shards [16]struct {
		mu sync.Mutex
		t  table[V]
	}
	nextID atomic.Uint32
	ids    *atomic.Uint32 // instead of nextID, for tables whose objects are of one kind
}

// get returns the object of key, making it by make(id, key) when it is new,
// whose key is a copy that lives as long as the object, which may share it. Ids
// depend on the order in which workers arrive: they may feed a hash or an
// equality, never an order that reaches the output. An object with a method
// placed learns by it where it lives.
func (u *uniquer[V]) get(key []byte, make func(id uint32, key string) V) *V {
	return u.find(key, false, make)
}

// find is get for a key that the object may own (there is no need to copy it,
// and nobody changes it afterwards), or not.
func (u *uniquer[V]) find(key []byte, owned bool, make func(id uint32, key string) V) *V {
	hash := hashKey(key)
	s := &u.shards[hash>>60]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.t.slots == nil {
		s.t.grow()
	}
	v, slot := s.t.find(hash, key)
	if v != nil {
		return v
	}
	if !owned {
		key = s.t.keys.copy(key)
	}
	own := unsafe.String(unsafe.SliceData(key), len(key))
	v = s.t.insert(hash, own, slot)
	ids := &u.nextID
	if u.ids != nil {
		ids = u.ids
	}
	*v = make(ids.Add(1), own)
	if p, ok := any(v).(interface{ placed() }); ok {
		p.placed()
	}
	return v
}

// keySlab keeps copies of keys in ever larger chunks: a million of them cost
// the garbage collector nothing to look at, and a handful little memory.
type keySlab struct {
	free []byte
	next int
}

const (
	firstKeyChunk = 1 << 8
	lastKeyChunk  = 1 << 14
	longKey       = lastKeyChunk / 8 // has memory of its own
)

func (k *keySlab) copy(key []byte) []byte {
	if len(key) >= longKey {
		return slices.Clone(key)
	}
	if len(k.free) < len(key) {
		k.next = min(max(firstKeyChunk, 2*k.next), lastKeyChunk)
		k.free = make([]byte, max(len(key), k.next))
	}
	own := k.free[:len(key):len(key)]
	k.free = k.free[len(key):]
	copy(own, key)
	return own
}

// keyBuf builds structural keys; the pool keeps uniquing free of allocation
// when the object exists already.
type keyBuf struct{ b []byte }

var keyBufs = sync.Pool{New: func() any { return &keyBuf{b: make([]byte, 0, 256)} }}

func newKey(kind uint8) *keyBuf {
	k := keyBufs.Get().(*keyBuf)
	k.b = append(k.b[:0], kind)
	return k
}

func (k *keyBuf) free() {
	if cap(k.b) <= 1<<16 {
		keyBufs.Put(k)
	}
}

func (k *keyBuf) u8(v uint8)   { k.b = append(k.b, v) }
func (k *keyBuf) u32(v uint32) { k.b = binary.LittleEndian.AppendUint32(k.b, v) }
func (k *keyBuf) u64(v uint64) { k.b = binary.LittleEndian.AppendUint64(k.b, v) }
func (k *keyBuf) str(s string) {
	k.u32(uint32(len(s)))
	k.b = append(k.b, s...)
}
func (k *keyBuf) typ(t *Type) {
	if t == nil {
		k.u32(0)
		return
	}
	k.u32(t.id)
}
func (k *keyBuf) attr(a *Attr) {
	if a == nil {
		k.u32(0)
		return
	}
	k.u32(a.id)
}
