package update

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/lit/filecheck"
)

// It is long because it is a table of cases.
func TestRepair(t *testing.T) {
	const function = `func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %arg0, %arg1 : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  %2 = tg.mul %1, %0 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
`
	tests := []struct {
		name, checks, input, want string
		problem                   string // part of what is reported; empty for nothing
	}{
		{
			name:   "what is right stays",
			checks: "CHECK-LABEL: @f\nCHECK: tg.neg\n",
			input:  function,
			want:   "CHECK-LABEL: @f\nCHECK: tg.neg\n",
		}, {
			name:   "operation",
			checks: "CHECK-LABEL: @f\nCHECK-NEXT:  %[[A:.*]] = tg.add %arg0, %arg1\nCHECK-NEXT: tg.neg %[[A]]\n",
			input:  function,
			want:   "CHECK-LABEL: @f\nCHECK-NEXT:  %[[A:.*]] = tg.sub %arg0, %arg1\nCHECK-NEXT: tg.neg %[[A]]\n",
		}, {
			name:   "operands swapped",
			checks: "CHECK: %[[A:.*]] = tg.sub\nCHECK: %[[B:.*]] = tg.neg %[[A]]\nCHECK: tg.mul %[[A]], %[[B]]\n",
			input:  function,
			want:   "CHECK: %[[A:.*]] = tg.sub\nCHECK: %[[B:.*]] = tg.neg %[[A]]\nCHECK: tg.mul %[[B]], %[[A]]\n",
		}, {
			name:   "undefined variable",
			checks: "CHECK: %[[A:.*]] = tg.sub\nCHECK: tg.neg %[[X]] : tensor\n",
			input:  function,
			want:   "CHECK: %[[A:.*]] = tg.sub\nCHECK: tg.neg %[[A]] : tensor\n",
		}, {
			name:   "value nobody captured",
			checks: "CHECK: tg.sub\nCHECK: %[[M:.*]] = tg.mul %[[X]]\nCHECK: return %[[M]]\n",
			input:  function,
			want:   "CHECK: tg.sub\nCHECK: %[[M:.*]] = tg.mul %{{[a-zA-Z0-9_]+}}\nCHECK: return %[[M]]\n",
		}, {
			name:   "type in two places",
			checks: "CHECK: tg.neg {{.*}} : tensor<4xf64>\nCHECK: return %{{.*}} : tensor<4xf64>\n",
			input:  function,
			want:   "CHECK: tg.neg {{.*}} : tensor<4xf32>\nCHECK: return %{{.*}} : tensor<4xf32>\n",
		}, {
			name:   "line in between",
			checks: "CHECK: tg.sub\nCHECK-NEXT: tg.mul\nCHECK-NEXT: return\n",
			input:  function,
			want:   "CHECK: tg.sub\nCHECK: tg.mul\nCHECK-NEXT: return\n",
		}, {
			name:   "label renamed",
			checks: "CHECK-LABEL: func.func @g(\nCHECK: tg.neg\n",
			input:  function,
			want:   "CHECK-LABEL: func.func @f(\nCHECK: tg.neg\n",
		}, {
			name:   "every block",
			checks: "CHECK-LABEL: a:\nCHECK: one\nCHECK-LABEL: b:\nCHECK: two is 2\n",
			input:  "a:\nione\nb:\ntwo is 3\n",
			want:   "CHECK-LABEL: a:\nCHECK: one\nCHECK-LABEL: b:\nCHECK: two is 3\n",
		}, {
			name:   "rest of the line",
			checks: "CHECK-LABEL: @f(\nCHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf64>)\nCHECK: tg.sub %[[X]], %[[Y]] :\n",
			input:  function,
			want:   "CHECK-LABEL: @f(\nCHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)\nCHECK: tg.sub %[[X]], %[[Y]] :\n",
		}, {
			name:   "captured text changed",
			checks: "CHECK: type [[T:f64]]\nCHECK: use [[T]]\n",
			input:  "type f32\nuse f32\n",
			want:   "CHECK: type [[T:f32]]\nCHECK: use [[T]]\n",
		}, {
			name:   "number",
			checks: "CHECK: size [[#N:]]\nCHECK: twice [[#N+N]]\n",
			input:  "size 4\ntwice 9\n",
			want:   "CHECK: size [[#N:]]\nCHECK: twice 9\n",
		}, {
			name:   "literal",
			checks: "CHECK{LITERAL}: dense<[[1, 2]]> : i32\n",
			input:  "dense<[[1, 3]]> : i32\n",
			want:   "CHECK{LITERAL}: dense<[[1, 3]]> : i32\n",
		}, {
			name:   "brackets of the program",
			checks: "CHECK: dense<{{\\[\\[}}1, 2], 4]> : [[T:.*]] end\n",
			input:  "dense<[[1, 2], [[3]]> : i32 end\n",
			want:   "CHECK: dense<{{\\[\\[}}1, 2], {{\\[\\[}}3]]> : [[T:.*]] end\n",
		}, {
			name:   "fewer than counted",
			checks: "CHECK-COUNT-3: tg.neg\nCHECK: return\n",
			input:  "tg.neg\ntg.neg\nreturn\n",
			want:   "CHECK-COUNT-2: tg.neg\nCHECK: return\n",
		}, {
			name:    "excluded text",
			checks:  "CHECK-NOT: tg.neg\nCHECK: return\n",
			input:   "tg.neg\nreturn\n",
			want:    "CHECK-NOT: tg.neg\nCHECK: return\n",
			problem: `t:1:1: error: the excluded text is in the output: "tg.neg"`,
		}, {
			name:    "nothing like it",
			checks:  "CHECK: completely different\n",
			input:   "tg.neg\nreturn\n",
			want:    "CHECK: completely different\n",
			problem: "t:1:1: error: nothing in the output here is like the text of this directive",
		}, {
			name:    "empty line",
			checks:  "CHECK: a\nCHECK-EMPTY:\nCHECK-NEXT: c\n",
			input:   "a\nb\nc\n",
			want:    "CHECK: a\nCHECK-EMPTY:\nCHECK-NEXT: c\n",
			problem: "t:2:1: error: the line here is not empty",
		}, {
			name:   "code and comment stay",
			checks: "  %0 = foo // CHECK:   tg.add %a, %b\n",
			input:  "tg.add %a, %c\n",
			want:   "  %0 = foo // CHECK:   tg.add %a, %c\n",
		}, {
			name:   "line ending stays",
			checks: "CHECK: tg.add %a, %b\r\nCHECK: x\r\n",
			input:  "tg.add %a, %c\nx\n",
			want:   "CHECK: tg.add %a, %c\r\nCHECK: x\r\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := &call{Invocation: &filecheck.Invocation{}, file: "t", line: 1, column: 1, input: tt.input}
			got, problems := repair("t", tt.checks, []*call{c})
			if got != tt.want {
				t.Errorf("got:\n%swant:\n%s", got, tt.want)
			}
			var said []string
			for _, p := range problems {
				said = append(said, p.Error())
			}
			if all := strings.Join(said, "\n"); tt.problem == "" && all != "" || !strings.Contains(all, tt.problem) {
				t.Errorf("problems: %q, want %q", all, tt.problem)
			}
			if ok, messages := c.Check("t", []byte(got), []byte(tt.input)); ok != (tt.problem == "") {
				t.Errorf("FileCheck: %t\n%s", ok, messages)
			}
		})
	}
}

// Two RUN lines that want different texts of one directive leave it as it is.
func TestRepairDisagreement(t *testing.T) {
	const checks = "CHECK: tg.add %a, %b\nCHECK: end\n"
	calls := []*call{
		{Invocation: &filecheck.Invocation{}, file: "t", line: 1, column: 1, input: "tg.add %a, %c\nend\n"},
		{Invocation: &filecheck.Invocation{}, file: "t", line: 2, column: 1, input: "tg.add %a, %d\nend\n"},
	}
	got, problems := repair("t", checks, calls)
	if got != checks {
		t.Errorf("got:\n%s", got)
	}
	if len(problems) != 1 || !strings.Contains(problems[0].Text, "right for all RUN lines") || problems[0].Line != 1 {
		t.Errorf("problems: %v", problems)
	}
}
