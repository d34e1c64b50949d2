package memory_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/memory/check"
	"github.com/tg-opt/tg/memory/internal/graphs"
)

var placed = regexp.MustCompile(`^f:\d+:\d+: error: .`)

// FuzzReadGraph reads graphs. An error has a place; what is read is JSON, a graph
// that the checker passes, and the same when it is written and read.
func FuzzReadGraph(f *testing.F) {
	r := graphs.Rand(1)
	for _, g := range graphs.All(1) {
		var b strings.Builder
		if err := memory.WriteGraph(&b, graphs.Fields(r, g)); err != nil {
			f.Fatal(err)
		}
		if b.Len() < 2000 {
			f.Add(b.String())
		}
	}
	f.Add(`{"after":[[0,1]],"edges":[[0,1]],"nodes":[{"duration":0,"size":9},{"size":9,"takes":[0],"duration":1,"kept":true}],"floor":9}`)
	f.Add(`{"name":"\ud800\u0000","source":"","nodes":[],"edges":[],"initial":{"peak":0}} `)
	f.Fuzz(func(t *testing.T, text string) {
		g, err := memory.ReadGraph(strings.NewReader(text), "f")
		if err != nil {
			if g != nil || !placed.MatchString(err.Error()) {
				t.Errorf("a graph, or an error without a place: %v", err)
			}
			return
		}
		if !json.Valid([]byte(text)) {
			t.Error("it was read, and is not JSON")
		}
		if err := check.Graph(g); err != nil {
			t.Error(err)
		}
		var written bytes.Buffer
		if err := memory.WriteGraph(&written, g); err != nil {
			t.Fatal(err)
		}
		again, err := memory.ReadGraph(bytes.NewReader(written.Bytes()), "f")
		if err != nil || !reflect.DeepEqual(again, g) {
			t.Fatalf("%v: %+v became %+v by\n%s", err, g, again, &written)
		}
	})
}

// FuzzReadSchedule reads schedules of one graph. An error has a place; what is
// read the checker passes, has the peak that it says, and is the same when it is
// written and read.
func FuzzReadSchedule(f *testing.F) {
	r := graphs.Rand(2)
	g := graphs.Fields(r, graphs.Layered(r, 8))
	for again := range 6 {
		var b strings.Builder
		if err := memory.WriteSchedule(&b, graphs.Schedule(r, g, again, false)); err != nil {
			f.Fatal(err)
		}
		f.Add(b.String())
	}
	f.Add(" 0\r\n\n1\t\n99999999999999999999\n-0")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := memory.ReadSchedule(strings.NewReader(text), "f", g)
		if err != nil {
			if s != nil || !placed.MatchString(err.Error()) {
				t.Errorf("a schedule, or an error without a place: %v", err)
			}
			return
		}
		if err := check.Schedule(g, s, -1, false); err != nil {
			t.Error(err)
		}
		p, err := g.Simulate(s)
		if peak, err2 := check.Peak(g, s); err != nil || err2 != nil || peak != p.Peak {
			t.Errorf("peak %d, simulated %+v, %v, %v", peak, p, err, err2)
		}
		var written bytes.Buffer
		if err := memory.WriteSchedule(&written, s); err != nil {
			t.Fatal(err)
		}
		if again, err := memory.ReadSchedule(&written, "f", g); err != nil || !slices.Equal(again, s) {
			t.Errorf("%v became %v, %v", s, again, err)
		}
	})
}
