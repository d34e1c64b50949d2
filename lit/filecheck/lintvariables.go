package filecheck

import (
	"maps"
	"strings"
)

// acrossLabelRule is about what works where variables do not end at a LABEL.
const acrossLabelRule = "variable-across-label"

// variableRules are about where variables get values and where these are used.
var variableRules = []lintRule{
	{acrossLabelRule, Error, "a variable from before a LABEL used after it, without $ in its name", checkAcrossLabel},
	{"unused-variable", Warning, "a variable that is captured and never used", checkUnusedVariables},
}

// checkAcrossLabel finds uses in a block between LABELs of variables that only earlier blocks
// define.
func checkAcrossLabel(f *lintFile, report reportFunc) {
	for _, group := range f.groups() {
		earlier, here := map[string]bool{}, map[string]bool{}
		for _, block := range blocks(group) {
			maps.Copy(earlier, here)
			clear(here)
			for _, d := range block {
				for _, p := range d.pieces {
					for _, name := range p.used() {
						if earlier[name] && !here[name] && !strings.HasPrefix(name, "$") {
							report(p.at, "'"+name+"' was captured before the last LABEL, where it ends; call it '$"+name+
								"' at both places if it is for the whole file", "")
						}
					}
					if p.captures() {
						here[p.name] = true
					}
				}
			}
		}
	}
}

// checkUnusedVariables finds captures that no directive uses before the variable is captured anew,
// in any of the groups that they belong to. A use behind a LABEL is one too: what is wrong with it
// is for checkAcrossLabel to say.
func checkUnusedVariables(f *lintFile, report reportFunc) {
	used := map[fragment]bool{}
	var captured []piece
	for _, group := range f.groups() {
		waiting := map[string][]fragment{} // captures that may still be used
		for _, d := range group {
			for _, p := range d.pieces {
				for _, name := range p.used() {
					for _, at := range waiting[name] {
						used[at] = true
					}
					delete(waiting, name)
				}
				if !p.captures() || p.isNamespace() {
					continue
				}
				captured = append(captured, p)
				if d.kind != kindNot && d.kind != kindDAG {
					delete(waiting, p.name) // DAGs match in any order: no value replaces another for sure
				}
				waiting[p.name] = append(waiting[p.name], p.at)
			}
		}
	}
	for _, p := range captured {
		if used[p.at] {
			continue
		}
		if p.kind == pieceNumeric {
			report(p.at, "'"+p.name+"' is never used; write '[[#]]' for any number", "")
			continue
		}
		right := "{{" + p.body.String() + "}}"
		report(p.at, "'"+p.name+"' is never used; write '"+right+"'", right)
	}
}
