package filecheck

import (
	"strings"
	"testing"
)

// FuzzPattern looks for panics and endless work in the pattern parser and in the engine, for any
// bytes.
func FuzzPattern(f *testing.F) {
	for _, c := range patternCases {
		_, pattern, _ := strings.Cut(c.check, ": ")
		pattern, _, _ = strings.Cut(pattern, "\n")
		f.Add(pattern, c.input, uint8(0))
	}
	f.Add("[[V:(a*)*]][[V]]{{\\1|b}}", "aaab", uint8(3))
	f.Add("[[#%.3x,N:]] [[#N+1]] [[@LINE+2]]", "abc\xff \x80", uint8(4))
	f.Fuzz(func(t *testing.T, pattern, input string, options uint8) {
		const longest = 200
		if len(pattern) > longest || len(input) > longest {
			return
		}
		opts := Options{
			MatchFullLines: options&1 != 0, IgnoreCase: options&2 != 0, StrictWhitespace: options&4 != 0,
			VeryVerbose: options&8 != 0, ImplicitCheckNot: []string{"zz"}, Defines: []string{"V=a.b", "#N=7"},
		}
		if options&16 != 0 {
			opts.ImplicitCheckNot = append(opts.ImplicitCheckNot, pattern)
		}
		var check strings.Builder
		for _, directive := range []string{"CHECK", "CHECK-NEXT", "CHECK-DAG", "CHECK-NOT", "CHECK-COUNT-2"} {
			check.WriteString(directive + ": " + pattern + "\n")
		}
		file, err := Parse("check", []byte(check.String()), opts)
		if err != nil {
			return
		}
		result := file.Run("input", []byte(input))
		if again := file.Run("input", []byte(input)); again.Matched != result.Matched || len(again.Diagnostics) != len(result.Diagnostics) {
			t.Errorf("a second run differs: %v %v", result.Diagnostics, again.Diagnostics)
		}
	})
}
