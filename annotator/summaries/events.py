"""The activity verbs of this domain."""

from __future__ import annotations

from annotator.people.activity.verbs import EXPORTS, REVIEWS, RUNS, TEXTS, Verb, declare
from annotator.people.webhooks.announcing import declare_events

declare(
    kinds=("training_set", "tuning", "summary_set", "slides_predictions"),
    verbs={
        "summaries_started": Verb("started summarising", RUNS),
        "summaries_cancelled": Verb("stopped summarising", RUNS),
        "summaries_imported": Verb("imported the summaries", TEXTS),
        "summaries_removed": Verb("deleted the summaries", TEXTS),
        "predictions_imported": Verb("imported the predictions", TEXTS),
        "predictions_removed": Verb("deleted the predictions", TEXTS),
        "passages_requested": Verb("had passages found for", RUNS),
        "passages_removed": Verb("removed the passages of", RUNS),
        "passages_answered": Verb("answered passages of", REVIEWS),
        "tuning_started": Verb("started a search of", RUNS),
        "tuning_cancelled": Verb("cancelled a search after", RUNS),
        "exported_summaries": Verb("exported", EXPORTS),
        "training_set_requested": Verb("asked for the training set", EXPORTS),
        "training_set_made": Verb("made the training set", EXPORTS),
        "training_set_removed": Verb("deleted the training set", EXPORTS),
        "model_requested": Verb("asked for a model trained on", EXPORTS),
        "model_trained": Verb("trained a model on", EXPORTS),
        "model_removed": Verb("deleted the model of", EXPORTS),
    },
)
declare_events(
    {
        "training_set.damaged": "a training set is no longer what was frozen",
    }
)
