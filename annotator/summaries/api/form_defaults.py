"""Default values and limits of this domain's forms."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotator.platform.api.defaults import Default, number, switch
from annotator.summaries.making import DEFAULT_SENTENCES, MOST_SENTENCES, MOST_WORDS
from annotator.summaries.models.training import DEV_SHARE, SEED, TRAIN_SHARE
from annotator.summaries.training.summarisers import can_train


class TrainingDefaultsSerializer(serializers.Serializer[Any]):
    train_share = serializers.IntegerField(help_text="In percent.")
    dev_share = serializers.IntegerField(help_text="In percent; what is left is for testing.")
    seed = serializers.IntegerField()


_TRAINING = {"train_share": TRAIN_SHARE, "dev_share": DEV_SHARE, "seed": SEED}
DEFAULTS = {
    "summary_sentences": number(DEFAULT_SENTENCES, "Sentences in a summary."),
    "most_sentences": number(MOST_SENTENCES, "The longest summary, in sentences."),
    "most_words": number(MOST_WORDS, "The longest summary, in words."),
    "trains_summarisers": switch(can_train, "If not, scikit-learn is not installed."),
    "training_set": Default(TrainingDefaultsSerializer(help_text="What a training set is made of."), lambda: _TRAINING),
}
