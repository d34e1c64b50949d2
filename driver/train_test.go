//go:build unix

package driver_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tg-opt/tg/driver/tooltest"
)

// network is the squared error of two layers with a tanh between them, and its derivatives.
const network = `func.func @main(%v: tensor<3x4xf32>, %w: tensor<4x2xf32>, %x: tensor<8x3xf32>, %y: tensor<8x2xf32>) -> (tensor<f32>, tensor<3x4xf32>, tensor<4x2xf32>) {
  %0 = tg.matmul %x, %v : (tensor<8x3xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  %h = tg.tanh %0 : tensor<8x4xf32>
  %1 = tg.matmul %h, %w : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  %e = tg.sub %1, %y : tensor<8x2xf32>
  %s = tg.mul %e, %e : tensor<8x2xf32>
  %sum = tg.reduce sum %s dims [0, 1] : (tensor<8x2xf32>) -> tensor<f32>
  %half = tg.constant dense<0.5> : tensor<f32>
  %loss = tg.mul %sum, %half : tensor<f32>
  %ht = tg.transpose %h permutation [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %gw = tg.matmul %ht, %e : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %wt = tg.transpose %w permutation [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
  %gh = tg.matmul %e, %wt : (tensor<8x2xf32>, tensor<2x4xf32>) -> tensor<8x4xf32>
  %hh = tg.mul %h, %h : tensor<8x4xf32>
  %one = tg.constant dense<1.0> : tensor<f32>
  %d = tg.sub %one, %hh : (tensor<f32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %g0 = tg.mul %gh, %d : tensor<8x4xf32>
  %xt = tg.transpose %x permutation [1, 0] : (tensor<8x3xf32>) -> tensor<3x8xf32>
  %gv = tg.matmul %xt, %g0 : (tensor<3x8xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  return %loss, %gv, %gw : tensor<f32>, tensor<3x4xf32>, tensor<4x2xf32>
}
`

// TestTraining: however a training is cut into runs, optimised and given to workers, its state has
// the same bits, and the loss falls. Data is one batch, or five after each other.
func TestTraining(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, update := range []string{"sgd", "momentum", "adam"} {
		for _, x := range []string{"8x3xf32=random:3", "5x8x3xf32=random:3"} {
			train := func(steps int, more ...string) result {
				t.Helper()
				args := append([]string{"--inputs=random:1", "--input=%x=" + x, "--update=" + update, "--update-option=lr=0.01", fmt.Sprintf("--steps=%d", steps), "--loss-every=1"}, more...)
				r := tgRun(network, args...)
				if r.Status != 0 {
					t.Fatalf("%v: %s", args, r.Err)
				}
				return r
			}
			whole := train(23, "--state=whole.npz")
			lines := strings.Split(strings.TrimSpace(whole.Err), "\n")
			first, last := loss(t, lines[0]), loss(t, lines[len(lines)-1])
			if len(lines) != 23 || !(last < first) {
				t.Errorf("%s: the loss goes from %v to %v in %d steps", update, first, last, len(lines))
			}
			os.Remove("parts.npz")
			train(4, "--state=parts.npz", "--resume", "--workers=1")
			train(12, "--state=parts.npz", "--resume", "--optimize", "--save-every=5")
			parts := train(7, "--state=parts.npz", "--resume", "--workers=3", "--no-plan")
			if parts.Out != whole.Out {
				t.Errorf("%s, %s: the loss is %s in one run, and %s in parts", update, x, whole.Out, parts.Out)
			}
			one, err := os.ReadFile("whole.npz")
			other, err2 := os.ReadFile("parts.npz")
			if string(one) != string(other) || err != nil || err2 != nil {
				t.Errorf("%s, %s: the state depends on how the run is made: %v, %v", update, x, err, err2)
			}
		}
	}
}

// loss reads a line about a step.
func loss(t *testing.T, line string) (v float64) {
	t.Helper()
	step := 0
	if n, err := fmt.Sscanf(line, "step %d: loss %g", &step, &v); n != 2 {
		t.Fatalf("%q: %v", line, err)
	}
	return v
}

// TestInterruptedTraining: a signal lets the step end, writes the state, and ends the run with the
// status that shells know it by; the training goes on from there.
func TestInterruptedTraining(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFiles(t, map[string]string{filepath.Join(dir, "net.mlir"): network})
	args := []string{"net.mlir", "--inputs=random:1", "--state=s.npz", "--loss-every=1"}
	cmd := command("tg-run", dir, append(args, "--steps=1000000000")...)
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 1<<16)
	said.Read(buffer) // it trains
	cmd.Process.Signal(syscall.SIGINT)
	timer := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer timer.Stop()
	var text strings.Builder
	for n := 1; n > 0; {
		n, _ = said.Read(buffer)
		text.Write(buffer[:n])
	}
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != 128+int(syscall.SIGINT) || !strings.Contains(text.String(), "stopped after step") {
		t.Errorf("status %d, %.2000s", status, text.String())
	}
	if left := tooltest.Files(t, dir); left != "net.mlir s.npz" {
		t.Errorf("there is %s", left)
	}
	if out, err := command("tg-run", dir, append(args, "--steps=1", "--resume")...).CombinedOutput(); err != nil || strings.Contains(string(out), "step 1:") {
		t.Errorf("%v %s", err, out)
	}
}
