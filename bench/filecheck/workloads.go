package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// workload is a check file and an input of a given size, and how a run on them ends.
type workload struct {
	name   string
	size   int // what make is called with; mostly the number of directives
	make   func(n int) (check, input []byte)
	args   []string
	status int
	slow   bool // for the peer
}

// linesPerCheck is how many lines of input there are for every directive.
const linesPerCheck = 5

var workloads = []workload{
	{name: "start-up: one CHECK", size: 1, make: checks(literalCheck)},
	{name: "100k literal CHECKs", size: 100_000, make: checks(literalCheck)},
	{name: "100k literal CHECKs, strict", size: 100_000, make: checks(literalCheck), args: []string{"--strict-whitespace"}},
	{name: "100k CHECK-NEXTs", size: 100_000, make: nextChecks},
	{name: "100k CHECKs, 2 regexes", size: 100_000, make: checks(regexCheck)},
	{name: "100k CHECKs, same 2 regexes", size: 100_000, make: checks(sameRegexCheck)},
	{name: "100k CHECKs, capture and .*", size: 100_000, make: checks(captureCheck)},
	{name: "100k CHECKs, variable use", size: 100_000, make: useChecks},
	{name: "1 CHECK at the end, 2 regexes", size: 100_000, make: lastCheck},
	{name: "10k DAGs in order", size: 10_000, make: dags(inOrder, dagLine)},
	{name: "10k DAGs reversed", size: 10_000, make: dags(slices.Reverse[[]int], dagLine), slow: true},
	{name: "20k DAGs in order", size: 20_000, make: dags(inOrder, dagLine), slow: true},
	{name: "40k DAGs in order", size: 40_000, make: dags(inOrder, dagLine), slow: true},
	{name: "80k DAGs in order", size: 80_000, make: dags(inOrder, dagLine), slow: true},
	{name: "10k DAGs shuffled", size: 10_000, make: dags(shuffled, dagLine), slow: true},
	{name: "20k DAGs shuffled", size: 20_000, make: dags(shuffled, dagLine), slow: true},
	{name: "40k DAGs shuffled", size: 40_000, make: dags(shuffled, dagLine), slow: true},
	{name: "80k DAGs shuffled", size: 80_000, make: dags(shuffled, dagLine), slow: true},
	{name: "40k DAGs reversed", size: 40_000, make: dags(slices.Reverse[[]int], dagLine), slow: true},
	{name: "80k DAGs reversed", size: 80_000, make: dags(slices.Reverse[[]int], dagLine), slow: true},
	{name: "20k DAGs, the same pattern", size: 20_000, make: dags(inOrder, sameLine), slow: true},
	{name: "40k DAGs, the same pattern", size: 40_000, make: dags(inOrder, sameLine), slow: true},
	{name: "80k DAGs, the same pattern", size: 80_000, make: dags(inOrder, sameLine), slow: true},
	{name: "20k DAGs, regex, shuffled", size: 20_000, make: dags(shuffled, dagRegex), slow: true},
	{name: "40k DAGs, regex, shuffled", size: 40_000, make: dags(shuffled, dagRegex), slow: true},
	{name: "80k DAGs, regex, shuffled", size: 80_000, make: dags(shuffled, dagRegex), slow: true},
	{name: "20k DAGs, capture, shuffled", size: 20_000, make: dags(shuffled, dagCapture), slow: true},
	{name: "40k DAGs, capture, shuffled", size: 40_000, make: dags(shuffled, dagCapture), slow: true},
	{name: "80k DAGs, capture, shuffled", size: 80_000, make: dags(shuffled, dagCapture), slow: true},
	{name: "100 NOTs, 1 region", size: 100, make: nots("absent.op%d")},
	{name: "1k NOTs, 1 region", size: 1000, make: nots("absent.op%d"), slow: true},
	{name: "1k NOTs with a regex, 1 region", size: 1000, make: nots("absent.op%d{{[(\"]}}"), slow: true},
	{name: "implicit NOT, 100k CHECKs", size: 100_000, make: checks(literalCheck),
		args: []string{"--implicit-check-not=error:", "--implicit-check-not={{warn(ing)?:}}"}},
	{name: "failure: pattern of 300 bytes", size: 300, make: longMiss, status: 1},
	{name: "failure: pattern of 2,000 bytes", size: 2000, make: longMiss, status: 1, slow: true},
	{name: "failure: regex of 2,000 bytes", size: 2000, make: longRegexMiss, status: 1, slow: true},
	{name: "failure in 53 MB", size: 100_000, make: missAtEnd, status: 1},
}

// inputLine appends line i of the input, of about 106 bytes.
func inputLine(b *bytes.Buffer, i int) {
	fmt.Fprintf(b, "  %%%d = \"test.op%d\"(%%%d, %%%d) {axis = %d : i64} : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>\n",
		i, i%20, i*7/9, i*3/4, i%4)
}

