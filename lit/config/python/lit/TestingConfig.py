"""The object config of configuration files."""

import os
import sys


class SubstituteCaptures:
    """Marks the text of a substitution that refers to groups of the pattern."""

    def __init__(self, substitution):
        self.substitution = substitution

    def replace(self, pattern, replacement):
        return self.substitution

    def __str__(self):
        return self.substitution

    def __len__(self):
        return len(self.substitution)

    def __getitem__(self, item):
        return self.substitution[item]


class TestingConfig:
    """What a configuration sets. Names that start with _tg are not for configuration files."""

    _tg_defaults = {"environment": {}, "available_features": ()}  # the driver sets them

    @staticmethod
    def fromdefaults(litConfig):
        return TestingConfig(None, "<unnamed>", set(), None, TestingConfig._tg_defaults["environment"], [], False, None, None, [],
                             TestingConfig._tg_defaults["available_features"], True)

    def __init__(self, parent, name, suffixes, test_format, environment, substitutions, unsupported, test_exec_root,
                 test_source_root, excludes, available_features, pipefail, limit_to_features=[], is_early=False,
                 parallelism_group=None, standalone_tests=False):
        self.__dict__["_tg_places"] = {}
        self.parent = parent
        self.name = str(name)
        self.suffixes = set(suffixes)
        self.test_format = test_format
        self.environment = dict(environment)
        self.substitutions = list(substitutions)
        self.unsupported = unsupported
        self.test_exec_root = test_exec_root
        self.test_source_root = test_source_root
        self.excludes = set(excludes)
        self.available_features = set(available_features)
        self.pipefail = pipefail
        self.standalone_tests = standalone_tests
        self.limit_to_features = set(limit_to_features)
        self.parallelism_group = parallelism_group
        self.recursiveExpansionLimit = None
        self._tg_places.clear()

    def __setattr__(self, name, value):
        if name == "recursiveExpansionLimit" and value is not None:
            if not isinstance(value, int):
                raise ValueError("recursiveExpansionLimit must be either None or an integer (got <%s>)" % (value,))
            if value < 0:
                raise ValueError("recursiveExpansionLimit must be a non-negative integer (got <%s>)" % (value,))
        self.__dict__[name] = value
        frame = sys._getframe(1)
        self._tg_places[name] = (frame.f_code.co_filename, frame.f_lineno)

    @property
    def root(self):
        return self if self.parent is None else self.parent.root

    def load_from_path(self, path, litConfig):
        with open(path, encoding="utf-8") as f:
            source = f.read()
        names = {"__name__": __name__, "__file__": path, "config": self, "lit_config": litConfig, "os": os, "sys": sys,
                 "TestingConfig": TestingConfig, "SubstituteCaptures": SubstituteCaptures}
        litConfig._tg_loading.append(path)
        try:
            exec(compile(source, path, "exec"), names)
            litConfig.dbg("... loaded config %r" % path)
        except SystemExit as e:
            if e.args:
                raise
        litConfig._tg_loading.pop()
        self.finish(litConfig)

    def finish(self, litConfig):
        made = {"name": str, "suffixes": set, "environment": dict, "substitutions": list, "excludes": set}
        for name, make in made.items():
            try:
                self.__dict__[name] = make(self.__dict__[name])
            except (TypeError, ValueError) as e:
                raise litConfig._tg_problem("config.%s: %s" % (name, e), *self._tg_places.get(name, ("", 0)))
        for name in ("test_exec_root", "test_source_root"):
            if self.__dict__[name] is not None:
                self.__dict__[name] = str(self.__dict__[name])
        if litConfig.maxRetriesPerTest is not None and getattr(self, "test_retry_attempts", None) is None:
            self.test_retry_attempts = litConfig.maxRetriesPerTest
