package filecheck

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// CheckFile is a parsed check file. It may be run any number of times, one run at a time.
type CheckFile struct {
	src     *source
	opts    Options
	checks  []*check
	strings map[string]string  // defined by Options.Defines
	numbers map[*number]*value // likewise

	warnings []*Diagnostic // errors that FileCheck goes on after
}

// check is a positive directive with the NOTs and DAGs before it.
type check struct {
	directive
	before []*directive
}

// ParseError tells why a check file or the options cannot be used.
type ParseError struct {
	Diagnostics []*Diagnostic
	ExitStatus  int // of FileCheck for this error
}

func (e *ParseError) Error() string {
	var b strings.Builder
	for _, d := range e.Diagnostics {
		b.WriteString(d.String())
	}
	return strings.TrimRight(b.String(), "\n")
}

const (
	statusFailed   = 1 // a check failed, or the command line is wrong
	statusUnusable = 2 // there is nothing to check with
)

func parseFailure(diagnostics ...*Diagnostic) *ParseError {
	return &ParseError{Diagnostics: diagnostics, ExitStatus: statusUnusable}
}

func plainDiagnostic(format string, args ...any) *Diagnostic {
	return &Diagnostic{Text: fmt.Sprintf(format, args...)}
}

// Parse reads the directives in text; name is how messages call the file. The error is a
// *ParseError.
func Parse(name string, text []byte, opts Options) (*CheckFile, error) {
	if problems := opts.invalid(); problems != nil {
		return nil, parseFailure(problems...)
	}
	opts.Verbose = opts.Verbose || opts.VeryVerbose
	file := &CheckFile{
		src:  newSource(name, canonicalize(text, opts.StrictWhitespace)),
		opts: opts,
	}
	p := &checkParser{file: file, vars: newVariables()}
	if failure := p.parse(); failure != nil {
		failure.Diagnostics = slices.Concat(file.warnings, failure.Diagnostics)
		return nil, failure
	}
	file.strings, file.numbers = p.vars.definedStrings, p.vars.definedNumbers
	return file, nil
}

// checkParser collects directives into checks.
type checkParser struct {
	file     *CheckFile
	vars     *variables
	implicit []*directive
	pending  []*directive // NOTs and DAGs that wait for their positive check
	missing  map[string]bool
}

func (p *checkParser) parse() *ParseError {
	opts := &p.file.opts
	if failure := p.vars.define(opts.Defines); failure != nil {
		return failure
	}
	for i, text := range opts.ImplicitCheckNot {
		if failure := p.addImplicit(i+1, text); failure != nil {
			return failure
		}
	}
	p.pending = slices.Clone(p.implicit)
	p.missing = map[string]bool{}
	for _, prefix := range opts.prefixes() {
		p.missing[prefix] = true
	}
	distinct := len(p.missing)
	scan := newScanner(p.file.src, opts)
	for {
		d, start, ok := scan.next()
		if !ok {
			break
		}
		if d.kind != kindComment {
			delete(p.missing, d.prefix)
		}
		if failure := p.malformed(&d, scan, start); failure != nil {
			return failure
		}
		p.takeBody(&d, scan)
		if d.kind == kindComment {
			continue
		}
		if failure := p.add(&d, start); failure != nil {
			return failure
		}
	}
	if failure := p.unusedPrefixes(distinct); failure != nil {
		return failure
	}
	if len(p.pending) > 0 {
		eof := directive{kind: kindEOF, count: 1, prefix: opts.prefixes()[0], body: scan.rest, pattern: endOfInput}
		p.file.checks = append(p.file.checks, &check{eof, p.pending})
	}
	return nil
}

// addImplicit adds a NOT from the command line, which is shown as a source of its own.
func (p *checkParser) addImplicit(n int, text string) *ParseError {
	const before, after = "-implicit-check-not='", "'"
	src := newSource("command line", []byte(before+text+after))
	d := &directive{kind: kindNot, count: 1, prefix: "IMPLICIT-CHECK", implied: n,
		body: fragment{src, len(before), len(before) + len(text)}}
	if failure := p.compile(d); failure != nil {
		if !p.file.opts.toleratesBadImplicit || failure.ExitStatus != statusUnusable {
			return failure
		}
		p.file.warnings = append(p.file.warnings, failure.Diagnostics...)
	}
	p.implicit = append(p.implicit, d)
	return nil
}

// malformed reports directives that are certainly mistakes.
func (p *checkParser) malformed(d *directive, scan *scanner, start int) *ParseError {
	src := p.file.src
	at := scan.rest.start
	switch d.kind {
	case kindMisspelled:
		return parseFailure(diagnose(Error, src, start, start,
			"misspelled directive '"+string(src.text[start:at])+"'"))
	case kindBadNot:
		return parseFailure(diagnose(Error, src, at, at, "unsupported -NOT combo on prefix '"+d.prefix+"'"))
	case kindBadCount:
		return parseFailure(diagnose(Error, src, at, at,
			"invalid count in -COUNT specification on prefix '"+d.prefix+"'"))
	}
	return nil
}

// takeBody moves the rest of the line from the scanner into the directive.
func (p *checkParser) takeBody(d *directive, scan *scanner) {
	rest := scan.rest
	if !p.file.opts.keepsBlanks() {
		rest = rest.trimLeft()
	}
	end := rest.len()
	if n := bytes.IndexAny(rest.slice(0), "\r\n"); n >= 0 {
		end = n
	}
	d.body = rest.to(end)
	d.line, _ = p.file.src.position(d.body.start)
	scan.rest = rest.from(end)
}

// add compiles a directive and files it where it belongs. start is the place of its prefix.
func (p *checkParser) add(d *directive, start int) *ParseError {
	src := p.file.src
	if failure := p.compile(d); failure != nil {
		return failure
	}
	switch d.kind {
	case kindLabel:
		if d.pattern.hasVariable() {
			return parseFailure(diagnose(Error, src, start, start,
				"found '"+d.prefix+"-LABEL:' with variable definition or use"))
		}
	case kindNext, kindSame, kindEmpty:
		if len(p.file.checks) == 0 {
			return parseFailure(diagnose(Error, src, start, start,
				"found '"+d.prefix+d.kind.suffix()+"' without previous '"+d.prefix+": line"))
		}
	case kindDAG, kindNot:
		p.pending = append(p.pending, d)
		return nil
	}
	p.file.checks = append(p.file.checks, &check{*d, p.pending})
	p.pending = slices.Clone(p.implicit)
	if d.exact > 0 {
		p.pending = append(p.pending, d.noMore())
	}
	return nil
}

func (p *checkParser) compile(d *directive) *ParseError {
	var failure *ParseError
	d.pattern, failure = parsePattern(d, &p.file.opts, p.vars)
	return failure
}

// unusedPrefixes reports prefixes without directives. With --implicit-check-not none are needed by
// default.
func (p *checkParser) unusedPrefixes(distinct int) *ParseError {
	opts := &p.file.opts
	if len(p.implicit) > 0 && len(opts.Prefixes) == 0 {
		return nil
	}
	if len(p.missing) < distinct && (opts.AllowUnusedPrefixes || len(p.missing) == 0) {
		return nil
	}
	names := slices.Sorted(maps.Keys(p.missing))
	for i, prefix := range names {
		names[i] = "'" + prefix + ":'"
	}
	plural := ""
	if len(names) > 1 {
		plural = "es"
	}
	return parseFailure(plainDiagnostic("error: no check strings found with prefix%s %s", plural, strings.Join(names, ", ")))
}
