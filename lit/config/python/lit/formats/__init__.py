"""The kinds of tests. Only plain ShTest is known to the program outside; all else is asked for its tests and runs them."""

from lit.formats.base import ExecutableTest, FileBasedTest, TestFormat  # noqa: F401
from lit.formats.googletest import GoogleTest  # noqa: F401
from lit.formats.shtest import ShTest  # noqa: F401
