package shell

import (
	"io"
	"testing"
)

func BenchmarkPipe(b *testing.B) {
	chunk := make([]byte, 128)
	b.Run("ring", func(b *testing.B) {
		b.SetBytes(1 << 20)
		for b.Loop() {
			p := newPipe(&capture{})
			go func() {
				for range 8192 {
					p.Write(chunk)
				}
				p.closeWriter()
			}()
			io.Copy(io.Discard, struct{ io.Reader }{p})
			p.closeReader()
		}
	})
	b.Run("io.Pipe", func(b *testing.B) {
		b.SetBytes(1 << 20)
		for b.Loop() {
			r, w := io.Pipe()
			go func() {
				for range 8192 {
					w.Write(chunk)
				}
				w.Close()
			}()
			io.Copy(io.Discard, struct{ io.Reader }{r})
		}
	})
}

func BenchmarkRun(b *testing.B) {
	config := Config{Dir: b.TempDir(), Tools: testTools(), Env: []string{"PATH=/usr/bin:/bin"}}
	for _, line := range []string{"true", "args a | upper", "args a | cat | count 1", "echo x > f", "sh -c true", "sh -c true | cat", "args a | sh -c cat | upper"} {
		b.Run(line, func(b *testing.B) {
			for b.Loop() {
				if outcome := Run(b.Context(), config, []Line{{"RUN: at line 1", line}}); outcome.Status != 0 {
					b.Fatal(outcome.Log)
				}
			}
		})
	}
}
