package mlir

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/ir"
)

// sameDialects and samePasses stand in the README around the names of those
// whose text is mlir-opt's, byte for byte.
const (
	sameDialects = "same dialects"
	samePasses   = "same passes"
)

var quoted = regexp.MustCompile("`([^`]+)`")

// claimed are the names that the README has between the comments of a kind.
func claimed(t *testing.T, kind string) (names []string) {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, start := strings.Cut(string(text), "<!-- "+kind+" -->")
	list, _, end := strings.Cut(rest, "<!-- end of "+kind+" -->")
	if !start || !end {
		t.Fatalf("the README does not have the comments around the %s", kind)
	}
	for _, m := range quoted.FindAllStringSubmatch(list, -1) {
		names = append(names, m[1])
	}
	return names
}

// unlike are passes that both tools have and the README does not name, and why.
var unlike = map[string]string{
	"composite-fixed-point-pass": "does what the passes do that it runs",
	"remove-dead-values":         "mlir-opt's leaves IR that is not valid, or drops what is needed, in one random module of five",
	"snapshot-op-locations":      "writes a file",
}

// The README names the dialects and the passes that both tools have, all of
// them: those whose dialect says that it lacks ops aside, and those of unlike.
func TestClaimIsExact(t *testing.T) {
	path := peer.Path()
	if path == "" {
		t.Skip("mlir-opt-22 is not installed")
	}
	_, theirs, _ := strings.Cut(peer.MLIROpt(t, path, []string{"--show-dialects"}, "").Stdout, "Available Dialects: ")
	var dialects []string
	for name := range strings.SplitSeq(strings.TrimSpace(theirs), ",") {
		if d := driver.NewContext().LookupDialect(name); d != nil && !d.Lacks(ir.OpMembers) {
			dialects = append(dialects, name)
		}
	}
	if d := cmp.Diff(claimed(t, sameDialects), dialects); d != "" {
		t.Errorf("dialects (-README +both tools):\n%s", d)
	}
	listed := peer.MLIROpt(t, path, []string{"--list-passes"}, "").Stdout
	var passes []string
	for _, p := range driver.NewRegistry().Passes() {
		if unlike[p.Name] == "" && regexp.MustCompile(`(?m)^  +--`+regexp.QuoteMeta(p.Name)+` +-   `).MatchString(listed) {
			passes = append(passes, p.Name)
		}
	}
	slices.Sort(passes)
	if d := cmp.Diff(claimed(t, samePasses), passes); d != "" {
		t.Errorf("passes (-README +both tools):\n%s", d)
	}
}

// examples are the examples of all ops of the dialects that the README names.
func examples(t *testing.T) (names, texts []string) {
	t.Helper()
	ctx := driver.NewContext()
	for _, name := range claimed(t, sameDialects) {
		d := ctx.LookupDialect(name)
		if d == nil {
			t.Fatalf("there is no dialect %s", name)
		}
		for _, o := range d.Ops() {
			names, texts = append(names, o.Name()), append(texts, o.Example)
		}
	}
	return names, texts
}

// Both tools write the same for every op of a dialect that the README names, as
// it is read and after every pass that it names. Random modules go through the
// same passes (TestCampaign).
func TestClaimHolds(t *testing.T) {
	path := peer.Path()
	if path == "" {
		t.Skip("mlir-opt-22 is not installed")
	}
	names, texts := examples(t)
	for _, args := range claimedRuns(t) {
		want, got := theirs(path)(t, args, texts), ours(t, args, texts)
		for i, name := range names {
			explained := slices.ContainsFunc(explanations, func(e explanation) bool { return e.holds(want[i], got[i]) })
			if d := difference(want[i], got[i]); d != "" && !explained {
				t.Errorf("%s %v: %s\n%s", name, args, d, texts[i])
			}
		}
	}
}

// claimedRuns are the arguments that the README speaks of.
func claimedRuns(t *testing.T) [][]string {
	t.Helper()
	runs := [][]string{{"--split-input-file"}, {"--split-input-file", "--mlir-print-op-generic"}}
	for _, p := range claimed(t, samePasses) {
		runs = append(runs, []string{"--split-input-file", "--" + p})
	}
	return runs
}
