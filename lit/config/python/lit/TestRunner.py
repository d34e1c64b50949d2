"""Running RUN lines. The program outside does it; what else LLVM's module of this name has is taken from an installed one."""

import lit.Test

run_script = None  # how the program outside is asked, set by a worker


def executeShTest(test, litConfig, useExternalSh, extra_substitutions=[], preamble_commands=[]):
    if run_script is None:
        raise RuntimeError("RUN lines run only while tests do")
    answer = run_script(test, useExternalSh, extra_substitutions, preamble_commands)
    for conditions, name in ((test.xfails, "xfails"), (test.requires, "requires"), (test.unsupported, "unsupported")):
        conditions.extend(answer[name])
    return lit.Test.Result(lit.Test.ResultCode._by_name[answer["code"]], answer["output"], attempts=answer["attempts"],
                           max_allowed_attempts=answer["maxAttempts"] or None)


_installed = []


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    if not _installed:
        _installed.append(lit.installed_module("TestRunner"))
    if _installed[0] is None:
        raise AttributeError("lit.TestRunner.%s is in LLVM's package lit only, which is not installed (pip install lit)" % name)
    return getattr(_installed[0], name)
