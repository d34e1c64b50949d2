package expr

// Found is a part of a tree that a pattern is, at the points that At says.
type Found struct {
	Node *Node
	At   Substitution
}

// Find are the parts of root that match a pattern modulo indices: what each computes is what the
// pattern computes at other points. They come in the order in which Visit meets them.
func Find(root, pattern *Tree) []Found {
	var found []Found
	Visit(root.Root, func(n *Node) {
		if n.shape != pattern.Root.shape {
			return
		}
		if sub, ok := Match(pattern, root.At(n)); ok {
			found = append(found, Found{n, sub})
		}
	})
	return found
}
