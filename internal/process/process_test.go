//go:build unix

package process

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/process/processtest"
)

// asTool makes this program the tool of that name below.
const asTool = "PROCESS_TEST_TOOL"

func TestMain(m *testing.M) {
	if tool := tools[os.Getenv(asTool)]; tool != nil {
		Main(tool)
	}
	processtest.Heed()
	os.Exit(m.Run())
}

var tools = map[string]Tool{
	// copy copies its input.
	"copy": func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		data, err := io.ReadAll(stdin)
		if err == nil {
			_, err = stdout.Write(data)
		}
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		return 0
	},
	// wait says that it is there, and waits.
	"wait": func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		fmt.Fprintln(stdout, "ready")
		time.Sleep(10 * time.Second)
		return 3
	},
	// endless writes until something stops it.
	"endless": func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		for {
			if _, err := fmt.Fprintln(stdout, "more"); err != nil {
				fmt.Fprintln(stderr, err)
				return 1
			}
		}
	},
	// careless does not look at what becomes of its output.
	"careless": func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		fmt.Fprintln(stdout, "ready")
		return 0
	},
	// orderly ends its work before the process ends, unless it is told twice.
	"orderly": func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		ctx, interrupted := Interruptible(context.Background())
		fmt.Fprintln(stdout, "ready")
		<-ctx.Done()
		fmt.Fprintln(stdout, context.Cause(ctx))
		if len(args) > 0 {
			time.Sleep(10 * time.Second)
		}
		return 100 + int(interrupted())
	},
}

// shell runs a command in which $T is the tool of that name.
func shell(tool, command string) (stdout, stderr string, status int) {
	cmd := exec.Command("sh", "-c", command)
	cmd.Env = append(os.Environ(), asTool+"="+tool, "T="+os.Args[0])
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Run()
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// What a shell sees of a tool whose streams are closed, or not what they seem.
func TestStreams(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells what is closed")
	}
	const closedOutput = "write standard output: bad file descriptor\n"
	for _, c := range []struct{ command, stdout, stderr string }{
		{`echo x | $T; echo $?`, "x\n0\n", ""},
		{`echo x | $T >&-; echo $?`, "1\n", closedOutput},
		{`(echo x | $T; echo $? >&2) >&-`, "", closedOutput + "1\n"},
		{`$T <&-; echo $?`, "1\n", "read standard input: bad file descriptor\n"},
		{`$T <&- >&-; echo $?`, "1\n", "read standard input: bad file descriptor\n"},
		{`echo x | $T >/dev/null; echo $?`, "0\n", ""},
		{`exec 3>&1 >&-; echo x | nice $T; echo $? >&3`, "1\n", closedOutput},
		// Others open /dev/null to read and write for who wants no output.
		{`exec 3>&1 1<>/dev/null; echo x | $T; echo $? >&3`, "0\n", ""},
		{`$T </dev/null; echo $?`, "0\n", ""},
	} {
		if stdout, stderr, _ := shell("copy", c.command); stdout != c.stdout || stderr != c.stderr {
			t.Errorf("%s: %q %q", c.command, stdout, stderr)
		}
	}
	stdout, stderr, _ := shell("careless", `$T >/dev/full; echo $?; $T; echo $?`)
	if !strings.HasSuffix(stderr, ": cannot write standard output: No space left on device\n") || stdout != "1\nready\n0\n" {
		t.Errorf("careless: %q %q", stdout, stderr)
	}
	// A program that is no shell, as Python for stdout=DEVNULL.
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env, cmd.Stdin, cmd.Stdout = append(os.Environ(), asTool+"=copy"), strings.NewReader("x"), null
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
}

// Nobody reads any more: the tool ends as programs do, without a word.
func TestBrokenPipe(t *testing.T) {
	stdout, stderr, _ := shell("endless", `{ $T; echo $? >&2; } | head -1`)
	if stdout != "more\n" || stderr != "141\n" {
		t.Errorf("%q %q", stdout, stderr)
	}
}

// start starts a tool and waits until it is ready.
func start(t *testing.T, tool string, args ...string) (*exec.Cmd, io.Reader) {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), asTool+"="+tool, "T="+os.Args[0])
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err == nil {
		_, err = io.ReadFull(out, make([]byte, len("ready\n")))
	}
	if err != nil {
		t.Fatal(err)
	}
	return cmd, out
}

func TestSignalsEnd(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		cmd, _ := start(t, "wait", os.Args[0])
		cmd.Process.Signal(signal)
		cmd.Wait()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != signal {
			t.Errorf("%v: %v", signal, cmd.ProcessState)
		}
		if signal == syscall.SIGINT {
			continue // shells make what is in the background ignore it
		}
		// The same, as a shell says it.
		stdout, _, _ := shell("wait", fmt.Sprintf("$T >/dev/null & sleep 0.1; kill -%d $!; wait $!; echo $?", signal))
		if stdout != fmt.Sprintf("%d\n", 128+int(signal)) {
			t.Errorf("%v: a shell sees %q", signal, stdout)
		}
	}
}

// nohup means what it says.
func TestIgnoredSignals(t *testing.T) {
	for _, name := range []string{"HUP", "INT"} {
		cmd, _ := start(t, "wait", "sh", "-c", `trap "" `+name+`; exec $T`)
		cmd.Process.Signal(map[string]syscall.Signal{"HUP": syscall.SIGHUP, "INT": syscall.SIGINT}[name])
		time.Sleep(50 * time.Millisecond)
		if err := cmd.Process.Signal(syscall.Signal(0)); err != nil {
			t.Errorf("%s was not ignored", name)
		}
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGTERM {
			t.Errorf("%s: %v", name, cmd.ProcessState)
		}
	}
}

// A tool that ends its own work gets one signal; one much later ends it.
func TestInterruptible(t *testing.T) {
	cmd, out := start(t, "orderly", os.Args[0])
	cmd.Process.Signal(syscall.SIGTERM)
	rest, _ := io.ReadAll(out)
	cmd.Wait()
	if string(rest) != "received terminated\n" || cmd.ProcessState.ExitCode() != 100+int(syscall.SIGTERM) {
		t.Errorf("%q %v", rest, cmd.ProcessState)
	}
	cmd, out = start(t, "orderly", os.Args[0], "slowly")
	cmd.Process.Signal(syscall.SIGHUP)
	cmd.Process.Signal(syscall.SIGHUP) // no second thought yet
	line := make([]byte, len("received hangup\n"))
	io.ReadFull(out, line)
	time.Sleep(grace + 200*time.Millisecond)
	cmd.Process.Signal(syscall.SIGINT)
	cmd.Wait()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); string(line) != "received hangup\n" || status.Signal() != syscall.SIGINT {
		t.Errorf("%q %v", line, cmd.ProcessState)
	}
}
