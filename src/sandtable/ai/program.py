"""A player that is another program: it is started for a battle and spoken to in lines of JSON, one question and one answer at a time.

It is told what its own seat sees and which orders it may give. One that dies, is silent for too long or answers what was not asked ends the
battle with a `ProgramError` that names it; nobody waits for it any longer than its time.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import subprocess
import tempfile
from collections.abc import Mapping
from time import monotonic
from typing import IO, Any

from sandtable.ai import candidates
from sandtable.ai.candidates import Candidate, Deliberation
from sandtable.battle.desk import HasDesk
from sandtable.battle.matches.staff import Post
from sandtable.battle.order import Decision, Order, read_order, write_order
from sandtable.battle.seat import Role, Seat
from sandtable.kernel import codec
from sandtable.kernel.problem import Refusal
from sandtable.kernel.requests import Choose

PROTOCOL = 1
SECONDS = 10.0  # for one answer, and for the greeting
FAREWELL = 1.0  # seconds that a program has to leave by itself
LONGEST_LINE = 1_000_000  # bytes of an answer
LAST_WORDS = 200  # characters of what it wrote to its stderr
BLOCK = 65_536


class ProgramError(RuntimeError):
    """A program that plays a side has failed: which, and how."""


class Speech:
    """A program and the two pipes to it, neither of which is ever waited for longer than its time."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.command, self.seconds = command, seconds
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the program is
        self._rest = b""
        words = shlex.split(command)
        if not words:
            raise ProgramError("program: names no program")
        try:
            self._process = subprocess.Popen(  # noqa: S603 - whoever starts the battle names the program
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, start_new_session=True
            )
        except OSError as error:
            self._errors.close()
            raise ProgramError(f"{command}: cannot be started: {error.strerror or error}") from None
        for pipe in (self._into, self._out_of):
            os.set_blocking(pipe.fileno(), False)

    @property
    def _into(self) -> IO[bytes]:
        assert self._process.stdin is not None  # noqa: S101 - it was asked for
        return self._process.stdin

    @property
    def _out_of(self) -> IO[bytes]:
        assert self._process.stdout is not None  # noqa: S101 - it was asked for
        return self._process.stdout

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Say something, and wait for an answer: one object of JSON on a line of its own."""
        ends = monotonic() + self.seconds
        self._say(question, ends)
        line = self._line(ends)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise self.failed(f"answers no JSON: {line[:LAST_WORDS].decode(errors='replace')}") from None
        if not isinstance(answer, dict):
            raise self.failed("answers no object")
        return answer

    def _say(self, said: Mapping[str, Any], ends: float) -> None:
        left = memoryview((json.dumps(said, ensure_ascii=False) + "\n").encode())
        while left:
            self._wait(self._into, selectors.EVENT_WRITE, ends)
            try:
                left = left[os.write(self._into.fileno(), left[:BLOCK]) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self._died() from None

    def _line(self, ends: float) -> bytes:
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST_LINE:
                raise self.failed(f"answers a line of more than {LONGEST_LINE} bytes")
            self._wait(self._out_of, selectors.EVENT_READ, ends)
            found = os.read(self._out_of.fileno(), BLOCK)
            if not found:
                raise self._died()
            self._rest += found
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _wait(self, pipe: IO[bytes], event: int, ends: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, ends - monotonic())):
                raise self.failed(f"has not answered within {self.seconds:g} seconds")

    def _died(self) -> ProgramError:
        try:
            code = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return self.failed("has closed its pipes")
        return self.failed(f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}")

    def failed(self, how: str) -> ProgramError:
        """What went wrong, with the program's name and its last words."""
        self._errors.seek(0)
        last = self._errors.read().decode(errors="replace").strip().rpartition("\n")[2]
        return ProgramError(f"{self.command}: {how}" + (f" ({last[-LAST_WORDS:]})" if last else ""))

    def close(self) -> None:
        """Say goodbye; whoever does not leave is ended."""
        with contextlib.suppress(ProgramError, OSError):
            self._say({"type": "end"}, monotonic() + FAREWELL)
        with contextlib.suppress(OSError):
            self._into.close()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._out_of.close()
        self._errors.close()


