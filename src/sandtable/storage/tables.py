"""The database's tables, as they are now. How older ones become these is told in ``migrations``."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()

FORMAT = Table(
    "format",
    METADATA,
    Column("version", Integer, nullable=False),
)

BATTLES = Table(
    "battles",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("head", Text, nullable=False),  # JSON: the scenario, the rules and everything else known from the start
    Column("secret", Text, nullable=False),  # what no seat may know before the end: the seed of the dice
    Column("begun", BigInteger, nullable=False),  # seconds since 1970
    Column("touched", BigInteger, nullable=False),  # when the last record came
)
Index("battles_by_touch", BATTLES.c.touched)

SEATS = Table(
    "seats",
    METADATA,
    Column("token", String(64), primary_key=True),  # the SHA-256 of the link's token: a stolen database opens no seat
    Column("battle", String(32), ForeignKey("battles.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Text, nullable=False),  # JSON
)

RECORDS = Table(
    "records",
    METADATA,
    Column("battle", String(32), ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("record", Text, nullable=False),  # JSON
)
