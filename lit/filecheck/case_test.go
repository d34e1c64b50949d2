package filecheck

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/peer"
)

// toolCase is a call of the tool on check.txt.
type toolCase struct {
	row   string // of the specification that the case shows
	name  string
	check string
	input string
	args  []string // after check.txt
	exit  int
	first string // line of the error output
}

func allCases() []toolCase {
	return slices.Concat(directiveCases, patternCases, optionCases, messageCases, settingCases, scanCases, variableCases, regexCases,
		orderCases)
}

// specRows are the rows of the specification of FileCheck that cases show: its paragraphs, or
// points of them by name.
var specRows = strings.Fields(`
	A1.check A1.dashes A1.environment A1.exit A1.information A1.messages A1.located A1.trailer
	A2.check-prefix A2.check-prefixes A2.comment-prefixes A2.allow-unused-prefixes A2.input-file A2.allow-empty
	A2.match-full-lines A2.strict-whitespace A2.ignore-case A2.implicit-check-not A2.enable-var-scope A2.D A2.D#
	A2.allow-deprecated-dag-overlap A2.dump-input A2.dump-input-context A2.dump-input-filter A2.v A2.vv A2.color
	A3.1 A3.2 A3.3 A3.4 A3.5 A3.6 A3.7 A3.8
	A4.plain A4.block A4.invalid A4.string A4.names A4.undefined A4.numeric A4.constraint A4.expression A4.values
	A4.format A4.text A4.line
	A5.longest A5.caret A5.escapes A5.errors A5.back-reference
	A6.1 A6.2 A6.3 A6.4 A6.5 A6.6 A6.7 A6.8
	A7.miss A7.not A7.fuzzy A7.dump`)

// TestEveryRowHasCases: the cases name rows of the specification, and each row has some.
func TestEveryRowHasCases(t *testing.T) {
	shown, names := map[string]int{}, map[string]bool{}
	count := func(row, name string) {
		key, _, _ := strings.Cut(row, " ")
		if !slices.Contains(specRows, key) {
			t.Errorf("%s: no row %q", name, row)
		}
		shown[key]++
		if full := row + "/" + name; names[full] {
			t.Errorf("two cases are called %s", full)
		} else {
			names[full] = true
		}
	}
	for _, c := range allCases() {
		count(c.row, c.name)
	}
	for _, c := range processCases {
		count(c.row, c.name)
	}
	for _, row := range specRows {
		if shown[row] < 2 {
			t.Errorf("%s has %d cases", row, shown[row])
		}
	}
}

// arguments are those of the tool; a case that is about a missing check file names another one.
func (c *toolCase) arguments() []string {
	if slices.Contains(c.args, "missing.txt") {
		return c.args
	}
	return append([]string{"check.txt"}, c.args...)
}

const sumsFile = "testdata/filecheck-22.sums"

var writeSums = flag.Bool("write-sums", false, "write "+sumsFile+" from what FileCheck prints")

// sum is the line of sumsFile about a case.
func (o *outcomeOf) sum(row, name string) string {
	return fmt.Sprintf("%.12x %d %s/%s\n", sha256.Sum256([]byte(o.Stdout+"\x00"+o.Stderr)), o.Status, row, name)
}

// TestCases compares exit status and first line with the tables, and the whole output with the sums
// of FileCheck's.
func TestCases(t *testing.T) {
	sums, err := os.ReadFile(sumsFile)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("FILECHECK_OPTS", "")
	t.Chdir(t.TempDir())
	for _, c := range allCases() {
		t.Run(c.row+"/"+c.name, func(t *testing.T) {
			if err := os.WriteFile("check.txt", []byte(c.check), 0o666); err != nil {
				t.Fatal(err)
			}
			ours := (&call{args: c.arguments(), input: c.input}).ours(t)
			first, _, _ := strings.Cut(ours.Stderr, "\n")
			if ours.Status != c.exit || first != c.first || ours.Stdout != "" {
				t.Errorf("exit status %d, want %d; stdout %q; want first line %q, have\n%s", ours.Status, c.exit, ours.Stdout, c.first,
					ours.Stderr)
			} else if !bytes.Contains(sums, []byte(ours.sum(c.row, c.name))) {
				t.Errorf("this is not what FileCheck prints:\n%s", ours.Stderr)
			}
		})
	}
}

// TestCasesAgainstReference compares the whole output with that of LLVM's FileCheck.
func TestCasesAgainstReference(t *testing.T) {
	tool := reference(t)
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("FILECHECK_OPTS", "")
	t.Chdir(t.TempDir())
	var sums strings.Builder
	cases := allCases()
	if !*writeSums {
		cases = peer.Some(cases, func(c toolCase) string { return c.row + "/" + c.name })
	}
	for _, c := range cases {
		t.Run(c.row+"/"+c.name, func(t *testing.T) {
			compareBoth(t, tool, c.check, c.input, c.arguments())
			if *writeSums {
				theirs, _ := (&call{args: c.arguments(), input: c.input}).theirs(t, tool)
				sums.WriteString(theirs.sum(c.row, c.name))
			}
		})
	}
	if *writeSums {
		if err := os.WriteFile(home+"/"+sumsFile, []byte(sums.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// processFolder makes a folder for the processCases the current one.
func processFolder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.Mkdir("dir", 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range processFiles {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestProcess(t *testing.T) {
	t.Setenv("FILECHECK_OPTS", "")
	processFolder(t)
	for _, c := range processCases {
		t.Run(c.row+"/"+c.name, func(t *testing.T) {
			ours := (&call{c.args, c.input, c.opts}).ours(t)
			stdout, _, _ := strings.Cut(ours.Stdout, "\n")
			stderr, _, _ := strings.Cut(ours.Stderr, "\n")
			if ours.Status != c.exit || stdout != os.ExpandEnv(c.stdout) || stderr != os.ExpandEnv(c.stderr) {
				t.Errorf("exit status %d, want %d; stdout %q, want %q; stderr %q, want %q", ours.Status, c.exit, stdout, c.stdout,
					stderr, c.stderr)
			}
		})
	}
}

// TestProcessAgainstReference compares the whole output with that of LLVM's FileCheck, but for the
// help and the version, which are in words of their own.
func TestProcessAgainstReference(t *testing.T) {
	tool := reference(t)
	t.Setenv("FILECHECK_OPTS", "")
	processFolder(t)
	for _, c := range processCases {
		if !peer.Asked(c.row + "/" + c.name) {
			continue
		}
		t.Run(c.row+"/"+c.name, func(t *testing.T) {
			if c.stdout != "" {
				t.Skip("in words of its own")
			}
			(&call{c.args, c.input, c.opts}).compare(t, tool, "")
		})
	}
}

func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root can read everything")
	}
	t.Setenv("FILECHECK_OPTS", "")
	processFolder(t)
	if err := os.Chmod("in.txt", 0); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"Could not open check file 'in.txt': Permission denied\n": {"in.txt"},
		"Could not open input file 'in.txt': Permission denied\n": {"check.txt", "--input-file=in.txt"},
	} {
		if ours := (&call{args: args}).ours(t); ours.Status != statusUnusable || ours.Stderr != want {
			t.Errorf("%q: %+v", args, ours)
		}
	}
}
