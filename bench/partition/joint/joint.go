// Package joint compares the cut of package partition with PyTorch's min-cut partitioner, on the
// graphs that this one makes, of models in joint.py: what it bans and how it weighs tensors is
// taken from it, and what it chooses. Where there is no PyTorch, graphs that were written earlier,
// in the folder graphs, are compared.
package joint

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"

	"github.com/tg-opt/tg/partition"
)

// Graph is the joint graph of a forward and a backward pass, and what PyTorch makes of it.
type Graph struct {
	Name, Version string
	// Cut is the weight of all tensors that PyTorch keeps.
	Cut int64
	// Nodes come after those that they read.
	Nodes []Node
	// Saved are the nodes that PyTorch keeps, and Again those that its backward pass computes,
	// although they do not depend on what only that has.
	Saved, Again []int
}

// Node is a tensor, or several, of which others read one each.
type Node struct {
	Name, Op string
	// Bytes is -1 for several tensors, and Flops an estimate.
	Bytes, Flops int64
	Reads        []int
	// View says that no tensor is made, Forward that the forward pass needs it, and Backward that
	// it depends on what only the backward pass has.
	View, Forward, Backward bool
	// Banned says that it may not be computed again by PyTorch's rule, and Weight is what keeping
	// it costs by that; -1 if it cannot be kept.
	Banned bool
	Weight int64
}

// Objective says what a choice is to be best in.
type Objective string

// The objectives: PyTorch's rule, then ours. Under Bytes, PyTorch's bans hold, too.
const (
	Rule    Objective = "its rule"
	Bytes   Objective = "bytes"
	Compute Objective = "compute"
	Time    Objective = "time"
)

// Objectives are all of them.
var Objectives = []Objective{Rule, Bytes, Compute, Time}

// The machine of the objective time.
const (
	bytesPerSecond = 10e9
	flopsPerSecond = 20e9
	picosecond     = 1e-12
)

// Sum is what a choice takes: Weight by PyTorch's rule; Bytes that are kept, without arguments and
// views of these; Flops that run again; and Seconds for both.
type Sum struct {
	Weight, Bytes, Flops int64
	Seconds              float64
}

// Of is the figure that an objective is about.
func (s Sum) Of(o Objective) float64 {
	switch o {
	case Rule:
		return float64(s.Weight)
	case Bytes:
		return float64(s.Bytes)
	case Compute:
		return float64(s.Flops)
	}
	return s.Seconds
}

// held are nodes that take no memory besides: arguments, and views of such.
func (g *Graph) held() []bool {
	held := make([]bool, len(g.Nodes))
	for i, n := range g.Nodes {
		held[i] = n.Op == "argument" || n.View && len(n.Reads) == 1 && held[n.Reads[0]]
	}
	return held
}

// extra is the bytes that keeping a node takes.
func (g *Graph) extra(i int, held []bool) int64 {
	if held[i] {
		return 0
	}
	return max(g.Nodes[i].Bytes, 0)
}

// flops are those of computing a node again; what only the backward pass needs it has to compute.
func (g *Graph) flops(i int) int64 {
	if !g.Nodes[i].Forward {
		return 0
	}
	return g.Nodes[i].Flops
}

func picoseconds(amount int64, rate float64) int64 {
	return int64(float64(amount) / rate / picosecond)
}

// Problem is the question for the best choice, and which node each of its values is.
func (g *Graph) Problem(o Objective) (p *partition.Problem, nodes []int) {
	p = &partition.Problem{}
	held, at := g.held(), make([]int32, len(g.Nodes))
	for i, n := range g.Nodes {
		at[i] = -1
		if n.Backward {
			for _, r := range n.Reads {
				if at[r] >= 0 {
					p.Values[at[r]].Direct = true
				}
			}
			continue
		}
		bytes, flops := g.extra(i, held), g.flops(i)
		v, again := partition.Value{Op: -1}, partition.Cost{}
		switch o {
		case Rule:
			v.Save, again = partition.Cost{n.Weight, bytes}, partition.Cost{0, 0, flops}
		case Bytes:
			v.Save, again = partition.Cost{bytes}, partition.Cost{0, flops}
		case Compute:
			v.Save, again = partition.Cost{0, bytes}, partition.Cost{flops}
		case Time:
			v.Save, again = partition.Cost{picoseconds(2*bytes, bytesPerSecond), bytes}, partition.Cost{picoseconds(flops, flopsPerSecond)}
		}
		if n.Weight < 0 {
			v.Save = partition.Never
		}
		if n.Banned && (o == Rule || o == Bytes) {
			again = partition.Never
		}
		if n.Op != "argument" {
			v.Op = int32(len(p.Ops))
			op := partition.Op{Again: again}
			for _, r := range n.Reads {
				op.Reads = append(op.Reads, at[r])
			}
			p.Ops = append(p.Ops, op)
		}
		at[i] = int32(len(p.Values))
		p.Values, nodes = append(p.Values, v), append(nodes, i)
	}
	return p, nodes
}

