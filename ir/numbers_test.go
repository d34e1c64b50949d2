package ir

import (
	"math/rand/v2"
	"testing"
)

// Numbers agree with a map, for objects that lie close, far from each other, and
// every eighth of them only, with and without room for them.
func TestNumbersAreThoseOfAMap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	values := make([]Value, 40_000)
	for round := range 40 {
		count, step := random.IntN(4_000), []int{1, 8, 3}[round%3]
		numbers := NewNumbers[Value](count * (round % 2))
		want := map[*Value]int32{}
		var list []*Value
		for len(list) < count {
			v := &values[random.IntN(len(values)/step)*step]
			if _, known := want[v]; !known {
				want[v] = int32(len(list))
				list = append(list, v)
				if got := numbers.Add(v); got != want[v] {
					t.Fatalf("object %d got number %d", want[v], got)
				}
			}
		}
		if numbers.Len() != count {
			t.Fatalf("%d objects, want %d", numbers.Len(), count)
		}
		for i := range values {
			n, known := want[&values[i]]
			if got, ok := numbers.Of(&values[i]); got != n || ok != known {
				t.Fatalf("number %d, %v, want %d, %v", got, ok, n, known)
			}
			if known && numbers.At(n) != &values[i] {
				t.Fatalf("number %d is of another object", n)
			}
		}
	}
	var none Numbers[Value]
	if _, ok := none.Of(&values[0]); ok || none.Len() != 0 {
		t.Error("the zero value has an object")
	}
	if none.Add(&values[0]) != 0 {
		t.Error("the first number is not 0")
	}
}

// What is looked for and found costs nothing that grows with the objects.
func TestNumbersAreAllocatedOnce(t *testing.T) {
	values := make([]Value, 1000)
	if n := testing.AllocsPerRun(10, func() {
		numbers := NewNumbers[Value](len(values))
		for i := range values {
			numbers.Add(&values[i])
		}
	}); n > 2 {
		t.Errorf("%v allocations, want 2", n)
	}
}
