package models

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/driver/tooltest"
	"github.com/tg-opt/tg/internal/process"
	"github.com/tg-opt/tg/tensor"
)

var (
	fenced = regexp.MustCompile("(?ms)^```(?:mlir\n// digits.mlir|sh)\n(.*?)^```$")
	word   = regexp.MustCompile(`(?:[^\s"]|"[^"]*")+`)
)

// manual is what docs/autodiff.md says about training a model: the loss, and the commands, word by
// word.
func manual(t *testing.T) (loss string, commands [][]string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/autodiff.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Training\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := fenced.FindAllStringSubmatch(section, -1)
	if len(blocks) != 2 {
		t.Fatalf("the section has %d blocks", len(blocks))
	}
	for line := range strings.Lines(blocks[1][1]) {
		words := word.FindAllString(line, -1)
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], `"`, "")
		}
		commands = append(commands, words)
	}
	return blocks[0][1], commands
}

// typed runs a command, and returns what it says.
func typed(t *testing.T, words []string) string {
	t.Helper()
	tools := map[string]process.Tool{"tg-opt": driver.Opt, "tg-run": driver.Run}
	r := tooltest.Run(tools[words[0]], "", words[1:]...)
	if r.Status != 0 {
		t.Fatalf("%s: %s", strings.Join(words, " "), r.Err)
	}
	return r.Out + r.Err
}

func npy(t *testing.T, x *tensor.Tensor) string {
	t.Helper()
	var b bytes.Buffer
	if err := tensor.WriteNPY(&b, x); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A forward model that was exported is trained by the four commands of docs/autodiff.md, to the
// same bits optimised and not, and its weights come back into it.
func TestExportedModelIsTrained(t *testing.T) {
	model, err := os.ReadFile(filepath.Join("../../../shared/data/models", "mnist.mlir"))
	if err != nil {
		t.Skip("the model is not there: ", err)
	}
	loss, commands := manual(t)
	if len(commands) != 4 {
		t.Fatalf("there are %d commands", len(commands))
	}
	t.Chdir(t.TempDir())
	labels := tensor.New(tensor.F32, 1, 1, 10)
	labels.SetFloat64(3, 1)
	tooltest.WriteFiles(t, map[string]string{
		"mnist.mlir": string(model), "digits.mlir": loss,
		"images.npy": npy(t, tensor.Random(tensor.F32, []int{1, 1, 28, 28, 1}, 3)), "labels.npy": npy(t, labels),
	})
	typed(t, commands[0])
	typed(t, commands[1])
	train := append(commands[2], "--loss-every=1", "--steps=40")
	plain := slices.DeleteFunc(slices.Clone(train), func(w string) bool { return w == "--optimize" || strings.HasPrefix(w, "--state") })
	said := typed(t, train)
	if other := typed(t, append(plain, "--state=plain.npz")); len(plain) != len(train)-2 || other != said {
		t.Errorf("as it is\n%s\noptimised\n%s", other, said)
	}
	losses := lossesIn(t, said)
	if len(losses) != 40 || losses[39] > losses[0]/100 {
		t.Errorf("the losses are %v", losses)
	}
	typed(t, commands[3])
	trained, err := os.ReadFile("trained.mlir")
	if err != nil || !bytes.Contains(trained, []byte("stablehlo.dot")) || len(trained) > len(model)*11/10 {
		t.Errorf("%v: the model of %d bytes has become one of %d", err, len(model), len(trained))
	}
	out := typed(t, []string{"tg-run", "trained.mlir", "--input=1x28x28x1xf32=random:3"})
	values := strings.Fields(strings.Trim(strings.TrimPrefix(out, "1x10xf32="), "[]\n"))
	if len(values) != 10 {
		t.Fatal(out)
	}
	if p, err := strconv.ParseFloat(values[3], 64); err != nil || p < 0.9 {
		t.Errorf("the label has the probability %s after the training", values[3])
	}
}
