package opt

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

const fuzzedProgram = `func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %c = tg.constant dense<2.0> : tensor<3x2xf32>
  %0 = tg.mul %y, %c : tensor<3x2xf32>
  %1 = tg.matmul %x, %0 : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %2 = tg.matmul %x, %y : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %3 = tg.relu %2 : tensor<2x2xf32>
  return %1, %3 : tensor<2x2xf32>, tensor<2x2xf32>
}
`

// FuzzPassOptions gives passes and pipelines options as text. Whatever it is, the
// tool ends soon, without a crash: with a program and nothing else, or with an
// error, status 1 and nothing on standard output.
func FuzzPassOptions(f *testing.F) {
	flags := []string{"optimize", "canonicalize", "substitute", "fold", "fuse-matmul", "fuse-elementwise", "inline", "pass-pipeline", "print-cost"}
	for i, texts := range [][]string{
		{"fp=fast", "fp=fast machine=gpu", "fp=", "machine=nosuch.profile", "{fp=finite}"},
		{"max-iterations=-9223372036854775808", "rules=. fp=fast", "max-iterations=3 max-num-rewrites=0 top-down=false", "rule-sets=arithmetic,movement", "enable-patterns={add-self,\"sub-neg\"}"},
		{"nosuch.rules", "rules=a,b shipped=false", "window=0 rounds=9223372036854775807 lookahead=-1", "tolerance=nan", "tolerance=inf max-candidates=1000000000 time-budget=-1", "time-budget=inf"},
		{"max-bytes=-1", "max-growth=0x7fffffffffffffff", "max-steps=0 time-budget=NaN"},
		{"forms=chains,sums", "forms={siblings}", "machine=cpu fp=fast"},
		{"max-ops=-1", "max-ops=0 reductions=false", "machine="},
		{"inlining-threshold=0", "default-pipeline=optimize", "op-pipelines=func.func(canonicalize{fp=fast})"},
		{"builtin.module(optimize{fp=fast},func.func(cse,fold{max-bytes=1}))", "builtin.module(optimize{machine={cpu}})", "any(optimize)", "func.func(optimize)"},
		{"machine=gpu", "cpu"},
	} {
		for _, text := range texts {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, flag uint8, text string) {
		name := flags[int(flag)%len(flags)]
		if strings.Contains(text, "snapshot") || strings.Contains(text, "reproducer") || strings.ContainsRune(text, 0) {
			return // writes a file
		}
		var stdout, stderr bytes.Buffer
		start := time.Now()
		status := tgOpt([]string{"--" + name + "=" + text, "-"}, strings.NewReader(fuzzedProgram), &stdout, &stderr)
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("it takes %v", d)
		}
		switch {
		case strings.Contains(stderr.String(), "crashed"):
			t.Errorf("--%s=%q: %s", name, text, stderr.String())
		case status == 0 && stdout.Len() == 0, status == 1 && (stdout.Len() > 0 || stderr.Len() == 0), status > 1:
			t.Errorf("--%s=%q: status %d, output %q, errors %q", name, text, status, stdout.String(), stderr.String())
		}
	})
}
