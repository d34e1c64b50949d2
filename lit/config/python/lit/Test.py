"""Tests, suites and results, as test formats make and return them."""

import json
import os

from lit.BooleanExpression import BooleanExpression


class ResultCode:
    """What came of a test. There is one object for each name; a format may make codes of its own."""

    _all_codes = []
    _by_name = {}

    def __new__(cls, name, label, isFailure):
        if name not in cls._by_name:
            code = cls._by_name[name] = super().__new__(cls)
            code.name, code.label, code.isFailure = name, label, isFailure
            cls._all_codes.append(code)
        return cls._by_name[name]

    @staticmethod
    def all_codes():
        return ResultCode._all_codes

    def __getnewargs__(self):
        return self.name, self.label, self.isFailure

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return "ResultCode(%r, %r)" % (self.name, self.isFailure)


EXCLUDED = ResultCode("EXCLUDED", "Excluded", False)
SKIPPED = ResultCode("SKIPPED", "Skipped", False)
UNSUPPORTED = ResultCode("UNSUPPORTED", "Unsupported", False)
PASS = ResultCode("PASS", "Passed", False)
FLAKYPASS = ResultCode("FLAKYPASS", "Passed With Retry", False)
XFAIL = ResultCode("XFAIL", "Expectedly Failed", False)
UNRESOLVED = ResultCode("UNRESOLVED", "Unresolved", True)
TIMEOUT = ResultCode("TIMEOUT", "Timed Out", True)
FAIL = ResultCode("FAIL", "Failed", True)
XPASS = ResultCode("XPASS", "Unexpectedly Passed", True)


class MetricValue:
    """A number or another value that a test measures."""

    def format(self):
        raise RuntimeError("abstract method")

    def todata(self):
        raise RuntimeError("abstract method")


class _Value(MetricValue):
    def __init__(self, value):
        self.value = value

    def todata(self):
        return self.value


class IntMetricValue(_Value):
    def format(self):
        return str(self.value)


class RealMetricValue(_Value):
    def format(self):
        return "%.4f" % self.value


class JSONMetricValue(_Value):
    def __init__(self, value):
        json.dumps(value)  # or it raises TypeError
        super().__init__(value)

    def format(self):
        return json.dumps(self.value, indent=2, sort_keys=True)


def toMetricValue(value):
    if isinstance(value, MetricValue):
        return value
    kinds = {int: IntMetricValue, bool: IntMetricValue, float: RealMetricValue}
    return kinds.get(type(value), JSONMetricValue)(value)


class Result:
    def __init__(self, code, output="", elapsed=None, attempts=1, max_allowed_attempts=None):
        self.code, self.output, self.elapsed = code, output, elapsed
        self.attempts, self.max_allowed_attempts = attempts, max_allowed_attempts
        self.start = self.pid = None
        self.metrics, self.microResults = {}, {}

    def addMetric(self, name, value):
        self._add(self.metrics, name, value, MetricValue)

    def addMicroResult(self, name, microResult):
        self._add(self.microResults, name, microResult, Result)

    def _add(self, to, name, value, kind):
        if name in to:
            raise ValueError("result already includes %r" % (name,))
        if not isinstance(value, kind):
            raise TypeError("%r is no %s" % (value, kind.__name__))
        to[name] = value


class TestSuite:
    def __init__(self, name, source_root, exec_root, config):
        self.name, self.source_root, self.exec_root, self.config = name, source_root, exec_root, config
        self.test_times = {}

    def getSourcePath(self, components):
        return os.path.join(self.source_root, *components)

    def getExecPath(self, components):
        return os.path.join(self.exec_root, *components)


class Test:
    def __init__(self, suite, path_in_suite, config, file_path=None, gtest_json_file=None):
        self.suite, self.path_in_suite, self.config = suite, tuple(path_in_suite), config
        self.file_path, self.gtest_json_file = file_path, gtest_json_file
        self.xfails, self.requires, self.unsupported = [], [], []
        self.exclude_xfail = self.xfail_not = False
        self.allowed_retries = getattr(config, "test_retry_attempts", None) or 0
        self.result = None
        self.previous_failure, self.previous_elapsed = False, 0.0

    def setResult(self, result):
        assert self.result is None, "result already set"
        assert isinstance(result, Result), "unexpected result type"
        try:
            if result.code in (PASS, FAIL) and self.isExpectedToFail():
                result.code = XPASS if result.code is PASS else XFAIL
        except ValueError as e:
            result.code, result.output = UNRESOLVED, str(e)
        self.result = result

    def isFailure(self):
        return self.result.code.isFailure

    def getFullName(self):
        return "%s :: %s" % (self.suite.config.name, "/".join(self.path_in_suite))

    def getFilePath(self):
        return self.file_path or self.getSourcePath()

    def getSummaryName(self, printPathRelativeCWD):
        return os.path.relpath(self.getFilePath()) if printPathRelativeCWD else self.getFullName()

    def getSourcePath(self):
        return self.suite.getSourcePath(self.path_in_suite)

    def getExecPath(self):
        return self.suite.getExecPath(self.path_in_suite)

    def isExpectedToFail(self):
        return not self.xfail_not and ("*" in self.xfails or bool(self._holding("XFAIL", self.xfails)))

    def isWithinFeatureLimits(self):
        limits = self.config.limit_to_features
        if not limits:
            return True
        others = [f for f in self.config.available_features if f not in limits]
        return not self.getMissingRequiredFeatures() and bool(self.getMissingRequiredFeaturesFromList(others))

    def getMissingRequiredFeaturesFromList(self, features):
        holding = self._holding("REQUIRES", self.requires, features)
        return [condition for condition in self.requires if condition not in holding]

    def getMissingRequiredFeatures(self):
        return self.getMissingRequiredFeaturesFromList(self.config.available_features)

    def getUnsupportedFeatures(self):
        return self._holding("UNSUPPORTED", self.unsupported)

    def _holding(self, keyword, conditions, features=None):
        if features is None:
            features = self.config.available_features
        try:
            return [c for c in conditions if BooleanExpression.evaluate(c, features)]
        except ValueError as e:
            raise ValueError("Error in %s list:\n%s" % (keyword, e))
