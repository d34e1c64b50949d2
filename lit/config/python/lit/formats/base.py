"""What test formats derive from."""

import os

import lit.Test
import lit.util


class TestFormat:
    def getTestsForPath(self, testSuite, path_in_suite, litConfig, localConfig):
        """The tests of a path that was named; here it is one."""
        yield lit.Test.Test(testSuite, path_in_suite, localConfig)


class FileBasedTest(TestFormat):
    """A test for each file with one of the suffixes."""

    def getTestsForPath(self, testSuite, path_in_suite, litConfig, localConfig):
        name = path_in_suite[-1]
        if not name.startswith(".") and name not in localConfig.excludes and name.endswith(tuple(localConfig.suffixes)):
            yield lit.Test.Test(testSuite, path_in_suite, localConfig)

    def getTestsInDirectory(self, testSuite, path_in_suite, litConfig, localConfig):
        directory = testSuite.getSourcePath(path_in_suite)
        for name in sorted(os.listdir(directory)):
            if not os.path.isdir(os.path.join(directory, name)):
                yield from self.getTestsForPath(testSuite, tuple(path_in_suite) + (name,), litConfig, localConfig)


class ExecutableTest(FileBasedTest):
    """A program that passes by its exit status."""

    def execute(self, test, litConfig):
        if test.config.unsupported:
            return lit.Test.Result(lit.Test.UNSUPPORTED)
        out, err, status = lit.util.executeCommand(test.getSourcePath())
        if status:
            return lit.Test.Result(lit.Test.FAIL, out + err)
        return lit.Test.Result(lit.Test.PASS)
