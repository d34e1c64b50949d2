package atleast

import "testing"

// What is measured is measured at least once.
func TestOne(t *testing.T) {
	n := count(5)
	for _, text := range []string{"0", "-1", "", "x", "99999999999999999999", "1.5"} {
		if n.Set(text) == nil || n != 5 {
			t.Errorf("%q is taken for %d", text, n)
		}
	}
	if err := n.Set("3"); err != nil || n.String() != "3" {
		t.Errorf("3 is %v, %v", n, err)
	}
}
