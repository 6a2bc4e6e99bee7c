"""The template that a project's guidelines can start from."""

TEMPLATE = """\
# Guidelines

Say in a sentence what these reviews are for, and who will use the result.

## 1 Alignment

A row joins what was said with what was rendered, no more.

- Answer `good_align` with **yes** if source and target say the same, with nothing extra on either side.
- Answer **no** if a part belongs to a neighbouring row and you cannot move it.
- Never pull words from the next row to fill a gap.

## 2 Translation

- Answer `good_mt` with **yes** if you would accept the target as a reference translation.
- Correct the text where it is wrong. What was really said stays visible.

## 3 Empty sides

When one side is empty, choose why:

| reason | when |
|---|---|
| `omission` | the interpreter left it out |
| `compression` | its meaning is in a neighbouring row |
| `addition` | the interpreter said more than the source |
| `filler` | it has no meaning of its own |

## 4 Names and numbers

Keep a name as the speaker says it. Check every number.

> EN  She wrote it down, every day, by hand.
> JA  毎日書きました。
> "by hand" is missing: `compression`
"""
