"""The activity verbs and webhook events of this domain."""

from __future__ import annotations

from annotator.people.activity.verbs import RUNS, SETTINGS, Verb, declare
from annotator.people.webhooks.announcing import declare_events

declare(
    kinds=("bulk", "vectors", "preset"),
    verbs={
        "run_started": Verb("aligned", RUNS),
        "run_cancelled": Verb("cancelled a run of", RUNS),
        "run_filtered": Verb("ran the filters on a run of", RUNS),
        "bulk_started": Verb("started aligning", RUNS),
        "bulk_cancelled": Verb("stopped aligning", RUNS),
        "vectors_added": Verb("added the word vectors", RUNS),
        "vectors_changed": Verb("changed the default word vectors to", RUNS),
        "vectors_removed": Verb("deleted the word vectors", RUNS),
        "preset_created": Verb("created the preset", SETTINGS),
        "preset_used": Verb("chose for new runs the preset", SETTINGS),
        "preset_unused": Verb("no longer uses for new runs the preset", SETTINGS),
        "preset_removed": Verb("deleted the preset", SETTINGS),
    },
)
declare_events(
    {
        "run.finished": "a run finished",
        "run.failed": "a run failed",
    }
)
