package filecheck

import (
	"fmt"
	"math/big"
	"strings"
)

// value is what a numeric variable holds.
type value struct {
	big.Int
	captured extent // where it was matched in the input; empty for a definition on the command line
}

// extent is a byte range of the input.
type extent struct{ start, end int }

// number is a numeric variable as the check file declares it.
type number struct {
	name    string
	format  format
	defLine int // of the directive that first defines it; 0 for none
}

// variables are the names known while a check file is parsed.
type variables struct {
	declaredStrings map[string]bool
	numbers         map[string]*number
	line            *number // @LINE
	definedStrings  map[string]string
	definedNumbers  map[*number]*value
	checked         map[string]int // expressions found to be valid, with the numbers of their groups
}

func newVariables() *variables {
	return &variables{
		declaredStrings: map[string]bool{},
		numbers:         map[string]*number{},
		definedStrings:  map[string]string{},
		definedNumbers:  map[*number]*value{},
		checked:         map[string]int{},
	}
}

// environment holds the values of variables during a run.
type environment struct {
	strings     map[string]stringValue
	numbers     map[*number]*value
	expressions expressionCache
}

// stringValue is the value of a string variable and where it was captured.
type stringValue struct {
	text     string
	captured extent
}

func newEnvironment(file *CheckFile) *environment {
	env := &environment{strings: map[string]stringValue{}, numbers: map[*number]*value{}}
	for name, text := range file.strings {
		env.strings[name] = stringValue{text: text}
	}
	for n, v := range file.numbers {
		env.numbers[n] = v
	}
	return env
}

// clearLocals forgets the variables whose names do not start with `$`.
func (e *environment) clearLocals() {
	for name := range e.strings {
		if !strings.HasPrefix(name, "$") {
			delete(e.strings, name)
		}
	}
	for n := range e.numbers {
		if !strings.HasPrefix(n.name, "$") {
			delete(e.numbers, n)
		}
	}
}

// define handles the definitions on the command line. They are shown as a source of their own, with
// one line each.
func (v *variables) define(defines []string) *ParseError {
	var text strings.Builder
	type definition struct{ start, end int }
	var places []definition
	for i, d := range defines {
		fmt.Fprintf(&text, "Global define #%d: ", i+1)
		if d[0] == '#' {
			// Show and parse it as the block that it stands for.
			equals := strings.IndexByte(d, '=')
			text.WriteString(d + " (parsed as: [[")
			d = d[:equals] + ":" + d[equals+1:]
			places = append(places, definition{text.Len(), text.Len() + len(d)})
			text.WriteString(d + "]])\n")
		} else {
			places = append(places, definition{text.Len(), text.Len() + len(d)})
			text.WriteString(d + "\n")
		}
	}
	src := newSource("Global defines", []byte(text.String()))
	var all []*Diagnostic
	for _, place := range places {
		f := fragment{src, place.start, place.end}
		var failure *ParseError
		if f.eat("#") {
			failure = v.defineNumber(f)
		} else {
			failure = v.defineString(f)
		}
		if failure != nil {
			all = append(all, failure.Diagnostics...)
		}
	}
	if all != nil {
		return parseFailure(all...)
	}
	v.line = &number{name: "@LINE", format: format{kind: 'u'}}
	v.numbers["@LINE"] = v.line
	return nil
}

func (v *variables) defineString(f fragment) (failure *ParseError) {
	defer catchParseError(&failure)
	rest := f.to(f.index("="))
	text := f.from(rest.len() + 1).String()
	whole := rest
	name, pseudo := parseName(&rest)
	if pseudo || !rest.empty() {
		failAt(whole, "invalid name in string variable definition '"+whole.String()+"'")
	}
	if v.numbers[name.String()] != nil {
		failAt(name, "numeric variable with name '"+name.String()+"' already exists")
	}
	if _, known := v.definedStrings[name.String()]; !known {
		v.definedStrings[name.String()] = text
	}
	v.declaredStrings[name.String()] = true
	return nil
}

func (v *variables) defineNumber(f fragment) (failure *ParseError) {
	defer catchParseError(&failure)
	block := (&numericParser{vars: v}).parse(f, false)
	if block.expr == nil {
		failAt(f.from(f.len()), "missing operand in expression")
	}
	env := environment{numbers: v.definedNumbers}
	result, problems := block.expr.eval(&env)
	if problems != nil {
		var all []*Diagnostic
		for _, problem := range problems {
			text := "overflow error"
			if problem.undefined != nil {
				text = "undefined variable: " + problem.undefined.String()
			}
			all = append(all, plainDiagnostic("%s", text))
		}
		return parseFailure(all...)
	}
	v.numbers[block.defines.name] = block.defines
	v.definedNumbers[block.defines] = &value{Int: *result}
	return nil
}

// parseName takes a variable name from the front of f: letters, digits and underscores, after an
// optional `$` (global) or `@` (pseudo variable).
func parseName(f *fragment) (name fragment, pseudo bool) {
	name, pseudo, text := scanName(f)
	if text != "" {
		failAt(name, text)
	}
	return name, pseudo
}

// scanName is parseName with the error as a result: its text, and its place in name.
func scanName(f *fragment) (name fragment, pseudo bool, text string) {
	if f.empty() {
		return *f, false, "empty variable name"
	}
	n := 0
	pseudo = f.at(0) == '@'
	if pseudo || f.at(0) == '$' {
		n++
	}
	if n == f.len() {
		if pseudo {
			return f.from(n), pseudo, "empty pseudo variable name"
		}
		return f.from(n), pseudo, "empty global variable name"
	}
	if c := f.at(n); c != '_' && !isAlpha(c) {
		return *f, pseudo, "invalid variable name"
	}
	for n < f.len() && (f.at(n) == '_' || isAlnum(f.at(n))) {
		n++
	}
	name = f.to(n)
	*f = f.from(n)
	return name, pseudo, ""
}

// failAt stops parsing with an error; catchParseError receives it.
func failAt(place fragment, text string) { panic(parseFailure(spaced(place, text))) }

// spaced is an error that a blank line follows.
func spaced(place fragment, text string) *Diagnostic {
	d := diagnose(Error, place.src, place.start, place.start, text)
	d.spaced = true
	return d
}

func catchParseError(failure **ParseError) {
	if r := recover(); r != nil {
		f, ok := r.(*ParseError)
		if !ok {
			panic(r)
		}
		*failure = f
	}
}
