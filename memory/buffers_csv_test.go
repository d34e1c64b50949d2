package memory_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/memory/check"
)

func TestReadBuffers(t *testing.T) {
	want := []memory.Buffer{
		{ID: "a", Lower: 3, Upper: 9, Size: 4, Alignment: 2, Fixed: true, Offset: 6, Hint: -1},
		{ID: "b, c", Lower: -5, Upper: 7, Size: 64, Hint: 8, Gaps: []memory.Gap{{Lower: -4, Upper: -2}, {Lower: 0, Upper: 3, From: 1, To: 60}}},
	}
	for _, text := range []string{
		"id,lower,upper,size,alignment,offset,hint,gaps\na,3,9,4,2,6,,\n\"b, c\",-5,7,64,,,8,-4--2 0-3@1:60\n",
		"\ufeffgaps, size, buffer_id, hint, offset, alignment, begin, end\r\n,4,a,-1,6,2,3,8\r\n" +
			"-4--3 0-2@1:60,64,\"b, c\",8,,0,-5,6",
	} {
		if got, err := memory.ReadBuffers(strings.NewReader(text), "t.csv"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q:\n%+v\n%v", text, got, err)
		}
	}
}

func TestReadBuffersErrors(t *testing.T) {
	const head = "id,lower,upper,size\n"
	for _, c := range []struct{ text, want string }{
		{"", "t.csv:1:1: error: the file is empty: its first line must name columns, such as id,lower,upper,size"},
		{"id,lower,upper,sise\n", `t.csv:1:16: error: unknown column "sise": there are id, lower`},
		{"id,lower,start,upper,size\n", `t.csv:1:10: error: column "start" says what column "lower" says`},
		{"id,lower,upper,end,size\n", `t.csv:1:16: error: column "end" says what column "upper" says`},
		{"id,lower,size\n", `t.csv:1:1: error: there is no column "upper": id, lower, upper and size are needed`},
		{head + "a,1,2\n", "t.csv:2:5: error: the line has 3 columns, and the first one names 4"},
		{head + "a,1,2,3,4\n", "t.csv:2:9: error: the line has 5 columns, and the first one names 4"},
		{head + "a,1,2,\n", `t.csv:2:7: error: size "" is no whole number`},
		{head + "a,1,2,3.5\n", `t.csv:2:7: error: size "3.5" is no whole number`},
		{head + "a,1,2,-3\n", "t.csv:2:7: error: size -3 must be within 0 and 9223372036854775807"},
		{head + "a,1,2,9223372036854775808\n", "t.csv:2:7: error: size 9223372036854775808 must be within"},
		{head + "a,5,2,3\n", "t.csv:2:5: error: the buffer ends at 2, and must not end before it begins, at 5"},
		{head + "a,1,2,3\nb,1,2,3\na,1,2,3\n", `t.csv:4:1: error: line 2 has the id "a" already`},
		{head + ",1,2,3\n", "t.csv:2:1: error: the id is empty"},
		{head + "a,\"1,2,3\n", "t.csv:2:10: error: extraneous or missing"},
		{"id,lower,end,size\na,1,9223372036854775807,3\n", "t.csv:2:5: error: end 9223372036854775807 must be within"},
		{"id,lower,upper,size,hint\na,1,2,3,-2\n", "t.csv:2:9: error: hint -2 must be within -1 and"},
		{"id,lower,upper,size,offset\na,1,2,3,-2\n", "t.csv:2:9: error: offset -2 must be within 0 and"},
		{"id,lower,upper,size,offset\na,1,2,3,9223372036854775807\n", "t.csv:2:1: error: offset 9223372036854775807 and size 3 exceed"},
		{"id,lower,upper,size,gaps\na,1,9,3,4\n", `t.csv:2:9: error: gap "4" must be of the form 3-5 or 3-5@0:64`},
		{"id,lower,upper,size,gaps\na,1,9,3,4-5@1\n", `t.csv:2:9: error: gap "4-5@1" must be of the form`},
		{"id,lower,upper,size,gaps\na,1,9,3,5-4\n", `t.csv:2:9: error: gap "5-4" ends before it begins`},
		{"id,lower,upper,size,gaps\na,1,9,3,4-6 5-7\n", `t.csv:2:9: error: gap "5-7" must be within the life of the buffer`},
		{"id,lower,upper,size,gaps\na,1,9,3,4-6@2:4\n", `t.csv:2:9: error: gap "4-6@2:4" must name bytes of the buffer, which has 3`},
	} {
		got, err := memory.ReadBuffers(strings.NewReader(c.text), "t.csv")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, %v\nwant %s", c.text, got, err, c.want)
		}
	}
}

// TestBuffersAgain: what is written is read as it was, and a plan with it.
func TestBuffersAgain(t *testing.T) {
	for seed := range campaign.Seeds(300) {
		buffers := randomBuffers(rand.New(rand.NewPCG(seed, 2)), 8, true)
		var offsets []int64
		if p := memory.BestFit(buffers); p != nil && seed%2 == 0 {
			offsets = p.Offsets
		}
		checkAgain(t, buffers, offsets)
	}
	if err := memory.WriteBuffers(new(bytes.Buffer), make([]memory.Buffer, 2), make([]int64, 1)); err == nil {
		t.Error("one offset for two buffers is an error")
	}
}

func checkAgain(t *testing.T, buffers []memory.Buffer, offsets []int64) {
	t.Helper()
	var text, again bytes.Buffer
	if err := memory.WriteBuffers(&text, buffers, offsets); err != nil {
		t.Fatal(err)
	}
	read, err := memory.ReadBuffers(bytes.NewReader(text.Bytes()), "again.csv")
	if err != nil || len(read) != len(buffers) {
		t.Fatalf("%v\n%s", err, text.String())
	}
	for i, b := range buffers {
		if offsets != nil {
			b.Fixed, b.Offset = true, offsets[i]
		}
		if r := read[i]; r.ID != b.ID || r.Lower != b.Lower || r.Upper != b.Upper || r.Size != b.Size ||
			r.Fixed != b.Fixed || r.Offset != b.Offset || max(r.Alignment, 1) != max(b.Alignment, 1) || len(r.Gaps) != len(b.Gaps) {
			t.Fatalf("%+v is %+v again", b, r)
		}
	}
	if err := memory.WriteBuffers(&again, read, nil); err != nil || again.String() != text.String() {
		t.Fatalf("%v\n%s\nagain\n%s", err, text.String(), again.String())
	}
}

// FuzzReadBuffers: any text is an error at a place, or is read, placed, and written
// and read again.
func FuzzReadBuffers(f *testing.F) {
	f.Add("id,lower,upper,size\na,3,9,4\nb,4,5,6\n")
	f.Add("id,start,end,size,alignment,offset,hint,gaps\na,3,9,4,2,6,,\n\"b, c\",-5,7,64,,,8,-4--2 0-3@1:60\n")
	f.Fuzz(func(t *testing.T, text string) {
		buffers, err := memory.ReadBuffers(strings.NewReader(text), "f.csv")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f.csv:") || !strings.Contains(err.Error(), ": error: ") {
				t.Fatalf("no place: %v", err)
			}
			return
		}
		if len(buffers) > 100 {
			return
		}
		p, err := memory.Assign(buffers, memory.AssignOptions{Work: 200})
		if err != nil {
			checkAgain(t, buffers, nil)
			return
		}
		if err := check.Plan(buffers, p.Offsets, p.Height); err != nil {
			t.Fatal(err)
		}
		checkAgain(t, buffers, p.Offsets)
	})
}
