"""The object lit_config of configuration files and test formats."""

import os

import lit.util

LEVELS = ["fatal", "error", "warning", "note"]


class LitConfig:
    """What a whole run has. Names that start with _tg are the driver's."""

    def __init__(self, progname, path, diagnostic_level, useValgrind, valgrindLeakCheck, valgrindArgs, noExecute, debug,
                 isWindows, order, params, config_prefix=None, maxIndividualTestTime=0, maxRetriesPerTest=None,
                 parallelism_groups={}, per_test_coverage=False, gtest_sharding=True, update_tests=False):
        self._tg_loading = []  # the files that are being evaluated
        self.progname = progname
        self.path = [str(p) for p in path]
        self.params = dict(params)
        self.config_prefix = config_prefix or "lit"
        self.suffixes = ["cfg.py", "cfg"]
        self.config_names = ["%s.%s" % (self.config_prefix, s) for s in self.suffixes]
        self.site_config_names = ["%s.site.%s" % (self.config_prefix, s) for s in self.suffixes]
        self.local_config_names = ["%s.local.%s" % (self.config_prefix, s) for s in self.suffixes]
        self.isWindows = bool(isWindows)
        self.diagnostic_level, self.debug = diagnostic_level, debug
        self.quiet = self.singleProcess = False
        self.noExecute, self.order = noExecute, order
        self.useValgrind, self.valgrindLeakCheck = bool(useValgrind), bool(valgrindLeakCheck)
        self.valgrindArgs, self.valgrindUserArgs = [], list(valgrindArgs)
        self.bashPath = None
        self.numErrors = self.numWarnings = 0
        self.maxIndividualTestTime = maxIndividualTestTime
        self.maxRetriesPerTest = maxRetriesPerTest
        self.parallelism_groups = dict(parallelism_groups)
        self.per_test_coverage = per_test_coverage
        self.gtest_sharding, self.update_tests = bool(gtest_sharding), update_tests
        self.test_updaters = []

    @property
    def maxIndividualTestTimeIsSupported(self):
        return lit.util.killProcessAndChildrenIsSupported()

    @property
    def maxIndividualTestTime(self):
        return self._time

    @maxIndividualTestTime.setter
    def maxIndividualTestTime(self, value):
        if not isinstance(value, int):
            self.fatal("maxIndividualTestTime must set to a value of type int.")
        if value < 0:
            self.fatal("The timeout per test must be >= 0 seconds")
        self._time = value

    @property
    def per_test_coverage(self):
        return self._coverage

    @per_test_coverage.setter
    def per_test_coverage(self, value):
        if not isinstance(value, bool):
            self.fatal("per_test_coverage must set to a value of type bool.")
        self._coverage = value

    def load_config(self, config, path):
        self.dbg("load_config from %r" % path)
        config.load_from_path(path, self)
        return config

    def substitute(self, string):
        try:
            return string % self.params
        except KeyError as e:
            self.fatal("unable to find %r parameter, use '--param=%s=VALUE'" % (e.args[0], e.args[0]))

    def getBashPath(self):
        if self.bashPath is None:
            self.bashPath = lit.util.which("bash", os.pathsep.join(self.path)) or lit.util.which("bash") or ""
            if not self.bashPath:
                self.warning("Unable to find a usable version of bash.")
        return self.bashPath

    def getToolsPath(self, dir, paths, tools):
        if dir is None or not os.path.isabs(dir) or not os.path.isdir(dir):
            dir = lit.util.whichTools(tools, paths)
        elif not lit.util.checkToolsPath(dir, tools):
            return None
        self.bashPath = lit.util.which("bash", dir) or ""
        return dir

    def diagnostic_level_enabled(self, kind):
        return self.debug if kind == "debug" else LEVELS.index(kind) <= LEVELS.index(self.diagnostic_level)

    def dbg(self, message):
        self._tg_say("debug", message)

    def note(self, message):
        self._tg_say("note", message)

    def warning(self, message):
        self.numWarnings += 1
        self._tg_say("warning", message)

    def error(self, message):
        self.numErrors += 1
        self._tg_say("error", message)

    def fatal(self, message):
        self._tg_say("fatal", message)
        raise SystemExit(2)
