"""Commands as a shell user meets them: options and commands by other names are answered, and messages name options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from typer.core import TyperCommand, TyperGroup

from infrarouge.aliases import command_hint, option_hint
from infrarouge.cli.coercion import take_plain_values
from infrarouge.escapes import printable
from infrarouge.rules.profile import RULES

OPTIONS = {
    **{rule: rule.replace("_", "-") for rule in ("lang", "stemmer", "tokens", "sentences", "stopwords", "synonyms")},
    **{rule: rule.replace("_", "-") for rule in ("max_words", "max_bytes", "alpha", "beta", "combine", "empty")},
    "metrics": "metrics",
    "metric": "metric",
    "profile": "profile",
    "threads": "threads",
    "threshold": "threshold",
    "n_resamples": "resamples",
    "confidence_level": "confidence",
    "rng": "seed",
}
"""The options of keywords that have one; any other rule goes by --set."""


class Command(TyperCommand):
    """A command that answers options by other names, and refuses an option that is given twice and counts once."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of the command."""
        take_plain_values(self.get_params(ctx))
        try:
            if not ctx.resilient_parsing:
                self._refuse_repeated(ctx, args)
            return super().parse_args(ctx, args)
        except Exception as error:
            # typer may bring its own copy of click, so the class of the error is known by its name alone.
            name = getattr(error, "option_name", "")
            if type(error).__name__ != "NoSuchOption" or not name.startswith("--"):
                raise
            failed: NoReturn = ctx.fail(f"No such option: {name}{self._hint(name[2:])}")
            return failed

    def _hint(self, name: str) -> str:
        long = [[option[2:] for option in param.opts if option.startswith("--")] for param in self.params]
        known = [names[0] for names in long if names]
        hint = option_hint(name, known)
        if hint == "; type --prediction":
            return "; files come without an option: PRED REF, and columns with --prediction COLUMN"
        return hint

    def _refuse_repeated(self, ctx: Any, args: list[str]) -> None:
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        counts = Counter(id(param) for param in order)
        for param in self.params:
            several = getattr(param, "multiple", False) or getattr(param, "is_flag", False) or param.nargs != 1
            if counts[id(param)] > 1 and not several:
                ctx.fail(f"{param.opts[0]} is given {counts[id(param)]} times; give it once")


class Root(TyperGroup):
    """The program itself; its help is plain, so that all commands fit one screen."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words before the command."""
        take_plain_values(self.get_params(ctx))
        with _printable_errors():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with _printable_errors():
            return super().invoke(ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help without panels."""
        self.rich_markup_mode = None
        super().format_help(ctx, formatter)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command, or say which one was meant."""
        if args and not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            visible = [name for name, known in self.commands.items() if not known.hidden]
            ctx.fail(f"No such command: {args[0]}{command_hint(args[0], visible)}")
        return super().resolve_command(ctx, args)


@contextmanager
def _printable_errors() -> Iterator[None]:
    """Spell out control characters in errors of usage: a word may be the name of a file, which a pattern put there."""
    try:
        yield
    except Exception as error:
        if isinstance(getattr(error, "message", None), str):
            error.message = printable(error.message)  # type: ignore[attr-defined]  # as errors of click have it
        raise


def for_shell(message: str) -> str:
    """A message with what to type in Python put as what to type in a shell.

    >>> for_shell("unknown metric 'x'. See infrarouge.metrics().")
    "unknown metric 'x'. See infrarouge metrics."
    >>> for_shell("for other scripts type profile='infrarouge-1' or tokens='unicode'")
    'for other scripts type --profile infrarouge-1 or --tokens unicode'
    >>> for_shell("type stem_min=4, or stopwords=True with lang= and a language")
    'type --set stem_min=4, or --stopwords yes with --lang and a language'
    """
    message = re.sub(r"infrarouge\.(metrics|profiles)\(\)", r"infrarouge \1", message)
    message = message.replace(" See infrarouge.tokenizers().", "")
    message = re.sub(r"object: Profile\.parse\(signature, (\w+=\.\.\.)\)", r"\1", message)
    return _KEYWORD.sub(_as_option, message)


_NAMES = "|".join(sorted({*OPTIONS, *RULES}, key=len, reverse=True))
_KEYWORD = re.compile(rf"(?<![\w.|-])({_NAMES})=('[^']*'|-?[0-9][0-9.]*|\.\.\.|True\b|(?= ))")


def _as_option(keyword: re.Match[str]) -> str:
    name, value = keyword[1], keyword[2].strip("'").replace("True", "yes")
    value = f'"{value}"' if " " in value else value
    return f"--{OPTIONS[name]} {value}".rstrip() if name in OPTIONS else f"--set {name}={value}"
