package models

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
)

// classified is the loss of a model that returns probabilities: minus the logarithm of that of the
// label.
const classified = `func.func private @predict(tensor<10xf32>, tensor<128x10xf32>, tensor<128xf32>, tensor<784x128xf32>, tensor<1x28x28x1xf32>) -> tensor<1x10xf32>
func.func @loss(%b0: tensor<10xf32>, %w0: tensor<128x10xf32>, %b1: tensor<128xf32>, %w1: tensor<784x128xf32>, %image: tensor<1x28x28x1xf32>, %label: tensor<1x10xf32>) -> tensor<f32> {
  %0 = func.call @predict(%b0, %w0, %b1, %w1, %image) : (tensor<10xf32>, tensor<128x10xf32>, tensor<128xf32>, tensor<784x128xf32>, tensor<1x28x28x1xf32>) -> tensor<1x10xf32>
  %1 = tg.log %0 : tensor<1x10xf32>
  %2 = tg.mul %1, %label : tensor<1x10xf32>
  %3 = tg.reduce sum %2 dims [0, 1] : (tensor<1x10xf32>) -> tensor<f32>
  %4 = tg.neg %3 : tensor<f32>
  return %4 : tensor<f32>
}
`

// A forward model that was exported is trained by the four commands of docs/autodiff.md, to the
// same bits optimised and not, and its weights come back into it.
func TestExportedModelIsTrained(t *testing.T) {
	model, err := filepath.Abs("../../../shared/data/models/mnist.mlir")
	if err == nil {
		_, err = os.Stat(model)
	}
	if err != nil {
		t.Skip("the model is not there: ", err)
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("loss.mlir"), []byte(classified), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(tool func(args []string, in, out, errs *bytes.Buffer) int, args ...string) string {
		t.Helper()
		var in, out, errs bytes.Buffer
		if tool(args, &in, &out, &errs) != 0 {
			t.Fatalf("%s: %s", strings.Join(args, " "), errs.String())
		}
		return out.String() + errs.String()
	}
	opt := func(args []string, in, out, errs *bytes.Buffer) int { return driver.Opt(args, in, out, errs) }
	execute := func(args []string, in, out, errs *bytes.Buffer) int { return driver.Run(args, in, out, errs) }
	run(opt, model, "--stablehlo-to-tg", "--lift-parameters=to="+at("w.npz"), "-o", at("lifted.mlir"))
	run(opt, at("lifted.mlir"), "--link="+at("loss.mlir"), "--differentiate=func=loss mode=grad wrt=b0,w0,b1,w1", "-o", at("train.mlir"))
	train := []string{
		at("train.mlir"), "--entry=loss.grad", "--steps=20", "--loss-every=1", "--update=sgd", "--update-option=lr=0.01", "--inputs=" + at("w.npz"),
		"--input=%image=1x28x28x1xf32=random:3", "--input=%label=1x10xf32=0 0 0 1 0 0 0 0 0 0",
	}
	said := run(execute, append(train, "--state="+at("plain.npz"))...)
	if other := run(execute, append(train, "--state="+at("state.npz"), "--optimize")...); other != said {
		t.Errorf("as it is\n%s\noptimised\n%s", said, other)
	}
	var losses []float64
	for _, m := range regexp.MustCompile(`step \d+: loss (\S+)`).FindAllStringSubmatch(said, -1) {
		v, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		losses = append(losses, v)
	}
	if len(losses) != 20 || losses[19] > losses[0]/100 {
		t.Errorf("the losses are %v", losses)
	}
	run(opt, at("lifted.mlir"), "--lower-parameters=from="+at("state.npz"), "-o", at("trained.mlir"))
	out := run(execute, at("trained.mlir"), "--entry=predict", "--input=1x28x28x1xf32=random:3")
	values := strings.Fields(strings.Trim(strings.TrimPrefix(out, "1x10xf32="), "[]\n"))
	if len(values) != 10 {
		t.Fatal(out)
	}
	if p, err := strconv.ParseFloat(values[3], 64); err != nil || p < 0.99 {
		t.Error(fmt.Sprint("the label has the probability ", values[3], " after the training"))
	}
}
