package memory

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
)

// ReadSchedule reads a schedule of a graph: the number of a node in each line.
// Space around it and blank lines do not count. It is an error,
// `name:line:col: error: ...`, if a step computes a node before one that it needs
// or again where it must not, if a node is not computed, and if the durations sum
// up to more than an int64 holds.
func ReadSchedule(from io.Reader, name string, g *Graph) (Schedule, error) {
	text, err := readText(from, name)
	if err != nil {
		return nil, err
	}
	r := &scheduleReader{name: name, text: text, maxSteps: MaxSteps, graph: g, computed: make([]bool, len(g.Nodes))}
	return r.read()
}

type scheduleReader struct {
	name     string
	text     []byte
	maxSteps int
	graph    *Graph
	schedule Schedule
	computed []bool
	duration int64
}

// read reads the whole text.
func (r *scheduleReader) read() (Schedule, error) {
	for at := 0; at < len(r.text); {
		line := r.text[at:]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end]
		}
		if word := bytes.Trim(line, " \t\r"); len(word) > 0 {
			begin := at + bytes.Index(line, word)
			if err := r.step(begin, word); err != nil {
				return nil, err
			}
		}
		at += len(line) + 1
	}
	for v, computed := range r.computed {
		if !computed {
			return nil, r.fail(len(r.text), "the schedule ends, and node %d is not computed; each of the %d nodes must be",
				v, len(r.computed))
		}
	}
	return r.schedule, nil
}

func (r *scheduleReader) fail(at int, format string, args ...any) error {
	return fileError(r.name, r.text, at, format, args...)
}

// step adds a step, which the text has at an offset.
func (r *scheduleReader) step(at int, word []byte) error {
	number, err := strconv.ParseInt(string(word), 10, 64)
	nodes := r.graph.Nodes
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return r.fail(at, "expected the number of a node, and nothing else in the line, but found '%s'", shortened(word))
	case err != nil || number < 0 || number >= int64(len(nodes)):
		return r.fail(at, "there is no node %s; the graph has %d, from 0 on", shortened(word), len(nodes))
	case len(r.schedule) == r.maxSteps:
		return r.fail(at, "the schedule has more than %d steps, which is the limit", r.maxSteps)
	}
	n := &nodes[number]
	for _, list := range [][]int32{n.Reads, n.After} {
		for _, u := range list {
			if !r.computed[u] {
				return r.fail(at, "node %d is computed before node %d, which it needs; that must come first", number, u)
			}
		}
	}
	if r.computed[number] && n.Once {
		return r.fail(at, "node %d is computed again, and must be computed only once", number)
	}
	if n.Duration > math.MaxInt64-r.duration {
		return r.fail(at, "with node %d the durations sum up to more than %d", number, int64(math.MaxInt64))
	}
	r.duration += n.Duration
	r.computed[number] = true
	r.schedule = append(r.schedule, int32(number))
	return nil
}

// WriteSchedule writes a schedule as ReadSchedule reads it.
func WriteSchedule(w io.Writer, s Schedule) error {
	out := bufio.NewWriter(w)
	for _, v := range s {
		out.Write(append(strconv.AppendInt(out.AvailableBuffer(), int64(v), 10), '\n'))
	}
	return out.Flush()
}
