//go:build !(linux || darwin)

package shell

// limitKinds are the options of ulimit: none here.
var limitKinds map[string]struct{}

const hasLimits = false

// limited is never called, since ulimit and umask are errors.
func (sh *shell) limited(program string, args []string) (string, []string, error) {
	return program, args, nil
}
