package extract

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"

	"github.com/tg-opt/tg/internal/input"
)

// File is what a file of the benchmark extraction-gym holds: a problem, and what its nodes and
// classes are called.
type File struct {
	Problem
	Names   []string // of nodes
	Classes []string
	Unknown []Unknown
}

// Unknown is a root that names a class without nodes, as files of the benchmark have them whose
// classes were united. It is none of the problem's.
type Unknown struct {
	Position
	Name string
}

// reader is a file that is being read.
type reader struct {
	*scanner
	f       *File
	node    map[string]int32
	class   map[string]uint32
	child   []string   // names of nodes
	childAt []Position // of each
	nodeAt  []Position
	root    []string
	rootAt  []Position
}

// Read reads a serialized e-graph as the benchmark extraction-gym has them, plain or compressed by
// gzip: an object whose member `nodes` maps names to objects with `eclass`, `cost` (1 unless it is
// given) and `children`, which are names of nodes and stand for the classes of these; and whose
// `root_eclasses` are the classes to extract. Other members are passed over. Errors are of type
// *SyntaxError but for those of r; file is what they call it.
func Read(r io.Reader, file string, limit input.Limit) (f *File, err error) {
	b := bufio.NewReader(r)
	plain := io.Reader(b)
	if magic, _ := b.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("%s: error: %w", file, err)
		}
		plain = z
	}
	in := &reader{scanner: newScanner(file, limit.Reader(plain)), f: &File{}, node: map[string]int32{}, class: map[string]uint32{}}
	defer func() {
		if p := recover(); p != nil {
			e, ok := p.(error)
			if !ok {
				panic(p)
			}
			if _, positioned := e.(*SyntaxError); !positioned {
				if _, runtime := e.(interface{ RuntimeError() }); runtime {
					panic(p)
				}
				e = fmt.Errorf("%s: error: %w", file, e)
			}
			f, err = nil, e
		}
	}()
	in.whole()
	in.resolve()
	return in.f, nil
}

// whole reads the text.
func (in *reader) whole() {
	seen := map[string]bool{}
	in.object("an object, a serialized e-graph", func(key string, at Position) {
		if seen[key] {
			in.fail(at, "'%s' is given twice", key)
		}
		seen[key] = true
		switch key {
		case "nodes":
			in.object("an object, the nodes by name", in.oneNode)
		case "root_eclasses":
			in.array("a list, the classes to extract", func() {
				in.rootAt = append(in.rootAt, in.at)
				in.root = append(in.root, in.string("the name of a class"))
			})
		default:
			in.skip(0)
		}
	})
	for _, key := range []string{"nodes", "root_eclasses"} {
		if !seen[key] {
			in.fail(in.at, "'%s' is missing", key)
		}
	}
	if b := in.space(); b >= 0 {
		in.fail(in.at, "expected the end of the text, found %s", shown(b))
	}
}

// oneNode reads the node called name.
func (in *reader) oneNode(name string, at Position) {
	f := in.f
	if _, twice := in.node[name]; twice {
		in.fail(at, "there are two nodes '%s'", name)
	}
	in.node[name] = int32(len(f.Names))
	in.nodeAt = append(in.nodeAt, at)
	f.Names = append(f.Names, name)
	cost, class := 1.0, -1
	seen := map[string]bool{}
	in.object("an object, a node", func(key string, at Position) {
		if seen[key] {
			in.fail(at, "'%s' is given twice", key)
		}
		seen[key] = true
		switch key {
		case "cost":
			cost = in.number("the cost")
		case "eclass":
			class = int(in.classOf(in.string("the name of a class")))
		case "children":
			in.array("a list, the operands", func() {
				in.childAt = append(in.childAt, in.at)
				in.child = append(in.child, in.string("the name of a node"))
			})
		default:
			in.skip(0)
		}
	})
	if class < 0 {
		in.fail(at, "the node '%s' has no 'eclass'", name)
	}
	if len(f.Start) == 0 {
		f.Start = append(f.Start, 0)
	}
	f.Cost, f.Class = append(f.Cost, cost), append(f.Class, uint32(class))
	f.Start = append(f.Start, uint32(len(in.child)))
}

// classOf is the number of the class called name.
func (in *reader) classOf(name string) uint32 {
	c, ok := in.class[name]
	if !ok {
		c = uint32(len(in.f.Classes))
		in.class[name] = c
		in.f.Classes = append(in.f.Classes, name)
	}
	return c
}

// resolve puts classes in the place of names.
func (in *reader) resolve() {
	f := in.f
	f.NumClasses = len(f.Classes)
	f.Children = make([]uint32, len(in.child))
	for i, name := range in.child {
		n, ok := in.node[name]
		if !ok {
			in.fail(in.childAt[i], "there is no node '%s'", name)
		}
		f.Children[i] = f.Class[n]
	}
	for i, name := range in.root {
		c, ok := in.class[name]
		if !ok {
			f.Unknown = append(f.Unknown, Unknown{in.rootAt[i], name})
			continue
		}
		f.Roots = append(f.Roots, c)
		in.rootAt[len(f.Roots)-1] = in.rootAt[i]
	}
	_, err := Run(&f.Problem, Options{Method: Tree})
	if e, ok := err.(*Error); ok {
		for i, c := range f.Roots {
			if int(c) == e.Class {
				in.fail(in.rootAt[i], "the class '%s' cannot be extracted: each of its nodes needs itself, in however many steps", f.Classes[c])
			}
		}
		in.fail(Position{1, 1}, "%s", e.Reason)
	}
}

// unescaped is the string in s.text, with a quote at its beginning.
func (s *scanner) unescaped(begin Position) string {
	var text string
	if err := json.Unmarshal(append(s.text, '"'), &text); err != nil {
		s.fail(begin, "the string is malformed")
	}
	return text
}
