"""What is wrong with a ruleset itself: in which of its files, at which key, and why. It is told like any other refusal."""

from __future__ import annotations

from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal


class Flaw(Refusal):
    """A ruleset's own fault, for whoever writes it: a file of its package, a key in it (or none), and the reason."""

    def __init__(self, file: str, key: str, reason: Message) -> None:
        self.file, self.key, self.reason = file, key, reason
        super().__init__([Problem(self.place, reason)])

    @property
    def place(self) -> str:
        """The file and the key, as a person would say them."""
        return ", ".join(part for part in (self.file, self.key) if part)

    def in_file(self, file: str) -> Flaw:
        """This flaw with the name of the file, which the parser that found it did not know."""
        return Flaw(self.file or file, self.key, self.reason)


class MissingFileFlaw(Flaw):
    """A file that the ruleset's package does not have."""

    def __init__(self, file: str) -> None:
        super().__init__(file, "", Message("kernel.flaw.no_file"))


class MissingEntryError(LookupError):
    """A rule asked for an entry that its tables do not have."""


def flaw(key: str, message_id: str, /, **parameters: object) -> Flaw:
    """A flaw at a key of the file that is being read."""
    return Flaw("", key, Message.of(message_id, **parameters))
