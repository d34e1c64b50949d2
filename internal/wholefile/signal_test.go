//go:build unix

package wholefile_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/process"
	"github.com/tg-opt/tg/internal/process/processtest"
	"github.com/tg-opt/tg/internal/wholefile"
)

// asWriter makes this program one that writes files until a signal ends it.
const asWriter = "WHOLEFILE_TEST_WRITER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(asWriter); mode != "" {
		wholefile.AvoidNames(mode == "unnamed")
		process.Main(writer)
	}
	processtest.Heed()
	os.Exit(m.Run())
}

// text is what file i has in round n.
func text(i, n int) string { return strings.Repeat(fmt.Sprintf("file %d, round %d\n", i, n), 1000) }

// writer writes the files that args name, again and again, several at a time.
func writer(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	fmt.Fprintln(stdout, "ready")
	failed := make(chan error)
	for i, name := range args {
		go func() {
			for n := 0; ; n++ {
				if err := wholefile.Write(name, []byte(text(i, n))); err != nil {
					failed <- err
				}
			}
		}()
	}
	fmt.Fprintln(stderr, <-failed)
	return 1
}

// A signal at any moment leaves files that are complete and nothing else, also
// where temporary files have names, a file is written in place or behind a link.
func TestSignals(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	_, signals := campaign.Cases(12)
	for n := range signals {
		mode := []string{"named", "unnamed"}[n%2]
		signal := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}[n%3]
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		for _, err := range []error{
			os.WriteFile(at("hard"), nil, 0o666), os.Link(at("hard"), at("hard2")), os.Symlink("target", at("link")),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		files := []string{at("plain"), at("hard"), at("link")}
		cmd := exec.Command(os.Args[0], files...)
		cmd.Env = append(os.Environ(), asWriter+"="+mode)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		ready, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		io.ReadFull(ready, make([]byte, len("ready\n")))
		time.Sleep(time.Duration(random.IntN(5000)) * time.Microsecond)
		if err := cmd.Process.Signal(signal); err != nil {
			t.Error(err)
		}
		cmd.Wait()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != signal || stderr.Len() > 0 {
			t.Errorf("%s, %v: ended with %v, %s", mode, signal, cmd.ProcessState, stderr.String())
		}
		for i, name := range files {
			data, err := os.ReadFile(name)
			first, _, _ := strings.Cut(string(data), "\n")
			var round int
			fmt.Sscanf(first, fmt.Sprintf("file %d, round %%d", i), &round)
			if len(data) > 0 && string(data) != text(i, round) || err != nil && !os.IsNotExist(err) {
				t.Errorf("%s, %v: %s is torn: %.40q, %d bytes, %v", mode, signal, name, data, len(data), err)
			}
		}
		entries, err := os.ReadDir(dir)
		for _, e := range entries {
			if name := e.Name(); strings.HasPrefix(name, ".") {
				t.Errorf("%s, %v: %s is left", mode, signal, name)
			}
		}
		if err != nil {
			t.Error(err)
		}
	}
}
