package memory_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/memory/check"
	"github.com/tg-opt/tg/memory/internal/graphs"
)

// written is the text of a graph.
func written(t *testing.T, g *memory.Graph) string {
	t.Helper()
	var b strings.Builder
	if err := memory.WriteGraph(&b, g); err != nil {
		t.Fatalf("%s: %v", g.Name, err)
	}
	return b.String()
}

// Graphs are read as they were written, and so are schedules.
func TestRoundTrip(t *testing.T) {
	for seed := range campaign.Seeds(50) {
		r := graphs.Rand(seed)
		for _, g := range graphs.All(seed) {
			for _, g := range []*memory.Graph{g, graphs.Fields(r, g)} {
				if err := check.Graph(g); err != nil {
					t.Fatalf("seed %d, %s: %v", seed, g.Name, err)
				}
				text := written(t, g)
				again, err := memory.ReadGraph(strings.NewReader(text), "g.json")
				if err != nil {
					t.Fatalf("seed %d: %v in\n%s", seed, err, text)
				}
				if again.Name != g.Name || len(again.Nodes) != len(g.Nodes) ||
					len(g.Nodes) > 0 && !reflect.DeepEqual(again.Nodes, g.Nodes) {
					t.Fatalf("seed %d: %+v became %+v by\n%s", seed, g, again, text)
				}
				s := graphs.Schedule(r, g, r.IntN(5), false)
				var lines bytes.Buffer
				if err := memory.WriteSchedule(&lines, s); err != nil {
					t.Fatal(err)
				}
				if read, err := memory.ReadSchedule(&lines, "s.txt", g); err != nil || fmt.Sprint(read) != fmt.Sprint(s) {
					t.Fatalf("seed %d: %v became %v, %v", seed, s, read, err)
				}
			}
		}
	}
}

// All keys, in an order in which they speak of what comes later.
func TestReadGraph(t *testing.T) {
	const text = `{"floor": 19, "initial": {"duration": 9, "peak": 24}, "after": [[1, 2]],
 "edges": [[0, 2], [2, 3], [1, 3]], "source": "here", "name": "a\u0041\"",
 "nodes": [{"size": 8, "duration": 4, "label": "x"}, {"size": 8, "duration": 0},
  {"size": 8, "duration": 5, "workspace": 0, "takes": [0]}, {"size": 3, "duration": 0, "once": true, "kept": true}]}
`
	g, err := memory.ReadGraph(strings.NewReader(text), "g.json")
	if err == nil || !strings.Contains(err.Error(), "peak") {
		t.Fatalf("got %+v, %v: node 2 takes node 0 over, so that 16 bytes are live there, and 19 at the end", g, err)
	}
	g, err = memory.ReadGraph(strings.NewReader(strings.Replace(text, "24", "19", 1)), "g.json")
	if err != nil {
		t.Fatal(err)
	}
	want := &memory.Graph{Name: "aA\"", Nodes: []memory.Node{{Label: "x", Duration: 4, Size: 8}, {Size: 8},
		{Duration: 5, Size: 8, Reads: []int32{0}, After: []int32{1}, Takes: []int32{0}},
		{Size: 3, Reads: []int32{1, 2}, Once: true, Kept: true}}}
	if !reflect.DeepEqual(g, want) {
		t.Errorf("got %+v, want %+v", g, want)
	}
}

