"""docs/api.md, written from the description that the page itself serves: `python -m tests.companion.api_document`."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.access.access import Access
from companion.app import create_app
from companion.session import Party, Session
from companion.settings import Settings, View
from companion.setup.lookout import Lookout
from companion.store import Store
from tests.companion.prepared import ROUND_ONE, Stage, optics, sightings
from vision.models import MODELS

DOCUMENT = Path(__file__).parents[2] / "docs" / "api.md"
HEAD = """\
# The API

The page uses nothing else. Each running Railbird serves this description as OpenAPI 3.1 at `/openapi.json`; this file
is written from it by `python -m tests.companion.api_document`.
"""


def described() -> Any:
    """The OpenAPI description of the page."""
    with TemporaryDirectory() as folder, closing(Store(Path(folder))) as store:
        session = Session(store, "table", Party(("Aki", "Ben")), camera=False)
        settings = Settings(View("none"), "127.0.0.1", 0, Path(folder), MODELS)
        lookout = Lookout(session, optics(Stage(sightings(ROUND_ONE))), settings)
        return create_app(session, settings, Access("a token"), lookout).openapi()


def document(api: Any) -> str:
    """The description as Markdown."""
    models = api["components"]["schemas"]
    told = [HEAD, api["info"]["description"], "## Routes\n"]
    for path, operations in api["paths"].items():
        for verb, operation in operations.items():
            told += [f"### {verb.upper()} `{path}`\n", *_operation(operation, models)]
    told.append("## What is told\n")
    asked = {_named(operation) for operations in api["paths"].values() for operation in operations.values()}
    for name, model in models.items():
        if name not in asked:
            told += [f"### {name}\n", *_model(model)]
    return "\n".join(told)


def _operation(operation: Any, models: Any) -> Iterator[str]:
    yield f"{operation['summary']}.\n"
    if "description" in operation:
        yield f"{operation['description']}\n"
    for each in operation.get("parameters", ()):
        yield f"- `{each['name']}` ({each['in']}): {_type(each['schema'])}\n"
    if (asked := _named(operation)) is not None:
        yield from _model(models[asked])
    elif "requestBody" in operation:
        yield f"The body is {' or '.join(f'`{kind}`' for kind in operation['requestBody']['content'])}.\n"
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            kinds = " or ".join(_content(kind, each) for kind, each in answer.get("content", {}).items())
            yield f"Answers {status}{': ' if kinds else ''}{kinds}.\n"


def _named(operation: Any) -> str | None:
    """The model of an operation's body."""
    content = operation.get("requestBody", {}).get("content", {})
    return content["application/json"]["schema"]["$ref"].rpartition("/")[2] if "application/json" in content else None


def _content(kind: str, content: Any) -> str:
    return _type(content["schema"]) if content.get("schema") else f"`{kind}`"


def _model(model: Any) -> Iterator[str]:
    if "description" in model:
        yield f"{model['description']}\n"
    if "enum" in model:
        yield f"{_type(model)}\n"
    properties = model.get("properties", {})
    if properties:
        yield "| key | type | |\n|---|---|---|"
        required = model.get("required", ())
        for name, schema in properties.items():
            absent = "" if name in required else "may be absent. "
            meaning = " ".join(schema.get("description", "").split())
            yield f"| `{name}` | {_type(schema).replace('|', chr(92) + '|')} | {absent}{meaning} |"
        yield ""


def _type(schema: Any) -> str:
    match schema:
        case {"$ref": where}:
            name = where.rpartition("/")[2]
            return f"[{name}](#{name.lower()})"
        case {"anyOf": kinds} | {"oneOf": kinds}:
            return ", ".join(_type(each) for each in kinds)
        case {"const": value}:
            return f"`{value}`"
        case {"enum": values}:
            return " ".join(f"`{value}`" for value in values)
        case {"title": title, "properties": keys} if title.islower():
            return f"`{title}` ({' '.join(key for key in keys if key != 'type')})"
        case {"type": "array", "items": each}:
            return f"list of {_type(each)}"
        case {"type": "array", "prefixItems": parts}:
            return f"[{', '.join(_type(each) for each in parts)}]"
        case {"type": "object", "additionalProperties": dict(each)}:
            return f"by name: {_type(each)}"
        case {"type": "string", "pattern": _}:
            return "a card's code"
        case _:
            return str(schema.get("type", "anything"))


if __name__ == "__main__":
    DOCUMENT.write_text(document(described()), encoding="utf-8")
