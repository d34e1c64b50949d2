package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"github.com/tg-opt/tg/memory"
)

// A bar is the most that a case may add to the duration, in per cent, if it has
// so much time.
type bar struct {
	graph string
	kase
	time time.Duration
	tdi  float64
}

// bars are what the best published methods reach, or what is better still.
var bars = []bar{
	{"rlg_n100", kase{"0.9", memory.Fixed}, 10 * time.Second, 0.80},
	{"rlg_n100", kase{"0.8", memory.Fixed}, 10 * time.Second, 2.30},
	{"rlg_n100", kase{"0.7", memory.Fixed}, 10 * time.Second, 7.3},
	{"rlg_n250", kase{"0.9", memory.Fixed}, 10 * time.Second, 1.1},
	{"rlg_n250", kase{"0.8", memory.Fixed}, 10 * time.Second, 4.85},
	{"rlg_n250", kase{"0.9", memory.Fixed}, 60 * time.Second, 0.9},
	{"rlg_n250", kase{"0.8", memory.Fixed}, 60 * time.Second, 4.8},
	{"fcn8vgg_train", kase{"0.9", memory.Fixed}, 10 * time.Second, 0.030},
	{"fcn8vgg_train", kase{"0.8", memory.Fixed}, 10 * time.Second, 0.137},
	{"fcn8vgg_train", kase{"0.7", memory.Fixed}, 10 * time.Second, 1.2},
	{"fcn8vgg_train", kase{"0.7", memory.Fixed}, 60 * time.Second, 0.892},
	{"rlg_n100", kase{"0.9", memory.Free}, 10 * time.Second, 0},
	{"rlg_n100", kase{"0.8", memory.Free}, 10 * time.Second, 0.1},
	{"rlg_n100", kase{"0.7", memory.Free}, 10 * time.Second, 2.4},
	{"rlg_n100", kase{"0.7", memory.Free}, 60 * time.Second, 2.2},
	{"rlg_n250", kase{"0.9", memory.Free}, 10 * time.Second, 0},
	{"rlg_n250", kase{"0.8", memory.Free}, 10 * time.Second, 0},
	{"rlg_n250", kase{"0.7", memory.Free}, 10 * time.Second, 2.1},
	{"fcn8vgg_train", kase{"0.9", memory.Free}, 10 * time.Second, 0.030},
	{"fcn8vgg_train", kase{"0.8", memory.Free}, 10 * time.Second, 0.137},
	{"fcn8vgg_train", kase{"0.7", memory.Free}, 10 * time.Second, 1.2},
	{"fcn8vgg_train", kase{"0.7", memory.Free}, 60 * time.Second, 0.892},
}

// known is a line of known.csv.
type known struct {
	graph string
	kase
	status string
	tdi    float64
}

// readKnown reads what is known of the graphs of a folder, if there is such a file.
func readKnown(file string) ([]known, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var all []known
	for i, line := range lines[min(1, len(lines)):] {
		if len(line) < 5 {
			return nil, fmt.Errorf("%s:%d: %d fields; graph, budget, order, status and tdi_percent are needed",
				file, i+2, len(line))
		}
		k := known{graph: line[0], kase: kase{budget: line[1]}, status: line[3]}
		if line[2] == memory.Free.String() {
			k.order = memory.Free
		}
		if line[4] != "" {
			if k.tdi, err = strconv.ParseFloat(line[4], 64); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, i+2, err)
			}
		}
		all = append(all, k)
	}
	return all, nil
}
