"""From a key to the paint in a real Chromium: a pass through 2,000 masks, its segments and passages.

    python benchmarks/mask_keys.py [--masks 2000] [--presses 100]

Starts servers of its own. Keys are pressed at the pace of a hand; a time is from the event's own time stamp until the
frame after it was painted (a frame is 17 ms, of which a press waits half at the mean), with what the page's thread
worked for each press beside it. Browser and servers share the machine with whatever else runs: its load is printed. The
wave is that of 2 hours and 40 minutes, made here.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from typing import Any

from application import running_application
from corpus import in_process, set_up_django
from pages import PRESSES, Place, context_for, pressed, running_browser, worked
from processes import percentile

from tests.e2e.application import Application

GOAL_MS = 50
#: What stands on each page once it can be used, and the keys that are pressed there.
PAGES = {
    "pass": ("[data-field=progress]", ("a", "j", "Enter")),
    "segments": ("[data-field=wave]", ("j", "]")),
    "passages": ("[data-field=paper]", ("j", "a")),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--masks", type=int, default=2000)
    parser.add_argument("--presses", type=int, default=100)
    args = parser.parse_args()
    with running_application() as application:
        seeded = in_process(application, __file__, "--seed", str(args.masks))
        print(seeded["counts"])
        print(f"load of the machine at the start: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        print(f"{'page':<10} {'key':<6} {'p50, ms':>8} {'p95, ms':>8} {'worked a press, ms':>19}")
        for name in PAGES:
            measure(application, name, seeded, args.presses)
        print(f"load of the machine at the end: {os.getloadavg()[0]:.1f}")


def measure(application: Application, name: str, seeded: dict[str, Any], n_presses: int) -> None:
    ready, keys = PAGES[name]
    place = Place(seeded[name], ready, seeded["session"])
    with running_browser() as browser, context_for(browser, application.url, place) as context:
        page = context.new_page()
        page.add_init_script(PRESSES)
        begun = time.perf_counter()
        page.goto(place.path)
        page.wait_for_selector(ready)
        opened = time.perf_counter() - begun
        page.wait_for_load_state("networkidle")
        client = page.context.new_cdp_session(page)
        client.send("Performance.enable", {"timeDomain": "threadTicks"})
        print(f"{name:<10} {'opens':<6} {1000 * opened:8.0f}")
        for key in keys:
            before = worked(client)["Task CPU"]
            times = pressed(page, key, n_presses)
            each = (worked(client)["Task CPU"] - before) / n_presses
            p50, p95 = percentile(times, 0.5), percentile(times, 0.95)
            print(
                f"{name:<10} {key:<6} {p50:8.0f} {p95:8.0f} {each:19.1f}{'' if p95 <= GOAL_MS else '  *'}", flush=True
            )


def seed(n_masks: int) -> dict[str, Any]:
    set_up_django()
    import random

    from django.contrib.auth.models import User
    from django.core.files.base import ContentFile
    from django.utils import timezone

    from annotator.models import Membership, Project, Role, SoundPeaks
    from annotator.recordings.segments import cut_by_rules
    from tests import world

    project = Project.objects.create(slug="masks", name="Masks")
    user = User.objects.create_user("filler", first_name="Ines")
    Membership.objects.create(project=project, user=user, role=Role.ADMIN)
    check = world.checked_transcript(project, n=n_masks // 5, share=0)
    document = check.document
    document.media_file.save("talk.wav", ContentFile(b"RIFF"))
    seconds = int(document.units.order_by("-position").values_list("end_seconds", flat=True)[0])
    SoundPeaks.objects.create(
        document=document, media_name=document.media_file.name, state="done", per_second=20, seconds=seconds,
        peaks=random.Random(3).randbytes(20 * seconds), finished_at=timezone.now(),
    )  # fmt: skip
    cut = cut_by_rules(document=document, user=None)
    paper = world.introduced(project, "Paper", [f"{text}, sentence {n}." for n in range(60) for text in world.SPOKEN],
                             kind="paper")  # fmt: skip
    pair = world.make_pair(project, "Pair", paper, document)
    places = world.passages(pair, *world.SPOKEN * 100).places
    return {
        "session": world.session_of(user),
        "counts": f"{check.masks.count():,} masks, {len(cut.segments):,} segments, {len(places):,} places",
        "pass": f"/pass/{world.open_pass(check, user).pk}",
        "segments": f"/p/masks/documents/{document.pk}/segments",
        "passages": f"/p/masks/pairs/{pair.pk}/passages",
    }


if __name__ == "__main__":
    if sys.argv[1:2] == ["--seed"]:
        print(json.dumps(seed(int(sys.argv[2]))))
    else:
        main()
