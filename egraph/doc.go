// Package egraph is equality saturation: a graph that holds many equal terms at
// once, rules that add more, and proofs of what they did. It knows no language:
// a term is a symbol and its arguments, and what symbols mean is up to the user.
//
// # The graph
//
// An e-graph has nodes and classes. A node is a symbol applied to classes; a class
// is nodes that are equal. [Graph.Add] makes a node, or finds the one that is
// there; [Graph.Union] makes two nodes equal, and [Graph.Rebuild] restores
// congruence: nodes of the same symbol whose children are equal become one. A node
// has a number for ever, which also names the class that it is in; [Graph.Find] is
// the number that the class goes by now.
//
// Everything is flat arrays of numbers: a node takes some 60 bytes, and nothing
// for the garbage collector to follow. Nothing depends on the order of a map or on
// time: the same calls make the same graph.
//
// # Rules
//
// Terms are written as [Symbols.Parse] reads them, `(+ ?a (* 2 ?b))`, or made by
// [Op] and [Var]. [Symbols.ParseRules] and [Rewrite] make a [Rule] of a left and a
// right side, [Dynamic] of a left side and a function; both take conditions. Sides
// may have several roots, which are matched together and may share variables:
//
//	(@ ?x ?a), (@ ?x ?b) => (left (@ ?x (cat ?a ?b))), (right (@ ?x (cat ?a ?b)))
//
// A Rule can also bring a search of its own.
//
// A left side is compiled once, to an order in which its symbols are matched for
// each symbol that may be the new one: what a rule has seen it does not look at
// again ([Graph.Touched]). If few nodes were touched, the search begins with
// these and goes up to parents and down to children from there; else it goes
// through all nodes, and turns back where nothing was touched. A search that looks
// at many more candidates than there are nodes reads copies of these that are
// sorted for it.
//
// # Runs
//
// A [Runner] searches with all rules, applies what they found, restores congruence
// and begins again, until nothing changes or one of its [Limits] is reached. These
// are obeyed inside of searches and between matches. A [Scheduler] holds rules
// back that find too much, and may be asked by others who search. The [Report]
// says why the run ended, and what each rule did in each iteration.
//
// An [Analysis] keeps a value for each class, such as its constant, and may refuse
// that two classes become one: then the run ends, and names the rule that did it.
//
// # Proofs
//
// With [Config].Explain, [Graph.Explain] says why two nodes are equal, in steps that
// are each a rule or a congruence, and [Runner.Check] replays them. It costs 24
// bytes a node, and matches are applied one by one.
//
// # Sources
//
// The graph, rebuilding, analyses and back-off are those of egg (Willsey and
// others, "egg: Fast and Extensible Equality Saturation", POPL 2021). That a
// search is a join, of which only what is new needs to be looked at, is from
// "Relational E-Matching" (Zhang and others, POPL 2022) and egglog (PLDI 2023).
// Proofs are those of Nieuwenhuis and Oliveras, "Proof-Producing Congruence
// Closure" (RTA 2005).
package egraph
