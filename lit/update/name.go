package update

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// oldDirective is a directive that the file has already.
type oldDirective struct {
	suffix string // such as -NEXT or -SAME{LITERAL}
	text   string
}

// hole matches a block of a pattern and captures the name of a string variable in it.
var hole = regexp.MustCompile(`\[\[#[^\]]*\]\]|\[\[(\$?[A-Za-z_][A-Za-z0-9_]*)(?::(?:\[[^\]]*\]|[^\]])*)?\]\]|` +
	`\{\{.*?\}\}|` + lineMark + `\d+` + lineMark)

// skeleton is a directive with its variables left out, and the names of these.
func skeleton(suffix, text string) (bare string, names []string) {
	if strings.HasSuffix(suffix, literalModifier) {
		return suffix + " " + strings.Join(strings.Fields(text), " "), nil
	}
	for _, m := range hole.FindAllStringSubmatch(text, -1) {
		if m[1] != "" {
			names = append(names, m[1])
		}
	}
	return suffix + " " + strings.Join(strings.Fields(hole.ReplaceAllString(text, "\x00")), " "), names
}

// namer chooses the names of variables. Where an old directive has the same text but for the names,
// its names stay.
type namer struct {
	old      map[string][][]oldDirective // by prefix: blocks, each of which but the first begins with a LABEL
	prefixes []string                    // in the order of the command lines
	reserved map[string]bool             // variables of command lines
	globals  map[string]string           // names by what they stand for
}

// splitOld groups the old directives of a prefix by LABELs.
func splitOld(all []oldDirective) [][]oldDirective {
	groups := [][]oldDirective{nil}
	for _, d := range all {
		if d.suffix == kindLabel.suffix() {
			groups = append(groups, nil)
		}
		last := &groups[len(groups)-1]
		*last = append(*last, d)
	}
	return groups
}

// find returns the old directives of the block that begins with the given directive; those of the
// prefix itself first. nth is how many blocks with the same LABEL come before it.
func (n *namer) find(prefix string, first directive, nth int) []oldDirective {
	label, _ := skeleton(first.suffix(), first.text)
	for _, p := range append([]string{prefix}, n.prefixes...) {
		rest := nth
		for _, group := range n.old[p] {
			if len(group) == 0 {
				continue
			}
			if first.kind != kindLabel {
				// What is between symbols follows the last of them.
				if containsSkeleton(group, label) {
					return group
				}
				continue
			}
			if old, _ := skeleton(group[0].suffix, group[0].text); old == label {
				if rest == 0 {
					return group
				}
				rest--
			}
		}
	}
	return nil
}

func containsSkeleton(group []oldDirective, label string) bool {
	for _, d := range group {
		if bare, _ := skeleton(d.suffix, d.text); bare == label {
			return true
		}
	}
	return false
}

// choose names all values of a block.
func (n *namer) choose(prefix string, directives []directive, nth int) {
	if len(directives) == 0 {
		return
	}
	taken := map[string]bool{}
	for name := range n.reserved {
		taken[name] = true
	}
	for _, d := range directives {
		for _, v := range d.values {
			if v.global != "" {
				v.name = n.globals[v.global]
			}
			if v.name != "" {
				taken[v.name] = true
			}
		}
	}
	n.reuse(n.find(prefix, directives[0], nth), directives, taken)
	last := map[string]int{}
	for _, d := range directives {
		for _, v := range d.values {
			n.invent(v, taken, last)
		}
	}
}

// reuse takes names from old directives.
func (n *namer) reuse(old []oldDirective, directives []directive, taken map[string]bool) {
	oldBare, oldNames := make([]string, len(old)), make([][]string, len(old))
	for i, d := range old {
		oldBare[i], oldNames[i] = skeleton(d.suffix, d.text)
	}
	operations := definingOperations(old)
	newBare := make([]string, len(directives))
	for i, d := range directives {
		newBare[i], _ = skeleton(d.suffix(), d.text)
	}
	for _, pair := range align(oldBare, newBare) {
		values := directives[pair[1]].values
		for i, name := range oldNames[pair[0]] {
			if i == len(values) {
				break
			}
			v := values[i]
			isGlobal := strings.HasPrefix(name, "$")
			usable := !taken[name] && isGlobal == (v.global != "") && !n.looksLikeDirective(name) && !misleads(name, v, operations)
			if v.name == "" && usable {
				n.give(v, name, taken)
			}
		}
	}
}

var definition = regexp.MustCompile(`\[\[(\$?\w+):(?:\[[^\]]*\]|[^\]])*\]\](?::\d+)? = "?([\w.$-]+)`)

// definingOperations are the hints of the operations that define variables.
func definingOperations(old []oldDirective) map[string]string {
	operations := map[string]string{}
	for _, d := range old {
		if m := definition.FindStringSubmatch(d.text); m != nil {
			operations[m[1]] = variableName(m[2][strings.LastIndexByte(m[2], '.')+1:])
		}
	}
	return operations
}

// misleads reports whether a name tells of an operation that the value no longer comes from. A name
// that somebody made up tells of none.
func misleads(name string, v *value, operations map[string]string) bool {
	base := numbered.ReplaceAllString(name, "")
	return base == operations[name] && base != v.op
}

func (n *namer) give(v *value, name string, taken map[string]bool) {
	v.name = name
	taken[name] = true
	if v.global != "" {
		n.globals[v.global] = name
	}
}

// invent gives a value a new name, numbered if the hint is taken; last has the
// last number of each hint.
func (n *namer) invent(v *value, taken map[string]bool, last map[string]int) {
	if v.name != "" {
		return
	}
	base := v.hint
	if v.global != "" {
		base = "$" + base
		for _, name := range n.globals {
			taken[name] = true
		}
	}
	name := base
	for taken[name] || n.looksLikeDirective(name) {
		last[base]++
		name = base + "_" + strconv.Itoa(last[base])
	}
	n.give(v, name, taken)
}

// keywordEnd matches a name whose definition lit would read as one of its directives, which it
// finds inside of words, too.
var keywordEnd = regexp.MustCompile(`(?:RUN|XFAIL|REQUIRES|UNSUPPORTED|ALLOW_RETRIES|DEFINE)$`)

// looksLikeDirective reports whether [[name: would be read as a directive.
func (n *namer) looksLikeDirective(name string) bool {
	return name == "COM" || slices.Contains(n.prefixes, name) || keywordEnd.MatchString(name)
}

// align pairs equal strings of two lists, in order, as many as a shortest edit script keeps.
func align(a, b []string) [][2]int {
	runes := map[string]rune{}
	number := func(list []string) []rune {
		out := make([]rune, len(list))
		for i, s := range list {
			r, ok := runes[s]
			if !ok {
				r = rune(len(runes) + 1)
				if r >= 0xD800 {
					r += 0x800 // past the surrogates, which no string can hold
				}
				runes[s] = r
			}
			out[i] = r
		}
		return out
	}
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // the result must not depend on the speed of the machine
	var pairs [][2]int
	i, j := 0, 0
	for _, part := range d.DiffMainRunes(number(a), number(b), false) {
		length := len([]rune(part.Text))
		switch part.Type {
		case diffmatchpatch.DiffDelete:
			i += length
		case diffmatchpatch.DiffInsert:
			j += length
		default:
			for range length {
				pairs = append(pairs, [2]int{i, j})
				i, j = i+1, j+1
			}
		}
	}
	return pairs
}
