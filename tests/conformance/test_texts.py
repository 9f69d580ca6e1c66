"""Every text that the code can ask for is there: found in the sources, in the catalogues of whoever says it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel import registry
from sandtable.kernel.messages import Catalogue
from sandtable.kernel.texts import kernel_catalogue

ROOT = Path(sandtable.__file__).parent
PLACE = {
    "Message": 0,
    "Message.of": 0,
    "refuse": 1,
    "problem": 1,
    "desk_text": 0,
    "say": 0,
    "texts.say": 0,
    "problems.refuse": 1,
}
PREFIXES = {"desk_text": r"umpire\."}
ANY = r"[^\n]+"  # what is filled in
NAME = re.compile(r"[a-z]\w*(\.[\w ]+)+")
Named = tuple[str, str]  # where it stands, and what is asked for: a name, or a pattern of names


def asked_for(folder: Path, leave_out: Iterable[str] = ()) -> Iterator[Named]:
    """Every name of a text that the modules of a folder spell out, or begin to."""
    for path in sorted(folder.rglob("*.py")):
        if any(part in path.relative_to(folder).parts for part in leave_out):
            continue
        for call in (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)):
            place = PLACE.get(ast.unparse(call.func))
            if place is not None and len(call.args) > place:
                where = f"{path.relative_to(folder)}:{call.lineno}"
                prefix = PREFIXES.get(ast.unparse(call.func), "")
                yield from ((where, f"{prefix}{pattern}") for pattern in patterns(call.args[place]))


def patterns(asked: ast.expr) -> Iterator[str]:
    """The names that an expression may be, as regular expressions; parts that are filled in may be anything."""
    if isinstance(asked, ast.Constant) and isinstance(asked.value, str) and NAME.fullmatch(asked.value):
        yield re.escape(asked.value)
    elif isinstance(asked, ast.IfExp):
        yield from (*patterns(asked.body), *patterns(asked.orelse))
    elif isinstance(asked, ast.JoinedStr):
        parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ANY for part in asked.values]
        if isinstance(asked.values[0], ast.Constant) and "." in str(asked.values[0].value):
            yield "".join(parts)


def missing(named: Iterable[Named], *catalogues: Iterable[str]) -> list[str]:
    known = [list(texts) for texts in catalogues]
    return [
        f"{where}: {pattern}"
        for where, pattern in named
        if not any(re.fullmatch(pattern, text) for texts in known for text in texts)
    ]


def texts_of(*path: str) -> Iterable[str]:
    return Catalogue.parse(ROOT.joinpath(*path).read_text(encoding="utf-8")).texts


def of_the_lab() -> tuple[Iterable[str], Iterable[str]]:
    """The lab's texts, by their names and as its own `say` is asked for them."""
    texts = texts_of("lab", "messages", "en.toml")
    return texts, [name.removeprefix("lab.") for name in texts]


def of_every_ruleset() -> Iterable[str]:
    """The texts that all catalogues of rulesets have."""
    found = [set(registry.ruleset(name).catalogue.texts) for name in registry.names()]
    return set.intersection(*found)


def of_any_ruleset() -> Iterable[str]:
    return {text for name in registry.names() for text in registry.ruleset(name).catalogue.texts}


def of_any_table() -> Iterable[str]:
    """The texts that a table of ours has, whichever it is."""
    paths = ROOT.glob("rulesets/*/table/messages/en.toml")
    return {text for path in paths for text in texts_of(*path.relative_to(ROOT).parts)}


def test_every_text_of_a_ruleset_is_there(ruleset):
    """Those of its umpire, wherever its package lies; its table has a catalogue and a test of its own."""
    (folder,) = import_module(ruleset.package).__path__
    named = list(asked_for(Path(folder), ("table",)))
    assert named, "a ruleset says something"
    assert missing(named, ruleset.catalogue.texts) == []


OF_SOME = "bands.py"  # whoever tells ranges by it has its words, and is held to that by `sandtable check`


@pytest.mark.parametrize("layer", ("kernel", "umpire"))
def test_what_the_umpire_says_of_every_ruleset_every_ruleset_has(layer):
    own = (texts_of("umpire", "messages", "en.toml"), kernel_catalogue().texts)
    named = list(asked_for(ROOT / layer))
    built = [(where, pattern) for where, pattern in named if ANY in pattern or where.startswith(OF_SOME)]
    assert missing([each for each in named if each not in built], *own, of_every_ruleset()) == []
    assert missing(built, *own, of_any_ruleset()) == []


def test_what_the_command_line_says_is_there():
    own = (texts_of("cli", "messages", "en.toml"), kernel_catalogue().texts, of_every_ruleset())
    table = (texts_of("battle", "messages", "en.toml"), texts_of("battle", "messages", "scenario_en.toml"))
    assert missing(asked_for(ROOT / "cli"), *own, *table, *of_the_lab(), of_any_ruleset()) == []


@pytest.mark.parametrize("layer", ("server", "battle", "print"))
def test_what_the_table_and_its_server_say_is_there(layer):
    own = [texts_of(*path.relative_to(ROOT).parts) for path in sorted((ROOT / layer).rglob("*en.toml"))]
    battle = [texts_of(*path.relative_to(ROOT).parts) for path in sorted((ROOT / "battle").rglob("*en.toml"))]
    table = texts_of("rulesets", "revolucion", "table", "messages", "en.toml")
    known = (*own, *battle, table, *of_the_lab(), kernel_catalogue().texts, of_any_ruleset())
    named = list(asked_for(ROOT / layer))
    optional = [each for each in named if ANY in each[1]]  # a word that a table may have and need not
    assert missing([each for each in named if each not in optional], *known) == []
    assert missing(optional, *known, of_any_table()) == []


def test_the_search_finds_what_is_asked_for():
    assert len(list(asked_for(ROOT / "kernel"))) > 40
    (call,) = ast.parse('refuse("field", "kernel.nothing.here" if x else f"kernel.form.{y}")').body
    assert isinstance(call, ast.Expr)
    assert isinstance(call.value, ast.Call)
    found = [("here", pattern) for pattern in patterns(call.value.args[1])]
    assert missing(found, kernel_catalogue().texts) == [r"here: kernel\.nothing\.here"]


@pytest.mark.parametrize("name", registry.names())
def test_a_question_is_one_sentence(name):
    """It stands before its answer, with a colon: what explains it stands in its help."""
    texts = registry.ruleset(name).catalogue.texts
    asked = {id_: text for id_, text in texts.items() if id_.startswith(("request.", "question."))}
    assert [id_ for id_, text in asked.items() if re.search(r"\?.+\.$", text) and "Throw" not in text] == []