// Whatever is wrong with a text is said, at its place.
func TestReadGraphErrors(t *testing.T) {
	const most = "9223372036854775807"
	two := func(more string) string {
		return "{\"nodes\": [{\"duration\": 1, \"size\": 4},\n{\"duration\": 2, \"size\": 4}],\n" + more + "}"
	}
	node := func(text string) string { return "{\"edges\": [],\n\"nodes\": [" + text + "]}" }
	for _, c := range []struct{ text, want string }{
		{"", "1:1: error: expected an object: a graph; found the end of the text"},
		{"  [", "1:3: error: expected an object: a graph; found a list"},
		{"\xef\xbb\xbf{}", "1:1: error: the text starts with the byte order mark"},
		{"{\"name\": \"\xff\"}", "1:11: error: the byte 0xff is not UTF-8"},
		{"{}", "1:1: error: a graph has no 'nodes', which it needs"},
		{"\n{\"nodes\": []}", "2:1: error: a graph has no 'edges', which it needs"},
		{"{nodes", "1:2: error: expected a key in double quotes, but found 'nodes'"},
		{"{\"nodes\" []", "1:10: error: expected ':' behind the key 'nodes', but found a list"},
		{"{\"nodes\": 1", "1:11: error: expected a list: the nodes of the graph; found the number 1"},
		{"{\"node\": []", "1:2: error: 'node' is no key of a graph among"},
		{"{\"nodes\": [],\n \"nodes\": []}", "2:2: error: 'nodes' is given twice"},
		{"{\"nodes\": [],}", "1:14: error: '}' behind a comma; the comma before it must go"},
		{"{\"nodes\": [\n", "2:1: error: expected an object: a node; found the end of the text"},
		{"{\"nodes\": []\n", "2:1: error: the text ends, and '{' of line 1 is still to be closed by '}'"},
		{"{\"nodes\": [] []", "1:14: error: expected ',' or '}', but found a list"},
		{"{\"nodes\": [] ÿ", "1:14: error: expected ',' or '}', but found 'ÿ'"},
		{"{\"name\": \"a", "1:10: error: the string is not closed"},
		{"{\"name\": \"a\nb\"", "1:12: error: the control character 0x0a in a string; write it as \\u000a"},
		{"{\"name\": \"\\x\"", "1:10: error: the string has an escape that JSON does not have"},
		{"{\"name\": null", "1:10: error: expected a string, the name of the graph, but found 'null'"},
		{node("7"), "2:11: error: expected an object: a node; found the number 7"},
		{node("{\"size\": 1}"), "2:11: error: a node has no 'duration', which it needs"},
		{node("{\"duration\": 1}"), "2:11: error: a node has no 'size', which it needs"},
		{node("{\"sise\": 1}"), "2:12: error: 'sise' is no key of a node among 'duration', 'size', 'label', 'workspace', 'takes', 'once', 'kept'; did you mean 'size'?"},
		{node("{\"size\": -1"), "2:20: error: the size is -1; it must be at least 0"},
		{node("{\"size\": 1.5"), "2:20: error: the size is 1.5; it must be an integer, written in digits only"},
		{node("{\"size\": 1e3"), "2:20: error: the size is 1e3; it must be an integer, written in digits only"},
		{node("{\"size\": 9223372036854775808"), "2:20: error: the size is 9223372036854775808; it must be an integer from 0 to " + most},
		{node("{\"size\": " + strings.Repeat("9", 1000)), "2:20: error: the size is " + strings.Repeat("9", 40) + "...; it must"},
		{node("{\"size\": 01"), "2:20: error: 01 is not a number in JSON's form"},
		{node("{\"size\": +1"), "2:20: error: +1 is not a number in JSON's form"},
		{node("{\"size\": --"), "2:20: error: -- is not a number in JSON's form"},
		{node("{\"size\": \"8\""), "2:20: error: expected an integer, the size, but found a string"},
		{node("{\"size\": {}"), "2:20: error: expected an integer, the size, but found an object"},
		{node("{\"kept\": 1"), "2:20: error: expected true or false, whether the value is live until the end, but found the number 1"},
		{node("{\"size\": 1, \"workspace\": " + most), "2:36: error: with the workspace " + most + " the sum over the nodes"},
		{node("{\"size\": 0, \"duration\": 1}, {\"duration\": " + most), "2:52: error: with the duration " + most + " the sum"},
		{node("{\"size\": 1, \"duration\": 1, \"takes\": [0]}"), "2:48: error: node 0 takes over node 0, which it does not read"},
		{node("{\"takes\": [4194304]"), "2:22: error: the node that is taken over is 4194304; a graph has at most 4194304 nodes"},
		{two("\"edges\": [0, 1]"), "3:11: error: expected a list: an edge [u, v]; found the number 0"},
		{two("\"edges\": [[0]]"), "3:11: error: an edge has two nodes, [u, v], and here are 1"},
		{two("\"edges\": [[0, 1, 1]]"), "3:18: error: an edge has two nodes, [u, v], and here is a third"},
		{two("\"edges\": [[-1, 1]]"), "3:12: error: node u of an edge [u, v] is -1; it must be at least 0"},
		{two("\"edges\": [[0, 2]]"), "3:11: error: the edge [0, 2] names node 2; the graph has 2 nodes, from 0 on"},
		{two("\"edges\": [[0, 1],\n [1, 0]]"), "4:2: error: the edge [1, 0] goes backwards; it must be [u, v] with u < v"},
		{two("\"edges\": [[0, 1],\n [0, 1]]"), "4:2: error: the edge [0, 1] is given twice"},
		{two("\"edges\": [], \"after\": [[1, 1]]"), "3:24: error: the edge [1, 1] goes backwards"},
		{two("\"edges\": []} {"), "3:14: error: expected the end of the text behind the graph, but found an object"},
		{two("\"edges\": [[0, 1]], \"floor\": 7"), "3:29: error: the file states a floor of 7, but the node that needs the most, 1, needs 8"},
		{two("\"edges\": [[0, 1]], \"initial\": {\"peak\": 9}"), "3:40: error: the file states an initial peak of 9, but the order 0, 1, 2, ... has 8, at node 1"},
		{two("\"edges\": [], \"initial\": {\"duration\": 4}"), "3:38: error: the file states an initial duration of 4, but the durations of its nodes sum up to 3"},
		{"{\"nodes\": [], \"edges\": [], \"floor\": 1}", "1:37: error: the file states 1 bytes, but a graph without nodes needs none"},
		{"{\"edges\": [[0, 1]], \"nodes\": [{\"size\": 3, \"duration\": 1},\n{\"size\": 2, \"duration\": 1, \"takes\": [0]}]}",
			"2:38: error: node 1 of 2 bytes takes over node 0 of 3; such nodes must have one size, which is not larger"},
		{"{\"edges\": [[0, 1]], \"nodes\": [{\"size\": 1, \"duration\": 1},\n{\"size\": 1, \"duration\": 1, \"takes\": [0, 0]}]}",
			"2:41: error: node 1 takes over node 0 twice"},
	} {
		g, err := memory.ReadGraph(strings.NewReader(c.text), "g.json")
		if err == nil || !strings.HasPrefix(err.Error(), "g.json:"+c.want) {
			t.Errorf("%q: got %+v, %v\nwant g.json:%s", c.text, g, err, c.want)
		}
		if g != nil {
			t.Errorf("%q: a graph and an error", c.text)
		}
	}
	if _, err := memory.ReadGraph(iotest.ErrReader(errors.New("torn")), "g.json"); err == nil || err.Error() != "g.json:1:1: error: torn" {
		t.Errorf("got %v", err)
	}
}

