// Package processtest helps tests that send signals to processes.
package processtest

import (
	"os"
	"os/signal"
	"syscall"
)

// Heed makes the processes that this one starts heed all signals that ask them to
// end, also those that this one was started to ignore, as nohup and shells in the
// background have it: what is ignored is handed on, what is handled is not. This
// process goes on ignoring them.
func Heed() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}
