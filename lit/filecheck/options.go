package filecheck

import "strings"

// Options changes what a check file means and how much a run reports. The zero value is FileCheck
// without options.
type Options struct {
	Prefixes             []string // of directives; CHECK if empty
	CommentPrefixes      []string // of lines to skip; COM and RUN if empty
	AllowUnusedPrefixes  bool     // a prefix need not occur in the check file
	MatchFullLines       bool     // a positive pattern covers a whole line
	StrictWhitespace     bool     // blanks count
	IgnoreCase           bool     // letters match both cases
	EnableVarScope       bool     // variables without $ end at the next LABEL
	AllowDAGOverlap      bool     // matches of a group of DAGs may overlap
	ExactCount           bool     // CHECK-COUNT-n! allows no further match before the next positive one
	ImplicitCheckNot     []string // patterns that may occur nowhere between positive matches
	Defines              []string // NAME=VALUE or #FORMAT,NAME=EXPRESSION
	Verbose              bool     // report good matches
	VeryVerbose          bool     // and discarded matches, matches at the end and excluded patterns not found
	RemarksOnlyAnnotated bool     // reports of Verbose go to the input dump alone

	toleratesBadImplicit bool // FileCheck uses an ImplicitCheckNot pattern up to its error
}

// keepsBlanks reports whether the blanks around a pattern belong to it.
func (o *Options) keepsBlanks() bool { return o.StrictWhitespace && o.MatchFullLines }

func (o *Options) prefixes() []string {
	if len(o.Prefixes) == 0 {
		return []string{"CHECK"}
	}
	return o.Prefixes
}

func (o *Options) commentPrefixes() []string {
	if len(o.CommentPrefixes) == 0 {
		return []string{"COM", "RUN"}
	}
	return o.CommentPrefixes
}

// invalid tells what is wrong with the options themselves.
func (o *Options) invalid() []*Diagnostic {
	var all []*Diagnostic
	for _, definition := range o.Defines {
		switch strings.IndexByte(definition, '=') {
		case -1:
			all = append(all, plainDiagnostic("Missing equal sign in command-line definition '-D%s'", definition))
		case 0:
			all = append(all, plainDiagnostic("Missing variable name in command-line definition '-D%s'", definition))
		}
	}
	if all == nil {
		if message := o.validatePrefixes(); message != "" {
			all = append(all, plainDiagnostic("%s", message))
		}
	}
	return all
}

// validatePrefixes returns the message for the first unusable prefix, or "".
func (o *Options) validatePrefixes() string {
	seen := map[string]bool{}
	if len(o.Prefixes) == 0 {
		seen["CHECK"] = true
	}
	if len(o.CommentPrefixes) == 0 {
		seen["COM"], seen["RUN"] = true, true
	}
	for _, group := range []struct {
		kind     string
		prefixes []string
	}{{"check", o.Prefixes}, {"comment", o.CommentPrefixes}} {
		for _, prefix := range group.prefixes {
			switch {
			case prefix == "":
				return "error: supplied " + group.kind + " prefix must not be the empty string"
			case !isWordOf(prefix):
				return "error: supplied " + group.kind + " prefix must start with a letter and contain only " +
					"alphanumeric characters, hyphens, and underscores: '" + prefix + "'"
			case seen[prefix]:
				return "error: supplied " + group.kind + " prefix must be unique among check and comment prefixes: '" +
					prefix + "'"
			}
			seen[prefix] = true
		}
	}
	return ""
}

func isWordOf(s string) bool {
	for i := range len(s) {
		if !isWordByte(s[i]) {
			return false
		}
	}
	return true
}

// isWordByte reports whether c can be part of a directive's name.
func isWordByte(c byte) bool { return isAlnum(c) || c == '-' || c == '_' }

func isAlnum(c byte) bool { return isAlpha(c) || isDigit(c) }
func isAlpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
