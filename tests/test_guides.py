"""What guides, CONTRIBUTING.md and benchmarks say, held against the code: places, names, columns, steps, keys.

Their numbers: `test_guide_numbers.py`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import resolve
from knox.settings import knox_settings

from annotator.corpus.importing.archives import _PLACED
from annotator.domains import DOMAINS
from annotator.importers.archive import FILE_ROLES
from annotator.launch.layout import HERE
from annotator.releases.forms.registry import FORMS
from annotator.reviewing.gold import Basis
from annotator.reviewing.gold_forms import COLUMNS
from annotator.reviewing.steps import KINDS, SETTABLE
from tests.reading_guides import DOCS, code, found_at, in_code_style, is_place, is_there, table, tracked

TESTS_OF_ENGINES = HERE.root / "tests" / "alignment"
#: Of the phrase that says what a module, a folder or a file of logic does.
MOST_WORDS = 20

MAPS = [
    "CONTRIBUTING.md", "docs/design.md", "alignment/MODULES.md", "frontend/README.md",
    "frontend/src/features/README.md", "tests/README.md",
    *(f"annotator/{folder}/README.md" for folder in (*DOMAINS, "importers", "launch", "management", "web")),
]  # fmt: skip
#: "`NAME`, `other` in `file`", and "`file` (`NAME`, `other`)": what is said to be in a file or a folder.
NAMES = r"(?P<names>`[\w.]+`(?:(?:, | and )`[\w.]+`)*)"
INSIDE = (rf"{NAMES} in `(?P<place>[\w<>./-]+)`", rf"`(?P<place>[\w<>./-]+)` \({NAMES}\)")


def said_to_be_inside(text: str) -> Iterator[tuple[str, str]]:
    for pattern in INSIDE:
        for match in re.finditer(pattern, text):
            yield from ((match["place"], name) for name in in_code_style(match["names"]) if is_place(match["place"]))


def is_inside(place: str, name: str) -> bool:
    """Whether a folder holds a file, or a file a word; a test behind a file is one that looks at it."""
    if name.startswith("test_") or place.endswith(".md"):
        return True
    if any(each.endswith("/") for each in found_at(place)):
        return is_there(f"{place.rstrip('/')}/{name}")
    texts = ((HERE.root / each).read_text(encoding="utf-8") for each in found_at(place))
    return any(re.search(rf"\b{re.escape(name)}\b", text) for text in texts)


@pytest.mark.parametrize("guide", MAPS)
def test_the_places_that_are_named_are_there(guide: str) -> None:
    named = {word for word in in_code_style((HERE.root / guide).read_text(encoding="utf-8")) if is_place(word)}
    assert len(named) > 3
    assert {word for word in named if not is_there(word)} == set()


@pytest.mark.parametrize("guide", MAPS)
def test_names_are_in_the_files_and_folders_that_they_are_said_to_be_in(guide: str) -> None:
    text = (HERE.root / guide).read_text(encoding="utf-8")
    assert {each for each in said_to_be_inside(text) if not is_inside(*each)} == set()


@cache
def wrappers() -> frozenset[str]:
    """Modules of the pages that only give types and names to another one, which they name in their first line."""
    pages = [name for name in tracked() if name.startswith("frontend/src/") and name.endswith((".ts", ".tsx"))]
    first = {name: (HERE.root / name).read_text(encoding="utf-8").partition("\n")[0] for name in pages}
    return frozenset(name for name, line in first.items() if re.search(r"\bsee `@/", line))


@pytest.mark.parametrize("guide", [*MAPS, "frontend/src/features/reviewing/review/README.md"])
def test_no_map_leads_to_a_module_that_only_wraps_another(guide: str) -> None:
    # In walks, names stand in no code style.
    words = re.findall(r"[\w<>.-]+(?:/[\w<>.-]+)+", (HERE.root / guide).read_text(encoding="utf-8"))
    assert wrappers()
    assert {word for word in words if word.endswith((".ts", ".tsx")) and wrappers() & set(found_at(word))} == set()


@pytest.mark.parametrize("guide", MAPS)
def test_the_names_that_tables_of_changes_give_are_in_the_code(guide: str) -> None:
    rows = [row for row in (HERE.root / guide).read_text(encoding="utf-8").splitlines() if row.startswith("| ")]
    names = {word for word in in_code_style("\n".join(rows)) if re.fullmatch(r"_?[A-Za-z]\w+", word)}
    assert names - code() == set()


def test_the_map_of_the_design_is_that_of_the_repository() -> None:
    section = (DOCS / "design.md").read_text(encoding="utf-8").split("## Where things are")[1].split("\n## ")[0]
    drawn = section.split("```")[3]
    places = [place for place in re.findall(r"^ *([\w./]+) ", drawn, re.MULTILINE) if is_place(place)]
    assert len(places) > 20
    assert [place for place in places if not is_there(place)] == []
    packages = {name.split("/")[1] for name in tracked() if re.fullmatch(r"(annotator|alignment)/\w+/", name)}
    assert packages - {"migrations"} - set(re.findall(r"\w+", section)) == set()


def test_the_engines_list_every_module_with_a_phrase() -> None:
    folder = HERE.root / "alignment"
    first, *packages = re.split(r"^## `(\w+)`$", (folder / "MODULES.md").read_text("utf-8"), flags=re.MULTILINE)
    item = re.compile(r"^- `([\w/]+\.py)`: (.+)$", re.MULTILINE)
    listed = item.findall(first) + [
        (f"{package}/{name}", phrase)
        for package, section in zip(packages[::2], packages[1::2], strict=True)
        for name, phrase in item.findall(section)
    ]
    there = {str(path.relative_to(folder)) for path in folder.rglob("*.py") if path.name != "__init__.py"}
    assert sorted(name for name, _ in listed) == sorted(there)
    assert [each for each in listed if not 4 <= len(each[1].split()) <= MOST_WORDS] == []
    assert len({phrase for _, phrase in listed}) == len(listed)


def test_the_engines_name_the_tests_that_are_not_named_after_a_module() -> None:
    folder, tests = HERE.root / "alignment", {place.name: place for place in TESTS_OF_ENGINES.rglob("test_*.py")}
    text = (folder / "MODULES.md").read_text(encoding="utf-8")
    modules = {place.stem for place in folder.rglob("*.py")}
    assert {name for name in tests if name[5:-3] not in modules} - set(in_code_style(text)) == set()
    first, *packages = re.split(r"^## `(\w+)`$", text, flags=re.MULTILINE)
    tested = [
        (test, f"{package}{word}.py")
        for package, section in zip(
            ["", *(f"{name}/" for name in packages[::2])], [first, *packages[1::2]], strict=True
        )
        for test, words in re.findall(r"`(test_\w+\.py)`\s\((\w+(?:,\s\w+)*)[:)]", section)
        for word in re.findall(r"\w+", words)
    ]
    assert len(tested) > 40
    assert [each for each in tested if not shares_a_name(tests[each[0]], folder / each[1])] == []


def shares_a_name(test: Path, module: Path) -> bool:
    """Whether a test names the module, or something that is defined in it."""
    defined = re.findall(r"^(?:def|class) (\w+)", module.read_text(encoding="utf-8"), re.MULTILINE)
    return bool({module.stem, *defined} & set(re.findall(r"\w+", test.read_text(encoding="utf-8"))))


@pytest.mark.parametrize(
    ("folder", "inside"),
    [("launch", ""), ("web", ""), ("importers", ""), ("management", ""), ("management", "commands")],
)
def test_the_readme_of_what_is_no_domain_names_each_module(folder: str, inside: str) -> None:
    place = HERE.root / "annotator" / folder
    named = set(in_code_style((place / "README.md").read_text(encoding="utf-8")))
    modules = {path.name for path in (place / inside).glob("[!_]*.py")}
    assert len(modules) > 3
    assert modules - named == set()


def test_the_importers_list_every_format_with_a_phrase() -> None:
    place = HERE.root / "annotator" / "importers"
    listed = re.findall(r"^- `([\w/]+\.py)`: (.+)$", (place / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    there = [
        module.relative_to(place)
        for name in ("formats", "pdf", "support")
        for module in place.glob(f"{name}/**/[!_]*.py")
    ]
    assert sorted(name for name, _ in listed) == sorted(str(module).removeprefix("formats/") for module in there)
    assert {each for each in listed if not 3 <= len(each[1].split()) <= MOST_WORDS} == set()
    assert len({phrase for _, phrase in listed}) == len(listed)


def test_the_design_lists_the_domains_in_the_order_that_the_import_linter_holds() -> None:
    contracts = tomllib.loads((HERE.root / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["name"].startswith("Domains"))
    held = [layer.split(" : ")[0].removeprefix("annotator.") for layer in reversed(layers[:-1])]
    assert [name.strip("`") for name, *_ in table("design.md", "domain")] == held
    assert {name for name in held if not is_there(f"annotator/{name}/README.md")} == set()


#: What every domain has, described in docs/design.md rather than in each.
OF_EVERY_DOMAIN = {"__init__", "models", "api", "events", "hooks", "rules", "signals", "tasks"}


@cache
def imported_domains(domain: str) -> set[str]:
    texts = (path.read_text(encoding="utf-8") for path in (HERE.root / "annotator" / domain).rglob("*.py"))
    return {name for text in texts for name in re.findall(r"^\s*from annotator\.(\w+)", text, re.MULTILINE)} & set(
        DOMAINS
    )


def listed_in(readme: str, heading: str) -> set[str]:
    entry = re.search(rf"\*\*{heading}\*\*: (.*?)(?:\.$| \*\*)", readme, re.MULTILINE)
    assert entry, heading
    # What stands in brackets explains the name before it.
    return set(re.findall(r"[\w/]+(?:\.py)?", re.sub(r"\(.*?\)", "", entry[1])))


@cache
def verbs_of(domain: str) -> dict[str, str]:
    """The modules and packages that its README lists, each with its phrase; those of a package stand below it."""
    readme = (HERE.root / "annotator" / domain / "README.md").read_text(encoding="utf-8")
    entry = re.search(r"^- \*\*Verbs\*\*:\n((?: +- .*\n)+)", readme, re.MULTILINE)
    assert entry, domain
    verbs, package = {}, ""
    for line in entry[1].splitlines():
        item = re.fullmatch(r"(  |    )- `(\w+(?:/|\.py))`: (.+)", line)
        assert item, line
        depth, name, phrase = item.groups()
        if depth == "  ":
            package = name if name.endswith("/") else ""
        else:
            assert package, line
            name = package + name
        assert name not in verbs, line
        verbs[name] = phrase
    return verbs


def phrases_under(domain: str, heading: str) -> dict[str, str]:
    """The modules of models/ or api/ that its README lists, each with its phrase."""
    readme = (HERE.root / "annotator" / domain / "README.md").read_text(encoding="utf-8")
    entry = re.search(rf"^- \*\*{heading}\*\* \(`\w+/`\):\n((?:  - .*\n)+)", readme, re.MULTILINE)
    assert entry, heading
    items = [re.fullmatch(r"  - `(\w+\.py)`: (.+)", line) for line in entry[1].splitlines()]
    assert all(items), heading
    return {item[1]: item[2] for item in items if item}


def modules_of(domain: str) -> set[str]:
    folder = HERE.root / "annotator" / domain
    names = {path.relative_to(folder) for path in folder.rglob("*.py")}
    return {
        f"{name.parent}/" if name.stem == "__init__" else str(name)
        for name in names
        if name.parts[0].removesuffix(".py") not in OF_EVERY_DOMAIN
    }


def test_readmes_of_domains_say_of_each_module_something_else() -> None:
    phrases = [(f"{domain}/{name}", phrase) for domain in DOMAINS for name, phrase in verbs_of(domain).items()]
    assert {place: phrase for place, phrase in phrases if not 4 <= len(phrase.split()) <= MOST_WORDS} == {}
    often = {phrase for phrase, n in Counter(phrase for _, phrase in phrases).items() if n > 1}
    assert {place: phrase for place, phrase in phrases if phrase in often} == {}


@pytest.mark.parametrize("domain", sorted(DOMAINS))
def test_the_readme_of_a_domain_lists_what_is_in_it(domain: str) -> None:
    folder = HERE.root / "annotator" / domain
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert set(verbs_of(domain)) == modules_of(domain)
    for heading, inside in (("Tables", "models"), ("API", "api")):
        listed = phrases_under(domain, heading)
        assert set(listed) == {path.name for path in (folder / inside).glob("[!_]*.py")} - {"urls.py"}
        assert {name: phrase for name, phrase in listed.items() if not 3 <= len(phrase.split()) <= MOST_WORDS} == {}
        assert len(set(listed.values())) == len(listed)
    if domain != "platform":
        assert listed_in(readme, "Calls") == imported_domains(domain) - {domain}
    if domain != "site":
        callers = {other for other in set(DOMAINS) - {domain} if domain in imported_domains(other)}
        assert listed_in(readme, "Called by") == callers


FEATURES = HERE.root / "frontend" / "src" / "features"


def files_of_features() -> dict[str, str]:
    """The folders and files that the README of the pages' features lists, each with its phrase."""
    listed = {}
    for section in (FEATURES / "README.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        domain, feature = re.findall(r"\w+", section)[0], ""
        for line in section.splitlines():
            if not re.match(" *- `", line):
                continue
            item = re.fullmatch(r"(  )?- `([\w/.]+)`: (.+)", line)
            assert item, line
            inside, name, phrase = item.groups()
            feature = feature if inside else name
            place = f"{domain}/{feature}{name}" if inside else f"{domain}/{name}"
            assert place not in listed, line
            listed[place] = phrase
    return listed


def test_the_readme_of_features_lists_every_folder_and_file_of_logic() -> None:
    features = {f"{place.relative_to(FEATURES)}/" for place in FEATURES.glob("*/*") if place.is_dir()}
    features -= {place for place in features if place.endswith("/requests/")}
    logic = {str(place.relative_to(FEATURES)) for place in FEATURES.rglob("*.ts")}
    asks = re.compile(
        r"/requests\.ts$|^\w+/\w+/requests/|/keys\.ts$|\.test\.ts$|^reviewing/review/|^authors/rate/words/"
    )
    logic -= {place for place in logic if asks.search(place)}
    phrases = files_of_features()
    assert set(phrases) == features | logic
    assert {place for place, phrase in phrases.items() if not 4 <= len(phrase.split()) <= MOST_WORDS} == set()


def test_readmes_in_features_name_files_that_are_there() -> None:
    readmes = list(FEATURES.glob("*/**/README.md"))
    assert len(readmes) > 30
    missing = [
        (str(readme.relative_to(FEATURES)), name)
        for readme in readmes
        for name in in_code_style(readme.read_text(encoding="utf-8"))
        if re.fullmatch(r"[\w./]+\.tsx?", name) and not any(readme.parent.rglob(name)) and not is_above(readme, name)
    ]
    assert missing == []


def is_above(readme: Path, place: str) -> bool:
    """Whether it is the path of a file from one of the folders that a README is in, up to that of the pages."""
    folders = [folder for folder in readme.parents if folder.is_relative_to(FEATURES.parent)]
    return "/" in place and any((folder / place).is_file() for folder in folders)


@pytest.mark.parametrize(
    ("change", "uses"),
    [
        ("a long list", r"\buseVirtualizer\("),
        ("a page that saves by itself", r"= useAutosave\("),
        ("how a recording is played", r"from '@/lib/sound'|<audio\b|\bnew Audio\("),
    ],
)
def test_what_is_repaired_in_one_place_is_looked_for_in_all(change: str, uses: str) -> None:
    lines = (HERE.root / "frontend" / "README.md").read_text(encoding="utf-8").splitlines()
    row = next(line for line in lines if line.startswith(f"| {change}"))
    pages = (place for place in FEATURES.rglob("*.ts*") if ".test." not in place.name)
    found = {str(place.relative_to(HERE.root)) for place in pages if re.search(uses, place.read_text(encoding="utf-8"))}
    assert len(found) > 3
    assert found - set(in_code_style(row)) == set()


@pytest.mark.parametrize("folder", ["app", "api", "ui", "lib", "styles", "test", "features/reviewing/review/testing"])
def test_what_is_no_feature_is_listed_with_a_phrase_each(folder: str) -> None:
    place = FEATURES.parent / folder
    readme = (place / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^- `([\w/]+\.(?:tsx?|css))`: (.+)$", readme, re.MULTILINE)
    there = {str(module.relative_to(place)) for kind in ("*.ts*", "*.css") for module in place.rglob(kind)}
    there = {module for module in there if not re.search(r"\.test\.|\.module\.css$|\.d\.ts$", module)}
    assert sorted(module for module, _ in listed) == sorted(there)
    assert {each for each in listed if not 3 <= len(each[1].split()) <= MOST_WORDS} == set()
    assert len({phrase for _, phrase in listed}) == len(listed)


def components(folder: Path) -> set[str]:
    found = {str(place.relative_to(folder)) for place in folder.rglob("*.tsx") if ".test." not in place.name}
    return {place for place in found if not place.startswith("testing/")}


def test_the_readme_of_features_names_every_component_under_its_feature() -> None:
    named, domain, feature = [], "", ""
    for line in (FEATURES / "README.md").read_text(encoding="utf-8").splitlines():
        if heading := re.fullmatch(r"## `(\w+)`", line):
            domain = heading[1]
        elif folder := re.match(r"- `(\w+/)`: ", line):
            feature = folder[1]
        elif line.startswith("  - parts: "):
            named += [f"{domain}/{feature}{place}" for place in in_code_style(line)]
    assert len(named) == len(set(named))
    assert set(named) == {place for place in components(FEATURES) if not place.startswith("reviewing/review/")}


def test_the_readme_of_the_editor_names_every_folder_and_component() -> None:
    review = FEATURES / "reviewing" / "review"
    folders, parts = (review / "README.md").read_text(encoding="utf-8").split("\n## Parts\n")
    inside = {place.name for place in review.iterdir() if place.is_dir()}
    assert set(re.findall(r"^\| `(\w+)/` \|", folders, re.MULTILINE)) == inside
    listed = re.findall(r"^- `(\w+/)`: (.+)$", parts, re.MULTILINE)
    named = [folder + place for folder, places in listed for place in in_code_style(places)]
    assert sorted([*named, "ReviewPage.tsx"]) == sorted(components(review))


def test_the_readme_of_the_editor_lists_every_module_with_a_phrase() -> None:
    review = FEATURES / "reviewing" / "review"
    section = (review / "README.md").read_text(encoding="utf-8").split("\n## Modules\n")[1].split("\n## ")[0]
    listed = re.findall(r"^- `([\w/.]+\.ts)`: (.+)$", section, re.MULTILINE)
    there = {
        place for place in review.rglob("*.ts") if not re.search(r"/use\w+\.ts$|\.test\.ts$|/testing/", str(place))
    }
    wraps = {HERE.root / name for name in wrappers()}
    assert sorted(name for name, _ in listed) == sorted(str(place.relative_to(review)) for place in there - wraps)
    assert {each for each in listed if not 3 <= len(each[1].split()) <= MOST_WORDS} == set()
    assert len({phrase for _, phrase in listed}) == len(listed)


def test_the_readme_of_the_editor_names_every_hook() -> None:
    review = FEATURES / "reviewing" / "review"
    named = set(in_code_style((review / "README.md").read_text(encoding="utf-8")))
    hooks = {str(place.relative_to(review)) for place in review.rglob("use*.ts") if ".test." not in place.name}
    assert {name for name in named if "/use" in name} == hooks


def addresses_of_screens() -> dict[str, str]:
    """From the router: by address, the file that has the page."""
    router = (FEATURES.parent / "app" / "router.tsx").read_text(encoding="utf-8")
    of_project = router.index("function projectRoutes")
    entry = r"(?:at|beside)\(\s*(?:\w+Tabs,\s*)?'([^']*)',\s*\(\) => import\('([^']*)'\)"
    found = {}
    for match in re.finditer(entry, router):
        address, module = match.groups()
        if match.start() > of_project:
            address = f"/p/:slug/{address}".rstrip("/")
        found[address] = re.sub(r"^(@/features|\.)/", lambda to: "" if to[1] != "." else "app/", module) + ".tsx"
    return found


def in_pages(place: str) -> Path:
    return FEATURES.parent / place if place.startswith(("api/", "app/")) else FEATURES / place


def answering(address: str) -> set[str]:
    """The modules that answer an address of the API, as it is written in requests of the pages."""
    view = resolve(re.sub(r"\{\w+\}", "1", address)).func
    return {each.__module__.replace(".", "/") + ".py" for each in getattr(view, "cls", type(view)).__mro__}


def test_the_readme_of_features_leads_from_every_screen_to_the_server() -> None:
    screens = {row[0].strip("`"): row[2:] for row in table("../frontend/src/features/README.md", "address")}
    router = addresses_of_screens()
    assert len(router) > 50
    assert {address: next(in_code_style(cells[0])) for address, cells in screens.items()} == router
    for address, (page, requests, answered) in screens.items():
        assert [place for place in in_code_style(page) if not in_pages(place).is_file()] == [], address
        texts = [in_pages(place).read_text(encoding="utf-8") for place in in_code_style(requests)]
        asked = [set(re.findall(r"'(/api/v1/[^']*)'", text)) for text in texts]
        assert all(asked), address
        answers = [{module for each in one for module in answering(each)} for one in asked]
        modules = {f"annotator/{name}" for name in in_code_style(answered)}
        assert modules - set().union(*answers) == set(), address
        assert all(modules & each for each in answers), (address, answers)


def test_researchers_read_of_every_column_of_gold() -> None:
    assert {name for row in table("researcher.md", "column") for name in in_code_style(row[0])} == set(COLUMNS)


def test_researchers_read_of_every_basis_of_a_row() -> None:
    (what,) = [what for name, what in table("researcher.md", "column") if name == "`basis`"]
    assert set(in_code_style(what)) == set(Basis)


def test_admins_read_of_every_column_of_a_manifest() -> None:
    _, _, rest = (DOCS / "admin.md").read_text(encoding="utf-8").partition("**Many talks at once.**")
    assert {"id", *FILE_ROLES, *_PLACED} - set(in_code_style(rest.partition("\n```")[0])) == set()


def test_researchers_read_of_every_form_of_a_release() -> None:
    assert {name for row in table("researcher.md", "form") for name in in_code_style(row[0])} == set(FORMS)


def test_commands_send_the_header_by_which_the_api_knows_a_token() -> None:
    keyword = knox_settings.AUTH_HEADER_PREFIX
    lines = [line for guide in DOCS.glob("*.md") for line in guide.read_text(encoding="utf-8").splitlines()]
    sent = [line for line in lines if "Authorization: " in line and "/api/v1/" in line]
    assert sent
    assert [line for line in sent if f'"Authorization: {keyword} $TOKEN"' not in line] == []


def test_researchers_read_of_every_step_and_its_fields() -> None:
    rows = table("researcher.md", "step")
    assert {name for row in rows for name in in_code_style(row[0])} == set(KINDS)
    for names, what in rows:
        steps = list(in_code_style(names))
        wanted = {field for step in steps for field in KINDS[step].fields}
        wanted |= set(SETTABLE) if "set" in steps else set()
        assert wanted - set(re.findall(r"\w+", " ".join(in_code_style(what)))) == set(), names


def test_what_tests_share_is_listed() -> None:
    place = HERE.root / "tests"
    listed = re.findall(r"^- `([\w/]+\.py)`: .+$", (place / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    there = [module for folder in ("", "annotator", "e2e") for module in (place / folder).glob("[!_]*.py")]
    helpers = [str(module.relative_to(place)) for module in there if not module.name.startswith("test_")]
    assert sorted(listed) == sorted(helpers)


def test_every_corpus_that_two_programs_share_is_listed_with_both() -> None:
    corpora = {
        next(in_code_style(row[0])).rstrip("/"): row[1:] for row in table("../tests/README.md", "in `contract/`")
    }
    assert set(corpora) == {place.name for place in (HERE.root / "tests" / "contract").iterdir() if place.is_dir()}
    shared = {name: [HERE.root / place for place in in_code_style(page)] for name, (_, page) in corpora.items() if page}
    assert len(shared) > 8
    for name, pages in shared.items():
        tests = (place.read_text(encoding="utf-8") for page in pages for place in page.parent.glob("*.test.ts*"))
        assert any(re.search(rf"contract/{name}\b|'{name}'", test) for test in tests), name


def test_every_benchmark_is_in_the_list_of_benchmarks() -> None:
    lines = (HERE.root / "benchmarks" / "README.md").read_text(encoding="utf-8").splitlines()
    listed = " ".join(line.split("|")[1] for line in lines if line.startswith("| `"))
    scripts = {name.removeprefix("benchmarks/") for name in tracked() if fnmatch(name, "benchmarks/*.py")}
    assert set(in_code_style(listed)) == scripts


def test_the_page_of_authors_has_words_in_each_language() -> None:
    words = HERE.root / "frontend" / "src" / "features" / "authors" / "rate" / "words"
    assert {place.stem for place in words.glob("??.ts")} == {code for code, _ in settings.LANGUAGES}
