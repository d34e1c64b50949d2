"""Programs made with GoogleTest. Each is run in parts, called shards, and reports on its tests in a file of JSON."""

import json
import math
import os
import shlex
import subprocess
import sys

import lit.Test
import lit.util
from lit.formats.base import TestFormat

_MOST_IN_SHARD = 512


class GoogleTest(TestFormat):
    def __init__(self, test_sub_dirs, test_suffix, run_under=[], test_prefix=None):
        self.test_sub_dirs = str(test_sub_dirs).split(";")
        suffix = str(test_suffix)
        self.test_suffixes = {suffix + ".exe" if os.name == "nt" else suffix, suffix + ".py"}
        self.test_prefixes = {test_prefix} if test_prefix else None
        self.run_under = run_under
        self.seen_executables = set()

    def prepareCmd(self, command):
        if command[0].endswith(".py"):
            command = [sys.executable] + command
        under = self.run_under if isinstance(self.run_under, list) else shlex.split(self.run_under)
        return under + command

    def get_num_tests(self, path, litConfig, localConfig):
        """How many tests a program has, or None if it does not tell."""
        command = self.prepareCmd([path, "--gtest_list_tests", "--gtest_filter=-*DISABLED_*"])
        try:
            listing = subprocess.run(command, env=localConfig.environment, stdout=subprocess.PIPE, check=True).stdout
        except (OSError, subprocess.CalledProcessError) as e:
            litConfig.warning("unable to discover google-tests in %r: %s. Process output: %s"
                              % (path, e, getattr(e, "output", b"")))
            return None
        return sum(line.startswith(b"  ") for line in listing.splitlines())

    def getTestsForPath(self, testSuite, path_in_suite, litConfig, localConfig):
        yield from ()

    def getTestsInDirectory(self, testSuite, path_in_suite, litConfig, localConfig):
        for sub_dir in self.test_sub_dirs:
            directory = os.path.join(testSuite.getSourcePath(path_in_suite), sub_dir)
            if not os.path.isdir(directory):
                continue
            for name in sorted(lit.util.listdir_files(directory, suffixes=self.test_suffixes, prefixes=self.test_prefixes)):
                program = os.path.join(directory, name)
                if program in self.seen_executables:
                    litConfig.warning("Skip adding %r since it has been added to the test pool" % program)
                    continue
                self.seen_executables.add(program)
                yield from self._tests_of(program, testSuite, tuple(path_in_suite) + (sub_dir, name), litConfig, localConfig)

    def _tests_of(self, program, suite, path, litConfig, config):
        count = self.get_num_tests(program, litConfig, config)
        if count is None:  # a test that fails, lest nobody notices
            yield lit.Test.Test(suite, path + ("failed_to_discover_tests_from_gtest",), config, file_path=program)
            return
        parts = [()]
        if litConfig.gtest_sharding:
            shards = _shards(count)
            parts = [(str(i), str(shards)) for i in range(shards)]
        for part in parts:
            report = "-".join((program, suite.config.name, str(os.getpid())) + part) + ".json"
            yield lit.Test.Test(suite, path + part, config, file_path=program, gtest_json_file=report)

    def execute(self, test, litConfig):
        if test.gtest_json_file is None:
            return lit.Test.Result(lit.Test.FAIL)
        shuffle = litConfig.order == "random"
        variables = {"GTEST_OUTPUT": "json:" + test.gtest_json_file, "GTEST_SHUFFLE": "1" if shuffle else "0"}
        if litConfig.gtest_sharding:
            index, total = test.path_in_suite[-2:]
            variables["GTEST_TOTAL_SHARDS"] = os.environ.get("GTEST_TOTAL_SHARDS", total)
            variables["GTEST_SHARD_INDEX"] = os.environ.get("GTEST_SHARD_INDEX", index)
        test.config.environment.update(variables)
        command = self.prepareCmd([test.file_path])
        if litConfig.noExecute:
            return lit.Test.Result(lit.Test.PASS)
        try:
            out, _, status = lit.util.executeCommand(command, env=test.config.environment, redirect_stderr=True,
                                                     timeout=litConfig.maxIndividualTestTime)
        except lit.util.ExecuteCommandTimeoutException as e:
            return lit.Test.Result(lit.Test.TIMEOUT, "%s%sReached timeout of %s seconds" % (
                _shard_header(variables, command), _stream(e.out, e.exitCode), litConfig.maxIndividualTestTime))
        if not os.path.exists(test.gtest_json_file):
            return lit.Test.Result(lit.Test.FAIL, "%s%sshard JSON output does not exist: %s" % (
                _shard_header(variables, command), _stream(out, status), test.gtest_json_file))
        if status == 0:
            return lit.Test.Result(lit.Test.PASS)
        return lit.Test.Result(lit.Test.FAIL, self._explain(test, variables, command, shuffle, out, status))

    def _explain(self, test, variables, command, shuffle, out, status):
        """What a shard that failed prints: the tests that did, or all if none did."""
        report = _report(test)
        if shuffle:
            variables["GTEST_RANDOM_SEED"] = str(report["random_seed"])
        text = _shard_header(variables, command) + "\n"
        failed = False
        for name, info in _infos(report):
            name = ".".join(name)
            if "failures" in info:
                failed = True
                printed = _output_of(name, out)
                text += _script(" ".join(command), name) + (printed + "\n\n" if printed else "")
                text += "".join(f["failure"] + "\n" for f in info["failures"]) + "\n"
            elif info["result"] not in ("COMPLETED", "SKIPPED"):
                text += _script(" ".join(command), name) + "unresolved test result\n"
        return text if failed else text + _stream(out, status)

    @staticmethod
    def results_of_tests(test):
        """The tests of a shard with their results, and whether the result of the shard counts besides.

        None if the shard has no report.
        """
        if test.gtest_json_file is None or not os.path.exists(test.gtest_json_file):
            return None
        results, failed, start = [], False, test.result.start or 0.0
        for name, info in _infos(_report(test)):
            part = lit.Test.Test(test.suite, test.path_in_suite[:-2] + name, test.config, test.file_path)
            code, output = lit.Test.PASS, ""
            if info["result"] == "SKIPPED":
                code = lit.Test.SKIPPED
            elif "failures" in info:
                failed = True
                code = lit.Test.XFAIL if test.isExpectedToFail() else lit.Test.FAIL
                output = _script(test.file_path, ".".join(name)) + "".join(f["failure"] + "\n" for f in info["failures"])
            elif info["result"] != "COMPLETED":
                code, output = lit.Test.UNRESOLVED, _script(test.file_path, ".".join(name)) + "unresolved test result\n"
            result = lit.Test.Result(code, output, float(info["time"].rstrip("s")))
            result.start = start
            start += result.elapsed
            part.setResult(result)
            results.append(part)
        os.remove(test.gtest_json_file)
        return results, not failed and test.isFailure()


