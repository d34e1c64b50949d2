package oserr

import (
	"errors"
	"fmt"
	"os"
	"testing"
)

func TestReason(t *testing.T) {
	_, open := os.Open("no/such/file")
	link := os.Rename("no/such/file", "nor/such/file")
	for _, tt := range []struct {
		err  error
		want string
	}{
		{open, "No such file or directory"},
		{fmt.Errorf("wrapped: %w", open), "No such file or directory"},
		{link, "No such file or directory"},
		{errors.New("the disk is full"), "the disk is full"},
	} {
		if got := Reason(tt.err); got != tt.want {
			t.Errorf("%v: got %q, want %q", tt.err, got, tt.want)
		}
	}
}
