"""Evaluates configuration files of lit for another program, and describes them in JSON.

Each request is a line on standard input, each answer a line on what was standard output at the start. What the files
print goes to standard error instead.
"""

import copy
import glob
import json
import os
import platform
import re
import sys
import traceback
import types


def connect():
    """Returns the streams of the protocol, and gives the usual ones to the files and the programs that they start."""
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return requests, answers


class Problem(Exception):
    """A mistake at a line of a file."""

    def __init__(self, text, file="", line=0, col=0):
        super().__init__(text)
        self.text, self.file, self.line, self.col = text, file, line, col

    def describe(self):
        return {"file": self.file, "line": self.line, "col": self.col, "text": self.text}


class Fatal(SystemExit):
    """The end of the evaluation by lit_config.fatal."""

    def __init__(self, problem):
        super().__init__(2)
        self.problem = problem


def caller(depth):
    """The file and line of a function on the stack."""
    frame = sys._getframe(depth + 1)
    return frame.f_code.co_filename, frame.f_lineno


class LitConfig:
    """The object lit_config."""

    def __init__(self, options):
        self.progname = options["program"]
        self.path = list(options["path"])
        self.params = dict(options["params"])
        self.config_prefix = options["prefix"]
        self.suffixes = ["cfg.py", "cfg"]
        self.config_names = ["%s.%s" % (self.config_prefix, s) for s in self.suffixes]
        self.site_config_names = ["%s.site.%s" % (self.config_prefix, s) for s in self.suffixes]
        self.local_config_names = ["%s.local.%s" % (self.config_prefix, s) for s in self.suffixes]
        self.isWindows = platform.system() == "Windows"
        self.diagnostic_level = "note"
        self.quiet = self.debug = self.noExecute = self.singleProcess = False
        self.useValgrind = self.valgrindLeakCheck = False
        self.valgrindArgs, self.valgrindUserArgs = [], []
        self.order = "smart"
        self.bashPath = None
        self.numErrors = self.numWarnings = 0
        self.maxFailures = self.maxRetriesPerTest = None
        self.parallelism_groups = {}
        self.per_test_coverage = self.update_tests = False
        self.gtest_sharding = True
        self.maxIndividualTestTimeIsSupported = (True, "")
        self._time = 0
        self._no_updaters = self.test_updaters = []
        self._messages = []

    @property
    def maxIndividualTestTime(self):
        return self._time

    @maxIndividualTestTime.setter
    def maxIndividualTestTime(self, value):
        if not isinstance(value, int):
            self._end("maxIndividualTestTime must set to a value of type int.", 1)
        if value < 0:
            self._end("The timeout per test must be >= 0 seconds", 1)
        self._time = value

    def load_config(self, config, path):
        config.load_from_path(path, self)
        return config

    def substitute(self, string):
        try:
            return string % self.params
        except KeyError as e:
            self._end("unable to find %r parameter, use '--param=%s=VALUE'" % (e.args[0], e.args[0]), 1)

    def getBashPath(self):
        if self.bashPath is None:
            import shutil

            self.bashPath = shutil.which("bash", path=os.pathsep.join(self.path)) or shutil.which("bash") or ""
        return self.bashPath

    def getToolsPath(self, dir, paths, tools):
        def complete(candidate):
            return all(os.path.exists(os.path.join(candidate, tool)) for tool in tools)

        if dir is not None and os.path.isabs(dir) and os.path.isdir(dir):
            found = dir if complete(dir) else None
        else:
            found = next(filter(complete, paths.split(os.pathsep)), None)
        if found is not None:
            import shutil

            self.bashPath = shutil.which("bash", path=found) or ""
        return found

    def diagnostic_level_enabled(self, kind):
        return kind != "debug"

    def dbg(self, message):
        pass

    def note(self, message):
        self._say("note", message)

    def warning(self, message):
        self.numWarnings += 1
        self._say("warning", message)

    def error(self, message):
        self.numErrors += 1
        self._say("error", message)

    def fatal(self, message):
        self._end(message, 1)

    def _say(self, kind, message):
        file, line = caller(2)
        self._messages.append({"kind": kind, "file": file, "line": line, "text": str(message)})

    def _end(self, message, depth):
        raise Fatal(Problem(str(message), *caller(depth + 1)))


