package networks

import (
	"bufio"
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/tg-opt/tg/internal/arrayfile"
	"github.com/tg-opt/tg/tensor"
)

//go:embed networks.py
var script string

// ErrAbsent says that there is no PyTorch.
var ErrAbsent = errors.New("no python3 has the module torch, which Debian has as the package python3-torch")

// Python is the first python3 that has PyTorch: that of the PATH, or that of the distribution.
func Python() (string, error) {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import numpy, torch").Run() == nil {
			return python, nil
		}
	}
	return "", ErrAbsent
}

// Theirs is a network that a process of PyTorch runs.
type Theirs struct {
	// Version is that of PyTorch, and by what it multiplies matrices.
	Version string

	network *Network
	folder  string
	process *exec.Cmd
	to      io.WriteCloser
	from    *bufio.Reader
	errors  bytes.Buffer
}

// Start starts a process of PyTorch for a network, on so many threads, with these arguments.
func (n *Network) Start(python string, threads int, inputs []tensor.Named) (t *Theirs, err error) {
	t = &Theirs{network: n}
	if t.folder, err = os.MkdirTemp("", "tg-torch"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.Close())
		}
	}()
	file := filepath.Join(t.folder, "inputs.npz")
	if err := arrayfile.Write(file, inputs); err != nil {
		return nil, err
	}
	t.process = exec.Command(python, "-c", script, n.Name, file, strings.Join(n.Wrt, ","), fmt.Sprint(threads))
	t.process.Env = append(os.Environ(), fmt.Sprint("OMP_NUM_THREADS=", threads), fmt.Sprint("OPENBLAS_NUM_THREADS=", threads))
	t.process.Stderr = &t.errors
	if t.to, err = t.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := t.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	t.from = bufio.NewReader(out)
	if err := t.process.Start(); err != nil {
		return nil, err
	}
	t.Version, err = t.answer()
	return t, err
}

// Close ends the process.
func (t *Theirs) Close() error {
	var err error
	if t.process != nil && t.process.Process != nil {
		t.to.Close()
		err = t.process.Wait()
	}
	return errors.Join(err, os.RemoveAll(t.folder))
}

func (t *Theirs) answer() (string, error) {
	line, err := t.from.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("PyTorch has not answered: %w\n%s", err, t.errors.String())
	}
	return strings.TrimSpace(line), nil
}

func (t *Theirs) ask(command string, argument any) (string, error) {
	if _, err := fmt.Fprintln(t.to, command, argument); err != nil {
		return "", fmt.Errorf("PyTorch takes no command: %w\n%s", err, t.errors.String())
	}
	return t.answer()
}

// Time is how long `times` evaluations take, of "forward", the loss, or "step", the loss and the
// gradients: by the clock, and of processors.
func (t *Theirs) Time(what string, times int) (clock, processor time.Duration, err error) {
	answer, err := t.ask(what, times)
	if err != nil {
		return 0, 0, err
	}
	var seconds [2]float64
	if _, err := fmt.Sscan(answer, &seconds[0], &seconds[1]); err != nil {
		return 0, 0, fmt.Errorf("PyTorch answers '%s' where two numbers are asked for: %w", answer, err)
	}
	return time.Duration(seconds[0] * 1e9), time.Duration(seconds[1] * 1e9), nil
}

// Gradients are the loss and its gradients, in the order of Wrt.
func (t *Theirs) Gradients() ([]*tensor.Tensor, error) {
	file := filepath.Join(t.folder, "gradients.npz")
	if _, err := t.ask("gradients", file); err != nil {
		return nil, err
	}
	archive, err := arrayfile.Open(file, 0, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	var list []*tensor.Tensor
	for _, name := range append([]string{"loss"}, t.network.Wrt...) {
		g, err := archive.Read(name, math.MaxInt64)
		if err != nil {
			return nil, err
		}
		list = append(list, g)
	}
	return list, nil
}

// Distance is how far a tensor is from another one: the norm of the difference by that of the
// other one, and the greatest difference of two elements by the greatest element.
type Distance struct{ Norm, Element float64 }

// Apart is how far ours is from theirs. What has other extents, or a NaN, is infinitely far.
func Apart(ours, theirs *tensor.Tensor) Distance {
	far := Distance{math.Inf(1), math.Inf(1)}
	if ours.Len() != theirs.Len() {
		return far
	}
	var difference, square, most, greatest float64
	for i := range ours.Len() {
		x, y := ours.Float64At(i), theirs.Float64At(i)
		d := x - y
		if math.IsNaN(d) {
			return far
		}
		difference += d * d
		square += y * y
		most, greatest = max(most, math.Abs(d)), max(greatest, math.Abs(y))
	}
	if most == 0 {
		return Distance{}
	}
	return Distance{math.Sqrt(difference / square), most / greatest}
}
