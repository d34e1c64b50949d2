//go:build linux || darwin

package shell

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// A limit or a umask must be in force before a program runs its first instruction, and must not
// touch this process or the other tests in it. So a program that needs them is started by way of a
// helper: this very executable, which sets them in its own process and then becomes the program. It
// is recognized by its name, before main and before any test.

// helperName is the name (argument 0) of the helper. Its arguments are the settings, the path of
// the program, and the arguments of the program.
const helperName = "lit-shell-limits"

// limitKinds are the options of ulimit, with the unit of their values.
var limitKinds = map[string]struct {
	resource int
	unit     uint64
}{
	"-v": {unix.RLIMIT_AS, 1024},
	"-n": {unix.RLIMIT_NOFILE, 1},
	"-s": {unix.RLIMIT_STACK, 1024},
	"-f": {unix.RLIMIT_FSIZE, 1},
}

const hasLimits = true

func init() {
	if len(os.Args) > 3 && os.Args[0] == helperName {
		fmt.Fprintln(os.Stderr, becomeProgram(os.Args[1], os.Args[2], os.Args[3:]))
		os.Exit(statusInternal)
	}
}

// becomeProgram makes the settings and runs the program in place of this process. It returns only
// to report an error.
func becomeProgram(settings, program string, args []string) error {
	for setting := range strings.FieldsSeq(settings) {
		name, text, _ := strings.Cut(setting, "=")
		value, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return fmt.Errorf("%s: %w", setting, err)
		}
		if name == "umask" {
			syscall.Umask(int(value))
			continue
		}
		if err := syscall.Setrlimit(limitKinds[name].resource, &syscall.Rlimit{Cur: value, Max: value}); err != nil {
			return fmt.Errorf("ulimit %s: %w", name, err)
		}
	}
	return &os.PathError{Op: "exec", Path: program, Err: syscall.Exec(program, args, os.Environ())}
}

// limited is a program and its arguments by way of the helper.
func (sh *shell) limited(program string, args []string) (string, []string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	if err := executable(program); err != nil {
		return "", nil, err
	}
	var settings []string
	if sh.umask >= 0 {
		settings = append(settings, fmt.Sprintf("umask=%d", sh.umask))
	}
	for _, l := range sh.limits {
		value := uint64(unix.RLIM_INFINITY)
		if !l.unlimited {
			value = l.value * limitKinds[l.option].unit
		}
		settings = append(settings, fmt.Sprintf("%s=%d", l.option, value))
	}
	return self, append([]string{helperName, strings.Join(settings, " "), program}, args...), nil
}
