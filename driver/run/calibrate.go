package run

import (
	"fmt"
	"io"

	"github.com/tg-opt/tg/cost/calibrate"
	"github.com/tg-opt/tg/driver/tool"
)

// calibrateFile is where --calibrate without a file puts the profile.
const calibrateFile = "cpu.profile"

// calibrateMachine measures the machine as opt says and writes its profile to a
// file, or to stdout where that is `-`. The figures are reported on stderr as
// they come.
func calibrateMachine(s *tool.Setup, file string, opt calibrate.Options, stdout, stderr io.Writer) error {
	// A name that is wrong is told before the machine is measured.
	out, err := tool.OpenOutput(file, stdout)
	if err != nil {
		return err
	}
	defer out.Discard()
	opt.Note = func(key string, value float64) { fmt.Fprintf(stderr, "%-24s %.3g\n", key, value) }
	m, err := calibrate.Run(s.NewContext, opt)
	if err != nil {
		return err
	}
	io.WriteString(out, m.String()) // commit tells what went wrong
	return out.Commit()
}
