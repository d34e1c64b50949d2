// Package testtool has small programs for tests of pipelines.
package testtool

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// Main is a program: it gets its arguments without its name, and returns its exit status.
type Main = func(args []string, stdin io.Reader, stdout, stderr io.Writer) int

// All are the programs by their names.
var All = map[string]Main{
	"upper":      upper,
	"args":       arguments,
	"both":       both,
	"exit":       exit,
	"first-line": firstLine,
	"lines":      lines,
	"endless":    endless,
	"panics":     func([]string, io.Reader, io.Writer, io.Writer) int { panic("out of luck") },
	"stuck":      func([]string, io.Reader, io.Writer, io.Writer) int { select {} },
}

func upper(_ []string, stdin io.Reader, stdout, stderr io.Writer) int {
	data, err := io.ReadAll(stdin)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	stdout.Write(bytes.ToUpper(data))
	return 0
}

// arguments shows where each of its arguments ends.
func arguments(args []string, _ io.Reader, stdout, _ io.Writer) int {
	for _, arg := range args {
		fmt.Fprintf(stdout, "[%s]", arg)
	}
	fmt.Fprintln(stdout)
	return 0
}

func both(_ []string, _ io.Reader, stdout, stderr io.Writer) int {
	fmt.Fprintln(stdout, "to stdout")
	fmt.Fprintln(stderr, "to stderr")
	return 0
}

func exit(args []string, _ io.Reader, _, _ io.Writer) int {
	var status int
	fmt.Sscan(args[0], &status)
	return status
}

// firstLine stops to read early.
func firstLine(_ []string, stdin io.Reader, stdout, _ io.Writer) int {
	line, _ := bufio.NewReaderSize(stdin, 16).ReadString('\n')
	io.WriteString(stdout, line)
	return 0
}

func lines(_ []string, _ io.Reader, stdout, _ io.Writer) int {
	for i := range 20000 {
		if _, err := fmt.Fprintln(stdout, i); err != nil {
			return 7
		}
	}
	return 0
}

// endless writes until the pipe is closed.
func endless(_ []string, _ io.Reader, stdout, _ io.Writer) int {
	text := bytes.Repeat([]byte("x\n"), 1<<15)
	for {
		if _, err := stdout.Write(text); err != nil {
			return 1
		}
	}
}