// Best is what our cut chooses for an objective.
func (g *Graph) Best(o Objective) (saved, again []int, err error) {
	p, nodes := g.Problem(o)
	if bad := p.Infeasible(); bad >= 0 {
		return nil, nil, fmt.Errorf("%s: %s can be neither kept nor computed again", g.Name, g.Nodes[nodes[bad]].Name)
	}
	c := p.Solve()
	for _, v := range c.Saved {
		saved = append(saved, nodes[v])
	}
	made := map[int32]int{}
	for v, n := range nodes {
		made[p.Values[v].Op] = n
	}
	for _, op := range c.Again {
		again = append(again, made[int32(op)])
	}
	return saved, again, g.check(saved, again)
}

// check looks whether a backward pass can run: what is read is kept, or computed before.
func (g *Graph) check(saved, again []int) error {
	there := make([]bool, len(g.Nodes))
	runs := make([]bool, len(g.Nodes))
	for _, i := range saved {
		there[i] = true
	}
	for _, i := range again {
		runs[i] = true
	}
	for i, n := range g.Nodes {
		if !n.Backward && !runs[i] {
			continue
		}
		for _, r := range n.Reads {
			if !there[r] && !g.Nodes[r].Backward {
				return fmt.Errorf("%s: %s reads %s, which is not there", g.Name, n.Name, g.Nodes[r].Name)
			}
		}
		there[i] = true
	}
	return nil
}

// Sum is what a choice takes.
func (g *Graph) Sum(saved, again []int) (s Sum) {
	held := g.held()
	for _, i := range saved {
		s.Weight += g.Nodes[i].Weight
		s.Bytes += g.extra(i, held)
		s.Seconds += float64(picoseconds(2*g.extra(i, held), bytesPerSecond)) * picosecond
	}
	for _, i := range again {
		s.Flops += g.flops(i)
		s.Seconds += float64(picoseconds(g.flops(i), flopsPerSecond)) * picosecond
	}
	return s
}

// Theirs is what PyTorch's choice takes.
func (g *Graph) Theirs() Sum {
	s := g.Sum(g.Saved, g.Again)
	s.Weight = g.Cut // of what it found that nobody reads it keeps nothing
	return s
}

//go:embed joint.py
var script string

//go:embed graphs
var written embed.FS

// ErrAbsent says that PyTorch is not there, or what its partitioner needs.
var ErrAbsent = errors.New("no python3 has the modules torch, functorch and networkx, which Debian has as python3-torch and python3-networkx")

// Written are the graphs that were written earlier.
func Written() ([]*Graph, error) {
	text, err := written.ReadFile("graphs/torch.json")
	if err != nil {
		return nil, err
	}
	return read(text)
}

// Models are the names of the models of joint.py.
var Models = []string{"mlp", "gelu", "norm", "entropy", "attention", "block"}

// absent is the status of joint.py where a package is missing.
const absent = 3

// Ask lets PyTorch divide the models.
func Ask() ([]*Graph, error) {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		var out, errs bytes.Buffer
		run := exec.Command(python, append([]string{"-W", "ignore", "-c", script}, Models...)...)
		run.Stdout, run.Stderr = &out, &errs
		err := run.Run()
		if err == nil {
			return read(out.Bytes())
		}
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() != absent {
			return nil, fmt.Errorf("joint.py: %w: %s", err, errs.String())
		}
	}
	return nil, ErrAbsent
}

func read(text []byte) (list []*Graph, err error) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for lines.Scan() {
		g := &Graph{}
		if err := json.Unmarshal(lines.Bytes(), g); err != nil {
			return nil, fmt.Errorf("a joint graph: %w", err)
		}
		for i := range g.Nodes {
			for _, r := range g.Nodes[i].Reads {
				if r < 0 || r >= i {
					return nil, fmt.Errorf("%s: node %d reads node %d", g.Name, i, r)
				}
			}
		}
		list = append(list, g)
	}
	return list, lines.Err()
}
