package update

import (
	"fmt"
	"slices"
	"strings"
)

// section is a block as it is checked under one prefix.
type section struct {
	prefix   string
	block    *block
	nth      int             // how many sections of the prefix with the same first check come before it
	function *sourceFunction // of the test file that the block is, or comes before; may be nil
	skip     bool            // not to be written
}

// outputBlocks are the blocks of the input of one use of FileCheck.
type outputBlocks struct {
	call   *call
	blocks []*block
	byKey  map[key]*block
}

// merge decides the prefix of each block: the first of a RUN line under which all RUN lines with
// this prefix agree. The result is in the order of the outputs.
func merge(outputs []*outputBlocks, classify func(*block) (f *sourceFunction, skip bool)) ([]*section, error) {
	var sections []*section
	counts := map[string]int{}
	for _, k := range mergedOrder(outputs) {
		done := map[string]bool{}
		for _, o := range outputs {
			b := o.byKey[k]
			if b == nil {
				continue
			}
			f, skip := classify(b)
			prefix := agreedPrefix(outputs, o, k)
			if prefix == "" && !skip {
				return nil, disagreement(outputs, o, k)
			}
			if done[prefix] {
				continue
			}
			done[prefix] = true
			first := prefix + canonical(b.checks[:1])
			sections = append(sections, &section{prefix, b, counts[first], f, skip})
			counts[first]++
		}
	}
	return sections, nil
}

// agreedPrefix is the first prefix of o under which all outputs have the same block, or "".
func agreedPrefix(outputs []*outputBlocks, o *outputBlocks, k key) string {
	text := canonical(o.byKey[k].checks)
	for _, prefix := range o.call.prefixes() {
		agree := !slices.ContainsFunc(outputs, func(other *outputBlocks) bool {
			return slices.Contains(other.call.prefixes(), prefix) &&
				(other.byKey[k] == nil || canonical(other.byKey[k].checks) != text)
		})
		if agree {
			return prefix
		}
	}
	return ""
}

// disagreement tells which RUN lines need a prefix of their own.
func disagreement(outputs []*outputBlocks, o *outputBlocks, k key) error {
	text := canonical(o.byKey[k].checks)
	var others []string
	for _, other := range outputs {
		shares := slices.ContainsFunc(other.call.prefixes(), func(p string) bool {
			return slices.Contains(o.call.prefixes(), p)
		})
		if shares && (other.byKey[k] == nil || canonical(other.byKey[k].checks) != text) {
			others = append(others, fmt.Sprint(other.call.line))
		}
	}
	return o.call.errorf("%s is not the same as with the RUN line in line %s, but every prefix of this line (%s) is shared: "+
		"give each its own with --check-prefixes", k, strings.Join(others, ", "), strings.Join(o.call.prefixes(), ", "))
}

// mergedOrder is the keys of all outputs; what only a later output has follows what it follows
// there.
func mergedOrder(outputs []*outputBlocks) []key {
	var order []key
	known := map[key]bool{}
	for _, o := range outputs {
		at := 0
		for _, b := range o.blocks {
			if known[b.key] {
				at = slices.Index(order, b.key) + 1
				continue
			}
			known[b.key] = true
			order = slices.Insert(order, at, b.key)
			at++
		}
	}
	return order
}
