package kernel

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/tg-opt/tg/tensor"
)

// A Chain runs elementwise operations on f32 one after the other on each block of elements, so that
// a result stays in registers until the next operation has used it. There is machine code for it or
// there are no chains; elements that do not fill a block are for loops (see Blocks), which compute
// the same bits.
type Chain []Link

// Link is one operation of a chain: what its machine code is, where its operand begins, if it has
// one, and how many bytes further on that of the next row does.
type Link struct {
	code    uintptr
	operand unsafe.Pointer
	step    int
}

// machineChain is the machine code of chains for one instruction set: the function that runs one,
// and one that tells the addresses of links in the order of their keys.
//
//	load, load/one   the block is the operand's, or full of its one element
//	OP, OP/one       the block op the operand; for an op without operand, op the block
//	OP/of, OP/of/one the operand op the block
//	OP/self          the block op the block
//	store, stream    the block goes to the operand, also past the caches, which takes an aligned address
//	prefetch         the lines of the operand's block will be needed, in the second-level cache
//	claim            the lines of the operand's block will be written
//	end              must be the last
type machineChain struct {
	run   func(code *byte, n, rows int)
	links func(table *byte)
	keys  []string
	block int // bytes

	addresses map[string]uintptr
}

func (c *machineChain) resolve() {
	if c.run == nil {
		return
	}
	table := make([]uintptr, len(c.keys))
	c.links((*byte)(unsafe.Pointer(unsafe.SliceData(table))))
	c.addresses = make(map[string]uintptr, len(table))
	for i, key := range c.keys {
		c.addresses[key] = table[i]
	}
}

// chainedOps are the ops that are links where there are chains.
var chainedOps = strings.Fields(`abs add ceil div erf erf_inv erfc exp expm1 floor gelu gelu_tanh max min mul neg
	relu relu6 round_away round_even sigmoid sign silu sqrt sub tanh`)

// ChainBlocks lists what ChainBlock is on all machines.
func ChainBlocks() []int { return []int{0, 128, 256} }

// chainable returns the name of an op that can be in a chain on machines that have any, else
// nothing.
func chainable(name string, d tensor.DType) string {
	if d == tensor.F32 && slices.Contains(chainedOps, name) {
		return name
	}
	return ""
}

// chained is chainable for this machine.
func chained(name string, d tensor.DType) string {
	if d == tensor.F32 && fastest.chain.addresses[name] != 0 {
		return name
	}
	return ""
}

// ChainBlock is the number of bytes of a block, 0 if there are no chains.
func ChainBlock() int { return fastest.chain.block }

// NewLink returns the link with that key, which must exist; see machineChain for what there is.
func NewLink(key string) Link {
	address := fastest.chain.addresses[key]
	if address == 0 {
		panic("kernel: no link " + key)
	}
	return Link{code: address}
}

// At sets the operand of the first row, or for a link with many elements, where that begins, and
// how far from it that of the next row is.
func (l *Link) At(operand []byte, step int) {
	l.operand, l.step = unsafe.Pointer(unsafe.SliceData(operand)), step
}

// Run runs the chain, which ends with the link "end", on so many rows of n bytes, a multiple of
// ChainBlock. Operands are those of the last row then.
func (c Chain) Run(n, rows int) {
	if n > 0 && rows > 0 {
		fastest.chain.run((*byte)(unsafe.Pointer(unsafe.SliceData(c))), n, rows)
	}
}
