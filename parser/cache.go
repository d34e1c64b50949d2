package parser

import (
	"hash/maphash"

	"github.com/tg-opt/tg/ir"
)

// textCache maps pieces of the source to what they mean. The keys point into
// the source. owner distinguishes equal texts that mean different things for
// different ops; it is nil where they do not.
type textCache[V any] struct {
	slots []cacheSlot[V]
	n     int
	hits  int
}

type cacheSlot[V any] struct {
	hash  uint64
	key   string
	owner *ir.OpName
	val   V
}

// A cache has at most maxCached entries, and at most probation while less has
// been found in it than entered: a file in which nothing repeats costs neither
// memory nor the time to fill it.
const (
	maxCached = 1 << 15
	probation = 1 << 11
)

var cacheSeed = maphash.MakeSeed()

// hashText is the hash find and add expect; zero marks an empty slot.
func hashText(key string) uint64 { return maphash.String(cacheSeed, key) | 1 }

func (c *textCache[V]) find(hash uint64, key string, owner *ir.OpName) (v V, ok bool) {
	if len(c.slots) == 0 {
		return v, false
	}
	mask := uint64(len(c.slots) - 1)
	for i := hash >> 1 & mask; ; i = (i + 1) & mask {
		s := &c.slots[i]
		if s.hash == 0 {
			return v, false
		}
		if s.hash == hash && s.owner == owner && s.key == key {
			c.hits++
			return s.val, true
		}
	}
}

// add enters what find did not find.
func (c *textCache[V]) add(hash uint64, key string, owner *ir.OpName, v V) {
	if c.n >= maxCached || c.n >= probation && c.hits < c.n {
		return
	}
	if 2*(c.n+1) > len(c.slots) {
		old := c.slots
		c.slots = make([]cacheSlot[V], max(64, 2*len(old)))
		for i := range old {
			if old[i].hash != 0 {
				c.place(old[i])
			}
		}
	}
	c.n++
	c.place(cacheSlot[V]{hash, key, owner, v})
}

func (c *textCache[V]) place(s cacheSlot[V]) {
	mask := uint64(len(c.slots) - 1)
	i := s.hash >> 1 & mask
	for c.slots[i].hash != 0 {
		i = (i + 1) & mask
	}
	c.slots[i] = s
}