class ProgramPlayer:
    """A side that a program plays."""

    def __init__(self, post: Post, seconds: float = SECONDS) -> None:
        self.post, self._number = post, 0
        self._seat = Seat(post.role, (post.role,))
        self._speech = Speech(post.argument, seconds)
        try:
            self._greet()
        except ProgramError:
            self._speech.close()
            raise

    def _greet(self) -> None:
        rules = self.post.rules
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "candidates": candidates.VERSION,
            "ruleset": rules.name,
            "rules_version": rules.rules_version,
            "role": self.post.role,
            "seed": self.post.seed,
            "seconds": self._speech.seconds,
        }
        answer = self._speech.ask(hello)
        if (answer.get("type"), answer.get("protocol")) != ("hello", PROTOCOL):
            raise self._speech.failed(f'does not greet: {{"type": "hello", "protocol": {PROTOCOL}}} would be right')

    def why(self) -> None:
        """A program gives no reasons."""

    def order(self, view: Any, decision: Decision) -> Order:
        """The candidate that it names, or an order of its own; one that is not legal ends the battle."""
        thinking = Deliberation(self.post.rules, view, decision)
        seen = self._seen(view)
        while True:
            answer = self._asked(
                "order",
                decision=codec.write(decision),
                view=seen,
                candidates=[_plain(number, each) for number, each in enumerate(thinking.candidates)],
            )
            if "order" in answer:
                return self._own(view, decision, answer["order"])
            number = answer.get("id")
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(thinking.candidates):
                raise self._speech.failed(f"answers no id from 0 to {len(thinking.candidates) - 1}: {number!r}")
            order = thinking.take(number)
            if order is not None:
                return order

    def _own(self, view: Any, decision: Decision, raw: Any) -> Order:
        rules = self.post.rules
        try:
            order = read_order(rules.orders, raw)
        except Refusal as refusal:
            raise self._speech.failed(f"gives an order that cannot be read: {refusal}") from None
        if order.then:
            raise self._speech.failed("gives an order with others to follow: give them one by one")
        if order.by != decision.by or order.kind not in decision.orders:
            raise self._speech.failed(f"gives an order that nobody waits for: {order.kind}")
        wrong = rules.problems(view, order)
        if wrong:
            told = "; ".join(f"{one.field}: {one.message.id}" for one in wrong)
            raise self._speech.failed(f"gives an order that is not legal: {told}")
        return order

    def choose(self, view: Any, role: Role, choice: Choose) -> str:
        """The option that it names."""
        options = [option.value for option in choice.options]
        answer = self._asked(
            "choose", role=role, key=choice.key, options=options, usual=choice.usual, view=self._seen(view)
        )
        chosen = answer.get("option")
        if chosen not in options:
            raise self._speech.failed(f"answers none of {', '.join(options)}: {chosen!r}")
        return str(chosen)

    def _asked(self, type: str, **asked: Any) -> dict[str, Any]:
        self._number += 1
        answer = self._speech.ask({"type": type, "number": self._number, **asked})
        if (answer.get("type"), answer.get("number")) != (type, self._number):
            raise self._speech.failed(f"answers something else than question {self._number} ({type})")
        return answer

    def _seen(self, view: Any) -> Any:
        """What its seat sees: the scene where the table can be looked at, else the view itself."""
        rules = self.post.rules
        return codec.write(rules.desk.scene(view, self._seat) if isinstance(rules, HasDesk) else view)

    def close(self) -> None:
        """The battle is over."""
        self._speech.close()


def _plain(number: int, candidate: Candidate) -> dict[str, Any]:
    plain: dict[str, Any] = {"id": number, "order": write_order(candidate.order)}
    return plain if candidate.done else {**plain, "more": True}
