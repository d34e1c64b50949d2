package filecheck

import (
	"errors"
	"slices"
	"strings"
)

// Invocation is what a command line of FileCheck or tg-filecheck asks for.
type Invocation struct {
	Options    Options
	CheckFile  string
	InputFile  string // "-" for standard input
	AllowEmpty bool

	native *native // of tg-filecheck; else nil
}

// ParseInvocation reads a command line as Main does, or as NativeMain does if the tool is
// tg-filecheck. environment is the value of FILECHECK_OPTS. The error is all messages about the
// command line, without a place.
func ParseInvocation(tool, environment string, args []string) (*Invocation, error) {
	words := slices.Concat(splitWords(environment), args)
	var n *native
	var c *commandLine
	if tool == nativeName {
		n = parseNative(words)
		c = n.commandLine
		if n.llvm {
			words, n = withoutOptions(words, n.optionsOfItsOwn()), nil
		}
	}
	if n == nil {
		c = parseArguments(words)
	}
	if len(c.problems) > 0 {
		return nil, errors.New(strings.Join(c.problems, "\n"))
	}
	if c.checkFile == "" {
		return nil, errors.New("<check-file> not specified")
	}
	return &Invocation{Options: c.options, CheckFile: c.checkFile, InputFile: c.inputFile, AllowEmpty: c.allowEmpty, native: n}, nil
}

// Check reports whether a run with this command line would succeed, for a text of the check file
// and an input, and what it would say if not. name is how messages call the check file.
func (i *Invocation) Check(name string, text, input []byte) (ok bool, messages string) {
	var said strings.Builder
	if i.native != nil {
		n := *i.native
		c := *n.commandLine
		n.commandLine, c.checkFile = &c, name
		if n.lintFile(text, &said, false) != nil {
			return false, said.String()
		}
		said.Reset()
	}
	file, err := Parse(name, text, i.Options)
	if err != nil {
		return false, err.Error()
	}
	result := file.Run("<stdin>", input)
	writeDiagnostics(&said, result.Diagnostics, false)
	return result.Matched, said.String()
}
