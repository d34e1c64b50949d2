//go:build !unix

package config

import (
	"os/exec"
	"time"
)

// inGroup makes waiting for a program end soon after its context.
func inGroup(cmd *exec.Cmd) { cmd.WaitDelay = time.Second }
