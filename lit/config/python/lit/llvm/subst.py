"""Names of tools in RUN lines, and what replaces them."""

import os
import re

import lit.util


class FindTool:
    """A tool that is looked for when its substitution is made."""

    def __init__(self, name):
        self.name = name

    def resolve(self, config, dirs):
        command = config.lit_config.params.get(self.name) or lit.util.which(self.name, dirs)
        if command and self.name == "llc" and os.environ.get("LLVM_ENABLE_MACHINE_VERIFIER") == "1":
            command += " -verify-machineinstrs"
        return command


def _not_in(characters, kind):
    return "(?%s(%s))" % (kind, "|".join(map(re.escape, characters))) if characters else ""


class ToolSubst:
    """The substitution of one tool.

    The key is the name as a word, which no character of pre precedes and none of post follows; with verbatim it is the
    whole pattern. unresolved says what happens if there is no such tool: warn, fatal, break or ignore.
    """

    def __init__(self, key, command=None, pre=r".-^/\<", post="-.", verbatim=False, unresolved="warn", extra_args=None):
        self.key, self.unresolved, self.extra_args = key, unresolved, extra_args
        self.command = FindTool(key) if command is None else command
        self.was_resolved = False
        if verbatim:
            self.regex = key
        else:
            introducer, word = re.match(r"(\W*)(.*)", key, re.DOTALL).groups()
            self.regex = _not_in(pre, "<!") + introducer + r"\b" + word + r"\b" + _not_in(post, "!")

    def resolve(self, config, search_dirs):
        """(pattern, what stays in front, command), None to leave the tool out; no command gives the whole group up."""
        found = re.match(r"\\?((?:\| )?)\W+b(\S+)\\b\W*$", self.regex)
        if not found:
            return None
        pipe, name = found.groups()
        command = self.command.resolve(config, search_dirs) if isinstance(self.command, FindTool) else str(self.command)
        if command:
            command = " ".join([command] + (self.extra_args or []))
        elif self.unresolved == "ignore":
            return None
        elif self.unresolved == "warn":
            config.lit_config.note("Did not find %s in %s" % (name, search_dirs))
            command = os.path.join(config.config.llvm_tools_dir, name)
        elif self.unresolved == "fatal":
            config.lit_config.fatal("Did not find %s in %s" % (name, search_dirs))
        elif self.unresolved != "break":
            raise ValueError("unresolved must be warn, fatal, break or ignore, not %r" % (self.unresolved,))
        self.was_resolved = bool(command)
        return self.regex, pipe, command
