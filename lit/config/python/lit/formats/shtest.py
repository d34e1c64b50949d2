"""Tests of RUN lines."""

import lit.TestRunner
from lit.formats.base import FileBasedTest


class ShTest(FileBasedTest):
    def __init__(self, execute_external=False, extra_substitutions=[], preamble_commands=[]):
        self.execute_external = execute_external
        self.extra_substitutions = extra_substitutions
        self.preamble_commands = preamble_commands

    def execute(self, test, litConfig):
        return lit.TestRunner.executeShTest(test, litConfig, self.execute_external, self.extra_substitutions,
                                            self.preamble_commands)
