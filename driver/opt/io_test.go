package opt

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplitInput(t *testing.T) {
	type piece struct {
		Text      string
		FirstLine int
	}
	tests := []struct {
		name, text, marker string
		want               []piece
		nearMisses         []int
	}{
		{"no marker", "a\n// -----\nb", "", []piece{{"a\n// -----\nb", 0}}, nil},
		{"empty", "", "// -----", []piece{{"", 0}}, nil},
		{"one", "a\n", "// -----", []piece{{"a\n", 0}}, nil},
		{"several", "a\n// -----\nb\nc\n// -----\n\nd", "// -----", []piece{{"a\n", 0}, {"\nb\nc\n", 1}, {"\n\nd", 4}}, nil},
		{"at the ends", "// -----\na\n// -----", "// -----", []piece{{"", 0}, {"\na\n", 0}, {"", 2}}, nil},
		{"within a line", "a // ----- b\nc", "// -----", []piece{{"a ", 0}, {" b\nc", 0}}, nil},
		{"longer", "a\n// ------\nb", "// -----", []piece{{"a\n", 0}, {"-\nb", 1}}, nil},
		{"near miss", "a\n// ---\nb\n// -----\n// ----", "// -----", []piece{{"a\n// ---\nb\n", 0}, {"\n// ----", 3}}, []int{8, 26}},
		{"short marker", "a#b##c", "##", []piece{{"a#b", 0}, {"c", 0}}, nil},
		{"one character", "a#b##c", "#", []piece{{"a", 0}, {"b", 0}, {"", 0}, {"c", 0}}, nil},
		{"own marker", "a\n//====\nb", "//====", []piece{{"a\n", 0}, {"\nb", 1}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []piece
			var nearMisses []int
			for _, c := range splitInput([]byte(tt.text), tt.marker, func(at int) { nearMisses = append(nearMisses, at) }) {
				got = append(got, piece{string(c.text), c.firstLine})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.nearMisses, nearMisses); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDiagnosticPainter(t *testing.T) {
	const text = "f.mlir:1:2: error: bad: thing\n op\n ^\n<unknown>:0: note: here\n"
	if got := diagnosticPainter(false)(text); got != text {
		t.Errorf("%q", got)
	}
	want := "\x1b[1mf.mlir:1:2: \x1b[22m\x1b[31;1merror: \x1b[0;22m\x1b[1mbad: thing\x1b[22m\n op\n \x1b[32;1m^\x1b[0;22m\n" +
		"\x1b[1m<unknown>:0: \x1b[22m\x1b[90;1mnote: \x1b[0;22m\x1b[1mhere\x1b[22m\n"
	if diff := cmp.Diff(want, diagnosticPainter(true)(text)); diff != "" {
		t.Error(diff)
	}
}
