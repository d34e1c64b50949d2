"""Tests whose text names their result."""

import lit.formats
import lit.Test


class Named(lit.formats.FileBasedTest):
    def execute(self, test, lit_config):
        with open(test.getSourcePath(), encoding="utf-8") as f:
            words = f.read().split()
        if words[0] == "raise":
            raise RuntimeError("as asked")
        test.xfails = [w for w in words[1:] if w != "-"]
        return getattr(lit.Test, words[0]), "the text says %s" % words[0]


class Chatty(lit.formats.ShTest):
    """RUN lines, and a word more."""

    def execute(self, test, litConfig):
        result = super().execute(test, litConfig)
        result.output += "chatted\n"
        return result


def group(test):
    return "alone" if test.path_in_suite[0] == "data" else None
