// Package config finds tests, and reads the configuration files that say how to run them.
//
// # Discovery
//
// A file or directory belongs to the suite of the nearest directory at or above it that has one of
// the files tglit.toml, lit.site.cfg.py, lit.site.cfg, lit.cfg.py and lit.cfg; the first of these
// counts. The tests of a suite are the files with one of its suffixes, except dot files, what
// excludes names, and directories named Output, .svn and .git. A directory with a configuration of
// its own is a suite of its own, even if that file is below test_exec_root only. Any directory may
// amend the configuration: with tglit.local.toml in a suite of tglit.toml, else with
// lit.local.cfg.py or lit.local.cfg. A file of the other kind is not read, which is worth a
// warning. Options.Prefix takes the place of "lit" in all these names.
//
// This is what lit of LLVM 22 does, save for tglit.toml, for the order, which is by name here, and
// for symbolic links to a directory above, which are not followed.
//
// # tglit.toml
//
// The native configuration is TOML. This one has every key; all are optional, and unknown ones are
// errors:
//
//	name = "example"                      # of the suite, by default that of the directory
//	suffixes = [".mlir", ".test"]         # of test files
//	excludes = ["Inputs", "slow.mlir"]    # names of files and directories that are no tests
//	test_source_root = "."                # where the tests are, by default the directory of this file
//	test_exec_root = "../build/test"      # where tests write, by default the same
//	available_features = ["asserts"]      # for REQUIRES, UNSUPPORTED, XFAIL and %if
//	limit_to_features = []                # if not empty, only tests run that need one of these
//	unsupported = false                   # all tests are unsupported
//	pipefail = true                       # a pipeline fails if any of its commands does
//	standalone_tests = false              # files are tests only if they are named on the command line
//	parallelism_group = "heavy"           # of all tests
//	recursiveExpansionLimit = 3           # how often substitutions apply to their own results
//	test_retry_attempts = 1               # how often failing tests are tried again
//	maxIndividualTestTime = 60            # seconds that a test may take, of all suites; 0 is no limit
//
//	[test_format]                         # or test_format = "ShTest", which is the default
//	name = "ShTest"
//	execute_external = false              # whether bash runs the tests
//	preamble_commands = ["mkdir -p %t"]   # run before the commands of each test
//
//	[params]                              # with defaults, which -D build=release overrides
//	build = "debug"
//
//	[environment]                         # of tests, besides PATH, HOME and the like
//	DATA = "${dir}/Inputs"
//	PATH = "${dir}/bin:${env.PATH}"
//	LEVEL = "${env.TG_LEVEL:-0}"
//
//	[parallelism_groups]                  # how many tests of a group run at a time
//	heavy = 2
//
//	[[substitution]]                      # in order; the pattern is a regular expression
//	pattern = '%\{runner\}'
//	text = "tg-run --mode=${param.build}"
//
//	[[feature]]
//	name = "build-${param.build}"
//
//	[[feature]]                           # available when all of this holds
//	name = "numpy"
//	when = { os = ["linux", "darwin"], arch = "amd64", exists = "doc.go", command = ["python3", "-c", "import numpy"] }
//
// The keys have the meaning of lit's attributes with the same names. In strings, except patterns
// and defaults of parameters, ${dir} is the directory of the file, ${param.NAME} a parameter,
// ${env.NAME} a variable as tests see it or else as tg-lit does, and $${ stands for ${. Paths are
// relative to the file. A command holds if its exit status is 0; it runs in the directory of the
// file, with the environment of the tests, for at most 10 seconds.
//
// A tglit.local.toml has the same keys, except name, params, parallelism_groups,
// maxIndividualTestTime and the roots. Its environment, substitutions and features come on top, and
// everything else replaces what the directory above says. A list can also be amended: suffixes = {
// add = [".txt"], remove = [".test"] }.
//
// # lit.cfg
//
// Files of lit are Python, and one process of python3 evaluates all that a run needs. tglit.toml
// needs no Python. They have modules lit.formats, lit.llvm, lit.util, lit.Test, lit.TestingConfig,
// lit.LitConfig, lit.BooleanExpression and lit.TestRunner of our own; a module of lit that is not
// among these, and what else lit.TestRunner has, comes from LLVM's package, if that is installed.
// Messages stand as lit prints them, at the line of the configuration that caused them, also where
// lit names a line of its own. What files print goes to standard output, what programs that they
// start print to standard error.
//
// A test format derived from one of lit.formats finds its tests in that process, and runs each in
// one of several processes forked from it, as many as tests run at a time; lit.formats.ShTest, also
// where a class calls it, runs RUN lines in ours. A program of GoogleTest is run in shards.
// SubstituteCaptures is refused, and lit_config.test_updaters has no effect. A file may take 60
// seconds, and what it leaves running ends with the tests. Where there is no os.fork, formats made
// in Python do not run.
package config
