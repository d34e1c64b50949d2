package modgen
import ("testing";"os";"strconv")
func TestZZ(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("SEED"))
	os.WriteFile("/tmp/scfpar/m"+os.Getenv("SEED")+".mlir", []byte(Loops(uint64(n))), 0644)
}
