package opt

import (
	"io"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
)

// options are the printer options that the flags stand for.
func (p *printerFlags) options() printer.Options {
	hex := int(p.hexElements)
	opt := printer.Options{
		Generic: p.generic, AssumeVerified: p.assumeVerified,
		DebugInfo: p.debugInfo, PrettyDebugInfo: p.prettyDebugInfo,
		LocalScope: p.localScope, ValueUsers: p.valueUsers, UniqueSSAIDs: p.uniqueSSAIDs,
		NameLocAsPrefix: p.nameLocPrefix, SkipRegions: p.skipRegions, HexLargerThan: &hex,
	}
	if n := int(p.elideElements); n >= 0 {
		opt.ElideElementsLargerThan = &n
	}
	if n := int(p.elideResource); n >= 0 {
		opt.ElideResourcesLargerThan = &n
	}
	return opt
}

// print writes the result. The verifier need not run again when it ran after
// the last pass.
func (t *invocation) print(w io.Writer, root *ir.Op) error {
	opt := t.config.printer.options()
	opt.AssumeVerified = opt.AssumeVerified || t.config.verifyEach && !t.config.skipVerify
	if err := printer.Print(w, root, opt); err != nil || opt.LocalScope {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// printDump writes an op for a dump, whose IR may be invalid. Other functions
// are being worked on meanwhile, so that what is not at the top is printed by
// itself.
func (t *invocation) printDump(w io.Writer, o *ir.Op) error {
	opt := t.config.printer.options()
	opt.LocalScope = opt.LocalScope || o.Block() != nil
	return printer.Print(w, o, opt)
}

// printWithLocations writes everything that a parser can read back.
func (t *invocation) printWithLocations(w io.Writer, root *ir.Op) error {
	opt := t.config.printer.options()
	opt.DebugInfo, opt.PrettyDebugInfo, opt.SkipRegions = true, false, false
	opt.ElideElementsLargerThan, opt.ElideResourcesLargerThan = nil, nil
	return printer.Print(w, root, opt)
}
