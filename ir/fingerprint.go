package ir

import (
	"encoding/binary"
	"hash/maphash"
	"unsafe"
)

var fingerprintSeed = maphash.MakeSeed()

// Fingerprint is a number that changes when anything in root does: an op, its
// place, its operands, attributes, types, location. It means nothing in another
// process.
func Fingerprint(root *Op) uint64 {
	var h maphash.Hash
	h.SetSeed(fingerprintSeed)
	var word [8]byte
	add := func(p unsafe.Pointer) {
		binary.LittleEndian.PutUint64(word[:], uint64(uintptr(p)))
		h.Write(word[:])
	}
	number := func(n uint64) {
		binary.LittleEndian.PutUint64(word[:], n)
		h.Write(word[:])
	}
	Walk(root, func(o *Op) WalkAction {
		add(unsafe.Pointer(o))
		add(unsafe.Pointer(o.block))
		add(unsafe.Pointer(o.name))
		add(unsafe.Pointer(o.props))
		add(unsafe.Pointer(o.attrs))
		number(uint64(o.loc))
		number(uint64(o.NumOperands()))
		for i := range o.uses() {
			add(unsafe.Pointer(o.uses()[i].val))
		}
		for i := range o.values() {
			add(unsafe.Pointer(o.values()[i].typ))
		}
		for _, s := range o.Successors() {
			add(unsafe.Pointer(s))
		}
		for _, r := range o.Regions() {
			add(unsafe.Pointer(r))
			for b := r.first; b != nil; b = b.next {
				add(unsafe.Pointer(b))
				for _, a := range b.args {
					add(unsafe.Pointer(a))
					add(unsafe.Pointer(a.typ))
				}
			}
		}
		return Advance
	})
	return h.Sum64()
}