func TestReadScheduleErrors(t *testing.T) {
	g := &memory.Graph{Nodes: []memory.Node{{Duration: 1 << 62}, {Reads: []int32{0}, Once: true}, {After: []int32{1}}}}
	for _, c := range []struct{ text, want string }{
		{"", "1:1: error: the schedule ends, and node 0 is not computed; each of the 3 nodes must be"},
		{"0\n1\n", "3:1: error: the schedule ends, and node 2 is not computed"},
		{"0\n\n  1 2\n", "3:3: error: expected the number of a node, and nothing else in the line, but found '1 2'"},
		{"0\n-1\n", "2:1: error: there is no node -1; the graph has 3, from 0 on"},
		{"0\n3", "2:1: error: there is no node 3; the graph has 3, from 0 on"},
		{"99999999999999999999", "1:1: error: there is no node 99999999999999999999; the graph has 3, from 0 on"},
		{"1", "1:1: error: node 1 is computed before node 0, which it needs"},
		{"0\r\n2", "2:1: error: node 2 is computed before node 1, which it needs"},
		{"0\n1\n1", "3:1: error: node 1 is computed again, and must be computed only once"},
		{"0\n1\n0\n2", "3:1: error: with node 0 the durations sum up to more than 9223372036854775807"},
		{"0\n\xff", "2:1: error: the byte 0xff is not UTF-8"},
	} {
		if s, err := memory.ReadSchedule(strings.NewReader(c.text), "s.txt", g); err == nil || !strings.HasPrefix(err.Error(), "s.txt:"+c.want) || s != nil {
			t.Errorf("%q: got %v, %v\nwant s.txt:%s", c.text, s, err, c.want)
		}
	}
	if s, err := memory.ReadSchedule(strings.NewReader(" 0\r\n\n1\t\n2"), "s.txt", g); err != nil || fmt.Sprint(s) != "[0 1 2]" {
		t.Errorf("got %v, %v", s, err)
	}
}

