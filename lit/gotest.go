package lit

import "testing"

// Run runs every test of the suite as a parallel sub-test named by its path, so that `go test -run`
// can select some. A suite without tests fails.
func Run(t *testing.T, s Suite) {
	t.Helper()
	tests, err := s.Discover()
	if err != nil {
		t.Fatal(err)
	}
	if len(tests) == 0 {
		t.Fatalf("did not discover any tests in %s", s.Dir)
	}
	if s.ExecDir == "" {
		s.ExecDir = t.TempDir()
	}
	for _, path := range tests {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			result := s.RunFile(path)
			switch {
			case result.Status.IsFailure():
				t.Errorf("%s: %s\n%s", result.Status, result.Test.Name(), result.Output)
			case result.Status == Unsupported:
				t.Skip(result.Output)
			}
		})
	}
}