class TestingConfig:
    """The object config. Names that start with _tg are not for configuration files."""

    def __init__(self, options):
        self.__dict__["_tg_places"] = {}
        self.parent = None
        self.name = "<unnamed>"
        self.suffixes = set()
        self.test_format = None
        self.environment = dict(options["environment"])
        self.substitutions = []
        self.unsupported = False
        self.test_exec_root = None
        self.test_source_root = None
        self.excludes = set()
        self.available_features = set(options["features"])
        self.pipefail = True
        self.standalone_tests = False
        self.limit_to_features = set()
        self.parallelism_group = None
        self.recursiveExpansionLimit = None
        self._tg_places.clear()

    def __setattr__(self, name, value):
        if name == "recursiveExpansionLimit" and value is not None:
            if not isinstance(value, int):
                raise ValueError("recursiveExpansionLimit must be either None or an integer (got <%s>)" % (value,))
            if value < 0:
                raise ValueError("recursiveExpansionLimit must be a non-negative integer (got <%s>)" % (value,))
        self.__dict__[name] = value
        self._tg_places[name] = caller(1)

    @property
    def root(self):
        return self if self.parent is None else self.parent.root

    def load_from_path(self, path, lit_config):
        with open(path, encoding="utf-8") as f:
            source = f.read()
        names = {
            "__name__": "lit.TestingConfig", "__file__": path, "config": self, "lit_config": lit_config, "os": os,
            "sys": sys, "TestingConfig": TestingConfig, "SubstituteCaptures": SubstituteCaptures,
        }
        loading.append(path)
        try:
            exec(compile(source, path, "exec"), names)
        except SystemExit as e:
            if e.args:
                raise
        loading.pop()
        self.finish(lit_config)

    def finish(self, lit_config):
        made = {"name": str, "suffixes": set, "environment": dict, "substitutions": list, "excludes": set}
        for name, make in made.items():
            try:
                self.__dict__[name] = make(self.__dict__[name])
            except (TypeError, ValueError) as e:
                raise Problem("config.%s: %s" % (name, e), *self._tg_places.get(name, ("", 0)))
        for name in ("test_exec_root", "test_source_root"):
            if self.__dict__[name] is not None:
                self.__dict__[name] = str(self.__dict__[name])


class SubstituteCaptures:
    """Marks the text of a substitution that refers to groups of the pattern."""

    def __init__(self, substitution):
        self.substitution = substitution


loading = []  # the files that are being evaluated


def find_lit():
    """Makes `import lit` work: by the package that Python finds, by one of an installation of LLVM, or by our own."""
    sys.path[:] = [entry for entry in sys.path if entry]
    places = glob.glob("/usr/lib/llvm-*/utils/lit") + glob.glob("/usr/lib/llvm-*/build/utils/lit")

    def version(place):
        return int(re.search(r"llvm-(\d+)", place).group(1)) if re.search(r"llvm-(\d+)", place) else 0

    for place in [None] + sorted(places, key=version, reverse=True):
        if place is not None:
            sys.path.append(place)
        try:
            import lit.formats
            import lit.TestingConfig

            lit.TestingConfig.TestingConfig = TestingConfig
            lit.TestingConfig.SubstituteCaptures = SubstituteCaptures
            return lit.formats.ShTest
        except (ImportError, AttributeError, SyntaxError):
            for name in [n for n in sys.modules if n == "lit" or n.startswith("lit.")]:
                del sys.modules[name]
            if place is not None:
                sys.path.remove(place)
    return make_lit()


