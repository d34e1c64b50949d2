// Package filecheck checks the output of a program against the directives in a file, as LLVM's
// FileCheck does: CHECK, CHECK-NEXT, -SAME, -NOT, -DAG, -LABEL, -EMPTY, -COUNT-n and {LITERAL},
// with regular expressions in {{...}}, string variables in [[...]] and numeric ones in [[#...]].
//
// Parse reads a check file once, CheckFile.Run applies it to an input, and Main is the command-line
// tool.
//
// # Differences from FileCheck
//
// Main does what FileCheck 22.1.8 does, and prints what it prints, byte by byte, but for these:
//
//   - --help, -h, their variants and --dump-input=help use this package's words, and --version names this program before
//     the version of LLVM that it follows.
//   - Options about debug counters, which only developers of LLVM have, are unknown. The other options that all of LLVM's
//     tools accept and FileCheck has no use for (--stats, --rng-seed, ...) are accepted, and have no effect either.
//   - Response files (@FILE) are read as UTF-8 only. A standard input that is closed counts as empty: Go opens it anew.
//   - Where FileCheck crashes there is a message with a place and exit status 2: for -D#NAME= without a value, for a
//     precision beyond what a regular expression can count, for parentheses nested too deeply.
//   - A search with back-references that would take for ever ends with the error that it is too expensive; with -v, no
//     more than 65536 empty matches of a COUNT are reported; parentheses can be nested some hundred times only in numeric
//     expressions, and repetitions of repetitions in regular ones only as far as memory for them is reasonable. FileCheck
//     goes on until somebody stops it, or until its memory or stack is full.
//   - Parse, unlike Main, does not accept a malformed Options.ImplicitCheckNot, of which FileCheck only prints an error:
//     it then goes on with the part before it.
package filecheck