def _shards(count):
    """How many shards there are: one for each core or more, but none of more than _MOST_IN_SHARD tests."""
    size = _MOST_IN_SHARD
    while math.ceil(count / size) < lit.util.usable_core_count() and size > 1:
        size //= 2
    return math.ceil(count / size)


def _report(test):
    with open(test.gtest_json_file, encoding="utf-8") as f:
        try:
            return json.load(f)
        except ValueError as e:
            raise RuntimeError("Failed to parse json file: %s\n%s" % (test.gtest_json_file, e))


def _infos(report):
    """The tests of a report that are not disabled, with the parts of their names."""
    for case in report["testsuites"]:
        for info in case["testsuite"]:
            if info["result"] != "SUPPRESSED":
                yield (case["name"], info["name"]), info


def _script(command, name):
    return "Script:\n--\n%s --gtest_filter=%s\n--\n" % (command, name)


def _shard_header(variables, command):
    settings = " ".join("%s=%s" % item for item in variables.items())
    return "Script(shard):\n--\n%s %s\n--\n" % (settings, " ".join(command))


def _stream(out, status):
    return "\n%s\n--\nexit: %s\n--\n" % (out, status)


def _output_of(name, out):
    """The lines that a test printed."""
    lines = None
    for line in out.splitlines():
        if line.startswith("[ RUN      ] " + name):
            lines = []
        elif line.startswith("[  FAILED  ] " + name):
            return "\n".join(lines or [])
        elif lines is not None:
            lines.append(line)
    raise AssertionError("gtest did not report the result for " + name)
