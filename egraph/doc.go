// Package egraph is equality saturation: a graph that holds many equal terms at
// once, rules that add more, and proofs of what they did.
package egraph
