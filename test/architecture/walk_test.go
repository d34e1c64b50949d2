package architecture

import (
	"regexp"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/driver/tooltest"
)

// walk is a program, the options that it runs with, and what it prints.
var walk = regexp.MustCompile("(?s)## A walk.*?```mlir\n(.*?)```.*?```console\n\\$ tg-run (.*?) twice.mlir\n(.*?)```")

// The walk shows what happens. Its functions are looked for in docs/gen, which draws them.
func TestWalk(t *testing.T) {
	m := walk.FindStringSubmatch(read(t))
	if m == nil {
		t.Fatal("there is no program with a command behind it")
	}
	if r := tooltest.Run(driver.Run, m[1], strings.Fields(m[2])...); r.Status != 0 || r.Out != m[3] {
		t.Errorf("tg-run prints %v, the page shows %q", r, m[3])
	}
	for flag, want := range map[string]string{"--stablehlo-to-tg": "tg.neg", "--optimize": "tg.exp %arg0"} {
		if r := tooltest.Run(driver.Opt, m[1], flag); r.Status != 0 || !strings.Contains(r.Out, want) {
			t.Errorf("with %s no %q is printed: %v", flag, want, r)
		}
	}
}
