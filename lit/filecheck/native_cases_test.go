package filecheck

// nativeCases are calls of the tool on check.txt with all that it writes.
var nativeCases = []nativeCase{
	{"next line differs", "// CHECK-LABEL: @f\n// CHECK: %[[E:.*]] = tg.exp %arg0\n// CHECK-NEXT: return %[[E]] : tensor<4xf32>\n", "func @f\n  %0 = tg.exp %arg0\n  return %1 : tensor<4xf32>\n}\n",
		"", 1, `check.txt:3:16: error: CHECK-NEXT: expected string not found in input
// CHECK-NEXT: return %[[E]] : tensor<4xf32>
               ^
  expected:  return %0 : tensor<4xf32>
    line 3:  return %1 : tensor<4xf32>
                     ^
  with E = "0", captured at <stdin>:2:3 by line 2 of the check file
  searched <stdin>:2:19 to the end, line 4 (3 lines)
`},
	{"next is elsewhere and other", "CHECK: a\nCHECK-NEXT: return value of f\n", "a\nb\nc\n  return value 1 of f\n",
		"", 1, `check.txt:2:13: error: CHECK-NEXT: expected string not found in input
CHECK-NEXT: return value of f
            ^
  expected:  return value of f
    line 4:  return value 1 of f
                         ^
  searched <stdin>:1:2 to the end, line 4 (4 lines)
`},
	{"nothing is like it", "CHECK: {{[a-z]+}} = tg.exponential [[#V:]]\n", "1\n2 3\n",
		"", 1, `check.txt:1:36: warning: 'V' is never used; write '[[#]]' for any number [unused-variable]
CHECK: {{[a-z]+}} = tg.exponential [[#V:]]
                                   ^~~~~~~
check.txt:1:8: error: CHECK: expected string not found in input
CHECK: {{[a-z]+}} = tg.exponential [[#V:]]
       ^
  expected: {{[a-z]+}} = tg.exponential [[#V:]]
  no line of the region is like it
  searched <stdin>:1:1 to the end, line 2 (2 lines)
`},
	{"regex fails", "CHECK: f({{[0-9]+}}) : i32\n", "f(abc) : i32\n",
		"", 1, `check.txt:1:8: error: CHECK: expected string not found in input
CHECK: f({{[0-9]+}}) : i32
       ^
  expected: f({{[0-9]+}}) : i32
    line 1: f(abc) : i32
              ^
  searched <stdin>:1:1 to the end, line 1 (1 line)
`},
	{"number differs", "CHECK: [[#N:]]\nCHECK: line [[#N+1]]\n", "41\nline 43\n",
		"", 1, `check.txt:2:8: error: CHECK: expected string not found in input
CHECK: line [[#N+1]]
       ^
  expected: line 42
    line 2: line 43
                  ^
  with N+1 = "42", captured at <stdin>:1:1 by line 1 of the check file
  searched <stdin>:1:3 to the end, line 2 (2 lines)
`},
	{"hex number", "CHECK: [[#%#x,A:]]\nCHECK-NEXT: [[#A+0x10]] at\n", "0x1f\n0x2e at\n",
		"", 1, `check.txt:2:13: error: CHECK-NEXT: expected string not found in input
CHECK-NEXT: [[#A+0x10]] at
            ^
  expected: 0x2f at
    line 2: 0x2e at
               ^
  with A+0x10 = "0x2f", captured at <stdin>:1:1 by line 1 of the check file
  searched <stdin>:1:5 to the end, line 2 (2 lines)
`},
	{"full line", "CHECK: a {{b+}}\n", "a bbb c\n",
		"--match-full-lines", 1, `check.txt:1:8: error: CHECK: expected string not found in input
CHECK: a {{b+}}
       ^
  expected: a {{b+}}
    line 1:    a bbb c
                    ^
  searched <stdin>:1:1 to the end, line 1 (1 line)
`},
	{"ignore case", "CHECK: Hello World\n", "x\nHELLO, WORLD\n",
		"--ignore-case", 1, `check.txt:1:8: error: CHECK: expected string not found in input
CHECK: Hello World
       ^
  expected: Hello World
    line 2: HELLO, WORLD
                 ^
  searched <stdin>:1:1 to the end, line 2 (2 lines)
`},
	{"literal", "CHECK{LITERAL}: dense<[[1, 2]]>\n", "dense<[[1, 3]]>\n",
		"", 1, `check.txt:1:17: error: CHECK{LITERAL}: expected string not found in input
CHECK{LITERAL}: dense<[[1, 2]]>
                ^
  expected: dense<[[1, 2]]>
    line 1: dense<[[1, 3]]>
                       ^
  searched <stdin>:1:1 to the end, line 1 (1 line)
`},
	{"from the command line", "CHECK: a [[V]]\n", "a xy\n",
		"-DV=xz", 1, `check.txt:1:8: error: CHECK: expected string not found in input
CHECK: a [[V]]
       ^
  expected: a xz
    line 1: a xy
               ^
  with V = "xz"
  searched <stdin>:1:1 to the end, line 1 (1 line)
`},
	{"blanks in the check file", "//\t\tCHECK:\t\tfoo   bar\n", "foo baz\n",
		"", 1, `check.txt:1:13: error: CHECK: expected string not found in input
//              CHECK:          foo   bar
                                ^
  expected: foo bar
    line 1: foo baz
                  ^
  searched <stdin>:1:1 to the end, line 1 (1 line)
`},
	{"before the region", "CHECK: b\nCHECK: a\n", "a\nb\n",
		"", 1, `check.txt:2:8: error: CHECK: expected string not found in input
CHECK: a
       ^
  it matches at <stdin>:1:1, before the part that is searched
  expected: a
  no line of the region is like it
  searched <stdin>:2:2 to the end, line 2 (1 line)
`},
	{"next on another line", "CHECK: a\nCHECK-NEXT: ret %[[V:.*]]\n", "a\nrt %1\nx\nret %2\n",
		"", 1, `check.txt:2:18: warning: 'V' is never used; write '{{.*}}' [unused-variable]
CHECK-NEXT: ret %[[V:.*]]
                 ^~~~~~~~
                 {{.*}}
check.txt:2:13: error: CHECK-NEXT: found on line 4, 2 lines too far down
CHECK-NEXT: ret %[[V:.*]]
            ^
  expected: ret %[[V:.*]]
    line 2: rt %1
             ^
  found at <stdin>:4:1:
    ret %2
    ^~~~~~
  previous match ended at <stdin>:1:2
`},
	{"next on the same line", "CHECK: a\nCHECK-NEXT: b\n", "a b\n",
		"", 1, `check.txt:2:13: error: CHECK-NEXT: found on the same line as the previous match
CHECK-NEXT: b
            ^
  found at <stdin>:1:3:
    a b
      ^
  previous match ended at <stdin>:1:2
`},
	{"same on another line", "CHECK: a\nCHECK-SAME: foo\n", "a fob\n\nfoo\n",
		"", 1, `check.txt:2:13: error: CHECK-SAME: found 2 lines below the line of the previous match
CHECK-SAME: foo
            ^
  expected:   foo
    line 1: a fob
               ^
  found at <stdin>:3:1:
    foo
    ^~~
  previous match ended at <stdin>:1:2
`},
	{"no empty line", "CHECK: a\nCHECK-EMPTY:\nCHECK-NEXT: b\n", "a\nb\nc\n\n",
		"", 1, `check.txt:2:13: error: CHECK-EMPTY: found on line 4, 2 lines too far down
CHECK-EMPTY:
            ^
  expected: an empty line
    line 2: b
  previous match ended at <stdin>:1:2
`},
	{"empty line never", "CHECK: a\nCHECK-EMPTY:\n", "a\nb",
		"", 1, `check.txt:2:13: error: CHECK-EMPTY: expected string not found in input
CHECK-EMPTY:
            ^
  expected: an empty line
    line 2: b
  searched <stdin>:1:2 to the end, line 2 (2 lines)
`},
	{"excluded", "CHECK: [[V:.]]\nCHECK-NOT: error: [[V]]\nCHECK: end\n", "a\nan error: a happened\nend\n",
		"", 1, `check.txt:2:12: error: CHECK-NOT: excluded string found in input
CHECK-NOT: error: [[V]]
           ^
  found at <stdin>:2:4:
    an error: a happened
       ^~~~~~~~
  with V = "a", captured at <stdin>:1:1 by line 1 of the check file
  searched <stdin>:1:2 to line 2 (2 lines)
`},
	{"excluded by option", "CHECK: a\n", "a\nwarning: b\n",
		"--implicit-check-not=warning:", 1, `command line:1:22: error: IMPLICIT-CHECK-NOT: excluded string found in input
-implicit-check-not='warning:'
                     ^
  found at <stdin>:2:1:
    warning: b
    ^~~~~~~~
  searched <stdin>:1:2 to the end, line 2 (2 lines)
`},
	{"count", "CHECK-COUNT-3: tg.exp\nCHECK: end\n", "tg.exp\ntg.exp\ntg.exq\nend\n",
		"", 1, `check.txt:1:16: error: CHECK-COUNT-3: found 2 of 3
CHECK-COUNT-3: tg.exp
               ^
  found on lines 1, 2
  expected: tg.exp
    line 3: tg.exq
                 ^
  searched <stdin>:2:7 to the end, line 4 (3 lines)
`},
	{"exact count", "CHECK-COUNT-2!: x\nCHECK: end\n", "x\nx\nx\nend\n",
		"", 1, `check.txt:1:17: error: CHECK-COUNT-2!: found more than 2
CHECK-COUNT-2!: x
                ^
  one too many at <stdin>:3:1:
    x
    ^
  searched <stdin>:2:2 to line 3 (2 lines)
`},
	{"exact count to the end", "CHECK-COUNT-2!: x\n", "x\nx\ny x\n",
		"", 1, `check.txt:1:17: error: CHECK-COUNT-2!: found more than 2
CHECK-COUNT-2!: x
                ^
  one too many at <stdin>:3:3:
    y x
      ^
  searched <stdin>:2:2 to the end, line 3 (2 lines)
`},
	{"dag", "CHECK-DAG: a\nCHECK-DAG: bcd\nCHECK: e\n", "a\nbce\ne\n",
		"", 1, `check.txt:2:12: error: CHECK-DAG: expected string not found in input
CHECK-DAG: bcd
           ^
  expected: bcd
    line 2: bce
              ^
  searched <stdin>:1:1 to the end, line 3 (3 lines)
`},
	{"label", "CHECK-LABEL: func @first\nCHECK-LABEL: func @second\n", "func @first\nfunc @secund\n",
		"", 1, `check.txt:2:14: error: CHECK-LABEL: expected string not found in input
CHECK-LABEL: func @second
             ^
  expected: func @second
    line 2: func @secund
                     ^
  searched <stdin>:1:12 to the end, line 2 (2 lines)
  nothing from the LABEL before it on is checked without it
`},
	{"several blocks", "CHECK-LABEL: f\nCHECK: a\nCHECK-LABEL: g\nCHECK: b\n", "f\ng\n",
		"", 1, `check.txt:2:8: error: CHECK: expected string not found in input
CHECK: a
       ^
  expected: a
  no line of the region is like it
  searched <stdin>:1:2 to line 2, up to the match of CHECK-LABEL in line 3 of the check file (2 lines)

check.txt:4:8: error: CHECK: expected string not found in input
CHECK: b
       ^
  expected: b
  no line of the region is like it
  searched <stdin>:2:2 to the end, line 2 (1 line)
`},
	{"undefined", "CHECK: [[RESULT:.*]]\nCHECK: [[RESLUT]]\n", "a\n",
		"--no-lint=unused-variable", 1, `check.txt:2:10: error: CHECK: undefined variable: RESLUT
CHECK: [[RESLUT]]
         ^
  nothing captures it; did you mean 'RESULT'?
`},
	{"undefined at all", "CHECK: [[V]]\n", "a\n",
		"", 1, `check.txt:1:10: error: CHECK: undefined variable: V
CHECK: [[V]]
         ^
  nothing captures it; define it with [[V:...]] or -DV=VALUE
`},
	{"undefined for its case", "CHECK: [[v:.]]\nCHECK: [[V]]\n", "a\n",
		"--no-lint=unused-variable", 1, `check.txt:2:10: error: CHECK: undefined variable: V
CHECK: [[V]]
         ^
  nothing captures it; did you mean 'v'?
`},
	{"undefined as yet", "CHECK-DAG: use [[V]]\nCHECK-DAG: def [[V:.*]]\n", "def x\nuse x\n",
		"--no-lint=unused-variable", 1, `check.txt:1:18: error: CHECK-DAG: undefined variable: V
CHECK-DAG: use [[V]]
                 ^
  line 2 of the check file captures it, but has not matched yet
`},
	{"undefined after a label", "CHECK: [[V:a]][[V]]\nCHECK-LABEL: f\nCHECK: [[V]]\n", "aa\nf\na\n",
		"--no-lint=variable-across-label", 1, `check.txt:3:10: error: CHECK: undefined variable: V
CHECK: [[V]]
         ^
  its value from line 1 of the check file ended at the LABEL of line 2; call it '$V' to keep it
`},
	{"overflow", "CHECK: [[#N:]]\nCHECK: [[#N-3]]\n", "2\n1\n",
		"", 1, `check.txt:2:11: error: CHECK: unable to substitute variable or numeric expression: overflow error
CHECK: [[#N-3]]
          ^
  with N = 2, 'N-3' is -1, which needs the format %d
`},
	{"division by zero", "CHECK: [[#N:]]\nCHECK: [[#div(7,N)]]\n", "0\n1\n",
		"", 1, `check.txt:2:11: error: CHECK: unable to substitute variable or numeric expression: overflow error
CHECK: [[#div(7,N)]]
          ^
  with N = 0, 'div(7,N)' divides by zero
`},
	{"dag overlap", "CHECK-DAG: a b\nCHECK-DAG: b\n", "x a b\n",
		"", 1, `check.txt:2:12: error: CHECK-DAG: expected string not found in input
CHECK-DAG: b
           ^
  it matches at <stdin>:1:5, which overlaps the match of another DAG or comes before those
  expected: b
  no line of the region is like it
  searched <stdin>:1:6 to the end, line 1 (1 line)
`},
	{"in the block before", "CHECK-LABEL: f\nCHECK-LABEL: g\nCHECK: a\n", "f\na\ng\nb\n",
		"", 1, `check.txt:3:8: error: CHECK: expected string not found in input
CHECK: a
       ^
  expected: a
  no line of the region is like it
  searched <stdin>:3:2 to the end, line 4 (2 lines)
`},
	{"before the region with a variable", "CHECK: b\nCHECK: [[V:a]][[V]]\n", "aa\nb\n",
		"", 1, `check.txt:2:8: error: CHECK: expected string not found in input
CHECK: [[V:a]][[V]]
       ^
  expected: [[V:a]][[V]]
  no line of the region is like it
  searched <stdin>:2:2 to the end, line 2 (1 line)
`},
	{"second count", "CHECK-COUNT-2: x\nCHECK-COUNT-3: tg.exp\n", "x\nx\ntg.exp\ntg.exq\n",
		"", 1, `check.txt:2:16: error: CHECK-COUNT-3: found 1 of 3
CHECK-COUNT-3: tg.exp
               ^
  found on line 3
  expected: tg.exp
    line 4: tg.exq
                 ^
  searched <stdin>:3:7 to the end, line 4 (2 lines)
`},
	{"long lines", "CHECK: abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc x def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def\n", "1 abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc y def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def\n",
		"", 1, `check.txt:1:8: error: CHECK: expected string not found in input
CHECK: abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc x def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def def
       ^
  expected: ...abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc x def def def def def def def def def def def def def def de...
    line 1: ...abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc y def def def def def def def def def def def def def def de...
                                                                           ^
  searched <stdin>:1:1 to the end, line 1 (1 line)
`},
	{"other letters", "CHECK: größe = 1\n", "größe = 2\t\x01\n",
		"", 1, `check.txt:1:8: error: CHECK: expected string not found in input
CHECK: größe = 1
  expected: größe = 1
    line 1: größe = 2 ?
                    ^
  searched <stdin>:1:1 to the end, line 1 (1 line)
`},
	{"lint error", "CHECK: a\nCHECK-NXT: b\n", "a\nb\n",
		"", 2, `check.txt:2:1: error: 'CHECK-NXT:' is no directive; did you mean 'CHECK-NEXT:'? [misspelled-directive]
CHECK-NXT: b
^~~~~~~~~
CHECK-NEXT
tg-filecheck: error: the linter refuses the check file; --no-lint=RULE or a comment 'LINT-OFF: RULE' switches a rule off
`},
	{"lint error and a failure", "CHECK: a\nCHECK-NXT: b\nCHECK: c\n", "a\nb\n",
		"", 1, `check.txt:2:1: error: 'CHECK-NXT:' is no directive; did you mean 'CHECK-NEXT:'? [misspelled-directive]
CHECK-NXT: b
^~~~~~~~~
CHECK-NEXT
tg-filecheck: error: the linter refuses the check file; --no-lint=RULE or a comment 'LINT-OFF: RULE' switches a rule off
check.txt:3:8: error: CHECK: expected string not found in input
CHECK: c
       ^
  expected: c
  no line of the region is like it
  searched <stdin>:1:2 to the end, line 2 (2 lines)
`},
	{"lint error and an invalid pattern", "CHECK: a\nCHECK-DAG-NOT: b\nCHECK: {{(}}\n", "a\nb\n",
		"", 2, `check.txt:2:1: error: 'CHECK-DAG-NOT:' is no directive: suffixes cannot be combined; a CHECK-NOT: holds up to the next positive match wherever it is written [suffix-combination]
CHECK-DAG-NOT: b
^~~~~~~~~~~~~
CHECK-NOT
tg-filecheck: error: the linter refuses the check file; --no-lint=RULE or a comment 'LINT-OFF: RULE' switches a rule off
`},
	{"lint smell", "CHECK: a\nCHECK-NOT: b\n", "a\n",
		"--lint=error", 2, `check.txt:2:1: error: no positive directive follows: this looks at all the rest of the input; end its region with a check of what comes next [trailing-not]
CHECK-NOT: b
^~~~~~~~~
tg-filecheck: error: the linter refuses the check file; --no-lint=RULE or a comment 'LINT-OFF: RULE' switches a rule off
`},
	{"lint warning", "CHECK: a\nCHECK-NOT: b\n", "a\n",
		"", 0, `check.txt:2:1: warning: no positive directive follows: this looks at all the rest of the input; end its region with a check of what comes next [trailing-not]
CHECK-NOT: b
^~~~~~~~~
`},
	{"lint as warning", "CHECK: a\nCHECK-NXT: b\n", "a\nb\n",
		"--lint=warn", 0, `check.txt:2:1: warning: 'CHECK-NXT:' is no directive; did you mean 'CHECK-NEXT:'? [misspelled-directive]
CHECK-NXT: b
^~~~~~~~~
CHECK-NEXT
`},
	{"lint off", "CHECK: a\nCHECK-NXT: b\n", "a\nb\n",
		"--lint=off", 0, ""},
	{"lint only", "CHECK: a\nCHECK: b\n", "",
		"--lint-only", 0, ""},
	{"invalid pattern", "CHECK: {{(}}\n", "a\n",
		"", 2, `check.txt:1:10: error: invalid regex: parentheses not balanced
CHECK: {{(}}
         ^
`},
	{"empty input", "CHECK: a\n", "",
		"", 2, `tg-filecheck: error: input '<stdin>' is empty; if that is right, use --allow-empty
`},
	{"color", "CHECK: abc\n", "abd\n",
		"--color", 1, "\x1b[1mcheck.txt:1:8: \x1b[0m\x1b[0;1;31merror: \x1b[0m\x1b[1mCHECK: expected string not found in input\n\x1b[0mCHECK: abc\n\x1b[0;1;32m       ^\n\x1b[0m  expected: ab\x1b[0;1;32mc\x1b[0m\n    line 1: ab\x1b[0;1;31md\x1b[0m\n              \x1b[1m^\x1b[0m\n  searched <stdin>:1:1 to the end, line 1 (1 line)\n"},
	{"dump", "CHECK: abc\n", "abd\n",
		"--dump-input=fail", 1, `check.txt:1:8: error: CHECK: expected string not found in input
CHECK: abc
       ^
  expected: abc
    line 1: abd
              ^
  searched <stdin>:1:1 to the end, line 1 (1 line)

Input was:
<<<<<<
         1: abd 
check:1     X~~~ error: no match found
>>>>>>
`},
	{"passes", "CHECK: [[V:a]]\nCHECK-SAME: [[V]]\n", "aa\n",
		"", 0, ""},
}
