package stablehlo

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/modgen"
)

// words are what tokens of mutants are replaced by: what types, shapes and attributes are made of,
// at the ends of what they may be.
var words = strings.Fields(`
tensor<f32> tensor<4xf32> tensor<?xf32> tensor<*xf32> tensor<0x3xf32> tensor<2x3xi1> tensor<9223372036854775807xi8> tensor<4294967296x4294967296xf64>
tensor<20x20xcomplex<f32>> tensor<3xcomplex<f64>> tensor<?x4xi32,#stablehlo.bounds<8,?>> tuple<tensor<f32>> !stablehlo.token
4xf32 ?xf32 0x3xf32 20x20xbf16 20x20xi1 3xui8 1x1xf64 20x20xcomplex 4294967296x4294967296xf64 ?x?xf32 20x?xi32 f32 i32
f16 bf16 f64 i1 i4 i8 ui8 i64 ui64 index complex<f32> f8E4M3FN
0 1 -1 2 7 64 2147483648 9223372036854775807 -9223372036854775808 99999999999999999999 1.5 0x7FC00000 true false
%0 %arg0 %cst %nope @main @nope ^bb0 "s" "open { } ( ) [ ] < > , : = -> ? * x dense array i64: unit
stablehlo.add stablehlo.reduce stablehlo.constant stablehlo.return stablehlo.while stablehlo.nope chlo.erf chlo.nope tg.add func.return
dims dim sizes window stride pad lhs_dilate rhs_dilate reverse applies across dimensions init reducer cond do precision batching_dims
dimension_numbers EQ LT TOTALORDER FLOAT SIGNED FFT IRFFT THREE_FRY PHILOX LOWER TRANSPOSE ADJOINT DEFAULT`)

// TestMutants changes programs in a few places, and runs them, plain or optimised. Whatever that
// makes of them, it is executed or refused with a position, within its limits, and nobody crashes.
func TestMutants(t *testing.T) {
	all := programs(t)
	first, cases := campaign.Cases(300)
	for seed := first; seed < first+uint64(cases); seed++ {
		r := rand.New(rand.NewPCG(seed, 0x73686c6f))
		p := all[r.IntN(len(all))]
		// The longest are constants that other programs have, too.
		for len(p.text) > 1<<16 {
			p = all[r.IntN(len(all))]
		}
		text := string(p.text)
		if r.IntN(4) > 0 {
			text = modgen.Replaced(seed, text, words)
		} else {
			text = modgen.Mutated(seed, text, words)
		}
		tool, args := driver.Run, []string{"--timeout=5s", "--max-memory=2GiB", "--inputs=random:1"}
		switch r.IntN(3) {
		case 0:
			args = append(args, "--optimize")
		case 1:
			tool, args = driver.Opt, []string{"--stablehlo-to-tg", "--optimize"}
		}
		if why := outcome(tool, args, text); why != "" {
			t.Errorf("seed %d, %s, %s: %s\n%s", seed, p.name, strings.Join(args, " "), why, text)
		}
	}
}

var (
	positioned = regexp.MustCompile(`^<stdin>:\d+:\d+: error: `)
	warnings   = regexp.MustCompile(`(?m)^<stdin>:\d+:\d+: warning: .*\n(?:[ \t].*\n|\n)*`)
	outside    = regexp.MustCompile(`^(error: .*(timeout|max-memory)|tg-run: (input #|--inputs=random:1 cannot choose the dynamic extents))`)
)

// outcome runs a tool and says what is wrong with how that ended, or nothing.
func outcome(tool func([]string, io.Reader, io.Writer, io.Writer) int, args []string, text string) string {
	var stdout, stderr bytes.Buffer
	code := tool(args, bytes.NewReader([]byte(text)), &stdout, &stderr)
	message := stderr.String()
	line, _, _ := strings.Cut(warnings.ReplaceAllString(message, ""), "\n")
	switch {
	case strings.Contains(message, "crashed") || strings.Contains(message, "panic"):
		return "it crashes:\n" + message
	case code == 0, code == 1 && (positioned.MatchString(line) || outside.MatchString(line)):
		return ""
	}
	return fmt.Sprintf("exit status %d, and the message is %q", code, line)
}
