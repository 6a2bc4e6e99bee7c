"""What of a released description of the API no longer holds in the present one.

A description is reduced to its form, which is what is compared and stored. What may come at any time: addresses,
methods, parameters and fields that nobody has to send, fields of answers, and values of an answer's choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

Schema = dict[str, Any]
#: Whether a client writes what is described, or reads it.
Way = Literal["sent", "read"]
METHODS = ("get", "put", "post", "patch", "delete")
#: What only explains: whoever changes it breaks no client.
_EXPLAINS = ("description", "summary", "tags", "operationId", "security", "title", "example", "examples", "default")
#: Limits of what may be sent: the client may rely on them as they were. Least ones may sink, greatest ones may rise.
_GREATEST, _LEAST = ("maxLength", "maximum", "maxItems"), ("minLength", "minimum", "minItems")


def form(described: Schema) -> Schema:
    """The description without what only explains it: its paths, and the schemas that they use."""
    schemas = described["components"]["schemas"]
    return {
        "paths": {path: {m: _bare(item[m]) for m in METHODS if m in item} for path, item in described["paths"].items()},
        "components": {"schemas": {name: _bare_schema(schema) for name, schema in schemas.items()}},
    }


def breaking_changes(released: Schema, present: Schema) -> list[str]:
    """One line for each change that breaks a client of the released description; both are as `form` makes them."""
    return list(dict.fromkeys(_Comparison(released, present).all()))


class _Comparison:
    def __init__(self, released: Schema, present: Schema) -> None:
        self.released, self.present = released, present
        self._compared: set[tuple[str, str, Way]] = set()

    def all(self) -> Iterator[str]:
        for path, methods in self.released["paths"].items():
            if path not in self.present["paths"]:
                yield f"{path}: removed"
                continue
            for method, operation in methods.items():
                if method not in self.present["paths"][path]:
                    yield f"{method.upper()} {path}: removed"
                    continue
                yield from self._operation(f"{method.upper()} {path}", operation, self.present["paths"][path][method])

    def _operation(self, at: str, old: Schema, new: Schema) -> Iterator[str]:
        before, after = _parameters(old), _parameters(new)
        for key, parameter in before.items():
            if key not in after:
                yield f"{at}: parameter {key[1]} removed"
                continue
            yield from self._schema(f"{at} ?{key[1]}", parameter["schema"], after[key]["schema"], "sent")
        for key, parameter in after.items():
            if parameter.get("required") and not before.get(key, {}).get("required"):
                yield f"{at}: parameter {key[1]} is required now"
        old_body, new_body = old.get("requestBody"), new.get("requestBody")
        if new_body and new_body.get("required") and not (old_body or {}).get("required"):
            yield f"{at}: a body is required now"
        if old_body:
            yield from self._contents(f"{at} body", old_body, new_body or {}, "sent")
        for status, answer in old.get("responses", {}).items():
            if status not in new.get("responses", {}):
                yield f"{at}: answer {status} removed"
                continue
            yield from self._contents(f"{at} {status}", answer, new["responses"][status], "read")

    def _contents(self, at: str, old: Schema, new: Schema, way: Way) -> Iterator[str]:
        for kind, content in old.get("content", {}).items():
            if kind not in new.get("content", {}):
                yield f"{at}: {kind} removed"
                continue
            yield from self._schema(at, content.get("schema", {}), new["content"][kind].get("schema", {}), way)

    def _schema(self, at: str, old: Schema, new: Schema, way: Way) -> Iterator[str]:
        names = old.get("$ref", ""), new.get("$ref", "")
        if all(names):
            if (*names, way) in self._compared:
                return
            self._compared.add((*names, way))
            at = f"{names[0].rpartition('/')[2]}"
        old, new = _resolved(old, self.released), _resolved(new, self.present)
        yield from _types(at, old, new, way)
        yield from _choices(at, old, new, way)
        if way == "sent":
            yield from _limits(at, old, new)
        fields, fields_now = old.get("properties", {}), new.get("properties", {})
        for name, field in fields.items():
            if name not in fields_now:
                yield f"{at}.{name}: removed"
                continue
            yield from self._schema(f"{at}.{name}", field, fields_now[name], way)
        required, required_now = set(old.get("required", ())), set(new.get("required", ()))
        if way == "sent":
            yield from (f"{at}.{name}: required now" for name in sorted(required_now - required))
        else:
            yield from (
                f"{at}.{name}: no longer in every answer"
                for name in sorted((required - required_now) & set(fields_now))
            )
        for inner in ("items", "additionalProperties"):
            if isinstance(old.get(inner), dict) and isinstance(new.get(inner), dict):
                yield from self._schema(f"{at}[]", old[inner], new[inner], way)
            elif isinstance(old.get(inner), dict) and new.get(inner) is False:
                yield f"{at}[]: removed"
        for union in ("oneOf", "anyOf", "allOf"):
            yield from self._union(at, old.get(union, []), new.get(union, []), way)
        for position, (before, after) in enumerate(
            zip(old.get("prefixItems", []), new.get("prefixItems", []), strict=False)
        ):
            yield from self._schema(f"{at}[{position}]", before, after, way)
        if len(old.get("prefixItems", [])) != len(new.get("prefixItems", [])):
            yield f"{at}: has {len(new.get('prefixItems', []))} places, had {len(old.get('prefixItems', []))}"

    def _union(self, at: str, old: list[Schema], new: list[Schema], way: Way) -> Iterator[str]:
        before, after = {_name(each): each for each in old}, {_name(each): each for each in new}
        lost = before.keys() - after.keys() if way == "sent" else after.keys() - before.keys()
        if lost and (before and after):
            yield f"{at}: may {'no longer' if way == 'sent' else 'also'} be {', '.join(sorted(lost))}"
        elif bool(before) != bool(after):
            yield f"{at}: another type"
        for name in before.keys() & after.keys():
            yield from self._schema(at, before[name], after[name], way)


def _bare(value: Any) -> Any:
    """Without what only explains. Where schemas stand they may have fields of these names: `_bare_schema`."""
    if isinstance(value, list):
        return [_bare(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _bare_schema(each) if key == "schema" else _bare(each)
        for key, each in value.items()
        if key not in _EXPLAINS
    }


def _bare_schema(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_bare_schema(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    bare = {}
    for key, value in schema.items():
        if key == "properties":
            bare[key] = {name: _bare_schema(field) for name, field in value.items()}
        elif key not in _EXPLAINS:
            bare[key] = _bare_schema(value)
    return bare


def _parameters(operation: Schema) -> dict[tuple[str, str], Schema]:
    return {(each["in"], each["name"]): each for each in operation.get("parameters", [])}


def _resolved(schema: Schema, description: Schema) -> Schema:
    while "$ref" in schema:
        schema = description["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def _name(schema: Schema) -> str:
    return str(schema.get("$ref", "").rpartition("/")[2] or schema.get("type") or sorted(schema))


def _types(at: str, old: Schema, new: Schema, way: Way) -> Iterator[str]:
    before, after = _set(old.get("type")), _set(new.get("type"))
    lost = before - after if way == "sent" else after - before
    # No type at all is any type.
    if before == after or (way == "sent" and not after) or (way == "read" and not before):
        if old.get("format") != new.get("format"):
            yield f"{at}: has format {new.get('format')}, had {old.get('format')}"
    elif lost or not before or not after:
        yield f"{at}: is {_words(after)}, was {_words(before)}"


def _choices(at: str, old: Schema, new: Schema, way: Way) -> Iterator[str]:
    before, after = _enum(old), _enum(new)
    if way == "sent" and after is not None and (before is None or before - after):
        yield f"{at}: may no longer be {_words(before - after) if before else 'any value'}"
    if way == "read" and before is not None and after is None:
        yield f"{at}: may be any value"


def _limits(at: str, old: Schema, new: Schema) -> Iterator[str]:
    for name in _GREATEST:
        if name in new and new[name] < old.get(name, float("inf")):
            yield f"{at}: {name} is {new[name]}, was {old.get(name, 'none')}"
    for name in _LEAST:
        if name in new and new[name] > old.get(name, float("-inf")):
            yield f"{at}: {name} is {new[name]}, was {old.get(name, 'none')}"
    if "pattern" in new and new["pattern"] != old.get("pattern"):
        yield f"{at}: has another pattern"


def _set(types: str | list[str] | None) -> set[str]:
    return {types} if isinstance(types, str) else set(types or ())


def _enum(schema: Schema) -> set[str] | None:
    if "const" in schema:
        return {str(schema["const"])}
    return {str(each) for each in schema["enum"]} if "enum" in schema else None


def _words(names: set[str]) -> str:
    return " or ".join(sorted(names)) or "anything"
