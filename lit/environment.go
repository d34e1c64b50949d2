package lit

import (
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
)

// passedVariables are handed from lit's environment to tests if they are not empty.
var passedVariables = strings.Fields(`LIBRARY_PATH LD_LIBRARY_PATH SYSTEMROOT TERM CLANG CLANG_TOOLCHAIN_PROGRAM_TIMEOUT
	LLDB LD_PRELOAD LLVM_SYMBOLIZER_PATH LLVM_PROFILE_FILE ASAN_SYMBOLIZER_PATH HWASAN_SYMBOLIZER_PATH
	LSAN_SYMBOLIZER_PATH MSAN_SYMBOLIZER_PATH TSAN_SYMBOLIZER_PATH UBSAN_SYMBOLIZER_PATH ASAN_OPTIONS LSAN_OPTIONS
	HWASAN_OPTIONS MSAN_OPTIONS RTSAN_OPTIONS TSAN_OPTIONS UBSAN_OPTIONS ADB ADB_SERVER_SOCKET ANDROID_SERIAL
	SSH_AUTH_SOCK SANITIZER_IGNORE_CVE_2016_2143 TMPDIR TMP TEMP TEMPDIR AVRLIT_BOARD AVRLIT_PORT FILECHECK_OPTS
	VCINSTALLDIR VCToolsinstallDir VSINSTALLDIR WindowsSdkDir WindowsSDKLibVersion SOURCE_DATE_EPOCH GTEST_FILTER
	DFLTCC QEMU_LD_PREFIX QEMU_CPU HOME`)

// systemVariables are passed on some operating systems besides.
var systemVariables = map[string][]string{
	"aix":     {"LIBPATH"},
	"windows": {"COMSPEC", "INCLUDE", "LIB", "PATHEXT", "USERPROFILE"},
}

// DefaultEnvironment is what lit hands to tests before configuration amends it. The PATH starts
// with the given directories.
func DefaultEnvironment(path []string) map[string]string {
	search := append(slices.Clone(path), os.Getenv("PATH"))
	environment := map[string]string{
		"PATH":                      strings.Join(search, string(os.PathListSeparator)),
		"LLVM_DISABLE_CRASH_REPORT": "1",
	}
	for _, name := range slices.Concat(passedVariables, systemVariables[runtime.GOOS]) {
		if value := os.Getenv(name); value != "" {
			environment[name] = value
		}
	}
	return environment
}

// environment lists the variables of programs as NAME=VALUE.
func (r *testRun) environment() []string {
	environment := map[string]string{}
	if !r.suite.WholeEnvironment {
		environment = DefaultEnvironment(r.suite.Path)
	}
	for _, definition := range r.suite.Environment {
		name, value, isDefinition := strings.Cut(definition, "=")
		if isDefinition {
			environment[name] = value
		} else {
			delete(environment, name)
		}
	}
	if r.tempDir != "" {
		for _, name := range tempVariables {
			environment[name] = r.tempDir
		}
	}
	environment["LIT_CURRENT_TESTCASE"] = r.test.Name()
	list := make([]string, 0, len(environment))
	for _, name := range slices.Sorted(maps.Keys(environment)) {
		list = append(list, name+"="+environment[name])
	}
	return list
}
