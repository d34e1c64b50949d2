//go:build unix

package config

import (
	"os/exec"
	"syscall"
	"time"
)

// inGroup makes a program and all it starts end together when the context of the program ends.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
}
