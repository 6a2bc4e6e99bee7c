"""What speakers say that is about no sentence of any paper: greetings, thanks, slides, the clock, questions.

Only phrases that mean nothing else are listed, in English. Single words (hello, sorry, time) are left alone, as a paper
may be about them: one on dialogues greets, one on schedules has no time. docs/decisions/greetings.md says what the
phrases were measured on.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

_EVERYBODY = r"(?:everybody|everyone|every one|all|there|folks|guys|ladies and gentlemen|you all|all of you)"
#: What may follow thanks: the room, the day, the chair.
_OCCASION = (
    r"(?: (?:to|in|at|on|of|for|and|here|today|tonight|online|until|till|the|this|my|our|your|me|us|you|very|last|first"
    r"|end|next|nice|kind|great|good|so|late|early|long|day|morning|afternoon|evening|session|talks?|presentation"
    r"|workshop|conference|tutorial|track|room|introduction|invitation|attention|patience|time|questions?|interest"
    r"|chair|organi[sz]ers|everybody|everyone|all|again|with))*"
)
_MUCH = r"(?: (?:very|so) much| a lot| again)?"
_PHRASES = (
    r"(?:good (?:morning|afternoon|evening)|hello|hi|hey|welcome)(?: and)?(?: (?:hello|hi|welcome))?(?: again)?"
    rf"(?: to)? {_EVERYBODY}",
    r"good (?:morning|afternoon|evening)",
    r"my name is \w+(?: (?!and|i|from|this|today)\w+)?",
    rf"(?:thank you|thanks)(?: (?:all|everybody|everyone|you))?{_MUCH}(?: (?:all|everybody|everyone))?"
    r" (?:for|(?<!thanks )to) (?:staying|coming|joining|listening|watching|being|attending|having|inviting"
    rf"|the|your|this|my|our|all|everybody|everyone|that){_OCCASION}",
    # Without "thanks to the model" and "a prayer of thanks".
    rf"(?:thank you|(?<!of )thanks)(?: everybody| everyone| all)?{_MUCH}(?! to)",
    r"can (?:everybody|everyone|you|people|anybody|you guys)(?: all)? (?:see|hear)"
    r"(?: (?:me|us|it|this|(?:the|my|our) (?:slides?|screen|presentation)))"
    r"(?: (?:is it|okay|ok|well|now|clearly|in the back|at the back))*",
    r"is (?:this thing|the mic|the microphone) (?:on|working)",
    r"(?:i'm |i am |so )?sorry (?:about|for) (?:that|this)",
    r"(?:(?:just|wait|hold on)(?: a| one)|okay one|ok one) (?:second|moment|minute|sec)",
    r"next slide(?: please)?",
    r"(?:no |oh )*sorry (?:that's|that is|these are|it's) the backup slides?",
    r"how (?:am i doing|are we doing|much time do (?:i|we) have)(?: (?:for|on|with) (?:the )?time)?",
    r"(?:i'm|i am|we're|we are) (?:running )?out of time",
    r"i think (?:they|we) (?:want us|have|need) to (?:stop|finish)",
    r"(?:are there |do you have |if you have |if there are |so )?any (?:more |other |further )?questions",
    r"(?:i'm|i am|i'd be|i will be|i'll be) (?:very |more than )?(?:happy|glad) to (?:take|answer)"
    r" (?:any |your |all |more )?questions?",
    r"(?:can|could) you (?:please )?repeat (?:that|the question|the last part|your question)",
)
_PHRASE = re.compile("|".join(rf"\b(?:{phrase})\b" for phrase in _PHRASES))
_FILLER = re.compile(r"(?:so|okay|ok|yes|yeah|no|well|um|uh|erm|hm|good|great|right|and|alright|oh|now|then|here)?")
#: Words between two phrases, or before the first one of a talk, that go with them where all of them are fillers.
_GAP = 6


def housekeeping(words: Sequence[str]) -> list[tuple[int, int]]:
    """The stretches of a talk that greet, thank or keep house, as half-open ranges of its words, in order.

    Examples
    --------
    >>> talk = "okay um hello everybody and thank you for coming to this session we split sentences any questions"
    >>> [" ".join(talk.split()[start:end]) for start, end in housekeeping(talk.split())]
    ['okay um hello everybody and thank you for coming to this session', 'any questions']
    """
    plain = [re.sub(r"[^\w']+", "", word.casefold().replace("’", "'")) for word in words]
    starts, length = [], 0
    for word in plain:
        starts.append(length)
        length += len(word) + 1
    # A phrase does not go on where a sentence ends.
    ends = ("\n" if word.rstrip("\"')”’").endswith((".", "?", "!")) else " " for word in words)
    spoken = "".join(f"{word}{end}" for word, end in zip(plain, ends, strict=True))
    ranges: list[tuple[int, int]] = []
    for match in _PHRASE.finditer(spoken):
        start, end = bisect_right(starts, match.start()) - 1, bisect_right(starts, match.end() - 1)
        before = ranges[-1][1] if ranges else 0
        if start - before <= _GAP and all(map(_FILLER.fullmatch, plain[before:start])):
            start = ranges.pop()[0] if ranges else 0
        ranges.append((start, end))
    return ranges
