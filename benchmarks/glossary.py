"""What a glossary of thousands of terms costs the review page: each J, and each key in a post-edit.

    python benchmarks/glossary.py [--rows 5000] [--terms 5000] [--keys 100] [--turns 3]

Starts Lectern as `manage.py up` does, on a database of its own, with a bitext of so many rows and a glossary whose
terms begin with the words of the bitext. Opens the review by turns with the glossary and with none, presses J and types
into a post-edit, and prints what the page's thread worked for each key, as processor time, and the ratio of the two.
"""

from __future__ import annotations

import argparse

from first_visits import READY, Place, ask, context_for, running_browser
from long_review import make_pair, running_application
from playwright.sync_api import Browser, CDPSession
from review_page import open_and_read, pressed, worked

WORDS = ("tide", "harbour", "ledger", "clerk", "measured", "hand", "night")
TERMS_ADDRESS = "**/glossary/terms/**"


def make_terms(n: int) -> None:
    """Write the glossary straight into the database that `make_pair` has opened."""
    from annotator.importers.base import term_key
    from annotator.models import GlossaryTerm, Project

    project = Project.objects.get(slug="load")
    sources = [*WORDS, *(f"{WORDS[k % 7]} {WORDS[k // 7 % 7]} {k}" for k in range(n - len(WORDS)))]
    GlossaryTerm.objects.bulk_create(
        GlossaryTerm(
            project=project, source_language="en", target_language="ja", source=source, key=term_key(source),
            targets=[f"訳語{k}", f"別の訳語{k}"], forbidden=[f"禁止{k}"], note="as in the ledger",
        )
        for k, source in enumerate(sources)
    )  # fmt: skip


def visit(browser: Browser, url: str, place: Place, n: int, *, glossary: bool) -> dict[str, float]:
    """Milliseconds that the page's thread worked for each J, and for each letter of a post-edit."""
    with context_for(browser, url, place) as context:
        page = context.new_page()
        if not glossary:
            page.route(TERMS_ADDRESS, lambda route: route.fulfill(json={"terms": []}))
        with page.expect_response(lambda response: "/glossary/terms/" in response.url):
            open_and_read(page, place.path)
        page.wait_for_load_state("networkidle")
        if glossary:
            page.locator("[data-active=true] [data-term]").first.wait_for()
        client: CDPSession = context.new_cdp_session(page)
        client.send("Performance.enable", {"timeDomain": "threadTicks"})
        found: dict[str, float] = {}
        for name, act in (("J", "j"), ("letter", "の")):
            if name == "letter":
                page.keyboard.press("e")
                page.wait_for_timeout(500)
            before = worked(client)["Task CPU"]
            if name == "J":
                pressed(page, act, n)
            else:
                for _ in range(n):
                    page.keyboard.insert_text(act)
                    page.wait_for_timeout(60)
            found[name] = (worked(client)["Task CPU"] - before) / n
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--terms", type=int, default=5000)
    parser.add_argument("--keys", type=int, default=100)
    parser.add_argument("--turns", type=int, default=3)
    args = parser.parse_args()
    seen: dict[bool, list[dict[str, float]]] = {True: [], False: []}
    with running_application() as application:
        pair, sessions = make_pair(application, args.rows, 1)
        make_terms(args.terms)
        review = ask(application, sessions[0], "reviews/", {"pair": pair})["id"]
        place = Place(f"/review/{review}", READY["review"], sessions[0])
        with running_browser() as browser:
            for _ in range(args.turns):
                for glossary in seen:
                    seen[glossary].append(visit(browser, application.url, place, args.keys, glossary=glossary))
    print(f"{args.rows} rows, {args.terms} terms: the page's thread, ms of processor time, the best of {args.turns}")
    print(f"{'':<10}{'without':>10}{'with':>10}{'ratio':>8}")
    for name in seen[True][0]:
        without, with_terms = (min(each[name] for each in seen[glossary]) for glossary in (False, True))
        print(f"{name:<10}{without:>10.1f}{with_terms:>10.1f}{with_terms / without:>8.2f}")


if __name__ == "__main__":
    main()
