package lit

import "testing"

// TestCurrentTestCase makes sure that commands know which test they belong to.
func TestCurrentTestCase(t *testing.T) {
	result := runText(t, "RUN: sh -c 'echo $LIT_CURRENT_TESTCASE' | grep '^suite :: a.test$'", nil)
	if result.Status != Pass {
		t.Error(result.Output)
	}
}
