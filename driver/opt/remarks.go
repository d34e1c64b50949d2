package opt

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// remarkReport collects the remarks of passes. Nil is nobody who listens.
type remarkReport struct {
	remarks pipeline.Remarks
	final   bool
	file    string // empty for standard error
	yaml    strings.Builder
	// last are the remarks of a chunk that count in the end, by what they are
	// about; order has them in the order of their last time.
	last  map[remarkKey]int
	order []*pipeline.Remark
	// write takes what is to be told.
	write func(*pipeline.Remark)
}

// remarkKey is what a remark is about: of those with the same, the last counts.
type remarkKey struct {
	kind                     pipeline.RemarkKind
	name, category, function string
	loc                      ir.Loc
}

// newRemarkReport is what the flags ask for, nil if that is nothing.
func newRemarkReport(f *remarkFlags) (*remarkReport, error) {
	r := &remarkReport{final: f.policy == "final"}
	if f.format == "yaml" {
		if r.file = f.file; r.file == "" {
			r.file = "mlir-remarks.yaml"
		}
	}
	wanted := false
	for _, w := range []struct {
		flag, pattern string
		kinds         []pipeline.RemarkKind
	}{
		{"", f.all, []pipeline.RemarkKind{pipeline.RemarkPassed, pipeline.RemarkMissed, pipeline.RemarkFailure, pipeline.RemarkAnalysis}},
		{"-passed", f.passed, []pipeline.RemarkKind{pipeline.RemarkPassed}},
		{"-missed", f.missed, []pipeline.RemarkKind{pipeline.RemarkMissed}},
		{"-failed", f.failed, []pipeline.RemarkKind{pipeline.RemarkFailure}},
		{"-analyse", f.analysis, []pipeline.RemarkKind{pipeline.RemarkAnalysis}},
	} {
		if w.pattern == "" {
			continue
		}
		wanted = true
		for _, k := range w.kinds {
			if err := r.remarks.Want(k, w.pattern); err != nil {
				return nil, fmt.Errorf("for the --remarks-filter%s option: %w", w.flag, err)
			}
		}
	}
	if !wanted {
		return nil, nil
	}
	return r, nil
}

// listen makes remarks of the chunk with that context come here; emit takes
// those that are shown like errors.
func (r *remarkReport) listen(ctx *ir.Context, emit func(*ir.Diag)) *pipeline.Remarks {
	if r == nil {
		return nil
	}
	r.last, r.order = map[remarkKey]int{}, nil
	r.write = func(m *pipeline.Remark) { emit(&ir.Diag{Severity: ir.Remark, Loc: m.Loc, Message: m.String()}) }
	if r.file != "" {
		r.write = func(m *pipeline.Remark) { writeYAML(&r.yaml, ctx, m) }
	}
	r.remarks.Emit = r.write
	if r.final {
		r.remarks.Emit = r.keep
	}
	return &r.remarks
}

// keep is for remarks of which the last counts.
func (r *remarkReport) keep(m *pipeline.Remark) {
	key := remarkKey{m.Kind, m.Name, m.Category, m.Function, m.Loc}
	if i, ok := r.last[key]; ok {
		r.order[i] = nil
	}
	r.last[key] = len(r.order)
	r.order = append(r.order, m)
}

// finish writes the remarks of a chunk that count in the end.
func (r *remarkReport) finish() {
	if r == nil {
		return
	}
	for _, m := range r.order {
		if m != nil {
			r.write(m)
		}
	}
	r.order = nil
}

// close writes the file.
func (r *remarkReport) close() error {
	if r == nil || r.file == "" {
		return nil
	}
	if err := wholefile.Write(r.file, []byte(r.yaml.String())); err != nil {
		return fmt.Errorf("for the --remarks-output-file option: %w", err)
	}
	return nil
}

// writeYAML writes a remark as LLVM's remark tools read it.
func writeYAML(b *strings.Builder, ctx *ir.Context, m *pipeline.Remark) {
	fmt.Fprintf(b, "--- !%s\nPass:            %s\nName:            %s\n", m.Kind, yamlScalar(m.Category), yamlScalar(m.Name))
	if f, ok := ctx.FilePosition(m.Loc); ok {
		fmt.Fprintf(b, "DebugLoc:        { File: %s, Line: %d, Column: %d }\n", yamlScalar(f.File), f.Line, f.Col)
	}
	function := m.Function
	if function == "" {
		function = "<unknown function>"
	}
	fmt.Fprintf(b, "Function:        %s\nArgs:\n  - Remark:          %s\n...\n", yamlScalar(function), yamlScalar(m.Text))
}

// yamlWords are scalars that YAML takes for something other than a string.
var yamlWords = regexp.MustCompile(`^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?(?:[0-9]+|[0-9]*\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$`)

// yamlScalar is s as LLVM writes it: plain if that is safe, in double quotes if
// there are characters to escape, else in single quotes.
func yamlScalar(s string) string {
	special := func(c rune) bool { return c < ' ' && c != '\t' || c >= 0x7f }
	plain := func(c rune) bool {
		return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || strings.ContainsRune("_-^., \t", c)
	}
	switch {
	case strings.ContainsFunc(s, special):
		return strconv.Quote(s)
	case s == "", s != strings.TrimSpace(s), strings.ContainsRune("-?:\\,[]{}#&*!|>'\"%@`", rune(s[0])), yamlWords.MatchString(s),
		strings.ContainsFunc(s, func(c rune) bool { return !plain(c) }):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return s
}
