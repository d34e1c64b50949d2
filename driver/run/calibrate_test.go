package run

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/cost/calibrate"
	"github.com/tg-opt/tg/interp/parallel"
)

func TestCalibrate(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "mine.profile")
	if err := os.Symlink("target", file); err != nil {
		t.Fatal(err)
	}
	workers := parallel.Workers()
	var told bytes.Buffer
	if err := calibrateMachine(standard, file, calibrate.Options{Slice: time.Microsecond, Passes: 2}, io.Discard, &told); err != nil {
		t.Fatal(err)
	}
	if n := parallel.Workers(); n != workers {
		t.Errorf("%d workers are left of %d", n, workers)
	}
	m, err := cost.Named(file, 0)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "target"))
	if err != nil || m.String() != string(text) {
		t.Errorf("the file is not the profile of its machine: %v\n%s", err, text)
	}
	if m.Name != "cpu" {
		t.Errorf("the machine is called %s", m.Name)
	}
	// Every figure of the shipped profile is measured, and told.
	for line := range strings.Lines(cost.CPU().String()) {
		key, _, ok := strings.Cut(line, " = ")
		if !ok || strings.HasPrefix(line, "#") || key == "name" {
			continue
		}
		if !strings.Contains("\n"+string(text), "\n"+key+" = ") || !strings.Contains("\n"+told.String(), "\n"+key+" ") {
			t.Errorf("%s is not measured", key)
		}
	}
}

func TestCalibrateWithoutAFile(t *testing.T) {
	var out bytes.Buffer
	if err := calibrateMachine(standard, "-", calibrate.Options{Slice: time.Microsecond, Passes: 1}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if _, err := cost.Parse("standard output", out.String()); err != nil {
		t.Error(err)
	}
	// Nothing is measured for a file that cannot be written.
	missing := filepath.Join(t.TempDir(), "no", "such")
	var stderr bytes.Buffer
	if status := main([]string{"--calibrate="}, nil, io.Discard, &stderr); status != 1 || !strings.Contains(stderr.String(), "the name of a file is missing") {
		t.Errorf("status %d: %s", status, stderr.String())
	}
	stderr.Reset()
	if status := main([]string{"--calibrate=" + missing}, nil, io.Discard, &stderr); status != 1 || !strings.Contains(stderr.String(), "No such file or directory") || strings.Contains(stderr.String(), "overhead") {
		t.Errorf("status %d: %s", status, stderr.String())
	}
}
