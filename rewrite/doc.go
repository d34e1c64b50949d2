// Package rewrite changes IR by patterns: Go functions, and what package
// rewrite/rule makes of the rule language. The greedy driver applies both together
// with the ops' own folders until nothing changes; an Applier applies one pattern
// to one op.
package rewrite