func inputLines(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		inputLine(&b, i)
	}
	return b.Bytes()
}

func literalCheck(i int) string {
	return fmt.Sprintf("CHECK: %%%d = \"test.op%d\"(%%%d", i, i%20, i*7/9)
}

func regexCheck(i int) string {
	return fmt.Sprintf("CHECK: %%%d = \"test.{{[a-z]+[0-9]+}}\"(%%{{[0-9]+}}, ", i)
}

func sameRegexCheck(int) string {
	return "CHECK: %{{[0-9]+}} = \"test.op{{[0-9]+}}\"(%"
}

func captureCheck(i int) string {
	return fmt.Sprintf("CHECK: %%[[V:%d]] = \"test.op{{.*}} : i64}", i)
}

// checks makes a check file with one directive for every few lines.
func checks(line func(i int) string) func(n int) (check, input []byte) {
	return func(n int) ([]byte, []byte) {
		var b bytes.Buffer
		for i := range n {
			b.WriteString(line(i*linesPerCheck+linesPerCheck-1) + "\n")
		}
		return b.Bytes(), inputLines(n * linesPerCheck)
	}
}

func nextChecks(n int) (check, input []byte) {
	var b bytes.Buffer
	b.WriteString("CHECK: %0 =\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "CHECK-NEXT: %%%d = \"test.op%d\"(\n", i+1, (i+1)%20)
	}
	return b.Bytes(), inputLines(n)
}

// useChecks captures in one line what the next one uses.
func useChecks(n int) (check, input []byte) {
	var b, text bytes.Buffer
	for i := range n / 2 {
		fmt.Fprintf(&b, "CHECK: [[V:%%[0-9]+]] = def%d\nCHECK: use%d([[V]])\n", i, i)
		fmt.Fprintf(&text, "  %%%d = def%d : tensor<16x16xf32>\n  use%d(%%%d) : tensor<16x16xf32>\n", i*7, i, i, i*7)
	}
	return b.Bytes(), text.Bytes()
}

// lastCheck looks for a line at the end whose parts occur everywhere.
func lastCheck(n int) (check, input []byte) {
	lines := inputLines(n * linesPerCheck)
	return []byte("CHECK: {{[a-z]+[0-9]+}}\"(%{{[0-9]+}}, last\n"), append(lines, "test.op7\"(%5, last\n"...)
}

func inOrder([]int) {}

func shuffled(order []int) {
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
}

func dagLine(i int) string  { return fmt.Sprintf("CHECK-DAG: %%%d = \"test.op%d\"(", i, i%20) }
func sameLine(int) string   { return "CHECK-DAG: = \"test.op" }
func dagRegex(i int) string { return fmt.Sprintf("CHECK-DAG: {{^}} %%%d = \"test.op{{[0-9]+}}\"(", i) }
func dagCapture(i int) string {
	return fmt.Sprintf("CHECK-DAG: %%[[V%d:%d]] = \"test.op{{.*}} : i64}", i, i)
}

// dags makes one group with a directive for every line, in some order.
func dags(arrange func([]int), line func(i int) string) func(n int) (check, input []byte) {
	return func(n int) ([]byte, []byte) {
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		arrange(order)
		var b bytes.Buffer
		for _, i := range order {
			b.WriteString(line(i) + "\n")
		}
		return b.Bytes(), inputLines(n)
	}
}

// nots makes n NOTs over one region of 50,000 lines.
func nots(format string) func(n int) (check, input []byte) {
	return func(n int) ([]byte, []byte) {
		var b bytes.Buffer
		b.WriteString("CHECK: %0 =\n")
		for i := range n {
			fmt.Fprintf(&b, "CHECK-NOT: "+format+"\n", i)
		}
		b.WriteString("CHECK: %49999 =\n")
		return b.Bytes(), inputLines(50_000)
	}
}

func longMiss(n int) (check, input []byte) {
	var b bytes.Buffer
	for i := 0; b.Len() < 2*n; i++ {
		inputLine(&b, i)
	}
	wanted := strings.ReplaceAll(b.String()[n/3:n/3+n], "\n", "")
	return []byte("CHECK: %0 =\nCHECK: " + strings.ReplaceAll(wanted, "axis", "axes") + "\n"), bytes.ReplaceAll(b.Bytes(), []byte("\n"), []byte(" "))
}

func longRegexMiss(n int) (check, input []byte) {
	check, input = longMiss(n)
	return bytes.ReplaceAll(check, []byte("i64"), []byte("{{i6.}}")), input
}

func missAtEnd(n int) (check, input []byte) {
	check, input = checks(literalCheck)(n)
	return append(check, "CHECK: %7 = \"test.op7\"(%5\n"...), input
}