// A graph that is none is not written, nor is what a writer refuses lost.
func TestWriteErrors(t *testing.T) {
	g := &memory.Graph{Nodes: []memory.Node{{Reads: []int32{3}}}}
	var b strings.Builder
	if err := memory.WriteGraph(&b, g); err == nil || b.Len() > 0 {
		t.Errorf("got %v and %q", err, b.String())
	}
	g = graphs.All(1)[2]
	full := failing{}
	if err := memory.WriteGraph(full, g); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
	if err := memory.WriteSchedule(full, g.Initial()); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
	g = &memory.Graph{Name: "a\xffb", Nodes: []memory.Node{{Label: "\xc3"}}}
	if again, err := memory.ReadGraph(strings.NewReader(written(t, g)), "g.json"); err != nil || again.Name != "a\ufffdb" {
		t.Errorf("got %+v, %v", again, err)
	}
}

var errFull = errors.New("no space")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

// Checked graphs are those whose sums fit.
func TestCheckSums(t *testing.T) {
	const half = 1 << 62
	for _, c := range []struct {
		nodes []memory.Node
		want  string
	}{
		{[]memory.Node{{Size: half}, {Size: half - 1}}, ""},
		{[]memory.Node{{Size: half}, {Workspace: half}}, "with the workspace 4611686018427387904 of node 1"},
		{[]memory.Node{{Duration: half}, {Size: half}, {Duration: half}}, "with the duration 4611686018427387904 of node 2"},
	} {
		err := (&memory.Graph{Nodes: c.nodes}).Check()
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want '%s'", err, c.want)
		}
	}
}

// The graphs of the data folder have the peaks, durations and floors that they
// state, which reading them compares, and the checker says the same.
func TestData(t *testing.T) {
	files, _ := filepath.Glob("../../shared/data/remat/*.json")
	if len(files) == 0 {
		t.Skip("no graphs in ../../shared/data/remat")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		g, err := memory.ReadGraph(bytes.NewReader(text), filepath.Base(file))
		if err != nil {
			t.Error(err)
			continue
		}
		peak, err := check.Peak(g, g.Initial())
		if floor, _ := g.Floor(); err != nil || !bytes.Contains(text, fmt.Appendf(nil, "\"peak\": %d,", peak)) ||
			!bytes.Contains(text, fmt.Appendf(nil, "\"floor\": %d,", floor)) {
			t.Errorf("%s: peak %d, floor %d, %v", file, peak, floor, err)
		}
		if again, err := memory.ReadGraph(strings.NewReader(written(t, g)), "again"); err != nil || !reflect.DeepEqual(again, g) {
			t.Errorf("%s: not the same when written and read: %v", file, err)
		}
	}
}

func BenchmarkReadGraph(b *testing.B) {
	g := graphs.Layered(graphs.Rand(1), 100_000)
	var text bytes.Buffer
	if err := memory.WriteGraph(&text, g); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, err := memory.ReadGraph(bytes.NewReader(text.Bytes()), "g.json"); err != nil {
			b.Fatal(err)
		}
	}
}
