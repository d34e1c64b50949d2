package ir

import (
	"encoding/binary"
	"hash/maphash"
	"sync"
	"sync/atomic"
)

// table is an open-addressing hash table from key bytes to *V. It is the one
// lookup structure behind every uniqued object.
type table[V any] struct {
	slots []tableSlot[V]
	n     int
}

type tableSlot[V any] struct {
	hash uint64
	key  string
	val  *V
}

var tableSeed = maphash.MakeSeed()

func hashKey(key []byte) uint64 {
	// Zero marks an empty slot.
	return maphash.Bytes(tableSeed, key) | 1
}

func (t *table[V]) find(hash uint64, key []byte) *V {
	if len(t.slots) == 0 {
		return nil
	}
	mask := uint64(len(t.slots) - 1)
	for i := (hash >> 1) & mask; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.hash == 0 {
			return nil
		}
		if s.hash == hash && s.key == string(key) {
			return s.val
		}
	}
}

func (t *table[V]) insert(hash uint64, key string, val *V) {
	if 4*(t.n+1) > 3*len(t.slots) {
		old := t.slots
		t.slots = make([]tableSlot[V], max(32, 2*len(old)))
		for i := range old {
			if old[i].hash != 0 {
				t.place(old[i])
			}
		}
	}
	t.n++
	t.place(tableSlot[V]{hash, key, val})
}

func (t *table[V]) place(s tableSlot[V]) {
	mask := uint64(len(t.slots) - 1)
	i := (s.hash >> 1) & mask
	for t.slots[i].hash != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}

// uniquer maps structural keys to the one object that stands for them. Its
// shards keep workers that unique at the same time out of each other's way.
type uniquer[V any] struct {
	shards [16]struct {
		mu sync.RWMutex
		t  table[V]
	}
	nextID atomic.Uint32
}

// get returns the object of key, making it with make(id) when it is new. Ids
// depend on the order in which workers arrive: they may feed a hash or an
// equality, never an order that reaches the output.
func (u *uniquer[V]) get(key []byte, make func(id uint32) *V) *V {
	return u.find(key, func(id uint32) (*V, string) { return make(id), string(key) })
}

// find is get for a make that also says which string to keep as the key, equal
// to key: one that lives on in the object anyway need not be copied.
func (u *uniquer[V]) find(key []byte, make func(id uint32) (v *V, keep string)) *V {
	hash := hashKey(key)
	s := &u.shards[hash>>60]
	s.mu.RLock()
	v := s.t.find(hash, key)
	s.mu.RUnlock()
	if v != nil {
		return v
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.t.find(hash, key); v != nil {
		return v
	}
	v, keep := make(u.nextID.Add(1))
	s.t.insert(hash, keep, v)
	return v
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
