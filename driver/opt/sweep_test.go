package opt

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
)

// endsWell checks what holds of every run, whatever the input: it succeeds, or
// it says where the input is wrong and writes nothing else.
func endsWell(t *testing.T, what string, text []byte, args ...string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := tgOpt(args, bytes.NewReader(text), &stdout, &stderr)
	first, _, _ := strings.Cut(stderr.String(), "\n")
	switch {
	case strings.Contains(stderr.String(), "crashed"):
		t.Errorf("%s: %.1000s\n%s", what, stderr.String(), text)
	case code == 0 && stdout.Len() > 0 && stderr.Len() == 0:
	case code == 1 && stdout.Len() == 0 && located.MatchString(first):
	default:
		t.Errorf("%s: exit status %d, %d bytes of output, message %.300q\n%s", what, code, stdout.Len(), first, text)
	}
}

// pipelines of a sweep: nothing, and everything that examples go through.
var sweeps = [][]string{nil, {"--stablehlo-to-tg", "--canonicalize", "--fold", "--cse", "--inline", "--symbol-dce"}}

func example(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestEveryTruncation(t *testing.T) {
	for _, name := range []string{"attention.mlir", "textbook.mlir"} {
		text := example(t, name)
		for i := range text {
			endsWell(t, fmt.Sprintf("%s up to byte %d", name, i), text[:i], sweeps[i%len(sweeps)]...)
		}
	}
}

// regional is what the examples lack: regions, blocks, several results, locations
// and attributes of many kinds.
const regional = `#map = affine_map<(d0) -> (d0 + 1)>
!t = tensor<2x3xf32>
module @m attributes {x.a = [1 : i8, -2.5, "s\22", @a::@b, #map, {y}, unit, dense<[[1, 2]]> : tensor<1x2xi32>]} {
  func.func private @callee(!t) -> (!t {x.r})
  func.func @main(%a: !t loc("a":1:2), %n: tensor<i32>) -> !t attributes {x.f = array<i64: 1, 2>} {
    %zero = tg.constant dense<0> : tensor<i32>
    %0:2 = tg.while (%i = %n, %v = %a) : tensor<i32>, !t cond {
      %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      tg.yield %1 : tensor<i1>
    } do {
      %2 = tg.mul %v, %v : !t
      tg.yield %i, %2 : tensor<i32>, !t
    }
    %3 = "tg.reduce"(%0#1) <{dims = array<i64: 1>, kind = "sum"}> {x.b = dense<"0x0000803F"> : tensor<1xf32>} : (!t) -> tensor<2xf32>
    %c = arith.constant true
    cf.cond_br %c, ^one(%a : !t), ^two
  ^one(%x: !t):
    %4 = call @callee(%x) : (!t) -> !t
    cf.br ^two
  ^two:
    return %0#1 : !t loc(fused["f", "g"])
  }
}
`

// changes is how many programs to change, and how.
func changes(kind uint64) (runs int, random *rand.Rand) {
	seed, runs := campaign.Cases(600)
	if testing.Short() {
		runs /= 10
	}
	return runs, rand.New(rand.NewPCG(seed, kind))
}

// TestMutations changes, drops, doubles and swaps bytes of programs.
func TestMutations(t *testing.T) {
	runs, random := changes(1)
	const interesting = "%@#!^\"'()[]{}<>:,=-.x?*/ \n\x00\x80\xff0123456789abcdefghijklmnopqrstuvwxyz"
	seeds := [][]byte{example(t, "attention.mlir"), example(t, "textbook.mlir"), []byte(regional)}
	for _, seed := range seeds {
		endsWell(t, "unchanged", seed)
	}
	for run := range runs {
		text := bytes.Clone(seeds[run%len(seeds)])
		for range 1 + random.IntN(2) {
			i := random.IntN(len(text))
			switch random.IntN(5) {
			case 0, 1:
				text[i] = interesting[random.IntN(len(interesting))]
			case 2:
				text = append(text[:i], text[i+1:]...)
			case 3:
				text = append(text[:i+1], text[i:]...)
			case 4:
				j := random.IntN(len(text))
				text[i], text[j] = text[j], text[i]
			}
		}
		endsWell(t, fmt.Sprintf("mutation %d", run), text, sweeps[run/len(seeds)%len(sweeps)]...)
	}
}

// TestTokenMutations replaces and drops whole words, which leads further into
// the verifiers than single bytes do.
func TestTokenMutations(t *testing.T) {
	runs, random := changes(2)
	for run := range runs {
		seed := [][]byte{example(t, "attention.mlir"), []byte(regional)}[run%2]
		words := strings.SplitAfter(string(seed), " ")
		i, j := random.IntN(len(words)), random.IntN(len(words))
		switch random.IntN(3) {
		case 0:
			words[i] = words[j]
		case 1:
			words[i] = ""
		case 2:
			words[i], words[j] = words[j], words[i]
		}
		endsWell(t, fmt.Sprintf("mutation %d", run), []byte(strings.Join(words, "")), sweeps[run/2%len(sweeps)]...)
	}
}
