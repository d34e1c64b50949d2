package storage

import "github.com/tg-opt/tg/memory"

// needed is a schedule without what nobody reads: where a node is computed once more before
// anything has read what it made, the earlier time is for nothing. Schedules of the order of first
// computations have such times, since they compute nothing for the first time later than it was.
func needed(g *memory.Graph, s memory.Schedule) memory.Schedule {
	read := make([]bool, len(g.Nodes)) // by a later node
	always := make([]bool, len(g.Nodes))
	for n := range g.Nodes {
		always[n] = g.Nodes[n].Once || g.Nodes[n].Size == 0
		read[n] = g.Nodes[n].Kept
	}
	used := make([]bool, len(g.Nodes))
	for n := range g.Nodes {
		for _, r := range g.Nodes[n].Reads {
			used[r] = true
		}
	}
	var backward memory.Schedule
	for i := len(s) - 1; i >= 0; i-- {
		n := s[i]
		if !read[n] && !always[n] && (used[n] || g.Nodes[n].Kept) {
			continue
		}
		read[n] = false
		for _, r := range g.Nodes[n].Reads {
			read[r] = true
		}
		backward = append(backward, n)
	}
	for i, j := 0, len(backward)-1; i < j; i, j = i+1, j-1 {
		backward[i], backward[j] = backward[j], backward[i]
	}
	return backward
}