def make_lit():
    """Makes a package lit with what configuration files use most."""
    import shutil

    class TestFormat:
        def __init__(self, *args, **kwargs):
            pass

    class FileBasedTest(TestFormat):
        pass

    class ExecutableTest(FileBasedTest):
        pass

    class GoogleTest(TestFormat):
        pass

    class ShTest(FileBasedTest):
        def __init__(self, execute_external=False, extra_substitutions=[], preamble_commands=[]):
            self.execute_external = execute_external
            self.extra_substitutions = extra_substitutions
            self.preamble_commands = preamble_commands

    def pythonize_bool(value):
        if value is None:
            return False
        if isinstance(value, (bool, int)):
            return bool(value)
        if str(value).lower() in ("1", "true", "on", "yes"):
            return True
        if str(value).lower() in ("", "0", "false", "off", "no"):
            return False
        raise ValueError('"%s" is not a valid boolean' % (value,))

    def add(name, **members):
        module = types.ModuleType(name)
        module.__dict__.update(members)
        sys.modules[name] = module
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], last, module)

    formats = [TestFormat, FileBasedTest, ExecutableTest, GoogleTest, ShTest]
    for format in formats:
        format.__module__, format.__qualname__ = "lit.formats", format.__name__
    add("lit", __path__=[], __version__="0")
    add("lit.formats", **{format.__name__: format for format in formats})
    add("lit.util", which=lambda command, paths=None: shutil.which(command, path=paths), pythonize_bool=pythonize_bool,
        to_string=str, to_bytes=lambda s: s if isinstance(s, bytes) else str(s).encode())
    add("lit.TestingConfig", TestingConfig=TestingConfig, SubstituteCaptures=SubstituteCaptures)
    return ShTest


def place_of(error):
    """The innermost line of a configuration file in the traceback of an error."""
    if isinstance(error, SyntaxError) and error.filename in loading:
        return error.filename, error.lineno or 0, error.offset or 0
    known = set(loading)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename in known]
    if frames:
        return frames[-1].filename, frames[-1].lineno or 0, 0
    return (loading[-1] if loading else ""), 0, 0


class Describer:
    """Describes a configuration in JSON."""

    def __init__(self, config, path, sh_test):
        self.config, self.path, self.sh_test = config, path, sh_test

    def problem(self, name, text):
        file, line = self.config._tg_places.get(name, (self.path, 0))
        return Problem("config.%s %s" % (name, text), file, line)

    def texts(self, name, values=None):
        values = getattr(self.config, name) if values is None else values
        if isinstance(values, str) or not hasattr(values, "__iter__"):
            raise self.problem(name, "must be a list or a set, not a %s" % type(values).__name__)
        values = list(values)
        for value in values:
            if not isinstance(value, str):
                raise self.problem(name, "must hold texts, not a %s" % type(value).__name__)
        return values

    def set(self, name):
        return sorted(set(self.texts(name)))

    def pairs(self, name, values):
        result = []
        for entry in values:
            try:
                pattern, text = entry
            except (TypeError, ValueError):
                raise self.problem(name, "must hold pairs (pattern, text), not %r" % (entry,))
            if type(text).__name__ == "SubstituteCaptures":
                raise self.problem(name, "has a text with SubstituteCaptures, which is not supported")
            pattern = getattr(pattern, "pattern", pattern)
            if not isinstance(pattern, str):
                raise self.problem(name, "has a pattern that is not a str: %r" % (pattern,))
            result.append([pattern, str(text)])
        return result

    def environment(self):
        environment = self.config.environment
        for name, value in environment.items():
            if not isinstance(name, str) or not isinstance(value, str):
                raise self.problem("environment", "must map names to texts, but maps %r to %r" % (name, value))
        return environment

    def text(self, name):
        value = getattr(self.config, name)
        if value is not None and not isinstance(value, str):
            raise self.problem(name, "must be a str or None, not a %s" % type(value).__name__)
        return value or ""

    def count(self, name):
        value = getattr(self.config, name, None)
        if value is not None and (not isinstance(value, int) or not 0 <= value <= 10**9):
            raise self.problem(name, "is not a sensible number: %r" % (value,))
        return value if value is None else int(value)

    def format(self):
        format = self.config.test_format
        if format is None:
            return None
        if type(format) is not self.sh_test:
            raise self.problem("test_format", "is a %s.%s; the only test format that is supported is lit.formats.ShTest"
                               % (type(format).__module__, type(format).__qualname__))
        return {
            "external": bool(format.execute_external),
            "extra": self.pairs("test_format", getattr(format, "extra_substitutions", [])),
            "preamble": self.texts("test_format", getattr(format, "preamble_commands", [])),
        }

    def describe(self):
        c = self.config
        return {
            "name": c.name, "suffixes": self.set("suffixes"), "excludes": self.set("excludes"),
            "format": self.format(), "environment": self.environment(),
            "substitutions": self.pairs("substitutions", c.substitutions), "unsupported": bool(c.unsupported),
            "sourceRoot": c.test_source_root or "", "execRoot": c.test_exec_root or "",
            "features": self.set("available_features"), "pipefail": bool(c.pipefail),
            "limitTo": self.set("limit_to_features"), "group": self.text("parallelism_group"),
            "standalone": bool(c.standalone_tests), "recursion": self.count("recursiveExpansionLimit"),
            "retries": self.count("test_retry_attempts"),
        }


