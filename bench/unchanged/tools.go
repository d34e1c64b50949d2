package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"

	"github.com/tg-opt/tg/bench/internal/states"
)

// separator stands between the modules of a file.
const separator = "\n// -----\n"

// The tools.
const (
	opt = "tg-opt"
	run = "tg-run"
)

// job is one call of a tool, with modules that it reads from standard input.
type job struct {
	name   string
	tool   string
	args   []string
	inputs []string
}

// output is what a tool said.
type output struct {
	status       int
	text, errors []byte
}

// call runs a job in a state.
func (c *comparison) call(state states.State, j job) (output, error) {
	cmd := exec.Command(c.tools.Path(state, j.tool), j.args...)
	cmd.Stdin = strings.NewReader(strings.Join(j.inputs, separator))
	var text, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &messages
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return output{}, err
	}
	return output{cmd.ProcessState.ExitCode(), text.Bytes(), messages.Bytes()}, nil
}

// comparison counts what differs.
type comparison struct {
	tools *states.Tools
	shown int

	mu               sync.Mutex
	jobs, failing    int
	differ, messages int
}

// section compares the jobs that jobs adds, so many at a time, and prints a line
// about them.
func (c *comparison) section(title string, workers int, jobs func(add func(job))) {
	c.jobs, c.failing, c.messages = 0, 0, 0
	before := c.differ
	queue := make(chan job)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for j := range queue {
				c.compare(j)
			}
		})
	}
	jobs(func(j job) { queue <- j })
	close(queue)
	group.Wait()
	fmt.Printf("%-50s %6d runs, %5d with errors; differ: %d, in messages alone: %d\n", title, c.jobs, c.failing, c.differ-before, c.messages)
}

// compare runs a job in both states. Of several inputs those that differ are
// looked for.
func (c *comparison) compare(j job) {
	before, err := c.call(states.Old, j)
	after, err2 := c.call(states.New, j)
	if err = errors.Join(err, err2); err != nil {
		c.found(j, fmt.Sprintf("cannot be run: %v", err))
		return
	}
	same := before.status == after.status && bytes.Equal(before.text, after.text)
	if !same && len(j.inputs) > 1 {
		half := len(j.inputs) / 2
		first, second := j, j
		first.inputs, second.inputs = j.inputs[:half], j.inputs[half:]
		c.compare(first)
		c.compare(second)
		return
	}
	c.mu.Lock()
	c.jobs++
	if after.status != 0 {
		c.failing++
	}
	if same && !bytes.Equal(before.errors, after.errors) {
		c.messages++
	}
	c.mu.Unlock()
	if !same {
		c.found(j, fmt.Sprintf("was (status %d):\n%s%s\nis (status %d):\n%s%s", before.status, before.text, before.errors,
			after.status, after.text, after.errors))
	}
}

// found counts a difference, and prints the first ones.
func (c *comparison) found(j job, what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.differ++
	fmt.Printf("%s: %s %s\n", j.name, j.tool, strings.Join(j.args, " "))
	if c.differ <= c.shown {
		fmt.Printf("%s\n%s\n", strings.Join(j.inputs, separator), what)
	}
}
