"""The modules of LLVM's lit that configurations use, for programs that run the tests themselves."""

__version__ = "22.1.8"
