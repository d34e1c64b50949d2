"""Conditions over features: names, &&, ||, !, parentheses, and {{regular expressions}} in names."""

import re

_TOKEN = re.compile(r"\s*([()]|&&|\|\||!|(?:[-+=._a-zA-Z0-9]|\{\{.+?\}\})+)\s*")
_BRACES = re.compile(r"\{\{(.+?)\}\}")
_END = object()


class BooleanExpression:
    @staticmethod
    def evaluate(string, variables):
        """Whether a condition holds; raises ValueError for one that is malformed."""
        try:
            parser = BooleanExpression(string, set(variables))
            value = parser._any()
            parser._expect(_END)
        except ValueError as e:
            raise ValueError("%s\nin expression: %r" % (e, string))
        return value

    @staticmethod
    def tokenize(string):
        at = 0
        while at < len(string):
            found = _TOKEN.match(string, at)
            if not found:
                raise ValueError("couldn't parse text: %r" % string[at:])
            at = found.end()
            yield found.group(1)
        yield _END

    @staticmethod
    def isMatchExpression(token):
        return token is not _END and token not in ("&&", "||", "!", "(", ")")

    def __init__(self, string, variables):
        self.variables = variables | {"true"}
        self.tokens = BooleanExpression.tokenize(string)
        self.token = next(self.tokens)

    def _accept(self, token):
        if self.token is not token and self.token != token:
            return False
        if token is not _END:
            self.token = next(self.tokens)
        return True

    def _quote(self, token):
        return "<end of expression>" if token is _END else repr(token)

    def _expect(self, token):
        if not self._accept(token):
            raise ValueError("expected: %s\nhave: %s" % (self._quote(token), self._quote(self.token)))

    def _any(self):
        value = self._all()
        while self._accept("||"):
            value = self._all() or value
        return value

    def _all(self):
        value = self._one()
        while self._accept("&&"):
            value = self._one() and value
        return value

    def _one(self):
        if self._accept("!"):
            return not self._one()
        if self._accept("("):
            value = self._any()
            self._expect(")")
            return value
        if not self.isMatchExpression(self.token):
            raise ValueError("expected: '!', '(', '{{', or identifier\nhave: %s" % self._quote(self.token))
        pattern, parts = "", _BRACES.split(self.token)
        for i, part in enumerate(parts):
            pattern += "(?:%s)" % part if i % 2 else re.escape(part)
        self.token = next(self.tokens)
        return any(re.fullmatch(pattern, variable) for variable in self.variables)
