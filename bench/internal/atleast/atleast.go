// Package atleast has flags that are numbers from 1 on.
package atleast

import (
	"errors"
	"flag"
	"strconv"
)

// count is the value of a flag.
type count int

// One defines a flag for how often something is measured: at least once.
func One(name string, usual int, usage string) *int {
	n := new(int)
	*n = usual
	flag.Var((*count)(n), name, usage)
	return n
}

func (t *count) String() string { return strconv.Itoa(int(*t)) }

// Set takes a number from 1 on.
func (t *count) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return errors.New("it must be a number from 1 on")
	}
	*t = count(n)
	return nil
}
