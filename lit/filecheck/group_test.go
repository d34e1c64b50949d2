package filecheck

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// groupCase makes a group of many DAGs and NOTs over a long input, in which they compete for
// places.
func groupCase(r *rand.Rand) (check, input string) {
	var text strings.Builder
	lines := 300 + r.IntN(300)
	words := 20 + r.IntN(200)
	for range lines {
		fmt.Fprintf(&text, "%%%d = op%d(%d) tail%d\n", r.IntN(words), r.IntN(10), r.IntN(words), r.IntN(5))
	}
	text.WriteString("end\n")
	var checks strings.Builder
	for range 12 + r.IntN(40) {
		directive := "CHECK-DAG"
		if r.IntN(8) == 0 {
			directive = "CHECK-NOT"
		}
		n, m := r.IntN(words), r.IntN(10)
		pattern := []string{
			fmt.Sprintf("%%%d = op%d(", n, m), fmt.Sprintf("%%%d =", n), "tail1", fmt.Sprintf("op%d", m), "= op",
			fmt.Sprintf("%%%d = {{op[0-9]+}}", n), fmt.Sprintf("{{%%%d}} ={{.*}}", n), "{{^}}%{{1+}}", fmt.Sprintf("op{{%d}}", m),
			fmt.Sprintf("[[V:%%%d]] = op", n), fmt.Sprintf("%%[[V:%d]] ={{.*}}tail{{[0-3]}}", n), fmt.Sprintf("[[W:op%d]]", m),
			"({{1|2|12}})", fmt.Sprintf("%d) {{tail4[[:space:]]%%}}", n), ")", fmt.Sprintf("{{.}} = op%d", m), "tail{{2?}}",
			fmt.Sprintf("({{[0-9]+}}%d) tail", r.IntN(10)), fmt.Sprintf("(%d", n), "{{[0-9]+\\) tail[34]}}",
		}[r.IntN(20)]
		if directive == "CHECK-NOT" && r.IntN(4) != 0 {
			pattern = fmt.Sprintf("op%d(%d) tail7", m, n)
		}
		fmt.Fprintf(&checks, "%s: %s\n", directive, pattern)
	}
	checks.WriteString("CHECK: end\n")
	return checks.String(), text.String()
}

// TestGroupsAgainstReference compares groups so big that they are matched by an index.
func TestGroupsAgainstReference(t *testing.T) {
	tool := reference(t)
	t.Chdir(t.TempDir())
	randomCases(25, func(seed int) {
		r := rand.New(rand.NewPCG(uint64(seed), 13))
		check, input := groupCase(r)
		args := []string{"check.txt", "--dump-input=never", []string{"-v", "-vv", "--ignore-case", "--allow-deprecated-dag-overlap"}[r.IntN(4)]}
		if r.IntN(2) == 0 {
			args = args[:2]
		}
		if err := os.WriteFile("check.txt", []byte(check), 0o666); err != nil {
			t.Fatal(err)
		}
		t.Logf("seed %d", seed)
		c := call{args: args, input: input}
		if !c.compare(t, tool, check) {
			t.Error("the reference failed")
		}
	})
}

func TestExtentSet(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		var set extentSet
		var plain []extent
		for range 2000 {
			start := r.IntN(3000)
			e := extent{start, start + r.IntN(4)}
			i := slices.IndexFunc(plain, func(o extent) bool { return o.end > e.start })
			earlier, overlaps := set.insert(e)
			if i >= 0 && plain[i].start < e.end {
				if !overlaps || earlier != plain[i] {
					t.Fatalf("%v: %v %v, want %v", e, earlier, overlaps, plain[i])
				}
				continue
			}
			if overlaps {
				t.Fatalf("%v overlaps %v", e, earlier)
			}
			if i < 0 {
				i = len(plain)
			}
			plain = slices.Insert(plain, i, e)
		}
		if got := slices.Concat(set.blocks...); !slices.Equal(got, plain) {
			t.Fatal("the sets differ")
		}
	}
}

func TestLiteralIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 50 {
		text := make([]byte, scanStep*3)
		for i := range text {
			text[i] = "aabc\n"[r.IntN(5)]
		}
		var all []*directive
		for range 200 {
			start := r.IntN(len(text) - 40)
			literal := bytes.Clone(text[start : start+1+r.IntN(12)])
			all = append(all, &directive{pattern: &pattern{fixed: literal, regexTemplate: &noTemplate}})
		}
		region := extent{r.IntN(100), len(text) - r.IntN(100)}
		index := newLiteralIndex(text, region, all)
		for range 2000 {
			d := all[r.IntN(len(all))]
			from := extent{region.start + r.IntN(region.end-region.start), region.end}
			locate := index.locator(d, from)
			if locate == nil {
				continue
			}
			offset := r.IntN(from.end - from.start + 1)
			want := bytes.Index(text[from.start+offset:from.end], d.pattern.fixed)
			if want >= 0 {
				want += offset
			}
			if got := locate(offset); got != want {
				t.Fatalf("%q from %d in %v: %d, want %d", d.pattern.fixed, offset, from, got, want)
			}
		}
	}
}
