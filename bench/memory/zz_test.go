package main
import ("testing";"fmt";"github.com/tg-opt/tg/bench/internal/program")
func TestZZ(t *testing.T) { 
 p, _ := program.Parse("twins", []byte(twins(300000)))
 for _, w := range []string{"cse","cse{memory-aware}","cse{memory-aware}","cse{memory-aware}"} {
 s, l, err := cseSeconds(p.Module, w); fmt.Println(w, s*1e9/300000, l, err) } }
