package opt

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tg-opt/tg/pipeline"
)

func flagRegistry() *pipeline.Registry {
	run := func(*pipeline.Run) error { return nil }
	reg := pipeline.NewRegistry(
		&pipeline.Pass{Name: "cse", Title: "CSE", Doc: "Merge.", Run: run},
		&pipeline.Pass{Name: "canonicalize", Title: "Canonicalizer", Doc: "Simplify.", Run: run},
	)
	reg.RegisterPipeline(pipeline.Alias{Name: "optimize", Doc: "Optimize.", Text: "cse"})
	return reg
}

// parseFlags reads args over the defaults.
func parseFlags(args []string) (config, error) {
	var c config
	line, err := newCommandLine(&c, "tg-opt", flagRegistry())
	if err == nil {
		err = c.parse(standard, line, args)
	}
	if err == nil {
		err = c.checkPassNames(standard, flagRegistry())
	}
	return c, err
}

func TestFlags(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want func(*config) // changes to the defaults
	}{
		{"none", nil, func(c *config) {}},
		{"file", []string{"a.mlir"}, func(c *config) { c.input = "a.mlir" }},
		{"standard input", []string{"-"}, func(c *config) {}},
		{"flags after the file", []string{"a.mlir", "--timing-is-no-flag=1"}[:1], func(c *config) { c.input = "a.mlir" }},
		{"a file like a flag", []string{"--", "--cse"}, func(c *config) { c.input = "--cse" }},
		{"order of passes", []string{"--cse", "x", "-canonicalize=top-down=false", "--cse=", "--optimize"}, func(c *config) {
			c.input = "x"
			c.uses = []pipeline.Use{{Name: "cse"}, {Name: "canonicalize", Options: "top-down=false"}, {Name: "cse"}, {Name: "optimize"}}
		}},
		{"value after blank", []string{"-o", "out", "--pass-pipeline", "any(cse)"}, func(c *config) {
			c.output, c.pipeline, c.hasPipeline = "out", "any(cse)", true
		}},
		{"the last counts", []string{"-o", "a", "-o=b", "--verify-each=0", "--verify-each"}, func(c *config) { c.output = "b" }},
		{"value after =", []string{"-o=out", "-pass-pipeline="}, func(c *config) { c.output, c.hasPipeline = "out", true }},
		{"split", []string{"--split-input-file", "in"}, func(c *config) { c.splitMarker, c.input = "// -----", "in" }},
		{"split marker", []string{"--split-input-file=##", "--output-split-marker="}, func(c *config) {
			c.splitMarker, c.outputMarker = "##", ""
		}},
		{"booleans", []string{"--verify-each=0", "--mlir-timing=TRUE", "--allow-unregistered-dialect"}, func(c *config) {
			c.verifyEach, c.reports.timing, c.allowUnregistered = false, true, true
		}},
		{"colour", []string{"--color"}, func(c *config) { c.color = "always" }},
		{"no colour", []string{"--color=never"}, func(c *config) { c.color = "never" }},
		{"verify", []string{"--verify-diagnostics"}, func(c *config) { c.verifyDiagnostics = "all" }},
		{"verify some", []string{"--verify-diagnostics=only-expected"}, func(c *config) { c.verifyDiagnostics = "only-expected" }},
		{"dumps", []string{"--mlir-print-ir-before=cse,canonicalize", "--mlir-print-ir-before=cse", "--mlir-print-ir-after=cse"}, func(c *config) {
			c.reports.before, c.reports.after = []string{"cse", "canonicalize", "cse"}, []string{"cse"}
		}},
		{"several files", []string{"a", "--shared-subgraphs", "b", "--shared-subgraphs-top=0", "-"}, func(c *config) {
			c.input = ""
			c.shared = sharedFlags{machine: "cpu", inputs: []string{"a", "b", "-"}, minOps: 2}
		}},
		{"limits", []string{"--mlir-elide-elementsattrs-if-larger=0x10", "--mlir-elide-resource-strings-if-larger", "0",
			"--mlir-print-elementsattrs-with-hex-if-larger=-1", "--workers=3"}, func(c *config) {
			c.printer.elideElements, c.printer.elideResource, c.printer.hexElements, c.workers = 16, 0, -1, 3
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := config{
				input: "-", outputMarker: "// -----", color: "auto", verifyEach: true, opOnDiagnostic: true,
				printer: printerFlags{elideElements: -1, elideResource: -1, hexElements: 100},
				reports: reportFlags{timingDisplay: "tree", timingFormat: "text", statisticsDisplay: "pipeline"},
				remarks: remarkFlags{format: "emitRemark", policy: "all"},
				shared:  sharedFlags{top: 20, minOps: 2},
			}
			tt.want(&want)
			got, err := parseFlags(tt.args)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(config{}, printerFlags{}, reportFlags{}, remarkFlags{}, ruleFlags{}, rankFlags{}, discoverFlags{}, derivativeFlags{}, sharedFlags{}, extractFlags{}), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFlagErrors(t *testing.T) {
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"--cze"}, "tg-opt: Unknown command line argument '--cze'.  Try: 'tg-opt --help'\ntg-opt: Did you mean '--cse'?"},
		{[]string{"-cze=a"}, "tg-opt: Unknown command line argument '-cze=a'.  Try: 'tg-opt --help'\ntg-opt: Did you mean '--cse=a'?"},
		{[]string{"--zzzzzzzzzz"}, "tg-opt: Unknown command line argument '--zzzzzzzzzz'.  Try: 'tg-opt --help'"},
		{[]string{"---cse"}, "tg-opt: Unknown command line argument '---cse'.  Try: 'tg-opt --help'\ntg-opt: Did you mean '--cse'?"},
		{[]string{"a", "b"}, "tg-opt: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: tg-opt --help\nThe arguments are 'a' and 'b'"},
		{[]string{"-o"}, "tg-opt: for the -o option: requires a value!"},
		{[]string{"--verify-each=maybe"}, "tg-opt: for the --verify-each option: 'maybe' is invalid value for boolean argument! Try 0 or 1"},
		{[]string{"--workers=-1"}, "tg-opt: for the --workers option: '-1' value invalid for uint argument!"},
		{[]string{"--mlir-elide-elementsattrs-if-larger=x"}, "tg-opt: for the --mlir-elide-elementsattrs-if-larger option: 'x' value invalid for uint argument!"},
		{[]string{"--mlir-timing-display=trie"}, "tg-opt: for the --mlir-timing-display option: Cannot find option named 'trie'! It is none of list, tree; did you mean 'tree'?"},
		{[]string{"--verify-diagnostics=foo"}, "tg-opt: for the --verify-diagnostics option: Cannot find option named 'foo'! It is none of all, only-expected"},
		{[]string{"--color=blue"}, "tg-opt: for the --color option: Cannot find option named 'blue'! It is none of auto, always, never"},
		{[]string{"--cse", "--pass-pipeline=any(cse)"}, "<unknown>:0: error: '-pass-pipeline' option can't be used with individual pass options"},
		{[]string{"--mlir-print-ir-before=cse", "--mlir-print-ir-after=cze"}, "tg-opt: for the --mlir-print-ir-after option: Cannot find option named 'cze'! There is no such pass; did you mean 'cse'?"},
		{[]string{"--mlir-print-ir-before=,cse", "--mlir-print-ir-after=cse"}, "tg-opt: for the --mlir-print-ir-before option: Cannot find option named ''! There is no such pass"},
	}
	for _, tt := range tests {
		_, err := parseFlags(tt.args)
		if err == nil {
			t.Errorf("%q: no error", tt.args)
		} else if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
			t.Errorf("%q: %s", tt.args, diff)
		}
	}
}