def groups_of(lit_config, path):
    groups = lit_config.parallelism_groups
    for name, limit in groups.items():
        if not isinstance(name, str) or not isinstance(limit, int) or not 1 <= limit <= 10**9:
            raise Problem("lit_config.parallelism_groups must map names to numbers of tests, at least 1, but maps %r to %r"
                          % (name, limit), path)
    return groups


class Server:
    def __init__(self, options):
        self.options = options
        os.environ.clear()  # python3 can be a wrapper that sets variables of its own
        os.environ.update(options["process"])
        self.lit_config = LitConfig(options)
        self.configs = []
        self.sh_test = find_lit()

    def evaluate(self, request):
        path = request["path"]
        del loading[:]
        self.lit_config._messages = []
        self.lit_config._time, self.lit_config.parallelism_groups = request["timeout"], request["groups"]
        answer = {}
        try:
            if request["parent"] < 0:
                config = TestingConfig(self.options)
            else:
                config = copy.deepcopy(self.configs[request["parent"]])
            config.load_from_path(path, self.lit_config)
            self.configs.append(config)
            answer["config"] = Describer(config, path, self.sh_test).describe()
            answer["id"] = len(self.configs) - 1
            answer["timeout"] = self.lit_config.maxIndividualTestTime
            answer["groups"] = groups_of(self.lit_config, path)
            if self.lit_config.test_updaters is not self.lit_config._no_updaters or self.lit_config.test_updaters:
                self.lit_config.test_updaters = self.lit_config._no_updaters = []
                self.lit_config._messages.append({"kind": "warning", "file": path, "line": 0,
                                                  "text": "lit_config.test_updaters is not supported and has no effect"})
        except Fatal as e:
            answer["error"] = e.problem.describe()
        except Problem as e:
            answer["error"] = e.describe()
        except SystemExit as e:
            answer["error"] = Problem("sys.exit(%s)" % ", ".join(map(repr, e.args)), *place_of(e)).describe()
        except BaseException as e:
            text = "%s: %s" % (type(e).__name__, e.msg if isinstance(e, SyntaxError) else e)
            answer["error"] = Problem(text, *place_of(e)).describe()
        answer["messages"] = self.lit_config._messages
        return answer


def main():
    requests, answers = connect()
    server = None
    for line in requests:
        request = json.loads(line)
        if server is None:
            server = Server(request)
            continue
        answers.write(json.dumps(server.evaluate(request)) + "\n")
        answers.flush()


main()
