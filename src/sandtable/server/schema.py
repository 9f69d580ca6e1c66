"""The interface described for people and for the front end's types, from the classes that make it up. It validates nothing: the desk refuses by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core.core_schema import DataclassField, ModelField, TypedDictField

from sandtable.kernel.codec import json_name

REFERENCES = "#/components/schemas/{model}"


class _Whole(GenerateJsonSchema):
    """What is sent carries all of its parts, those that have a default too."""

    def field_is_required(self, field: ModelField | DataclassField | TypedDictField, total: bool) -> bool:  # noqa: ARG002 - pydantic's signature
        return True


def definitions(kinds: Iterable[type[Any]]) -> dict[str, Any]:
    """The schema of every class that these are made of, by its name."""
    adapters = [(kind.__name__, "serialization", TypeAdapter(kind)) for kind in kinds]
    _, described = TypeAdapter.json_schemas(adapters, ref_template=REFERENCES, schema_generator=_Whole)  # type: ignore[arg-type]
    return {name: _as_written(definition) for name, definition in described["$defs"].items()}


def _as_written(definition: Mapping[str, Any]) -> dict[str, Any]:
    """A class with its fields under the names that the codec gives them."""
    told = dict(definition)
    if "properties" in told:
        told["properties"] = {json_name(name): field for name, field in told["properties"].items()}
        told["required"] = [json_name(name) for name in told.get("required", ())]
    return told


def reference(kind: type[Any]) -> dict[str, str]:
    """Where the schema of a class is to be found."""
    return {"$ref": REFERENCES.format(model=kind.__name__)}
